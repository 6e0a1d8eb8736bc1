// bench_frames: the cost of a frame at a packet switch that is called at its events alone, and of the same frame in a loop written for
// nothing else: the yardstick of scripts/bench --frames.
//
// Hosts at all ports send frames of 380 flits to one another, at random times. Each input of the switch has a buffer of 45 frames, first
// in, first out; an output holds one frame besides the one that it sends; a transfer takes a cycle. Both programs send the same frames at
// the same cycles: the checksums are equal.
//
//   bench_frames switch|loop PORTS LOAD FRAMES      PORTS: 2 to 64
//   prints one JSON object
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "rtl_models/packet_switch/packet_switch_instance.hpp"

namespace {

using namespace slackline;

constexpr unsigned flits = 380, gap = 5, buffer_frames = 45, held = 1;
constexpr unsigned most_ports = 64;

struct Random {
  std::uint64_t state = 88172645463325252u;
  std::uint64_t next() {  // xorshift64 (Marsaglia 2003)
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
  }
};

/// What hosts send.
class Traffic {
 public:
  Traffic(unsigned ports, double load, std::uint64_t frames) : ports_(ports), load_(load), left_(frames) {}
  bool is_over() const { return left_ == 0; }
  /// Cycles from the last flit of a frame to that of the next one.
  std::uint64_t pause() {
    const double share = 0.5 + static_cast<double>(random_.next() % 1000) / 1000;
    return std::max<std::uint64_t>(flits + gap, static_cast<std::uint64_t>((flits + gap) * share / load_));
  }
  unsigned destination(unsigned from) {
    --left_;
    const auto to = static_cast<unsigned>(random_.next() % (ports_ - 1));
    return to + (to >= from);
  }

