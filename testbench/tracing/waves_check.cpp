#include "testbench/tracing/waves_check.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string_view>

#include "testbench/features/kinds/build.hpp"
#include "testbench/features/topology/build.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/run/network.hpp"
#include "testbench/run/workloads.hpp"
#include "testbench/settings/nearest.hpp"
#include "testbench/settings/reading.hpp"
#include "testbench/text/glob.hpp"
#include "testbench/tracing/layout.hpp"
#include "testbench/tracing/save_file.hpp"
#include "testbench/tracing/triggers_check.hpp"

namespace slackline::tracing {

namespace {

constexpr std::size_t most_reported = 10;

class WavesCheck {
 public:
  explicit WavesCheck(features::ExperimentReading& reading) : reading_(reading), waves_(reading.experiment.waves) {}

  void run() {
    check_file();
    check_window();
    check_surroundings();
    if (reading_.given.count("waves.trigger") != 0) check_trigger_settings(reading_, network_is_known());
    if (!waves_.scope.empty() && reading_.doubtful.count("waves.scope") == 0 && network_is_known()) check_scope();
  }

 private:
  /// Errors elsewhere do not matter, as long as there is a network to look for scopes in.
  bool network_is_known() const {
    for (const std::string_view key : features::key_table().paths_in("topology."))
      if (reading_.doubtful.count(key) != 0) return false;
    if (reading_.doubtful.count("switch.virtual_channels") != 0) return false;
    constexpr std::uint64_t most_hosts_unasked = 1u << 16;  // a larger one is built only when nothing else is wrong
    const std::uint64_t hosts = features::hosts_of(reading_.experiment);
    const bool can_be_built = topology::violations(features::shape_of(reading_.experiment.topology)).empty();
    return reading_.errors.empty() || (can_be_built && hosts >= 2 && hosts <= most_hosts_unasked);
  }

  void check_file() {
    const auto given = reading_.given.find("waves.file");
    if (given == reading_.given.end()) return;
    const settings::Origin& origin = given->second;
    if (!std::filesystem::path(waves_.file).has_filename())
      error("waves.file", origin.at, settings::value_found(waves_.file), "name of a file, not of a folder");
    else if (const std::string extension = std::filesystem::path(waves_.file).extension().string();
             extension != ".vcd" && extension != ".fst")  // never in the place of an experiment, say
      error("waves.file", origin.at, settings::value_found(waves_.file), "a name that ends in .vcd or .fst");
  }

  void check_window() {
    const std::uint64_t end = reading_.experiment.run.max_cycles;
    if (waves_.from >= end)
      error("waves.from", place_of("waves.from"), settings::value_found(std::to_string(waves_.from)),
            "below run.max_cycles (" + std::to_string(end) + ")");
    else if (waves_.to && *waves_.to <= waves_.from)
      error("waves.to", place_of("waves.to"), settings::value_found(std::to_string(*waves_.to)),
            "more than waves.from (" + std::to_string(waves_.from) + ")");
  }

  /// Cycles around a trigger, where there is none.
  void check_surroundings() {
    for (const settings::Key& key : features::key_table())
      if (settings::is_within(key.path, "waves") && settings::is_given_by_user(reading_, key.path) &&
          !features::waves_play_part(key, reading_.experiment))
        settings::add_error(reading_, key.path, {"waves.trigger"},
                            settings::problem("has no effect without waves.trigger"),
                            settings::advice("use it only with waves.trigger"));
  }

  /// The scopes follow from the shape of the network.
  void check_scope() {
    network::Netlist netlist = features::bare_network_of(reading_.experiment);
    if (features::any_nics(reading_.experiment)) features::add_nics(reading_.experiment, netlist);
    std::vector<std::string> scopes = instances_of(netlist);
    for (const Scope& scope : chosen_scopes(netlist, Selection(), features::wave_scopes_of(reading_.experiment)))
      scopes.push_back(scope.path);
    const auto given = reading_.given.find("waves.scope");
    std::size_t reported = 0;
    for (std::size_t i = 0; i < waves_.scope.size() && reported < most_reported; ++i) {
      const std::string& glob = waves_.scope[i];
      if (std::any_of(scopes.begin(), scopes.end(), [&](const std::string& s) { return text::matches(glob, s); }))
        continue;
      ++reported;
      const settings::Position at = given == reading_.given.end() ? settings::Position() : given->second.of_item(i);
      const std::vector<std::string_view> words(scopes.begin(), scopes.end());
      error("waves.scope", at, settings::value_found(glob, "matches nothing"),
            "globs over switches, their ports and virtual channels, hosts, their network interfaces (endpoint: nic), "
            "links and workloads of a list (workload_NAME)",
            settings::nearest(glob, words));
    }
  }

  /// A switch has no values of its own, and so is no scope on its own.
  static std::vector<std::string> instances_of(const network::Netlist& netlist) {
    std::vector<std::string> names;
    for (const network::SwitchInstance& s : netlist.switches) names.push_back(s.name);
    return names;
  }

  settings::Position place_of(const char* key) const {
    const auto given = reading_.given.find(key);
    return given == reading_.given.end() ? settings::Position() : given->second.at;
  }

  void error(const std::string& key, settings::Position at, settings::Finding what, settings::Expected expected,
             std::string hint = "") {
    const auto given = reading_.given.find(key);
    const settings::SourcePtr source = given == reading_.given.end() ? reading_.file : given->second.source;
    reading_.errors.push_back({source, at, key, std::move(what), std::move(expected), std::move(hint)});
  }

  features::ExperimentReading& reading_;
  features::WavesSettings& waves_;
};

}  // namespace

void check_waves(features::ExperimentReading& reading) { WavesCheck(reading).run(); }

}  // namespace slackline::tracing
