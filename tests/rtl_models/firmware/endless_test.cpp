#include <catch2/catch.hpp>

#include "tests/rtl_models/firmware/endless.h"
#include "tests/rtl_models/firmware/fake_network.hpp"

using namespace slackline::firmware::test;

TEST_CASE("A handler that never ends is stopped, whatever its loop does, and be it nothing at all", "[quick]") {
  for (const nic_firmware& firmware : endless) {
    INFO(firmware.name);
    FakeNetwork network(firmware, FakeParams());
    network.nics[0].commands.push_back({NIC_COMMAND_SEND, 1, 0, 1});
    CHECK_THROWS_WITH(network.run_on(100), "a handler never ends");
  }
}

TEST_CASE("Loops that end do what they would do if nobody counted their turns", "[quick]") {
  FakeNetwork network(looping, FakeParams());
  network.nics[0].commands.push_back({NIC_COMMAND_SEND, 1, 0, 1});
  network.run_on(100);
  CHECK(network.nics[0].logged == std::vector<std::string>{"right"});
}
