#include "testbench/fabric_file/mentions.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <utility>

#include "testbench/fabric_file/text.hpp"
#include "testbench/text/some_of.hpp"

namespace slackline::fabric_file {

namespace {

/// The most lanes and the highest rate that both ends of an ibsim link may run at: what it runs at. A bit each, as
/// InfiniBand numbers them.
std::optional<std::string> ibsim_speed(const Mention& one, const Mention& other) {
  struct Bit {
    unsigned mask;
    const char* name;
  };
  constexpr std::array<Bit, 5> widths{{{8, "12x"}, {4, "8x"}, {2, "4x"}, {16, "2x"}, {1, "1x"}}};
  constexpr std::array<Bit, 3> rates{{{4, "QDR"}, {2, "DDR"}, {1, "SDR"}}};
  const auto best = [](const auto& bits, unsigned mask) {
    const auto found =
        std::find_if(bits.begin(), bits.end(), [mask](const Bit& bit) { return (bit.mask & mask) != 0; });
    return found == bits.end() ? nullptr : found->name;
  };
  const char* width = best(widths, one.widths & other.widths);
  const char* rate = best(rates, one.rates & other.rates);
  if (width == nullptr || rate == nullptr) return std::nullopt;
  return std::string(width) + rate;
}

class Joiner {
 public:
  Joiner(const std::vector<Mention>& mentions, const Refused& refused, const NodeIndex& nodes, FabricFile& file,
         Complaints& complaints)
      : mentions_(mentions), refused_(refused), nodes_(nodes), file_(file), complaints_(complaints) {}

  void join() {
    for (std::size_t i = 0; i < mentions_.size(); ++i) {
      if (const auto node = nodes_.find(mentions_[i].other)) named_.insert(key_of({*node, mentions_[i].other_port}));
      const auto [first, is_new] = at_port_.insert({key_of(mentions_[i].here), i});
      if (is_new) continue;
      complain_of(mentions_[i], text(mentions_[i].here) + " given twice", "each port once");
      given_twice_.insert(first->first);
    }
    if (is_cut_off()) return complain_of_end();
    for (std::size_t i = 0; i < mentions_.size() && !complaints_.full(); ++i) judge(i);
    if (!loops_.empty()) file_.notes.push_back("left out, cables from a node to itself: " + text::some_of(loops_));
    if (!two_speeds_.empty())
      file_.notes.push_back("ends disagree about the speed, the slower counts: " + text::some_of(two_speeds_));
  }

 private:
  std::string text(const End& end) const {
    return shown(file_.nodes[end.node].id) + " port " + std::to_string(end.port);
  }
  void complain_of(const Mention& mention, std::string problem, std::string expected) {
    complaints_.add_problem(mention.place, std::move(problem), std::move(expected));
  }
  const Mention* at(const End& end) const {
    const auto found = at_port_.find(key_of(end));
    return found == at_port_.end() ? nullptr : &mentions_[found->second];
  }

  /// A dump lists switches, then hosts: without its end the last ports of its last node are missing and all nodes after
  /// it, which are hosts where there is one already. Whatever else is missing was lost in another way.
  bool is_cut_off() const {
    if (file_.format != Format::ibnetdiscover || !complaints_.empty()) return false;
    const bool has_hosts =
        std::any_of(file_.nodes.begin(), file_.nodes.end(), [](const Node& node) { return node.is_host; });
    bool is_open = false;
    for (const Mention& mention : mentions_) {
      const std::optional<std::uint32_t> node = nodes_.find(mention.other);
      const bool is_missing = !node || at({*node, mention.other_port}) == nullptr;
      is_open = is_open || is_missing;
      if (is_missing && (node ? *node + 1 != file_.nodes.size() : has_hosts && mention.other.substr(0, 2) == "S-"))
        return false;
    }
    return is_open;
  }

