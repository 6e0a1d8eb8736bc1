// A packet switch with random parameters and traffic.
#include <algorithm>
#include <catch2/catch.hpp>
#include <iterator>

#include <map>
#include <random>
#include <string_view>
#include <utility>

#include "tests/rtl_models/packet_switch/bench.hpp"

using namespace slackline;
using namespace slackline::packet_switch;

namespace {

using Random = std::mt19937_64;
std::uint32_t below(Random& random, std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); }

Params drawn(Random& random, bool may_cut_through) {
  Params p;
  // Now and then so many that outputs are in several groups, and ports in several words.
  static constexpr std::uint16_t many[] = {9, 16, 17, 64, 65, 130};
  p.ports = below(random, 10) == 0 ? many[below(random, 6)] : static_cast<std::uint16_t>(2 + below(random, 6));
  p.buffers = static_cast<Buffers>(below(random, 3));
  p.frames = static_cast<std::uint16_t>(1 + below(random, 6));
  p.longest = static_cast<std::uint16_t>(3 + below(random, 8));
  p.shortest = static_cast<std::uint16_t>(1 + below(random, 2));
  if (below(random, 3) == 0) p.flits = p.longest + below(random, 20);
  if (p.buffers == Buffers::shared) p.threshold = static_cast<Threshold>(below(random, thresholds));
  p.most = static_cast<std::uint16_t>(1 + below(random, p.frames));
  p.alpha8 = static_cast<std::uint16_t>(1 + below(random, 32));
  p.held = static_cast<std::uint16_t>(below(random, 3));
  p.transfer = below(random, 3);
  p.direct = below(random, 2) == 0;
  p.transfers = static_cast<std::uint16_t>(below(random, p.ports + 1));
  p.lookup = static_cast<std::uint16_t>(below(random, 4));
  p.gap = static_cast<std::uint16_t>(below(random, 6));
  if (below(random, 2) == 0) {
    p.pause_at = static_cast<std::uint16_t>(1 + below(random, p.frames));
    p.resume_at = static_cast<std::uint16_t>(below(random, p.pause_at));
  }
  if (below(random, 2) == 0) {
    for (unsigned port = 0; port < p.ports; ++port) insert_if(p.uplinks, port, below(random, 3) == 0);
    const std::uint32_t least = p.buffers == Buffers::shared  ? 0
                                : p.buffers == Buffers::input ? std::max<unsigned>(p.pause_at, 1)
                                                              : 1;
    p.uplink = {static_cast<std::uint16_t>(least + below(random, 6)), static_cast<std::uint16_t>(below(random, 4)),
                below(random, 4), static_cast<std::uint16_t>(below(random, 4))};
    p.uplink->streams = std::min(p.uplink->streams, p.ports);
  }
  p.cycles_per_flit.clear();
  for (unsigned o = 0; o < p.ports; ++o) p.cycles_per_flit.push_back(1 + below(random, 4));
  p.cut_through = may_cut_through && below(random, 2) == 0;
  REQUIRE(p.violations().empty());
  return p;
}

/// Cycles to simulate, of so many with few ports.
std::uint64_t cycles_of(const Params& p, std::uint64_t cycles) { return p.ports < 20 ? cycles : cycles / 5; }

/// A link, which brings frames one after the other, some of which the switch has to drop. `obeys`: none begins while it is paused.
struct Link {
  std::uint32_t cycles = 1, flits = 0, next = 0, tag = 0, destination = 0, wait = 0;
  std::uint64_t at = 0;  ///< edge of the next flit

  /// The flit that comes at edge `now`.
  Flit flit(std::uint64_t now, bool may_begin, const Params& p, Random& random, std::uint32_t& tags) {
    if (now < at || (next == 0 && !may_begin)) return Flit();
    if (next == 0) {
      flits = 1 + below(random, p.longest + 1u);
      destination = below(random, p.ports + 1u);
      tag = ++tags;
    }
    const Flit f = flit_of(next, flits, destination, tag);
    next = next + 1 == flits ? 0 : next + 1;
    at = now + (next == 0 ? cycles * (1 + below(random, 12)) : cycles);
    return f;
  }
};

