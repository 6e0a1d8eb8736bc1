#include "tests/rtl_models/firmware/multicast_plans.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace slackline::firmware::test {

Plan tree(std::uint32_t group, std::uint32_t originator, const std::vector<Plan::Hop>& hops) {
  Plan plan;
  plan.group = group;
  plan.originator = originator;
  for (const Plan::Hop& hop : hops) {
    plan.members.push_back(hop.to.host);
    if (hop.from == originator)
      plan.own.push_back(hop.to);
    else
      plan.hops.push_back(hop);
  }
  return plan;
}

Plan path(std::uint32_t group, const std::vector<Successor>& hosts) {
  std::vector<Plan::Hop> hops;
  for (std::size_t i = 1; i < hosts.size(); ++i) hops.push_back({hosts[i - 1].host, hosts[i]});
  return tree(group, hosts[0].host, hops);
}

namespace {

std::uint32_t word_of(const Successor& successor) { return successor.worm_class << 30 | successor.host; }

/// The table of a host.
class TableOfHost {
 public:
  TableOfHost(std::uint32_t host, const std::vector<Plan>& plans, multicast_scheme scheme)
      : host_(host), flags_(scheme >= SCHEME_MANAGER ? MULTICAST_PERMITTED : 0) {
    std::uint32_t groups = 0;
    for (const Plan& plan : plans) groups = std::max(groups, plan.group + 1);
    words_.resize(MULTICAST_RECORDS + groups * MULTICAST_GROUP_WORDS);
    words_[MULTICAST_GROUPS] = groups;
    for (std::uint32_t group = 0; group < groups; ++group) add_group(group, plans);
    words_[MULTICAST_SUCCESSOR_PAIRS] = static_cast<std::uint32_t>(successors_.size());
    words_[MULTICAST_PREDECESSOR_PAIRS] = static_cast<std::uint32_t>(predecessors_.size());
    words_[MULTICAST_FAN_OUT] = fan_out_;
    if (scheme == SCHEME_MANAGER && host == 0) add_managed(groups, plans);
  }
  const std::vector<std::uint32_t>& words() const { return words_; }

 private:
  std::uint32_t add_entry(std::uint32_t flags, std::uint32_t hops, const std::vector<Successor>& successors) {
    const auto place = static_cast<std::uint32_t>(words_.size());
    words_.push_back(flags | ((flags & MULTICAST_UNICASTS) == 0 ? flags_ : 0));
    words_.push_back(hops);
    words_.push_back(static_cast<std::uint32_t>(successors.size()));
    for (const Successor& successor : successors) {
      words_.push_back(word_of(successor));
      if (successor.worm_class >= CLASS_WORMS) successors_.insert(word_of(successor));
    }
    if ((flags & MULTICAST_UNICASTS) == 0) fan_out_ = std::max(fan_out_, static_cast<std::uint32_t>(successors.size()));
    return place;
  }

  /// The flag of own worms that come back here.
  std::uint32_t returns(const Plan& plan) const {
    return plan.originator == host_ ? plan.own_flags & MULTICAST_RETURNS : 0;
  }

  void add_group(std::uint32_t group, const std::vector<Plan>& plans) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> sources;
    for (const Plan& plan : plans) {
      if (plan.group != group) continue;
      const bool is_member = std::count(plan.members.begin(), plan.members.end(), host_) != 0;
      if (plan.originator == host_)
        words_[MULTICAST_RECORDS + group * MULTICAST_GROUP_WORDS + MULTICAST_OWN] =
            add_entry(plan.own_flags, plan.hop_count, plan.own);
      std::vector<Successor> successors;
      bool is_reached = false;
      for (const Successor& successor : plan.own) is_reached |= note_predecessor(plan.originator, successor);
      for (const Plan::Hop& hop : plan.hops) {
        is_reached |= note_predecessor(hop.from, hop.to);
        if (hop.from == host_) successors.push_back(hop.to);
      }
      if (is_reached)
        sources.emplace_back(plan.originator,
                             add_entry((is_member ? MULTICAST_DELIVERS : 0) | returns(plan), 0, successors));
    }
    std::sort(sources.begin(), sources.end());
    std::uint32_t* const record = &words_[MULTICAST_RECORDS + group * MULTICAST_GROUP_WORDS];
    record[MULTICAST_SOURCES] = static_cast<std::uint32_t>(words_.size());
    record[MULTICAST_SOURCE_COUNT] = static_cast<std::uint32_t>(sources.size());
    for (const auto& [host, entry] : sources) {
      words_.push_back(host);
      words_.push_back(entry);
    }
  }

  /// The members of each group, originators included.
  void add_managed(std::uint32_t groups, const std::vector<Plan>& plans) {
    const std::size_t places = words_.size();
    words_[MULTICAST_MANAGED] = static_cast<std::uint32_t>(places);
    words_.resize(places + groups);
    for (std::uint32_t group = 0; group < groups; ++group) {
      std::set<std::uint32_t> members;
      for (const Plan& plan : plans) {
        if (plan.group != group) continue;
        members.insert(plan.originator);
        members.insert(plan.members.begin(), plan.members.end());
      }
      words_[places + group] = static_cast<std::uint32_t>(words_.size());
      words_.push_back(static_cast<std::uint32_t>(members.size()));
      words_.insert(words_.end(), members.begin(), members.end());
    }
  }

  /// Whether the copy comes here, as a worm.
  bool note_predecessor(std::uint32_t from, const Successor& to) {
    if (to.host != host_ || to.worm_class < CLASS_WORMS) return false;
    predecessors_.insert(word_of({from, to.worm_class}));
    return true;
  }

  std::uint32_t host_, flags_, fan_out_ = 0;
  std::vector<std::uint32_t> words_;
  std::set<std::uint32_t> successors_, predecessors_;
};

}  // namespace

std::vector<Plan> in_one_class(std::vector<Plan> plans) {
  for (Plan& plan : plans) {
    for (Successor& successor : plan.own) successor.worm_class = CLASS_LOWER;
    for (Plan::Hop& hop : plan.hops) hop.to.worm_class = CLASS_LOWER;
  }
  return plans;
}

std::vector<std::vector<std::uint32_t>> tables(std::uint32_t nodes, const std::vector<Plan>& plans,
                                               multicast_scheme scheme) {
  std::vector<std::vector<std::uint32_t>> all;
  for (std::uint32_t host = 0; host < nodes; ++host) all.push_back(TableOfHost(host, plans, scheme).words());
  return all;
}

}  // namespace slackline::firmware::test
