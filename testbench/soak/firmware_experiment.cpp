#include "testbench/soak/firmware_experiment.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/firmware/catalogue.hpp"
#include "testbench/run/checks.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/run/network.hpp"
#include "testbench/run/workloads.hpp"
#include "testbench/soak/packet_network.hpp"

namespace slackline::soak {

namespace {

constexpr unsigned most_attempts = 1000;

/// Draws a number between two, small ones as often as large ones: 1..512 is below 23 every second time.
std::uint32_t magnitude(RandomStream& random, std::uint32_t least, std::uint32_t most) {
  std::uint32_t range = 1;
  while (range < most - least && random.below(5) != 0) range *= 2;
  return least + random.below(std::min(range, most - least) + 1);
}

bool chance(RandomStream& random, std::uint32_t one_in) { return random.below(one_in) == 0; }

std::string topology(RandomStream& random, std::uint32_t& hosts) {
  if (chance(random, 3)) {
    hosts = 2 + random.below(15);
    return "{ kind: single_switch, hosts_per_switch: " + std::to_string(hosts) + " }";
  }
  const std::uint32_t width = 2 + random.below(3), height = 1 + random.below(3);
  const std::uint32_t each = width * height <= 5 ? 1 + random.below(3) : 1;
  hosts = width * height * each;
  return "{ kind: mesh, size: [" + std::to_string(width) + ", " + std::to_string(height) +
         "], hosts_per_switch: " + std::to_string(each) + " }";
}

void switch_keys(std::ostream& text, const firmware::Entry& entry, RandomStream& random) {
  constexpr unsigned channels[] = {1, 1, 2, 4};
  text << "switch: { virtual_channels: " << channels[random.below(std::size(channels))]
       << ", buffer: { flits: " << 16 + random.below(100) << " }";
  if (entry.barriers == firmware::Barriers::by_units && !chance(random, 3)) {
    constexpr const char* architectures[] = {"I", "II", "III"};
    text << ", barrier: { architecture: " << architectures[random.below(3)] << ", entries: " << 1 + random.below(4)
         << " }";
  }
  text << " }\n";
}

/// Returns about how long a handler takes, in cycles, rounded up.
unsigned cost_keys(std::ostream& text, RandomStream& random) {
  switch (random.below(3)) {
    case 0: text << ", costs: free"; return 1;
    case 1: text << ", costs: lanai4"; return 500;
    default:
      text << ", cost: { event: " << magnitude(random, 0, 200) << ", register_read: " << random.below(10)
           << ", register_write: " << random.below(10) << ", load: " << random.below(10)
           << ", store: " << random.below(10) << " }";
      return 500;
  }
}

void nic_keys(std::ostream& text, const firmware::Entry& entry, RandomStream& random) {
  const auto some = [&](nic_parameter parameter) { return entry.uses(parameter) && !chance(random, 3); };
  text << "nic: { firmware: " << entry.firmware->name;
  const unsigned handler_cycles = cost_keys(text, random);
  if (some(NIC_PARAMETER_PACKET_WORDS)) text << ", packet_words: " << magnitude(random, 1, 512);
  if (some(NIC_PARAMETER_WINDOW)) text << ", window: " << 1 + random.below(8);
  if (some(NIC_PARAMETER_REPLY_WORDS)) text << ", reply_words: " << magnitude(random, 0, 512);
  if (some(NIC_PARAMETER_BUFFERS)) text << ", buffers: " << magnitude(random, 1, 64);
  if (entry.uses(NIC_PARAMETER_TIMEOUT_TICKS) && chance(random, 2)) {
    // One shorter than a few handlers keeps the processor from all else: its queues then overflow, rightly so.
    text << ", timeout: " << magnitude(random, 16 * handler_cycles, 20'000);
    if (some(NIC_PARAMETER_TRIES)) text << ", tries: " << 1 + random.below(20);
  }
  if (chance(random, 2)) text << ", memory: " << 4 * magnitude(random, 256, 16'384);
  if (chance(random, 2)) text << ", memory_ports: " << 1 + random.below(4);
  if (chance(random, 2)) text << ", host_queue: " << magnitude(random, 1, 64);
  if (chance(random, 4)) text << ", receive: { when_full: stop }";
  if (chance(random, 2))
    text << ", dma: { latency: " << magnitude(random, 0, 300) << ", cycles_per_word: " << 1 + random.below(4) << " }";
  if (chance(random, 3)) text << ", drift_spread: " << 1 + random.below(300) << " ppm";
  if (entry.delivery == firmware::Delivery::none) {
    text << ", slot_ticks: " << magnitude(random, 50, 8000) << ", offset_spread: 0." << random.below(10)
         << ", synchronization: { rounds: " << 1 + random.below(20);
    const bool has_slots = std::string(entry.firmware->name) == "fbs";
    if (has_slots && chance(random, 2)) text << ", stream: shift";
    if (has_slots && chance(random, 2)) text << ", pause: firmware";
    text << " }";
  }
  text << " }\n";
}

/// Keys of a record of `hosts`, at least one.
void host_keys(std::ostream& text, const firmware::Entry& entry, RandomStream& random) {
  const auto some = [&](nic_parameter parameter) { return entry.uses(parameter) && chance(random, 3); };
  text << "memory_ports: " << 1 + random.below(4);
  if (chance(random, 2))
    text << ", cost: { event: " << magnitude(random, 0, 200) << ", load: " << random.below(10)
         << ", store: " << random.below(10) << " }";
  if (some(NIC_PARAMETER_WINDOW)) text << ", window: " << 1 + random.below(8);
  if (some(NIC_PARAMETER_BUFFERS)) text << ", buffers: " << magnitude(random, 1, 64);
  if (chance(random, 3)) text << ", memory: " << 4 * magnitude(random, 4096, 32'768);
  if (chance(random, 3)) text << ", host_queue: " << magnitude(random, 16, 64);
  if (chance(random, 3)) text << ", receive: { when_full: " << (chance(random, 2) ? "stop" : "drop") << " }";
  if (chance(random, 2))
    text << ", dma: { latency: " << magnitude(random, 0, 300) << ", cycles_per_word: " << 1 + random.below(4) << " }";
  if (chance(random, 3)) text << ", drift: " << random.below(300) << " ppm";
}

/// Hosts of several kinds.
void kinds_of_hosts(std::ostream& text, const firmware::Entry& entry, RandomStream& random) {
  constexpr const char* patterns[] = {"host0", "'*1'", "'host?'", "[1, 'host1?', host0]"};
  text << "hosts:\n";
  for (std::uint32_t records = 1 + random.below(3); records > 0; --records) {
    text << "  - { match: " << patterns[random.below(std::size(patterns))] << ", nic: { ";
    host_keys(text, entry, random);
    text << " } }\n";
  }
}

std::string traffic_keys(RandomStream& random) {
  constexpr const char* arrivals[] = {"bernoulli", "periodic"};
  std::ostringstream text;
  text << "pattern: uniform, load: " << (chance(random, 4) ? 1.0 : 0.01 + 0.5 * random.unit());
  text << ", arrivals: { kind: " << arrivals[random.below(2)] << " }";
  text << ", packet: { flits: " << magnitude(random, 1, 512) << " }";
  return text.str();
}

void barrier_keys(std::ostream& text, std::uint32_t hosts, RandomStream& random) {
  text << "barriers:\n  rounds: " << 1 + random.below(30) << "\n  think: " << magnitude(random, 0, 500)
       << "\n  groups:\n";
  for (std::uint32_t groups = magnitude(random, 1, 16); groups > 0; --groups) {
    if (chance(random, 2))
      text << "    - { members: [all]";
    else
      text << "    - { size: " << 1 + random.below(hosts) << ", seed: " << random.below(100);
    if (chance(random, 3)) text << ", centre: medoid";
    text << ", spread: " << random.below(1000) << " }\n";
  }
}

/// The first hosts have network interfaces, the others, two or more, have none.
void sorts_of_hosts(std::ostream& text, const firmware::Entry& entry, std::uint32_t hosts, RandomStream& random) {
  const std::uint32_t nics = 2 + random.below(hosts - 3);
  text << "hosts:\n  - { endpoint: generator, match: [" << nics;
  for (std::uint32_t host = nics + 1; host < hosts; ++host) text << ", " << host;
  text << "] }\nworkloads:\n";
  text << "  - { name: messages, kind: traffic, hosts: 0-" << nics - 1 << ", " << traffic_keys(random) << " }\n";
  text << "  - { name: packets, kind: traffic, hosts: " << nics << "-" << hosts - 1 << ", " << traffic_keys(random)
       << " }\n";
  if (entry.barriers != firmware::Barriers::none)
    text << "  - { kind: barriers, hosts: 0-" << nics - 1 << ", rounds: " << 1 + random.below(30)
         << ", spread: " << random.below(1000) << " }\n";
}

struct MulticastParameters {
  std::string text;
  std::uint32_t buffer_words;
};

/// The own parameters of the firmware multicast.
MulticastParameters multicast_parameters(std::uint32_t hosts, RandomStream& random) {
  constexpr const char* schemes[] = {"plain", "fifo", "manager", "credits"};
  const std::string scheme = schemes[random.below(std::size(schemes))];
  const bool has_ack = scheme == "plain" || scheme == "fifo", has_credits = scheme == "credits";
  std::ostringstream text;
  const std::uint32_t buffers = (has_credits ? hosts - 1 : 0) + 1 + random.below(4);
  const std::uint32_t buffer_words = magnitude(random, 1, 300);
  text << "firmware: { multicast: { scheme: " << scheme << ", buffers: " << buffers
       << ", buffer_words: " << buffer_words << ", cut_through: " << (chance(random, 3) ? "off" : "on");
  if (has_ack && chance(random, 3)) text << ", timeout: " << 1 + random.below(2000) << " us";
  if (scheme == "fifo" && chance(random, 4)) text << ", ack: early";
  if (scheme == "fifo" && chance(random, 4)) text << ", ready: early";
  if (has_credits) text << ", detection: " << 1 + random.below(200) << " us, spills: 1024";
  text << " } }\n";
  return {text.str(), buffer_words};
}

/// A workload of multicasts to drawn groups, on one family of paths. `load`: the least; `more`: further keys of its record.
std::string multicast_workload(std::uint32_t hosts, double load, std::uint32_t buffer_words, const std::string& more,
                               RandomStream& random) {
  constexpr std::uint32_t most_worms = 32;  // of a message: each takes several handlers at each member
  constexpr const char* algorithms[] = {"ring",        "returning_ring", "bus",          "up_down",
                                        "wrap_around", "ordered_path",   "ordered_tree", "binomial"};
  constexpr const char* orders[] = {"shortest", "numbers", "drawn"};
  std::ostringstream text;
  text << "  - { kind: multicast, count: " << magnitude(random, 1, 8) << ", size: " << 2 + random.below(hosts - 1)
       << ", seed: " << random.below(1000) << ", load: " << load * (1 + 20 * random.unit())
       << ", words: " << std::min(magnitude(random, 1, 300), most_worms * buffer_words)
       << ", algorithm: " << algorithms[random.below(std::size(algorithms))]
       << ", order: " << orders[random.below(std::size(orders))];
  if (chance(random, 3)) text << ", branching: " << 1 + random.below(4);
  if (chance(random, 4)) text << ", sources: first";
  text << more << " }\n";
  return text.str();
}

/// `of_hosts`: for kinds of hosts, so that other experiments are as they would be without.
std::string candidate(const firmware::Entry& entry, std::uint64_t seed, RandomStream& random, RandomStream& of_hosts) {
  std::ostringstream text;
  std::uint32_t hosts = 0;
  text << "schema_version: 1\nclock: { period: 25 ns }\nendpoint: nic\ntopology: " << topology(random, hosts) << '\n';
  switch_keys(text, entry, random);
  nic_keys(text, entry, random);
  const std::uint64_t turn = seed / firmware::catalogue().size() % 3;  // each firmware
  const bool has_slots = entry.delivery == firmware::Delivery::none;
  if (turn == 2 && !has_slots && hosts >= 4) {
    sorts_of_hosts(text, entry, hosts, of_hosts);
  } else {
    if (turn == 1) kinds_of_hosts(text, entry, of_hosts);
    const bool multicasts = std::string(entry.firmware->name) == "multicast";
    if (multicasts) {
      const MulticastParameters parameters = multicast_parameters(hosts, random);
      text << parameters.text << "workloads:\n"
           << multicast_workload(hosts, 0.001, parameters.buffer_words, "", random) << "  - { kind: traffic, "
           << traffic_keys(random) << " }\n";
    }
    if (!has_slots && !multicasts) text << "traffic: { " << traffic_keys(random) << " }\n";
    if (entry.barriers != firmware::Barriers::none) barrier_keys(text, hosts, random);
  }
  text << "run: { seed: " << seed << ", max_cycles: 20000 }\n";
  return text.str();
}

/// The network of an experiment; nothing where it contradicts itself.
std::optional<network::Netlist> network_of(const std::string& text) {
  features::ExperimentReading reading =
      features::read_experiment(std::make_shared<const settings::Source>("experiment", text));
  features::judge_each(reading, [](features::ExperimentReading& one) { features::check_meaning(one); });
  if (!reading.errors.empty()) return std::nullopt;
  network::Netlist netlist = features::network_of(reading.experiment);
  if (!features::complete(reading.experiment, netlist).refused.empty() || !network::violations(netlist).empty())
    return std::nullopt;
  return netlist;
}

struct Drawn {
  std::string text;
  network::Netlist netlist;
};

/// A draw may contradict itself, as where the memory is too small: then the next one is taken.
template <class Candidate>
Drawn draw_valid(std::uint64_t seed, Candidate&& candidate) {
  for (unsigned attempt = 0; attempt < most_attempts; ++attempt) {
    std::string text = candidate();
    if (std::optional<network::Netlist> netlist = network_of(text)) return {std::move(text), *std::move(netlist)};
  }
  throw std::logic_error("no valid experiment from seed " + std::to_string(seed));
}

Drawn draw(std::uint64_t seed) {
  const std::vector<firmware::Entry>& all = firmware::catalogue();
  RandomStream random(seed, 4, RandomPurpose::test), of_hosts(seed, 5, RandomPurpose::test);
  return draw_valid(seed, [&] { return candidate(all[seed % all.size()], seed, random, of_hosts); });
}

}  // namespace

std::string firmware_experiment(std::uint64_t seed) { return draw(seed).text; }

network::Netlist firmware_network(std::uint64_t seed) { return draw(seed).netlist; }

network::Netlist firmware_packet_network(std::uint64_t seed) {
  RandomStream random(seed, 9, RandomPurpose::test);
  for (;;) {
    network::Netlist netlist = firmware_network(random.below(1'000'000));
    for (network::Channel& channel : netlist.channels) {
      channel.cycles_per_flit = 1 + random.below(4);
      if (chance(random, 4)) channel.cycles_per_flit = {4 + random.below(8), 4};
    }
    if (make_packet_switches(netlist, random)) return netlist;
  }
}

std::string multicast_experiment(std::uint64_t seed) {
  RandomStream random(seed, 6, RandomPurpose::test);
  const auto candidate = [&] {
    std::ostringstream text;
    std::uint32_t hosts = 0;
    text << "schema_version: 1\nclock: { period: 25 ns }\nendpoint: nic\ntopology: " << topology(random, hosts)
         << "\nswitch: { buffer: { flits: " << 16 + random.below(100) << " } }\nnic: { firmware: multicast"
         << ", memory: 1 MiB, packet_words: " << magnitude(random, 1, 100);
    cost_keys(text, random);
    const std::string messages = ", messages: " + std::to_string(1 + random.below(12));
    const MulticastParameters parameters = multicast_parameters(hosts, random);
    text << " }\n"
         << parameters.text << "workloads:\n"
         << multicast_workload(hosts, 0.02, parameters.buffer_words, messages, random);
    // A host remembers a message to a group until it has posted 65,536 more: recovery may take longer next to endless traffic.
    const bool has_credits = parameters.text.find("credits") != std::string::npos;
    if (!has_credits && chance(random, 2)) text << "  - { kind: traffic, " << traffic_keys(random) << " }\n";
    text << "run: { seed: " << seed << ", warmup: 0, max_cycles: 100000000 }\n";
    return text.str();
  };
  return draw_valid(seed, candidate).text;
}

}  // namespace slackline::soak
