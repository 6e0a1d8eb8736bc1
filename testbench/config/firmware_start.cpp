#include "testbench/config/firmware_start.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "rtl_models/nic/nic.hpp"

namespace slackline::config {

namespace {

struct Start {
  nic::Fault fault;
  std::uint64_t cycles = 0;
};

Start start_of(nic::Params params, Table table) {
  params.memory_ports = 4;
  params.log = nullptr;
  nic::Place place;
  place.table = table;
  if (place.table_words() > params.memory_bytes / 4) {
    Start no_room;
    no_room.fault.kind = nic::FaultKind::raised;
    return no_room;
  }
  std::vector<std::uint64_t> storage(nic::storage_bytes(params) / sizeof(std::uint64_t) + 1);
  Arena arena(reinterpret_cast<std::byte*>(storage.data()));
  nic::State s;
  nic::bind(params, place, s, arena);
  nic::begin_handler(params, place, s, Cycle(0));
  const std::uint64_t cycles = s.processor.halted ? 0 : s.processor.ends.value;
  if (!s.processor.halted) nic::finish_handler(params, place, s, s.processor.ends);
  return {s.processor.fault, cycles};
}

}  // namespace

nic::Fault fault_of_start(nic::Params params, Table table) { return start_of(std::move(params), table).fault; }

std::optional<std::uint64_t> cycles_of_start(nic::Params params) {
  params.watchdog_cycles = std::numeric_limits<std::uint32_t>::max();
  const Start start = start_of(std::move(params), nullptr);
  if (start.fault.kind != nic::FaultKind::none) return std::nullopt;
  return start.cycles;
}

}  // namespace slackline::config
