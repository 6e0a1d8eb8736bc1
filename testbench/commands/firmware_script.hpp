// The script that `slackline firmware run` plays to one network interface: what its host posts, and what comes from the network.
//
//   # cycle
//   100  send 1 40          the host posts a message of 40 words to host 1
//   900  packet 1 7 8 9     a packet of host 1 with these words comes in
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/settings/input_error.hpp"

namespace slackline::commands {

inline constexpr std::uint32_t hosts_of_script = 8;  ///< of the network; the interface is that of host 0
inline constexpr std::uint64_t most_cycles_of_script = 1'000'000'000;
inline constexpr std::size_t most_steps = 10'000, most_words_of_packet = 1024, most_script_bytes = 1 << 20;

struct ScriptStep {
  std::uint64_t cycle = 0;
  std::uint32_t peer = 0;            ///< 1..hosts_of_script - 1
  std::uint32_t message_words = 0;   ///< of a message; 0: it is a packet
  std::vector<std::uint32_t> words;  ///< of a packet, after its head
};
using Script = std::vector<ScriptStep>;  ///< by cycle

/// Adds an error for each line that cannot be read.
Script read_script(const settings::SourcePtr& source, settings::InputErrors& errors);

}  // namespace slackline::commands
