#include "testbench/config/reference_page.hpp"

#include <algorithm>

#include "testbench/config/key.hpp"

namespace slackline::config {

namespace {

const char introduction[] = R"(# Configuration

<!-- Made by `slackline list keys --markdown` from the table of keys, testbench/config/key_table.cpp. Do not edit. -->

An experiment is one YAML file, `slackline run FILE`. Every key has a default except those marked *required*, so the
smallest experiment is `schema_version: 1`. The names below are paths: `switch.buffer.flits` is written

```yaml
switch:
  buffer: { flits: 64 }
```

- An option of the command line (`--set key.path=value`, `--seed`, `--engine`) stands above the file, the file above a preset (`switch.preset`), the
  preset above the default. Two options that set the same key are a fault.
- A preset is a file of the same format in `testbench/presets`, compiled into the program, with two entries more: `summary`, a
  line about itself, and `sources`, which says of each of its keys where the value comes from.
- Numbers are decimal, as in JSON: `017`, `0x10`, `nan`, `1e3` for an integer and numbers in quotation marks are refused.
- Times have a unit, `ps`, `ns` or `us`, and are kept exactly. A delay is cycles, `3` or `3 cycles`, or a time: with
  `clock.period` given, it is rounded to the nearest cycle, half of one up, but to no less than the delay's least value.
  `slackline describe FILE` shows what was asked, what it was rounded to, and the error.
- A number of flits may be an amount of data, `64 B`, `2 KiB` or `1 kB`: rounded up to flits of `link.flit_bits`. A link's
  cycles per flit may be a fraction, `1.25` or `5/4`, or a data rate, `1.28 Gb/s`, `160 MB/s`, where `clock.period` is given.
- Unknown keys, keys given twice, empty values, anchors, aliases, tags and further documents are faults. All faults are
  reported at once, with line and column, and nothing is run (exit status 2).
)";

/// Title of the section that a key belongs to: its first name. A list of maps has one of its own.
std::string_view section_of(const Key& key) {
  if (std::holds_alternative<RecordList>(key.type)) return key.path;
  const std::size_t dot = key.path.find('.');
  return dot == std::string_view::npos ? std::string_view() : key.path.substr(0, dot);
}

std::string default_text(const Key& key) {
  if (key.presence == Presence::required) return "required";
  if (!key.default_by.empty()) return "by " + std::string(key.default_by);
  const std::string text = to_string(value_of(key, Experiment()));
  return text == "[]" || text.empty() ? "none" : text;
}

std::string in_code(std::string_view text) { return "`" + std::string(text) + "`"; }

/// The allowed values, in a table cell: words are listed below the table with their meaning.
std::string cell(const Key& key) {
  const Choice* choice = std::get_if<Choice>(&key.type);
  if (choice == nullptr) return allowed(key);
  std::string words;
  for (const ChoiceWord& w : choice->words) words += (words.empty() ? "" : ", ") + in_code(w.word);
  return words;
}

std::string default_cell(const Key& key) {
  if (!key.default_by.empty()) return "by " + in_code(key.default_by);
  const std::string text = default_text(key);
  if (text == "required") return "*required*";
  return text == "none" ? text : in_code(text);
}

std::string meaning(const Key& key) {
  std::string text(key.summary);
  for (const std::string_view kind : key.only_for)
    text += (kind == key.only_for.front() ? " Only for " : ", ") + in_code(kind);
  return text + (key.only_for.empty() ? "" : ".");
}

/// The keys, and below the table the words of those that have some.
void add_table(std::string& page, const std::vector<const Key*>& keys) {
  page += "| key | value | default | meaning |\n|---|---|---|---|\n";
  for (const Key* key : keys)
    page +=
        "| " + in_code(key->path) + " | " + cell(*key) + " | " + default_cell(*key) + " | " + meaning(*key) + " |\n";
  for (const Key* key : keys) {
    const Choice* choice = std::get_if<Choice>(&key->type);
    if (choice == nullptr) continue;
    page += "\n" + in_code(key->path) + ":\n\n";
    for (const ChoiceWord& w : choice->words) page += "- " + in_code(w.word) + ": " + std::string(w.summary) + "\n";
  }
}

void add_section(std::string& page, std::string_view section) {
  page += "\n## " + (section.empty() ? std::string("The experiment") : in_code(section)) + "\n\n";
  std::vector<const Key*> keys;
  for (const Key& key : key_table()) {
    if (section_of(key) != section) continue;
    const auto* list = std::get_if<RecordList>(&key.type);
    if (list == nullptr) {
      keys.push_back(&key);
      continue;
    }
    page += "A list of up to " + std::to_string(list->longest) + " maps; none by default. " + std::string(key.summary) +
            "\n\n";
    for (const Key& field : list->fields()) keys.push_back(&field);
  }
  add_table(page, keys);
}

}  // namespace

std::string reference_page() {
  std::string page = introduction;
  std::vector<std::string_view> sections;
  for (const Key& key : key_table())
    if (std::find(sections.begin(), sections.end(), section_of(key)) == sections.end())
      sections.push_back(section_of(key));
  for (const std::string_view section : sections) add_section(page, section);
  return page;
}

std::string key_list() {
  std::string text;
  const auto add = [&text](const Key& key) {
    text += std::string(key.path) + "\n    " + allowed(key) + "; default: " + default_text(key) + "\n    " +
            std::string(key.summary) + "\n";
  };
  for (const Key& key : key_table()) {
    add(key);
    if (const auto* list = std::get_if<RecordList>(&key.type))
      for (const Key& field : list->fields()) add(field);
  }
  return text;
}

}  // namespace slackline::config