/// Flits follow from the first one of their frame.
struct Derived {
  static constexpr bool whole = false;
  const State& s;
  static void store(SlotId, std::uint32_t, Flit) {}
  Flit load(SlotId slot, std::uint32_t n) const {
    const Flit first = s.slots[slot].first;
    return flit_of(n, s.slots[slot].flits, first.data(), first.tag());
  }
};

/// The beginning of a frame on an output.
struct Begun {
  std::uint64_t cycle;
  unsigned output;
  Flit first;
  bool operator==(const Begun& b) const { return cycle == b.cycle && output == b.output && first == b.first; }
};

/// A change of PAUSE at an input.
struct Paused {
  std::uint64_t cycle;
  unsigned input;
  bool is_paused;
  friend bool operator==(const Paused& a, const Paused& b) {
    return a.cycle == b.cycle && a.input == b.input && a.is_paused == b.is_paused;
  }
};

struct Whole {
  static constexpr bool whole = true;
  const State& s;
  std::vector<Begun> begun = {};
  std::vector<Paused> paused = {};
  void begin(unsigned output, SlotId slot, Cycle now) { begun.push_back({now.value, output, s.slots[slot].first}); }
  void pause(unsigned input, bool is_paused, Cycle now) { paused.push_back({now.value, input, is_paused}); }
};

/// The frames that come in, as run_frames() takes them.
class Frames {
 public:
  explicit Frames(const Params& p) : longest_(p.longest), coming_(p.ports) {}
  void flit(unsigned input, Flit flit, std::uint32_t flits, std::vector<Arrival>& ending) {
    if (flit.opens_worm())
      coming_[input] = {input, flit, static_cast<std::uint16_t>(std::min<unsigned>(flits, longest_ + 1u))};
    if (flit.closes_worm()) ending.push_back(coming_[input]);
  }

 private:
  unsigned longest_;
  std::vector<Arrival> coming_;
};

/// The registers and counters but those that run_frames() does not keep.
struct KeptRegisters : RegisterList {
  template <class T>
  void reg(const char* name, const T& value) {
    constexpr std::string_view not_kept[] = {"received", "is_open", "head", "flit_out", "flits_dropped"};
    if (std::find(std::begin(not_kept), std::end(not_kept), name) == std::end(not_kept)) RegisterList::reg(name, value);
  }
  template <class T>
  void reg(const char* name, const T& time, Cycle now) {
    RegisterList::reg(name, time, now);
  }
};

/// The first register or counter that differs; empty: none does.
std::string difference(const Params& p, const State& a, const State& b, Cycle now) {
  RegisterSnapshot values_of_a, values_of_b;
  visit_all(p, a, now, values_of_a);
  visit_all(p, b, now, values_of_b);
  if (values_of_a.values == values_of_b.values) return "";
  RegisterList of_a, of_b;
  visit_all(p, a, now, of_a);
  visit_all(p, b, now, of_b);
  for (std::size_t i = 0; i < of_a.entries.size(); ++i)
    if (of_a.entries[i] != of_b.entries[i])
      return of_a.entries[i].first + ": " + std::to_string(of_a.entries[i].second) + ", " +
             std::to_string(of_b.entries[i].second);
  return "";
}

}  // namespace

