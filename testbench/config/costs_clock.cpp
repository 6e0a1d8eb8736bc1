#include "testbench/config/costs_clock.hpp"

#include <algorithm>

#include "testbench/config/key_paths.hpp"
#include "testbench/config/nic_of.hpp"

namespace slackline::config {

const Preset* costs_asked(const Reading& reading) {
  const bool is_asked = std::any_of(reading.given.begin(), reading.given.end(), [&](const auto& given) {
    return is_within(given.first, "nic.cost") && is_preset(reading, given.second.source);
  });
  return is_asked ? find_preset(reading.experiment.nic.costs, PresetKind::costs) : nullptr;
}

std::string costs_clock_note(const Reading& reading) {
  const Preset* preset = costs_asked(reading);
  const Time& period = reading.experiment.clock_period;
  if (!has_nics(reading.experiment) || preset == nullptr || !preset->cycle || *preset->cycle == period) return "";
  return "nic.costs " + preset->name + " counts in cycles of " + to_string(*preset->cycle) + ", and a cycle is " +
         to_string(period) + " here: set clock.period, or give nic.cost.* for it";
}

}  // namespace slackline::config
