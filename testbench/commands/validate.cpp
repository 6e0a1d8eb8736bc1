#include <iostream>

#include "testbench/commands/commands.hpp"
#include "testbench/commands/exit_status.hpp"
#include "testbench/commands/interrupt.hpp"
#include "testbench/commands/option_reader.hpp"
#include "testbench/commands/progress.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/settings/nearest.hpp"
#include "testbench/studies/validation/validation.hpp"

namespace slackline::commands {

namespace {

using validation::Case;
using validation::Validation;

std::vector<std::string_view> groups() {
  std::vector<std::string_view> names;
  for (const Case& c : validation::cases())
    if (names.empty() || names.back() != c.group) names.push_back(c.group);
  return names;
}

void refuse_case(const std::string& name, OptionReader& reader) {
  std::vector<std::string_view> names = groups();
  for (const Case& c : validation::cases()) names.push_back(c.name);
  const std::string meant = settings::nearest(name, names);
  reader.refuse("--case", settings::value_found(name), "a case, or a group of them: " + settings::joined(groups()),
                meant);
}

ExitStatus status_of(const Validation& validation) {
  if (!validation.finished()) return interrupted;
  if (validation.any_crashed()) return broken;
  return validation.failed() == 0 ? done : network_error;
}

}  // namespace

int validate(const ValidateOptions& options) {
  OptionReader reader;
  const unsigned at_once = reader.jobs(options.jobs);
  std::vector<const Case*> cases;
  if (!options.name || !options.name->empty()) cases = validation::cases_named(options.name.value_or(""));
  if (cases.empty()) refuse_case(*options.name, reader);
  if (!reader.good()) {
    std::cerr << "slackline: nothing was run\n";
    return bad_input;
  }
  note_interrupts();
  Validation validation;
  {
    Progress progress(true, "cases");
    pool::Watch watch;
    watch.progress = [&](std::size_t done, std::size_t all) { progress.show(done, all); };
    watch.go_on = [] { return !interrupt_noted(); };
    validation =
        validation::run(cases, options.quick ? validation::Effort::quick : validation::Effort::full, at_once, watch);
  }
  std::cout << (options.json ? validation::validation_json(validation) : validation::validation_table(validation));
  if (!validation.finished()) std::cerr << "slackline: interrupted\n";
  return status_of(validation);
}

}  // namespace slackline::commands
