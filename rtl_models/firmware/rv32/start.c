/* start: what runs before and between the handlers of a firmware on the RV32 processor of an interface. Compiled for each
 * firmware, with NIC_FIRMWARE=firmware_NAME.
 *
 *   reset -> stack, variables -> start -> EVENT_CLAIM -> handle(event) -> EVENT_END -> EVENT_CLAIM ...
 *                                              0 -> wfi, until an event is pending
 *
 * A handler is never interrupted. */
#include "rtl_models/firmware/firmware.h"

/* Weak, so that a firmware whose source does not define it links: the reader of ELF files says what is missing. */
extern const struct nic_firmware NIC_FIRMWARE __attribute__((weak));

/* What the reader knows of the layout: NIC_NOTE_VERSION. */
_Static_assert(sizeof(struct nic_firmware) == 48 && sizeof(struct nic_own_parameter) == 24 &&
                   sizeof(struct nic_own_condition) == 12 && sizeof(struct nic_own_measure) == 20 &&
                   sizeof(struct nic_own_export) == 24,
               "another layout is another version of the note");

struct note {
  uint32_t owner_bytes, words_bytes, type;
  char owner[(sizeof NIC_NOTE_OWNER + 3) / 4 * 4];
  uint32_t version;
  const struct nic_firmware* firmware;
};
__attribute__((section(".note.slackline"), used)) static const struct note note = {
    sizeof NIC_NOTE_OWNER, 8, NIC_NOTE_TYPE, NIC_NOTE_OWNER, NIC_NOTE_VERSION, &NIC_FIRMWARE};

/* Of the linker script: variables and their first values in the ROM, in words; variables that begin as 0. */
extern uint32_t nic_data[], nic_data_end[], nic_bss[], nic_bss_end[];
extern const uint32_t nic_data_values[];

__attribute__((noreturn, used)) static void run(void) {
  const uint32_t* value = nic_data_values;
  for (uint32_t* word = nic_data; word != nic_data_end; ++word) *word = *value++;
  for (uint32_t* word = nic_bss; word != nic_bss_end; ++word) *word = 0;
  NIC_FIRMWARE.start(0);
  for (;;) {
    const uint32_t claimed = nic_read(0, NIC_EVENT_CLAIM);
    if (claimed == 0) {
      __asm__ volatile("wfi");
      continue;
    }
    NIC_FIRMWARE.handle(0, claimed - 1);
    nic_write(0, NIC_EVENT_END, 0);
  }
}

/* The entry point: after reset no register has a value. */
__attribute__((naked, noreturn, section(".text.nic_entry"))) void nic_entry(void);
void nic_entry(void) { __asm__("la sp, nic_stack_end\n\tj %0" : : "i"(run)); }
