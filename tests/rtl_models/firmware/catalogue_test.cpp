#include <catch2/catch.hpp>

#include "rtl_models/firmware/catalogue.hpp"

using namespace slackline::firmware;

TEST_CASE("A firmware is found by its name", "[quick]") {
  for (const Entry& entry : catalogue()) CHECK(find_firmware(entry.firmware->name) == &entry);
  CHECK(find_firmware("unicast")->delivery == Delivery::peer);
  CHECK(find_firmware("unicasts") == nullptr);
}
