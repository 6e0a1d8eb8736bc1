// The files of waves/: each enumerator has its word, each value its look, and each line is used.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/common/flit.hpp"
#include "rtl_models/firmware/catalogue.hpp"
#include "rtl_models/firmware/exports.hpp"
#include "rtl_models/network/fabric.hpp"
#include "rtl_models/nic/state.hpp"
#include "testbench/soak/packet_network.hpp"
#include "testbench/text/glob.hpp"
#include "testbench/tracing/viewer.hpp"
#include "testbench/tracing/words.hpp"
#include "tests/rtl_models/barrier/barrier_network.hpp"
#include "tests/support/line_network.hpp"
#include "tests/testbench/tracing/dump.hpp"
#include "tests/testbench/tracing/restless_nics.hpp"
#include "tests/testbench/tracing/small_networks.hpp"

using namespace slackline;

namespace {

/// A filter's numbers, and their words. Each number is a digit of its own, and each word has a colour.
std::map<unsigned, std::string> words_of(const std::string& filter) {
  std::map<unsigned, std::string> words;
  std::istringstream text{std::string(tracing::filter_text(filter))};
  for (std::string line; std::getline(text, line);) {
    CAPTURE(filter, line);
    CHECK(std::string("0123456789ABCDEF").find(line[0]) != std::string::npos);
    CHECK(line.substr(1, 2) == " ?");
    const std::size_t colour_ends = line.find('?', 3);
    REQUIRE(colour_ends != std::string::npos);
    CHECK(words.emplace(std::stoul(line.substr(0, 1), nullptr, 16), line.substr(colour_ends + 1)).second);
  }
  return words;
}

/// The enumerators are 0 .. count - 1.
template <class Word>
void check_words(const std::string& filter, unsigned count, unsigned bits) {
  CAPTURE(filter);
  using tracing::to_string;
  const std::map<unsigned, std::string> words = words_of(filter);
  CHECK(words.size() == count);
  CHECK(count <= 1u << bits);
  std::set<std::string> different;
  for (unsigned number = 0; number < count; ++number) {
    REQUIRE(words.count(number) == 1);
    CHECK(words.at(number) == to_string(static_cast<Word>(number)));
    different.insert(words.at(number));
  }
  CHECK(different.size() == count);
}

/// All that a dump can have: several virtual channels, both kinds of flow control, network interfaces, barriers.
std::vector<network::ElaboratedNetlist> networks() {
  std::vector<network::ElaboratedNetlist> all;
  for (const auto kind : {flow_controller::Kind::stop_go, flow_controller::Kind::credit}) {
    test::Settings settings;
    settings.virtual_channels = 2;
    settings.flow_control = kind;
    all.push_back(network::elaborate(test::mesh_network(settings)));
    test::BarrierSettings barriers;
    barriers.flow_control = kind;
    for (std::uint64_t seed = 0; seed < 4; ++seed)  // units of any delay
      all.push_back(network::elaborate(test::barrier_network(barriers, seed)));
  }
  all.push_back(network::elaborate(soak::packet_network(1)));
  all.push_back(network::elaborate(test::restless_nics({})));
  all.push_back(network::elaborate(test::multicasting_hosts()));
  all.push_back(network::elaborate(test::rv32_hosts()));
  return all;
}

struct ScopeLines {
  std::string kind, pattern;
  std::vector<std::string> values;
};

std::vector<ScopeLines> lines_of_values() {
  std::vector<ScopeLines> scopes;
  std::istringstream text(test::TemporaryFile::text_of("waves/values.txt"));
  for (std::string line; std::getline(text, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string first, second, third;
    words >> first >> second >> third;
    if (first == "scope")
      scopes.push_back({second, third, {}});
    else
      scopes.back().values.push_back(first);
  }
  return scopes;
}

}  // namespace

TEST_CASE("each enumerator that a dump shows has a word of its own in a filter") {
  check_words<tracing::Stall>("stalls", tracing::stall_words, tracing::stall_bits);
  check_words<tracing::HandlerWord>("handlers", tracing::handler_words, tracing::handler_bits);
  check_words<tracing::EngineState>("engines", tracing::engine_words, tracing::engine_bits);
  check_words<tracing::CoreState>("cores", tracing::core_words, tracing::core_bits);
  check_words<tracing::MessageWord>("messages", tracing::message_words, tracing::message_bits);
  check_words<preemption_unit::Phase>("phases", tracing::phase_words, tracing::phase_word_bits);
}

TEST_CASE("the states of copies have the words of the firmware, and the words it exports the looks of its list") {
  const nic_firmware& multicast = *firmware::find_firmware("multicast")->firmware;
  const std::map<unsigned, std::string> words = words_of("copies");
  CHECK(words.size() == 12);
  for (std::uint32_t i = 0; i < multicast.export_count; ++i)
    for (const auto& [number, word] : words)
      if (multicast.exports[i].kind == NIC_EXPORT_STATE) CHECK(word == firmware::name_of(multicast.exports[i], number));
  const network::ElaboratedNetlist netlist = network::elaborate(test::multicasting_hosts());
  const tracing::Layout layout(netlist);
  for (const tracing::Scope& scope : tracing::chosen_scopes(netlist, tracing::Selection({"nic0"})))
    for (const tracing::Value& value : layout.values(scope)) {
      INFO(value.name);
      CHECK(tracing::look_of(scope.kind, value).name == tracing::look_of(to_string(scope.kind), value.name).name);
    }
}

TEST_CASE("words are those of their enumerators") {
  using namespace tracing;
  CHECK(std::string(to_string(Stall::no_output)) == "no_output");
  CHECK(std::string(to_string(Stall::reading)) == "reading");
  CHECK(std::string(to_string(Stall::cut_by_barrier)) == "cut_by_barrier");
  CHECK(std::string(to_string(EngineState::waiting_for_slot)) == "waiting_for_slot");
  CHECK(std::string(to_string(EngineState::dropping)) == "dropping");
  CHECK(std::string(to_string(EngineState::to_host)) == "to_host");
  CHECK(std::string(to_string(MessageWord::release)) == "release");
  CHECK(std::string(to_string(MessageWord::padding_end)) == "padding_end");
  CHECK(std::string(to_string(preemption_unit::Phase::connect)) == "connect");
  CHECK(std::string(to_string(preemption_unit::Phase::give)) == "give");
  CHECK(std::string(to_string(HandlerWord::idle)) == "idle");
  CHECK(std::string(to_string(HandlerWord::halted)) == "halted");
  for (std::uint8_t event = 0; event <= nic::start_event; ++event)
    CHECK(std::string(to_string(word_of_event(event))) == nic::event_name(event));
}

TEST_CASE("the words for kinds of flits are those of the model, and each kind has one") {
  const std::map<unsigned, std::string> words = words_of("kinds");
  for (const auto& [number, word] : words) CHECK(word == to_string(static_cast<FlitKind>(number)));
  std::set<std::string> all;
  for (unsigned number = 0; number < 1u << Flit::kind_bits; ++number)
    all.insert(to_string(static_cast<FlitKind>(number)));
  all.erase(to_string(static_cast<FlitKind>(3)));  // of numbers that are no kind
  CHECK(words.size() == all.size());
}

TEST_CASE("waves/values.txt has a look for each value of a dump, in the dump's order, and for no other") {
  const std::vector<ScopeLines> lines = lines_of_values();
  std::set<std::pair<std::string, std::string>> shown, listed;
  for (const ScopeLines& scope : lines)
    for (const std::string& value : scope.values) CHECK(listed.emplace(scope.kind, value).second);
  for (const network::ElaboratedNetlist& netlist : networks()) {
    const tracing::Layout layout(netlist, test::workload_scopes());
    for (const tracing::Scope& scope : tracing::chosen_scopes(netlist, tracing::Selection(), test::workload_scopes())) {
      const std::string kind = to_string(scope.kind);
      const auto of_kind =
          std::find_if(lines.begin(), lines.end(), [&](const ScopeLines& line) { return line.kind == kind; });
      REQUIRE(of_kind != lines.end());
      auto at = of_kind->values.begin();
      for (const tracing::Value& value : layout.values(scope)) {
        shown.emplace(kind, value.name);
        INFO(kind << ' ' << value.name);
        at = std::find(at, of_kind->values.end(), value.name);
        CHECK(at != of_kind->values.end());
      }
    }
  }
  CHECK(shown == listed);
}

TEST_CASE("the path of a scope and the name of a value tell what kind of scope it is") {
  const std::vector<ScopeLines> lines = lines_of_values();
  for (const network::ElaboratedNetlist& netlist : networks()) {
    const tracing::Layout layout(netlist, test::workload_scopes());
    for (const tracing::Scope& scope : tracing::chosen_scopes(netlist, tracing::Selection(), test::workload_scopes()))
      for (const tracing::Value& value : layout.values(scope)) {
        const auto first = std::find_if(lines.begin(), lines.end(), [&](const ScopeLines& line) {
          return text::matches(line.pattern, scope.path) &&
                 std::find(line.values.begin(), line.values.end(), value.name) != line.values.end();
        });
        INFO(scope.path << '.' << value.name);
        REQUIRE(first != lines.end());
        CHECK(first->kind == to_string(scope.kind));
      }
  }
}

TEST_CASE("signal sets name values that there are") {
  const std::vector<ScopeLines> lines = lines_of_values();
  std::istringstream text(test::TemporaryFile::text_of("waves/sets.txt"));
  std::set<std::string> sets;
  for (std::string line; std::getline(text, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string set, kind;
    words >> set >> kind;
    sets.insert(set);
    for (std::string glob; words >> glob;) {
      INFO(line << ": " << glob);
      bool is_found = false;
      for (const ScopeLines& scope : lines)
        for (const std::string& value : scope.values)
          is_found = is_found || (text::matches(kind, scope.kind) && text::matches(glob, value) &&
                                  tracing::is_in_set(set, scope.kind, value));
      CHECK(is_found);
    }
  }
  for (const char* of_save_file : {"traffic", "input", "output", "worms"}) CHECK(sets.count(of_save_file) == 1);
  CHECK(tracing::is_in_set("worms", "lane", "out_owner_vc"));
  CHECK_FALSE(tracing::is_in_set("worms", "lane", "in_kind"));
  CHECK_FALSE(tracing::is_in_set("worms", "host", "stall"));
  CHECK_FALSE(tracing::is_in_set("traffic", "lane", "out_owner"));
}

TEST_CASE("next to a dump are the filters that its values use") {
  const auto names_of = [](const network::Netlist& netlist, const std::string& scopes) {
    network::Fabric fabric(network::elaborate(netlist));
    tracing::Plan plan = test::whole_plan();
    plan.selection = tracing::Selection({scopes});
    std::vector<std::string> names;
    for (const tracing::Filter& filter : test::dump_of(fabric, Cycle(20), plan).filters) names.push_back(filter.name);
    return names;
  };
  using Names = std::vector<std::string>;
  CHECK(names_of(test::mesh_network({}), "*") == Names{"kinds", "stalls", "packets"});
  CHECK(names_of(test::mesh_network({}), "link_*") == Names{"kinds", "packets"});
  CHECK(names_of(test::restless_nics({}), "nic*") == Names{"handlers", "engines"});
}