TEST_CASE("what a switch takes in comes out whole, once, in its order, and the rest is counted as dropped") {
  std::uint64_t early = 0;  // frames that leave as they come in
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    INFO("seed " << seed);
    Random random(seed);
    const Params p = drawn(random, true);
    Instance device(p, a_port_each(p));
    std::uint64_t flits_in = 0, flits_out = 0;
    std::vector<Link> links(p.ports);
    for (Link& link : links) link.cycles = 1 + below(random, 3);
    std::uint32_t tags = 0;
    std::map<std::uint32_t, std::pair<unsigned, std::uint32_t>> sent;  // tag: input, flits
    std::vector<std::map<unsigned, std::uint32_t>> last(p.ports);      // output, input: the last tag
    std::vector<std::uint32_t> out_tag(p.ports), out_next(p.ports);
    std::uint64_t offered = 0, arrived = 0;
    const auto sent_flit = [&](std::uint32_t n, std::uint32_t flits, unsigned o, std::uint32_t tag) {
      const bool is_giant = p.cut_through && flits > p.longest && n + 1 == p.longest;
      return is_giant ? Flit(FlitKind::abort, VcId(0), 0, tag) : flit_of(n, flits, o, tag);
    };
    const std::uint64_t cycles = cycles_of(p, 2000);
    for (std::uint64_t now = 0; now < cycles + 1000; ++now) {
      std::vector<Flit> in(p.ports);
      PortSet stopped;
      for (unsigned i = 0; i < p.ports; ++i) {
        const bool is_over = now > cycles;
        in[i] = links[i].flit(now, !is_over, p, random, tags);
        if (in[i].closes_worm()) ++offered;
        if (in[i].opens_worm()) sent[in[i].tag()] = {i, links[i].flits};
        insert_if(stopped, i, !is_over && below(random, 4) == 0);
      }
      device.step(in.data(), stopped, Cycle(now));
      for (unsigned port = 0; port < p.ports; ++port) {
        flits_in += in[port].valid();
        flits_out += device.flit_out(port).valid();
      }
      if (now % 16 == 0) {
        StaleValues stale;
        derive(p, device.state, stale);
        REQUIRE(stale.found.empty());
        std::uint64_t discarded = 0;
        for (unsigned i = 0; i < p.ports; ++i)
          discarded += device.state.counters[i].flits_dropped + device.state.counters[i].orphans;
        REQUIRE(flits_in == flits_out + discarded + flits_held(p, device.state, Cycle(now + 1)));
      }
      for (unsigned o = 0; o < p.ports; ++o) {
        const Flit f = device.flit_out(o);
        if (!f.valid()) continue;
        const auto& [input, flits] = sent.at(f.tag());
        if (f.opens_worm()) {
          REQUIRE(out_next[o] == 0);
          REQUIRE(f.data() == o);
          REQUIRE(last[o][input] < f.tag());
          last[o][input] = out_tag[o] = f.tag();
        }
        REQUIRE(f.tag() == out_tag[o]);
        REQUIRE(f == sent_flit(out_next[o], flits, o, f.tag()));
        out_next[o] = f.closes_worm() ? 0 : out_next[o] + 1;
        arrived += f.closes_worm();
        early += f.opens_worm() && device.state.inputs[input].leaves() && device.state.inputs[input].moving_to == o;
      }
    }
    std::uint64_t in = 0, out = 0, dropped = 0;
    for (unsigned i = 0; i < p.ports; ++i) {
      in += device.state.counters[i].frames_in;
      out += device.state.counters[i].frames_out;
      for (const std::uint64_t n : device.state.counters[i].dropped) dropped += n;
      CHECK(device.state.inputs[i].frames == 0);
      CHECK(device.state.outputs[i].frames == 0);
      CHECK(device.state.outputs[i].flits == 0);
    }
    CHECK(in == out);
    CHECK(out == arrived);
    CHECK(in + dropped == offered);
    CHECK(arrived > 0);
    CHECK(device.state.frames == 0);
    std::uint32_t free = 0;
    for (SlotId id = device.state.free; id != no_slot; id = device.state.slots[id].next) ++free;
    CHECK(free == p.slots() - p.ports);
  }
  CHECK(early > 1000);
}

