#include "testbench/fabric_file/mentions.hpp"

#include <array>
#include <optional>
#include <unordered_map>
#include <utility>

#include "testbench/fabric_file/text.hpp"

namespace slackline::fabric_file {

namespace {

/// The highest that both ends of an ibsim link may run at: what it runs at. Widths and rates as InfiniBand numbers
/// them.
std::optional<std::string> ibsim_speed(const Mention& one, const Mention& other) {
  constexpr std::array<const char*, 4> widths{"1x", "4x", "8x", "12x"};
  constexpr std::array<const char*, 3> rates{"SDR", "DDR", "QDR"};
  const auto highest = [](unsigned bits) {
    int bit = -1;
    for (; bits != 0; bits >>= 1) ++bit;
    return bit;
  };
  const int width = highest(one.widths & other.widths & 15), rate = highest(one.rates & other.rates & 7);
  if (width < 0 || rate < 0) return std::nullopt;
  return std::string(widths.at(static_cast<std::size_t>(width))) + rates.at(static_cast<std::size_t>(rate));
}

class Joiner {
 public:
  Joiner(const std::vector<Mention>& mentions, const NodeIndex& nodes, FabricFile& file, Complaints& complaints)
      : mentions_(mentions), nodes_(nodes), file_(file), complaints_(complaints) {}

  void join() {
    for (std::size_t i = 0; i < mentions_.size(); ++i)
      if (const auto [before, is_new] = at_port_.insert({key(mentions_[i].here), i}); !is_new)
        complain(mentions_[i], text(mentions_[i].here) + " given twice", "each port once");
    for (std::size_t i = 0; i < mentions_.size() && !complaints_.full(); ++i) judge(i);
  }

 private:
  static std::uint64_t key(const End& end) { return std::uint64_t{end.node} << 32 | end.port; }
  std::string text(const End& end) const {
    return shown(file_.nodes[end.node].id) + " port " + std::to_string(end.port);
  }
  void complain(const Mention& mention, std::string read, std::string allowed) {
    complaints_.add(mention.place, std::move(read), std::move(allowed));
  }

  void judge(std::size_t i) {
    const Mention& mention = mentions_[i];
    const std::optional<std::uint32_t> node = nodes_.find(mention.other);
    if (!node) return complain(mention, shown(mention.other), "a node of the file");
    const End there{*node, mention.other_port};
    if (there.node == mention.here.node)
      return complain(mention, text(mention.here) + " to " + text(there), "a cable to another node: no self-loops");
    const auto found = at_port_.find(key(there));
    if (found == at_port_.end())
      return complain(mention, text(mention.here) + " to " + text(there) + ", where nothing is",
                      "each cable at both its ends");
    const Mention& back = mentions_[found->second];
    const std::optional<std::uint32_t> behind = nodes_.find(back.other);
    if (!behind) return;  // said of that one
    if (key({*behind, back.other_port}) != key(mention.here))
      return complain(
          mention, text(mention.here) + " to " + text(there) + ", which leads to " + text({*behind, back.other_port}),
          "the same cable at both its ends");
    if (i < found->second) add(mention, back, there);
  }

  void add(const Mention& one, const Mention& other, const End& there) {
    Cable cable{one.here, there, one.speed.is_known() ? one.speed : other.speed, 0, 0, one.place};
    if (one.speed.is_known() && other.speed.is_known() && one.speed.name != other.speed.name)
      return complain(other, text(there) + " at " + other.speed.name + ", its other end at " + one.speed.name,
                      "one speed of a link at both its ends");
    if (one.widths != 0) {
      const std::optional<std::string> speed = ibsim_speed(one, other);
      if (!speed)
        return complain(other, text(one.here) + " and " + text(there) + " with no width or speed in common",
                        "widths 1, 4, 8, 12 lanes: w=1, 2, 4, 8; speeds SDR, DDR, QDR: s=1, 2, 4; sums for several");
      cable.speed = infiniband_speed(*speed).value();
    }
    if (file_.cables.size() == most_cables)
      return complain(one, "one cable more", "up to " + std::to_string(most_cables) + " cables");
    file_.cables.push_back(std::move(cable));
  }

  const std::vector<Mention>& mentions_;
  const NodeIndex& nodes_;
  FabricFile& file_;
  Complaints& complaints_;
  std::unordered_map<std::uint64_t, std::size_t> at_port_;
};

}  // namespace

void join(const std::vector<Mention>& mentions, const NodeIndex& nodes, FabricFile& file, Complaints& complaints) {
  Joiner(mentions, nodes, file, complaints).join();
}

}  // namespace slackline::fabric_file
