#include "testbench/studies/tam2000/measurement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "testbench/exchange/orders.hpp"
#include "testbench/workloads/exchange/section.hpp"

namespace slackline::tam2000 {

namespace {

using reproduction::Assignments;

constexpr double wire_bytes = 1538;  // of a frame, with preamble and gap
constexpr double gap_bytes = 20;     // preamble and gap
constexpr double acknowledgement_bytes =
    84;                               // the shortest frame, with preamble and gap; with long flits a header takes more
constexpr unsigned header_flits = 6;  // of a packet: the address, and the five words of the firmware

/// A network whose flits have so many bytes: whole flits for a frame, and a clock by which it takes as long as on the wire. A flit takes
/// one cycle on an uplink.
struct Scale {
  explicit Scale(unsigned bytes, const Speeds& speeds = {})
      : cycles_of_flit(speeds.uplink / speeds.host),
        frame_us(tam2000::frame_us * Speeds().host / speeds.host),
        gap(static_cast<unsigned>(std::lround(gap_bytes / bytes))),
        words(static_cast<unsigned>(std::lround(wire_bytes / bytes)) - header_flits - gap),
        acknowledgement_words(
            std::max(header_flits, static_cast<unsigned>(std::lround(acknowledgement_bytes / bytes)) - 1 - gap)),
        frame_cycles((words + header_flits + gap) * cycles_of_flit) {}

  double period_us() const { return frame_us / frame_cycles; }
  std::uint64_t cycles(double us) const { return static_cast<std::uint64_t>(std::llround(us / period_us())); }

