#include <catch2/catch.hpp>

#include "tests/rtl_models/firmware/endless.h"
#include "tests/rtl_models/firmware/fake_network.hpp"

using namespace slackline::firmware::test;

TEST_CASE("A handler that computes for ever is stopped", "[quick]") {
  FakeNetwork network(endless_silent, FakeParams());
  network.nics[0].commands.push_back({NIC_COMMAND_SEND, 1, 0, 1});
  CHECK_THROWS_WITH(network.run_on(100), "a handler never ends");
}

TEST_CASE("A handler that waits for a register to change is stopped", "[quick]") {
  FakeNetwork network(endless_reading, FakeParams());
  network.nics[0].commands.push_back({NIC_COMMAND_SEND, 1, 0, 1});
  CHECK_THROWS_WITH(network.run_on(100), "a handler never ends");
}
