#include "testbench/config/nic_memory.hpp"

#include <algorithm>
#include <utility>

#include "rtl_models/firmware/log_text.hpp"

namespace slackline::config {

namespace {

constexpr std::uint32_t most_memory_bytes = 64u << 20;

nic::Fault fault_with(nic::Params p, std::uint32_t memory_bytes, Table table) {
  p.memory_bytes = memory_bytes;
  return fault_of_start(std::move(p), table);
}

bool refuses(const nic::Params& p, std::uint32_t memory_bytes, Table table) {
  return fault_with(p, memory_bytes, table).kind == nic::FaultKind::raised;
}

}  // namespace

std::optional<MemoryNeed> memory_need(const nic::Params& p, Table table) {
  const nic::Fault fault = fault_of_start(p, table);
  if (fault.kind != nic::FaultKind::raised) return std::nullopt;
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
  if (fault.said.text != nullptr) need.said = firmware::log_text(fault.said.text, fault.said.a, fault.said.b);
  return need;
}

}  // namespace slackline::config
