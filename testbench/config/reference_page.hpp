// The reference of the configuration, from the table of keys.
#pragma once

#include <string>

namespace slackline::config {

/// docs/configuration.md.
std::string reference_page();

/// All keys as a table for a terminal: path, what it may be, default, and the line of documentation.
std::string key_list();

}  // namespace slackline::config
