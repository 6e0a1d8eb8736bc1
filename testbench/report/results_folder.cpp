#include "testbench/report/results_folder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "testbench/files/aside.hpp"
#include "testbench/report/manifest.hpp"

namespace slackline::report {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const std::string& path, const std::string& why) { throw ResultsFolderError(path + ": " + why); }

[[noreturn]] void fail_with_errno(const std::string& path, const std::string& what) {
  fail(path, what + ": " + std::strerror(errno));
}

/// Why a path may not be replaced by results; empty when it may.
std::string objection(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) return "";
  if (status.type() == fs::file_type::none) return error.message();
  if (status.type() != fs::file_type::directory) return "is not a folder";

  std::vector<std::string> present;
  for (fs::directory_iterator i(path, error), end; !error && i != end; i.increment(error))
    present.push_back(i->path().filename().string());
  if (error) return error.message();
  if (present.empty()) return "";
  std::sort(present.begin(), present.end());

  std::ifstream file(path / ResultsFolder::manifest_name);
  std::ostringstream text;
  text << file.rdbuf();
  const auto ours = files_of_manifest(text.str());
  if (!ours) return "holds something else than results";
  for (const std::string& name : present)
    if (std::find(ours->begin(), ours->end(), name) == ours->end() || !fs::is_regular_file(path / name, error))
      return "holds " + name + ", which is not a result and would be lost";
  return "";
}

// The contents of a folder aside: results_folder.hpp.
constexpr const char* unfinished = ".unfinished";
constexpr const char* results_name = "results";
constexpr const char* old_name = "old";

/// Other commands hold a parent's lock for an instant. One that does not let go is a stranger, such as `flock . slackline
/// run`: then this command goes on without it, as where there are no locks.
constexpr std::chrono::seconds patience(3);

/// Why it could not be written; empty: it was.
std::string write_file(const fs::path& path, const std::string& contents) {
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file << contents;
  file.close();
  if (file) return "";
  std::string why = std::strerror(errno);
  std::error_code ignored;
  fs::remove(path, ignored);
  return why;
}

/// Whether `name` may be what mkdtemp() has made of a pattern.
bool fits(const std::string& name, const std::string& pattern) {
  constexpr std::size_t drawn = 6;
  return name.size() == pattern.size() && name.compare(0, name.size() - drawn, pattern, 0, name.size() - drawn) == 0;
}

/// Where a path leads to, without a / at the end. Throws when that cannot be the place of results.
std::string without_links(const std::string& path) {
  std::error_code error;
  fs::path target = fs::weakly_canonical(fs::absolute(path, error), error);
  if (path.empty() || error) fail(path, error ? error.message() : "is no name of a folder");
  if (!target.has_filename()) target = target.parent_path();
  if (!target.has_filename()) fail(path, "cannot be replaced");
  return target.string();
}

/// The name of an entry next to `path`, in the user's words where they say where that is: `given` leads to `path`.
std::string beside(const std::string& given_path, const std::string& path, const std::string& name) {
  fs::path given(given_path);
  if (!given.has_filename()) given = given.parent_path();
  const fs::path parent = fs::path(path).parent_path(), given_parent = given.parent_path();
  std::error_code error;
  const fs::path leads_to = fs::weakly_canonical(given_parent.empty() ? "." : given_parent, error);
  return ((leads_to == parent ? given_parent : parent) / name).string();
}

/// The marker goes last: the folder of a killed run is marked, or empty.
void remove_aside(const fs::path& aside) {
  std::error_code error;
  std::vector<fs::path> found;
  for (fs::directory_iterator i(aside, error), end; !error && i != end; i.increment(error))
    if (i->path().filename() != unfinished) found.push_back(i->path());
  for (const fs::path& path : found)
    if (fs::remove_all(path, error) == static_cast<std::uintmax_t>(-1)) return;  // the next run tries again
  fs::remove_all(aside, error);
}

/// The folder of a run that was killed before its marker existed, or after it was removed: empty, and private as mkdtemp()
/// makes it.
bool is_empty_aside(const fs::path& path) {
  struct stat status {};
  std::error_code error;
  return lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && (status.st_mode & 0777) == 0700 &&
         status.st_uid == geteuid() && fs::is_empty(path, error) && !error;
}

}  // namespace

ResultsPlace::ResultsPlace(const std::string& path, MakeParent make_parent) : given_(path), path_(without_links(path)) {
  const fs::path parent = fs::path(path_).parent_path();
  std::error_code error;
  if (make_parent == MakeParent::yes) fs::create_directories(parent, error);
  if (error) fail(given_, "its parent folder cannot be made: " + error.message());
  one_at_a_time_ = std::make_unique<files::Lock>(parent.string(), patience);
  for (const std::string& name : asides())
    if (files::Lock((parent / name / unfinished).string()).held_by_another())
      fail(given_, "another run is about to write its results there; give another folder");
}

