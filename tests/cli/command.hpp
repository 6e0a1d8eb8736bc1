// Runs the command in a folder of its own.
#pragma once

#include <string>

#include "tests/support/test_folder.hpp"

namespace slackline::test {

struct Output {
  int status = -1;  ///< exit status; 128 + signal when one ended it
  std::string out, err;
};

/// A folder for one test, removed after it.
class Workplace {
 public:
  Workplace();

  void write(const std::string& file, const std::string& text) const;
  std::string read(const std::string& file) const;
  bool exists(const std::string& file) const;
  /// Entries of the folder, hidden ones included.
  std::size_t entries() const;

  /// `slackline ARGUMENTS` in the folder, as a shell splits them.
  Output slackline(const std::string& arguments) const;
  /// Runs a shell line in the folder; $slackline is the command.
  Output shell(const std::string& line) const;
  /// `slackline ARGUMENTS`; runs the shell line `by` as soon as `ready` succeeds; $pid is the process.
  Output interrupted(const std::string& arguments, const std::string& ready = listens,
                     const std::string& by = "kill -INT $pid") const;
  /// What Python prints for an expression with `r`, the contents of a JSON file of the folder; without the newline.
  std::string of_json(const std::string& file, const std::string& expression) const;
  /// A run with `--waves x.vcd` is in its cycle 1000 or later.
  static constexpr const char* is_in_cycle_1000 = "grep -q '^#1000$' x.vcd.partial";
  /// SIGINT and SIGTERM, bits 2 and 15, no longer end the process. A run may still be building its network.
  static constexpr const char* listens = "grep -q '^SigCgt:.*[4567cdef]..[2367abef]$' /proc/$pid/status";

 private:
  TestFolder folder_;
};

/// The path of a file of the repository.
std::string in_repository(const std::string& file);

}  // namespace slackline::test
