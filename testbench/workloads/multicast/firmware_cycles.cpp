#include "testbench/workloads/multicast/firmware_cycles.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "rtl_models/firmware/multicast_table.h"
#include "testbench/workloads/multicast/scheme.hpp"

namespace slackline::multicast {

namespace {

/// The accesses of one handler, or of two.
struct Work {
  std::uint32_t reads, writes, loads, stores;

  std::uint32_t cycles(const nic::Costs& costs) const {
    return reads * costs.register_read + writes * costs.register_write + loads * costs.load + stores * costs.store;
  }
};

/// From one copy to the next.
struct CopyWork {
  Work sends_next;                    ///< the handler of the tail
  std::optional<Work> with_answer{};  ///< and that of what answers a short worm, which comes before its tail
};

/// The handler of RX_HEADER, up to the first copy.
Work forwarding_of(std::uint32_t scheme) {
  switch (scheme) {
    case SCHEME_PLAIN:
    case SCHEME_FIFO: return {16, 16, 67, 32};
    case SCHEME_MANAGER: return {17, 9, 68, 30};
    case SCHEME_CREDITS: return {17, 9, 64, 31};
    case SCHEME_NONE: return {17, 9, 58, 28};
    default: break;
  }
  throw std::logic_error("the firmware multicast has no such scheme");
}

CopyWork work_of(std::uint32_t scheme, Algorithm algorithm) {
  if (algorithm == Algorithm::unicasts) return {{4, 9, 30, 10}};
  switch (scheme) {
    case SCHEME_PLAIN:
    case SCHEME_FIFO: return {{8, 9, 51, 15}, Work{14, 11, 65, 17}};
    case SCHEME_MANAGER: return {{10, 9, 65, 19}, Work{21, 19, 82, 25}};
    case SCHEME_CREDITS: return {{10, 9, 61, 20}, Work{16, 11, 67, 22}};
    case SCHEME_NONE: return {{10, 9, 59, 18}};
    default: break;
  }
  throw std::logic_error("the firmware multicast has no such scheme");
}

}  // namespace

std::uint64_t cycles_of_forwarding(const nic::Costs& costs, std::uint32_t scheme, const LinkTimes& link) {
  constexpr std::uint64_t begins =
      3;  // cycles from the last word of the header to the handler, and from its end to the packet
  const std::uint32_t handler = costs.event[NIC_EVENT_RX_HEADER] + forwarding_of(scheme).cycles(costs);
  const std::uint64_t answer = has_acks(scheme) ? link.control : 0;
  return link.header - link.without_words + begins + std::max(1u, handler) + answer;
}

std::uint64_t cycles_of_copy(const nic::Costs& costs, std::uint32_t scheme, Algorithm algorithm,
                             std::uint64_t link_cycles) {
  const CopyWork work = work_of(scheme, algorithm);
  const std::uint32_t tail = costs.event[NIC_EVENT_TX_DONE], answer = costs.event[NIC_EVENT_RX_CONTROL];
  constexpr std::uint64_t begins = 1, two_handlers = 2;  // cycles in which a packet begins, and handlers do
  const std::uint64_t of_link = link_cycles + begins + std::max(1u, tail + work.sends_next.cycles(costs));
  if (!work.with_answer) return of_link;
  return std::max(of_link, tail + answer + work.with_answer->cycles(costs) + two_handlers);
}

}  // namespace slackline::multicast
