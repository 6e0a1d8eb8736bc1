// The folder of a run's results. Everything is written aside and then renamed: whatever happens, the folder holds the
// old results, or the new ones, or does not exist.
//
//   .NAME.XXXXXX/             aside: next to the folder NAME
//     .unfinished             locked while the run goes on
//     results/                becomes NAME when the run is over
//     old/                    NAME before that, where the file system cannot exchange two folders
//
// .unfinished exists from the first to the last moment. While it is locked, another command with the same folder is
// refused. When it is not locked, the run was killed, and the next command removes the folder aside. A folder aside
// without it, and with something in it, is kept: it holds what could go nowhere else. One command at a time reads and
// changes the folder's parent: ResultsPlace locks it.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "testbench/files/lock.hpp"
#include "testbench/present/section.hpp"

namespace slackline::report {

/// Why results cannot go where they should: the folder holds something else, cannot be written, or another run is
/// about to write it.
struct ResultsFolderError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using present::Files;

/// A place for results that nobody else is about to fill. As long as it lives, no other command can begin to.
class ResultsPlace {
 public:
  enum class MakeParent : bool { no, yes };

  /// Throws ResultsFolderError when another run is about to write there.
  ResultsPlace(const std::string& path, MakeParent make_parent);

  /// Removes what killed runs have left behind, and names it.
  std::vector<std::string> remove_leftovers();

 private:
  /// Folders of the parent that may be aside, of runs that go on or were killed.
  std::vector<std::string> asides() const;
  bool remove_leftover(const std::string& name);

  std::string given_, path_;  // as the user wrote it; without links
  std::unique_ptr<files::Lock> one_at_a_time_;
};

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
  const std::string& aside() const { return results_; }

  /// Folders of killed runs that have been removed.
  const std::vector<std::string>& removed() const { return removed_; }

  /// Writes files and puts them in place, instead of earlier results; to be called once. A file that cannot be written is
  /// left out. Where something else is in their place by now, as a file that the user has put there during the run, the
  /// results go next to it, to NAME.1 or the next number that is free. The reasons are returned, a sentence each. Without
  /// the manifest nothing can be published: throws ResultsFolderError.
  std::vector<std::string> publish(const Files& files);

  /// Where the results are, once published: `path`, or where they are instead.
  const std::string& place() const { return place_; }

  /// `text` with the folder's own name instead of that of the one aside: of messages about files there.
  std::string by_final_name(std::string text) const;

  static constexpr const char* manifest_name = "manifest.json";

 private:
  /// Why it could not be done; empty: it was.
  std::string put_in_place();
  /// Puts the results under a name that is free.
  void put_beside();
  /// From now on the folder aside is none of a run: nobody removes it.
  void keep_aside();

  std::string given_, path_, place_;  // as the user wrote it; without links; where the results are
  std::string aside_, results_;       // the folder aside; that of the results in it
  std::unique_ptr<files::Lock> lock_;
  std::vector<std::string> removed_;
};

}  // namespace slackline::report
