#include "testbench/trace_file/trace_file.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>
#include <tuple>
#include <utility>

#include "testbench/config/document.hpp"
#include "testbench/config/file_names.hpp"
#include "testbench/config/mapping_file.hpp"
#include "testbench/config/number.hpp"
#include "testbench/config/utf8.hpp"
#include "testbench/text/file_format.hpp"
#include "testbench/text/some_of.hpp"
#include "testbench/trace_file/lines.hpp"
#include "testbench/trace_file/monitoring.hpp"
#include "testbench/trace_file/ti_trace.hpp"

namespace slackline::trace_file {

namespace {

namespace fs = std::filesystem;
constexpr const char* key = "traffic.trace";
constexpr const char* formats =
    "a time-independent trace of SimGrid (smpirun -trace-ti), a list or a folder of such files, or .prof files of Open "
    "MPI's monitoring";

bool is_other_format(const config::Source& file) {
  return !text::known_format(file.text()).empty() || text::is_binary(file.text());
}

/// A call of a rank, or a line of Open MPI's monitoring.
bool looks_like_a_trace(const config::Source& file) {
  bool is_trace = false;
  for_each_line(file, [&](std::size_t, const std::vector<Word>& words) {
    const bool is_number = words[0].text.find_first_not_of("0123456789") == std::string_view::npos;
    is_trace = words.size() > 1 && (is_number || is_of_monitoring(words[0].text));
    return false;
  });
  return is_trace;
}

/// The last number of a name, by which files of a folder are in order: its digits without leading zeros.
std::string last_number(const std::string& name) {
  const std::size_t end = name.find_last_of("0123456789");
  if (end == std::string::npos) return "";
  const std::size_t before = name.find_last_not_of("0123456789", end);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  std::string digits = name.substr(begin, end + 1 - begin);
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  return digits;
}

class FileFinder {
 public:
  FileFinder(config::Reading& reading, std::size_t most_bytes)
      : reading_(reading), by_(reading.given.find(key)->second), most_bytes_(most_bytes) {}

  std::vector<config::SourcePtr> find() {
    const std::string path = config::path_of(reading_, *config::find_key(key));
    std::error_code error;
    if (fs::is_directory(path, error)) {
      for (const std::string& file : files_in(path)) add(file);
      leave_out_others();
      return std::move(files_);
    }
    add(path);
    if (files_.empty()) return {};
    if (is_other_format(*files_.front())) return std::move(files_);  // no list; refused as a trace
    const std::vector<std::string> listed = list(files_.front());
    if (!listed.empty()) files_.clear();
    for (const std::string& name : listed) add(listed_path(fs::path(path).parent_path(), name));
    return std::move(files_);
  }

 private:
  /// Names in a list count from its own folder, or else from the folder above: where the program ran that wrote it.
  static std::string listed_path(const fs::path& folder, const std::string& name) {
    const fs::path here = folder / name, above = folder / ".." / name;
    std::error_code error;
    return (!fs::exists(here, error) && fs::exists(above, error) ? above : here).string();
  }

  /// Other files in a folder with traces: a README, a script.
  void leave_out_others() {
    const auto other = [](const config::SourcePtr& file) { return !looks_like_a_trace(*file); };
    if (std::all_of(files_.begin(), files_.end(), other)) return;
    std::vector<std::string> names;
    for (const config::SourcePtr& file : files_)
      if (other(file)) names.push_back(fs::path(file->name()).filename().string());
    if (names.empty()) return;
    files_.erase(std::remove_if(files_.begin(), files_.end(), other), files_.end());
    reading_.notes.push_back("traffic.trace: left out, no traces: " + config::escaped(text::some_of(names), 200));
    reading_.trace_files.clear();
    for (const config::SourcePtr& file : files_) reading_.trace_files.push_back(file->name());
  }

