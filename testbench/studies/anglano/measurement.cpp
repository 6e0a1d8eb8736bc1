#include "testbench/studies/anglano/measurement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <tuple>

#include "rtl_models/firmware/catalogue.hpp"
#include "rtl_models/port/packet_format.hpp"
#include "testbench/multicast/group_program.hpp"
#include "testbench/run/network.hpp"
#include "testbench/workloads/multicast/meter.hpp"
#include "testbench/workloads/multicast/section.hpp"
#include "testbench/workloads/traffic/section.hpp"

namespace slackline::anglano {

namespace {

/// Buffers of the groups, of the classes, or of pairs may wait for one another in a circle.
bool may_deadlock(const Setup& setup) {
  return setup.one_class || setup.order == HostOrder::group || setup.detection == 0 || setup.holds_links;
}

std::string_view word_of(HostOrder order) { return multicast::order_words()[static_cast<std::size_t>(order)].word; }

const multicast::Answers& answers_of(const report::Result& result) {
  if (const auto* section = result.section<multicast::Section>()) return section->answers;
  throw std::runtime_error("a result without multicasts");
}

/// The groups of the run's multicasts, and the IDs of hosts, along the shortest way over all of them.
struct GroupsAndIds {
  host::Groups groups;
  multicast::Order order;
};
GroupsAndIds groups_and_ids(const Run& run) {
  if (run.setup.order != HostOrder::shortest) throw std::logic_error("IDs along another way are not known here");
  const network::Netlist netlist = features::network_of(experiment_of(run));
  const auto& program = dynamic_cast<const multicast::GroupProgram&>(*netlist.workloads.front().program);
  return {*program.group_traffic()->groups, multicast::shortest_order(multicast::hop_counts(netlist))};
}

/// `words_delivered`: to members of groups.
void take_links(const std::vector<statistics::LinkUse>& links, Measurement& m, double words_delivered) {
  std::tie(m.root_links, m.other_links) = use_at_root(links);
  double flits = 0;
  for (const statistics::LinkUse& link : links)
    if (link.name.rfind("link_host", 0) == 0) flits += static_cast<double>(link.busy);
  if (words_delivered != 0) m.flits_sent = flits / words_delivered;
}

void take_measures(const statistics::MeasureTotals& t, const Run& run, Measurement& m) {
  const auto place = [&](const char* key) { return *statistics::find_measure(*t.firmware, key); };
  const auto mean = [&](const char* key) { return statistics::moments(t.all, *t.firmware, place(key)).mean; };
  m.refused = mean("refused");
  m.repeated = mean("repeated");
  m.wait = mean("refused_wait");
  m.permit_wait = mean("permit_wait");
  m.spilled = mean("spilled");
  const auto number = [&](const char* key) { return static_cast<double>(t.all.samples[place(key)].sum); };
  if (const double refused = number("refused"); refused > 0) m.whole = 1 - number("aborted") / refused;
  m.buffers = mean("upper_buffers") + mean("lower_buffers");
  if (run.setup.compares_ids) {
    const auto [groups, order] = groups_and_ids(run);
    m.lowest_copies = load_of_lowest(groups, order, [&](std::uint32_t host) {
      return static_cast<double>(t.hosts[host].samples[place("repeated")].count);
    });
    m.lowest_buffers = load_of_lowest(groups, order, [&](std::uint32_t host) {
      const auto used = [&](const char* key) {
        return statistics::moments(t.hosts[host], *t.firmware, place(key)).mean;
      };
      return used("upper_buffers") + used("lower_buffers");
    });
  }
  if (!run.setup.first_source) return;
  const std::vector<std::uint32_t> members = first_members(run.setup, run.seed);
  for (const std::uint32_t host : members)
    m.refused_at.push_back(statistics::moments(t.hosts[host], *t.firmware, place("refused")).mean);
}

std::string text_of(const std::vector<std::uint32_t>& members) {
  std::string text;
  for (const std::uint32_t host : members) text += fmt::format("{}{}", text.empty() ? "" : " ", host);
  return text;
}

std::string records_of(const Setup& s, std::uint64_t seed) {
  const double load = s.rate / 1000 / (s.first_source ? 1 : s.members) * s.words;
  std::string record = fmt::format("{{ kind: multicast, load: {}, words: {}, algorithm: {}", load, s.words,
                                   multicast::to_string(s.algorithm));
  if (s.first_source) {
    record += fmt::format(", groups: ['{}'], sources: first", text_of(first_members(s, seed)));
  } else {
    record += fmt::format(", count: {}, size: {}, seed: {}", s.groups, s.members, seed);
  }
  if (s.by_hosts) record += ", by: hosts";
  if (s.paper_copies) record += fmt::format(", copying: {}", s.worm_flits());
  if (s.branching != 0) record += fmt::format(", branching: {}", s.branching);
  if (s.order != HostOrder::shortest) record += fmt::format(", order: {}", word_of(s.order));
  if (s.one_class) record += ", classes: one";
  if (may_deadlock(s)) record += ", allow_deadlock: true";
  record += " }";
  if (s.background > 0)
    record += fmt::format(", {{ kind: traffic, load: {}, packet: {{ flits: {} }} }}", s.background, background_words);
  return "[" + record + "]";
}

/// Figure 2. Worm X goes from host 0 to A, host 14, on to B, host 6, and to host 10; worm Y from host 7, at B's switch, to host 15, at
/// A's. Y needs the last link by which X comes to A, and B's copy of X the first link of Y. Nothing of X needs a link of X.
std::string records_of_mesh(const Setup& s) {
  const std::string x = fmt::format(
      "{{ kind: multicast, groups: ['0 6 10 14'], sources: first, messages: 50, load: 0.02, words: {}, algorithm: bus, "
      "order: given, ids: ['0', '14', '6', '10', '1-5', '7-9', '11-13', '15-17']{} }}",
      s.words * worms_on_mesh, s.holds_links ? ", allow_deadlock: true" : "");
  if (!s.has_unicasts) return "[" + x + "]";
  return "[" + x +
         fmt::format(
             ", {{ kind: multicast, groups: ['7 15'], sources: first{}, load: 0.4, words: 512, algorithm: unicasts }}]",
             s.holds_links ? ", messages: 1000" : "");
}

}  // namespace

const char* to_string(Network network) {
  switch (network) {
    case Network::torus: return "torus";
    case Network::star: return "star";
    case Network::mesh: break;
  }
  return "3x3 mesh";
}
const char* to_string(Scheme scheme) {
  switch (scheme) {
    case Scheme::none: return "none";
    case Scheme::plain: return "plain";
    case Scheme::manager: return "manager";
    case Scheme::credits: return "credits";
    case Scheme::fifo: break;
  }
  return "fifo";
}
unsigned hosts_of(Network network) {
  switch (network) {
    case Network::torus: return 64;
    case Network::star: return 32;
    case Network::mesh: break;
  }
  return 18;
}

unsigned Setup::worm_flits() const {
  return port::packet_flits(port::PacketFormat::compact, words + firmware::worm_header_words);
}

std::string Setup::name() const {
  const Setup usual;
  std::string text = fmt::format("{}, {}, {} groups of {}, {} words, rate {}",
                                 hosts != 0 ? fmt::format("single switch of {} hosts", hosts) : to_string(network),
                                 multicast::to_string(algorithm), groups, members, words, rate);
  const auto add = [&](bool differs, const std::string& what) {
    if (differs) text += ", " + what;
  };
  add(background != usual.background, fmt::format("background {}", background));
  add(scheme != usual.scheme, scheme == Scheme::none ? "no flow control" : to_string(scheme));
  add(buffers != usual.buffers, fmt::format("K = {}", buffers));
  add(!cut_through, "no cut-through");
  add(early_ack, "early ACK");
  add(early_ready, "early READY");
  add(link_delay != usual.link_delay, fmt::format("links of {} cycles", link_delay));
  add(link_cycles != usual.link_cycles, fmt::format("{} cycles a flit", link_cycles));
  add(branching != 0, fmt::format("at most {} copies", branching));
  add(order != usual.order, fmt::format("order: {}", word_of(order)));
  add(one_class, "one class");
  add(first_source, "one source");
  add(neighbours, "neighbours");
  add(far_apart, "far apart");
  add(slow_member != 0, fmt::format("slow link to member {}", slow_member));
  add(up_down_routing, "up*/down*");
  add(by_hosts, "by hosts");
  add(free_handlers, "free handlers");
  add(paper_copies, "the paper's CT");
  add(detection != usual.detection, detection == 0 ? "no recovery" : fmt::format("recovery after {} us", detection));
  add(channels != usual.channels, fmt::format("{} virtual channels", channels));
  add(holds_links, "links held");
  add(!has_unicasts, "without unicasts");
  return text;
}

namespace {

constexpr unsigned torus_side = 8;

unsigned hops_on_torus(unsigned a, unsigned b) {
  const auto round = [](unsigned one, unsigned other) {
    const unsigned way = one > other ? one - other : other - one;
    return std::min(way, torus_side - way);
  };
  return round(a % torus_side, b % torus_side) + round(a / torus_side, b / torus_side);
}

/// Each as far from the nearest one before it as can be, then from all of them; the first where `seed` says.
std::vector<std::uint32_t> far_on_torus(unsigned members, std::uint64_t seed) {
  constexpr unsigned hosts = torus_side * torus_side;
  std::vector<std::uint32_t> found{static_cast<std::uint32_t>(seed * (torus_side + 1) % hosts)};
  while (found.size() < members) {
    std::uint32_t best = 0;
    std::pair<unsigned, unsigned> most;
    for (std::uint32_t host = 0; host < hosts; ++host) {
      std::pair<unsigned, unsigned> hops{torus_side, 0};  // to the nearest one, and to all
      for (const std::uint32_t other : found) {
        hops.first = std::min(hops.first, hops_on_torus(host, other));
        hops.second += hops_on_torus(host, other);
      }
      if (hops <= most) continue;
      most = hops;
      best = host;
    }
    found.push_back(best);
  }
  return found;
}

}  // namespace

double mean_hops(const Setup& setup) {
  const std::vector<std::uint32_t> members = first_members(setup, 1);
  unsigned hops = 0;
  for (const std::uint32_t a : members)
    for (const std::uint32_t b : members)
      if (setup.network == Network::torus)
        hops += hops_on_torus(a, b);
      else
        hops += a / hosts_of_star_switch == b / hosts_of_star_switch ? 0 : 2;
  return static_cast<double>(hops) / static_cast<double>(members.size() * (members.size() - 1));
}

std::vector<std::uint32_t> first_members(const Setup& setup, std::uint64_t seed) {
  if (setup.far_apart) return far_on_torus(setup.members, seed);
  const unsigned hosts = hosts_of(setup.network), apart = setup.neighbours ? 1 : hosts / setup.members;
  const unsigned first = static_cast<unsigned>(seed) * (setup.neighbours ? setup.members : 1) % hosts;
  std::vector<std::uint32_t> found;
  for (unsigned i = 0; i < setup.members; ++i)
    found.push_back((i * apart + (setup.neighbours ? first : first % apart)) % hosts);
  return found;
}

nic::Costs costs_of_processor() {
  nic::Costs costs;
  costs.event.fill(20);
  costs.register_read = costs.register_write = costs.load = costs.store = 1;
  return costs;
}

double load_of_lowest(const host::Groups& groups, const multicast::Order& order,
                      const std::function<double(std::uint32_t host)>& load) {
  std::vector<std::uint32_t> lowest;
  for (const host::Group& group : groups)
    lowest.push_back(*std::min_element(group.members.begin(), group.members.end(),
                                       [&](std::uint32_t a, std::uint32_t b) { return order.id(a) < order.id(b); }));
  double sum = 0, compared = 0;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    double most = 0;
    for (const std::uint32_t member : groups[g].members)
      if (std::find(lowest.begin(), lowest.end(), member) == lowest.end()) most = std::max(most, load(member));
    if (most == 0) continue;
    sum += load(lowest[g]) / most;
    ++compared;
  }
  return compared == 0 ? 0 : sum / compared;
}

