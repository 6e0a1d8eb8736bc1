#include <catch2/catch.hpp>

#include "rtl_models/firmware/catalogue.h"
#include "tests/rtl_models/firmware/exchange.hpp"

using namespace slackline::firmware::test;

TEST_CASE("The skeleton carries messages of one packet, and refuses longer ones", "[quick]") {
  FakeParams params;
  params.nodes = 3;
  params.parameters[NIC_PARAMETER_PACKET_WORDS] = 16;
  FakeNetwork network(firmware_skeleton, params);
  const std::vector<Message> messages = post(network, 20, 17);
  std::size_t too_long = 0;
  for (const Message& m : messages) too_long += m.words > 16;
  REQUIRE(too_long > 0);
  REQUIRE(network.run(2 * messages.size() - too_long, 100000));
  CHECK(corrupt_words(network) == 0);
  for (const Message& m : messages) {
    CHECK(told(network, m.from, NIC_DONE_FAILED, m.to, m) == (m.words > 16));
    CHECK(told(network, m.from, NIC_DONE_SENT, m.to, m) == (m.words <= 16));
    CHECK(told(network, m.to, NIC_DONE_RECEIVED, m.from, m) == (m.words <= 16));
  }
}
