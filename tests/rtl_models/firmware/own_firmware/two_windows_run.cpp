// The flow control that docs/flow-control.md shows, between two interfaces: the most requests outstanding while round trips are
// short, and once they are long.
#include <algorithm>
#include <iostream>

#include "rtl_models/firmware/catalogue.hpp"
#include "rtl_models/firmware/flow_control.h"
#include "rtl_models/firmware/memory.h"
#include "tests/rtl_models/firmware/fake_network.hpp"

using namespace slackline::firmware;

namespace {

/// In the second half of 60 messages, with round trips long from `limit` ticks on.
std::uint32_t most_outstanding(std::uint32_t limit) {
  test::FakeParams params;
  params.longest_delay = 50;
  params.waits_for_buffers = true;
  params.parameters[NIC_PARAMETER_PACKET_WORDS] = 8;
  const std::uint32_t own[] = {8, 2, limit};
  std::copy(std::begin(own), std::end(own), params.own_parameters.begin() + FLOW_PARAMETERS);
  test::FakeNetwork network(*find_firmware("two_windows")->firmware, params);
  for (std::uint32_t i = 0; i < 60; ++i) network.nics[0].commands.push_back({NIC_COMMAND_SEND, 1, i, 8});
  if (!network.run(60, 100'000)) return 0;
  std::uint32_t most = 0;
  while (!network.run(120, 1) && network.now() < 200'000) most = std::max(most, network.nics[0].load(FLOW_OUTSTANDING));
  return most;
}

}  // namespace

int main() { std::cout << "two_windows " << most_outstanding(1'000'000) << ' ' << most_outstanding(0) << '\n'; }
