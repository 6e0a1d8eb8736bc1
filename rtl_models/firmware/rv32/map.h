/* map: the addresses that firmware has on the RV32 processor of an interface. Constants for the preprocessor alone: the
 * start-up code, the reader of ELF files and the processor include it. The linker script firmware.ld has the same numbers.
 *
 *   0x00000000  NIC memory, of the size that MEMORY_BYTES gives
 *   0x80000000  code and constants, read only
 *   0x90000000  stack, which grows down: one that is too deep leaves the RAM
 *   0x90000c00  variables
 *   0xfffff800  registers, at the offsets of registers.def: each is in reach of one instruction, relative to x0 */
#pragma once

#define NIC_ROM_ADDRESS 0x80000000u
#define NIC_ROM_BYTES 0x40000u
#define NIC_RAM_ADDRESS 0x90000000u
#define NIC_RAM_BYTES 0x1000u
#define NIC_STACK_BYTES 0xc00u /* the first of the RAM; the others are for variables */
#define NIC_REGISTER_ADDRESS 0xfffff800u
#define NIC_REGISTER_BYTES 0x800u

/* Instruments are instructions of opcode custom-0, with funct3 = 0 and one of these numbers as funct7. Their arguments are
 * in a0..a3, in the order of firmware.h without the device. They take no time, and change no register. */
#define NIC_INSTRUMENT_OPCODE 0x0b
#define NIC_INSTRUMENT_LOG 0
#define NIC_INSTRUMENT_SWITCH 1 /* nic_instrument */
#define NIC_INSTRUMENT_MEASURE 2
#define NIC_INSTRUMENT_TRANSACTION 3
#define NIC_INSTRUMENT_EXPORT 4
#define NIC_INSTRUMENTS 5 /* a number from here on, or another funct3, is an illegal instruction */

/* The note of an ELF file that names the firmware: two words, NIC_NOTE_VERSION and the address of its struct nic_firmware.
 * The version changes with the layout of that and of what it points to. */
#define NIC_NOTE_OWNER "Slackline"
#define NIC_NOTE_TYPE 1u
#define NIC_NOTE_VERSION 1u
