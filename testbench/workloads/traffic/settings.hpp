// The settings and keys of random traffic: traffic.*, without those of traces.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rtl_models/generator/random_traffic.hpp"
#include "testbench/features/feature.hpp"
#include "testbench/features/link/settings.hpp"

namespace slackline::features {

struct TrafficSettings {
  generator::Pattern pattern = generator::Pattern::uniform;
  std::vector<std::uint64_t> permutation;
  std::string permutation_file;  ///< where it was read from; empty: from nowhere
  double load = 0.1;
  std::vector<std::uint64_t> hot_hosts;
  double hot_share = 0.1;
  generator::ArrivalKind arrivals = generator::ArrivalKind::bernoulli;
  std::uint64_t burst = 100;
  std::vector<std::uint64_t> lengths, weights;  ///< if there are lengths, they count instead of PacketSettings::flits
  std::uint64_t response_flits = 0, max_outstanding = 16;
};

std::vector<Key> traffic_keys();
/// Parameters of generator::TrafficParams, and of packets.
std::vector<ModelParameter> traffic_parameters();

constexpr const char* permutation_key = "traffic.permutation";
constexpr const char* hot_hosts_key = "traffic.hot_spot.hosts";

/// Whether a key has an effect: with network interfaces those that their firmware leaves to hosts, and always those that the
/// other keys of random packets use.
bool traffic_plays_part(const Key& key, const Values& experiment);

/// Adds the errors of keys that do not fit one another, and of destinations that are no permutation of the hosts.
void check_traffic(Reading& reading);

/// Adds an error when the packets' format cannot name so many hosts. Of a topology without errors.
void check_format(Reading& reading);

}  // namespace slackline::features
