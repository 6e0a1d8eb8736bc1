// Each collective call by each algorithm, carried out without a network: it ends, every message is received, and each
// rank sends the messages of the algorithm's definition.
#include <catch2/catch.hpp>
#include <deque>
#include <map>
#include <numeric>

#include "testbench/workloads/replay/program/collectives.hpp"
#include "testbench/workloads/replay/program/summary.hpp"

using namespace slackline::replay;

namespace {

using slackline::exchange::Permutation;
using Bytes = std::uint64_t;
using Pair = std::pair<std::uint32_t, std::uint32_t>;

struct Carried {
  bool ended = false;
  std::size_t not_taken = 0, multicasts = 0;
  std::map<Pair, std::vector<Bytes>> sent;  // by source and destination, in order

  Bytes bytes() const {
    Bytes sum = 0;
    for (const auto& [pair, messages] : sent) sum = std::accumulate(messages.begin(), messages.end(), sum);
    return sum;
  }
  Bytes from(std::uint32_t rank) const {
    Bytes sum = 0;
    for (const auto& [pair, messages] : sent)
      if (pair.first == rank) sum = std::accumulate(messages.begin(), messages.end(), sum);
    return sum;
  }
  std::size_t messages() const {
    std::size_t count = 0;
    for (const auto& [pair, messages] : sent) count += messages.size();
    return count;
  }
};

Trace trace_of(std::uint32_t ranks, const Action& action) {
  Trace trace;
  trace.ranks.resize(ranks);
  for (std::uint32_t r = 0; r < ranks; ++r) {
    trace.ranks[r].actions = {action};
    std::vector<Bytes>& counts = trace.ranks[r].counts;
    for (std::uint32_t i = 0; i < ranks; ++i) counts.push_back(10 + i);  // block of rank i: 10 + i bytes
    counts.insert(counts.end(), ranks, 10 + r);                          // alltoallv: from each rank
  }
  return trace;
}

/// Runs ranks in turn until none can go on.
Carried carry_out(const Trace& trace, const Algorithms& algorithms) {
  const auto ranks = static_cast<std::uint32_t>(trace.ranks.size());
  std::vector<std::vector<Step>> steps;
  for (std::uint32_t r = 0; r < ranks; ++r)
    steps.push_back(steps_of(trace, r, trace.ranks[r].actions.front(), algorithms));
  std::vector<std::size_t> at(ranks, 0);
  std::vector<std::deque<std::uint32_t>> wanted(ranks);
  std::map<Pair, std::size_t> in_flight;
  Carried carried;
  for (bool moved = true; moved;) {
    moved = false;
    for (std::uint32_t r = 0; r < ranks; ++r)
      while (at[r] < steps[r].size()) {
        const Step& step = steps[r][at[r]];
        const auto sends_to = [&](std::uint32_t to) {
          carried.sent[{r, to}].push_back(step.amount);
          ++in_flight[{r, to}];
        };
        if (step.kind == Step::Kind::send) {
          sends_to(step.peer);
        } else if (step.kind == Step::Kind::multicast) {
          ++carried.multicasts;
          for (std::uint32_t to = 0; to < ranks; ++to)
            if (to != r) sends_to(to);
        } else if (step.kind == Step::Kind::receive) {
          wanted[r].push_back(step.peer);
        } else if (step.kind == Step::Kind::wait) {
          while (!wanted[r].empty() && in_flight[{wanted[r].front(), r}] != 0) {
            --in_flight[{wanted[r].front(), r}];
            wanted[r].pop_front();
          }
          if (!wanted[r].empty()) break;
        }
        ++at[r];
        moved = true;
      }
  }
  carried.ended = true;
  for (std::uint32_t r = 0; r < ranks; ++r) carried.ended &= at[r] == steps[r].size();
  for (const auto& [pair, count] : in_flight) carried.not_taken += count;
  return carried;
}

Carried carry_out(std::uint32_t ranks, Call call, Bytes bytes, const Algorithms& algorithms, std::int32_t root = 0) {
  Action action;
  action.call = call;
  action.bytes = action.taken = bytes;
  action.peer = root;
  Carried carried = carry_out(trace_of(ranks, action), algorithms);
  INFO(to_string(call) << " of " << ranks << " ranks, root " << root);
  REQUIRE(carried.ended);
  REQUIRE(carried.not_taken == 0);
  return carried;
}

std::uint32_t log2_up(std::uint32_t n) {
  std::uint32_t log = 0;
  while ((1u << log) < n) ++log;
  return log;
}

constexpr std::uint32_t most_ranks = 17;
constexpr Permutation permutations[] = {Permutation::shift, Permutation::exclusive_or, Permutation::edge_colour};

}  // namespace

