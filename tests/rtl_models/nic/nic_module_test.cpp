// The module adds no logic: its core, stepped by hand with the values of its pins, has the same registers at each edge.
#include "rtl_models/nic/nic_module.hpp"

#include <catch2/catch.hpp>
#include <deque>
#include <memory>

#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/common/registers.hpp"
#include "rtl_models/firmware/catalogue.h"
#include "rtl_models/nic/nic_instance.hpp"
#include "tests/support/edge_clock.hpp"

using namespace slackline;

namespace {

nic::Params params_of(nic::WhenFull when_full) {
  nic::Params p;
  p.firmware = &firmware_unicast;
  p.memory_bytes = 8192;
  p.parameters[NIC_PARAMETER_PACKET_WORDS] = 12;
  p.parameters[NIC_PARAMETER_WINDOW] = 2;
  p.parameters[NIC_PARAMETER_BUFFERS] = 3;
  p.costs.event.fill(7);
  p.costs.register_read = p.costs.load = 1;
  p.dma_latency = 5;
  p.memory_ports = 2;
  p.host_queue = 3;
  p.when_full = when_full;
  p.fifo.flits = 64;
  return p;
}

port::Params port_of(nic::WhenFull when_full) {
  port::Params port;
  port.nodes = 2;
  port.links.host_stops = when_full == nic::WhenFull::stop;
  port.links.stop_at = 32;
  port.links.go_at = 8;
  return port;
}

const nic::Place at_node{NodeId(0), {}, nullptr};

/// The interface with signals on all its pins.
struct Pins {
  explicit Pins(nic::WhenFull when_full)
      : nic("nic", params_of(when_full), at_node, port_of(when_full), {NodeId(0)}, packets, latencies, memory),
        clock(nic) {
    nic.flit_in(flit_in), nic.flit_out(flit_out), nic.stop_in(stop_in), nic.stop_out(stop_out);
    nic.doorbell(doorbell), nic.room(room), nic.completion_valid(completion_valid);
    nic.command_kind(kind), nic.command_peer(peer), nic.command_message(message), nic.command_words(words);
    nic.completion_kind(done_kind), nic.completion_peer(done_peer);
    nic.completion_message(done_message), nic.completion_words(done_words);
  }

  PacketTable packets{2, 1};
  port::Latencies latencies;
  nic::HashedMemory memory{1};
  nic::Module nic;
  sc_core::sc_signal<std::uint64_t> flit_in{"flit_in"}, flit_out{"flit_out"};
  sc_core::sc_signal<std::uint32_t> stop_in{"stop_in"}, stop_out{"stop_out"}, room{"room"};
  sc_core::sc_signal<bool> doorbell{"doorbell"}, completion_valid{"completion_valid"};
  sc_core::sc_signal<std::uint32_t> kind{"kind"}, peer{"peer"}, message{"message"}, words{"words"};
  sc_core::sc_signal<std::uint32_t> done_kind{"done_kind"}, done_peer{"done_peer"}, done_message{"done_message"},
      done_words{"done_words"};
  test::EdgeClock clock;
};

/// The core, stepped at every edge with the values that the pins of the module sample.
struct ByHand {
  explicit ByHand(nic::WhenFull when_full) : when_full(when_full) { reset(Cycle(0)); }

  void reset(Cycle first) {
    packets = PacketTable(2, 1);
    nic::Params params = params_of(when_full);
    params.nodes = 2;
    core = std::make_unique<nic::Instance>(params, at_node, port_of(when_full), packets, latencies);
    core->state.time.as_of = first;
  }

  PacketTable packets{2, 1};
  port::Latencies latencies;
  std::unique_ptr<nic::Instance> core;
  const nic::WhenFull when_full;
};

/// Packets of host 1, as its unicast would send them, with pauses between them.
class Packets {
 public:
  Flit next(RandomStream& random) {
    if (flits_.empty() && random.below(40) == 0) make(1 + random.below(12));
    if (flits_.empty() || random.below(4) == 0) return Flit();
    const Flit flit = flits_.front();
    flits_.pop_front();
    return flit;
  }

