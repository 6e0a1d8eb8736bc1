#include "testbench/firmware_file/shipped.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "rtl_models/firmware/catalogue.hpp"
#include "rtl_models/firmware/registers.hpp"
#include "rtl_models/firmware/rv32/map.h"
#include "tests/testbench/firmware_file/sound_image.hpp"

using namespace slackline;
using firmware_file::shipped_image;

namespace {

std::string text_of(const char* text) { return text == nullptr ? "(null)" : text; }

}  // namespace

TEST_CASE("Each firmware of the catalogue has an image that is sound", "[quick]") {
  for (const firmware::Entry& entry : firmware::catalogue()) {
    INFO(entry.firmware->name);
    const auto image = shipped_image(entry.firmware->name);
    if (entry.parameters == ~0u) {  // a user's own
      CHECK(image == nullptr);
      continue;
    }
    REQUIRE(image != nullptr);
    CHECK(test::fault_of(*image).empty());
    CHECK(image->firmware().name == std::string(entry.firmware->name));
    CHECK(image->entry == NIC_ROM_ADDRESS);
    CHECK(image->place_of(image->entry) == "nic_entry");
    CHECK(image->variable_bytes == 0);  // all variables are in NIC memory
    CHECK(image->rom.size() > 500);
    CHECK(image->rom.size() < 40'000);  // multicast, the largest, had 25,008 bytes when this was written
  }
  CHECK(shipped_image("nothing") == nullptr);
}

TEST_CASE("An image declares what its firmware declares in the simulator") {
  for (const firmware::Entry& entry : firmware::catalogue()) {
    if (entry.parameters == ~0u) continue;
    const nic_firmware& native = *entry.firmware;
    INFO(native.name);
    const auto image = shipped_image(native.name);
    const nic_firmware& read = image->firmware();
    REQUIRE(read.own_count == native.own_count);
    REQUIRE(read.condition_count == native.condition_count);
    REQUIRE(read.measure_count == native.measure_count);
    REQUIRE(read.export_count == native.export_count);
    CHECK(read.is_flow_control == native.is_flow_control);
    for (std::uint32_t i = 0; i < native.own_count; ++i) {
      const nic_own_parameter &a = read.own[i], &b = native.own[i];
      CHECK(text_of(a.key) == text_of(b.key));
      CHECK(text_of(a.text) == text_of(b.text));
      CHECK((a.kind == b.kind && a.least == b.least && a.most == b.most && a.initial == b.initial));
    }
    for (std::uint32_t i = 0; i < native.condition_count; ++i) {
      const nic_own_condition &a = read.conditions[i], &b = native.conditions[i];
      CHECK((a.parameter == b.parameter && a.decider == b.decider && a.words == b.words));
    }
    for (std::uint32_t i = 0; i < native.measure_count; ++i) {
      const nic_own_measure &a = read.measures[i], &b = native.measures[i];
      CHECK(text_of(a.key) == text_of(b.key));
      CHECK(text_of(a.text) == text_of(b.text));
      CHECK((a.kind == b.kind && a.unit == b.unit && a.divisor == b.divisor));
    }
    for (std::uint32_t i = 0; i < native.export_count; ++i) {
      const nic_own_export &a = read.exports[i], &b = native.exports[i];
      CHECK(text_of(a.key) == text_of(b.key));
      CHECK(text_of(a.names) == text_of(b.names));
      CHECK(text_of(a.look) == text_of(b.look));
      CHECK((a.kind == b.kind && a.queue == b.queue && a.most == b.most));
    }
  }
}

TEST_CASE("Every register is in reach of one instruction") {
  for (const firmware::Register& r : firmware::registers()) {
    INFO(r.name);
    CHECK(r.end() <= NIC_REGISTER_BYTES);
  }
  CHECK(NIC_REGISTER_ADDRESS + NIC_REGISTER_BYTES == 0);  // the last 2 KiB: offsets from x0 reach down to -2048
}
