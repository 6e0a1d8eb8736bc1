#include <catch2/catch.hpp>

#include "rtl_models/nic/processor.hpp"
#include "tests/rtl_models/nic/nic_bench.hpp"

using namespace slackline;
using test::NicBench;

namespace {

/// Reports to the host for each command the edge and the message number that its handler read.
void answer(nic_device* n, std::uint32_t event) {
  if (event != NIC_EVENT_HOST) return;
  nic_write(n, NIC_DONE_PEER, nic_read(n, NIC_CYCLE_LOW));
  nic_write(n, NIC_DONE_MESSAGE, nic_read(n, NIC_HOST_MESSAGE));
  nic_write(n, NIC_HOST_POP, 1);
  nic_write(n, NIC_DONE_PUSH, 1);
}

const nic_firmware answering = {"answering",
                                [](nic_device* n) { nic_write(n, NIC_EVENT_ENABLE, 1u << NIC_EVENT_HOST); }, answer};

/// Adds the words at 0 and 4, twice, and keeps the sum at 8.
const nic_firmware adding = {"adding",
                             [](nic_device* n) {
                               nic_store(n, 0, 3);
                               nic_store(n, 4, 4);
                               nic_store(n, 8, nic_load(n, 0) + nic_load(n, 4));
                               nic_store(n, 8, 2 * nic_load(n, 8));
                             },
                             [](nic_device*, std::uint32_t) {}};

}  // namespace

TEST_CASE("a command in the queue in cycle N is handled at edge N + 1, and its writes are there c cycles later") {
  nic::Params params = test::nic_params(answering);
  params.costs.event[NIC_EVENT_HOST] = 3;
  params.costs.register_read = 1;
  params.costs.register_write = 2;
  const unsigned cost = 3 + 2 * 1 + 4 * 2;
  NicBench bench(params);
  bench.idle(20);
  bench.post({NIC_COMMAND_SEND, 1, 8, 100});
  bench.step();  // edge 20 puts it into the queue, edge 21 begins the handler
  bench.idle(cost);
  REQUIRE(bench.read(NIC_HOST_COMMANDS) == 1);
  bench.step();  // edge 21 + cost
  REQUIRE(bench.read(NIC_HOST_COMMANDS) == 0);
  REQUIRE(bench.state().completions.count == 1);
  REQUIRE(!bench.state().told);
  bench.step();
  REQUIRE(bench.state().told);
  REQUIRE(bench.state().completion.peer == 21);
  REQUIRE(bench.state().completion.message == 8);
  bench.step();
  REQUIRE(!bench.state().told);
  REQUIRE(bench.state().processor.cycles[NIC_EVENT_HOST] == cost);
  REQUIRE(bench.state().processor.waited[NIC_EVENT_HOST] == 1);
}

TEST_CASE("handlers that cost nothing follow one another in every second cycle") {
  NicBench bench(test::nic_params(answering));
  bench.idle(5);
  for (std::uint32_t i = 0; i < 3; ++i) {
    bench.post({NIC_COMMAND_SEND, 1, i, 100});
    bench.step();  // edges 5, 6, 7
  }
  std::vector<std::uint32_t> began;
  for (unsigned i = 0; i < 12; ++i) {
    bench.step();
    if (bench.state().told) began.push_back(bench.state().completion.peer);
  }
  REQUIRE(began == std::vector<std::uint32_t>{6, 8, 10});
}

TEST_CASE("a handler loads what it has stored, and memory has it when the handler ends") {
  nic::Params params = test::nic_params(adding);
  params.costs.store = 5;  // four of them
  NicBench bench(params);
  bench.idle(20);
  REQUIRE(bench.memory(8) == 0);
  bench.step();
  REQUIRE(bench.memory(8) == 14);
}

