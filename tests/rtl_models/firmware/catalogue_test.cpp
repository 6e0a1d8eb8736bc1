#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "rtl_models/firmware/catalogue.hpp"

#include "rtl_models/firmware/device.hpp"
#include "rtl_models/firmware/exports.hpp"
#include "rtl_models/firmware/run.hpp"

using namespace slackline::firmware;

namespace {

/// Records which parameters are read; all of them are 4, those that the firmware declares as it does, everything else is
/// large.
class Reader final : public Device {
 public:
  explicit Reader(const nic_firmware& firmware) : firmware_(firmware) {}
  std::uint32_t read(std::uint32_t reg) override {
    if (reg >= NIC_OWN_PARAMETER && reg < NIC_OWN_PARAMETER + 4 * firmware_.own_count)
      return firmware_.own[(reg - NIC_OWN_PARAMETER) / 4].initial;
    if (reg < NIC_PARAMETER || reg >= NIC_PARAMETER + 4 * NIC_PARAMETERS) return 1u << 16;
    parameters |= 1u << (reg - NIC_PARAMETER) / 4;
    return 4;
  }
  void write(std::uint32_t, std::uint32_t) override {}
  std::uint32_t load(std::uint32_t address) override { return memory.at(address / 4); }
  void store(std::uint32_t address, std::uint32_t value) override { memory.at(address / 4) = value; }
  void work(std::uint32_t) override {}
  void log(const char*, std::uint32_t, std::uint32_t) override {}
  void turn() override {}
  void too_deep(std::uint32_t) override {}

  std::uint32_t parameters = 0;
  std::vector<std::uint32_t> memory = std::vector<std::uint32_t>(1 << 16);

 private:
  const nic_firmware& firmware_;
};

}  // namespace

TEST_CASE("Each firmware of docs/nic.md is found by its name, and no other") {
  std::set<std::string> names;
  for (const Entry& entry : catalogue()) {
    CHECK(find_firmware(entry.firmware->name) == &entry);
    if (entry.parameters != ~0u) names.insert(entry.firmware->name);  // not a user's own
  }
  CHECK(names == std::set<std::string>{"unicast", "request_response", "echo", "fbs", "go_back_n", "isotach", "barrier",
                                       "dissemination", "star", "skeleton", "static_window", "alternating_window",
                                       "simplified_packet_pair", "packet_pair", "aimd_window", "multicast"});
  CHECK(find_firmware("unicasts") == nullptr);
  CHECK(find_firmware("") == nullptr);
}

TEST_CASE("A firmware declares where its messages end, and how it runs barriers") {
  for (const char* name : {"unicast", "go_back_n", "skeleton", "barrier", "dissemination", "star", "static_window",
                           "alternating_window", "simplified_packet_pair", "packet_pair", "aimd_window", "multicast"})
    CHECK(find_firmware(name)->delivery == Delivery::peer);
  const std::uint32_t writes[] = {0, 0, 0}, reads[] = {0, 0, 1};
  CHECK(find_firmware("static_window")->delivery_with(writes) == Delivery::peer);
  CHECK(find_firmware("static_window")->delivery_with(reads) == Delivery::sender);
  CHECK(find_firmware("unicast")->delivery_with(reads) == Delivery::peer);
  CHECK(find_firmware("request_response")->delivery == Delivery::reply);
  CHECK(find_firmware("echo")->delivery == Delivery::sender);
  for (const char* name : {"fbs", "isotach"}) CHECK(find_firmware(name)->delivery == Delivery::none);
  for (const char* name : {"unicast", "request_response", "echo", "fbs", "isotach", "skeleton", "multicast"})
    CHECK(find_firmware(name)->barriers == Barriers::none);
  CHECK(find_firmware("barrier")->barriers == Barriers::by_units);
  for (const char* name : {"dissemination", "star"}) CHECK(find_firmware(name)->barriers == Barriers::by_packets);
}

