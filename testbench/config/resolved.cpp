#include "testbench/config/resolved.hpp"

#include <yaml-cpp/yaml.h>

#include <memory>
#include <utility>

#include "testbench/config/file_names.hpp"
#include "testbench/config/key.hpp"
#include "testbench/config/replay_meaning.hpp"

namespace slackline::config {

namespace {

/// A key's value as its type writes it. Only texts need quotation marks: all else is words and numbers.
class ValueWriter {
 public:
  ValueWriter(const Key& key, YAML::Emitter& out) : key_(key), out_(out) {}

  void operator()(std::uint64_t value) const { out_ << value; }
  void operator()(double value) const { out_ << to_string(value); }
  void operator()(const std::string& value) const {
    if (std::holds_alternative<Text>(key_.type) || std::holds_alternative<FileName>(key_.type))
      out_ << YAML::DoubleQuoted;
    out_ << value;
  }
  void operator()(const std::vector<std::uint64_t>& values) const {
    out_ << YAML::Flow << YAML::BeginSeq;
    for (const std::uint64_t value : values) out_ << value;
    out_ << YAML::EndSeq;
  }
  void operator()(const std::vector<std::string>& values) const {
    out_ << YAML::Flow << YAML::BeginSeq;
    for (const std::string& value : values) out_ << YAML::DoubleQuoted << value;
    out_ << YAML::EndSeq;
  }
  void operator()(const std::vector<Record>& records) const {
    const auto& fields = std::get<RecordList>(key_.type).fields();
    out_ << YAML::BeginSeq;
    for (const Record& record : records) {
      out_ << YAML::Flow << YAML::BeginMap;
      for (const auto& [name, value] : record)
        for (const Key& field : fields)
          if (field.name() == name) {
            out_ << YAML::Key << std::string(name) << YAML::Value;
            std::visit(ValueWriter(field, out_), value);
          }
      out_ << YAML::EndMap;
    }
    out_ << YAML::EndSeq;
  }

 private:
  const Key& key_;
  YAML::Emitter& out_;
};

/// Keys that may not be given together with one that the experiment gives, or with its kind of topology.
bool is_displaced(const Key& key, const Experiment& e) {
  if (key.path == "traffic.packet.flits" && !e.traffic.lengths.empty()) return true;
  if (key.path == "traffic.permutation" && !e.traffic.permutation_file.empty()) return true;
  const bool file_names_hosts = e.topology.given != nullptr && e.topology.given->names_hosts;
  if (key.path == "topology.hosts_per_switch" && e.topology.kind == TopologyKind::file && file_names_hosts) return true;
  return !applies(key, e) || !plays_part(key, e);
}

/// From the root, without links and dots, as far as it exists.
std::filesystem::path whole_path(const std::filesystem::path& path) {
  return std::filesystem::weakly_canonical(std::filesystem::absolute(path));
}

class Writer {
 public:
  Writer(const Reading& reading, const std::filesystem::path& folder)
      : reading_(reading), folder_(whole_path(folder)) {}

  std::string text() {
    out_ << YAML::BeginMap;
    write_group("");
    out_ << YAML::EndMap;
    return std::string(out_.c_str()) + "\n";
  }

 private:
  /// The keys of a group, in the order of the table; groups inside it at their first key.
  void write_group(const std::string& group) {
    std::string begun;
    for (const Key& key : key_table()) {
      if (key.path.substr(0, group.size()) != group) continue;
      const std::string_view rest = key.path.substr(group.size());
      const std::size_t dot = rest.find('.');
      if (dot == std::string_view::npos) {
        write_key(key, std::string(rest));
      } else if (const std::string inner(rest.substr(0, dot)); inner != begun && has_values(group + inner + ".")) {
        begun = inner;
        out_ << YAML::Key << inner << YAML::Value << YAML::BeginMap;
        write_group(group + inner + ".");
        out_ << YAML::EndMap;
      }
    }
  }

  bool has_values(const std::string& group) const {
    for (const Key& key : key_table())
      if (key.path.substr(0, group.size()) == group && is_written(key)) return true;
    return false;
  }

  /// Nothing means "none": a key without a value is left out.
  bool is_written(const Key& key) const {
    const std::string text = to_string(value_of(key, reading_.experiment));
    return text != "[]" && !text.empty() && !is_displaced(key, reading_.experiment);
  }

  void write_key(const Key& key, const std::string& name) {
    if (!is_written(key)) return;
    Value value = value_of(key, reading_.experiment);
    if (std::holds_alternative<FileName>(key.type))
      value = whole_path(path_of(reading_, key)).lexically_relative(folder_).string();
    out_ << YAML::Key << name << YAML::Value;
    std::visit(ValueWriter(key, out_), value);
  }

  const Reading& reading_;
  const std::filesystem::path folder_;
  YAML::Emitter out_;
};

}  // namespace

std::string resolved_yaml(const Reading& reading, const std::filesystem::path& folder) {
  return Writer(reading, folder).text();
}

std::vector<std::string> input_files(const Reading& reading) {
  std::vector<std::string> files;
  for (const Key& key : key_table())
    if (const auto* type = std::get_if<FileName>(&key.type);
        type != nullptr && type->is_input && key.path != "traffic.trace")
      if (std::string path = path_of(reading, key); !path.empty()) files.push_back(std::move(path));
  files.insert(files.end(), reading.trace_files.begin(), reading.trace_files.end());
  return files;
}

}  // namespace slackline::config