TEST_CASE("a barrier by dissemination takes ceil(log2 P) messages a rank") {
  for (std::uint32_t p = 1; p <= most_ranks; ++p) {
    const Carried carried = carry_out(p, Call::barrier, 0, {});
    CHECK(carried.messages() == std::size_t{p} * log2_up(p));
    CHECK(carried.bytes() == 0);
  }
}

TEST_CASE("recursive doubling takes log2 P messages a rank, and two for each rank beyond a power of two", "[quick]") {
  Algorithms by;
  by.barrier = Algorithm::recursive_doubling;
  for (const Call call : {Call::barrier, Call::allreduce})
    for (std::uint32_t p = 1; p <= most_ranks; ++p) {
      const Carried carried = carry_out(p, call, 24, by);
      std::uint32_t power = 1, log = 0;
      for (; power * 2 <= p; power *= 2) ++log;
      const std::size_t messages = std::size_t{power} * log + 2 * std::size_t{p - power};
      CHECK(carried.messages() == messages);
      CHECK(carried.bytes() == (call == Call::barrier ? 0 : 24 * messages));
    }
}

TEST_CASE("bcast and reduce take P - 1 messages, from each root, along a tree and without one") {
  for (const Algorithm algorithm : {Algorithm::binomial, Algorithm::linear})
    for (std::uint32_t p = 1; p <= most_ranks; ++p)
      for (std::uint32_t root = 0; root < p; ++root) {
        Algorithms by;
        by.bcast = by.reduce = algorithm;
        for (const Call call : {Call::bcast, Call::reduce}) {
          const Carried carried = carry_out(p, call, 100, by, static_cast<std::int32_t>(root));
          CHECK(carried.messages() == p - 1);
          CHECK(carried.bytes() == 100 * (p - 1));
          const Bytes of_root = carried.from(root);
          if (call == Call::reduce)
            CHECK(of_root == 0);
          else
            CHECK(of_root == 100 * (algorithm == Algorithm::linear ? p - 1 : log2_up(p)));
        }
      }
}

TEST_CASE("a bcast by multicast is one message of the root to all others, which each of them receives", "[multicast]") {
  Algorithms by;
  by.bcast = Algorithm::multicast;
  for (std::uint32_t p = 1; p <= most_ranks; ++p)
    for (std::uint32_t root = 0; root < p; ++root) {
      const Carried carried = carry_out(p, Call::bcast, 100, by, static_cast<std::int32_t>(root));
      CHECK(carried.multicasts == (p > 1 ? 1 : 0));
      CHECK(carried.messages() == p - 1);
      CHECK(carried.from(root) == 100 * (p - 1));
    }
}

TEST_CASE("an allreduce by multicast is a reduce to rank 0, and one message from there to all others",
          "[multicast][quick]") {
  for (const Algorithm reducing : {Algorithm::binomial, Algorithm::linear})
    for (std::uint32_t p = 1; p <= most_ranks; ++p) {
      Algorithms by;
      by.allreduce = Algorithm::multicast;
      by.reduce = reducing;
      const Carried carried = carry_out(p, Call::allreduce, 100, by);
      CHECK(carried.multicasts == (p > 1 ? 1 : 0));
      CHECK(carried.messages() == 2 * (p - 1));
      CHECK(carried.from(0) == 100 * (p - 1));
      const Carried reduced = carry_out(p, Call::reduce, 100, by);
      for (std::uint32_t r = 1; r < p; ++r) CHECK(carried.from(r) == reduced.from(r));
    }
}

