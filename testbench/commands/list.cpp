#include <algorithm>
#include <iostream>
#include <vector>

#include "rtl_models/firmware/catalogue.hpp"
#include "testbench/commands/commands.hpp"
#include "testbench/commands/exit_status.hpp"
#include "testbench/commands/register_page.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/settings/nearest.hpp"
#include "testbench/settings/reference_page.hpp"

namespace slackline::commands {

namespace {

/// A topic that is the words of one key.
struct Topic {
  std::string_view name, key;
};

constexpr Topic topics[] = {
    {"engines", "run.engine"},
    {"topologies", "topology.kind"},
    {"routings", "routing.kind"},
    {"switch_routings", "routing.switch"},
    {"patterns", "traffic.pattern"},
    {"arrivals", "traffic.arrivals.kind"},
    {"faults", "faults.kind"},
    {"arbiters", "switch.arbiter"},
    {"flow_controls", "switch.buffer.flow_control"},
    {"vc_assignments", "switch.vc_assignment"},
    {"switchings", "switch.switching"},
    {"packet_formats", "traffic.packet.format"},
    {"presets", "switch.preset"},
    {"costs", "nic.costs"},
    {"timings", "nic.core.timing"},
};

const std::vector<settings::ChoiceWord>& words_of(const Topic& topic) {
  const settings::Key* key = features::find_key(topic.key);
  if (key == nullptr) {  // a field of a list of records: "faults.kind"
    const std::string_view list = topic.key.substr(0, topic.key.find('.'));
    for (const settings::Key& field : std::get<settings::RecordList>(features::find_key(list)->type).fields())
      if (field.path == topic.key) key = &field;
  }
  return std::get<settings::Choice>(key->type).words;
}

void print_topics() {
  std::cout << "slackline list keys            every key of a configuration (--markdown: docs/configuration.md)\n"
               "slackline list registers       of a network interface (--markdown: docs/nic-registers.md)\n"
               "slackline list firmware        what a network interface can run\n";
  for (const Topic& topic : topics) {
    std::string line = "slackline list " + std::string(topic.name);
    line.resize(31, ' ');
    for (const settings::ChoiceWord& w : words_of(topic))
      line += (&w == &words_of(topic).front() ? "" : ", ") + std::string(w.word);
    std::cout << line << '\n';
  }
}

void print_firmware() {
  std::size_t width = 0;
  for (const firmware::Entry& e : firmware::catalogue())
    width = std::max(width, std::string_view(e.firmware->name).size());
  for (const firmware::Entry& e : firmware::catalogue()) {
    const std::string_view name = e.firmware->name;
    std::cout << name << std::string(width - name.size() + 2, ' ') << e.text << '\n';
  }
}

void print_words(const Topic& topic) {
  std::size_t width = 0;
  for (const settings::ChoiceWord& w : words_of(topic)) width = std::max(width, w.word.size());
  std::cout << topic.key << ":\n";
  for (const settings::ChoiceWord& w : words_of(topic))
    std::cout << "  " << w.word << std::string(width - w.word.size() + 2, ' ') << w.summary << '\n';
}

int refuse(const ListOptions& options) {
  std::vector<std::string_view> names{"keys", "registers", "firmware"};
  for (const Topic& topic : topics) names.push_back(topic.name);
  std::cerr << "slackline list: " << options.topic << " is no topic; expected " << settings::alternatives(names);
  if (const std::string meant = settings::nearest(options.topic, names); !meant.empty())
    std::cerr << "; did you mean " << meant << '?';
  std::cerr << '\n';
  return bad_input;
}

}  // namespace

int list(const ListOptions& options) {
  if (options.markdown && options.topic != "keys" && options.topic != "registers") {
    std::cerr << "slackline list: --markdown is for keys and registers: slackline list keys --markdown\n";
    return bad_input;
  }
  if (options.topic.empty()) {
    print_topics();
    return done;
  }
  if (options.topic == "keys") {
    std::cout << (options.markdown ? features::reference_page() : settings::key_list(features::key_table()));
    return done;
  }
  if (options.topic == "registers") {
    std::cout << (options.markdown ? register_page() : register_list());
    return done;
  }
  if (options.topic == "firmware") {
    print_firmware();
    return done;
  }
  for (const Topic& topic : topics)
    if (topic.name == options.topic) {
      print_words(topic);
      return done;
    }
  return refuse(options);
}

int schema() {
  std::cout << features::json_schema();
  return done;
}

}  // namespace slackline::commands
