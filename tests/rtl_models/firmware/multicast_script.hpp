// Tests of the firmware multicast that make one move of the model after the other.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>

#include "rtl_models/firmware/catalogue.h"
#include "tests/rtl_models/firmware/multicast_model.hpp"
#include "tests/rtl_models/firmware/multicast_plans.hpp"

namespace slackline::firmware::test {

inline constexpr std::uint32_t L = CLASS_LOWER, U = CLASS_UPPER;
using Words = std::vector<std::uint32_t>;

inline ModelParams multicast_params(std::uint32_t nodes, const std::vector<Plan>& plans) {
  ModelParams params;
  params.nodes = nodes;
  params.most_words = 16;
  params.memory_bytes = 8192;
  params.messages = 12;
  params.parameters[NIC_PARAMETER_PACKET_WORDS] = 3;
  params.parameters[NIC_PARAMETER_WINDOW] = 2;
  params.parameters[NIC_PARAMETER_BUFFERS] = 8;
  params.own_parameters[SETTING_SCHEME] = SCHEME_FIFO;
  params.own_parameters[SETTING_BUFFERS] = 1;
  params.own_parameters[SETTING_BUFFER_WORDS] = 4;
  params.own_parameters[SETTING_CUT_THROUGH] = 1;
  params.tables = tables(nodes, plans);
  return params;
}

/// A model whose moves are written down one after the other.
class Script {
 public:
  explicit Script(const ModelParams& params) : model(firmware_multicast, params) {}

  Script& multicast(std::uint32_t host, std::uint32_t group = 0, std::uint32_t words = 1) {
    model.post(host, {NIC_COMMAND_MULTICAST, group, posted_[host]++, words});
    return *this;
  }
  /// The next part of a packet arrives, or a control worm that overtakes `before` parts.
  Script& arrive(std::uint32_t from, std::uint32_t to, std::uint32_t before = 0) {
    REQUIRE(!model.next(from, to).empty());
    model.make({Move::arrival, from, to, before});
    return *this;
  }
  Script& tail(std::uint32_t host) { return make({Move::tail, host, 0}); }
  Script& dma(std::uint32_t host) { return make({Move::dma, host, 0}); }
  Script& expire(std::uint32_t host) { return make({Move::expiry, host, 0}); }
  /// A message of one worm is on its way from host memory, and its first copy begins.
  Script& begin(std::uint32_t host, std::uint32_t group = 0) { return multicast(host, group).dma(host); }
  /// All that can happen does, in some order; timers expire when nothing else can happen.
  Script& finish() {
    std::vector<Move> all;
    for (model.moves(all); !all.empty(); model.moves(all)) {
      const auto soon = std::find_if(all.begin(), all.end(), [](const Move& m) { return m.kind != Move::expiry; });
      model.make(soon == all.end() ? all.front() : *soon);
    }
    return *this;
  }

  std::uint32_t state(std::uint32_t host, std::uint32_t queue = QUEUE_OWN) const {
    return model.exported[host][queue * EXPORT_QUEUE_WORDS + EXPORT_STATE];
  }
  std::uint32_t waits_for(std::uint32_t host, std::uint32_t queue = QUEUE_OWN) const {
    return model.exported[host][queue * EXPORT_QUEUE_WORDS + EXPORT_WAITS_FOR];
  }
  bool is_over(std::size_t completions) const { return model.is_idle() && model.completions.size() == completions; }

  Model model;

 private:
  Script& make(const Move& move) {
    std::vector<Move> all;
    model.moves(all);
    REQUIRE(std::any_of(all.begin(), all.end(), [&](const Move& m) { return m.kind == move.kind && m.a == move.a; }));
    model.make(move);
    return *this;
  }
  std::array<std::uint32_t, 8> posted_{};
};

inline Words control_worm(control_type type, std::uint32_t from, std::uint32_t worm_class, std::uint32_t number) {
  return {0, std::uint32_t{CLASS_CONTROL} << 30 | std::uint32_t{type} << 24 | from, worm_class << 30 | number};
}

/// Hosts 0 and 2 send to host 1; host 0 also to host 2, in group 2.
inline const std::vector<Plan> to_one = {path(0, {{0}, {1, L}}), path(1, {{2}, {1, L}}), path(2, {{0}, {2, L}})};

/// Host 1 has the worm of host 2 in its only buffer, all of it but its transfer to the host.
inline Script& occupy(Script& s) { return s.begin(2, 1).arrive(2, 1).arrive(1, 2).tail(2).arrive(2, 1); }

inline ModelParams with_timeout(ModelParams params, std::uint32_t ticks = 100) {
  params.own_parameters[SETTING_TIMEOUT] = ticks;
  return params;
}

}  // namespace slackline::firmware::test
