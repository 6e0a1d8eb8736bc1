// Reads one value of one key.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "testbench/config/fault.hpp"
#include "testbench/config/key.hpp"
#include "testbench/config/node.hpp"

namespace slackline::config {

/// Faulty items of one list of numbers or texts that are reported.
inline constexpr std::size_t most_items_reported = 10;

/// For each record of a list: the fields that were given, or meant, but of which nothing is known.
using DoubtfulFields = std::vector<std::set<std::string, std::less<>>>;

/// Stores a value in the experiment. False, and a fault, when it is not what the key allows: nothing is stored then. Of
/// a list of maps all that can be read is stored even so; `doubtful` receives what could not.
bool read_value(const Key& key, const SourcePtr& source, const Node& node, Experiment& experiment, Faults& faults,
                DoubtfulFields* doubtful = nullptr);

}  // namespace slackline::config