TEST_CASE("A firmware uses the parameters that it reads after reset, and no others", "[quick]") {
  for (const Entry& entry : catalogue()) {
    if (entry.parameters == ~0u) continue;  // a user's own
    INFO(entry.firmware->name);
    Reader reader(*entry.firmware);
    start(*entry.firmware, reader);
    CHECK(entry.parameters == reader.parameters);
    CHECK(entry.uses(NIC_PARAMETER_PACKET_WORDS) == (entry.delivery != Delivery::none));
  }
}

TEST_CASE("Each own parameter and each measure of a firmware is declared, and there are no more than devices have") {
  for (const Entry& entry : catalogue()) {
    const nic_firmware& firmware = *entry.firmware;
    INFO(firmware.name);
    CHECK(firmware.own_count <= NIC_OWN_PARAMETERS);
    CHECK(firmware.measure_count <= NIC_OWN_MEASURES);
    std::set<std::string> keys;
    for (std::uint32_t i = 0; i < firmware.own_count; ++i) {
      REQUIRE(firmware.own[i].key != nullptr);
      CHECK(keys.insert(firmware.own[i].key).second);
    }
    keys.clear();
    for (std::uint32_t i = 0; i < firmware.measure_count; ++i) {
      REQUIRE(firmware.measures[i].key != nullptr);
      CHECK(keys.insert(firmware.measures[i].key).second);
      CHECK(firmware.measures[i].divisor > 0);
    }
  }
}

TEST_CASE("Words that a firmware exports have keys of their own, and those with names have names") {
  for (const Entry& entry : catalogue()) {
    const nic_firmware& firmware = *entry.firmware;
    INFO(firmware.name);
    CHECK(firmware.export_count <= NIC_EXPORTS);
    std::set<std::string> keys;
    for (std::uint32_t i = 0; i < firmware.export_count; ++i) {
      const nic_own_export& word = firmware.exports[i];
      INFO(word.key);
      CHECK(keys.insert(word.key).second);
      const bool is_named = word.kind == NIC_EXPORT_NAME || word.kind == NIC_EXPORT_STATE;
      CHECK((word.names != nullptr) == is_named);
      if (is_named) CHECK(name_of(word, 0) != "?");
    }
  }
}

TEST_CASE("multicast exports three queues, and the states of their copies by name") {
  const nic_firmware& multicast = *find_firmware("multicast")->firmware;
  const std::vector<ExportedQueue> queues = exported_queues(multicast);
  REQUIRE(queues.size() == 3);
  const std::pair<const char*, std::uint32_t> expected[] = {{"upper", 3}, {"lower", 2}, {"own", 0}};  // their classes
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(queues[i].name == expected[i].first);
    CHECK(queues[i].number == expected[i].second);
    const std::string name(queues[i].name);
    const auto key = [&](std::uint32_t place) { return std::string(multicast.exports[place].key); };
    CHECK(key(queues[i].state) == name + "_state");
    CHECK(key(queues[i].source) == name + "_source");
    CHECK(key(queues[i].message) == name + "_message");
    CHECK(key(queues[i].offset) == name + "_offset");
    CHECK(key(queues[i].waits_for) == name + "_waits_for");
  }
  const nic_own_export& state = multicast.exports[queues[1].state];
  CHECK(name_of(state, 0) == "idle");
  CHECK(name_of(state, 6) == "stopped");
  CHECK(name_of(state, 11) == "done");
  CHECK(name_of(state, 12) == "?");
}

TEST_CASE("A word names a host, or a queue of a host, or none") {
  CHECK_FALSE(host_of(0));
  CHECK(host_of(1) == 0u);
  CHECK_FALSE(waits_for(0));
  CHECK(waits_for(2u << 30 | 5)->host == 5);
  CHECK(waits_for(2u << 30 | 5)->number == 2);
  CHECK(waits_for(3u << 30 | 0xffffff)->host == 0xffffff);
  CHECK(exported_queues(*find_firmware("unicast")->firmware).empty());
}