TEST_CASE("a rank sends the result of an allreduce when all contributions have come", "[multicast]") {
  Algorithms by;
  by.allreduce = Algorithm::multicast;
  Action action;
  action.call = Call::allreduce;
  action.bytes = 8;
  // Of 4 ranks: 1 sends to 0 and 3 to 2, then 2 to 0.
  const auto kinds = [&](std::uint32_t rank) {
    std::vector<Step::Kind> all;
    for (const Step& step : steps_of(trace_of(4, action), rank, action, by)) all.push_back(step.kind);
    return all;
  };
  using Kind = Step::Kind;
  CHECK(kinds(0) ==
        std::vector<Kind>{Kind::receive, Kind::wait, Kind::receive, Kind::wait, Kind::multicast, Kind::wait});
  CHECK(kinds(1) == std::vector<Kind>{Kind::send, Kind::wait, Kind::receive, Kind::wait});
  CHECK(kinds(2) == std::vector<Kind>{Kind::receive, Kind::wait, Kind::send, Kind::wait, Kind::receive, Kind::wait});
}

TEST_CASE("a summary counts a multicast once, and as a message to each other rank", "[multicast]") {
  Algorithms by;
  by.bcast = Algorithm::multicast;
  Action action;
  action.call = Call::bcast;
  action.bytes = 100;
  action.peer = 2;
  const Summary summary = summary_of(trace_of(5, action), by);
  CHECK(summary.messages == 4);
  CHECK(summary.bytes == 400);
  CHECK(summary.multicasts == 1);
  CHECK(summary.multicast_bytes == 100);
  CHECK(summary.multicast_roots == std::set<std::uint32_t>{2});
  CHECK(summary_of(trace_of(5, action), {}).multicast_roots.empty());
}

TEST_CASE("a binomial gather and scatter carry each rank's block as often as its distance to the root has bits") {
  for (std::uint32_t p = 1; p <= most_ranks; ++p)
    for (std::uint32_t root = 0; root < p; ++root) {
      Bytes blocks = 0;
      for (std::uint32_t r = 1; r < p; ++r) blocks += static_cast<Bytes>(__builtin_popcount(r));
      for (const Call call : {Call::gather, Call::scatter})
        CHECK(carry_out(p, call, 8, {}, static_cast<std::int32_t>(root)).bytes() == 8 * blocks);
      Algorithms linear;
      linear.gather = linear.scatter = Algorithm::linear;
      for (const Call call : {Call::gather, Call::scatter})
        CHECK(carry_out(p, call, 8, linear, static_cast<std::int32_t>(root)).bytes() == 8 * (p - 1));
    }
}

TEST_CASE("gatherv sends each rank's own bytes to the root, scatterv the counts from it") {
  const Carried gathered = carry_out(5, Call::gatherv, 7, {}, 2);
  CHECK(gathered.bytes() == 4 * 7);
  const Carried scattered = carry_out(5, Call::scatterv, 7, {}, 2);
  for (std::uint32_t r = 0; r < 5; ++r)
    if (r != 2) CHECK(scattered.sent.at({2, r}) == std::vector<Bytes>{10 + r});
}

TEST_CASE("an allgather brings every block to every rank, whatever the algorithm", "[quick]") {
  for (const Algorithm algorithm : {Algorithm::ring, Algorithm::recursive_doubling})
    for (std::uint32_t p = 1; p <= most_ranks; ++p) {
      Algorithms by;
      by.allgather = algorithm;
      const Carried carried = carry_out(p, Call::allgather, 6, by);
      CHECK(carried.bytes() == 6 * std::size_t{p} * (p - 1));
      const std::size_t rounds = algorithm == Algorithm::ring ? p - 1 : log2_up(p);
      CHECK(carried.messages() == p * rounds);
      Bytes blocks = 0;
      for (std::uint32_t r = 0; r < p; ++r) blocks += 10 + r;
      CHECK(carry_out(p, Call::allgatherv, 6, by).bytes() == blocks * (p - 1));
    }
}