std::pair<double, double> use_at_root(const std::vector<statistics::LinkUse>& links) {
  const std::string from_root = fmt::format("link_{}_", root_switch), to_root = fmt::format("_to_{}_", root_switch);
  double at_root = 0, elsewhere = 0, links_at_root = 0, others = 0;
  for (const statistics::LinkUse& link : links) {
    const std::string_view name = link.name;
    if (name.rfind("link_switch", 0) != 0 || name.find("_to_switch") == std::string_view::npos) continue;
    const bool is_at_root = name.rfind(from_root, 0) == 0 || name.find(to_root) != std::string_view::npos;
    (is_at_root ? at_root : elsewhere) += link.utilisation();
    ++(is_at_root ? links_at_root : others);
  }
  return {links_at_root == 0 ? 0 : at_root / links_at_root, others == 0 ? 0 : elsewhere / others};
}

/// The processor takes about 150 cycles to send a header on. `seed`: draws groups and numbers.
reproduction::Assignments assignments_of(const Run& run) {
  const Setup& s = run.setup;
  reproduction::Assignments values{{"clock.period", "12.5 ns"},
                                   {"endpoint", "nic"},
                                   {"nic.firmware", "multicast"},
                                   {"nic.costs", "free"},
                                   // A unicast message is one worm, too.
                                   {"nic.packet_words", s.network == Network::mesh ? "512"
                                                        : s.background > 0         ? std::to_string(background_words)
                                                                                   : std::to_string(s.words)},
                                   {"nic.memory", "128 KiB"},
                                   {"firmware.multicast.scheme", to_string(s.scheme)},
                                   {"firmware.multicast.buffers", std::to_string(s.buffers)},
                                   {"firmware.multicast.buffer_words", std::to_string(s.words)},
                                   {"firmware.multicast.cut_through", s.cut_through ? "on" : "off"},
                                   {"firmware.multicast.ack", s.early_ack ? "early" : "head"},
                                   {"firmware.multicast.ready", s.early_ready ? "early" : "last"},
                                   {"link.delay", std::to_string(s.link_delay)},
                                   {"link.cycles_per_flit", std::to_string(s.link_cycles)},
                                   {"run.seed", std::to_string(run.seed)},
                                   {"run.warmup", std::to_string(run.warmup)},
                                   {"run.max_cycles", std::to_string(run.warmup + run.cycles)}};
  const auto set = [&](const char* key, const std::string& value) { values.emplace_back(key, value); };
  if (!s.free_handlers) {
    const nic::Costs costs = costs_of_processor();
    const auto set_cost = [&](const char* of, std::uint32_t cycles) {
      values.emplace_back(std::string("nic.cost.") + of, std::to_string(cycles));
    };
    set_cost("event", costs.event.front());
    set_cost("register_read", costs.register_read);
    set_cost("register_write", costs.register_write);
    set_cost("load", costs.load);
    set_cost("store", costs.store);
  }
  if (s.link_delay > 1) set("switch.buffer.flits", std::to_string(64 + 4 * s.link_delay));  // what a STOP lets come
  if (s.scheme == Scheme::credits) set("firmware.multicast.detection", fmt::format("{} us", s.detection));
  if (s.hosts != 0) {
    set("topology.kind", "single_switch");
    set("topology.hosts_per_switch", std::to_string(s.hosts));
    if (s.channels != Setup().channels) set("switch.virtual_channels", std::to_string(s.channels));
  } else if (s.network == Network::torus) {
    set("topology.kind", "torus");
    set("topology.size", "[8, 8]");
    set("switch.virtual_channels", "2");
  } else if (s.network == Network::mesh) {
    set("topology.kind", "mesh");
    set("topology.size", "[3, 3]");
    set("topology.hosts_per_switch", "2");
  } else {
    set("topology.kind", "star_of_stars");
    set("topology.arity", "4");
    set("topology.hosts_per_switch", std::to_string(hosts_of_star_switch));
  }
  if (s.up_down_routing) {
    set("routing.kind", "up_down");
    set("routing.root", root_switch);
  }
  if (s.slow_member != 0) {
    const std::uint32_t host = first_members(s, run.seed)[s.slow_member];
    set("links", fmt::format("[{{ link: link_switch{0}_p4_to_host{0}, directions: one, cycles_per_flit: 4 }}]", host));
  }
  if (s.holds_links) set("nic.receive.when_full", "stop");
  set("workloads", s.network == Network::mesh ? records_of_mesh(s) : records_of(s, run.seed));
  return values;
}

