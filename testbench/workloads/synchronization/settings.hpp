// The settings and keys of what the firmware fbs does: nic.synchronization.*.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/features/feature.hpp"

namespace slackline::features {

enum class SynchronizingSchedule : std::uint8_t { automatic, simple, hierarchical, shift, file };
enum class SlotRoutes : std::uint8_t { network, tree };
enum class ClockPause : std::uint8_t { hardware, firmware };
enum class SlotStream : std::uint8_t { none, shift, schedule, file };

/// Settings of the firmware fbs.
struct SynchronizationSettings {
  bool packets = true;  ///< that synchronize
  SynchronizingSchedule schedule = SynchronizingSchedule::automatic;
  std::string schedule_file;
  SourcePtr schedule_source;  ///< that file, when it was read
  std::string root = "auto";  ///< of the spanning tree: a switch's name
  SlotRoutes routes = SlotRoutes::network;
  ClockPause pause = ClockPause::hardware;
  std::optional<std::uint64_t> interval;  ///< slots; nothing: by the drift of the clocks
  std::uint64_t rounds = 10;
  SlotStream stream = SlotStream::none;
  std::string stream_file;
  SourcePtr stream_source;
  std::optional<std::uint64_t> stream_words;  ///< nothing: those of a packet of half a slot
  bool allow_conflicts = false;
};

std::vector<Key> synchronization_keys();

constexpr std::size_t most_schedule_bytes = std::size_t{256} << 20;  ///< of a file with one

/// Reads the files with schedules that are named; what is in them is judged where the network is known.
void read_schedule_files(Reading& reading);

/// Adds the errors of keys that do not fit. Of an experiment
/// with network interfaces.
void check_synchronization(Reading& reading);
/// The same of hosts of one kind: the error of a nic.host_queue in which their reports find no room.
void check_report_queue(Reading& of_host);

}  // namespace slackline::features
