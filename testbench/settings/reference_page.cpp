#include "testbench/settings/reference_page.hpp"

#include <algorithm>

#include "testbench/settings/key_table.hpp"

namespace slackline::settings {

namespace {

/// Title of the section that a key belongs to: its first name. A list of maps has one of its own.
std::string_view section_of(const Key& key) {
  if (std::holds_alternative<RecordList>(key.type)) return key.path;
  const std::size_t dot = key.path.find('.');
  return dot == std::string_view::npos ? std::string_view() : std::string_view(key.path).substr(0, dot);
}

std::string default_text(const Key& key) {
  if (key.presence == Presence::required) return "required";
  if (!key.default_key.empty()) return "by " + std::string(key.default_key);
  const std::string text = to_string(default_of(key));
  return text == "[]" || text.empty() ? "none" : text;
}

std::string in_code(std::string_view text) { return "`" + std::string(text) + "`"; }

/// The values that it takes, in a table cell: words are listed below the table with their meaning.
std::string cell(const Key& key) {
  const Choice* choice = std::get_if<Choice>(&key.type);
  if (choice == nullptr) return expected_value(key);
  std::string words;
  for (const ChoiceWord& w : choice->words) words += (words.empty() ? "" : ", ") + in_code(w.word);
  return words;
}

std::string default_cell(const Key& key) {
  if (!key.default_key.empty()) return "by " + in_code(key.default_key);
  const std::string text = default_text(key);
  if (text == "required") return "*required*";
  return text == "none" ? text : in_code(text);
}

/// A field of a record that overrides no key.
bool is_of_records_alone(const KeyTable& table, const Key& field) {
  const auto covers = [&field](const Key& key) {
    return key.path == field.overrides ||
           (std::holds_alternative<RecordList>(key.type) && is_within(field.overrides, key.path));
  };
  return field.overrides.empty() || std::none_of(table.begin(), table.end(), covers);
}

/// `list`: its records have the key; nullptr: it is in none.
std::string meaning(const KeyTable& table, const RecordList* list, const Key& key) {
  std::string text(key.summary);
  if (key.kinds.empty()) return text;
  for (const std::string_view kind : key.kinds)
    text += (kind == key.kinds.front() ? " Only for " : ", ") + in_code(kind);
  if (list != nullptr)
    for (const Key& other : list->fields())
      if (other.path == key.path && !is_of_records_alone(table, other))
        text += "; for " + in_code(other.kinds.front()) + " it is " + in_code(other.overrides);
  return text + ".";
}

/// The keys, and below the table the words of those that have some.
void add_table(std::string& page, const KeyTable& table, const RecordList* list, const std::vector<const Key*>& keys) {
  page += "| key | value | default | meaning |\n|---|---|---|---|\n";
  for (const Key* key : keys)
    page += "| " + in_code(key->path) + " | " + cell(*key) + " | " + default_cell(*key) + " | " +
            meaning(table, list, *key) + " |\n";
  for (const Key* key : keys) {
    const Choice* choice = std::get_if<Choice>(&key->type);
    if (choice == nullptr) continue;
    page += "\n" + in_code(key->path) + ":\n\n";
    for (const ChoiceWord& w : choice->words) page += "- " + in_code(w.word) + ": " + std::string(w.summary) + "\n";
  }
}

/// The keys of some groups, of these names, that no field overrides; where a group within has none that is overridden, it.
std::vector<std::string> not_overridden(const KeyTable& table, const KeyTable& fields, const std::string& names) {
  const auto is_overridden = [&](std::string_view path) {
    return std::any_of(fields.begin(), fields.end(),
                       [&](const Key& field) { return is_within(field.overrides, path); });
  };
  std::vector<std::string> paths;
  for (const Key& key : table) {
    if (names.find(in_code(std::string_view(key.path).substr(0, key.path.find('.')))) == std::string::npos) continue;
    const std::string parent = key.path.substr(0, key.path.rfind('.'));
    const std::string path = is_overridden(parent) ? key.path : parent + ".*";
    if (!is_overridden(key.path) && (paths.empty() || paths.back() != path)) paths.push_back(path);
  }
  return paths;
}

/// The keys in whose place the fields of a record count, for each kind of record; where records have no kinds, the group of
/// these keys, and those of it that hold for all.
std::string overridden_keys(const KeyTable& table, const RecordList& list) {
  std::vector<std::pair<std::string_view, std::string>> of_kinds;  // and the names of the keys
  for (const Key& field : list.fields()) {
    if (is_of_records_alone(table, field)) continue;
    const std::string_view kind = field.kinds.empty() ? std::string_view() : field.kinds.front();
    if (of_kinds.empty() || of_kinds.back().first != kind) of_kinds.push_back({kind, ""});
    std::string& names = of_kinds.back().second;
    const std::string name =
        in_code(kind.empty() ? std::string_view(field.overrides).substr(0, field.overrides.find('.'))
                             : std::string_view(field.overrides));
    if (names.find(name) == std::string::npos) names += (names.empty() ? "" : ", ") + name;
  }
  std::string text;
  for (const auto& [kind, names] : of_kinds) {
    if (!kind.empty()) {
      text += "A map of kind " + in_code(kind) +
              " may also have these keys, written as in their sections, but without the first name: " + names + ".\n\n";
      continue;
    }
    text.append("Each map may also have any keys of ").append(names).append(", written as there");
    const char* before = ", but for ";
    for (const std::string& path : not_overridden(table, list.fields(), names)) {
      text.append(before).append(in_code(path));
      before = ", ";
    }
    text += ".\n\n";
  }
  return text;
}

void add_section(std::string& page, const KeyTable& table, std::string_view section) {
  page += "\n## " + (section.empty() ? std::string("The experiment") : in_code(section)) + "\n\n";
  std::vector<const Key*> keys;
  const RecordList* list = nullptr;
  for (const Key& key : table) {
    if (section_of(key) != section) continue;
    list = std::get_if<RecordList>(&key.type);
    if (list == nullptr) {
      keys.push_back(&key);
      continue;
    }
    page += "A list of up to " + std::to_string(list->longest) + " maps; none by default. " + std::string(key.summary) +
            "\n\n";
    for (const Key& field : list->fields())
      if (is_of_records_alone(table, field)) keys.push_back(&field);
    page += overridden_keys(table, *list);
  }
  add_table(page, table, list, keys);
}

}  // namespace

std::string reference_page(const KeyTable& table, const std::string& introduction) {
  std::string page = introduction;
  std::vector<std::string_view> sections;
  for (const Key& key : table)
    if (std::find(sections.begin(), sections.end(), section_of(key)) == sections.end())
      sections.push_back(section_of(key));
  for (const std::string_view section : sections) add_section(page, table, section);
  return page;
}

std::string key_list(const KeyTable& table) {
  std::string text;
  const auto add = [&text](const Key& key) {
    text += key.path + "\n    " + expected_value(key) + "; default: " + default_text(key) + "\n    " +
            std::string(key.summary) + "\n";
  };
  for (const Key& key : table) {
    add(key);
    if (const auto* list = std::get_if<RecordList>(&key.type))
      for (const Key& field : list->fields())
        if (is_of_records_alone(table, field)) add(field);
  }
  return text;
}

}  // namespace slackline::settings
