#include "testbench/features/topology/names.hpp"

#include <algorithm>

#include "testbench/settings/nearest.hpp"
#include "testbench/text/glob.hpp"

namespace slackline::features {

namespace {

constexpr std::size_t most_names_compared = 20'000;

std::uint64_t key_of(const network::PortRef& port) {
  return std::uint64_t{port.instance} << 16 | std::uint64_t{port.port.value} << 8 | static_cast<unsigned>(port.kind);
}

}  // namespace

ChannelIndex::ChannelIndex(const network::Netlist& netlist) : opposite_(netlist.channels.size()) {
  std::unordered_map<std::uint64_t, std::uint32_t> by_sender;
  for (std::uint32_t c = 0; c < netlist.channels.size(); ++c) {
    const network::Channel& channel = netlist.channels[c];
    const std::string name = network::channel_name(netlist, channel);
    example_ = std::max(example_, name);  // the last in the alphabet: between switches, if any is
    by_name_.emplace(name, c);
    by_sender.emplace(key_of(channel.from), c);
  }
  for (std::uint32_t c = 0; c < netlist.channels.size(); ++c)
    opposite_[c] = by_sender.at(key_of(netlist.channels[c].to));
}

std::optional<std::uint32_t> ChannelIndex::find(const std::string& name) const {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return std::nullopt;
  return found->second;
}

std::string ChannelIndex::wanted() const {
  return "name of one of the " + std::to_string(by_name_.size()) + " channels, such as " + example_;
}

std::string ChannelIndex::nearest_to(const std::string& name) const {
  if (by_name_.size() > most_names_compared) return "";
  std::vector<std::string_view> words;
  words.reserve(by_name_.size());
  for (const auto& [word, channel] : by_name_) words.push_back(word);
  std::sort(words.begin(), words.end());  // of equally near ones always the same
  return nearest(name, words);
}

HostIndex::HostIndex(const network::Netlist& netlist) {
  for (const network::EndpointInstance& host : netlist.endpoints) {
    nodes_.emplace(host.name, host.place.node.value);
    nodes_.emplace(std::to_string(host.place.node.value), host.place.node.value);
  }
}

std::optional<std::uint32_t> HostIndex::find(const std::string& host) const {
  const auto found = nodes_.find(host);
  return found == nodes_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::uint32_t> HostNames::find(const std::string& item) const {
  const std::size_t hosts = netlist_.endpoints.size(), dash = item.find('-');
  std::vector<std::uint32_t> found;
  if (const std::optional<std::uint32_t> host = index_.find(item)) return {*host};
  if (dash != std::string::npos) {
    const Parsed<std::uint64_t> first = parse_integer(std::string_view(item).substr(0, dash)),
                                last = parse_integer(std::string_view(item).substr(dash + 1));
    for (std::uint64_t host = first.value; first && last && last.value < hosts && host <= last.value; ++host)
      found.push_back(static_cast<std::uint32_t>(host));
    if (!found.empty()) return found;
  }
  for (const network::EndpointInstance& host : netlist_.endpoints)
    if (item == "all" || text::matches(item, host.name)) found.push_back(host.place.node.value);
  return found;
}

std::string HostNames::wanted() const {
  return "hosts of the topology: names such as " + netlist_.endpoints.back().name + ", globs of names, numbers up to " +
         std::to_string(netlist_.endpoints.size() - 1) + ", ranges of numbers such as 0-" +
         std::to_string(netlist_.endpoints.size() - 1) + ", or all";
}

PacketIdReading packet_id_of(const std::string& name, const network::Netlist& netlist) {
  const std::size_t colon = name.rfind(':');
  const std::string host = name.substr(0, colon);
  std::vector<std::string_view> names;
  for (const network::EndpointInstance& e : netlist.endpoints) names.push_back(e.name);
  auto found = std::find(names.begin(), names.end(), host);
  if (const auto index = parse_integer(host); index && index.value < names.size())
    found = names.begin() + static_cast<std::ptrdiff_t>(index.value);
  if (found == names.end())
    return {
        std::nullopt, host + " is no host",
        std::string(names.front()) + " .. " + std::string(names.back()) + ", a colon, and the packet's number there",
        nearest(host, names)};
  const Parsed<std::uint64_t> sequence = parse_integer(colon == std::string::npos ? "" : name.substr(colon + 1));
  if (!sequence || sequence.value > 0xffffffff) return {std::nullopt, "", host + ":N, with N from 0 to 4294967295", ""};
  return {PacketId{static_cast<std::uint32_t>(found - names.begin()), static_cast<std::uint32_t>(sequence.value)}, "",
          "", ""};
}

}  // namespace slackline::features
