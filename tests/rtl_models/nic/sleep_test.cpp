// An interface that is stepped only when it has work, and then only as far as words need it, has the same state as one that is stepped at
// every edge.
#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <utility>

#include "rtl_models/common/registers.hpp"
#include "tests/rtl_models/nic/nic_bench.hpp"

using namespace slackline;

namespace {

/// Sends, copies, sets timers and alarms as its memory words direct, and frees buffers; messages of barriers, where there are
/// some, go back.
const nic_firmware restless = {"restless",
                               [](nic_device* n) {
                                 nic_write(n, NIC_RX_BUFFER_WORDS, 8);
                                 for (std::uint32_t i = 0; i < 4; ++i) nic_write(n, NIC_RX_FREE, 0x800 + 64 * i);
                                 nic_write(n, NIC_RX_HEADER_WORDS, 2);
                                 nic_write(n, NIC_TIMER, 40);
                                 nic_write(n, NIC_CLOCK_PAUSE, 1);
                                 nic_write(n, NIC_TX_STOP_EVENT, 1);
                                 nic_write(n, NIC_EVENT_ENABLE, ~0u);
                               },
                               [](nic_device* n, std::uint32_t event) {
                                 const std::uint32_t random = nic_load(n, 0) * 1664525u + 1013904223u;
                                 nic_store(n, 0, random);
                                 switch (event) {
                                   case NIC_EVENT_TIMER:
                                     nic_write(n, NIC_TIMER_EXPIRED, 255);
                                     nic_write(n, NIC_CLOCK_PAUSE, random >> 30 & 1);
                                     nic_write(n, NIC_TX_STOP_EVENT, random >> 29 & 1);
                                     nic_write(n, NIC_TIMER, 1 + (random >> 8) % 300);
                                     if (nic_read(n, NIC_TX_SPACE) != 0) {
                                       nic_write(n, NIC_TX_DESTINATION, 1);
                                       nic_write(n, NIC_TX_HEADER_WORDS, 1 + (random >> 16) % 4);
                                       nic_write(n, NIC_TX_PAYLOAD_WORDS, (random >> 18) % 8);
                                       nic_write(n, NIC_TX_FLAGS,
                                                 (random >> 20) & (NIC_TX_AT_SLOT | NIC_TX_NOTIFY | NIC_TX_PAUSE));
                                       nic_write(n, NIC_TX_SLOT, nic_read(n, NIC_SLOT_LOW) + (random >> 24) % 3);
                                       nic_write(n, NIC_TX_PUSH, 1);
                                     }
                                     nic_write(n, NIC_SLOT_ALARM, nic_read(n, NIC_SLOT_LOW) + (random >> 26) % 4);
                                     nic_write(n, NIC_SLOT_ALARM_ON, 1);
                                     break;
                                   case NIC_EVENT_RX_HEADER:
                                     if (nic_read(n, NIC_TX_SPACE) != 0) {
                                       nic_write(n, NIC_TX_HEADER_WORDS, 1);
                                       nic_write(n, NIC_TX_PAYLOAD, nic_read(n, NIC_RX_HEADER_BUFFER));
                                       nic_write(n, NIC_TX_PAYLOAD_WORDS, 4);
                                       nic_write(n, NIC_TX_FLAGS, NIC_TX_FOLLOW);
                                       nic_write(n, NIC_TX_PUSH, 1);
                                     }
                                     nic_write(n, NIC_RX_HEADER_POP, 1);
                                     break;
                                   case NIC_EVENT_RX_DONE:
                                     nic_write(n, NIC_RX_FREE, nic_read(n, NIC_RX_DONE_BUFFER));
                                     nic_write(n, NIC_RX_DONE_POP, 1);
                                     break;
                                   case NIC_EVENT_TX_DONE: nic_write(n, NIC_TX_DONE_POP, 1); break;
                                   case NIC_EVENT_DMA_DONE: nic_write(n, NIC_DMA_DONE_POP, 1); break;
                                   case NIC_EVENT_SLOT:
                                     if (nic_read(n, NIC_DMA_SPACE) != 0) {
                                       nic_write(n, NIC_DMA_ADDRESS, 0x400);
                                       nic_write(n, NIC_DMA_WORDS, 1 + (random >> 16) % 9);
                                       nic_write(n, NIC_DMA_PUSH, 1);
                                     }
                                     break;
                                   case NIC_EVENT_HOST:
                                     nic_write(n, NIC_HOST_POP, 1);
                                     if (nic_read(n, NIC_DONE_SPACE) != 0) nic_write(n, NIC_DONE_PUSH, 1);
                                     break;
                                   case NIC_EVENT_BARRIER:
                                     if (nic_read(n, NIC_BARRIER_TX_SPACE) != 0) {
                                       nic_write(n, NIC_BARRIER_TX_FIRST, nic_read(n, NIC_BARRIER_RX_FIRST));
                                       nic_write(n, NIC_BARRIER_TX_SECOND, nic_read(n, NIC_BARRIER_RX_SECOND));
                                       nic_write(n, NIC_BARRIER_TX_PUSH, 1);
                                     }
                                     nic_write(n, NIC_BARRIER_RX_POP, 1);
                                     break;
                                   case NIC_EVENT_TX_STOPPED: {
                                     const std::uint32_t stopped = nic_read(n, NIC_TX_STOPPED);
                                     nic_write(n, NIC_CLOCK_STOP, stopped);
                                     nic_write(n, NIC_TX_STOPPED_SEEN, stopped);
                                     break;
                                   }
                                   default: break;
                                 }
                               }};

/// The inputs at its pins: packets of 1 to 10 words, some cut short, STOP for a while, commands, messages of barriers.
struct Pins {
  explicit Pins(std::uint64_t seed, bool with_barriers = false)
      : random(seed, 0, RandomPurpose::test), barriers(with_barriers) {}

