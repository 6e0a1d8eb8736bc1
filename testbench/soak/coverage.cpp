#include "testbench/soak/coverage.hpp"

#include <algorithm>
#include <string_view>

#include "rtl_models/common/link_fault.hpp"
#include "testbench/run/experiment.hpp"

namespace slackline::soak {

namespace {

using network::Channel;
using network::Netlist;
using wormhole_switch::Params;

/// Calls `f(word, number)` for each word of a key, whose order is that of the enumerators: a new one appears here automatically.
template <class F>
void for_each_word(std::string_view key, F&& f) {
  unsigned number = 0;
  for (const settings::ChoiceWord& word : std::get<settings::Choice>(features::find_key(key)->type).words)
    f(std::string(word.word), number++);
}

/// One feature a word of a key.
template <class Get>
void add_words(std::vector<Feature>& features, const char* group, std::string_view key, Get&& get) {
  for_each_word(key, [&](const std::string& word, unsigned i) {
    features.push_back({group, word, [get, i](const Netlist& n) { return static_cast<unsigned>(get(n)) == i; }});
  });
}

/// Some switch of the network is of a kind for which `is` holds. Kinds that no switch is of do not count.
template <class Is>
bool any_switch(const Netlist& netlist, Is&& is) {
  return std::any_of(netlist.switches.begin(), netlist.switches.end(),
                     [&](const network::SwitchInstance& s) { return is(netlist.switch_kinds[s.kind]); });
}

template <class Is>
bool any_wormhole_switch(const Netlist& netlist, Is&& is) {
  return any_switch(netlist, [&](const network::SwitchKind& kind) { return !kind.is_packet_switch() && is(kind); });
}

/// A feature of wormhole switches: one of the network has it.
template <class Is>
Feature of_switches(const char* group, std::string name, Is is) {
  return {group, std::move(name), [is](const Netlist& n) { return any_wormhole_switch(n, is); }};
}

/// One such feature a word of a key.
template <class Get>
void add_words_of_switches(std::vector<Feature>& features, const char* group, std::string_view key, Get get) {
  for_each_word(key, [&](std::string word, unsigned i) {
    features.push_back(
        of_switches(group, std::move(word), [get, i](const Params& p) { return static_cast<unsigned>(get(p)) == i; }));
  });
}

bool any_channel(const Netlist& netlist, bool (*is)(const Channel&)) {
  return std::any_of(netlist.channels.begin(), netlist.channels.end(), is);
}

void add_shapes(std::vector<Feature>& f) {
  for (const unsigned dimensions : {1, 2, 3, 4})
    f.push_back({"shape", std::to_string(dimensions) + (dimensions == 1 ? " dimension" : " dimensions"),
                 [dimensions](const Netlist& n) { return n.routing.dimensions == dimensions; }});
  f.push_back({"shape", "several hosts at a switch", [](const Netlist& n) { return n.routing.hosts_per_switch > 1; }});
  f.push_back({"shape", "more than 64 ports a switch", [](const Netlist& n) { return n.most_ports() > 64; }});
  f.push_back({"kinds", "several of switches", [](const Netlist& n) { return n.switch_kinds.size() > 1; }});
  f.push_back({"kinds", "several of hosts",
               [](const Netlist& n) { return n.interfaces != nullptr && n.interfaces->nics.size() > 1; }});
  f.push_back({"hosts", "with interfaces and without",
               [](const Netlist& n) { return n.interfaces != nullptr && n.has_generators(); }});
}

void add_channels_of(std::vector<Feature>& f) {
  struct Numbers {
    const char* name;
    unsigned least, most;
  };
  for (const Numbers numbers : {Numbers{"1", 1, 1}, {"2 or 3", 2, 3}, {"4", 4, 4}, {"more than 4", 5, 16}})
    f.push_back(of_switches("VCs", numbers.name, [numbers](const Params& p) {
      return p.virtual_channels >= numbers.least && p.virtual_channels <= numbers.most;
    }));
  // With one virtual channel, the words mean the same.
  add_words(f, "VC choice", "switch.vc_assignment", [](const Netlist& n) {
    const bool some_have_several = any_wormhole_switch(n, [](const Params& p) { return p.virtual_channels > 1; });
    return some_have_several ? static_cast<unsigned>(n.routing.vc_assignment) : ~0u;
  });
}

void add_routing(std::vector<Feature>& f) {
  f.push_back({"shape", "a torus", [](const Netlist& n) { return n.routing.wraps; }});
  const auto from = [&](const char* name, route_unit::Kind kind) {
    f.push_back({"routing", name, [kind](const Netlist& n) { return n.routing.kind == kind; }});
  };
  from("algorithm", route_unit::Kind::dimension_order);
  from("table", route_unit::Kind::table);
  from("source_stripped", route_unit::Kind::source_stripped);
  from("source_shifted", route_unit::Kind::source_shifted);
}

void add_tables(std::vector<Feature>& f) {
  const auto route = [](const Netlist& n) -> const route_unit::Params& { return n.routing; };
  const auto by_table = [=](const Netlist& n) { return route(n).kind == route_unit::Kind::table; };
  f.push_back({"tables", "two rows", [](const Netlist& n) { return n.route_tables.rows == 2; }});
  f.push_back({"tables", "classes of VCs", [=](const Netlist& n) { return route(n).classes > 1; }});
  f.push_back({"tables", "a choice of minimal ways",
               [=](const Netlist& n) { return by_table(n) && route(n).choice == route_unit::Choice::minimal; }});
  f.push_back({"tables", "adaptive ways, escape channels",
               [=](const Netlist& n) { return route(n).choice == route_unit::Choice::adaptive; }});
  f.push_back({"tables", "an intermediate host", [=](const Netlist& n) { return by_table(n) && route(n).valiant; }});
  f.push_back({"tables", "ways drawn by the source", [=](const Netlist& n) {
                 return !by_table(n) && (route(n).valiant || route(n).choice != route_unit::Choice::none);
               }});
}

void add_flow_control(std::vector<Feature>& f) {
  add_words_of_switches(f, "flow ctrl", "switch.buffer.flow_control", [](const Params& p) { return p.flow.kind; });
  add_words_of_switches(f, "switching", "switch.switching", [](const Params& p) { return p.switching; });
}

void add_barriers(std::vector<Feature>& f) {
  const auto with = [&](const char* name, preemption_unit::Architecture architecture) {
    f.push_back(of_switches("barriers", name, [architecture](const Params& p) {
      return p.barrier.preemption.architecture == architecture;
    }));
  };
  with("architecture I", preemption_unit::Architecture::any_channel);
  with("architecture II", preemption_unit::Architecture::fixed_channel);
  with("architecture III", preemption_unit::Architecture::moving_channel);
  with("without preemption", preemption_unit::Architecture::waiting);
  f.push_back({"barriers", "adaptive", [](const Netlist& n) { return !n.barrier_ways.choices.empty(); }});
  f.push_back({"barriers", "planned trees", [](const Netlist& n) { return !n.barrier_ways.planned.empty(); }});
}

void add_faults(std::vector<Feature>& f) {
  const std::vector<settings::ChoiceWord>& words =
      std::get<settings::Choice>(features::fault_fields().front().type).words;
  for (unsigned kind = 0; kind < words.size(); ++kind) {
    if (kind == static_cast<unsigned>(LinkFaultKind::host_dead)) continue;  // hosts without interfaces do not die
    f.push_back({"fault", std::string(words[kind].word), [kind](const Netlist& n) {
                   return std::any_of(n.faults.begin(), n.faults.end(), [kind](const network::ChannelFault& fault) {
                     return static_cast<unsigned>(fault.fault.kind) == kind;
                   });
                 }});
  }
}

void add_switches(std::vector<Feature>& f) {
  add_words_of_switches(f, "arbiter", "switch.arbiter", [](const Params& p) { return p.arbiter; });
  const auto with = [&](const char* name, auto is) { f.push_back(of_switches("delay", name, is)); };
  with("headers slower than data", [](const Params& p) { return p.header_delay > p.data_delay; });
  with("marks of congestion", [](const Params& p) { return p.mark_at != 0; });
  with("a timeout of worms", [](const Params& p) { return p.worm_timeout != 0; });
  with("arbitration after a release", [](const Params& p) { return p.arbitration > 0; });
  with("buffer read", [](const Params& p) { return p.data_wait() > 0; });
  with("stages in the crossbar", [](const Params& p) { return p.crossbar > 1; });
  with("flow control in switches", [](const Params& p) { return p.flow.fc_cycles > 0; });
  f.push_back({"delay", "flow control in hosts", [](const Netlist& n) {
                 return any_switch(n, [](const network::SwitchKind& kind) { return kind.host_fc_cycles > 0; });
               }});
}

void add_packet_switches(std::vector<Feature>& f) {
  const auto with = [&](const std::string& name, auto is) {
    f.push_back({"queueing", name, [is](const Netlist& n) {
                   return any_switch(
                       n, [&](const network::SwitchKind& kind) { return kind.is_packet_switch() && is(*kind.packet); });
                 }});
  };
  using Switch = packet_switch::Params;
  f.push_back({"queueing", "next to wormhole switches", [](const Netlist& n) {
                 return n.has_packet_switches() && any_wormhole_switch(n, [](const Params&) { return true; });
               }});
  for_each_word("switch.packet.buffers", [&](const std::string& word, unsigned i) {
    with("buffers: " + word, [i](const Switch& p) { return static_cast<unsigned>(p.buffers) == i; });
  });
  for_each_word("switch.packet.threshold", [&](const std::string& word, unsigned i) {
    with("threshold: " + word, [i](const Switch& p) {
      return p.buffers == packet_switch::Buffers::shared && static_cast<unsigned>(p.threshold) == i;
    });
  });
  with("buffers of so many flits", [](const Switch& p) { return p.flits != 0; });
  with("a narrow backplane", [](const Switch& p) { return p.transfers != 0; });
  with("packets that leave while they are transferred", [](const Switch& p) { return p.direct; });
  with("packets that leave as they come in", [](const Switch& p) { return p.cut_through; });
  with("PAUSE", [](const Switch& p) { return p.pause_at != 0; });
}

void add_links(std::vector<Feature>& f) {
  f.push_back({"link", "slower than the switches", [](const Netlist& n) {
                 return any_channel(n, [](const Channel& c) { return c.cycles_per_flit.is_slow(); });
               }});
  f.push_back({"link", "of several flits in several cycles", [](const Netlist& n) {
                 return any_channel(n, [](const Channel& c) { return !c.cycles_per_flit.is_whole(); });
               }});
  f.push_back({"link", "longer than a cycle",
               [](const Netlist& n) { return any_channel(n, [](const Channel& c) { return c.delay > 1; }); }});
  f.push_back({"link", "of unequal delay there and back", [](const Netlist& n) {
                 return any_channel(n, [](const Channel& c) { return c.delay != c.stop_delay; });
               }});
}

void add_traffic(std::vector<Feature>& f) {
  const auto traffic = [](const Netlist& n) -> const generator::TrafficParams& { return n.workloads[0].traffic; };
  add_words(f, "pattern", "traffic.pattern", [=](const Netlist& n) { return traffic(n).pattern; });
  add_words(f, "arrivals", "traffic.arrivals.kind", [=](const Netlist& n) { return traffic(n).arrivals.kind; });
  add_words(f, "format", "traffic.packet.format", [](const Netlist& n) { return n.port_params.format; });
  f.push_back(
      {"packets", "single flits only", [=](const Netlist& n) { return traffic(n).longest_packet_flits() == 1; }});
  f.push_back({"packets", "lengths from a table", [=](const Netlist& n) { return !traffic(n).lengths.empty(); }});
  f.push_back({"packets", "longer than a buffer", [=](const Netlist& n) {
                 return any_wormhole_switch(
                     n, [&](const Params& p) { return traffic(n).longest_packet_flits() > p.buffer.flits; });
               }});
  f.push_back({"packets", "requests and responses", [=](const Netlist& n) { return traffic(n).response_flits != 0; }});
  f.push_back({"workloads", "several at once", [](const Netlist& n) { return n.workloads.size() > 1; }});
  f.push_back({"workloads", "of some hosts", [](const Netlist& n) { return !n.workloads.back().hosts.empty(); }});
  f.push_back({"packets", "a limited number", [=](const Netlist& n) { return traffic(n).packet_limit != 0; }});
}

}  // namespace

Coverage::Coverage() {
  add_shapes(features_);
  add_routing(features_);
  add_tables(features_);
  add_channels_of(features_);
  add_flow_control(features_);
  add_switches(features_);
  add_packet_switches(features_);
  add_links(features_);
  add_traffic(features_);
  add_barriers(features_);
  add_faults(features_);
}

void Coverage::add(const Netlist& netlist) {
  for (Feature& feature : features_) feature.networks += feature.uses(netlist);
}

}  // namespace slackline::soak
