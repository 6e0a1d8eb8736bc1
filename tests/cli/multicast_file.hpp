// Files of multicasts by network interfaces, of which tests run several.
#pragma once

#include <string>

namespace slackline::test {

inline const std::string sixteen_hosts =
    "schema_version: 1\nclock: { period: 10 ns }\ntopology: { kind: mesh, size: [4, 4] }\nendpoint: nic\n"
    "nic: { firmware: multicast, costs: free, packet_words: 16 }\n"
    "firmware: { multicast: { buffers: 2, buffer_words: 64 } }\n";

/// With a list of multicasts and of unicast traffic; each source sends 20 messages.
inline std::string with(const std::string& multicast) {
  return sixteen_hosts + "workloads:\n  - { kind: multicast, messages: 20, load: 0.02, " + multicast +
         " }\n  - { kind: traffic, load: 0.05, packet: { flits: 16 } }\nrun: { warmup: 0, max_cycles: 400000 }\n";
}

}  // namespace slackline::test