  nic::Inputs draw() {
    nic::Inputs in;
    if (left == 0 && random.below(60) == 0) {
      left = 1 + random.below(10);
      in.flit_in = Flit(FlitKind::head, VcId(0), 0, 0);
    } else if (left != 0 && random.below(3) != 0) {
      --left;
      const FlitKind end = random.below(6) == 0 ? FlitKind::abort : FlitKind::tail;
      in.flit_in = Flit(left == 0 ? end : FlitKind::body, VcId(0), random.below(1u << 30), 0);
    }
    if (barriers && !in.flit_in.valid() && (second || random.below(100) == 0)) {
      in.flit_in =
          Flit(second ? FlitKind::barrier_second : FlitKind::barrier_first, VcId(0), random.below(1u << 30), 0);
      second = !second;
    }
    if (random.below(50) == 0) stop = random.below(2) == 0;
    if (barriers && random.below(50) == 0) stop_barriers = random.below(2) == 0;
    in.stop_in = VcMask{stop} | VcMask{stop_barriers} << 1;
    if (random.below(200) == 0) in.command = &command;
    return in;
  }

  RandomStream random;
  firmware::Command command{NIC_COMMAND_SEND, 1, 0, 8};
  const bool barriers;
  unsigned left = 0;
  bool stop = false, stop_barriers = false;
  bool second = false;  ///< the first flit of a message has been drawn
};

struct Interface {
  Interface(const nic::Params& params, const nic::Place& place, bool barriers = false)
      : nic(params, place, port_of(params, barriers), packets, latencies) {}

  static port::Params port_of(const nic::Params& params, bool barriers) {
    port::Params port;
    port.fc_cycles = 2;
    port.links.host_stops = params.when_full == nic::WhenFull::stop;
    port.links.barriers = barriers;
    port.links.stop_at = 4;
    port.links.go_at = 2;
    return port;
  }
  /// With the port's counters, too, since they number its packets, whose payload the monitors check.
  template <class Visitor>
  void visit_registers(Cycle now, Visitor& v) const {
    const nic::State state = as_of(now);
    visit(nic.params, nic.place, state, now, v, true);
    slackline::visit_all(nic.port_params, nic.port, now, v);
  }
  /// A copy, as observers get it: the interface itself is not brought up to date.
  nic::State as_of(Cycle now) const {
    nic::State state = nic.state;
    nic::catch_up(nic.params, nic.place, state, now);
    return state;
  }
  void restore(Cycle now, RegisterLoader& saved, bool with_counters) {
    nic::restore(nic.params, nic.place, nic.state, nic.port_params, nic.port, now, saved, with_counters);
  }
  template <class Visitor>
  void visit_all(Cycle now, Visitor& v) const {
    const nic::State state = as_of(now);
    visit(nic.params, nic.place, state, now, v, true);
    visit_counters(nic.params, nic.place, state, now, v);
    slackline::visit_all(nic.port_params, nic.port, now, v);
  }

  PacketTable packets{2, 1};
  port::Latencies latencies;
  nic::Instance nic;
};

/// The first register or counter in which two interfaces differ before edge `now`, or nothing.
std::string difference(Interface& a, Interface& b, Cycle now, bool with_counters = true) {
  RegisterSnapshot values_a, values_b;
  with_counters ? a.visit_all(now, values_a) : a.visit_registers(now, values_a);
  with_counters ? b.visit_all(now, values_b) : b.visit_registers(now, values_b);
  if (values_a.values == values_b.values) return "";
  RegisterList named_a, named_b;
  with_counters ? a.visit_all(now, named_a) : a.visit_registers(now, named_a);
  with_counters ? b.visit_all(now, named_b) : b.visit_registers(now, named_b);
  const auto differ = std::mismatch(named_a.entries.begin(), named_a.entries.end(), named_b.entries.begin());
  return differ.first->first + ": " + std::to_string(differ.first->second) + ", asleep " +
         std::to_string(differ.second->second);
}

nic::Params restless_params() {
  nic::Params params = test::nic_params(restless);
  params.memory_ports = 2;
  params.costs.load = params.costs.store = params.costs.register_read = 3;
  params.host_queue = 4;
  params.dma_cycles_per_word = 3;
  params.fifo.flits = 16;
  return params;
}

}  // namespace

