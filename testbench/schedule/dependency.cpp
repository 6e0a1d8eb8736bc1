#include "testbench/schedule/dependency.hpp"

#include <algorithm>
#include <tuple>

#include "rtl_models/common/bits.hpp"

namespace slackline::schedule {

namespace {

/// A set of hosts for each host.
class Sets {
 public:
  explicit Sets(std::size_t hosts) : words_((hosts + 63) / 64), bits_(hosts * words_, 0) {}

  void add(std::size_t set, std::size_t host) { row(set)[host / 64] |= std::uint64_t{1} << host % 64; }
  bool has(std::size_t set, std::size_t host) const { return (bits_[set * words_ + host / 64] >> host % 64 & 1) != 0; }
  /// Adds what another's set holds.
  void add_all(std::size_t set, const Sets& from, std::size_t other) {
    const std::uint64_t* more = &from.bits_[other * words_];
    std::uint64_t* own = row(set);
    for (std::size_t w = 0; w < words_; ++w) own[w] |= more[w];
  }
  std::uint64_t count() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t word : bits_) sum += count_of(word);
    return sum;
  }

 private:
  std::uint64_t* row(std::size_t set) { return &bits_[set * words_]; }

  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

/// Hosts of a schedule by their places in it.
class Places {
 public:
  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};

  explicit Places(const std::vector<std::uint32_t>& hosts) : of_(hosts.empty() ? 0 : hosts.back() + 1, nowhere) {
    for (std::uint32_t i = 0; i < hosts.size(); ++i) of_[hosts[i]] = i;
  }
  std::uint32_t of(std::uint32_t host) const { return host < of_.size() ? of_[host] : nowhere; }

 private:
  std::vector<std::uint32_t> of_;
};

}  // namespace

Relations::Relations(const Schedule& schedule) : by_destination_(schedule.messages), begins_(slot_begins(schedule)) {
  std::sort(by_destination_.begin(), by_destination_.end(), [](const Message& a, const Message& b) {
    return std::tie(a.slot, a.to, a.from) < std::tie(b.slot, b.to, b.from);
  });
}

const std::vector<Relation>& Relations::at(std::uint32_t time) {
  found_.clear();
  std::size_t slow = begins_[time], fast = begins_[time + 1];
  const std::size_t slow_end = begins_[time + 1], fast_end = begins_[time + 2];
  while (slow < slow_end && fast < fast_end) {
    const std::uint32_t to = by_destination_[slow].to, other = by_destination_[fast].to;
    if (to > other) {
      ++fast;
      continue;
    }
    for (std::size_t f = fast; f < fast_end && by_destination_[f].to == to; ++f)
      if (by_destination_[f].from != by_destination_[slow].from)
        found_.push_back({time, by_destination_[slow].from, by_destination_[f].from, to});
    ++slow;
  }
  return found_;
}

DependencyCheck check_dependency(const Schedule& schedule) {
  const std::size_t hosts = schedule.hosts.size();
  const Places places(schedule.hosts);
  Sets before(hosts), direct(hosts);  // of each host: those that precede it
  Relations relations(schedule);
  for (std::uint32_t time = 0; time < relations.times(); ++time) {
    const Sets earlier = before;
    for (const Relation& relation : relations.at(time)) {
      const std::uint32_t slow = places.of(relation.slow), fast = places.of(relation.fast);
      if (slow == Places::nowhere || fast == Places::nowhere) continue;
      direct.add(fast, slow);
      before.add(fast, slow);
      before.add_all(fast, earlier, slow);
    }
  }
  for (std::size_t host = 0; host < hosts; ++host) before.add(host, host);

  DependencyCheck check;
  check.pairs = std::uint64_t{hosts} * (hosts == 0 ? 0 : hosts - 1);
  check.direct = direct.count();
  check.missing = std::uint64_t{hosts} * hosts - before.count();
  for (std::size_t slow = 0; slow < hosts && check.missing != 0 && !check.example; ++slow)
    for (std::size_t fast = 0; fast < hosts && !check.example; ++fast)
      if (!before.has(fast, slow)) check.example = Pair{schedule.hosts[slow], schedule.hosts[fast]};
  return check;
}

}  // namespace slackline::schedule
