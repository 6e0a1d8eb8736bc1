#include "testbench/workloads/replay/settings.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <utility>

#include "rtl_models/firmware/catalogue.hpp"
#include "testbench/exchange/spread.hpp"
#include "testbench/features/link/settings.hpp"
#include "testbench/features/nic/build.hpp"
#include "testbench/features/nic/settings.hpp"
#include "testbench/features/run/settings.hpp"
#include "testbench/features/topology/build.hpp"
#include "testbench/features/topology/names.hpp"
#include "testbench/multicast/group_program.hpp"
#include "testbench/settings/utf8.hpp"
#include "testbench/text/counted.hpp"
#include "testbench/workloads/replay/build.hpp"
#include "testbench/workloads/workload.hpp"

namespace slackline::features {

namespace {

constexpr std::array<std::string_view, 7> of_traces{
    "traffic.mapping",       "traffic.mapping_file",     "traffic.speed",      "traffic.eager",
    "traffic.send_overhead", "traffic.receive_overhead", "traffic.collectives"};
constexpr std::array<std::string_view, 9> of_random_packets{
    "traffic.pattern",  "traffic.permutation",    "traffic.permutation_file", "traffic.load",    "traffic.hot_spot",
    "traffic.arrivals", "traffic.packet.lengths", "traffic.packet.weights",   "traffic.response"};
constexpr std::array<std::string_view, 2> of_measurement{"run.warmup", "run.relative_error"};

/// The calls that may be multicasts, and the keys that only such calls have.
constexpr std::array<const char*, 2> may_be_multicast{"traffic.collectives.bcast", "traffic.collectives.allreduce"};
constexpr const char* of_multicasts = "traffic.collectives.multicast";
constexpr const char* piece_key = "traffic.collectives.piece";

template <std::size_t n>
bool is_among(std::string_view path, const std::array<std::string_view, n>& keys) {
  return std::any_of(keys.begin(), keys.end(), [&](std::string_view key) { return is_within(path, key); });
}

constexpr const char* length_key = "traffic.packet.flits";

class ReplayCheck {
 public:
  ReplayCheck(Reading& reading, bool topology_known)
      : reading_(reading), experiment_(reading.values()), topology_known_(topology_known) {}

  void run() {
    if (is_doubtful(reading_, {"traffic.trace"}) && experiment_.get<ReplaySettings>().trace_file.empty()) return;
    const bool replays = !experiment_.get<ReplaySettings>().trace_file.empty();
    for (const Key& key : reading_.keys())
      if (is_given_by_user(reading_, key.path)) check_part(key, replays);
    if (!replays) return;
    check_speed();
    check_packets();
    check_multicasts();
    check_pieces();
    check_permutation();
    if (check_mapping()) check_reordering();
  }

 private:
  void check_part(const Key& key, bool replays) {
    if (replays &&
        (is_among(key.path, of_random_packets) || (is_among(key.path, of_measurement) && !is_of_list(experiment_))))
      error(key.path, problem("has no effect with " + Wording::key("traffic.trace")),
            advice("use it only without " + Wording::key("traffic.trace")));
    if (replays && key.path == length_key && has_nics(experiment_) && has_messages(experiment_) &&
        !is_doubtful(reading_, {"endpoint"}))
      add_error(reading_, key.path, {"endpoint", "traffic.trace"},
                problem("has no effect with endpoint: nic and " + Wording::key("traffic.trace")),
                advice("use nic.packet_words: firmware cuts messages into packets"));
    if (!replays && is_among(key.path, of_traces))
      error(key.path, problem("has no effect without " + Wording::key("traffic.trace")),
            advice("use it only with " + Wording::key("traffic.trace")));
  }

  void check_speed() {
    if (is_given(reading_, "traffic.speed") && !is_given(reading_, "clock.period"))
      error("traffic.speed", problem("a speed without a clock"), advice("use it only with clock.period"));
    else if (!is_doubtful(reading_, {"clock.period", "traffic.speed"}) && !cycles_per_operation(experiment_))
      error("traffic.speed", {}, "a simpler fraction of the clock");
  }

