#include "testbench/settings/json_schema.hpp"

#include <nlohmann/json.hpp>
#include <type_traits>

#include "testbench/settings/key_table.hpp"

namespace slackline::settings {

namespace {

using Json = nlohmann::ordered_json;

// As the number parsers take them: number.cpp.
constexpr const char* time_pattern = "^(0|[1-9][0-9]*)([.][0-9]+)? ?(ps|ns|us)$";
constexpr const char* cycles_pattern = "^(0|[1-9][0-9]*) ?cycles?$";
constexpr const char* fraction_pattern = "^[1-9][0-9]*/[1-9][0-9]*$";
constexpr const char* rate_pattern = "^(0|[1-9][0-9]*)([.][0-9]+)? ?(Mb|Gb|MB|GB)/s$";
constexpr const char* speed_pattern = "^(0|[1-9][0-9]*)([.][0-9]+)? ?(Mflop|Gflop|Tflop)/s$";
constexpr const char* ppm_pattern = "^-?(0|[1-9][0-9]*)([.][0-9]{1,3})? ?ppm$";
constexpr const char* bytes_pattern = "^(0|[1-9][0-9]*) ?(B|kB|KiB|MB|MiB)$";

Json integer(std::uint64_t least, std::uint64_t most) {
  Json type{{"type", "integer"}, {"minimum", least}};
  if (most <= std::uint64_t{1} << 53) type["maximum"] = most;
  return type;
}

Json text_like(const char* pattern) { return {{"type", "string"}, {"pattern", pattern}}; }
Json word(std::string_view word) { return {{"const", std::string(word)}}; }

/// Words that YAML reads as something else.
Json as_yaml_reads(std::string_view word) {
  if (word == "true" || word == "false") return word == "true";
  return std::string(word);
}

Json any_of(std::vector<Json> types) {
  Json all = Json::array();
  for (Json& type : types) all.push_back(std::move(type));
  return {{"anyOf", std::move(all)}};
}

Json empty_map();
void add_keys(Json& root, const KeyTable& keys, std::size_t within);

struct TypeSchema {
  const Key& key;

  Json flits(std::vector<Json> types) const {
    if (key.takes_bytes()) types.push_back(text_like(bytes_pattern));
    return types.size() == 1 ? std::move(types.front()) : any_of(std::move(types));
  }

  Json operator()(const Integer& t) const { return flits({integer(t.least, t.most)}); }
  Json operator()(const AutoInteger& t) const { return flits({word(t.word), integer(t.least, t.most)}); }
  Json operator()(const Real& t) const { return {{"type", "number"}, {"minimum", t.least}, {"maximum", t.most}}; }
  /// Plain words that YAML reads as numbers are texts here, too.
  Json operator()(const Text& t) const {
    return {{"type", {"string", "number", "boolean"}}, {"minLength", 1}, {"maxLength", t.most_characters}};
  }
  Json operator()(const FileName&) const { return {{"type", "string"}, {"minLength", 1}}; }
  Json operator()(const Choice& t) const {
    Json words = Json::array();
    for (const ChoiceWord& w : t.words) words.push_back(as_yaml_reads(w.word));
    return {{"enum", std::move(words)}};
  }
  Json operator()(const IntegerList& t) const {
    return {{"type", "array"}, {"items", integer(t.least, t.most)}, {"minItems", t.fewest}, {"maxItems", t.longest}};
  }
  Json operator()(const TextList& t) const {
    const Json text{{"type", {"string", "number"}}, {"minLength", 1}, {"maxLength", t.most_characters}};
    Json list{{"type", "array"}, {"items", text}, {"maxItems", t.longest}};
    if (!t.are_names) return list;
    list.update({{"minItems", 1}, {"uniqueItems", true}});
    return any_of({text, std::move(list)});
  }
  Json operator()(const Period&) const { return text_like(time_pattern); }
  Json operator()(const CycleDelay& t) const {
    return any_of({integer(t.least, t.most), text_like(cycles_pattern), text_like(time_pattern)});
  }
  Json operator()(const AutoCycleDelay& t) const {
    return any_of({word(t.word), integer(t.least, t.most), text_like(cycles_pattern), text_like(time_pattern)});
  }
  Json operator()(const FlitTime&) const {
    return any_of({cycles_of_flit(), text_like(fraction_pattern), text_like(rate_pattern)});
  }
  Json operator()(const AutoFlitTime& t) const {
    return any_of({word(t.word), cycles_of_flit(), text_like(fraction_pattern)});
  }
  static Json cycles_of_flit() { return {{"type", "number"}, {"minimum", 1}, {"maximum", CyclesPerFlit::most}}; }
  Json operator()(const DataAmount& t) const { return any_of({integer(t.least, t.most), text_like(bytes_pattern)}); }
  Json operator()(const Speed&) const { return text_like(speed_pattern); }
  Json operator()(const Drift& t) const {
    const Json number{{"type", "number"}, {"minimum", t.least / 1000}, {"maximum", t.most / 1000}};
    return any_of({number, text_like(ppm_pattern)});
  }
  Json operator()(const RecordList& t) const {
    Json record = empty_map();
    add_keys(record, t.fields(), key.path.size() + 1);
    return {{"type", "array"}, {"items", std::move(record)}, {"maxItems", t.longest}};
  }
};

Json json_of_default(const Key& key) {
  return std::visit(
      [](const auto& value) -> Json {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::vector<Record>>)
          return Json::array();
        else if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::string>)
          return as_yaml_reads(value);
        else
          return value;
      },
      default_of(key));
}

Json schema_of(const Key& key) {
  Json schema = std::visit(TypeSchema{key}, key.type);
  std::string description(key.summary);
  if (!key.unit.empty()) description += " Unit: " + std::string(key.unit) + ".";
  if (!key.default_key.empty()) description += " Default: by " + std::string(key.default_key) + ".";
  schema["description"] = std::move(description);
  if (key.presence == Presence::required || !key.default_key.empty() || !key.overrides.empty()) return schema;
  Json value = json_of_default(key);
  const bool none = (value.is_array() && value.empty()) || to_string(default_of(key)).empty();
  if (!none) schema["default"] = std::move(value);
  return schema;
}

Json empty_map() { return {{"type", "object"}, {"additionalProperties", false}, {"properties", Json::object()}}; }

void add(Json& map, const std::string& name, const Key& key) {
  map["properties"][name] = schema_of(key);
  if (key.presence == Presence::required) map["required"].push_back(name);
}

/// Keys, in maps for their groups. `within`: how the paths of all begin.
void add_keys(Json& root, const KeyTable& keys, std::size_t within) {
  for (const Key& key : keys) {
    Json* at = &root;
    std::string_view path = std::string_view(key.path).substr(within);
    for (std::size_t dot; (dot = path.find('.')) != std::string_view::npos; path.remove_prefix(dot + 1)) {
      Json& group = (*at)["properties"][std::string(path.substr(0, dot))];
      if (group.is_null()) group = empty_map();
      at = &group;
    }
    add(*at, std::string(path), key);
  }
}

}  // namespace

std::string json_schema(const KeyTable& keys, const std::string& title) {
  Json root{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", title}};
  root.update(empty_map());
  add_keys(root, keys, 0);
  return root.dump(2) + "\n";
}

}  // namespace slackline::settings
