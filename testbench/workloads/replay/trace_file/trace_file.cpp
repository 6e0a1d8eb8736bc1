#include "testbench/workloads/replay/trace_file/trace_file.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <tuple>
#include <utility>

#include "testbench/features/files/file_use.hpp"
#include "testbench/settings/number.hpp"
#include "testbench/settings/reading.hpp"
#include "testbench/settings/utf8.hpp"
#include "testbench/text/first_lines.hpp"
#include "testbench/text/some_of.hpp"
#include "testbench/text/trace_format.hpp"
#include "testbench/workloads/replay/mapping_file.hpp"
#include "testbench/workloads/replay/trace_file/file_number.hpp"
#include "testbench/workloads/replay/trace_file/lines.hpp"
#include "testbench/workloads/replay/trace_file/monitoring.hpp"
#include "testbench/workloads/replay/trace_file/ti_trace.hpp"

namespace slackline::trace_file {

namespace {

namespace fs = std::filesystem;
constexpr const char* key = "traffic.trace";

using text::TraceFormat;

std::string other_kind_of(const settings::Source& file) {
  return features::other_kind(file.text(), features::FileUse::trace);
}

/// A call of a rank, or a line of Open MPI's monitoring.
bool looks_like_a_trace(const settings::Source& file) {
  const TraceFormat format = text::trace_format(file.text());
  return (format == TraceFormat::calls || format == TraceFormat::monitoring) && other_kind_of(file).empty();
}

/// "no trace: line 1 is <?xml": at that line.
settings::InputError no_trace(const settings::SourcePtr& file, const std::string& why = "") {
  const char* nothing =
      file->text().empty() ? "no trace: the file is empty" : "no trace: comments and empty lines alone";
  settings::InputError error{file, {}, key, settings::problem(nothing), features::wanted(features::FileUse::trace), ""};
  for_each_line(*file, [&](std::size_t line, const std::vector<Word>& words) {
    const Word& last = words.back();
    const std::size_t length = last.at + last.text.size() - words[0].at;
    error.at = file->position(line - 1, words[0].at, length);
    error.what = settings::problem("no trace: line " + std::to_string(line) + " is " +
                                   settings::escaped({words[0].text.data(), length}, 60) + why);
    return false;
  });
  return error;
}

class FileFinder {
 public:
  FileFinder(settings::Reading& reading, std::size_t most_bytes)
      : reading_(reading), by_(reading.given.find(key)->second), most_bytes_(most_bytes) {}

  std::vector<settings::SourcePtr> find() {
    const std::string path = settings::path_of(reading_, key);
    std::error_code error;
    if (fs::is_directory(path, error)) {
      for (const std::string& file : files_in(path)) add(file);
      leave_out_others();
      return std::move(files_);
    }
    add(path);
    if (files_.empty()) return {};
    const settings::SourcePtr file = files_.front();
    // Any other file is refused as a trace, if need be.
    if (!other_kind_of(*file).empty() || text::trace_format(file->text()) != TraceFormat::list)
      return std::move(files_);
    files_.clear();
    for (const Listed& listed : list(file, fs::path(path).parent_path())) {
      by_ = {file, listed.at};
      add(listed.path);
    }
    return std::move(files_);
  }

 private:
  /// A file of a list, and its place there.
  struct Listed {
    std::string path;
    settings::Position at;
  };

  /// Names in a list count from its own folder, or else from the folder above: where the program ran that wrote it.
  static std::string listed_path(const fs::path& folder, const std::string& name) {
    const fs::path here = folder / name, above = folder / ".." / name;
    std::error_code error;
    return (!fs::exists(here, error) && fs::exists(above, error) ? above : here).string();
  }

  /// Other files in a folder with traces: a README, a script.
  void leave_out_others() {
    // A .prof file without a line is that of a rank that has sent nothing.
    const auto other = [](const settings::SourcePtr& file) {
      const bool is_empty_prof =
          fs::path(file->name()).extension() == ".prof" && text::first_lines(file->text(), 1).empty();
      return !is_empty_prof && !looks_like_a_trace(*file);
    };
    if (std::all_of(files_.begin(), files_.end(), other)) return;
    std::vector<std::string> names;
    for (const settings::SourcePtr& file : files_)
      if (other(file)) names.push_back(fs::path(file->name()).filename().string());
    if (names.empty()) return;
    files_.erase(std::remove_if(files_.begin(), files_.end(), other), files_.end());
    reading_.notes.push_back(settings::Wording::key(key) +
                             ": left out, no traces: " + settings::escaped(text::some_of(names), 200));
    reading_.values().get<features::ReplaySettings>().trace_files.clear();
    for (const settings::SourcePtr& file : files_)
      reading_.values().get<features::ReplaySettings>().trace_files.push_back(file->name());
  }

  std::vector<std::string> files_in(const std::string& folder) {
    std::vector<std::pair<std::string, std::string>> files;  // number, path
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
      if (at->is_regular_file(error) && files.size() <= most_files)
        files.emplace_back(last_number(at->path().string()), at->path().string());
    if (error) refuse(error.message(), "a folder that can be read");
    if (files.empty() && !error) refuse("a folder without files", "a folder with the files of a trace");
    std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) {
      return std::make_tuple(a.first.size(), a.first, a.second) < std::make_tuple(b.first.size(), b.first, b.second);
    });
    std::vector<std::string> paths;
    for (auto& file : files) paths.push_back(std::move(file.second));
    return paths;
  }