 private:
  unsigned ports_;
  double load_;
  std::uint64_t left_;
  Random random_;
};

struct Figures {
  std::uint64_t sent = 0, dropped = 0, checksum = 0;
  void begin(std::uint64_t now, unsigned output) {
    ++sent;
    checksum += now * (output + 1);
  }
};

/// Frames that begin to leave the block.
struct Sent {
  static constexpr bool whole = true;
  Figures figures;
  void begin(unsigned output, packet_switch::SlotId, Cycle now) { figures.begin(now.value, output); }
  static void pause(unsigned, bool, Cycle) {}
};

/// The block, between the frames that come in.
Figures by_switch(unsigned ports, Traffic& traffic) {
  packet_switch::Params p;
  p.ports = static_cast<std::uint16_t>(ports);
  p.frames = buffer_frames;
  p.held = held;
  p.gap = gap;
  p.longest = flits;
  std::vector<std::uint16_t> port_to(ports);
  for (unsigned i = 0; i < ports; ++i) port_to[i] = static_cast<std::uint16_t>(i);
  packet_switch::Instance device(p, std::move(port_to));
  const packet_switch::Wiring wiring = device.wiring();
  const PortSet none_stopped;
  Sent sent;
  // Time and port in one word.
  std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> sources;
  for (unsigned i = 0; i < ports; ++i) sources.push(traffic.pause() << 6 | i);
  std::vector<packet_switch::Arrival> arrivals;
  while (!sources.empty()) {
    const std::uint64_t now = sources.top() >> 6;
    arrivals.clear();
    while (!sources.empty() && sources.top() >> 6 == now) {
      const auto from = static_cast<unsigned>(sources.top() & 63);
      sources.pop();
      if (traffic.is_over()) continue;
      arrivals.push_back({from, Flit(FlitKind::head, VcId(0), traffic.destination(from), 1), flits});
      sources.push((now + traffic.pause()) << 6 | from);
    }
    const Cycle end = sources.empty() ? never : Cycle(sources.top() >> 6);
    packet_switch::run_frames(p, wiring, device.state, arrivals, none_stopped, Cycle(now), end, sent,
                              [&](unsigned, std::uint32_t, packet_switch::Drop) { ++sent.figures.dropped; });
  }
  return sent.figures;
}

/// The same rules, and nothing else.
Figures by_loop(unsigned ports, Traffic& traffic) {
  enum Kind : unsigned { arrival, moved, left };
  struct Input {
    unsigned to[64] = {}, first = 0, frames = 0;
  };
  static_assert(buffer_frames <= 64);
  struct Output {
    unsigned frames = 0, queued = 0, turn = 0;
    bool is_taking = false, is_sending = false;
    std::uint64_t free = 0;
    std::uint64_t wanted_by = 0;  // inputs whose first frame leaves here, and is not being transferred
  };
  Figures figures;
  std::vector<Input> inputs(ports);
  std::vector<Output> outputs(ports);
  // Time, kind and port in one word, so that an earlier event is a smaller one.
  std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> events;
  const auto at = [&](std::uint64_t time, Kind kind, unsigned port) { events.push(time << 8 | kind << 6 | port); };
  for (unsigned i = 0; i < ports; ++i) at(traffic.pause(), arrival, i);
  std::uint64_t asked = 0;  // outputs to which a transfer may begin at the next edge

  const auto ask = [&](unsigned input) {
    const Input& in = inputs[input];
    const unsigned to = in.to[in.first];
    outputs[to].wanted_by |= bit(input);
    asked |= bit(to);
  };
  const auto begin_transfer = [&](unsigned o, std::uint64_t now) {
    Output& out = outputs[o];
    if (out.wanted_by == 0 || out.is_taking || out.frames > held) return;
    const std::uint64_t behind = out.wanted_by >> out.turn << out.turn;
    const unsigned i = lowest(behind != 0 ? behind : out.wanted_by);
    out.wanted_by &= ~bit(i);
    out.is_taking = true;
    ++out.frames;
    out.turn = i + 1 == ports ? 0 : i + 1;
    at(now + 1, moved, i);
  };
  const auto begin_sending = [&](unsigned o, std::uint64_t now) {
    Output& out = outputs[o];
    if (out.is_sending || out.queued == 0) return;
    out.is_sending = true;
    const std::uint64_t begin = std::max(now, out.free);
    figures.begin(begin, o);
    at(begin + flits - 1, left, o);
  };
  while (!events.empty()) {
    const std::uint64_t now = events.top() >> 8;
    const auto port = static_cast<unsigned>(events.top() & 63);
    const auto kind = static_cast<Kind>(events.top() >> 6 & 3);
    events.pop();
    if (kind == arrival) {
      if (traffic.is_over()) continue;
      Input& in = inputs[port];
      const unsigned to = traffic.destination(port);
      if (in.frames == buffer_frames) {
        ++figures.dropped;
      } else {
        in.to[(in.first + in.frames++) % 64] = to;
        if (in.frames == 1) ask(port);
      }
      at(now + traffic.pause(), arrival, port);
    } else if (kind == moved) {
      Input& in = inputs[port];
      const unsigned o = in.to[in.first];
      in.first = (in.first + 1) % 64;
      --in.frames;
      outputs[o].is_taking = false;
      ++outputs[o].queued;
      begin_sending(o, now + 1);
      asked |= bit(o);
      if (in.frames != 0) ask(port);
    } else {
      Output& out = outputs[port];
      out.is_sending = false;
      --out.queued;
      --out.frames;
      out.free = now + 1 + gap;
      begin_sending(port, now + 1);
      asked |= bit(port);
    }
    if (!events.empty() && events.top() >> 8 == now) continue;
    for_each_bit(std::exchange(asked, 0), [&](unsigned o) { begin_transfer(o, now + 1); });
  }
  return figures;
}

}  // namespace

int main(int argc, char** argv) {
  const bool is_switch = argc == 5 && std::strcmp(argv[1], "switch") == 0;
  if (argc != 5 || (!is_switch && std::strcmp(argv[1], "loop") != 0)) {
    std::fputs("usage: bench_frames switch|loop PORTS LOAD FRAMES\n", stderr);
    return 2;
  }
  const auto ports = static_cast<unsigned>(std::atoi(argv[2]));
  const double load = std::atof(argv[3]);
  const auto frames = static_cast<std::uint64_t>(std::atoll(argv[4]));
  if (ports < 2 || ports > most_ports || !(load > 0 && load <= 1) || frames == 0) {
    std::fputs("bench_frames: PORTS 2 to 64, LOAD above 0 and up to 1, FRAMES 1 or more\n", stderr);
    return 2;
  }
  Traffic traffic(ports, load, frames);
  const std::clock_t start = std::clock();
  const Figures figures = is_switch ? by_switch(ports, traffic) : by_loop(ports, traffic);
  const double cpu = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  std::printf("{\"cpu_seconds\": %.6f, \"frames\": %llu, \"sent\": %llu, \"dropped\": %llu, \"checksum\": %llu}\n", cpu,
              static_cast<unsigned long long>(frames), static_cast<unsigned long long>(figures.sent),
              static_cast<unsigned long long>(figures.dropped), static_cast<unsigned long long>(figures.checksum));
  return 0;
}
