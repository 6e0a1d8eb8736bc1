// The table of keys as a JSON Schema, for editors that complete and check configurations while they are written.
#pragma once

#include <string>

namespace slackline::config {

/// Of a configuration file: draft 2020-12. It says what the table says of single keys; what keys ask of one another
/// only the program checks. Numbers that JSON Schema cannot hold exactly (above 2^53) are left unbounded.
std::string json_schema();

}  // namespace slackline::config
