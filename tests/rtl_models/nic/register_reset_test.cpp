// The column `reset` of registers.def, compared with the values that firmware reads after reset.
#include <catch2/catch.hpp>

#include "rtl_models/firmware/registers.hpp"
#include "tests/rtl_models/nic/nic_bench.hpp"

using namespace slackline;
using firmware::Reset;

namespace {

/// An interface whose parameters all differ from one another, and from 0.
struct Distinct {
  Distinct() {
    params.firmware = &test::idle_firmware;
    params.memory_bytes = 4096;
    params.nodes = 7;
    params.host_queue = 9;
    for (std::uint32_t i = 0; i < NIC_PARAMETERS; ++i) params.parameters[i] = 100 + i;
    for (std::uint32_t i = 0; i < NIC_OWN_PARAMETERS; ++i) params.own_parameters[i] = 200 + i;
    place.node = NodeId(5);
    place.clock.slot_ticks = 700;
    place.clock.position = 33;
    place.table = &table;
    port.nodes = 7;
  }

  /// The value of the word in this interface.
  std::uint32_t value_of(Reset word, std::uint32_t index) const {
    switch (word) {
      case Reset::none: break;
      case Reset::node: return 5;
      case Reset::nodes: return 7;
      case Reset::memory_bytes: return 4096;
      case Reset::parameters: return 100 + index;
      case Reset::own_parameters: return 200 + index;
      case Reset::table_address: return 4096 - 3 * 4;
      case Reset::table_words: return 3;
      case Reset::position: return 33;
      case Reset::slot_ticks: return 700;
      case Reset::host_queue: return 9;
      case Reset::barrier_port: return 0;  // no barriers in the switches
    }
    return 0;
  }

  const std::vector<std::uint32_t> table{1, 2, 3};
  nic::Params params;
  nic::Place place;
  port::Params port;
};

}  // namespace

TEST_CASE("after reset every register reads as its map says") {
  const Distinct d;
  PacketTable packets(7, 1);
  port::Latencies latencies;
  const nic::Instance nic(d.params, d.place, d.port, packets, latencies);
  for (const firmware::Register& r : firmware::registers())
    for (std::uint32_t i = 0; i < r.count; ++i) {
      const std::uint32_t expected = r.reset.word == Reset::none ? r.reset.number : d.value_of(r.reset.word, i);
      const bool reads_as_0 = nic::register_use(r.offset) == nic::RegisterUse::write_only;
      INFO(firmware::register_name(r.offset + 4 * i));
      CHECK((reads_as_0 ? 0 : nic::read_register(nic.params, nic.place, nic.state, Cycle(0), r.offset + 4 * i)) ==
            expected);
    }
}

TEST_CASE("the words for values after reset are written as in the map", "[quick]") {
  CHECK(to_string(firmware::find_register(NIC_MEMORY_BYTES)->reset) == "memory_bytes");
  CHECK(to_string(firmware::find_register(NIC_DONE_SPACE)->reset) == "host_queue");
  CHECK(to_string(firmware::find_register(NIC_TX_SPACE)->reset) == "16");
  CHECK(to_string(firmware::find_register(NIC_ERROR)->reset) == "0");
}
