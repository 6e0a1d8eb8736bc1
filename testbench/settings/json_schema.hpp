// A table of keys as a JSON Schema, for editors that complete and check configurations while they are written.
#pragma once

#include <string>

#include "testbench/settings/key_table.hpp"

namespace slackline::settings {

/// The schema of a configuration file: draft 2020-12. It holds the rules of single keys; rules between keys are checked
/// by the program only. Numbers that JSON Schema cannot hold exactly (above 2^53) are left unbounded.
std::string json_schema(const KeyTable& keys, const std::string& title);

}  // namespace slackline::settings