std::vector<std::string> ResultsPlace::asides() const {
  const std::string pattern = fs::path(files::pattern_beside(path_)).filename().string();
  std::error_code error;
  std::vector<std::string> found;
  for (fs::directory_iterator i(fs::path(path_).parent_path(), error), end; !error && i != end; i.increment(error))
    if (const std::string name = i->path().filename().string(); fits(name, pattern) && !i->is_symlink(error))
      found.push_back(name);
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<std::string> ResultsPlace::remove_leftovers() {
  std::vector<std::string> removed;
  for (const std::string& name : asides())
    if (remove_leftover(name)) removed.push_back(beside(given_, path_, name));
  return removed;
}

bool ResultsPlace::remove_leftover(const std::string& name) {
  const fs::path leftover = fs::path(path_).parent_path() / name, marker = leftover / unfinished;
  std::error_code error;
  if (!fs::is_regular_file(marker, error))
    return one_at_a_time_->held() && is_empty_aside(leftover) && fs::remove(leftover, error);
  const files::Lock lock(marker.string());
  if (!lock.held() || !fs::exists(marker, error)) return false;  // no locks here; or the run was just over
  // Ended between two renames: the old results are still the ones that count, and are never removed.
  if (fs::exists(leftover / old_name, error) && fs::exists(leftover / results_name, error)) {
    if (fs::exists(path_, error)) return false;
    fs::rename(leftover / old_name, path_, error);
    if (error) return false;
  }
  remove_aside(leftover);
  return !fs::exists(leftover, error);
}

ResultsFolder::ResultsFolder(const std::string& path) : given_(path), path_(without_links(path)), place_(path) {
  std::error_code error;
  const fs::path target = path_, here = fs::current_path(error);
  if (std::mismatch(target.begin(), target.end(), here.begin(), here.end()).first == target.end())
    fail(given_, "is where the command runs, and would be replaced while it is in use");
  ResultsPlace place(path, ResultsPlace::MakeParent::yes);
  if (const std::string why = objection(path_); !why.empty()) fail(given_, why + "; give a new folder or an empty one");
  removed_ = place.remove_leftovers();
  std::string aside = files::pattern_beside(path_);
  if (mkdtemp(aside.data()) == nullptr) fail_with_errno(given_, "no folder can be made next to it");
  const std::string marker = (fs::path(aside) / unfinished).string();
  std::string why = write_file(marker, "the results of a run that goes on\n");
  if (why.empty() && !fs::create_directory(fs::path(aside) / results_name, error)) why = error.message();
  if (!why.empty()) {
    remove_aside(aside);
    fail(given_, "cannot be written: " + why);
  }
  lock_ = std::make_unique<files::Lock>(marker);
  aside_ = aside;
  results_ = (fs::path(aside) / results_name).string();
}

ResultsFolder::~ResultsFolder() {
  if (!aside_.empty()) remove_aside(aside_);
}

std::string ResultsFolder::by_final_name(std::string text) const {
  for (std::size_t at = 0; (at = text.find(results_, at)) != std::string::npos; at += given_.size())
    text.replace(at, results_.size(), given_);
  return text;
}

std::vector<std::string> ResultsFolder::publish(const Files& files) {
  std::vector<std::string> left_out;
  const auto write = [&](const std::string& name, const std::string& contents) {
    const std::string why = write_file(fs::path(results_) / name, contents);
    if (why.empty()) return;
    const std::string sentence = (fs::path(given_) / name).string() + ": cannot be written: " + why;
    if (name == manifest_name) throw ResultsFolderError(sentence);
    left_out.push_back(sentence + "; the other results are kept");
  };
  // The manifest first: where there is little room left, it is small.
  for (const bool manifest : {true, false})
    for (const auto& [name, contents] : files)
      if ((name == manifest_name) == manifest) write(name, contents);
  // Until the folder aside is gone no other command looks: it would take this run for one that goes on, or was killed.
  const files::Lock one_at_a_time(fs::path(path_).parent_path().string(), patience);
  if (const std::string why = put_in_place(); !why.empty()) {
    put_beside();
    left_out.push_back(given_ + ": " + why + "; the results are in " + place_);
  }
  if (!aside_.empty()) remove_aside(aside_);
  aside_.clear();
  return left_out;
}

void ResultsFolder::keep_aside() {
  std::error_code ignored;
  fs::remove(fs::path(aside_) / unfinished, ignored);
  aside_.clear();
}

std::string ResultsFolder::put_in_place() {
  if (std::string why = objection(path_); !why.empty()) return why;  // it may have changed since
  if (std::rename(results_.c_str(), path_.c_str()) == 0) return "";  // nothing there, or an empty folder
  // Earlier results: the two folders change places in one step, and the old one goes with the folder aside.
  const auto exchange = [&] {
    return renameat2(AT_FDCWD, results_.c_str(), AT_FDCWD, path_.c_str(), RENAME_EXCHANGE) == 0;
  };
  if (exchange()) {
    std::string late = objection(results_);  // it may have changed in this instant, too
    if (!late.empty() && !exchange()) keep_aside();
    return late;
  }
  // A file system that cannot: for an instant there is no folder.
  const auto failed = [] { return std::string("cannot be replaced: ") + std::strerror(errno); };
  const std::string old = (fs::path(aside_) / old_name).string();
  if (std::rename(path_.c_str(), old.c_str()) != 0) return failed();
  if (std::rename(results_.c_str(), path_.c_str()) == 0) return "";
  std::string why = failed();
  if (std::rename(old.c_str(), path_.c_str()) == 0) return why;
  keep_aside();
  return why + "; the earlier results are in " + old;
}

void ResultsFolder::put_beside() {
  constexpr unsigned most = 1000;
  for (unsigned n = 1; n <= most; ++n) {
    const std::string free = path_ + "." + std::to_string(n);
    std::error_code error;
    if (fs::exists(fs::symlink_status(free, error)) || std::rename(results_.c_str(), free.c_str()) != 0) continue;
    place_ = beside(given_, path_, fs::path(free).filename().string());
    return;
  }
  place_ = results_;
  if (!aside_.empty()) keep_aside();
}

}  // namespace slackline::report
