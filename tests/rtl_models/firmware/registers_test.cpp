#include <catch2/catch.hpp>

#include "rtl_models/firmware/firmware.h"
#include "rtl_models/firmware/registers.hpp"

using namespace slackline::firmware;

TEST_CASE("Registers are aligned, in order, and do not overlap", "[quick]") {
  std::uint32_t behind = 0;
  for (const Register& r : registers()) {
    CHECK(r.offset % 4 == 0);
    CHECK(r.count >= 1);
    CHECK(r.offset >= behind);
    behind = r.end();
  }
}

TEST_CASE("A register is found by its offset, and only by such an offset") {
  CHECK(std::string(find_register(NIC_TX_PUSH)->name) == "TX_PUSH");
  CHECK(find_register(NIC_RX_FREE + 12) == find_register(NIC_RX_FREE));
  CHECK(find_register(NIC_RX_FREE + 1) == nullptr);
  CHECK(find_register(NIC_TICK + 4) == nullptr);
  CHECK(find_register(registers().back().end()) == nullptr);
  CHECK(find_register(0)->offset == NIC_NODE);
}

TEST_CASE("The name of a register contains its index") {
  CHECK(register_name(NIC_NODE) == "NODE");
  CHECK(register_name(NIC_TIMER + 28) == "TIMER[7]");
  CHECK(register_name(0x1234) == "0x1234");
}
