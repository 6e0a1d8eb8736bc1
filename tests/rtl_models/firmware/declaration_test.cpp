#include "rtl_models/firmware/declaration.hpp"

#include <catch2/catch.hpp>

#include "rtl_models/firmware/catalogue.hpp"

using namespace slackline::firmware;
using Faults = std::vector<std::string>;

namespace {

nic_firmware named(const char* name) {
  nic_firmware firmware{};
  firmware.name = name;
  return firmware;
}

Faults faults_of(const nic_own_parameter& parameter) {
  nic_firmware firmware = named("mine");
  firmware.own = &parameter;
  firmware.own_count = 1;
  return declaration_faults(firmware);
}
Faults faults_of(const nic_own_measure& measure) {
  nic_firmware firmware = named("mine");
  firmware.measures = &measure;
  firmware.measure_count = 1;
  return declaration_faults(firmware);
}
Faults faults_of(const nic_own_export& word) {
  nic_firmware firmware = named("mine");
  firmware.exports = &word;
  firmware.export_count = 1;
  return declaration_faults(firmware);
}

}  // namespace

TEST_CASE("No firmware of the catalogue has a fault in its declaration") {
  for (const Entry& entry : catalogue()) {
    INFO(entry.firmware->name);
    CHECK(declaration_faults(*entry.firmware).empty());
  }
}

TEST_CASE("The name of a firmware is one in C") {
  for (const char* good : {"a", "_", "my_protocol2"}) CHECK(declaration_faults(named(good)).empty());
  for (const char* bad : {"", "2nd", "my-protocol", "a b"})
    CHECK(declaration_faults(named(bad)) == Faults{"its name must be one in C"});
  CHECK(declaration_faults(named(nullptr)) == Faults{"its name must be one in C"});
}

TEST_CASE("A parameter has a key, a text, and its initial value in its range") {
  CHECK(faults_of(nic_own_parameter{"depth", NIC_OWN_NUMBER, 1, 3, 1, "a text"}).empty());
  CHECK(faults_of(nic_own_parameter{"depth", NIC_OWN_NUMBER, 1, 3, 0, "a text"}) ==
        Faults{"parameter depth: it must have a text, and least <= initial <= most"});
  CHECK(faults_of(nic_own_parameter{"depth", NIC_OWN_NUMBER, 1, 3, 4, "a text"}).size() == 1);
  CHECK(faults_of(nic_own_parameter{"depth", NIC_OWN_NUMBER, 1, 3, 3, nullptr}).size() == 1);
  CHECK(faults_of(nic_own_parameter{nullptr, NIC_OWN_NUMBER, 1, 3, 3, "a text"}) ==
        Faults{"parameter 0: the key must have 1 to 40 small letters, digits and _"});
  CHECK(faults_of(nic_own_parameter{"Depth", NIC_OWN_NUMBER, 1, 3, 3, "a text"}).size() == 1);
  CHECK(faults_of(nic_own_parameter{"mode", NIC_OWN_WORD, 0, 1, 0, "fast|slow how it goes"}).empty());
  CHECK(faults_of(nic_own_parameter{"mode", NIC_OWN_WORD, 0, 2, 0, "fast|slow how it goes"}) ==
        Faults{"parameter mode: `most` must be the number of its words, less one"});
}

TEST_CASE("A measure has a key, a text and a divisor; an exported word names where it is of a kind with names") {
  CHECK(faults_of(nic_own_measure{"window", NIC_MEASURE_LEVEL, NIC_UNIT_NUMBER, 16, "a text"}).empty());
  CHECK(faults_of(nic_own_measure{"window", NIC_MEASURE_LEVEL, NIC_UNIT_NUMBER, 0, "a text"}) ==
        Faults{"measure window: it must have a text, and a divisor above 0"});
  CHECK(faults_of(nic_own_export{"state", NIC_EXPORT_STATE, 0, 0, "idle|busy", nullptr}).empty());
  CHECK(faults_of(nic_own_export{"state", NIC_EXPORT_STATE, 0, 0, nullptr, nullptr}).size() == 1);
  CHECK(faults_of(nic_own_export{"count", NIC_EXPORT_NUMBER, 0, 0, "idle|busy", nullptr}).size() == 1);
}

TEST_CASE("Keys are unique, lists as long as devices allow, and conditions about parameters that there are") {
  const nic_own_measure twice[] = {{"window", NIC_MEASURE_LEVEL, NIC_UNIT_NUMBER, 1, "a text"},
                                   {"window", NIC_MEASURE_LEVEL, NIC_UNIT_NUMBER, 1, "a text"}};
  nic_firmware firmware = named("mine");
  firmware.measures = twice;
  firmware.measure_count = 2;
  CHECK(declaration_faults(firmware) == Faults{"measure window: the key is there twice"});

  std::vector<std::string> keys;
  for (int i = 0; i <= NIC_EXPORTS; ++i) keys.push_back("word" + std::to_string(i));
  std::vector<nic_own_export> words;
  for (const std::string& key : keys) words.push_back({key.c_str(), NIC_EXPORT_NUMBER, 0, 0, nullptr, nullptr});
  firmware = named("mine");
  firmware.exports = words.data();
  firmware.export_count = NIC_EXPORTS;
  CHECK(declaration_faults(firmware).empty());
  firmware.export_count = NIC_EXPORTS + 1;
  CHECK(declaration_faults(firmware) == Faults{"25 exported words; expected 24 at most"});

  const nic_own_parameter own[] = {{"mode", NIC_OWN_WORD, 0, 1, 0, "fast|slow"},
                                   {"depth", NIC_OWN_NUMBER, 0, 1, 0, "a text"}};
  const Faults fault{"condition 0: it must name two parameters, the second one of words"};
  nic_own_condition condition{1, 0, 1};
  firmware = named("mine");
  firmware.own = own;
  firmware.own_count = 2;
  firmware.conditions = &condition;
  firmware.condition_count = 1;
  CHECK(declaration_faults(firmware).empty());
  condition = {0, 1, 1};
  CHECK(declaration_faults(firmware) == fault);
  condition = {2, 0, 1};
  CHECK(declaration_faults(firmware) == fault);
  condition = {1, 2, 1};
  CHECK(declaration_faults(firmware) == fault);
}

TEST_CASE("A flow control declares the parameters that all of them have") {
  nic_firmware firmware = named("mine");
  firmware.is_flow_control = 1;
  CHECK(declaration_faults(firmware) ==
        Faults{"a flow control (is_flow_control: 1) begins with the parameters of flow_control.h"});
}