TEST_CASE("an allreduce in a ring sends 2 (P - 1) parts of b / P bytes a rank", "[quick]") {
  Algorithms by;
  by.allreduce = Algorithm::ring;
  for (std::uint32_t p = 1; p <= most_ranks; ++p) {
    const Carried carried = carry_out(p, Call::allreduce, 1000, by);
    CHECK(carried.messages() == 2 * std::size_t{p} * (p - 1));
    CHECK(carried.bytes() == 2 * 1000 * (p - 1));  // each part passes P - 1 links twice
  }
}

TEST_CASE("in an allreduce in a ring each rank sends its own part, and then the part received last") {
  Algorithms by;
  by.allreduce = Algorithm::ring;
  constexpr Bytes bytes = 1000;
  for (std::uint32_t p = 2; p <= most_ranks; ++p) {
    INFO(p << " ranks");
    const Carried carried = carry_out(p, Call::allreduce, bytes, by);
    const auto sent_by = [&](std::uint32_t r) { return carried.sent.at({r % p, (r + 1) % p}); };
    for (std::uint32_t r = 0; r < p; ++r) {
      const std::vector<Bytes> sent = sent_by(r), came = sent_by(r + p - 1);
      CHECK(sent.front() == bytes / p + (r < bytes % p ? 1 : 0));  // the first parts are a byte longer
      CHECK(std::vector<Bytes>(sent.begin() + 1, sent.end()) == std::vector<Bytes>(came.begin(), came.end() - 1));
    }
  }
}

TEST_CASE("an alltoall sends one message from each rank to each other, its own bytes or its count") {
  for (const Algorithm algorithm : {Algorithm::pairwise, Algorithm::linear})
    for (std::uint32_t p = 1; p <= most_ranks; ++p) {
      Algorithms by;
      by.alltoall = algorithm;
      for (const Call call : {Call::alltoall, Call::alltoallv, Call::reducescatter}) {
        const Carried carried = carry_out(p, call, 12, by);
        CHECK(carried.sent.size() == std::size_t{p} * (p - 1));
        for (const auto& [pair, messages] : carried.sent)
          CHECK(messages == std::vector<Bytes>{call == Call::alltoall ? 12 : Bytes{10 + pair.second}});
      }
    }
}

namespace {

/// Of so many bytes.
std::vector<Bytes> pieces(Bytes bytes, Bytes piece) {
  std::vector<Bytes> all;
  for (; bytes > piece; bytes -= piece) all.push_back(piece);
  all.push_back(bytes);
  return all;
}

/// The ranks to which a rank sends in its call, and those from which it receives, in order.
struct Partners {
  std::vector<std::uint32_t> to, from;

  bool operator==(const Partners& other) const { return to == other.to && from == other.from; }
};
Partners partners(const Trace& trace, std::uint32_t rank, const Algorithms& by) {
  Partners all;
  for (const Step& step : steps_of(trace, rank, trace.ranks[rank].actions.front(), by))
    if (step.kind == Step::Kind::send)
      all.to.push_back(step.peer);
    else if (step.kind == Step::Kind::receive)
      all.from.push_back(step.peer);
  return all;
}

}  // namespace

TEST_CASE("an alltoall by shuffle sends each piece to all others before the next one", "[quick]") {
  Algorithms by;
  by.alltoall = Algorithm::shuffle;
  by.piece = 5;
  for (std::uint32_t p = 1; p <= most_ranks; ++p) {
    const Carried carried = carry_out(p, Call::alltoall, 12, by);
    CHECK(carried.sent.size() == std::size_t{p} * (p - 1));
    for (const auto& [pair, messages] : carried.sent) CHECK(messages == std::vector<Bytes>{5, 5, 2});
  }
  for (const auto& [pair, messages] : carry_out(4, Call::alltoall, 0, by).sent)
    CHECK(messages == std::vector<Bytes>{0});
  Action action;
  action.call = Call::alltoall;
  action.bytes = 10;
  const Partners all = partners(trace_of(4, action), 1, by);
  CHECK(all.to == std::vector<std::uint32_t>{2, 3, 0, 2, 3, 0});
  CHECK(all.from == std::vector<std::uint32_t>{0, 3, 2, 0, 3, 2});
}

