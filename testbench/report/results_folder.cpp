#include "testbench/report/results_folder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
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
  if (!ours) return "holds something else than results; give a new folder or an empty one";
  for (const std::string& name : present)
    if (std::find(ours->begin(), ours->end(), name) == ours->end() || !fs::is_regular_file(path / name, error))
      return "holds " + name + ", which is not a result; it would be lost";
  return "";
}

constexpr const char* unfinished = ".unfinished";  // in a folder aside, while its run goes on

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

}  // namespace

ResultsFolder::ResultsFolder(const std::string& path) : given_(path) {
  std::error_code error;
  fs::path target = fs::weakly_canonical(fs::absolute(path, error), error);
  if (path.empty() || error) fail(path, error ? error.message() : "is no name of a folder");
  if (!target.has_filename()) target = target.parent_path();  // written with a / at the end
  if (!target.has_filename()) fail(path, "cannot be replaced");
  const fs::path here = fs::current_path(error);
  if (std::mismatch(target.begin(), target.end(), here.begin(), here.end()).first == target.end())
    fail(path, "is where the command runs, and would be replaced while it is in use");
  if (const std::string why = objection(target); !why.empty()) fail(path, why);

  fs::create_directories(target.parent_path(), error);
  if (error) fail(path, "its parent folder cannot be made: " + error.message());
  path_ = target.string();
  const files::Lock one_at_a_time(target.parent_path().string(), files::Lock::Wait::yes);
  remove_leftovers(path);
  std::string aside = files::pattern_beside(path_);
  if (mkdtemp(aside.data()) == nullptr) fail_with_errno(path, "no folder can be made next to it");
  const std::string marker = (fs::path(aside) / unfinished).string();
  if (const std::string why = write_file(marker, "the results of a run that goes on\n"); !why.empty()) {
    fs::remove_all(aside, error);
    fail(path, "cannot be written: " + why);
  }
  lock_ = std::make_unique<files::Lock>(marker);
  aside_ = aside;
}

void ResultsFolder::remove_leftovers(const std::string& path) {
  const fs::path parent = fs::path(path_).parent_path();
  const std::string pattern = fs::path(files::pattern_beside(path_)).filename().string();
  std::error_code error;
  std::vector<fs::path> found;
  for (fs::directory_iterator i(parent, error), end; !error && i != end; i.increment(error))
    if (fits(i->path().filename().string(), pattern) && fs::is_regular_file(i->path() / unfinished, error))
      found.push_back(i->path());
  std::sort(found.begin(), found.end());
  for (const fs::path& leftover : found) {
    const files::Lock lock((leftover / unfinished).string());
    if (lock.held_by_another()) fail(path, "another run is about to write its results there; give another folder");
    if (lock.held() && fs::remove_all(leftover, error) != static_cast<std::uintmax_t>(-1))
      removed_.push_back(leftover.string());
  }
}

ResultsFolder::~ResultsFolder() {
  std::error_code ignored;
  if (!aside_.empty()) fs::remove_all(aside_, ignored);
}

std::string ResultsFolder::by_final_name(std::string text) const {
  for (std::size_t at = 0; !aside_.empty() && (at = text.find(aside_, at)) != std::string::npos; at += given_.size())
    text.replace(at, aside_.size(), given_);
  return text;
}

std::vector<std::string> ResultsFolder::publish(const Files& files) {
  std::vector<std::string> left_out;
  const auto write = [&](const std::string& name, const std::string& contents) {
    const std::string why = write_file(fs::path(aside_) / name, contents);
    if (why.empty()) return;
    const std::string sentence = (fs::path(given_) / name).string() + ": cannot be written: " + why;
    if (name == manifest_name) throw ResultsFolderError(sentence);
    left_out.push_back(sentence + "; the other results are kept");
  };
  // The manifest first: where there is little room left, it is small.
  for (const bool manifest : {true, false})
    for (const auto& [name, contents] : files)
      if ((name == manifest_name) == manifest) write(name, contents);
  fs::remove(fs::path(aside_) / unfinished);
  chmod(aside_.c_str(), files::public_rights(0777));

  if (const std::string why = objection(path_); !why.empty()) fail(path_, why);  // it may have changed since
  if (std::rename(aside_.c_str(), path_.c_str()) == 0) {                         // nothing there, or an empty folder
    aside_.clear();
    return left_out;
  }
  // Earlier results: the two folders change places in one step; the destructor then removes the old one.
  if (renameat2(AT_FDCWD, aside_.c_str(), AT_FDCWD, path_.c_str(), RENAME_EXCHANGE) == 0) return left_out;
  // A file system that cannot do that: for an instant there is no folder.
  const std::string old = aside_ + ".old";
  if (std::rename(path_.c_str(), old.c_str()) != 0) fail_with_errno(path_, "cannot be replaced");
  if (std::rename(aside_.c_str(), path_.c_str()) != 0) {
    const int why = errno;
    (void)std::rename(old.c_str(), path_.c_str());
    errno = why;
    fail_with_errno(path_, "cannot be replaced");
  }
  aside_ = old;
  return left_out;
}

}  // namespace slackline::report
