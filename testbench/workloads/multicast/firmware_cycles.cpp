#include "testbench/workloads/multicast/firmware_cycles.hpp"

#include <algorithm>

namespace slackline::multicast {

namespace {

/// What a handler does.
struct Work {
  std::uint32_t reads, writes, loads, stores;

  std::uint32_t cycles(std::uint32_t event, const nic::Costs& costs) const {
    return event + reads * costs.register_read + writes * costs.register_write + loads * costs.load +
           stores * costs.store;
  }
};

// ACK comes while a short worm is on its way: the rest of its handler is then part of the one that sends the next copy.
constexpr Work forwards{17, 16, 70, 31}, sends_next{8, 9, 51, 15}, takes_ack_and_sends_next{14, 11, 65, 17};

}  // namespace

std::uint32_t cycles_of_forwarding(const nic::Costs& costs) {
  return forwards.cycles(costs.event[NIC_EVENT_RX_HEADER], costs);
}

std::uint64_t cycles_of_copy(const nic::Costs& costs, std::uint64_t link_cycles) {
  constexpr std::uint64_t to_link_and_back = 1, handlers = 2;
  const std::uint32_t tail = costs.event[NIC_EVENT_TX_DONE], ack = costs.event[NIC_EVENT_RX_CONTROL];
  return std::max<std::uint64_t>(link_cycles + to_link_and_back + std::max(1u, sends_next.cycles(tail, costs)),
                                 takes_ack_and_sends_next.cycles(tail + ack, costs) + handlers);
}

}  // namespace slackline::multicast
