#include "testbench/features/nic/firmware_start.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "rtl_models/firmware/log_text.hpp"
#include "rtl_models/nic/nic.hpp"

namespace slackline::features {

nic::FirmwareError error_of_start(nic::Params params, const nic::Place& place) {
  return nic::start_of(std::move(params), place).error;
}

std::optional<std::uint64_t> cycles_of_start(nic::Params params) {
  // On an RV32 processor each cycle of an endless start would be simulated.
  constexpr std::uint64_t times = 64, most = std::numeric_limits<std::uint32_t>::max();
  params.watchdog_cycles =
      static_cast<std::uint32_t>(params.rv32 == nullptr ? most : std::min(times * params.watchdog_cycles, most));
  const nic::Start start = nic::start_of(std::move(params), nic::Place());
  if (start.error.kind != nic::FirmwareErrorKind::none) return std::nullopt;
  return start.cycles;
}

namespace {

constexpr std::uint32_t most_memory_bytes = 64u << 20;

nic::FirmwareError error_with(nic::Params p, std::uint32_t memory_bytes, const nic::Place& place) {
  p.memory_bytes = memory_bytes;
  return error_of_start(std::move(p), place);
}

bool refuses(const nic::Params& p, std::uint32_t memory_bytes, const nic::Place& place) {
  return error_with(p, memory_bytes, place).kind == nic::FirmwareErrorKind::raised;
}

}  // namespace

std::optional<MemoryNeed> memory_need(const nic::Params& p, const nic::Place& place) {
  const nic::FirmwareError error = error_of_start(p, place);
  if (error.kind != nic::FirmwareErrorKind::raised) return std::nullopt;
  std::uint32_t below = p.memory_bytes / 4, enough = below;  // in words; `below` is too little
  do {
    if (enough == most_memory_bytes / 4) return std::nullopt;
    enough = std::min(2 * enough, most_memory_bytes / 4);
  } while (refuses(p, 4 * enough, place));
  while (enough - below > 1) {
    const std::uint32_t middle = below + (enough - below) / 2;
    (refuses(p, 4 * middle, place) ? below : enough) = middle;
  }
  MemoryNeed need;
  need.bytes = std::uint64_t{4} * enough;
  if (error.said.text != nullptr) need.said = firmware::log_text(error.said.text, error.said.a, error.said.b);
  return need;
}

}  // namespace slackline::features
