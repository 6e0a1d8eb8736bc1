#include "testbench/commands/load.hpp"

#include <iostream>
#include <utility>

#include "testbench/config/document.hpp"
#include "testbench/config/meaning.hpp"
#include "testbench/config/permutation_file.hpp"

namespace slackline::commands {

std::optional<config::Experiment> load_experiment(const std::string& file,
                                                  const std::vector<config::Override>& overrides) {
  config::Faults of_file;
  const config::SourcePtr source = config::read_file(file, of_file);
  config::Reading reading = config::read_experiment(source, overrides);
  if (source != nullptr) {
    config::read_permutation_file(reading);
    config::check_meaning(reading);
  }
  reading.faults.insert(reading.faults.begin(), of_file.begin(), of_file.end());
  if (reading.faults.empty()) return std::move(reading.experiment);
  config::print(reading.faults, std::cerr);
  const std::size_t count = reading.faults.size();
  std::cerr << "slackline: " << count << (count == 1 ? " fault" : " faults") << " in the input, nothing was run\n";
  return std::nullopt;
}

}  // namespace slackline::commands