TEST_CASE("an alltoall meets each other rank once, by each algorithm and permutation", "[quick]") {
  for (const Permutation permutation : permutations)
    for (std::uint32_t p = 2; p <= most_ranks; ++p) {
      if (!slackline::exchange::fits(permutation, p)) continue;
      std::map<Algorithm, std::vector<Partners>> found;
      for (const Algorithm algorithm : {Algorithm::pairwise, Algorithm::linear, Algorithm::shuffle}) {
        INFO(to_string(permutation) << " of " << p << " ranks");
        Algorithms by;
        by.alltoall = algorithm;
        by.permutation = permutation;
        Action action;
        for (const Call call : {Call::alltoall, Call::alltoallv}) {
          const Carried carried = carry_out(p, call, 12, by);
          CHECK(carried.sent.size() == std::size_t{p} * (p - 1));
          for (const auto& [pair, messages] : carried.sent)
            CHECK(messages == std::vector<Bytes>{call == Call::alltoall ? 12 : Bytes{10 + pair.second}});
          action.call = call;
          for (std::uint32_t r = 0; r < p; ++r) found[algorithm].push_back(partners(trace_of(p, action), r, by));
        }
      }
      for (const auto& [algorithm, of_calls] : found) {
        CHECK(of_calls == found[Algorithm::pairwise]);  // in one order
        for (std::uint32_t i = 0; i < of_calls.size(); ++i) {
          std::vector<std::uint32_t> others(p);
          std::iota(others.begin(), others.end(), 0);
          others.erase(others.begin() + i % p);
          CHECK_THAT(of_calls[i].to, Catch::Matchers::UnorderedEquals(others));
          CHECK_THAT(of_calls[i].from, Catch::Matchers::UnorderedEquals(others));
        }
      }
    }
}

TEST_CASE("the permutation of an alltoall gives a rank's partner in each step", "[quick]") {
  using Ranks = std::vector<std::uint32_t>;
  const auto of_rank = [](std::uint32_t rank, std::uint32_t ranks, const Algorithms& by, Call call = Call::alltoall) {
    Action action;
    action.call = call;
    return partners(trace_of(ranks, action), rank, by);
  };
  CHECK(of_rank(1, 4, {}) == Partners{{2, 3, 0}, {0, 3, 2}});
  Algorithms by;
  by.permutation = Permutation::exclusive_or;
  CHECK(of_rank(0, 4, by) == Partners{{1, 2, 3}, {1, 2, 3}});
  CHECK(of_rank(1, 4, by) == Partners{{0, 3, 2}, {0, 3, 2}});
  CHECK(of_rank(1, 4, by, Call::reducescatter) == Partners{{2, 3, 0}, {0, 3, 2}});
  by.permutation = Permutation::edge_colour;
  const Ranks of_first{1, 2, 3, 4, 5}, of_second{0, 5, 2, 3, 4}, of_last{3, 1, 4, 2, 0};
  CHECK(of_rank(0, 6, by) == Partners{of_first, of_first});
  CHECK(of_rank(1, 6, by) == Partners{of_second, of_second});
  CHECK(of_rank(5, 6, by) == Partners{of_last, of_last});
  // Ranks 0, 2, 4, 1, 3, 5 of three switches of two are numbered in this order.
  by.permutation = Permutation::shift;
  by.reordering = {2, 3};
  CHECK(of_rank(0, 6, by) == Partners{{2, 4, 1, 3, 5}, {5, 3, 1, 4, 2}});
}

