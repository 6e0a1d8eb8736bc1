#include "testbench/settings/resolved.hpp"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

namespace slackline::settings {

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
    out_ << YAML::BeginSeq;
    for (const Record& record : records) {
      out_ << YAML::Flow << YAML::BeginMap;
      write_fields(record.begin(), record.end(), "");
      out_ << YAML::EndMap;
    }
    out_ << YAML::EndSeq;
  }

 private:
  using Fields = Record::const_iterator;

  /// Some fields of a record, all within a group of them.
  void write_fields(Fields begin, Fields end, const std::string& group) const {
    const KeyTable& fields = std::get<RecordList>(key_.type).fields();
    while (begin != end) {
      const std::string name(begin->first.substr(group.size())), within = name.substr(0, name.find('.'));
      out_ << YAML::Key << within << YAML::Value;
      Fields next = begin + 1;
      if (within == name) {
        std::visit(ValueWriter(*fields.find(key_.path + "." + std::string(begin->first)), out_), begin->second);
      } else {
        const std::string inner = group + within + ".";
        while (next != end && next->first.substr(0, inner.size()) == inner) ++next;
        out_ << YAML::BeginMap;
        write_fields(begin, next, inner);
        out_ << YAML::EndMap;
      }
      begin = next;
    }
  }

  const Key& key_;
  YAML::Emitter& out_;
};

/// From the root, without links and dots, as far as it exists.
std::filesystem::path whole_path(const std::filesystem::path& path) {
  return std::filesystem::weakly_canonical(std::filesystem::absolute(path));
}

class Writer {
 public:
  Writer(const Reading& reading, const std::filesystem::path& folder, const PlaysPart& plays_part,
         const FieldPlaysPart& field_plays_part)
      : reading_(reading), plays_part_(plays_part), field_plays_part_(field_plays_part), folder_(whole_path(folder)) {}

  std::string text() {
    out_ << YAML::BeginMap;
    write_group("");
    out_ << YAML::EndMap;
    return std::string(out_.c_str()) + "\n";
  }

 private:
  /// The keys of a group, in the order of the table; groups inside it at their first key.
  void write_group(const std::string& group) {
    std::set<std::string> begun;  // keys of a group need not stand together in the table
    for (const Key& key : reading_.keys()) {
      if (key.path.substr(0, group.size()) != group) continue;
      const std::string_view rest = std::string_view(key.path).substr(group.size());
      const std::size_t dot = rest.find('.');
      if (dot == std::string_view::npos) {
        write_key(key, std::string(rest));
      } else if (const std::string inner(rest.substr(0, dot));
                 has_values(group + inner + ".") && begun.insert(inner).second) {
        out_ << YAML::Key << inner << YAML::Value << YAML::BeginMap;
        write_group(group + inner + ".");
        out_ << YAML::EndMap;
      }
    }
  }

  bool has_values(const std::string& group) const {
    for (const Key& key : reading_.keys())
      if (key.path.substr(0, group.size()) == group && is_written(key)) return true;
    return false;
  }

  /// A key that is given displaces it: a file with both could not be read. Its value is the default, or comes from the file
  /// that the other one names.
  bool is_displaced(const Key& key) const {
    const auto given = reading_.given.find(key.path);
    const auto displaces_it = [&](const Key& other) {
      const auto by = [&](const Displacement& one) {
        return std::count(one.keys.begin(), one.keys.end(), key.path) != 0 && one.holds(reading_.values());
      };
      if (!is_given(reading_, other.path) || std::none_of(other.displacements.begin(), other.displacements.end(), by))
        return false;
      return given == reading_.given.end() || (std::holds_alternative<FileName>(other.type) &&
                                               given->second.source->name() == path_of(reading_, other.path));
    };
    return std::any_of(reading_.keys().begin(), reading_.keys().end(), displaces_it);
  }

  /// Nothing means "none": a key without a value is left out.
  bool is_written(const Key& key) const {
    const std::string text = to_string(value_of(key, reading_.values()));
    return text != "[]" && !text.empty() && applies(key, reading_.values()) && plays_part_(key) && !is_displaced(key);
  }

  void write_key(const Key& key, const std::string& name) {
    if (!is_written(key)) return;
    Value value = value_of(key, reading_.values());
    if (std::holds_alternative<FileName>(key.type)) value = relative(path_of(reading_, key.path));
    if (auto* records = std::get_if<std::vector<Record>>(&value)) {
      leave_out_useless(key, *records);
      make_relative(key, *records);
    }
    out_ << YAML::Key << name << YAML::Value;
    std::visit(ValueWriter(key, out_), value);
  }

  std::string relative(const std::string& path) const { return whole_path(path).lexically_relative(folder_).string(); }

  /// Fields without an effect, which a preset may have given.
  void leave_out_useless(const Key& list, std::vector<Record>& records) const {
    if (!field_plays_part_) return;
    const KeyTable& fields = std::get<RecordList>(list.type).fields();
    for (std::size_t i = 0; i < records.size(); ++i) {
      const auto is_useless = [&](const auto& entry) {
        return !field_plays_part_(list, i, *fields.find(list.path + "." + std::string(entry.first)));
      };
      records[i].erase(std::remove_if(records[i].begin(), records[i].end(), is_useless), records[i].end());
    }
  }

  /// The names of files in records.
  void make_relative(const Key& list, std::vector<Record>& records) const {
    const KeyTable& fields = std::get<RecordList>(list.type).fields();
    for (std::size_t i = 0; i < records.size(); ++i)
      for (auto& [name, value] : records[i])
        if (const Key* field = fields.find(list.path + "." + std::string(name));
            std::holds_alternative<FileName>(field->type))
          value = relative(path_of(reading_, list.path, i, name, std::get<std::string>(value)));
  }

  const Reading& reading_;
  const PlaysPart& plays_part_;
  const FieldPlaysPart& field_plays_part_;
  const std::filesystem::path folder_;
  YAML::Emitter out_;
};

}  // namespace

std::string resolved_yaml(const Reading& reading, const std::filesystem::path& folder, const PlaysPart& plays_part,
                          const FieldPlaysPart& field_plays_part) {
  return Writer(reading, folder, plays_part, field_plays_part).text();
}

}  // namespace slackline::settings
