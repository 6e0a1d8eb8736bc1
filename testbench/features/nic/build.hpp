// The network interfaces that an experiment describes, and their clocks.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/features/nic/settings.hpp"

namespace slackline::features {

/// Whether hosts have network interfaces: those of the network, or of the one workload that an experiment is of.
bool has_nics(const Values& experiment);
/// Of values that are those of one host.
bool is_nic(const Values& host);

/// Whether hosts have interfaces that run the firmware fbs.
bool synchronizes(const Values& experiment);
/// Whether they run isotach.
bool hands_out_tokens(const Values& experiment);
/// Whether hosts create packets or messages: not those whose interfaces run one of these.
bool has_messages(const Values& experiment);
/// Where messages end, with the firmware and its parameters.
firmware::Delivery delivery(const Values& experiment);

/// The longest packet of an interface.
struct LongestPacket {
  std::uint64_t header, payload;  ///< words
  std::string_view key;           ///< that gives the payload
  std::uint64_t words() const { return header + payload; }
};
LongestPacket longest_nic_packet(const Values& experiment);
/// Whether an interface may hold its link back.
bool hosts_stop(const NicSettings& s);

/// The clock of one interface.
struct HostClock {
  std::int64_t drift = 0;    ///< in 10^-9
  std::uint32_t offset = 0;  ///< ticks of slot 0 that have gone by at reset
  local_clock::Params hardware;
};

/// By the keys of the host's interface: deviation and offset, with what is drawn for it.
HostClock clock_of(const NicSettings& s, std::uint32_t node);
/// Fills in the hardware of the clocks of all hosts: cycles are ticks of the fastest.
void set_hardware(std::vector<HostClock>& clocks, std::uint64_t slot_ticks);

/// The clock of an RV32 core. Nothing: its ratio to the base clock has no numerator and denominator in range.
std::optional<nic::CoreClock> core_clock_of(const Values& e);

/// By the keys of the host's interface.
nic::Params nic_params(const Values& e);

}  // namespace slackline::features