  unsigned cycles_of_flit;  // on a host's link
  double frame_us;          // there
  unsigned gap, words, acknowledgement_words, frame_cycles;
};

Scale scale_of(const Setup& s) { return Scale(s.flit_bytes, s.speeds); }

bool is_power_of_two(unsigned n) { return (n & (n - 1)) == 0; }

/// Packets that may still come to an input after it has paused its sender, and one that is there in part.
constexpr unsigned ahead_of_pause = 4;

/// The most that a buffer can have: no buffer gets more in these exchanges.
std::string frames_of(const Setup& s) { return s.is_lossless ? ", frames: 16384" : ""; }

constexpr unsigned cycles_of_half_rate = 2;  // of a flit, at 500 Mb/s

/// The module of a gigabit uplink moves a flit in so many cycles, in the switch: two where five streams are its rate.
std::string uplink_module(Streams streams) {
  return fmt::format("transfer: {}{}", streams == Streams::rate ? cycles_of_half_rate : 0,
                     streams == Streams::loss ? ", streams: 5" : "");
}

/// A transfer inside a switch takes no time.
constexpr const char* transfers = "transfers: any, transfer: 0";

/// The keys of an edge switch, of a record of `switches`. Other buffers hold as much as those at inputs.
std::string ibm(const Setup& s, unsigned gap) {
  const unsigned held = s.assumptions.held;
  const Streams streams = s.assumptions.streams;
  const unsigned ports = s.shape.hosts_of_switch + unsigned{!s.shape.is_one_switch()};
  if (s.buffers == Buffers::input_everywhere || s.buffers == Buffers::pause)
    return fmt::format("kind: packet, packet: {{ buffers: input, frames: {}, held: {}, gap: {}, {}{}{} }}",
                       buffer_frames, held, gap, transfers,
                       s.buffers == Buffers::pause ? fmt::format(", pause_at: {}", buffer_frames - ahead_of_pause) : "",
                       s.shape.is_one_switch() ? "" : ", uplink: { " + uplink_module(streams) + " }");
  if (s.buffers == Buffers::output || s.buffers == Buffers::shared)
    return fmt::format("kind: packet, packet: {{ buffers: {}, frames: {}, gap: {}, {} }}",
                       s.buffers == Buffers::output ? "output" : "shared",
                       s.buffers == Buffers::output ? buffer_frames : buffer_frames * ports, gap, transfers);
  std::string uplink;
  if (!s.shape.is_one_switch()) uplink = fmt::format(", uplink: {{ {}{} }}", uplink_module(streams), frames_of(s));
  return fmt::format("packet: {{ preset: ibm-8275-326{}, held: {}, gap: {}, {}{}{} }}",
                     s.shape.is_one_switch() ? "" : "-ge", held, gap, transfers, frames_of(s), uplink);
}

std::string shared(const char* preset, const char* match, const Setup& s, unsigned gap) {
  return fmt::format("{{ match: {}, packet: {{ preset: {}, gap: {}, {}{} }} }}", match, preset, gap, transfers,
                     frames_of(s));
}

/// Section 5: on 4x4 two of the edge switches are Intel's.
void add_switches(Assignments& values, const Setup& s, unsigned gap) {
  const Shape& shape = s.shape;
  std::string records = fmt::format("{{ match: '*', {} }}", ibm(s, gap));
  if (shape == four_by_four && s.buffers == Buffers::of_paper)
    records += ", " + shared("intel-510t-ge", "[switch_l0_2, switch_l0_3]", s, gap);
  if (s.buffers != Buffers::input_everywhere && s.buffers != Buffers::pause && !shape.is_one_switch())
    records += ", " + shared("powerrail-2200", "switch_center", s, gap);
  values.emplace_back("switches", "[" + records + "]");
}

void add_topology(Assignments& values, const Shape& shape, const Scale& scale) {
  values.emplace_back("topology.hosts_per_switch", std::to_string(shape.hosts_of_switch));
  values.emplace_back("link.delay", "1");
  values.emplace_back("link.cycles_per_flit", std::to_string(scale.cycles_of_flit));
  values.emplace_back("topology.kind", shape.is_one_switch() ? "single_switch" : "star_of_stars");
  if (shape.is_one_switch()) return;
  values.emplace_back("topology.arity", std::to_string(shape.switches));
  std::string links;
  for (unsigned i = 0; i < shape.switches; ++i)
    links += fmt::format("{}{{ link: link_switch_l0_{}_p{}_to_switch_center_p{}, cycles_per_flit: 1 }}",
                         i == 0 ? "" : ", ", i, shape.hosts_of_switch, i);
  values.emplace_back("links", "[" + links + "]");
}

constexpr double latency_us = 450;  // L is less than that on 4x4 without contention

/// How long a host waits for the acknowledgement of a packet, us: for as long as the other host keeps it back, and for the round trip
/// through full buffers. Otherwise packets are sent again that have come.
double timeout_us(const Scale& scale, double acknowledgement_us, double factor) {
  const double timeout = factor * (acknowledgement_us + 2 * (buffer_frames * scale.frame_us + latency_us));
  if (timeout <= acknowledgement_us)
    throw std::logic_error("the time-out of an exchange ends before its acknowledgements are due");
  return timeout;
}

/// An acknowledgement waits for longer than a round, so that a frame to the same host takes it along.
void add_hosts(Assignments& values, const Scale& scale, const Shape& shape, bool is_selective,
               const Choices& choices = {}) {
  const double acknowledgement_us = choices.acknowledgement * (shape.hosts() - 1) * scale.frame_us;
  const auto us = [](double time) { return fmt::format("{} us", std::llround(time)); };
  for (const auto& [key, value] :
       Assignments{{"endpoint", "nic"},
                   {"nic.firmware", "go_back_n"},
                   {"nic.costs", "free"},
                   {"nic.window", std::to_string(fetched)},
                   {"nic.host_queue", std::to_string(choices.host_queue)},
                   {"nic.tries", "1000000"},
                   {"nic.packet_words", std::to_string(scale.words)},
                   {"firmware.go_back_n.window", std::to_string(choices.window)},
                   {"firmware.go_back_n.queue", std::to_string(firmware_queue)},
                   {"firmware.go_back_n.timeout", us(timeout_us(scale, acknowledgement_us, choices.timeout))},
                   {"firmware.go_back_n.acknowledgement_delay", us(acknowledgement_us)},
                   {"firmware.go_back_n.acknowledgement_words", std::to_string(scale.acknowledgement_words)}})
    values.emplace_back(key, value);
  if (is_selective) values.emplace_back("firmware.go_back_n.repeat", "selective");
}

std::string record_of(const Scale& scale, const Shape& shape, Scheme scheme, unsigned packets, unsigned window,
                      const Assumptions& assumptions, double overhead_us = usual_overhead_us,
                      bool is_by_shift = false) {
  // Usual pairwise exchange has one partner in a step, whose packets take acknowledgements along.
  const char* permutation = is_power_of_two(shape.hosts()) && !is_by_shift ? "xor"
                            : scheme == Scheme::pairwise                   ? "edge_colour"
                                                                           : "shift";
  const std::uint64_t overhead = scale.cycles(overhead_us);
  std::string record = fmt::format(
      "kind: exchange, packets: {}, packet: {{ flits: {} }}, permutation: {}, send_cycles: {}, "
      "receive_cycles: {}, user_cycles: {}, queue: {}",
      packets, scale.words, permutation, overhead, overhead, overhead, exchange_queue);
  if (scheme == Scheme::pairwise) record += ", method: pairwise";
  if (has_window(scheme)) record += fmt::format(", window: {}", window);
  if (is_reordered(scheme)) record += ", reorder: true";
  if (assumptions.is_drawn())
    record += fmt::format(", pause_cycles: {}, pause_every: {}", scale.cycles(1000 * assumptions.pause_ms),
                          scale.cycles(1e6 / assumptions.pauses));
  return "[{ " + record + " }]";
}

std::string link_to_last_host(const Shape& shape) {
  const std::string of = shape.is_one_switch() ? "switch0" : fmt::format("switch_l0_{}", shape.switches - 1);
  return fmt::format("link_{}_p{}_to_host{}", of, shape.hosts_of_switch - 1, shape.hosts() - 1);
}

Assignments values_of(const Setup& s) {
  const Scale scale = scale_of(s);
  Assignments values{{"clock.period", fmt::format("{:.6f} ns", 1000 * scale.period_us())}};
  add_topology(values, s.shape, scale);
  add_switches(values, s, scale.gap);
  add_hosts(values, scale, s.shape, s.is_selective, s.choices);
  values.emplace_back("workloads",
                      record_of(scale, s.shape, s.scheme, s.packets, s.window != 0 ? s.window : window_of(s.shape),
                                s.assumptions, s.overhead_us, s.choices.is_by_shift));
  // Time for what is sent again: after each loss a pair of hosts waits for its time-out.
  const std::uint64_t on_schedule = std::uint64_t{s.packets} * (s.shape.hosts() - 1) * scale.frame_cycles;
  values.emplace_back("run.max_cycles", std::to_string(100 * on_schedule + scale.cycles(2e6)));
  if (s.stopped != 0) {
    const std::uint64_t from = scale.cycles(stop_begins_us(s));
    values.emplace_back(
        "faults", fmt::format("[{{ kind: stop_stuck, link: {}, level: 1, from: {}, to: {} }}]",
                              link_to_last_host(s.shape), from, from + std::uint64_t{s.stopped} * scale.frame_cycles));
  }
  if (s.windows_of_run != 0) values.emplace_back("run.windows", std::to_string(on_schedule / s.windows_of_run));
  return values;
}

constexpr unsigned rounds_of_stall = 4;
Scale scale_of_stall() { return scale_of(Setup()); }

/// Two rounds on schedule before it, so that all hosts are in step; the link stops after the frames of the step before.
Assignments values_of(const Stall& stall) {
  const Scale scale = scale_of_stall();
  Assignments values{{"clock.period", fmt::format("{:.6f} ns", 1000 * scale.period_us())}};
  add_topology(values, four_by_four, scale);
  constexpr unsigned buffer_of_figure = 30;
  const std::string plain = fmt::format("gap: {}, transfer: 0", scale.gap);
  values.emplace_back("switches",
                      fmt::format("[{{ match: '*', kind: packet, packet: {{ buffers: output, frames: 1000, {0} }} }}, "
                                  "{{ match: switch_center, packet: {{ frames: {1} }} }}]",
                                  plain, buffer_of_figure + stall.outside));
  add_hosts(values, scale, four_by_four, false);
  const Scheme scheme = stall.has_window     ? stall.is_reordered ? Scheme::sync_gwrs : Scheme::sync_gw
                        : stall.is_reordered ? Scheme::sync_rs
                                             : Scheme::sync;
  const auto window = static_cast<unsigned>(
      exchange::global_window(buffer_of_figure, four_by_four.hosts(), four_by_four.hosts_of_switch));
  values.emplace_back("workloads", record_of(scale, four_by_four, scheme, rounds_of_stall, window, on_schedule));
  const std::uint64_t begin = begin_of(stall);
  values.emplace_back(
      "faults", fmt::format("[{{ kind: stop_stuck, link: link_switch_center_p3_to_switch_l0_3_p4, level: 1, from: "
                            "{}, to: {} }}]",
                            begin, begin + std::uint64_t{stall.steps} * scale.frame_cycles));
  values.emplace_back("run.max_cycles", std::to_string(scale.cycles(1e6)));
  values.emplace_back("run.windows", std::to_string(scale.frame_cycles / 8));
  return values;
}

/// As many as pass between two frames of an output in any case: an input is then busy for as long as its output.
constexpr unsigned gap_of_saturated = 2;
Assignments values_of(const Saturated& saturated) {
  return {{"topology.kind", "single_switch"},
          {"topology.hosts_per_switch", std::to_string(saturated.ports)},
          {"switch.kind", "packet"},
          {"switch.packet.frames", "400"},
          {"switch.packet.held", "0"},
          {"switch.packet.transfer", saturated.takes_no_time ? "0" : "1"},
          {"switch.packet.direct", saturated.takes_no_time ? "false" : "true"},
          {"switch.packet.gap", std::to_string(gap_of_saturated)},
          {"traffic.load", "1"},
          {"traffic.packet.flits", "92"},
          {"run.warmup", "60000"},
          {"run.max_cycles", "360000"}};
}

/// A frame in each frame time from each host, 1,500 of each: what an uplink cannot carry fills its buffers many times.
Assignments values_of(const Streaming& streaming) {
  const Scale scale = scale_of(Setup());
  const Shape shape{streaming.hosts_of_switch, 2};
  Setup s;
  s.shape = shape;
  s.assumptions.streams = streaming.streams;
  s.assumptions.held = streaming.held;
  Assignments values{{"clock.period", fmt::format("{:.6f} ns", 1000 * scale.period_us())}};
  add_topology(values, shape, scale);
  add_switches(values, s, scale.gap);
  std::string partners;
  for (unsigned host = 0; host < shape.hosts(); ++host)
    partners += fmt::format("{}{}", host == 0 ? "" : ", ", (host + shape.hosts_of_switch) % shape.hosts());
  constexpr unsigned frames = 1500;
  for (const auto& [key, value] : Assignments{{"traffic.pattern", "permutation"},
                                              {"traffic.permutation", "[" + partners + "]"},
                                              {"traffic.load", "1"},
                                              {"traffic.packet.flits", std::to_string(scale.words + header_flits)},
                                              {"run.warmup", "0"},
                                              {"run.max_cycles", std::to_string(frames * scale.frame_cycles)}})
    values.emplace_back(key, value);
  return values;
}

double share_kept(double taken_in, double dropped) { return taken_in / (taken_in + dropped); }

void take_switches(const statistics::PacketSwitchTotals& t, Measurement& m) {
  m.dropped = static_cast<double>(t.dropped());
  m.kept = share_kept(static_cast<double>(t.all.frames_in), m.dropped);
  m.most_held = static_cast<double>(t.all.most_frames);
}

void take_windows(const statistics::Windows& windows, double period_us, Measurement& m) {
  m.window_us = static_cast<double>(windows.cycles()) * period_us;
  for (std::size_t i = 0; i < windows.size(); ++i) {
    const statistics::WindowCounts counts = windows.at(i);
    const auto& [dropped, edge, backbone] = *counts.packets;
    m.up_at_edge.push_back(static_cast<double>(edge.to));
    m.up_at_backbone.push_back(static_cast<double>(backbone.from));
    m.down_at_backbone.push_back(static_cast<double>(backbone.to));
    m.down_at_edge.push_back(static_cast<double>(edge.from));
    m.drops.push_back(static_cast<double>(dropped));
    constexpr auto of_hosts = statistics::LinkClass::host_to_switch;
    const statistics::LinkTime& time = counts.links[static_cast<std::size_t>(of_hosts)];
    m.hosts_stopped.push_back(static_cast<double>(time.demanded - time.busy) /
                              static_cast<double>(windows.links(of_hosts) * windows.cycles()));
  }
}

Measurement measure_exchange(const Run& run, const report::Result& result) {
  const Setup& s = *run.exchange;
  const auto* section = result.section<exchange::Section>();
  if (section == nullptr || !section->result.is_over) throw std::runtime_error("the exchange is not over");
  Measurement m;
  m.time = static_cast<double>(section->result.answers.cycles) * scale_of(s).period_us();
  m.efficiency = s.packets * (s.shape.hosts() - 1.0) * payload_bytes / m.time / (s.speeds.host / 8.);
  m.pauses = static_cast<double>(section->result.answers.pauses);
  m.window = static_cast<double>(section->result.window.value_or(0));
  take_switches(*result.totals.packet_switches, m);
  for (const statistics::PacketPort& port : result.totals.packet_switches->ports)
    for (unsigned i = 0; i < s.shape.switches; ++i)
      if (port.name == fmt::format("switch_l0_{}_p{}", i, s.shape.hosts_of_switch))
        for (const std::uint64_t count : port.counters.dropped) m.dropped_below += static_cast<double>(count);
  if (const auto& measures = result.totals.measures)
    if (const auto repeated = statistics::find_measure(*measures->firmware, "repeated"))
      m.repeated = static_cast<double>(measures->all.samples[*repeated].sum);
  if (const auto& windows = result.totals.windows) take_windows(*windows, scale_of(s).period_us(), m);
  return m;
}

Measurement measure_stall(const Run& run, const report::Result& result) {
  Measurement m;
  const statistics::Windows& windows = *result.totals.windows;
  const double frame = scale_of_stall().frame_cycles, begin = static_cast<double>(begin_of(*run.stall));
  for (std::size_t i = 0; i < windows.size() && m.first_drop == 0; ++i)
    if (windows.at(i).packets->dropped != 0)
      m.first_drop = std::ceil((static_cast<double>((i + 1) * windows.cycles()) - begin) / frame);
  take_switches(*result.totals.packet_switches, m);
  m.dropped_from.resize(four_by_four.switches);
  for (const statistics::PacketPort& port : result.totals.packet_switches->ports)
    for (unsigned i = 0; i < four_by_four.switches; ++i) {
      if (port.name != fmt::format("switch_center_p{}", i)) continue;
      for (const std::uint64_t count : port.counters.dropped) m.dropped_from[i] += static_cast<double>(count);
      if (i < 2)
        (i == 0 ? m.kept_of_0 : m.kept_of_1) =
            share_kept(static_cast<double>(port.counters.frames_in), m.dropped_from[i]);
    }
  return m;
}

}  // namespace

std::string Shape::name() const { return fmt::format("{}x{}", hosts_of_switch, switches); }

const char* to_string(Scheme scheme) {
  switch (scheme) {
    case Scheme::pairwise: return "pairwise";
    case Scheme::sync: return "sync";
    case Scheme::sync_gw: return "sync+GW";
    case Scheme::sync_rs: return "sync+RS";
    case Scheme::sync_gwrs: break;
  }
  return "sync+GWRS";
}
const char* to_string(Streams streams) {
  switch (streams) {
    case Streams::any: return "uplinks of 1 Gb/s";
    case Streams::rate: return "uplink modules of 500 Mb/s";
    case Streams::loss: break;
  }
  return "uplinks of five streams";
}
bool has_window(Scheme scheme) { return scheme == Scheme::sync_gw || scheme == Scheme::sync_gwrs; }
bool is_reordered(Scheme scheme) { return scheme == Scheme::sync_rs || scheme == Scheme::sync_gwrs; }

std::string Assumptions::name() const {
  std::string name = fmt::format("Q = {}", held);
  name += is_drawn() ? fmt::format(", {} {} of {} ms a second", pauses, pauses == 1 ? "pause" : "pauses", pause_ms)
                     : ", no pauses";
  if (streams != Streams::any) name += std::string(", ") + to_string(streams);
  return name;
}

std::string Choices::name() const {
  const Choices usual;
  std::string name;
  if (host_queue != usual.host_queue) name += fmt::format(", {} packets in the host's queue", host_queue);
  if (window != usual.window) name += fmt::format(", a Go-Back-N window of {} packets", window);
  if (timeout != usual.timeout) name += fmt::format(", a time-out {} times as long", timeout);
  if (is_by_shift) name += ", by shift";
  if (acknowledgement != usual.acknowledgement)
    name += fmt::format(", acknowledgements that wait for {} rounds", acknowledgement);
  return name;
}

std::string Speeds::name() const {
  std::string name;
  if (host != Speeds().host) name += fmt::format(", links of hosts of {} Gb/s", host / 1000);
  if (uplink != Speeds().uplink) name += fmt::format(", uplinks of {} Gb/s", uplink / 1000);
  return name;
}

std::string Setup::name() const {
  std::string name = fmt::format("{}, {}, k = {}, {}", shape.name(), to_string(scheme), packets, assumptions.name());
  if (buffers == Buffers::input) name += ", buffers at inputs";
  if (buffers == Buffers::output) name += ", buffers at outputs";
  if (buffers == Buffers::shared) name += ", shared buffers";
  if (buffers == Buffers::input_everywhere) name += ", buffers at inputs of all switches";
  if (buffers == Buffers::pause) name += ", PAUSE";
  if (is_selective) name += ", selective repeat";
  if (is_lossless) name += ", lossless";
  if (window != 0) name += fmt::format(", W_g = {}", window);
  name += choices.name() + speeds.name();
  if (overhead_us != usual_overhead_us) name += fmt::format(", overheads of {} us", overhead_us);
  if (stopped != 0) name += fmt::format(", a host's link stops for {} frames", stopped);
  if (flit_bytes != Setup().flit_bytes) name += fmt::format(", flits of {} bytes", flit_bytes);
  if (windows_of_run != 0) name += ", over time";
  return name;
}

std::string Stall::name() const {
  return fmt::format("stall of {} steps from step {}, {}{}, {} outside", steps, step,
                     is_reordered ? "reordered" : "plain", has_window ? ", window" : "", outside);
}

std::uint64_t begin_of(const Stall& stall) {
  // The frames of the step before have left the backbone: those of a switch leave it one after the other.
  const double steps = 2.0 * (four_by_four.hosts() - 1) + stall.step - 1 + 0.9;
  return static_cast<std::uint64_t>(std::lround(steps * scale_of_stall().frame_cycles)) +
         scale_of_stall().cycles(usual_overhead_us);
}

double stop_begins_us(const Setup& setup) { return 2 * (setup.shape.hosts() - 1) * scale_of(setup).frame_us; }

unsigned window_of(const Shape& shape) {
  if (shape.is_one_switch()) return buffer_frames;
  return static_cast<unsigned>(exchange::global_window(buffer_frames, shape.hosts(), shape.hosts_of_switch));
}

unsigned sharing(const Shape& shape) { return shape.is_one_switch() ? shape.hosts() - 1 : shape.hosts_of_switch; }
unsigned shared_window_of(const Shape& shape) { return buffer_frames / sharing(shape); }

std::string Saturated::name() const {
  return fmt::format("saturated, {} ports, transfers {}", ports, takes_no_time ? "in no time" : "at link speed");
}

std::string Streaming::name() const {
  return fmt::format("{} streams, Q = {}, {}", hosts_of_switch, held, to_string(streams));
}

features::Experiment experiment_of(const Run& run) {
  Assignments values = run.exchange    ? values_of(*run.exchange)
                       : run.stall     ? values_of(*run.stall)
                       : run.streaming ? values_of(*run.streaming)
                                       : values_of(*run.saturated);
  values.emplace_back("run.seed", std::to_string(run.seed));
  features::Experiment e = reproduction::experiment_of(values);
  e.run.name = run.experiment;
  return e;
}

Measurement measure(const Run& run, const reproduction::Simulate& simulate) {
  const report::Result result = simulate(experiment_of(run), {});
  reproduction::require_complete(result);
  if (run.exchange) return measure_exchange(run, result);
  if (run.stall) return measure_stall(run, result);
  Measurement m;
  take_switches(*result.totals.packet_switches, m);
  if (run.streaming) return m;
  const auto flits = static_cast<double>(result.experiment.packet.flits);
  m.accepted = static_cast<double>(result.totals.flits_accepted) /
               static_cast<double>(result.totals.measured_cycles()) / run.saturated->ports *
               (flits + gap_of_saturated) / flits;
  return m;
}

}  // namespace slackline::tam2000
