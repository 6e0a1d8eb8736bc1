#include "testbench/tracing/triggers_check.hpp"

#include <algorithm>
#include <utility>

#include "testbench/features/kinds/build.hpp"
#include "testbench/features/nic/build.hpp"
#include "testbench/features/topology/names.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/run/network.hpp"
#include "testbench/run/workload_kinds.hpp"
#include "testbench/settings/nearest.hpp"
#include "testbench/settings/reading.hpp"
#include "testbench/settings/utf8.hpp"

namespace slackline::tracing {

namespace {

using features::TriggerKind;
using features::TriggerSettings;

constexpr const char* list = "waves.trigger";

std::string instead_of_created(const std::string& because) {
  return "sent, a switch's name or arrived (" + because + ")";
}

class TriggersCheck {
 public:
  explicit TriggersCheck(features::ExperimentReading& reading) : reading_(reading) {}

  void run(bool network) {
    for (std::size_t i = 0; i < all().size(); ++i) check_record(i);
    if (network) check_names();
  }

 private:
  const std::vector<TriggerSettings>& all() const { return reading_.experiment.waves.triggers; }
  bool is_given(std::size_t record, std::string_view field) const {
    return reading_.given.find(list)->second.fields.at(record).count(field) != 0;
  }
  bool is_known(std::size_t record, std::string_view field) const {
    return features::is_known(reading_, list, record, field);
  }
  bool is(std::size_t record, TriggerKind kind) const { return is_known(record, "kind") && all()[record].kind == kind; }

  void check_record(std::size_t i) {
    if (is(i, TriggerKind::packet)) need(i, "packet");
    if (is(i, TriggerKind::stop)) need(i, "link");
    if (is(i, TriggerKind::deadlock) && reading_.doubtful.count("run.watchdog") == 0 &&
        reading_.experiment.run.watchdog == 0)
      error(i, "kind", settings::problem("deadlock has no effect with run.watchdog: 0"),
            settings::advice("use it only where run.watchdog looks for deadlocks"));
    const std::uint64_t vcs = features::most_virtual_channels(reading_.experiment);
    if (is(i, TriggerKind::stop) && is_known(i, "vc") && reading_.doubtful.count("switch.virtual_channels") == 0 &&
        all()[i].vc.value_or(0) >= vcs)
      error(i, "vc", settings::value_found(std::to_string(*all()[i].vc)),
            "below switch.virtual_channels (" + std::to_string(vcs) + "), or any");
    if (features::has_list(reading_.experiment)) return;
    for (const features::WorkloadKind& kind : features::workload_kinds())
      if (kind.section.part != nullptr && kind.numbered_late != nullptr &&
          check_created(i, kind, reading_.experiment, kind.keys.front().group))
        return;
  }

  /// The packets that hosts create are known beforehand where they depend on nothing that arrives. With network
  /// interfaces firmware makes them.
  /// `group`: of the keys of the workload.
  bool check_created(std::size_t i, const features::WorkloadKind& kind, const settings::Values& workload,
                     const std::string& group) {
    if (!waits_for_creation(i) || kind.numbered_late == nullptr || features::has_nics(workload)) return false;
    const auto late = kind.numbered_late(workload);
    if (!late) return false;
    error(i, "at", settings::value_found("created", "with " + group + late->key), instead_of_created(late->why));
    return true;
  }

  /// Packets of several workloads at one host are numbered in the order in which they take turns at its port.
  void check_created_at(std::size_t i, std::uint32_t host) {
    if (!waits_for_creation(i)) return;
    std::vector<features::Workload> there = features::packet_workloads_of(reading_.experiment);
    there.erase(std::remove_if(there.begin(), there.end(),
                               [host](const features::Workload& workload) {
                                 return !has(workload.experiment->get<features::WorkloadHosts>(), host);
                               }),
                there.end());
    if (there.empty() || features::has_nics(*there[0].experiment)) return;
    if (there.size() > 1)
      error(i, "at",
            settings::value_found("created", "of a host on which " + there[0].name + " and " + there[1].name + " run"),
            instead_of_created("packets of several workloads are numbered when they are sent"));
    else
      check_created(i, *there[0].kind, *there[0].experiment, path_of(there[0]) + ".");
  }

  /// The record of a list.
  std::string path_of(const features::Workload& workload) const {
    const std::vector<std::string> names = features::names_of(reading_.experiment.workloads);
    const auto record = std::find(names.begin(), names.end(), workload.name) - names.begin();
    return settings::record_path(reading_, features::workloads_key, static_cast<std::size_t>(record));
  }

  bool waits_for_creation(std::size_t i) const {
    return is(i, TriggerKind::packet) && is_known(i, "at") && all()[i].at == "created";
  }

  void need(std::size_t i, const std::string& field) {
    if (is_given(i, field)) return;
    for (const settings::Key& key : features::trigger_fields())
      if (key.name() == field) error(i, field, settings::problem("missing"), settings::expected_value(key));
  }

  void check_names() {
    const network::Netlist netlist = features::bare_network_of(reading_.experiment);
    const features::ChannelIndex links(netlist);
    for (std::size_t i = 0; i < all().size(); ++i) {
      const TriggerSettings& trigger = all()[i];
      if (is(i, TriggerKind::stop) && is_known(i, "link") && !links.find(trigger.link))
        error(i, "link", settings::value_found(settings::escaped(trigger.link, 80)), links.wanted(),
              links.nearest_to(trigger.link));
      if (!is(i, TriggerKind::packet)) continue;
      if (is_known(i, "packet")) check_packet(i, netlist);
      if (is_known(i, "at")) check_place(i, netlist);
    }
  }

  void check_packet(std::size_t i, const network::Netlist& netlist) {
    const std::string& name = all()[i].packet;
    const features::PacketIdReading read = features::packet_id_of(name, netlist);
    if (read.id && features::has_list(reading_.experiment))
      check_created_at(i, netlist.endpoints[read.id->host].place.node.value);
    if (read.id) return;
    error(i, "packet", settings::value_found(settings::escaped(name, 80), settings::escaped(read.wrong, 80)),
          read.wanted, read.hint);
  }

  void check_place(std::size_t i, const network::Netlist& netlist) {
    std::vector<std::string_view> words{"created", "sent", "arrived"};
    for (const network::SwitchInstance& s : netlist.switches) words.push_back(s.name);
    const std::string& at = all()[i].at;
    if (std::find(words.begin(), words.end(), at) != words.end()) return;
    error(i, "at", settings::value_found(settings::escaped(at, 80)),
          "created, sent, arrived, or a switch: " + std::string(words[3]) + " .. " + std::string(words.back()),
          settings::nearest(at, words));
  }

  void error(std::size_t record, const std::string& field, settings::Finding what, settings::Expected expected,
             std::string hint = "") {
    reading_.errors.push_back(
        settings::record_error(reading_, list, record, field, std::move(what), std::move(expected), std::move(hint)));
  }

  features::ExperimentReading& reading_;
};

}  // namespace

void check_trigger_settings(features::ExperimentReading& reading, bool network) { TriggersCheck(reading).run(network); }

}  // namespace slackline::tracing