TEST_CASE(
    "an interface rebuilt from the registers that visitors name continues unchanged, with its counters or without") {
  const bool with_counters = GENERATE(true, false), barriers = GENERATE(false, true);
  nic::Params params = restless_params();
  params.when_full = GENERATE(nic::WhenFull::drop, nic::WhenFull::stop);
  nic::Place place;
  place.clock.lag = std::uint64_t{1} << 61;
  place.clock.slot_ticks = 150;
  Interface whole(params, place, barriers);
  auto parts = std::make_unique<Interface>(params, place, barriers);
  Pins pins(7, barriers);
  for (Cycle now; now < Cycle(15'000); now = now + 1) {
    if (now.value % 7 == 6) {  // also where STOP is about to change
      RegisterSnapshot saved;
      with_counters ? parts->visit_all(now, saved) : parts->visit_registers(now, saved);
      auto anew = std::make_unique<Interface>(params, place, barriers);
      anew->packets = std::move(parts->packets);  // the monitors'
      RegisterLoader loader(saved);
      anew->restore(now, loader, with_counters);
      parts = std::move(anew);
    }
    const nic::Inputs in = pins.draw();
    INFO("cycle " << now.value);
    REQUIRE(parts->nic.step(now, in).flit_out == whole.nic.step(now, in).flit_out);
    REQUIRE_THAT(difference(whole, *parts, now + 1, with_counters), Catch::Equals(""));
  }
  REQUIRE(whole.nic.state.processor.error.kind == nic::FirmwareErrorKind::none);
  REQUIRE(whole.nic.state.send.stopped_total > 100);
  REQUIRE((whole.nic.port.barrier != nullptr && whole.nic.port.barrier->sent > 20) == barriers);
}

TEST_CASE(
    "an interface that sleeps, and moves words alone, shows the same registers as one that is stepped at every edge",
    "[quick]") {
  const auto [ports, when_full, barriers] =
      GENERATE(table<unsigned, nic::WhenFull, bool>({{4, nic::WhenFull::drop, false},
                                                     {1, nic::WhenFull::drop, false},
                                                     {4, nic::WhenFull::stop, false},
                                                     {4, nic::WhenFull::drop, true}}));
  nic::Params params = test::nic_params(restless);
  params.memory_ports = static_cast<std::uint8_t>(ports);
  params.when_full = when_full;
  params.fifo.flits = 16;
  if (ports == 1) params.costs.load = params.costs.store = params.costs.register_read = 3;
  params.host_queue = 4;
  params.dma_cycles_per_word = 3;
  nic::Place place;
  place.clock.lag = std::uint64_t{1} << 61;
  place.clock.slot_ticks = 150;
  Interface awake(params, place, barriers), sleepy(params, place, barriers);
  Pins pins(ports, barriers);
  Cycle wake;
  VcMask stop = 0;
  unsigned steps = 0, words_alone = 0;
  for (Cycle now; now < Cycle(20'000); now = now + 1) {
    const nic::Inputs in = pins.draw();
    const Flit sent = awake.nic.step(now, in).flit_out;
    if (wake <= now || in.flit_in.valid() || in.stop_in != stop || in.command != nullptr) {
      const auto of_words = sleepy.nic.step_words(now, in);
      const nic::Result result = of_words ? *of_words : sleepy.nic.step(now, in);
      words_alone += of_words.has_value();
      REQUIRE(result.flit_out == sent);
      wake = result.wake;
      ++steps;
    } else {
      REQUIRE(!sent.valid());
    }
    stop = in.stop_in;
    if (now.value % 7 == 0) {
      INFO("cycle " << now.value);
      REQUIRE_THAT(difference(awake, sleepy, now + 1), Catch::Equals(""));
    }
  }
  REQUIRE(awake.nic.state.processor.error.kind == nic::FirmwareErrorKind::none);
  REQUIRE(awake.nic.port.packets_sent > 50);
  REQUIRE(awake.nic.state.receive.packets > 50);
  REQUIRE(awake.nic.state.send.stopped_total > 100);
  REQUIRE(awake.nic.state.time.clock.held > 100);
  REQUIRE(awake.nic.state.dma.words > 100);
  REQUIRE(steps < 19'000);
  REQUIRE((words_alone > 200) == (when_full == nic::WhenFull::drop && !barriers));
}
