// A fault of an input: its place, its key, what was read, what is allowed, and what was probably meant.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "testbench/config/source.hpp"

namespace slackline::config {

struct Fault {
  SourcePtr source;
  Position at;
  std::string key;      ///< "switch.buffer.flits"; empty when the fault is of no key
  std::string read;     ///< what was read
  std::string allowed;  ///< what is allowed there; empty when nothing is
  std::string hint;     ///< the nearest known word; empty when none is near
};

using Faults = std::vector<Fault>;

/// "mesh.yaml:7:12: switch.buffer.flits: 0; allowed: integer from 1 to 32768 (flits)"
std::string to_string(const Fault& fault);

/// All faults in the order of their places, each with the line it is in and a caret below, as compilers print them.
void print(const Faults& faults, std::ostream& out);

}  // namespace slackline::config