  void check_packets() {
    if (has_nics(experiment_) && !is_doubtful(reading_, {"endpoint", "nic.firmware"}) &&
        features::delivery(experiment_) != firmware::Delivery::peer)
      add_error(reading_, "nic.firmware", {"traffic.trace"}, {},
                "firmware whose messages end at the host they are for, such as unicast, with " +
                    Wording::key("traffic.trace"));
    const std::uint64_t least = port::smallest_packet(experiment_.get<PacketSettings>().format) + 1;
    if (!has_nics(experiment_) && experiment_.get<PacketSettings>().flits < least)
      add_error(reading_, length_key, {"traffic.packet.format", "traffic.trace"}, {},
                "at least " + std::to_string(least) + " with " + Wording::key("traffic.trace") + " (a head and data)");
  }

  void check_multicasts() {
    const bool has_firmware =
        has_nics(experiment_) && experiment_.get<NicSettings>().firmware == multicast::firmware_of_groups;
    const std::uint64_t hosts = topology_known_ ? hosts_of(experiment_) : 0;
    for (const char* path : may_be_multicast) {
      if (to_string(value_of(*reading_.keys().find(path), experiment_)) != "multicast") continue;
      if (!has_firmware)
        add_error(
            reading_, path, {"endpoint", "nic.firmware"}, problem("multicast without firmware for it"),
            advice(std::string("use it only with endpoint: nic and nic.firmware: ") + multicast::firmware_of_groups));
      if (hosts > multicast::most_hosts)
        add_error(reading_, path, reading_.keys().paths_in("topology."),
                  remark("a network of " + std::to_string(hosts) + " hosts"),
                  "another algorithm, or up to " + std::to_string(multicast::most_hosts) + " hosts");
    }
    const multicast::PathSettings& paths = experiment_.get<CollectivePaths>();
    if (paths.branching && !multicast::is_tree(paths.algorithm))
      add_error(reading_, "traffic.collectives.multicast.branching", {"traffic.collectives.multicast.algorithm"},
                problem(std::string("has no effect with algorithm: ") + multicast::to_string(paths.algorithm)),
                advice("use it only with algorithm: up_down, wrap_around or ordered_tree"));
    if (experiment_.get<ReplaySettings>().collectives.any_multicast()) return;
    for (const Key& key : reading_.keys())
      if (is_within(key.path, of_multicasts) && is_given_by_user(reading_, key.path))
        add_error(reading_, key.path, {may_be_multicast[0], may_be_multicast[1]},
                  problem("has no effect without a call by multicast"),
                  advice("use it only with " + Wording::key(may_be_multicast[0]) + " or " +
                         Wording::key(may_be_multicast[1]) + ": multicast"));
  }

  void check_pieces() {
    const ReplaySettings& replay = experiment_.get<ReplaySettings>();
    const char* const of = "traffic.collectives.alltoall";
    if (replay.collectives.alltoall != replay::Algorithm::shuffle) {
      if (is_given_by_user(reading_, piece_key))
        add_error(reading_, piece_key, {of}, problem("has no effect with " + name_and_value(of, experiment_)),
                  advice("use it only with alltoall: shuffle"));
      return;
    }
    if (replay.trace == nullptr) return;
    const std::uint64_t least = replay::least_piece(*replay.trace, replay.collectives.piece);
    if (replay.collectives.piece < least)
      add_error(reading_, piece_key, {"traffic.trace"},
                remark("more than " + std::to_string(replay::most_pieces) + " messages in one alltoall of this trace"),
                "at least " + std::to_string(least) + " B");
  }

  void check_permutation() {
    const ReplaySettings& replay = experiment_.get<ReplaySettings>();
    if (replay.trace == nullptr || !replay::has_alltoall(*replay.trace)) return;
    const exchange::Permutation permutation = replay.collectives.permutation;
    const std::uint64_t ranks = replay.trace->ranks.size();
    if (!exchange::fits(permutation, ranks))
      add_error(reading_, "traffic.collectives.permutation", {"traffic.trace"}, remark(text::counted(ranks, "rank")),
                std::string(exchange::fitting(permutation)) + " of ranks, or another permutation");
  }

