#include <catch2/catch.hpp>

#include "rtl_models/firmware/catalogue.h"
#include "tests/rtl_models/firmware/exchange.hpp"

using namespace slackline::firmware::test;

TEST_CASE("Each request is answered once, without the other host", "[quick]") {
  for (const std::uint32_t longest : {1u, 8u, 50u}) {
    FakeParams params;
    params.nodes = 4;
    params.longest_delay = 20;
    params.parameters[NIC_PARAMETER_PACKET_WORDS] = 8;
    params.parameters[NIC_PARAMETER_WINDOW] = 3;
    params.parameters[NIC_PARAMETER_REPLY_WORDS] = 20;
    FakeNetwork network(firmware_request_response, params);
    const std::vector<Message> messages = post(network, 30, longest);
    REQUIRE(network.run(messages.size(), 200000));
    network.run_on(1000);
    CHECK(completions(network) == messages.size());
    for (const Message& m : messages) CHECK(told(network, m.from, NIC_DONE_SENT, m.to, m) == 1);
  }
}
