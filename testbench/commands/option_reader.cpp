#include "testbench/commands/option_reader.hpp"

#include <iostream>

#include "testbench/pool/process_pool.hpp"
#include "testbench/settings/input_error.hpp"
#include "testbench/settings/number.hpp"

namespace slackline::commands {

std::uint64_t OptionReader::integer(const char* option, const std::optional<std::string>& text, std::uint64_t least,
                                    std::uint64_t most, std::uint64_t otherwise) {
  if (!text) return otherwise;
  const settings::Parsed<std::uint64_t> parsed = settings::parse_integer(*text);
  if (parsed && least <= parsed.value && parsed.value <= most) return parsed.value;
  refuse(option, settings::value_found(*text, parsed.why),
         "integer from " + std::to_string(least) + " to " + std::to_string(most));
  return otherwise;
}

unsigned OptionReader::jobs(const std::optional<std::string>& text) {
  return static_cast<unsigned>(integer("--jobs", text, 1, 1024, pool::processors()));
}

void OptionReader::refuse(const char* option, const settings::Finding& what, const settings::Expected& expected,
                          const std::string& hint) {
  std::cerr << option << ": " << settings::to_string(what, expected, hint) << '\n';
  good_ = false;
}

}  // namespace slackline::commands
