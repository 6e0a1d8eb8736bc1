// Reads options that are in no table of keys, and reports what is wrong with each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "testbench/settings/finding.hpp"

namespace slackline::commands {

class OptionReader {
 public:
  /// The option's value, or `otherwise` when it is not given, or wrong.
  std::uint64_t integer(const char* option, const std::optional<std::string>& text, std::uint64_t least,
                        std::uint64_t most, std::uint64_t otherwise);
  /// How many processes at a time: one a core when it is not given.
  unsigned jobs(const std::optional<std::string>& text);
  /// Reports that the option is wrong. `hint`: what was probably meant; empty: nothing is near.
  void refuse(const char* option, const settings::Finding& what, const settings::Expected& expected,
              const std::string& hint = "");
  /// An error has been reported.
  void refuse() { good_ = false; }

  bool good() const { return good_; }

 private:
  bool good_ = true;
};

}  // namespace slackline::commands
