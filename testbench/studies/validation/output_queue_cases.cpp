// Output queueing: mean wait of single-flit packets from N Bernoulli sources, ((N-1)/N) p / (2(1-p)) slots (Karol and
// others 1987, eq. 5).
//
// The switch has its buffers at the inputs. When all N senders send to one host, no packet is behind one for another
// output, and one leaves in every cycle in which any waits: a single server that never idles with work, whose mean
// wait no order changes. N senders, and the receiver, which sends to the others and never to itself: N + 1 ports.
#include <fmt/format.h>

#include "testbench/run/network.hpp"
#include "testbench/studies/validation/case_groups.hpp"
#include "testbench/studies/validation/sampling.hpp"

namespace slackline::validation {

namespace {

constexpr std::uint64_t senders = 8, receiver = senders;
constexpr std::uint64_t zero_load = 3;  // two links and the switch, a cycle each

Finding wait(double load, const Sampling& sampling, std::uint64_t seed, unsigned times) {
  features::Experiment e =
      one_switch(senders + 1, generator::Pattern::hot_spot, load / static_cast<double>(senders), seed);
  e.traffic.hot_hosts = {receiver};
  e.traffic.hot_share = 1;
  network::Fabric fabric(network::elaborate(features::network_of(e)));
  Finding found;
  found.value = sample(fabric, sampling.lengthened(times), [](const network::Fabric& f) {
    const port::LatencySums& latency = f.port_state(receiver).latency;
    return statistics::Batch{static_cast<double>(latency.total) - static_cast<double>(latency.packets * zero_load),
                             static_cast<double>(latency.packets)};
  });
  found.unmet = broken_check(fabric);
  return found;
}

Case case_of(double load, const Sampling& sampling) {
  Case c;
  c.group = "output-queueing";
  c.name = fmt::format("output-queueing-{:g}", load);
  c.what = fmt::format("8 sources to one output at a load of {:g}: mean wait in cycles", load);
  c.expected = (senders - 1.0) / senders * load / (2 * (1 - load));
  c.tolerance = 0.02 * c.expected;
  c.measure = [=](std::uint64_t seed, unsigned times) { return wait(load, sampling, seed, times); };
  return c;
}

}  // namespace

std::vector<Case> output_queue_cases() {
  return {case_of(0.2, {1'000, 50'000, 40}), case_of(0.5, {1'000, 50'000, 40}), case_of(0.8, {10'000, 50'000, 40}),
          case_of(0.9, {20'000, 100'000, 60})};
}

}  // namespace slackline::validation