TEST_CASE("an edge without a memory port for the processor makes the handler a cycle longer") {
  nic::Params params = test::nic_params(adding);
  params.memory_ports = 1;
  params.costs.load = params.costs.store = 4;  // 7 accesses, begun at edge 0
  NicBench bench(params);
  bench.state().receive.free[0].push(0x400);
  bench.state().receive.buffer_words[0] = 8;
  for (const Flit flit : NicBench::packet(2, 1)) bench.step(flit);  // words written at edges 2 and 3
  bench.idle(27);
  REQUIRE(bench.memory(8) == 0);
  bench.step();  // edge 30
  REQUIRE(bench.memory(8) == 14);
  REQUIRE(bench.state().memory.waits == 2);
  REQUIRE(bench.state().processor.cycles[nic::start_event] == 30);
}

TEST_CASE("the lowest event that is pending and enabled goes first, the others stay pending", "[quick]") {
  static const nic_firmware noting = {
      "noting", [](nic_device* n) { nic_write(n, NIC_EVENT_ENABLE, 1u << NIC_EVENT_TIMER | 1u << NIC_EVENT_HOST); },
      [](nic_device* n, std::uint32_t event) {
        nic_store(n, 4 * event, nic_read(n, NIC_CYCLE_LOW));
        nic_write(n, NIC_HOST_POP, 1);
        nic_write(n, NIC_TIMER_EXPIRED, 255);
      }};
  NicBench bench(test::nic_params(noting));
  bench.idle(10);
  bench.write(NIC_TIMER, 3);  // expires in cycle 12
  bench.give_buffer(0, 4, 0x400);
  for (const Flit flit : NicBench::packet(1, 1)) bench.step(flit);  // a packet, whose event is not enabled
  bench.post({NIC_COMMAND_SEND, 1, 1, 1});
  bench.idle(8);  // the command comes in cycle 12 as well; the timer's handler takes it
  REQUIRE(bench.memory(4 * NIC_EVENT_TIMER) == 13);
  REQUIRE(bench.memory(4 * NIC_EVENT_HOST) == 0);
  REQUIRE(bench.memory(4 * NIC_EVENT_RX_DONE) == 0);
  REQUIRE((bench.read(NIC_EVENT_PENDING) & 1u << NIC_EVENT_RX_DONE) != 0);
}

TEST_CASE("log lines of firmware come with interface and cycle", "[quick]") {
  static const nic_firmware talking = {"talking", [](nic_device* n) { nic_log(n, "ready %u %u", 5, 6); },
                                       [](nic_device*, std::uint32_t) {}};
  nic::Params params = test::nic_params(talking);
  std::string line;
  params.log = [&](NodeId node, Cycle cycle, const char* text, std::uint32_t a, std::uint32_t b) {
    line = std::to_string(node.value) + " " + std::to_string(cycle.value) + " " + text + std::to_string(a + b);
  };
  NicBench bench(params);
  bench.idle(2);
  REQUIRE(line == "0 0 ready %u %u11");
}

TEST_CASE("of pending events TX_STOPPED goes first, then RX_CONTROL and RX_REFUSED, then the lowest") {
  REQUIRE(nic::next_event_of(1u << NIC_EVENT_TIMER | 1u << NIC_EVENT_RX_REFUSED) == NIC_EVENT_RX_REFUSED);
  REQUIRE(nic::next_event_of(1u << NIC_EVENT_RX_CONTROL | 1u << NIC_EVENT_RX_REFUSED) == NIC_EVENT_RX_CONTROL);
  REQUIRE(nic::next_event_of(1u << NIC_EVENT_TX_STOPPED | 1u << NIC_EVENT_RX_CONTROL) == NIC_EVENT_TX_STOPPED);
  REQUIRE(nic::next_event_of(1u << NIC_EVENT_TIMER | 1u << NIC_EVENT_TX_STOPPED) == NIC_EVENT_TX_STOPPED);
  REQUIRE(nic::next_event_of(1u << NIC_EVENT_RX_DONE | 1u << NIC_EVENT_HOST) == NIC_EVENT_RX_DONE);
}
