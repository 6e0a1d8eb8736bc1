/* loops: included before every firmware that is compiled into the simulator. Each turn of a loop, and each jump, calls
 * nic_turn(), so that a handler that never ends is found, even one in an empty loop. (The compilers' own means to count
 * code, -fsanitize-coverage, leaves out stretches of code without a statement.) */
#pragma once
#pragma GCC system_header /* words of the language become macros */

#ifdef __cplusplus
extern "C" void nic_turn();
#else
void nic_turn(void);
/* clang-format takes these for the words themselves. */
/* clang-format off */
#define while(...) while (nic_turn(), (__VA_ARGS__))
#define for(...) for (__VA_ARGS__) if (nic_turn(), 0) {} else
#define goto switch (nic_turn(), 0) default: goto
#endif
/* clang-format on */
