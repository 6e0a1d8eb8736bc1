// The number of faults that CMake plants into the Verilog of a block, counted in its input file.
#pragma once

#include <catch2/catch.hpp>
#include <fstream>
#include <string>

namespace slackline::cosim {

/// Lines "twin_fault(..." of the block's twin.cmake. Tests run in the source folder.
inline unsigned planted_faults(const std::string& block) {
  unsigned faults = 0;
  std::ifstream file("testbench/cosim/" + block + "/twin.cmake");
  for (std::string line; std::getline(file, line);) faults += line.rfind("twin_fault(", 0) == 0;
  INFO(block);
  REQUIRE(faults != 0);
  return faults;
}

}  // namespace slackline::cosim
