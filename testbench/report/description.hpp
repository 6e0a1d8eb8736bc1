// The values of an experiment before it is run: in cycles and nanoseconds, where they were given, and what
// follows from them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "testbench/report/network_facts.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/run/kinds.hpp"
#include "testbench/settings/number.hpp"
#include "testbench/topology/from_file.hpp"
#include "testbench/workloads/workload_kind.hpp"

namespace slackline::report {

enum class GivenBy : std::uint8_t { nobody, file, preset, option };

struct DescribedKey {
  std::string key, asked, unit;        ///< the value as one writes it
  std::optional<std::uint64_t> flits;  ///< of an amount of data
  std::optional<std::uint64_t> cycles;
  std::optional<CyclesPerFlit> fraction;         ///< instead of cycles
  std::string duration;                          ///< of the cycles: "18.75 ns"
  std::optional<settings::RoundingError> error;  ///< of a time that was rounded to cycles
  GivenBy given_by = GivenBy::nobody;
  std::string file;  ///< or option; empty when not given
  std::uint32_t line = 0;
  std::string source;  ///< where a preset has it from
};

/// The parts of a switch's delays, in cycles.
struct DelayParts {
  std::uint64_t read = 0, routing = 0, arbitration = 0, crossbar = 0;
  std::uint64_t data() const { return read + crossbar; }
  std::uint64_t header() const { return data() + routing + arbitration; }
};

/// Switches of one kind, and what follows from their values.
struct DescribedKind {
  std::uint64_t switches = 0;
  std::string first;               ///< the first of them by its name
  std::vector<DescribedKey> keys;  ///< values of its own: those that records of `switches` give
  DelayParts parts;
  features::Derived derived;
  bool stop_at_given = false, go_at_given = false;
  bool has_credits = false;
  std::string go_at_rule;         ///< of the kind of flow control; empty: go_at is free, or not used
  std::uint64_t route_flits = 0;  ///< of the longest route, where switches take them off
  CyclesPerFlit flit_cycles;      ///< of a link
  std::uint64_t virtual_channels = 1;
  std::uint64_t buffer_flits = 0, link_cycles = 0;  ///< the link: from output register to the write of a whole flit
  std::optional<packet_switch::Params> packet;      ///< of packet switches: of the delays above none is theirs

  bool strips_routes() const { return route_flits != 0; }
  /// Cost of a route flit that a switch takes off: the flit after it follows when it has come and been read.
  std::uint64_t route_flit_cycles() const {
    const std::uint64_t come = flit_cycles.rounded_up() + parts.data();
    return !strips_routes() ? 0 : come > parts.header() ? come - parts.header() : 1;
  }
  std::uint64_t hop_cycles() const { return parts.header() + link_cycles + route_flit_cycles(); }
  /// With virtual cut-through, for flits under way and for the rest of a packet.
  std::uint64_t slack_available() const { return buffer_flits - derived.stop_at; }

  /// The longest packet leaves a packet switch as it comes in, between links of this speed and ports that are no uplinks: it is not there
  /// whole when its lookup is over.
  bool cuts_through() const {
    return packet->cut_through && packet->transfer <= flit_cycles.cycles &&
           (derived.longest_packet - packet->shortest) * flit_cycles.rounded_up() > packet->lookup + 1u;
  }

