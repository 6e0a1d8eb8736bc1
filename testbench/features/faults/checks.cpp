#include "testbench/features/faults/settings.hpp"

#include <algorithm>
#include <utility>

#include "testbench/features/kinds/build.hpp"
#include "testbench/features/nic/build.hpp"
#include "testbench/features/topology/build.hpp"
#include "testbench/features/topology/names.hpp"
#include "testbench/settings/utf8.hpp"

namespace slackline::features {

namespace {

bool ends_at_host(const network::Channel& channel) {
  return channel.from.kind == network::InstanceKind::endpoint || channel.to.kind == network::InstanceKind::endpoint;
}

std::string link_of_a_host(const network::Netlist& netlist) {
  for (const network::Channel& channel : netlist.channels)
    if (channel.from.kind == network::InstanceKind::endpoint) return channel_name(netlist, channel);
  return "none: no host has one";
}

class FaultSettingsCheck {
 public:
  explicit FaultSettingsCheck(Reading& reading) : reading_(reading) {}

  void run(bool links) {
    const std::vector<FaultSettings>& all = reading_.values().get<FaultsSettings>().all;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (is_known(i, "to") && all[i].to && *all[i].to <= all[i].from)
        fault(i, "to", value_found(std::to_string(*all[i].to)), "more than from (" + std::to_string(all[i].from) + ")");
      else if (is_known(i, "kind") && all[i].kind == FaultKind::held && !all[i].to &&
               !features::is_doubtful(reading_, "faults", i, "to"))
        fault(i, "to", value_found("never"), "a cycle (worms that hold channels for ever would be waited for in vain)");
    if (known("switch.virtual_channels")) check_virtual_channels();
    if (known("switch.buffer.flow_control")) check_credits();
    if (known("endpoint")) check_hosts();
    if (links) check_links();
  }

 private:
  bool known(std::string_view key) const { return reading_.doubtful.count(key) == 0; }
  bool is_known(std::size_t record, std::string_view field) const {
    return features::is_known(reading_, "faults", record, field);
  }

  void check_virtual_channels() {
    const std::vector<FaultSettings>& all = reading_.values().get<FaultsSettings>().all;
    const std::uint64_t there_are = most_virtual_channels(reading_.values());
    for (std::size_t i = 0; i < all.size(); ++i)
      if (is_known(i, "vc") && all[i].vc && *all[i].vc >= there_are)
        fault(i, "vc", value_found(std::to_string(*all[i].vc)),
              "below switch.virtual_channels (" + std::to_string(there_are) + "), or all");
  }

  void check_credits() {
    const std::vector<FaultSettings>& all = reading_.values().get<FaultsSettings>().all;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (is_known(i, "kind") && all[i].kind == FaultKind::credit_lost && !has_some_credits(reading_.values()))
        fault(i, "kind", problem("credit_lost has no effect without credits"),
              advice("use it only with switch.buffer.flow_control: credit"));
  }

  void check_hosts() {
    const std::vector<FaultSettings>& all = reading_.values().get<FaultsSettings>().all;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (is_known(i, "kind") && all[i].kind == FaultKind::host_dead && !any_nics(reading_.values()))
        fault(i, "kind", problem("host_dead has no effect without network interfaces"),
              advice("use it only with endpoint: nic"));
  }