features::Experiment experiment_of(const Run& run) {
  features::Experiment e = reproduction::experiment_of(assignments_of(run));
  e.run.name = run.experiment;
  return e;
}

namespace {

/// Claim (19) is about them: they are measured.
bool are_only_of_sequences(const std::vector<statistics::InstanceError>& errors) {
  return !errors.empty() && std::all_of(errors.begin(), errors.end(), [](const statistics::InstanceError& error) {
    return error.error == multicast::different_sequences;
  });
}

}  // namespace

Measurement measure(const Run& run, const reproduction::Simulate& simulate) {
  Measurement m;
  const report::Result result = simulate(experiment_of(run), {});
  // Where worms are dropped, messages that never arrive are lost, and wait for nobody.
  const bool are_lost = run.setup.scheme == Scheme::none && !run.setup.holds_links;
  if (run.setup.measures_deadlock && result.came_to_stand() && !are_lost) {
    if (result.standstill) m.circle = static_cast<double>(result.standstill->kept.size());
    return m;
  }
  const multicast::Answers& answers = answers_of(result);
  if (run.setup.network == Network::mesh) {
    m.went_on = 1;
    m.delivered = static_cast<double>(answers.complete) / static_cast<double>(answers.created);
    return m;
  }
  if (!are_only_of_sequences(result.totals.errors)) reproduction::require_complete(result);
  if (answers.to_last.packets() != 0) {
    m.to_last = answers.to_last.mean();
    m.p99 = static_cast<double>(answers.to_last.percentile(990));
  }
  m.accepted = answers.per(answers.words_delivered, answers.members);
  m.depth = static_cast<double>(answers.depth);
  m.branching = static_cast<double>(answers.branching);
  m.cost = answers.cost_mean;
  m.agreeing = 1 - static_cast<double>(answers.differing) / static_cast<double>(answers.groups);
  m.went_on = 1;
  // All messages that a load carries are not there when a run ends: some are under way. In a window as many are when it begins.
  if (const double to_come = static_cast<double>(answers.words_created) * (run.setup.members - 1); to_come > 0)
    m.delivered = static_cast<double>(answers.words_delivered) / to_come;
  if (const auto* unicasts = result.section<traffic::Section>();
      unicasts != nullptr && unicasts->answers.flits_offered > 0)
    m.background =
        static_cast<double>(unicasts->answers.flits_accepted) / static_cast<double>(unicasts->answers.flits_offered);
  take_links(result.totals.links, m, static_cast<double>(answers.words_delivered));
  const double messages = static_cast<double>(answers.words_created) / run.setup.words;
  const std::string source =
      run.setup.first_source ? fmt::format("link_host{}_to_", first_members(run.setup, run.seed).front()) : "none";
  for (const statistics::LinkUse& link : result.totals.links)
    if (link.name.rfind(source, 0) == 0 && messages > 0) m.source_time = static_cast<double>(link.busy) / messages;
  if (result.totals.measures) take_measures(*result.totals.measures, run, m);
  return m;
}

}  // namespace slackline::anglano
