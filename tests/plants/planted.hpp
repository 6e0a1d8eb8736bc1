// Planted faults at run time: scripts/plants copies this header into the sources that it changes. C and C++.
#ifndef SLACKLINE_PLANTED_HPP
#define SLACKLINE_PLANTED_HPP
#pragma GCC system_header

#if !__STDC_HOSTED__

/* Firmware for RV32 processors has no environment that could switch a fault on: it is as it is. */
static inline int slackline_planted(int number) { return number & 0; }

#else

#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The number of the fault that is switched on; 0 is none. Weak: every source that includes this defines it. */
__attribute__((weak)) int slackline_chosen_plant = 0;

/* Runs before the constructors of static objects. */
static __attribute__((constructor(101))) void slackline_choose_plant(void) {
  const char* number = getenv("SLACKLINE_PLANT");
  if (number != NULL) slackline_chosen_plant = atoi(number);
}

#ifdef __cplusplus
}

/* A constant expression takes the correct code. */
constexpr bool slackline_planted(int number) {
  return !__builtin_is_constant_evaluated() && slackline_chosen_plant == number;
}
#else
static inline int slackline_planted(int number) { return slackline_chosen_plant == number; }
#endif

#endif

#endif
