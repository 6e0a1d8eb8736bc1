// The number of faults that CMake plants into the Verilog of a block, counted in its input files.
#pragma once

#include <catch2/catch.hpp>
#include <fstream>
#include <string>

namespace slackline::cosim {

/// Lines "twin_fault(..." between "twin(<block> ..." and "end_twin()" of testbench/cosim/CMakeLists.txt, and of the
/// block's own faults.cmake if it has one. Tests run in the source folder.
inline unsigned planted_faults(const std::string& block) {
  const auto begins = [](const std::string& line, const std::string& with) { return line.rfind(with, 0) == 0; };
  unsigned faults = 0;
  bool here = false;
  std::ifstream all("testbench/cosim/CMakeLists.txt");
  for (std::string line; std::getline(all, line);) {
    if (begins(line, "twin(")) here = begins(line, "twin(" + block + " ");
    if (here && begins(line, "twin_fault(")) ++faults;
  }
  std::ifstream own("testbench/cosim/" + block + "/faults.cmake");
  for (std::string line; std::getline(own, line);)
    if (begins(line, "twin_fault(")) ++faults;
  INFO(block);
  REQUIRE(faults != 0);
  return faults;
}

}  // namespace slackline::cosim
