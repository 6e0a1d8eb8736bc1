// The folder of a run's results. Everything is written aside and then renamed: whatever happens, the folder holds the
// old results, or the new ones, or does not exist.
//
// The folder aside, ".NAME.XXXXXX", holds a file that marks it, and that is locked while the run goes on: another run
// with the same folder is refused, and the folder of a killed run is removed.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "testbench/files/lock.hpp"

namespace slackline::report {

/// Why results cannot go where they should: the folder holds something else, cannot be written, or another run is
/// about to write it.
struct ResultsFolderError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Name and contents.
using Files = std::vector<std::pair<std::string, std::string>>;

class ResultsFolder {
 public:
  /// Prepares to write `path`, before a run: makes the folder aside. Throws ResultsFolderError when `path` is a file,
  /// holds anything but the results of an earlier run, or is the folder of a run that goes on.
  explicit ResultsFolder(const std::string& path);
  /// Removes everything that was not published.
  ~ResultsFolder();
  ResultsFolder(const ResultsFolder&) = delete;
  ResultsFolder& operator=(const ResultsFolder&) = delete;

  /// Where files may be written that are too large to be handed over; they are published with the others.
  const std::string& aside() const { return aside_; }

  /// Folders of killed runs that have been removed.
  const std::vector<std::string>& removed() const { return removed_; }

  /// Writes files and puts them in place, instead of earlier results. A file that cannot be written is left out; the
  /// reasons are returned, a sentence each. Without the manifest nothing can be published: throws ResultsFolderError.
  std::vector<std::string> publish(const Files& files);

  /// `text` with the folder's own name instead of that of the one aside: of messages about files there.
  std::string by_final_name(std::string text) const;

  static constexpr const char* manifest_name = "manifest.json";

 private:
  void remove_leftovers(const std::string& path);

  std::string given_, path_, aside_;  // given_: as the user wrote it
  std::unique_ptr<files::Lock> lock_;
  std::vector<std::string> removed_;
};

}  // namespace slackline::report
