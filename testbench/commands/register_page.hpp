// The register map of a network interface, for people.
#pragma once

#include <string>

namespace slackline::commands {

/// docs/nic-registers.md.
std::string register_page();

/// The same as a table for a terminal.
std::string register_list();

}  // namespace slackline::commands
