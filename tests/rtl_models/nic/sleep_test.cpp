// An interface that is stepped only when it has work, and then only as far as words need it, has the same state as one that is stepped at
// every edge.
#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <utility>

#include "rtl_models/common/registers.hpp"
#include "testbench/firmware_file/image_reader.hpp"
#include "tests/rtl_models/nic/nic_bench.hpp"
#include "tests/rtl_models/nic/restless.h"
#include "tests/rtl_models/nic/rv32_images.hpp"

using namespace slackline;

namespace {

enum class Processor { native, rv32, slow_rv32 };  ///< the slow one is always busy

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

/// The firmware restless, on one of the processors.
nic::Params restless_on(Processor processor) {
  nic::Params params = test::nic_params(firmware_restless);
  if (processor == Processor::native) return params;
  static const auto image = std::make_shared<const firmware::FirmwareImage>(
      std::move(firmware_file::read_image(test::rv32_images().front().text).image.value()));
  nic::Rv32 rv32(image);
  rv32.timing.load = rv32.timing.nic_load = rv32.timing.register_access = 2;
  rv32.clock = processor == Processor::slow_rv32 ? nic::CoreClock{2, 3} : nic::CoreClock{7, 2};
  params.rv32 = std::make_shared<const nic::Rv32>(std::move(rv32));
  return params;
}

nic::Params restless_params(Processor processor) {
  nic::Params params = restless_on(processor);
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
  const Processor processor = GENERATE(Processor::native, Processor::rv32, Processor::slow_rv32);
  nic::Params params = restless_params(processor);
  params.when_full = GENERATE(nic::WhenFull::drop, nic::WhenFull::stop);
  nic::Place place;
  place.clock.lag = std::uint64_t{1} << 61;
  place.clock.slot_ticks = 150;
  Interface whole(params, place, barriers);
  auto parts = std::make_unique<Interface>(params, place, barriers);
  Pins pins(7, barriers);
  const Cycle end(processor == Processor::native ? 15'000 : 6'000);  // the core's RAM makes each comparison longer
  for (Cycle now; now < end; now = now + 1) {
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
  REQUIRE(whole.nic.state.send.stopped_total > (processor == Processor::native ? 100 : 10));
  const unsigned least = processor == Processor::native ? 20 : 2;
  if (processor != Processor::slow_rv32)
    REQUIRE((whole.nic.port.barrier != nullptr && whole.nic.port.barrier->sent > least) == barriers);
}

TEST_CASE(
    "an interface that sleeps, and moves words alone, shows the same registers as one that is stepped at every edge",
    "[quick]") {
  const auto [ports, when_full, barriers] =
      GENERATE(table<unsigned, nic::WhenFull, bool>({{4, nic::WhenFull::drop, false},
                                                     {1, nic::WhenFull::drop, false},
                                                     {4, nic::WhenFull::stop, false},
                                                     {4, nic::WhenFull::drop, true}}));
  nic::Params params = restless_on(GENERATE(Processor::native, Processor::rv32));
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

TEST_CASE("a core that is stepped at every edge and one that runs ahead do the same, with few ports and own clocks") {
  const auto ports = GENERATE(as<std::uint8_t>(), 1, 2, 4);
  const auto [of_core, of_base] = GENERATE(table<std::uint32_t, std::uint32_t>({{1, 1}, {7, 2}, {2, 3}, {1, 3}}));
  nic::Params params = restless_on(Processor::rv32);
  params.memory_ports = ports;
  params.dma_cycles_per_word = 3;
  const auto with = [&params, clock = nic::CoreClock{of_core, of_base}](bool steps) {
    nic::Rv32 rv32 = *params.rv32;
    rv32.clock = clock;
    rv32.steps = steps;
    nic::Params own = params;
    own.rv32 = std::make_shared<const nic::Rv32>(std::move(rv32));
    nic::Place place;
    place.clock.lag = std::uint64_t{1} << 61;
    place.clock.slot_ticks = 150;
    return std::make_unique<Interface>(own, place);
  };
  const auto stepped = with(true), ahead = with(false);
  Pins pins(ports);
  for (Cycle now; now < Cycle(10'000); now = now + 1) {
    const nic::Inputs in = pins.draw();
    INFO("cycle " << now.value);
    REQUIRE(stepped->nic.step(now, in).flit_out == ahead->nic.step(now, in).flit_out);
    const nic::State &a = stepped->nic.state, &b = ahead->nic.state;
    REQUIRE(a.processor.event == b.processor.event);
    REQUIRE(a.processor.busy == b.processor.busy);
    REQUIRE(a.processor.core->waits == b.processor.core->waits);
    REQUIRE(std::equal(a.registers, a.registers + nic::register_words, b.registers));
    if (now.value % 64 == 0) REQUIRE(std::equal(a.memory.words, a.memory.words + a.memory.bytes / 4, b.memory.words));
  }
  REQUIRE(stepped->nic.state.processor.runs == ahead->nic.state.processor.runs);
  REQUIRE(stepped->nic.state.processor.cycles == ahead->nic.state.processor.cycles);
  REQUIRE(stepped->nic.state.processor.runs[NIC_EVENT_TIMER] > 10);
}
