// The reference of a configuration, from the table of its keys.
#pragma once

#include <string>

#include "testbench/settings/key_table.hpp"

namespace slackline::settings {

/// Markdown: the introduction, and a section for each group of keys.
std::string reference_page(const KeyTable& table, const std::string& introduction);

/// All keys as a table for a terminal: path, what it may be, default, and the line of documentation.
std::string key_list(const KeyTable& table);

}  // namespace slackline::settings