  std::vector<std::string> files_in(const std::string& folder) {
    std::vector<std::pair<std::string, std::string>> files;  // number, path
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
      if (at->is_regular_file(error) && files.size() <= most_files)
        files.emplace_back(last_number(at->path().filename().string()), at->path().string());
    if (error) refuse(error.message(), "a folder that can be read");
    if (files.empty() && !error) refuse("an empty folder", "a folder with the files of a trace");
    std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) {
      return std::make_tuple(a.first.size(), a.first, a.second) < std::make_tuple(b.first.size(), b.first, b.second);
    });
    std::vector<std::string> paths;
    for (auto& file : files) paths.push_back(std::move(file.second));
    return paths;
  }

  /// The names that a file lists; none where it is a trace itself.
  std::vector<std::string> list(const config::SourcePtr& file) {
    std::vector<std::string> names;
    bool is_list = true;
    FileFaults faults(file, reading_.faults);
    for_each_line(*file, [&](std::size_t line, const std::vector<Word>& words) {
      if (names.empty() && words.size() != 1) return is_list = false;
      if (words.size() == 1)
        names.emplace_back(words[0].text);
      else
        faults.add(line, words[1], "", "the name of one file a line");
      return !faults.too_many() && names.size() <= most_files;
    });
    return is_list ? names : std::vector<std::string>();
  }

  void add(const std::string& path) {
    if (failed_) return;
    if (files_.size() == most_files) return refuse("more than " + std::to_string(most_files) + " files", "fewer");
    const config::SourcePtr file = config::read_file(path, reading_.faults, most_bytes_ - bytes_);
    if (file == nullptr) {
      reading_.faults.back().key = key;
      if (std::string& allowed = reading_.faults.back().allowed; !allowed.empty())
        allowed = "at most " + std::to_string(most_bytes_ >> 20) + " MiB in all files of a trace together";
      failed_ = ++missing_ >= most_reported;
      return;
    }
    bytes_ += file->text().size();
    reading_.trace_files.push_back(path);
    files_.push_back(file);
  }

  void refuse(const std::string& read, const std::string& allowed) {
    failed_ = true;
    reading_.faults.push_back({by_.source, by_.at, key, read, allowed, ""});
  }

  static constexpr unsigned most_reported = 10;
  config::Reading& reading_;
  config::Origin by_;
  std::size_t most_bytes_;  ///< of all files together
  std::vector<config::SourcePtr> files_;
  std::size_t bytes_ = 0;
  unsigned missing_ = 0;
  bool failed_ = false;
};

}  // namespace

std::vector<config::SourcePtr> trace_sources(config::Reading& reading, std::size_t most_bytes) {
  if (reading.given.count(key) == 0 || reading.experiment.traffic.replay.trace_file.empty()) return {};
  return FileFinder(reading, most_bytes).find();
}

void read_trace(config::Reading& reading) {
  config::read_mapping_file(reading);
  const std::size_t before = reading.faults.size();
  const std::vector<config::SourcePtr> files = trace_sources(reading);
  if (files.empty() && reading.faults.size() == before) return;
  if (reading.faults.size() == before) read_trace(reading, files);
  if (reading.faults.size() != before) reading.doubtful.insert(key);
}

void read_trace(config::Reading& reading, const std::vector<config::SourcePtr>& files) {
  for (const config::SourcePtr& file : files) {
    if (!is_other_format(*file)) continue;
    const std::string_view known = text::known_format(file->text());
    reading.faults.push_back(
        {file, {}, key, known.empty() ? "a file that is no text" : std::string(known), formats, ""});
    reading.doubtful.insert(key);
    return;
  }
  std::string_view first;
  for (const config::SourcePtr& file : files)
    for_each_line(*file, [&](std::size_t, const std::vector<Word>& words) {
      if (first.empty()) first = words[0].text;
      return false;
    });
  const std::size_t before = reading.faults.size();
  replay::Trace trace =
      is_of_monitoring(first) ? read_monitoring(files, reading.faults) : read_ti_trace(files, reading.faults);
  if (reading.faults.size() == before)
    reading.experiment.traffic.replay.trace = std::make_shared<const replay::Trace>(std::move(trace));
  else
    reading.doubtful.insert(key);
}

}  // namespace slackline::trace_file