  void check_links() {
    const network::Netlist netlist = bare_network_of(reading_.values());
    const ChannelIndex index(netlist);
    const SwitchGroups switches = switch_groups(reading_.values(), netlist);
    HostGroups hosts;
    if (any_nics(reading_.values())) hosts = host_groups(reading_.values(), netlist);
    for (std::size_t i = 0; i < reading_.values().get<FaultsSettings>().all.size(); ++i) {
      if (!is_known(i, "link")) continue;
      const FaultSettings& settings = reading_.values().get<FaultsSettings>().all[i];
      const std::optional<std::uint32_t> channel = index.find(settings.link);
      if (!channel)
        fault(i, "link", value_found(escaped(settings.link, 80)), index.wanted(), index.nearest_to(settings.link));
      else if (settings.kind == FaultKind::host_dead && !ends_at_host(netlist.channels[*channel]))
        fault(i, "link", value_found(settings.link),
              "a link of the host that dies, such as " + link_of_a_host(netlist));
      else if (settings.kind == FaultKind::held &&
               netlist.channels[*channel].from.kind != network::InstanceKind::any_switch)
        fault(i, "link", value_found(settings.link), "a link that leaves a switch (worms are placed at its outputs)");
      else if (settings.kind == FaultKind::held && is_of_packet_switch(netlist.channels[*channel].from, switches))
        fault(i, "link", value_found(settings.link),
              "a link that leaves a wormhole switch (worms are placed at its outputs)");
      else
        check_ends(i, settings, netlist.channels[*channel], switches, hosts);
    }
  }

  static bool is_of_packet_switch(const network::PortRef& output, const SwitchGroups& switches) {
    return is_packet_switch(switches.groups[switches.of[output.instance]].values);
  }

  /// The ends of the link. `hosts`: with network interfaces.
  void check_ends(std::size_t i, const FaultSettings& settings, const network::Channel& channel,
                  const SwitchGroups& switches, const HostGroups& hosts) {
    const auto switch_at = [&](const network::PortRef& port) -> const SwitchValues& {
      return switches.groups[switches.of[port.instance]].values;
    };
    const bool to_host = channel.to.kind == network::InstanceKind::endpoint;
    const network::PortRef& host = to_host ? channel.to : channel.from;
    if (settings.kind == FaultKind::host_dead && !hosts.of.empty() &&
        !is_nic(hosts.groups[hosts.of[host.instance]].values))
      fault(i, "link", value_found(settings.link), "a link of a host with endpoint: nic");
    std::uint64_t vcs = most_virtual_channels(reading_.values());
    if (is_known(i, "vc") && settings.vc && *settings.vc < vcs) {  // otherwise reported
      for (const network::PortRef* port : {&channel.from, &channel.to})
        if (port->kind == network::InstanceKind::any_switch)
          vcs = std::min(vcs, switch_at(*port).get<SwitchSettings>().virtual_channels);
      if (*settings.vc >= vcs)
        fault(i, "vc", value_found(std::to_string(*settings.vc)),
              "below " + std::to_string(vcs) + " (the virtual channels of this link), or all");
    }
    if (settings.kind != FaultKind::credit_lost || !is_known(i, "kind") || !known("switch.buffer.flow_control") ||
        !has_some_credits(reading_.values()))
      return;
    // A host has the flow control of its switch, and returns credits if it may hold its link back.
    if (to_host && !known("endpoint")) return;
    const bool stops = to_host && !hosts.of.empty() && is_nic(hosts.groups[hosts.of[channel.to.instance]].values) &&
                       hosts_stop(hosts.groups[hosts.of[channel.to.instance]].values.get<NicSettings>());
    if (to_host && !stops)
      fault(i, "link", value_found(settings.link),
            "a link to a switch, or to a host with nic.receive.when_full: stop (others take every flit in and return "
            "no credits)");
    else if (!has_credits(switch_at(to_host ? channel.from : channel.to)))
      fault(i, "link", value_found(settings.link), "a link with switch.buffer.flow_control: credit at its switch");
  }

  void fault(std::size_t record, const std::string& field, Finding what, Expected expected, std::string hint = "") {
    reading_.errors.push_back(
        record_error(reading_, "faults", record, field, std::move(what), std::move(expected), std::move(hint)));
  }

  Reading& reading_;
};

}  // namespace

void check_fault_settings(Reading& reading, bool links) {
  // Some of the records may hold faults already: their other fields are judged all the same.
  if (reading.given.count("faults") != 0 && !reading.values().get<FaultsSettings>().all.empty())
    FaultSettingsCheck(reading).run(links);
}

}  // namespace slackline::features