TEST_CASE("a switch that is stepped at events alone, and passes the time between them, has the same registers") {
  std::uint64_t passed = 0, edges = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    INFO("seed " << seed);
    Random random(seed);
    const Params p = drawn(random, true);
    PortSet stops_flits;
    for (unsigned o = 0; o < p.ports; ++o) insert_if(stops_flits, o, below(random, 2) == 0);
    Instance stepped(p, a_port_each(p), stops_flits), jumping(p, a_port_each(p), stops_flits);
    Derived memory{jumping.state};
    std::vector<Link> links(p.ports);
    for (Link& link : links) link.cycles = 1 + below(random, 6);
    std::uint32_t tags = 0;
    PortSet stopped;
    std::uint64_t from = 0;  // the first edge that `jumping` has not passed
    std::vector<std::uint32_t> received(p.ports);
    for (std::uint64_t now = 0; now < cycles_of(p, 1500); ++now) {
      std::vector<Flit> in(p.ports);
      const bool stops_change = below(random, 50) == 0;
      if (stops_change)
        for (unsigned o = 0; o < p.ports; ++o) assign(stopped, o, below(random, 3) == 0);
      bool is_event = stops_change;
      for (unsigned i = 0; i < p.ports; ++i) {
        in[i] = links[i].flit(now, true, p, random, tags);
        is_event = is_event || in[i].opens_worm() || in[i].closes_worm();
      }
      stepped.step(in.data(), stopped, Cycle(now));
      const auto catch_up = [&](std::uint64_t end) {
        passed += end - from;
        pass(p, jumping.state, received.data(), Cycle(from), Cycle(end), memory);
        std::fill(received.begin(), received.end(), 0);
        from = end;
      };
      if (is_event || jumping.next_event(stopped, Cycle(from)) <= Cycle(now)) {
        catch_up(now);
        packet_switch::step(p, jumping.wiring(), jumping.state, in.data(), stopped, Cycle(now), memory,
                            [](unsigned, std::uint32_t, Drop) {});
        from = now + 1;
      } else {
        for (unsigned i = 0; i < p.ports; ++i) received[i] += in[i].valid();
        if (below(random, 4) == 0) catch_up(now + 1);
      }
      ++edges;
      if (from == now + 1) REQUIRE_THAT(difference(p, stepped.state, jumping.state, Cycle(from)), Catch::Equals(""));
    }
  }
  CHECK(passed > edges / 10);
}

TEST_CASE("a switch that is made again from its registers and counters goes on unchanged, by flits and by frames") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    INFO("seed " << seed);
    Random random(seed);
    const Params p = drawn(random, true);
    Instance first(p, a_port_each(p)), second(p, a_port_each(p)), third(p, a_port_each(p));
    Derived memory{first.state}, copied{second.state};
    Whole whole{third.state};
    std::vector<Begun> begun;
    std::vector<Link> links(p.ports);
    Frames frames(p);
    std::uint32_t tags = 0;
    PortSet stopped;
    const auto ignore = [](unsigned, std::uint32_t, Drop) {};
    const std::uint64_t half = cycles_of(p, 300);
    for (std::uint64_t now = 0; now < 2 * half; ++now) {
      std::vector<Flit> in(p.ports);
      std::vector<Arrival> ending;
      for (unsigned i = 0; i < p.ports; ++i) {
        in[i] = links[i].flit(now, true, p, random, tags);
        frames.flit(i, in[i], links[i].flits, ending);
      }
      if (below(random, 20) == 0)
        for (unsigned o = 0; o < p.ports; ++o) assign(stopped, o, below(random, 3) == 0);
      if (now == half) {
        RegisterSnapshot snapshot;
        visit_all(p, std::as_const(first.state), Cycle(now), snapshot);
        for (Instance* const copy : {&second, &third}) {
          std::fill_n(copy->state.ends, groups_of(p.ports) * ports_of_group,
                      Cycle(0));  // as storage that was never reset
          RegisterLoader loader(snapshot);
          restore(p, copy->state, Cycle(now), loader);
        }
      }
      packet_switch::step(p, first.wiring(), first.state, in.data(), stopped, Cycle(now), memory, ignore);
      if (now < half) continue;
      packet_switch::step(p, second.wiring(), second.state, in.data(), stopped, Cycle(now), copied, ignore);
      REQUIRE_THAT(difference(p, first.state, second.state, Cycle(now + 1)), Catch::Equals(""));
      if (p.cut_through) continue;
      run_frames(p, third.wiring(), third.state, ending, stopped, Cycle(now), Cycle(now + 1), whole, ignore);
      for (unsigned o = 0; o < p.ports; ++o)
        if (const Flit flit = first.flit_out(o); flit.opens_worm()) begun.push_back({now, o, flit});
      REQUIRE(begun == whole.begun);
    }
  }
}

