#include <catch2/catch.hpp>

#include "rtl_models/firmware/catalogue.hpp"

using namespace slackline::firmware;

TEST_CASE("A firmware is found by its name", "[quick]") {
  for (const Entry& entry : catalogue()) CHECK(find_firmware(entry.firmware->name) == &entry);
  CHECK(catalogue().size() >= 4);
  CHECK(find_firmware("unicasts") == nullptr);
  CHECK(find_firmware("") == nullptr);
}

TEST_CASE("A firmware says where its messages end, and what it does", "[quick]") {
  CHECK(find_firmware("unicast")->delivery == Delivery::peer);
  CHECK(find_firmware("skeleton")->delivery == Delivery::peer);
  CHECK(find_firmware("request_response")->delivery == Delivery::reply);
  CHECK(find_firmware("echo")->delivery == Delivery::sender);
  for (const Entry& entry : catalogue()) CHECK(std::string(entry.text).size() > 5);
}