TEST_CASE("a rank waits for its partners in each step of a pairwise alltoall, and for all at the end of others",
          "[quick]") {
  using Kind = Step::Kind;
  const auto kinds = [](Algorithm algorithm) {
    Algorithms by;
    by.alltoall = algorithm;
    by.permutation = Permutation::exclusive_or;
    Action action;
    action.call = Call::alltoall;
    std::vector<Kind> all;
    for (const Step& step : steps_of(trace_of(4, action), 2, action, by)) all.push_back(step.kind);
    return all;
  };
  const Kind receive = Kind::receive, send = Kind::send, wait = Kind::wait;
  CHECK(kinds(Algorithm::pairwise) == std::vector<Kind>{receive, send, wait, receive, send, wait, receive, send, wait});
  CHECK(kinds(Algorithm::linear) == std::vector<Kind>{receive, receive, receive, send, send, send, wait});
  CHECK(kinds(Algorithm::shuffle) == std::vector<Kind>{receive, send, receive, send, receive, send, wait});
}

TEST_CASE("in an alltoallv by shuffle each rank sends as many pieces as its count for a rank has", "[quick]") {
  Algorithms by;
  by.alltoall = Algorithm::shuffle;
  by.piece = 5;
  for (std::uint32_t p = 1; p <= most_ranks; ++p) {
    const Carried carried = carry_out(p, Call::alltoallv, 0, by);
    CHECK(carried.sent.size() == std::size_t{p} * (p - 1));
    for (const auto& [pair, messages] : carried.sent) CHECK(messages == pieces(10 + pair.second, 5));
  }
  // Rank 1 of 4 sends 12 bytes to rank 2, 13 to rank 3 and 10 to rank 0, and receives 11 from each.
  Action action;
  action.call = Call::alltoallv;
  const Partners all = partners(trace_of(4, action), 1, by);
  CHECK(all.to == std::vector<std::uint32_t>{2, 3, 0, 2, 3, 0, 2, 3});
  CHECK(all.from == std::vector<std::uint32_t>{0, 3, 2, 0, 3, 2, 0, 3, 2});
  // Nothing to send is one message without data.
  Trace none = trace_of(3, action);
  for (RankTrace& rank : none.ranks) rank.counts.assign(6, 0);
  const Carried carried = carry_out(none, by);
  CHECK(carried.ended);
  CHECK(carried.not_taken == 0);
  CHECK(carried.messages() == 6);
  CHECK(carried.bytes() == 0);
}

TEST_CASE("the smallest piece of a trace limits the messages of its largest alltoall, in all ranks together",
          "[quick]") {
  Action action;
  action.call = Call::alltoall;
  action.bytes = 3'000'001;
  CHECK(least_piece(trace_of(5, action), 1) == 16);  // 200,000 pieces of each of 20 pairs
  CHECK(least_piece(trace_of(5, action), 17) == 17);
  CHECK(least_piece(trace_of(1, action), 1) == 1);
  // 16 messages of a byte, and 4 pairs with up to 999,996 pieces each.
  Trace late = trace_of(5, action);
  for (std::size_t r = 0; r < 4; ++r) late.ranks[r].actions.front().bytes = 1;
  CHECK(least_piece(late, 1) == 4);
  // Another call does not count together with it.
  for (RankTrace& rank : late.ranks) rank.actions.push_back(rank.actions.front());
  CHECK(least_piece(late, 1) == 4);
  action.bytes = 10;
  CHECK(least_piece(trace_of(5, action), 1) == 1);
  // The counts of an alltoallv: rank 4 sends much.
  action.call = Call::alltoallv;
  Trace counted = trace_of(5, action);
  CHECK(least_piece(counted, 1) == 1);
  for (std::size_t i = 0; i < 4; ++i) counted.ranks[4].counts[i] = 3'000'001;
  CHECK(least_piece(counted, 1) == 4);
}

TEST_CASE("the computation of a collective call comes last") {
  Action action;
  action.call = Call::allreduce;
  action.amount = 99;
  const std::vector<Step> steps = steps_of(trace_of(3, action), 1, action, {});
  CHECK(steps.back().kind == Step::Kind::compute);
  CHECK(steps.back().amount == 99);
}
