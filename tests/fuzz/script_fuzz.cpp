// libFuzzer target: whatever bytes a script of `slackline firmware run` holds, its reader answers with errors, or with steps that
// can be played. scripts/fuzz runs it.
#include <algorithm>

#include "testbench/commands/firmware_script.hpp"
#include "tests/fuzz/promises.hpp"

using namespace slackline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  features::ExperimentReading reading;
  const commands::Script script = commands::read_script(fuzz::source_of("script", data, size), reading.errors);
  fuzz::check_messages(reading);
  std::uint64_t before = 0;
  for (const commands::ScriptStep& step : script) {
    const bool is_sound = step.cycle >= before && step.peer >= 1 && step.peer < commands::hosts_of_script &&
                          (step.message_words != 0) == step.words.empty();
    if (!is_sound) fuzz::fail("a step that cannot be played", std::to_string(step.cycle));
    before = step.cycle;
  }
  return 0;
}