  void complain_of_end() {
    std::unordered_set<std::string> missing;
    std::string first;
    for (const Mention& mention : mentions_) {
      const std::optional<std::uint32_t> node = nodes_.find(mention.other);
      if (node && at({*node, mention.other_port}) != nullptr) continue;
      const std::string name = node ? text({*node, mention.other_port}) : shown(mention.other);
      if (missing.insert(name).second && missing.size() == 1) first = name;
    }
    complain_of(mentions_.back(),
                "cut off after this: " + first + " is missing" +
                    (missing.size() == 1 ? "" : ", and " + std::to_string(missing.size() - 1) + " more that it names"),
                "a whole dump");
  }

  void judge(std::size_t i) {
    const Mention& mention = mentions_[i];
    const std::optional<std::uint32_t> node = nodes_.find(mention.other);
    if (!node) {
      if (!refused_.may_have(mention.other)) complaints_.add(mention.place, shown(mention.other), "a node of the file");
      return;
    }
    const End there{*node, mention.other_port};
    if (there.node == mention.here.node && file_.numbers_ports()) {
      if (mention.here.port <= there.port) loops_.push_back(text(mention.here) + " to " + text(there));
      return;
    }
    if (there.node == mention.here.node)
      return complain_of(mention, text(mention.here) + " to " + text(there), "a cable to another node: no self-loops");
    if (given_twice_.count(key_of(mention.here)) != 0 || given_twice_.count(key_of(there)) != 0) return;
    const Mention* back = at(there);
    if (back == nullptr) {
      if (!refused_.may_have(there, mention.other) && named_.count(key_of(mention.here)) == 0)
        complain_of(mention, text(mention.here) + " to " + text(there) + ", where nothing is",
                    "each cable at both its ends");
      return;
    }
    const std::optional<std::uint32_t> behind = nodes_.find(back->other);
    if (!behind) return;  // reported for that one
    if (key_of({*behind, back->other_port}) != key_of(mention.here)) {
      if (disagree_.count(key_of(mention.here)) != 0) return;
      disagree_.insert({key_of(mention.here), key_of(there)});
      return complain_of(
          mention, text(mention.here) + " to " + text(there) + ", which leads to " + text({*behind, back->other_port}),
          "the same cable at both its ends");
    }
    if (&mention < back) add(mention, *back, there);
  }

  void add(const Mention& one, const Mention& other, const End& there) {
    Cable cable{one.here, there, one.speed.is_known() ? one.speed : other.speed, 0, 0, one.place};
    if (one.speed.is_known() && other.speed.is_known() && one.speed.name != other.speed.name) {
      two_speeds_.push_back(text(one.here) + " at " + one.speed.name + ", " + text(there) + " at " + other.speed.name);
      if (other.speed.kilobits_per_second < one.speed.kilobits_per_second) cable.speed = other.speed;
    }
    if (one.widths != 0) {
      const std::optional<std::string> speed = ibsim_speed(one, other);
      if (!speed)
        return complain_of(
            other, text(one.here) + " and " + text(there) + " with no width or speed in common",
            "widths 1, 4, 8, 12, 2 lanes: w=1, 2, 4, 8, 16; speeds SDR, DDR, QDR: s=1, 2, 4; sums for several");
      cable.speed = infiniband_speed(*speed).value();
    }
    if (file_.cables.size() == most_cables)
      return complain_of(one, "one cable more", "up to " + std::to_string(most_cables) + " cables");
    file_.cables.push_back(std::move(cable));
  }

  const std::vector<Mention>& mentions_;
  const Refused& refused_;
  const NodeIndex& nodes_;
  FabricFile& file_;
  Complaints& complaints_;
  std::unordered_map<std::uint64_t, std::size_t> at_port_;
  std::unordered_set<std::uint64_t> given_twice_;  ///< ports
  std::unordered_set<std::uint64_t> named_;        ///< what lines give as the other end
  std::unordered_set<std::uint64_t> disagree_;     ///< reported, with both ends
  std::vector<std::string> loops_, two_speeds_;    ///< for notes
};

}  // namespace

void join(const std::vector<Mention>& mentions, const Refused& refused, const NodeIndex& nodes, FabricFile& file,
          Complaints& complaints) {
  Joiner(mentions, refused, nodes, file, complaints).join();
}

}  // namespace slackline::fabric_file
