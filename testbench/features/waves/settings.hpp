// The settings and keys of waveforms: waves.*.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "testbench/features/feature.hpp"

namespace slackline::features {

enum class TriggerKind : std::uint8_t { packet, stall, stop, error, deadlock };

/// A trigger of waves. Fields that a kind does not use keep their defaults.
struct TriggerSettings {
  TriggerKind kind = TriggerKind::packet;
  std::string packet;               ///< its host and its number there: "host3:17"
  std::string at = "sent";          ///< created, sent, arrived, or a switch's name
  std::uint64_t cycles = 100;       ///< of a stall
  std::string link;                 ///< a channel as reports name it
  std::optional<std::uint64_t> vc;  ///< nothing: any virtual channel
};

/// Waveforms to write for a viewer, and when.
struct WavesSettings {
  std::string file;                         ///< empty: nothing is
  std::vector<std::string> scope;           ///< globs over instances; none: all of them
  std::uint64_t from = 0;                   ///< cycle
  std::optional<std::uint64_t> to;          ///< the first cycle after it; nothing: the end of the run
  std::vector<TriggerSettings> triggers;    ///< any of them; none: all from .. to is written
  std::uint64_t before = 500, after = 500;  ///< cycles around the one in which a trigger fires
  bool every = false;                       ///< each time that one does, and not only the first
};

std::vector<Key> waves_keys();
/// Whether a key may change what is written: some only with triggers.
bool waves_play_part(const Key& key, const Values& experiment);
/// The fields of a record of `waves.trigger`.
const KeyTable& trigger_fields();

}  // namespace slackline::features
