// Complete exchange on schedule, at one switch, against equations (1) and (2) of Tam and Wang 2000, to the cycle:
//
//   T = O_s + (N - 1) g + L + O_r + U_r
//
// for the N packets of a host: k to its partner where there are two, k to each of the others where there are p of them. L is the zero-load
// latency, and g the flits of a packet: a host prepares the next one while one leaves, which takes longer.
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
  std::uint64_t hosts;               ///< at the switch
  std::vector<std::uint32_t> ranks;  ///< those that take part
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

double cycles_on_schedule(const Exchange& x) {
  const features::ExchangeSettings& s = x.settings;
  const std::uint64_t of_host = exchange_packets * (x.ranks.size() - 1);
  return static_cast<double>(s.send_cycles + (of_host - 1) * exchange_flits +
                             zero_load_latency(switch_of_exchange(x.hosts), 0) + s.receive_cycles + s.user_cycles);
}

Finding run_exchange(const Exchange& x) {
  exchange::ProgramParams p;
  p.settings = x.settings;
  p.settings.packets = exchange_packets;
  p.hosts = x.ranks;
  p.nodes = static_cast<std::uint32_t>(x.hosts);
  p.flits = exchange_flits;
  network::Netlist netlist = features::network_of(switch_of_exchange(x.hosts));
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
  c.what = fmt::format("one switch, {}, {} packets of {} flits from each to each: cycles", what, exchange_packets,
                       exchange_flits);
  c.relation = Relation::exact;
  c.expected = cycles_on_schedule(x);
  c.measure = [x](std::uint64_t /*seed*/, unsigned /*times*/) { return run_exchange(x); };
  return c;
}

Exchange exchange_of(std::uint32_t hosts, Permutation permutation) {
  Exchange x{hosts, std::vector<std::uint32_t>(hosts), {}};
  std::iota(x.ranks.begin(), x.ranks.end(), 0);
  x.settings.permutation = permutation;
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
          exchange_case("edge-colour", "12 hosts, edge colouring", exchange_of(12, Permutation::edge_colour))};
}

}  // namespace slackline::validation
