// The folder of a run's results. Everything is written aside and then renamed: whatever happens, the folder holds the
// old results, or the new ones, or does not exist.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace slackline::report {

/// Why results cannot go where they should: the folder holds something else, or cannot be written.
struct ResultsFolderError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Name and contents.
using Files = std::vector<std::pair<std::string, std::string>>;

class ResultsFolder {
 public:
  /// Prepares to write `path`, before a run: makes the folder aside. Throws ResultsFolderError when `path` is a file,
  /// or holds anything but the results of an earlier run.
  explicit ResultsFolder(const std::string& path);
  /// Leaves nothing behind that was not published.
  ~ResultsFolder();
  ResultsFolder(const ResultsFolder&) = delete;
  ResultsFolder& operator=(const ResultsFolder&) = delete;

  /// Where files may be written that are too large to be handed over; they are published with the others.
  const std::string& aside() const { return aside_; }

  /// Writes files and puts them in place, instead of earlier results. Throws ResultsFolderError.
  void publish(const Files& files);

  static constexpr const char* manifest_name = "manifest.json";

 private:
  std::string path_, aside_;
};

}  // namespace slackline::report
