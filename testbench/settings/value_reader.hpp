// Reads one value of one key.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "testbench/settings/document.hpp"
#include "testbench/settings/key.hpp"

namespace slackline::settings {

/// For each record of a list: the fields that were given, or meant, but of which nothing is known.
using DoubtfulFields = std::vector<std::set<std::string, std::less<>>>;

/// Stores a value. False, and an error, when it is not what the key allows: nothing is stored then. Of a list of maps all
/// that can be read is stored even so: other fields keep their defaults, and an item that is no map is left out.
/// `doubtful` receives what could not be read.
bool read_value(const Key& key, const SourcePtr& source, const Node& node, Values& values, InputErrors& errors,
                DoubtfulFields* doubtful = nullptr);

}  // namespace slackline::settings
