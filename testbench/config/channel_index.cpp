#include "testbench/config/channel_index.hpp"

#include <algorithm>

#include "testbench/config/nearest.hpp"

namespace slackline::config {

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

std::string ChannelIndex::allowed() const {
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

}  // namespace slackline::config