  // The longest packet in a packet switch: from its last flit's arrival to its first one's departure, where it cuts through from its first
  // one's arrival; and from one arrival of its last flit to the next.
  std::uint64_t packet_wait_cycles() const {
    if (cuts_through()) return (packet->shortest - 1u) * flit_cycles.rounded_up() + packet->lookup + 2u;
    const bool at_once = packet->direct && packet->transfer <= flit_cycles.cycles;
    return packet->lookup + 2 +
           (at_once ? 0 : packet->transfer_cycles(0, 1, derived.longest_packet));  // of ports that are no uplinks
  }
  std::uint64_t packet_hop_cycles() const {
    const std::uint64_t stored = cuts_through() ? 0 : (derived.longest_packet - 1) * flit_cycles.rounded_up();
    return packet_wait_cycles() + stored + link_cycles;
  }
  /// Room that an input has for them; nothing: inputs share buffers, and pause_at may be more than a buffer holds.
  std::optional<std::uint64_t> room_after_pause() const {
    if (packet->buffers != packet_switch::Buffers::input) return std::nullopt;
    const std::uint16_t frames = packet->uplink ? std::min(packet->frames, packet->uplink->frames) : packet->frames;
    return std::uint64_t{frames} - packet->pause_at;
  }
  /// The most packets that may still come to a paused input.
  std::uint64_t packets_after_pause() const { return (derived.slack + packet->shortest - 1) / packet->shortest; }
};

/// Hosts of one kind, where records of `hosts` give more than clocks; or those whose clocks a record sets.
struct DescribedHosts {
  std::uint64_t hosts = 0;
  std::string first;               ///< the first of them by its name
  bool has_nics = true;            ///< network interfaces, not generators
  std::vector<DescribedKey> keys;  ///< values of its own, but for those of clocks; or what the record gives clocks
};

/// The links of one speed in a file: what it asks for, and what they are.
struct LinkClass {
  std::string name;  ///< "4xFDR10"
  std::uint64_t links = 0;
  double asked_gigabits_per_second = 0;
  std::optional<double> gigabits_per_second;  ///< nothing: no clock is given
  double asked_cycles_per_flit = 1;
  CyclesPerFlit cycles_per_flit;

  /// How much faster the links are than asked for, in proportion to those of the fastest speed, in per cent.
  double error_percent() const { return 100 * (asked_cycles_per_flit / cycles_per_flit.value() - 1); }
};

/// What hosts do, where a list or a file describes it.
struct DescribedWorkload {
  std::string name;  ///< of its part of the result; empty: it is alone, and no list has it
  const features::WorkloadKind& kind;
  std::uint64_t hosts = 0;  ///< that it runs on
  features::Offer offer;

  bool is_named() const { return !name.empty(); }
};

struct Description {
  std::string name, file;
  std::string preset, preset_summary;  ///< empty: none
  settings::Time clock_period;
  std::string costs;                       ///< the preset of the handlers' costs; empty: none is used
  std::vector<DescribedKey> delays;        ///< every key that is a length of time, those in cycles that somebody gave
  std::vector<DescribedKey> settings;      ///< every other key that somebody gave
  std::vector<DescribedKey> own_links;     ///< links that differ, each with its fields; cycles are those of its delay
  std::vector<DescribedKey> injected;      ///< faults, each with its fields
  std::vector<DescribedKind> kinds;        ///< of switches; most networks have one
  std::vector<DescribedHosts> host_kinds;  ///< empty: they are alike
  std::vector<DescribedHosts> own_clocks;  ///< of each record of `hosts` that sets clocks of network interfaces
  std::string topology;                    ///< "mesh 8x8"
  bool topology_given = false;
  std::string routing;  ///< "up_down, from tables"
  std::uint64_t switches = 0, hosts = 0, links = 0;
  unsigned ports = 0;
  NetworkFacts facts;
  std::vector<LinkClass> speeds;                           ///< of links, where a file describes the network
  std::vector<topology::GivenNetwork::PortMap> port_maps;  ///< of such a file: where its ports have other numbers here
  std::vector<std::string> notes;                          ///< of such a file: what was left out
  std::vector<DescribedWorkload> workloads;  ///< of a list, or together; one alone if there is more to show of it

  /// Some switches differ from `switch`.
  bool has_own_kinds() const { return kinds.size() > 1 || !kinds.front().keys.empty(); }
  /// Described by its own name: no file overrides it.
  bool is_preset() const { return !preset.empty() && file == preset; }
};

/// The description of a reading without errors.
Description describe(const features::ExperimentReading& reading);

}  // namespace slackline::report
