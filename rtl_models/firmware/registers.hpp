// registers: the register map as data, for decoders and documentation. registers.def is its only source.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace slackline::firmware {

enum class Access : std::uint8_t {
  ro,  ///< read only
  rw,  ///< reads as it was written
  hw,  ///< read and written: a part of the hardware
  wo,  ///< a write does something; reads as 0
};
const char* to_string(Access access);

/// The source of a register's value after reset where it is no number: the interface or its experiment.
enum class Reset : std::uint8_t {
  none,            ///< it is a number
  node,            ///< the host's
  nodes,           ///< hosts
  memory_bytes,    ///< of the NIC memory
  parameters,      ///< the experiment's, each its own
  own_parameters,  ///< the same of those that the firmware declares
  table_address,   ///< where the table begins
  table_words,     ///< its length
  position,        ///< ticks of slot 0 that have gone by
  slot_ticks,      ///< of a slot
  host_queue,      ///< depth of the queues between host and interface
  barrier_port,    ///< depth of its queue of messages to be sent; 0: there is none
};
struct ResetValue {
  std::uint32_t number = 0;
  Reset word = Reset::none;
};
/// "16", "memory_bytes".
std::string to_string(const ResetValue& value);

struct Register {
  const char* name;      ///< "TX_PUSH": NIC_TX_PUSH in firmware
  std::uint32_t offset;  ///< in bytes, of the first one
  std::uint32_t count;   ///< registers that follow one another
  Access access;
  ResetValue reset;
  const char* text;  ///< what it is, in a line

  std::uint32_t end() const { return offset + 4 * count; }
};

/// All of them, by offset.
const std::vector<Register>& registers();
/// The register at a byte offset; nullptr: there is none, or the offset is not aligned.
const Register* find_register(std::uint32_t offset);
/// "RX_FREE[2]", or the plain name of a single one; "0x7c" where there is none.
std::string register_name(std::uint32_t offset);

}  // namespace slackline::firmware
