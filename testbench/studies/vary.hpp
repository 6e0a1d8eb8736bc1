// --vary: a key and its values, as a list or as a range.
//
//   traffic.load=0.1,0.2,0.4     topology.size=[4, 4],[8, 8]     traffic.load=0.05:0.6:0.05     link.delay=10 ns:50 ns:20 ns
#pragma once

#include <string>
#include <vector>

#include "testbench/run/experiment.hpp"
#include "testbench/settings/input_error.hpp"

namespace slackline::studies {

constexpr std::size_t most_values = 10'000;  ///< of a key, and points of a sweep

struct Varied {
  std::string key;
  std::vector<std::string> values;  ///< as in a file, each once, in the order given

  settings::Override at(std::size_t value) const { return {"--vary", key, values[value]}; }
};

/// The readable part of the option; all its errors are added to `errors`. Whether the key allows the values is not
/// checked here.
Varied parse_vary(const std::string& option, settings::InputErrors& errors);

/// All options; a key may be varied once.
std::vector<Varied> parse_vary(const std::vector<std::string>& options, settings::InputErrors& errors);

}  // namespace slackline::studies