  /// Returns whether each rank has a host.
  bool check_mapping() {
    const ReplaySettings& replay = experiment_.get<ReplaySettings>();
    const bool wanted = replay.mapping == Mapping::file, named = is_given(reading_, "traffic.mapping_file");
    if (wanted && !named)
      add_error(reading_, "traffic.mapping_file", {"traffic.mapping"}, problem("missing"),
                "name of a file, for mapping: file");
    if (!wanted && named)
      add_error(reading_, "traffic.mapping_file", {"traffic.mapping"},
                problem("has no effect with " + name_and_value("traffic.mapping", experiment_)),
                advice("use it only with mapping: file"));
    if (replay.trace == nullptr || !topology_known_ || is_doubtful(reading_, reading_.keys().paths_in("topology.")))
      return false;
    const std::uint64_t ranks = replay.trace->ranks.size(), hosts = workload_hosts(experiment_);
    if (ranks > hosts)
      error("traffic.trace", remark(text::counted(ranks, "rank")),
            "a trace of up to " + text::counted(hosts, "rank") + ", one for each host " +
                (experiment_.get<WorkloadHosts>().nodes.empty() ? "of the topology" : "of its list"));
    if (!wanted) return ranks <= hosts;
    if (replay.mapping_source == nullptr || is_doubtful(reading_, {"traffic.mapping_file"})) return false;
    return check_lines(replay.hosts, ranks);
  }

  /// Returns whether they give each rank a host.
  bool check_lines(const std::vector<MappingLine>& lines, std::uint64_t ranks) {
    const network::Netlist netlist = bare_network_of(experiment_);
    const HostIndex index(netlist);
    unsigned wrong = 0;
    const auto refuse = [&](std::uint32_t line, Finding what, Expected expected) {
      const SourcePtr& file = experiment_.get<ReplaySettings>().mapping_source;
      if (++wrong <= most_reported)
        reading_.errors.push_back({file, line == 0 ? Position() : file->position(line - 1, 0, 0),
                                   "traffic.mapping_file", std::move(what), std::move(expected), ""});
    };
    if (lines.size() != ranks)
      refuse(0, value_found(text::counted(lines.size(), "host")),
             text::counted(ranks, "host") + ", one for each rank of the trace");
    std::unordered_map<std::uint32_t, std::uint32_t> first;  // node -> line
    for (const MappingLine& line : lines) {
      const std::optional<std::uint32_t> node = index.find(line.host);
      if (!node)
        refuse(line.line, value_found(escaped(line.host, 40)), "a host, such as " + netlist.endpoints.back().name);
      else if (!has(experiment_.get<WorkloadHosts>(), *node))
        refuse(line.line, value_found(line.host), "one of the hosts of the workload");
      else if (const auto [before, is_new] = first.insert({*node, line.line}); !is_new)
        refuse(line.line, problem(line.host + " given twice, first in line " + std::to_string(before->second)),
               "each host once");
    }
    return wrong == 0;
  }

  void check_reordering() {
    const ReplaySettings& replay = experiment_.get<ReplaySettings>();
    if (!replay.reorders || !replay::has_alltoall(*replay.trace)) return;
    const network::Netlist netlist = bare_network_of(experiment_);
    const exchange::Spread spread = exchange::spread_of(hosts_of_ranks(experiment_, netlist), netlist);
    if (const std::optional<exchange::SpreadError> wrong = exchange::error_of(spread, true, "ranks"))
      add_error(reading_, "traffic.collectives.reorder", {"traffic.trace", "traffic.mapping"}, remark(wrong->found),
                "false, or " + wrong->expected);
  }

  void error(std::string_view key, Finding what, Expected expected) {
    add_error(reading_, key, {}, std::move(what), std::move(expected));
  }

  Reading& reading_;
  Values& experiment_;
  bool topology_known_;
};

}  // namespace

bool replay_plays_part(const Key& key, const Values& experiment) {
  if (experiment.get<ReplaySettings>().trace_file.empty()) return !is_among(key.path, of_traces);
  if (key.path == length_key) return !has_nics(experiment);
  if (key.path == "traffic.mapping_file") return experiment.get<ReplaySettings>().mapping == Mapping::file;
  if (key.path == piece_key) return experiment.get<ReplaySettings>().collectives.alltoall == replay::Algorithm::shuffle;
  if (is_within(key.path, of_multicasts)) return experiment.get<ReplaySettings>().collectives.any_multicast();
  return !is_among(key.path, of_random_packets) && !is_among(key.path, of_measurement);
}

void check_replay(Reading& reading, bool topology_known) { ReplayCheck(reading, topology_known).run(); }

}  // namespace slackline::features
