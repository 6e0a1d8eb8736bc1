#include <catch2/catch.hpp>

#include "tests/rtl_models/firmware/endless.h"
#include "tests/rtl_models/firmware/fake_network.hpp"

using namespace slackline::firmware::test;

TEST_CASE("A handler that never ends is stopped, whatever its loop does, even an empty one") {
  for (const nic_firmware& firmware : endless) {
    INFO(firmware.name);
    FakeNetwork network(firmware, FakeParams());
    network.nics[0].commands.push_back({NIC_COMMAND_SEND, 1, 0, 1});
    CHECK_THROWS_WITH(network.run_on(100), "a handler never ends");
  }
}

TEST_CASE("Loops that end work the same as without the count of their turns") {
  FakeNetwork network(looping, FakeParams());
  network.nics[0].commands.push_back({NIC_COMMAND_SEND, 1, 0, 1});
  network.run_on(100);
  CHECK(network.nics[0].logged == std::vector<std::string>{"right"});
}

TEST_CASE("A handler that calls itself without end is stopped, whatever it does", "[quick]") {
  static_assert(MOST_CALLS == slackline::firmware::most_calls);
  for (const nic_firmware& firmware : recursive) {
    INFO(firmware.name);
    FakeNetwork network(firmware, FakeParams());
    network.nics[0].commands.push_back({NIC_COMMAND_SEND, 1, 0, 1});
    CHECK_THROWS_WITH(network.run_on(100), "a handler calls too deep");
  }
}

TEST_CASE("Calls may be nested to the maximum depth and no deeper, counted separately for each handler") {
  FakeNetwork network(nested, FakeParams());
  for (unsigned i = 0; i < 3; ++i) network.nics[0].commands.push_back({NIC_COMMAND_SEND, 1, i, 1});
  network.run_on(100);
  CHECK(network.nics[0].logged == std::vector<std::string>(3 * 2, "deep"));
  FakeNetwork too_deep(deeper, FakeParams());
  too_deep.nics[0].commands.push_back({NIC_COMMAND_SEND, 1, 0, 1});
  CHECK_THROWS_WITH(too_deep.run_on(100), "a handler calls too deep");
}
