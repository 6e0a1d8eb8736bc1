#include "testbench/features/kinds/settings.hpp"

#include <utility>

namespace slackline::features {

namespace {

constexpr std::size_t most_records = 10'000;

const KeyTable& own_switch_fields() {
  static const KeyTable fields = [] {
    std::vector<Key> keys = switch_keys();
    for (Key& key : barrier_unit_keys()) keys.push_back(std::move(key));
    for (Key& key : packet_switch_keys()) keys.push_back(std::move(key));
    return overlay_fields(
        "switches", "switch.", keys,
        "Names of the switches that the record is about, as reports have them, or patterns: `*` stands "
        "for any characters, `?` for one.");
  }();
  return fields;
}

const KeyTable& own_host_fields() {
  static const KeyTable fields = [] {
    std::vector<Key> keys = endpoint_keys();
    for (Key& key : nic_keys()) keys.push_back(std::move(key));
    return overlay_fields("hosts", "", keys,
                          "Names or numbers of the hosts that the record is about, or patterns of names: `*` stands "
                          "for any characters, `?` for one.");
  }();
  return fields;
}

}  // namespace

std::vector<Key> kind_keys() {
  return {
      {"switches", overlay_list<&KindSettings::switches, own_switch_fields>(most_records), "",
       "Switches that differ from `switch`, each record a map: of several that match a switch and give the same key "
       "the "
       "last one counts. Switches with the same values are of one kind."},
      {"hosts", overlay_list<&KindSettings::hosts, own_host_fields>(most_records), "",
       "Hosts that differ from `endpoint` and `nic`, each record a map: of several that match a host and give the same "
       "key the last one counts. Hosts with the same values, but for those of their clocks, are of one kind."},
  };
}

}  // namespace slackline::features