  /// The paths that a file lists; with one error where there is none of these files: then it hardly is a list.
  std::vector<Listed> list(const settings::SourcePtr& file, const fs::path& folder) {
    std::vector<Listed> all;
    settings::InputErrors of_lines;
    FileErrors errors(file, of_lines);
    for_each_line(*file, [&](std::size_t line, const std::vector<Word>& words) {
      if (words.size() == 1)
        all.push_back({listed_path(folder, std::string(words[0].text)),
                       file->position(line - 1, words[0].at, words[0].text.size())});
      else
        errors.add(line, words[1], "", "the name of one file in each line");
      return !errors.too_many() && all.size() <= most_files;
    });
    std::error_code error;
    if (std::none_of(all.begin(), all.end(), [&](const Listed& listed) { return fs::exists(listed.path, error); })) {
      reading_.errors.push_back(no_trace(file, ", and there is no such file"));
      return {};
    }
    reading_.errors.insert(reading_.errors.end(), of_lines.begin(), of_lines.end());
    return all;
  }

  void add(const std::string& path) {
    if (failed_) return;
    if (files_.size() == most_files) return refuse("more than " + std::to_string(most_files) + " files", "fewer");
    const settings::SourcePtr file =
        features::read_file_of(reading_, key, path, most_bytes_ - bytes_, features::FileUse::trace);
    if (file == nullptr) {
      settings::InputError& error = reading_.errors.back();
      error.source = by_.source;
      error.at = by_.at;
      if (error.what == settings::problem(path + ": " + settings::too_large))
        error.expected = "at most " + std::to_string(most_bytes_ >> 20) + " MiB in all files of a trace together";
      failed_ = ++missing_ >= most_reported;
      return;
    }
    bytes_ += file->text().size();
    reading_.values().get<features::ReplaySettings>().trace_files.push_back(path);
    files_.push_back(file);
  }

  void refuse(const std::string& what, const std::string& expected) {
    failed_ = true;
    reading_.errors.push_back({by_.source, by_.at, key, settings::problem(what), expected, ""});
  }

  static constexpr unsigned most_reported = 10;
  settings::Reading& reading_;
  settings::Place by_;      ///< where the next file is named
  std::size_t most_bytes_;  ///< of all files together
  std::vector<settings::SourcePtr> files_;
  std::size_t bytes_ = 0;
  unsigned missing_ = 0;
  bool failed_ = false;
};

}  // namespace

std::vector<settings::SourcePtr> trace_sources(settings::Reading& reading, std::size_t most_bytes) {
  if (reading.given.count(key) == 0 || reading.values().get<features::ReplaySettings>().trace_file.empty()) return {};
  return FileFinder(reading, most_bytes).find();
}

void read_trace(settings::Reading& reading) {
  features::read_mapping_file(reading);
  const std::size_t before = reading.errors.size();
  const std::vector<settings::SourcePtr> files = trace_sources(reading);
  if (files.empty() && reading.errors.size() == before) return;
  if (reading.errors.size() == before) read_trace(reading, files);
  if (reading.errors.size() != before) reading.doubtful.insert(key);
}

namespace {

/// The one format of all files; nothing, and an error, when one is no trace, or of another format than those before it.
/// Files without a line may be of any.
std::optional<TraceFormat> format_of(const std::vector<settings::SourcePtr>& files, settings::InputErrors& errors) {
  TraceFormat common = TraceFormat::none;
  for (const settings::SourcePtr& file : files) {
    const auto refuse = [&](settings::InputError error) {
      errors.push_back(std::move(error));
      return std::nullopt;
    };
    if (const std::string other = other_kind_of(*file); !other.empty())
      return refuse({file, {}, key, settings::value_found(other), features::wanted(features::FileUse::trace), ""});
    const TraceFormat format = text::trace_format(file->text());
    const bool is_trace = format == TraceFormat::calls || format == TraceFormat::monitoring;
    if (!is_trace && !text::first_lines(file->text(), 1).empty()) return refuse(no_trace(file));
    if (is_trace && common != TraceFormat::none && format != common)
      return refuse(
          {file,
           {},
           key,
           settings::problem(std::string(text::name_of(format)) + " after " + std::string(text::name_of(common))),
           "files of one format",
           ""});
    if (is_trace) common = format;
  }
  if (common != TraceFormat::none) return common;
  if (!files.empty()) errors.push_back(no_trace(files.front()));
  return std::nullopt;
}

}  // namespace

void read_trace(settings::Reading& reading, const std::vector<settings::SourcePtr>& files) {
  const std::size_t before = reading.errors.size();
  replay::Trace trace;
  if (const std::optional<TraceFormat> format = format_of(files, reading.errors))
    trace = *format == TraceFormat::monitoring ? read_monitoring(files, reading.errors)
                                               : read_ti_trace(files, reading.errors);
  if (reading.errors.size() == before)
    reading.values().get<features::ReplaySettings>().trace = std::make_shared<const replay::Trace>(std::move(trace));
  else
    reading.doubtful.insert(key);
}

}  // namespace slackline::trace_file
