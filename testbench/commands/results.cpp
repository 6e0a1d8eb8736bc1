#include "testbench/commands/results.hpp"

#include <iostream>

namespace slackline::commands {

void say_removed(const std::vector<std::string>& removed) {
  for (const std::string& leftover : removed)
    std::cerr << "slackline: removed " << leftover << " of a run that was killed\n";
}

bool published(report::ResultsFolder& folder, const report::Files& files) {
  std::vector<std::string> left_out;
  try {
    left_out = folder.publish(files);
  } catch (const report::ResultsFolderError& e) {
    left_out = {e.what()};
  }
  for (const std::string& sentence : left_out) std::cerr << "slackline: " << sentence << '\n';
  return left_out.empty();
}

}  // namespace slackline::commands
