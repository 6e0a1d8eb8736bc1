// Complete exchange on schedule against equations (1) and (2) of Tam and Wang 2000, to the cycle:
//
//   T = O_s + (N - 1) g + L + O_r + U_r
//
// for the N packets of a host: k to its partner where there are two, k to each of the others where there are p of them. g is the time of a
// packet on the link of a host, which prepares the next one while one leaves. L is that of the last packet of the last host: at one switch the
// zero-load latency; with d1 hosts at each of several switches d1 packets of a step come to an uplink at once, and the last one of them waits for
// the others.
#include <fmt/format.h>

#include <memory>
#include <numeric>
#include <utility>

#include "testbench/run/network.hpp"
#include "testbench/studies/validation/case_groups.hpp"
#include "testbench/studies/validation/sampling.hpp"
#include "testbench/studies/validation/zero_load.hpp"
#include "testbench/workloads/exchange/program.hpp"

namespace slackline::validation {

namespace {

using exchange::Permutation;

constexpr std::uint64_t exchange_flits = 24, exchange_packets = 20, longest_exchange = 100'000;

struct Exchange {
  std::string network;                       ///< "one switch"
  features::Experiment experiment;           ///< of it
  std::uint64_t gap_cycles, latency_cycles;  ///< g, and L
  std::vector<std::uint32_t> ranks;          ///< the hosts that take part
  features::ExchangeSettings settings;
};

features::Experiment switch_of_exchange(std::uint64_t hosts) {
  features::Experiment e = one_switch(hosts, generator::Pattern::uniform, 0, 1);
  e.packet.flits = exchange_flits;
  e.switches.header_delay.cycles = 5;
  e.switches.data_delay.cycles = 3;
  e.link.delay.cycles = 2;
  return e;
}

/// Packet switches with so many hosts each below one more, and uplinks that are as fast as four hosts.
constexpr std::uint64_t host_cycles_of_flit = 4, uplink_cycles_of_flit = 1, lookup_cycles = 3;
features::Experiment two_levels_of_exchange(std::uint64_t hosts_of_switch, std::uint64_t switches) {
  features::Experiment e = switch_of_exchange(hosts_of_switch);
  e.topology.kind = features::TopologyKind::star_of_stars;
  e.topology.arity = switches;
  e.link.cycles_per_flit = host_cycles_of_flit;
  for (std::uint64_t i = 0; i < switches; ++i) {
    features::OwnLinkSettings uplink;
    uplink.link = fmt::format("link_switch_l0_{}_p{}_to_switch_center_p{}", i, hosts_of_switch, i);
    uplink.cycles_per_flit = uplink_cycles_of_flit;
    e.link.own.push_back(uplink);
  }
  e.packet_switches.type = features::SwitchType::packet;
  e.packet_switches.buffers = packet_switch::Buffers::output;
  e.packet_switches.transfer.cycles = 0;
  e.packet_switches.lookup.cycles = lookup_cycles;
  return e;
}

/// Flit times of a packet, with the gap that hosts and packet switches leave after it.
std::uint64_t flits_with_gap(const features::Experiment& e) { return e.packet.flits + e.packet_switches.gap; }

/// L there, by the timing contract of the packet switch: on each link, of a host or an uplink, a packet is written whole
/// d + flits * n - 1 cycles after its first flit was on the register, and its first flit is on the next one lookup + 3 cycles after
/// that. On the first uplink the packets of the other hosts of the switch go first.
std::uint64_t latency_of_two_levels(const features::Experiment& e) {
  constexpr std::uint64_t links = 4, switches = 3;
  return links * (e.link.delay.cycles - 1) + 2 * e.packet.flits * (host_cycles_of_flit + uplink_cycles_of_flit) +
         switches * (lookup_cycles + 3) + (e.topology.hosts_per_switch - 1) * flits_with_gap(e) * uplink_cycles_of_flit;
}

double cycles_on_schedule(const Exchange& x) {
  const features::ExchangeSettings& s = x.settings;
  const std::uint64_t of_host = exchange_packets * (x.ranks.size() - 1);
  return static_cast<double>(s.send_cycles + (of_host - 1) * x.gap_cycles + x.latency_cycles + s.receive_cycles +
                             s.user_cycles);
}

Finding run_exchange(const Exchange& x) {
  exchange::ProgramParams p;
  p.settings = x.settings;
  p.settings.packets = exchange_packets;
  p.hosts = x.ranks;
  p.nodes = static_cast<std::uint32_t>(features::hosts_of(x.experiment));
  p.flits = exchange_flits;
  network::Netlist netlist = features::network_of(x.experiment);
  netlist.workloads[0].program = std::make_shared<exchange::Program>(std::move(p));
  network::Fabric fabric(network::elaborate(std::move(netlist)));
  const auto& program = dynamic_cast<const exchange::Program&>(*fabric.netlist().workloads[0].program);
  while (!program.is_over(fabric.now()) && fabric.now() < Cycle(longest_exchange)) fabric.run_until(fabric.now() + 100);
  Finding found;
  found.value = {static_cast<double>(program.answers(fabric.now()).cycles), 0};
  found.unmet = broken_check(fabric);
  if (found.unmet.empty() && !program.is_over(fabric.now())) found.unmet = "the exchange is not over";
  return found;
}

Case exchange_case(const std::string& name, const std::string& what, const Exchange& x) {
  Case c;
  c.group = "exchange";
  c.name = "exchange-" + name;
  c.what = fmt::format("{}, {}, {} packets of {} flits from each to each: cycles", x.network, what, exchange_packets,
                       exchange_flits);
  c.relation = Relation::exact;
  c.expected = cycles_on_schedule(x);
  c.measure = [x](std::uint64_t /*seed*/, unsigned /*times*/) { return run_exchange(x); };
  return c;
}

std::vector<std::uint32_t> all_ranks(std::uint64_t hosts) {
  std::vector<std::uint32_t> ranks(hosts);
  std::iota(ranks.begin(), ranks.end(), 0);
  return ranks;
}

Exchange exchange_of(std::uint32_t hosts, Permutation permutation) {
  const features::Experiment e = switch_of_exchange(hosts);
  Exchange x{"one switch", e, exchange_flits, zero_load_latency(e, 0), all_ranks(hosts), {}};
  x.settings.permutation = permutation;
  return x;
}

Exchange exchange_of_levels(std::uint64_t hosts_of_switch, std::uint64_t switches) {
  const features::Experiment e = two_levels_of_exchange(hosts_of_switch, switches);
  Exchange x{fmt::format("{} packet switches of {} hosts below one, uplinks of four times their speed", switches,
                         hosts_of_switch),
             e,
             flits_with_gap(e) * host_cycles_of_flit,
             latency_of_two_levels(e),
             all_ranks(hosts_of_switch * switches),
             {}};
  x.settings.permutation = Permutation::exclusive_or;
  return x;
}

}  // namespace

std::vector<Case> exchange_cases() {
  Exchange pair = exchange_of(8, Permutation::shift);
  pair.ranks = {1, 6};
  const auto at_work = [](Exchange x) {
    x.settings.send_cycles = 7;
    x.settings.receive_cycles = 4;
    x.settings.user_cycles = 9;
    return x;
  };
  return {exchange_case("pair", "2 of 8 hosts", pair),
          exchange_case("pair-at-work", "2 of 8 hosts that take 7 cycles to send and 4 + 9 to receive", at_work(pair)),
          exchange_case("shift", "12 hosts, shift", exchange_of(12, Permutation::shift)),
          exchange_case("shift-at-work", "12 hosts, shift, 7 cycles to send and 4 + 9 to receive",
                        at_work(exchange_of(12, Permutation::shift))),
          exchange_case("xor", "16 hosts, xor", exchange_of(16, Permutation::exclusive_or)),
          exchange_case("edge-colour", "12 hosts, edge colouring", exchange_of(12, Permutation::edge_colour)),
          exchange_case("4x4", "16 hosts, xor", exchange_of_levels(4, 4)),
          exchange_case("4x4-at-work", "16 hosts, xor, 7 cycles to send and 4 + 9 to receive",
                        at_work(exchange_of_levels(4, 4))),
          exchange_case("2x4", "8 hosts, xor", exchange_of_levels(2, 4))};
}

}  // namespace slackline::validation
