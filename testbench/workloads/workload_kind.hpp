// workload_kind: what a run, its configuration, its description and its dumps need to know of a kind of workloads. Each
// folder defines one, and testbench/run/workload_kinds.cpp lists them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/observe/meter.hpp"
#include "testbench/observe/wave_source.hpp"
#include "testbench/settings/key.hpp"
#include "testbench/settings/reading.hpp"
#include "testbench/settings/sections.hpp"
#include "testbench/workloads/workload.hpp"

namespace slackline::features {

/// The offer of a workload to the network, for `describe`.
struct Offer {
  std::string text;  ///< "0.2 flits per cycle and host"
  /// What else there is to know of it, as a table and for programs. Empty, nullptr: nothing.
  std::vector<std::pair<std::string, std::string>> rows = {};
  std::shared_ptr<const nlohmann::ordered_json> json = nullptr;
};

/// Why a network cannot run: what add_error() needs.
struct Refusal {
  std::string key;  ///< "nic.memory"; empty: that which asks for `workload`
  settings::Finding what;
  settings::Expected expected;
  settings::KeyPaths in_light_of = {"nic.firmware"};
  std::optional<std::size_t> host = {};  ///< whose value it is; nothing: that of all
  std::size_t workload = 0;              ///< its place in network::Netlist::workloads
};

struct Refusals {
  std::vector<Refusal> of_keys;
  settings::InputErrors of_files;  ///< that keys name

  bool empty() const { return of_keys.empty() && of_files.empty(); }
};

/// What came of giving a network what its workloads need of it as a whole.
struct Completion {
  Completion(Refusals why_refused = {}) : refused(std::move(why_refused)) {}

  Refusals refused;                       ///< why it cannot run; empty: it can
  std::uint64_t buffer_dependencies = 0;  ///< of buffers in network interfaces that may wait for others
  std::string may_deadlock =
      {};  ///< why packets that interfaces keep may wait for one another for ever; empty: they cannot
};

struct WorkloadKind {
  /// Keys that a record of the list has without the first part of their paths, `group`: "traffic.". A section of the
  /// configuration that gives one abbreviates a list of one workload; of groups, with random packets next to them.
  struct Keys {
    const char* group;
    std::vector<settings::Key> keys;
  };
  /// The section of the configuration that asks for a workload of the kind in a run without a list.
  struct Section {
    const char* part = nullptr;  ///< of the result; nullptr: there is no such section
    const char* key = nullptr;   ///< that asks for it; nullptr: it needs none
    bool (*is_asked)(const settings::Values& experiment) = nullptr;
  };
  /// The list, in that section, of a kind whose workloads are groups: they are records of it, share the other keys of the
  /// section, and send no packets. Each workload of another kind is one of network::Netlist::workloads.
  struct Groups {
    const char* list = nullptr;   ///< the key of that list; nullptr: it is no such kind
    const char* hosts = nullptr;  ///< the field of its records for which `hosts` of a workload stands
    /// Appends the group of a workload that runs on these hosts; none: on all.
    void (*append)(const settings::Values& record, const std::vector<std::uint32_t>& nodes,
                   settings::Values& experiment) = nullptr;
    std::uint64_t (*members)(const settings::Values& experiment) = nullptr;  ///< hosts that are in a group of the list
  };
  /// A number of its part of the result that tables of sweeps show: its path there, and its column.
  struct Headline {
    const char *path, *heading;
    int decimals;
    double factor = 1;  ///< from the number to what the column shows
  };
  /// Why the numbers of its packets are not known before they are sent.
  struct NumberedLate {
    const char *key, *why;  ///< the key, without its group, that is the cause
  };
  /// Reports what is wrong with a field of a record: its name without `group`, what was found, what was expected.
  using Report = std::function<void(const std::string& field, settings::Finding what, settings::Expected expected)>;

  /// Opens the file that a field of a record names: the field without `group`, its value, the most bytes. nullptr: the field is not given,
  /// or the file cannot be read, which is reported.
  using OpenFile =
      std::function<settings::SourcePtr(const std::string& field, const std::string& name, std::size_t most_bytes)>;

  const char* word = "";                         ///< of the key `kind`; empty: no list has it
  const char* what = "";                         ///< it does, and the page about it
  bool ends = true;                              ///< on its own
  std::uint64_t most_hosts = ~std::uint64_t{0};  ///< of the network
  std::vector<Keys> keys = {};
  Section section = {};
  Groups groups = {};

  std::unique_ptr<observe::Meter> (*meter)(observe::Engine& engine, const Workload& workload,
                                           std::uint64_t look) = nullptr;
  observe::WaveScope (*waves)(const Workload& workload) = nullptr;
  /// Hosts run it, and records have the key packet.flits; nullptr: their packets are random, or there are none.
  std::shared_ptr<port::Program> (*program)(const settings::Values& experiment,
                                            const network::Netlist& netlist) = nullptr;
  /// Whether a record ends although its kind does not end on its own; nullptr: none does.
  bool (*is_bounded)(const settings::Values& record) = nullptr;
  Offer (*offer)(const settings::Values& experiment) = nullptr;
  std::vector<Headline> headlines = {};

  /// Adds the structs that its keys set, of sections of the configuration and of its own. Those of its own hold numbers and
  /// words as they were given: units need a section.
  void (*add_settings)(settings::Sections& sections) = nullptr;
  /// Reads files that only the keys of a record name into the settings, and returns the errors of what is in them.
  settings::InputErrors (*read_files)(settings::Values& experiment, const OpenFile& open) = nullptr;
  /// What the checks of sections do not find. The experiment has no other workload, and may have errors.
  void (*check)(const settings::Values& experiment, const Report& error) = nullptr;
  /// The same of the hosts that it names. `netlist`: of a legal topology of up to `most_hosts`, without routes.
  void (*check_hosts)(const settings::Values& experiment, const network::Netlist& netlist,
                      const Report& error) = nullptr;

  /// What files have given, where it is not the value of a key: it tells experiments apart.
  std::string (*contents)(const settings::Values& experiment) = nullptr;
  /// The files that were read in the place of one that a key names.
  std::vector<std::string> (*files)(const settings::Values& experiment) = nullptr;
  /// nullptr: its packets are numbered as they are created.
  std::optional<NumberedLate> (*numbered_late)(const settings::Values& experiment) = nullptr;
  /// Gives a network what it needs of it as a whole.
  Completion (*complete)(const settings::Values& experiment, network::Netlist& netlist) = nullptr;
  /// Memory that its program takes, without a few bytes a host; nullptr: no more than those.
  std::uint64_t (*bytes)(const settings::Values& experiment) = nullptr;

  bool is_group() const { return groups.list != nullptr; }
  bool sends_random_packets() const { return !is_group() && program == nullptr; }
};

}  // namespace slackline::features
