#include "testbench/config/firmware_start.hpp"

#include <cstddef>
#include <cstdint>

#include "rtl_models/nic/nic.hpp"

namespace slackline::config {

nic::Fault fault_of_start(nic::Params params, Table table) {
  params.memory_ports = 4;
  params.log = nullptr;
  nic::Place place;
  place.table = table;
  if (place.table_words() > params.memory_bytes / 4) {
    nic::Fault no_room;
    no_room.kind = nic::FaultKind::raised;
    return no_room;
  }
  std::vector<std::uint64_t> storage(nic::storage_bytes(params) / sizeof(std::uint64_t) + 1);
  Arena arena(reinterpret_cast<std::byte*>(storage.data()));
  nic::State s;
  nic::bind(params, place, s, arena);
  nic::begin_handler(params, place, s, Cycle(0));
  if (!s.processor.halted) nic::finish_handler(params, place, s, s.processor.ends);
  return s.processor.fault;
}

}  // namespace slackline::config
