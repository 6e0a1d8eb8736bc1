#include "testbench/features/nic/firmware_start.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "rtl_models/firmware/log_text.hpp"
#include "rtl_models/nic/nic.hpp"

namespace slackline::features {

namespace {

struct Start {
  nic::FirmwareError error;
  std::uint64_t cycles = 0;
};

Start start_of(nic::Params params, Table table) {
  params.memory_ports = 4;
  params.log = nullptr;
  nic::Place place;
  place.table = table;
  if (place.table_words() > params.memory_bytes / 4) {
    Start no_room;
    no_room.error.kind = nic::FirmwareErrorKind::raised;
    return no_room;
  }
  std::vector<std::uint64_t> storage(nic::storage_bytes(params) / sizeof(std::uint64_t) + 1);
  Arena arena(reinterpret_cast<std::byte*>(storage.data()));
  nic::State s;
  nic::bind(params, place, s, arena);
  nic::begin_handler(params, place, s, Cycle(0));
  const std::uint64_t cycles = s.processor.halted ? 0 : s.processor.ends.value;
  if (!s.processor.halted) nic::finish_handler(params, place, s, s.processor.ends);
  return {s.processor.error, cycles};
}

}  // namespace

nic::FirmwareError error_of_start(nic::Params params, Table table) { return start_of(std::move(params), table).error; }

std::optional<std::uint64_t> cycles_of_start(nic::Params params) {
  params.watchdog_cycles = std::numeric_limits<std::uint32_t>::max();
  const Start start = start_of(std::move(params), nullptr);
  if (start.error.kind != nic::FirmwareErrorKind::none) return std::nullopt;
  return start.cycles;
}

namespace {

constexpr std::uint32_t most_memory_bytes = 64u << 20;

nic::FirmwareError error_with(nic::Params p, std::uint32_t memory_bytes, Table table) {
  p.memory_bytes = memory_bytes;
  return error_of_start(std::move(p), table);
}

bool refuses(const nic::Params& p, std::uint32_t memory_bytes, Table table) {
  return error_with(p, memory_bytes, table).kind == nic::FirmwareErrorKind::raised;
}

}  // namespace

std::optional<MemoryNeed> memory_need(const nic::Params& p, Table table) {
  const nic::FirmwareError error = error_of_start(p, table);
  if (error.kind != nic::FirmwareErrorKind::raised) return std::nullopt;
  std::uint32_t below = p.memory_bytes / 4, enough = below;  // in words; `below` is too little
  do {
    if (enough == most_memory_bytes / 4) return std::nullopt;
    enough = std::min(2 * enough, most_memory_bytes / 4);
  } while (refuses(p, 4 * enough, table));
  while (enough - below > 1) {
    const std::uint32_t middle = below + (enough - below) / 2;
    (refuses(p, 4 * middle, table) ? below : enough) = middle;
  }
  MemoryNeed need;
  need.bytes = std::uint64_t{4} * enough;
  if (error.said.text != nullptr) need.said = firmware::log_text(error.said.text, error.said.a, error.said.b);
  return need;
}

}  // namespace slackline::features
