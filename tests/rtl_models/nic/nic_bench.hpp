// One network interface at its pins, edge by edge.
#pragma once

#include <memory>
#include <vector>

#include "rtl_models/nic/nic_instance.hpp"

namespace slackline::test {

/// A firmware that does nothing.
extern const nic_firmware idle_firmware;

/// Legal parameters of an interface of two, for a firmware whose handlers cost one cycle.
nic::Params nic_params(const nic_firmware& firmware = idle_firmware);

class NicBench {
 public:
  explicit NicBench(const nic::Params& params = nic_params(), std::uint64_t lag = 0, std::uint32_t slot_ticks = 1000,
                    std::uint8_t virtual_channels = 1, bool barriers = false);

  /// Executes one edge; returns the flit on flit_out in its cycle.
  Flit step(Flit in = Flit(), VcMask stop = 0);
  /// `edges` edges with idle pins.
  void idle(unsigned edges);
  /// The next edge samples this command.
  void post(const firmware::Command& command) { command_ = command; }

  /// Writes a register like a handler that ended at the last edge; returns the error.
  nic::FirmwareErrorKind write(std::uint32_t reg, std::uint32_t value);
  std::uint32_t read(std::uint32_t reg);
  std::uint32_t& memory(std::uint32_t address) { return nic_->state.memory.at(address); }

  /// A descriptor for node 1: header of `header_words` from address 0x100 on, payload from 0x200 on.
  nic::FirmwareErrorKind push_packet(std::uint32_t header_words, std::uint32_t payload_words, std::uint32_t flags = 0,
                                     std::uint32_t slot = 0, bool control = false);
  /// Frees a buffer of a class.
  void give_buffer(std::uint32_t buffer_class, std::uint32_t words, std::uint32_t address);

  /// The flits of a packet of another host for this one, the head first; every word `first`, first + 1, ...
  static std::vector<Flit> packet(unsigned words, std::uint32_t first, unsigned vc = 0);

  /// The levels that the interface drives on its STOP wires.
  VcMask stop_out() const { return port::stop_out(nic_->port_params, nic_->port); }

  nic::State& state() { return nic_->state; }
  port::State& port() { return nic_->port; }
  Cycle now;  ///< the next edge
  Cycle wake;

 private:
  PacketTable packets_{2, 1};
  port::Latencies latencies_;
  std::unique_ptr<nic::Instance> nic_;
  firmware::Command command_;
};

/// Steps through the flits of a packet.
void take(NicBench& bench, const std::vector<Flit>& flits);

inline constexpr std::uint32_t class_2 = 2u << 30;  ///< in the first word of a packet

}  // namespace slackline::test