 private:
  void make(std::uint32_t words) {
    const std::uint32_t header[] = {1, message_++, words, 0, 0};  // class 0 and source, number, total, offset, sequence
    flits_.push_back(Flit(FlitKind::head, VcId(0), 0, 0));
    for (std::uint32_t word : header) flits_.push_back(Flit(FlitKind::body, VcId(0), word, 0));
    for (std::uint32_t i = 0; i < words; ++i)
      flits_.push_back(Flit(i + 1 == words ? FlitKind::tail : FlitKind::body, VcId(0), i, 0));
  }
  std::deque<Flit> flits_;
  std::uint32_t message_ = 0;
};

std::vector<std::uint64_t> registers(const nic::Params& p, const nic::Place& place, const nic::State& s, Cycle now) {
  RegisterSnapshot snapshot;
  nic::visit(p, place, s, now, snapshot, true);
  visit_counters(p, place, s, now, snapshot);
  return snapshot.values;
}

void run_in_lockstep(nic::WhenFull when_full) {
  Pins pins(when_full);
  ByHand by_hand(when_full);
  RandomStream random;
  random.state = 7;
  Packets packets;
  std::uint64_t posted = 0, refused = 0, told = 0, resets = 0;
  for (Cycle now; now < Cycle(20000); now = now + 1) {
    const bool reset = random.below(3000) == 0;
    const bool post = random.below(25) == 0;  // also when there is no room
    const firmware::Command command{NIC_COMMAND_SEND, 1, static_cast<std::uint32_t>(posted), 1 + random.below(40)};
    const VcMask stop = random.below(8) == 0;
    const Flit flit = packets.next(random);
    pins.clock.rst_n = !reset;
    pins.doorbell = post;
    pins.kind = command.kind, pins.peer = command.peer, pins.message = command.message, pins.words = command.words;
    pins.stop_in = stop;
    pins.flit_in = flit.word();
    pins.clock.edge();

    Flit out;
    if (reset) {
      by_hand.reset(now + 1);
      ++resets;
      refused = 0;
    } else {
      posted += post;
      refused += post && nic::room(by_hand.core->state) == 0;
      out = by_hand.core->step(now, {flit, stop, post ? &command : nullptr}).flit_out;
    }
    by_hand.core->catch_up(now + 1);
    INFO("cycle " << now.value);
    REQUIRE(pins.flit_out.read() == out.word());
    REQUIRE(pins.room.read() == nic::room(by_hand.core->state));
    REQUIRE(pins.nic.refused() == refused);
    const firmware::Completion* completion = nic::completion(by_hand.core->state);
    REQUIRE(pins.completion_valid.read() == (completion != nullptr));
    if (completion != nullptr) {
      ++told;
      REQUIRE(pins.done_kind.read() == completion->kind);
      REQUIRE(pins.done_peer.read() == completion->peer);
      REQUIRE(pins.done_message.read() == completion->message);
      REQUIRE(pins.done_words.read() == completion->words);
    }
    if (when_full == nic::WhenFull::stop)
      REQUIRE(pins.stop_out.read() == port::stop_out(by_hand.core->port_params, by_hand.core->port));
    REQUIRE(registers(pins.nic.nic_params(), pins.nic.nic_place(), pins.nic.nic_state(), now + 1) ==
            registers(by_hand.core->params, by_hand.core->place, by_hand.core->state, now + 1));
  }
  CHECK(resets > 2);
  CHECK(told > 100);
  CHECK(by_hand.core->state.processor.error.kind == nic::FirmwareErrorKind::none);
}

}  // namespace

TEST_CASE("pins: the module of an interface that drops and its core have the same registers after every edge") {
  run_in_lockstep(nic::WhenFull::drop);
}

TEST_CASE(
    "pins: the module of an interface that stops its link and its core have the same registers after every edge") {
  run_in_lockstep(nic::WhenFull::stop);
}

TEST_CASE("pins: a command is in the host queue the cycle after its doorbell, and refused without room") {
  Pins pins(nic::WhenFull::drop);
  pins.clock.edge();
  REQUIRE(pins.room.read() == 3);
  pins.words = 4;
  pins.peer = 1;
  pins.doorbell = true;
  for (std::uint32_t left : {2u, 1u, 0u}) {
    pins.clock.edge();
    CHECK(pins.room.read() == left);
  }
  CHECK(pins.nic.refused() == 0);
  pins.clock.edge();
  CHECK(pins.nic.refused() == 1);
}

TEST_CASE("pins: an interface with illegal parameters is refused", "[quick]") {
  nic::Params params = params_of(nic::WhenFull::drop);
  params.memory_bytes = 10;
  PacketTable packets(2, 1);
  port::Latencies latencies;
  nic::HashedMemory memory(1);
  CHECK_THROWS_WITH(
      nic::Module("nic", params, at_node, port_of(nic::WhenFull::drop), {NodeId(0)}, packets, latencies, memory),
      Catch::Contains("memory_bytes"));
}
