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

struct NamedChannel {
  std::string name;
  bool to_host = false;
};

/// All channels, sorted by name. They depend on the topology only, so that other faults do not matter.
std::vector<NamedChannel> channels_of(const Experiment& experiment) {
  Experiment shape;
  shape.topology = experiment.topology;
  const network::Netlist netlist = network_of(shape);
  std::vector<NamedChannel> channels;
  channels.reserve(netlist.channels.size());
  for (const network::Channel& channel : netlist.channels)
    channels.push_back({network::channel_name(netlist, channel), channel.to.kind == network::InstanceKind::endpoint});
  std::sort(channels.begin(), channels.end(),
            [](const NamedChannel& a, const NamedChannel& b) { return a.name < b.name; });
  return channels;
}

class FaultSettingsCheck {
 public:
  explicit FaultSettingsCheck(Reading& reading) : reading_(reading) {}

  void run() {
    const std::vector<FaultSettings>& all = reading_.experiment.faults;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].to && *all[i].to <= all[i].from)
        fault(i, "to", std::to_string(*all[i].to), "above from (" + std::to_string(all[i].from) + ")");
    if (known("switch.virtual_channels")) check_virtual_channels();
    if (known("switch.buffer.flow_control")) check_credits();
    if (known("topology.kind") && known("topology.size") && known("topology.hosts_per_switch") &&
        (hosts_of(reading_.experiment) <= most_hosts_unasked || reading_.faults.empty()))
      check_links();
  }

 private:
  bool known(std::string_view key) const { return reading_.doubtful.count(key) == 0; }

  void check_virtual_channels() {
    const std::vector<FaultSettings>& all = reading_.experiment.faults;
    const std::uint64_t there_are = reading_.experiment.switches.virtual_channels;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].vc && *all[i].vc >= there_are)
        fault(i, "vc", std::to_string(*all[i].vc),
              "below switch.virtual_channels (" + std::to_string(there_are) + "), or all");
  }

  void check_credits() {
    const std::vector<FaultSettings>& all = reading_.experiment.faults;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].kind == FaultKind::credit_lost && !has_credits(reading_.experiment))
        fault(i, "kind", "credit_lost", "only with switch.buffer.flow_control: credit");
  }

  void check_links() {
    const std::vector<NamedChannel> channels = channels_of(reading_.experiment);
    std::vector<std::string_view> words;
    if (channels.size() <= most_names_compared)
      for (const NamedChannel& channel : channels) words.push_back(channel.name);
    for (std::size_t i = 0; i < reading_.experiment.faults.size(); ++i) {
      const FaultSettings& settings = reading_.experiment.faults[i];
      const auto found =
          std::lower_bound(channels.begin(), channels.end(), settings.link,
                           [](const NamedChannel& channel, const std::string& name) { return channel.name < name; });
      if (found == channels.end() || found->name != settings.link)
        fault(i, "link", printable(settings.link, 80),
              "name of one of the " + std::to_string(channels.size()) + " channels, such as " + channels.back().name,
              nearest(settings.link, words));
      else if (settings.kind == FaultKind::credit_lost && found->to_host)
        fault(i, "link", settings.link, "a link to a switch: hosts take every flit in and return no credits");
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
