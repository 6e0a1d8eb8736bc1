// An experiment: a configuration file as typed values. The initial values here are the defaults; their meaning and
// limits are given once, in key_table.cpp and *_keys.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/common/link_fault.hpp"
#include "rtl_models/endpoint/packet_format.hpp"
#include "rtl_models/endpoint/traffic_source.hpp"
#include "rtl_models/flow_controller/flow_controller.hpp"
#include "rtl_models/nic/params.hpp"
#include "rtl_models/route_unit/route_unit.hpp"
#include "rtl_models/router_arbiter/router_arbiter.hpp"
#include "rtl_models/wormhole_switch/wormhole_switch.hpp"
#include "testbench/config/number.hpp"
#include "testbench/config/source.hpp"
#include "testbench/replay/collectives.hpp"
#include "testbench/topology/from_file.hpp"
#include "testbench/topology/structure.hpp"

namespace slackline::config {

using TopologyKind = topology::Kind;
enum class RoutingKind : std::uint8_t {
  automatic,
  dimension_order,
  dateline,
  up_down,
  shortest_path,
  minimal,
  valiant,
  adaptive,
  table,
};
using FaultKind = LinkFaultKind;
enum class Engine : std::uint8_t { fabric, signal };

/// A delay as it was asked for: in cycles, or as a time to be rounded to cycles of the clock.
struct Delay {
  std::uint64_t cycles = 1;
  std::optional<Time> time;  ///< if given, counts instead of `cycles`
};

/// Channel adapters within InfiniBand switches.
enum class AggregationNodes : std::uint8_t { leave_out, keep };

/// Fields that a kind does not use keep their defaults.
struct TopologySettings {
  TopologyKind kind = TopologyKind::mesh;
  std::vector<std::uint64_t> size{8, 8};
  std::uint64_t hosts_per_switch = 1;
  std::uint64_t dimensions = 6;                        ///< of a hypercube
  std::uint64_t arity = 4, levels = 3;                 ///< of trees
  std::uint64_t group_switches = 4, global_links = 2;  ///< of a dragonfly: switches of a group, links of each to others
  std::optional<std::uint64_t> groups;                 ///< of a dragonfly; nothing: as many as can be joined
  std::uint64_t switches = 16, switch_links = 4, seed = 1;  ///< of a random network
  std::string file;                                         ///< of a network that a file describes; empty: none
  AggregationNodes aggregation_nodes = AggregationNodes::leave_out;  ///< of such a file
  std::shared_ptr<const topology::GivenNetwork> given;  ///< the network of the file; nullptr: not read, or with faults
  SourcePtr source;                                     ///< the file, when it was read
  std::vector<std::string> down;                        ///< links and switches that are missing
};

/// A line of a file with routes: the way from a switch to a host.
struct RouteLine {
  std::string at, host;  ///< names or numbers
  std::uint8_t port = 0, vc_class = 0;
  std::uint32_t line = 0;
};

struct RoutingSettings {
  RoutingKind kind = RoutingKind::automatic;
  std::optional<route_unit::Kind> at_switch;  ///< how a switch learns the output; nothing: auto
  std::string root = "auto";                  ///< of up_down: a switch's name
  std::uint64_t seed = 1;                     ///< chooses among ways that are as short
  std::string table_file;                     ///< of table; empty: none
  std::vector<RouteLine> table;               ///< the lines of the file
  bool allow_cycles = false;                  ///< to run what is not proved free of deadlock
};

/// The barrier unit of a switch: wormhole_switch::BarrierParams.
struct BarrierUnitSettings {
  preemption_unit::Architecture architecture = preemption_unit::Architecture::none;
  std::uint64_t entries = barrier_unit::Params().entries, queue = barrier_unit::Params().queue;  ///< queue: messages
  std::optional<std::uint64_t> buffer;                               ///< messages; nothing: auto
  std::uint64_t stop_at = wormhole_switch::BarrierParams().stop_at;  ///< messages
  Delay delay{barrier_unit::Params().delay, std::nullopt};
  Delay reliability{barrier_unit::Params().reliability, std::nullopt};
  Delay hold{preemption_unit::usual_hold, std::nullopt};
  Delay preempt{preemption_unit::Params().preempt, std::nullopt};
  Delay padding_delay{wormhole_switch::BarrierParams().padding_delay, std::nullopt};
  preemption_unit::Victim victim = preemption_unit::Victim::random;
  std::string root = "auto";  ///< of the ways of barrier messages: a switch's name
  bool adaptive = false;      ///< they choose among ways when the tree is built
  Delay notice{100, std::nullopt};
};

struct SwitchSettings {
  std::string preset = "none";  ///< the preset of values that are not given
  std::uint64_t virtual_channels = 1;
  route_unit::VcAssignment vc_assignment = route_unit::VcAssignment::any;
  wormhole_switch::Switching switching = wormhole_switch::Switching::wormhole;
  std::uint64_t buffer_flits = 64;  ///< a virtual channel
  flow_controller::Kind flow_control = flow_controller::Kind::stop_go;
  std::optional<std::uint64_t> stop_at, go_at;  ///< nothing: auto
  router_arbiter::Policy arbiter = router_arbiter::Policy::round_robin;
  Delay header_delay, data_delay, arbitration{0, std::nullopt}, crossbar, fc_delay{0, std::nullopt};
  BarrierUnitSettings barrier;
};

enum class Mapping : std::uint8_t { linear, round_robin, random, file };

/// A line of a file of ranks and their hosts.
struct MappingLine {
  std::string host;  ///< name or number
  std::uint32_t line = 0;
};

/// A program's trace that hosts replay. Of an experiment without one all is default.
struct ReplaySettings {
  std::string trace_file;                      ///< empty: none
  std::shared_ptr<const replay::Trace> trace;  ///< its contents; nullptr where it could not be read
  Mapping mapping = Mapping::linear;
  std::string mapping_file;
  std::vector<MappingLine> hosts;  ///< its lines, by rank
  Rate speed;                      ///< operations per nanosecond
  std::uint64_t eager = 65536;     ///< bytes
  Delay send_overhead{0, std::nullopt}, receive_overhead{0, std::nullopt};
  replay::Algorithms collectives;
};

struct TrafficSettings {
  ReplaySettings replay;
  endpoint::Pattern pattern = endpoint::Pattern::uniform;
  std::vector<std::uint64_t> permutation;
  std::string permutation_file;  ///< where it was read from; empty: from nowhere
  double load = 0.1;
  std::vector<std::uint64_t> hot_hosts;
  double hot_share = 0.1;
  endpoint::ArrivalKind arrivals = endpoint::ArrivalKind::bernoulli;
  std::uint64_t burst = 100;
  endpoint::PacketFormat format = endpoint::PacketFormat::compact;
  std::uint64_t packet_flits = 8;
  std::vector<std::uint64_t> lengths, weights;  ///< if there are lengths, they count instead of packet_flits
  std::uint64_t response_flits = 0, max_outstanding = 16;
};

/// Hosts that meet in barriers.
struct BarrierGroup {
  std::vector<std::string> members;   ///< names or numbers, ranges of numbers ("8-15"), or "all"
  std::optional<std::uint64_t> size;  ///< instead of `members`: so many, drawn with `seed`
  std::uint64_t seed = 1;
  std::string centre = "lowest";      ///< lowest, medoid, or a host
  std::uint64_t from = 0;             ///< cycle in which its members enter the first barrier
  std::uint64_t spread = 0;           ///< cycles: each member is later, by less than that
  std::vector<std::string> absent;    ///< as `members`: those that never do
  std::optional<std::uint64_t> hold;  ///< cycles; nothing: BarrierUnitSettings::hold
};

enum class BarrierTree : std::uint8_t { built, ordering, x_y, path, star };
/// Whether the tree is in the tables from the start, with its root in a switch.
constexpr bool is_planned_tree(BarrierTree tree) { return tree == BarrierTree::ordering || tree == BarrierTree::x_y; }
/// Whether tables have entries from the start.
constexpr bool is_planned(BarrierTree tree) { return is_planned_tree(tree) || tree == BarrierTree::path; }
/// Whether the host at the centre counts, and notifies the members, by messages of its own.
constexpr bool counts_at_host(BarrierTree tree) { return tree == BarrierTree::path || tree == BarrierTree::star; }

struct BarrierSettings {
  std::vector<BarrierGroup> groups;
  BarrierTree tree = BarrierTree::built;
  bool acknowledge = false;  ///< plays a part with trees that are planned
  std::uint64_t rounds = 10;
  Delay think{0, std::nullopt}, send_overhead{50, std::nullopt}, receive_overhead{50, std::nullopt};
  std::uint64_t timeout = 100'000;  ///< cycles; 0: none
};

enum class LinkDirections : std::uint8_t { both, one };

/// The device at a host's port.
enum class EndpointKind : std::uint8_t { generator, nic };

constexpr std::int64_t most_drift = 100'000'000;  ///< of a network interface's clock, either way; in 10^-9
constexpr std::uint64_t most_slot_ticks = 0xffffffff;

/// The clock of one host's network interface.
struct ClockSettings {
  std::string host;          ///< name or number
  std::int64_t drift = 0;    ///< in 10^-9
  std::uint64_t offset = 0;  ///< ticks
};

/// Costs of what a processor does: nic::Costs.
struct NicCosts {
  Delay event{0, {}}, start{0, {}}, register_read{0, {}}, register_write{0, {}}, load{0, {}}, store{0, {}};
};

enum class SynchronizingSchedule : std::uint8_t { automatic, simple, hierarchical, shift, file };
enum class SlotRoutes : std::uint8_t { network, tree };
enum class SlotStream : std::uint8_t { none, shift, schedule, file };

/// Settings of the firmware fbs.
struct SynchronizationSettings {
  bool packets = true;  ///< that synchronize
  SynchronizingSchedule schedule = SynchronizingSchedule::automatic;
  std::string schedule_file;
  SourcePtr schedule_source;  ///< that file, when it was read
  std::string root = "auto";  ///< of the spanning tree: a switch's name
  SlotRoutes routes = SlotRoutes::network;
  std::optional<std::uint64_t> interval;  ///< slots; nothing: by the drift of the clocks
  std::uint64_t rounds = 10;
  SlotStream stream = SlotStream::none;
  std::string stream_file;
  SourcePtr stream_source;
  std::optional<std::uint64_t> stream_words;  ///< nothing: those of a packet of half a slot
  bool allow_conflicts = false;
};

/// A network interface and its firmware.
struct NicSettings {
  std::string firmware = "unicast", costs = "lanai4";
  NicCosts cost;  ///< from the preset `costs`, and the user's values that override it
  std::uint64_t packet_words = 64, window = 4, timeout = 0, tries = 8, reply_words = 16, buffers = 0;
  std::uint64_t memory = nic::Params().memory_bytes, memory_ports = nic::Params().memory_ports;
  std::uint64_t host_queue = nic::Params().host_queue, watchdog = nic::Params().watchdog_cycles;
  Delay dma_latency{nic::Params().dma_latency, std::nullopt};
  std::uint64_t dma_cycles_per_word = nic::Params().dma_cycles_per_word;
  std::int64_t drift = 0, drift_spread = 0;  ///< in 10^-9
  std::uint64_t slot_ticks = local_clock::Params().slot_ticks;
  nic::WhenFull when_full = nic::WhenFull::drop;
  std::uint64_t offset = 0;  ///< ticks
  double offset_spread = 0;  ///< of a slot
  std::uint64_t clock_seed = 1;
  std::vector<ClockSettings> clocks;        ///< of single hosts
  SynchronizationSettings synchronization;  ///< plays a part with the firmware fbs
};

/// A link that differs from the others.
struct LinkSettings {
  std::string link;  ///< a channel as reports name it: link_switch0_p0_to_switch1_p1
  LinkDirections directions = LinkDirections::both;
  std::optional<Delay> delay;                    ///< nothing: that of every link
  std::optional<CyclesPerFlit> cycles_per_flit;  ///< the same
};

/// A fault to be injected into a channel. Fields that a kind does not use keep their defaults: record_fields.cpp.
struct FaultSettings {
  FaultKind kind = FaultKind::drop;
  std::string link;                 ///< a channel as reports name it: link_switch0_p0_to_switch1_p1
  std::uint64_t from = 0;           ///< cycle
  std::optional<std::uint64_t> to;  ///< the first cycle without it; nothing: it never ends
  std::uint64_t count = 1;          ///< flits or credits at most; 0: no limit
  double probability = 1;           ///< with which each flit or credit in the interval is hit
  std::optional<std::uint64_t> vc;  ///< nothing: every virtual channel
  std::uint64_t level = 1;          ///< of the wire, for stop_stuck
};

struct RunSettings {
  Engine engine = Engine::fabric;
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> warmup;  ///< cycles; nothing: to be found
  std::uint64_t max_cycles = 100'000;
  double relative_error = 0;  ///< at which a run may end before max_cycles; 0: it does not
  bool packet_log = false;
  std::uint64_t watchdog = 10'000;  ///< cycles between two looks for what will never move again; 0: none
};

enum class TriggerKind : std::uint8_t { packet, stall, stop, fault, deadlock };

/// A trigger of waves. Fields that a kind does not use keep their defaults: record_fields.cpp.
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

struct Experiment {
  std::uint64_t schema_version = 1;
  std::string name = "unnamed";
  Time clock_period;
  TopologySettings topology;
  RoutingSettings routing;
  Delay link_delay;
  CyclesPerFlit cycles_per_flit = 1;       ///< of every link; of the fastest ones of a file
  std::optional<std::uint64_t> flit_bits;  ///< nothing: as wide as the packet format's
  std::vector<LinkSettings> links;         ///< those that differ
  SwitchSettings switches;
  EndpointKind endpoint = EndpointKind::generator;
  NicSettings nic;  ///< plays a part with EndpointKind::nic
  TrafficSettings traffic;
  BarrierSettings barriers;
  std::vector<FaultSettings> faults;
  RunSettings run;
  WavesSettings waves;

  // Values that were asked for in other units. The values above are derived from them (units.hpp).
  std::map<std::string, std::uint64_t, std::less<>> asked_bytes;  ///< by key
  std::optional<Rate> asked_rate;                                 ///< of link.cycles_per_flit
};

}  // namespace slackline::config
