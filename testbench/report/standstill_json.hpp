// Worms that will never move again, and what they wait for, as JSON. Only for sources that know nlohmann-json.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "testbench/monitors/standstill.hpp"

namespace slackline::report {

nlohmann::ordered_json json_of(const monitors::ChannelName& channel);
nlohmann::ordered_json json_of(const monitors::NamedWait& wait);
nlohmann::ordered_json json_of(const monitors::Standstill& standstill);

}  // namespace slackline::report
