#include "testbench/features/files/file_use.hpp"

#include <algorithm>
#include <optional>

#include "testbench/fabric_file/fabric_file.hpp"
#include "testbench/fabric_file/graphml.hpp"
#include "testbench/text/file_format.hpp"
#include "testbench/text/first_lines.hpp"
#include "testbench/text/trace_format.hpp"

namespace slackline::features {

namespace {

bool is_experiment(std::string_view text) {
  constexpr std::string_view key = "schema_version";
  for (std::string_view line : text::first_lines(text, 100)) {
    line.remove_prefix(std::min(line.find_first_not_of("{\" "), line.size()));
    if (line.substr(0, key.size()) == key && line.find(':') != line.npos) return true;
  }
  return false;
}

}  // namespace

Finding of_file_named(const std::string& path, const Finding& what) {
  return what.problem.empty() ? value_found(path, what.value) : problem(path + ": " + what.problem);
}

std::string other_kind(std::string_view text, FileUse use) {
  text = text.substr(0, most_judged_bytes);
  const bool in_experiment = use == FileUse::experiment;
  if (const std::string_view known = text::known_format(text); !known.empty()) return std::string(known);
  if (use == FileUse::table) return "";
  if (!in_experiment && text::is_json(text)) return "a JSON file";
  if (is_experiment(text)) return in_experiment ? "" : "an experiment in YAML, which slackline run FILE takes";
  if (use != FileUse::network)
    if (const std::optional<fabric_file::Format> format = fabric_file::evident_format(text))
      return "a network (" + std::string(fabric_file::word_of(*format)) + "), which " +
             (in_experiment ? "an experiment names: topology: { kind: file, file: NAME }" : "topology.file names");
  if (use != FileUse::trace)
    if (const text::TraceFormat format = text::evident_trace_format(text); format != text::TraceFormat::none)
      return std::string(text::name_of(format)) + ", which " +
             (in_experiment ? "an experiment names: traffic: { trace: NAME }" : "traffic.trace names");
  // Of a network UTF-16 is text, too; the place of a byte that no experiment has is shown.
  const bool is_data = use == FileUse::network ? !fabric_file::is_xml(text) : !in_experiment;
  return is_data && text::is_binary(text) ? "a file that is no text" : "";
}

const char* wanted(FileUse use) {
  switch (use) {
    case FileUse::experiment: return "an experiment in YAML: schema_version: 1, and keys";
    case FileUse::network: return fabric_file::formats;
    case FileUse::trace:
      return "a time-independent trace of SimGrid (smpirun -trace-ti), a list or a folder of such files, "
             "or .prof files of Open MPI's monitoring";
    case FileUse::table: break;
  }
  return "a file";
}

FileKind kind_of(FileUse use) {
  switch (use) {
    case FileUse::experiment:
      return {wanted(use), [](std::string_view text) { return other_kind(text, FileUse::experiment); }};
    case FileUse::network:
      return {wanted(use), [](std::string_view text) { return other_kind(text, FileUse::network); }};
    case FileUse::trace: return {wanted(use), [](std::string_view text) { return other_kind(text, FileUse::trace); }};
    case FileUse::table: break;
  }
  return {wanted(use), [](std::string_view text) { return other_kind(text, FileUse::table); }};
}

SourcePtr read_file(const std::string& path, InputErrors& errors, std::size_t most, FileUse use) {
  return settings::read_file(path, errors, most, kind_of(use));
}

SourcePtr read_file_of(Reading& reading, std::string_view key, std::size_t most, FileUse use) {
  return read_file_of(reading, key, path_of(reading, key), most, use);
}

SourcePtr read_file_of(Reading& reading, std::string_view key, const std::string& path, std::size_t most, FileUse use) {
  InputErrors of_file;
  SourcePtr file = read_file(path, of_file, most, use);
  if (file != nullptr) return file;
  const auto given = reading.given.find(key);
  const Place by =
      given == reading.given.end() ? Place{reading.file, {}} : Place{given->second.source, given->second.at};
  for (const InputError& error : of_file)
    reading.errors.push_back({by.source, by.at, std::string(key), of_file_named(path, error.what), error.expected, ""});
  reading.doubtful.insert(std::string(key));
  return nullptr;
}

}  // namespace slackline::features