TEST_CASE("frames that are moved whole, at events alone, leave in the same cycles as those moved flit by flit") {
  std::uint64_t calls = 0, edges = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    INFO("seed " << seed);
    Random random(seed);
    const Params p = drawn(random, false);
    Instance by_flits(p, a_port_each(p)), by_frames(p, a_port_each(p));
    Whole memory{by_frames.state};
    std::vector<Begun> begun;
    std::vector<Paused> paused;
    std::vector<Link> links(p.ports);
    for (Link& link : links) link.cycles = 1 + below(random, 6);
    Frames frames(p);
    std::uint32_t tags = 0;
    PortSet stopped, were_paused;
    // The next call: its edge, frames that end there, outputs that are stopped from there on.
    std::uint64_t from = 0;
    std::vector<Arrival> arrivals;
    const auto run_to = [&](std::uint64_t end) {
      ++calls;
      run_frames(p, by_frames.wiring(), by_frames.state, arrivals, stopped, Cycle(from), Cycle(end), memory,
                 [](unsigned, std::uint32_t, Drop) {});
      StaleValues stale;
      derive(p, by_frames.state, stale);
      derive(p, by_flits.state, stale);
      REQUIRE(stale.found.empty());
      KeptRegisters of_flits, of_frames;
      visit_all(p, std::as_const(by_flits.state), Cycle(end), of_flits);
      visit_all(p, std::as_const(by_frames.state), Cycle(end), of_frames);
      REQUIRE(of_flits.entries == of_frames.entries);
      from = end;
      arrivals.clear();
    };
    const std::uint64_t cycles = cycles_of(p, 1500);
    for (std::uint64_t now = 0; now < cycles; ++now, ++edges) {
      PortSet changed = stopped;
      if (below(random, 50) == 0)
        for (unsigned o = 0; o < p.ports; ++o) assign(changed, o, below(random, 3) == 0);
      std::vector<Flit> in(p.ports);
      std::vector<Arrival> ending;
      for (unsigned i = 0; i < p.ports; ++i) {
        in[i] = links[i].flit(now, true, p, random, tags);
        frames.flit(i, in[i], links[i].flits, ending);
      }
      if (now != 0 && (!ending.empty() || changed != stopped || below(random, 20) == 0)) run_to(now);
      stopped = changed;
      arrivals.insert(arrivals.end(), ending.begin(), ending.end());
      by_flits.step(in.data(), stopped, Cycle(now));
      for (unsigned o = 0; o < p.ports; ++o)
        if (const Flit flit = by_flits.flit_out(o); flit.opens_worm()) begun.push_back({now, o, flit});
      for (unsigned i = 0; i < p.ports; ++i) {
        if (by_flits.pause_out(i) == has(were_paused, i)) continue;
        assign(were_paused, i, by_flits.pause_out(i));
        paused.push_back({now, i, by_flits.pause_out(i)});
      }
    }
    run_to(cycles);
    REQUIRE(begun == memory.begun);
    REQUIRE(paused == memory.paused);
  }
  CHECK(calls < edges * 2 / 3);
}

TEST_CASE("a frame that its sender has ended is dropped when frames are moved whole, too", "[quick]") {
  Params p;
  Instance device(p, a_port_each(p));
  Whole memory{device.state};
  Arrival arrival{1, Flit(FlitKind::head, VcId(0), 2, 7), 5};
  arrival.is_aborted = true;
  std::vector<std::uint32_t> tags;
  run_frames(p, device.wiring(), device.state, std::vector<Arrival>{arrival}, PortSet(), Cycle(3), Cycle(500), memory,
             [&](unsigned input, std::uint32_t tag, Drop cause) {
               CHECK(input == 1);
               CHECK(cause == Drop::aborted);
               tags.push_back(tag);
             });
  CHECK(tags == std::vector<std::uint32_t>{7});
  CHECK(memory.begun.empty());
}
