/* access: the functions of firmware.h on the RV32 processor of an interface, for which firmware.h includes it. Each access is
 * one load or store, each instrument one instruction. There is one interface to a processor, so that the device is null. */
#pragma once

#include "rtl_models/firmware/rv32/map.h"

static inline uint32_t nic_read(struct nic_device* n, uint32_t reg) {
  (void)n;
  return *(volatile uint32_t*)(NIC_REGISTER_ADDRESS + reg);
}

static inline void nic_write(struct nic_device* n, uint32_t reg, uint32_t value) {
  (void)n;
  *(volatile uint32_t*)(NIC_REGISTER_ADDRESS + reg) = value;
}

static inline uint32_t nic_load(struct nic_device* n, uint32_t address) {
  (void)n;
  return *(volatile uint32_t*)address;
}

static inline void nic_store(struct nic_device* n, uint32_t address, uint32_t value) {
  (void)n;
  *(volatile uint32_t*)address = value;
}

/* Nothing: it stands for computing that the native processor does not time. Here each instruction takes its time. */
static inline void nic_work(struct nic_device* n, uint32_t cycles) {
  (void)n;
  (void)cycles;
}

/* An instrument: its number, and the operands that hold its arguments in a0..a3. */
#define NIC_INSTRUMENT(number, ...) \
  __asm__ volatile(".insn r %0, 0, %1, x0, x0, x0" : : "i"(NIC_INSTRUMENT_OPCODE), "i"(number), __VA_ARGS__)

static inline void nic_instrument(struct nic_device* n, uint32_t is_on) {
  (void)n;
  register uint32_t a0 __asm__("a0") = is_on;
  NIC_INSTRUMENT(NIC_INSTRUMENT_SWITCH, "r"(a0));
}

static inline void nic_log(struct nic_device* n, const char* text, uint32_t a, uint32_t b) {
  (void)n;
  register const char* a0 __asm__("a0") = text;
  register uint32_t a1 __asm__("a1") = a;
  register uint32_t a2 __asm__("a2") = b;
  NIC_INSTRUMENT(NIC_INSTRUMENT_LOG, "r"(a0), "r"(a1), "r"(a2));
}

static inline void nic_measure(struct nic_device* n, uint32_t measure, uint32_t value) {
  (void)n;
  register uint32_t a0 __asm__("a0") = measure;
  register uint32_t a1 __asm__("a1") = value;
  NIC_INSTRUMENT(NIC_INSTRUMENT_MEASURE, "r"(a0), "r"(a1));
}

static inline void nic_transaction(struct nic_device* n, enum nic_step step, uint32_t peer, uint32_t id,
                                   uint32_t value) {
  (void)n;
  register uint32_t a0 __asm__("a0") = (uint32_t)step;
  register uint32_t a1 __asm__("a1") = peer;
  register uint32_t a2 __asm__("a2") = id;
  register uint32_t a3 __asm__("a3") = value;
  NIC_INSTRUMENT(NIC_INSTRUMENT_TRANSACTION, "r"(a0), "r"(a1), "r"(a2), "r"(a3));
}

static inline void nic_export(struct nic_device* n, uint32_t word, uint32_t value) {
  (void)n;
  register uint32_t a0 __asm__("a0") = word;
  register uint32_t a1 __asm__("a1") = value;
  NIC_INSTRUMENT(NIC_INSTRUMENT_EXPORT, "r"(a0), "r"(a1));
}

#undef NIC_INSTRUMENT
