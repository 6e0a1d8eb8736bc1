#include "testbench/config/fault_meaning.hpp"

#include <algorithm>
#include <utility>

#include "testbench/config/experiment_network.hpp"
#include "testbench/config/nearest.hpp"
#include "testbench/config/utf8.hpp"

namespace slackline::config {

namespace {

constexpr std::uint64_t most_hosts_unasked = 1u << 16;  ///< larger networks are built only when nothing else is wrong
constexpr std::size_t most_names_compared = 20'000;     ///< with what was written; among more, none is suggested

/// The names of all channels, sorted. They depend on the topology only, so that other faults do not matter.
std::vector<std::string> channel_names(const Experiment& experiment) {
  Experiment shape;
  shape.topology = experiment.topology;
  const network::Netlist netlist = network_of(shape);
  std::vector<std::string> names;
  names.reserve(netlist.channels.size());
  for (const network::Channel& channel : netlist.channels) names.push_back(network::channel_name(netlist, channel));
  std::sort(names.begin(), names.end());
  return names;
}

class FaultSettingsCheck {
 public:
  explicit FaultSettingsCheck(Reading& reading) : reading_(reading) {}

  void run() {
    const std::vector<FaultSettings>& all = reading_.experiment.faults;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].to && *all[i].to <= all[i].from)
        fault(i, "to", std::to_string(*all[i].to), "above from (" + std::to_string(all[i].from) + ")");
    const bool is_topology_known =
        reading_.doubtful.count("topology.size") == 0 && reading_.doubtful.count("topology.hosts_per_switch") == 0;
    if (is_topology_known && (hosts_of(reading_.experiment) <= most_hosts_unasked || reading_.faults.empty()))
      check_links();
  }

 private:
  void check_links() {
    const std::vector<std::string> names = channel_names(reading_.experiment);
    std::vector<std::string_view> words;
    if (names.size() <= most_names_compared) words.assign(names.begin(), names.end());
    for (std::size_t i = 0; i < reading_.experiment.faults.size(); ++i) {
      const std::string& link = reading_.experiment.faults[i].link;
      if (!std::binary_search(names.begin(), names.end(), link))
        fault(i, "link", printable(link, 80),
              "name of one of the " + std::to_string(names.size()) + " channels, such as " + names.back(),
              nearest(link, words));
    }
  }

  void fault(std::size_t record, const std::string& field, std::string read, std::string allowed,
             std::string hint = "") {
    const Origin& origin = reading_.given.find("faults")->second;
    reading_.faults.push_back({origin.source, origin.fields.at(record).at(field), "faults." + field, std::move(read),
                               std::move(allowed), std::move(hint)});
  }

  Reading& reading_;
};

}  // namespace

void check_fault_settings(Reading& reading) {
  if (reading.given.count("faults") != 0 && reading.doubtful.count("faults") == 0 && !reading.experiment.faults.empty())
    FaultSettingsCheck(reading).run();
}

}  // namespace slackline::config
