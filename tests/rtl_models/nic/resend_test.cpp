// Retransmission of packets, at the pins of one interface.
#include <catch2/catch.hpp>

#include "rtl_models/firmware/catalogue.h"
#include "tests/rtl_models/nic/nic_bench.hpp"

using namespace slackline;
using test::NicBench;

TEST_CASE("a packet that waits in the send queue is not queued again when the timer of the one before it expires",
          "[quick]") {
  nic::Params params = test::nic_params(firmware_unicast);
  params.parameters[NIC_PARAMETER_PACKET_WORDS] = 8;
  params.parameters[NIC_PARAMETER_WINDOW] = 2;
  params.parameters[NIC_PARAMETER_TIMEOUT_TICKS] = 100;
  params.parameters[NIC_PARAMETER_TRIES] = 10;
  params.parameters[NIC_PARAMETER_BUFFERS] = 1;
  NicBench bench(params);
  bench.idle(5);
  bench.post({NIC_COMMAND_SEND, 1, 0, 16});
  Flit out;
  for (unsigned edges = 0; edges < 1000 && out.kind() != FlitKind::tail; ++edges) out = bench.step();
  REQUIRE(out.kind() == FlitKind::tail);
  // The link stops: the second packet stays in the queue until the first one's timer has expired, and a little longer.
  const auto stopped_for = [&](unsigned edges) {
    for (unsigned i = 0; i < edges; ++i) bench.step(Flit(), 1);
  };
  stopped_for(90);
  CHECK(bench.state().send.descriptors.count == 1);
  stopped_for(60);
  CHECK(bench.state().send.descriptors.count == 2);
  CHECK(bench.state().send.descriptors.at(0).cookie != bench.state().send.descriptors.at(1).cookie);
}
