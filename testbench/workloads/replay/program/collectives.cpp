#include "testbench/workloads/replay/program/collectives.hpp"

#include <algorithm>
#include <utility>

namespace slackline::replay {

namespace {

std::uint32_t power_of_two_at_most(std::uint32_t n) {
  std::uint32_t power = 1;
  while (power * 2 <= n) power *= 2;
  return power;
}

class Schedule {
 public:
  Schedule(const Trace& trace, std::uint32_t rank, const Action& action)
      : ranks_(static_cast<std::uint32_t>(trace.ranks.size())),
        rank_(rank),
        root_(static_cast<std::uint32_t>(action.peer)),
        bytes_(action.bytes),
        taken_(action.taken),
        counts_(trace.ranks[rank].counts.data() + action.counts) {}

  std::vector<Step> take() { return std::move(steps_); }

  void barrier(Algorithm algorithm) {
    if (algorithm == Algorithm::recursive_doubling) return recursive_doubling(0);
    for (std::uint64_t distance = 1; distance < ranks_; distance *= 2) exchange(after(distance), before(distance), 0);
  }

  void bcast(Algorithm algorithm) {
    if (algorithm == Algorithm::linear) return from_root([&](std::uint32_t) { return bytes_; });
    if (algorithm == Algorithm::multicast) return at_once_from_root();
    down_tree([&](std::uint32_t) { return bytes_; });
  }

  void reduce(Algorithm algorithm) {
    if (algorithm == Algorithm::linear) return to_root();
    up_tree([&](std::uint32_t) { return bytes_; });
  }

  /// `reducing`: the algorithm of the reduction that goes before a multicast, with rank 0 as its root.
  void allreduce(Algorithm algorithm, Algorithm reducing) {
    if (algorithm == Algorithm::recursive_doubling) return recursive_doubling(bytes_);
    if (algorithm == Algorithm::multicast) {
      reduce(reducing);
      return at_once_from_root();
    }
    for (std::uint32_t round = 0; round + 1 < ranks_; ++round) exchange(after(1), before(1), chunk(before(round)));
    for (std::uint32_t round = 0; round + 1 < ranks_; ++round)
      exchange(after(1), before(1), chunk(before(round + ranks_ - 1)));
  }

  void gather(Algorithm algorithm) {
    if (algorithm == Algorithm::linear) return to_root();
    up_tree([&](std::uint32_t subtree) { return bytes_ * subtree; });
  }

  void scatter(Algorithm algorithm) {
    const std::uint64_t block = rank_ == root_ ? bytes_ : taken_;
    if (algorithm == Algorithm::linear) return from_root([&](std::uint32_t) { return block; });
    down_tree([&](std::uint32_t subtree) { return block * subtree; });
  }

  void scatterv() {
    from_root([&](std::uint32_t to) { return counts_[to]; });
  }

  /// `size(r)` is the block of rank r.
  template <class Size>
  void allgather(Algorithm algorithm, Size&& size) {
    if (algorithm == Algorithm::ring) {
      for (std::uint32_t round = 0; round + 1 < ranks_; ++round) exchange(after(1), before(1), size(before(round)));
      return;
    }
    const bool power = power_of_two_at_most(ranks_) == ranks_;
    for (std::uint32_t distance = 1; distance < ranks_; distance *= 2) {
      const std::uint32_t first = power ? rank_ / distance * distance : rank_;
      std::uint64_t sum = 0;
      for (std::uint32_t i = 0; i < std::min(distance, ranks_ - distance); ++i) sum += size((first + i) % ranks_);
      if (power)
        exchange(rank_ ^ distance, rank_ ^ distance, sum);
      else
        exchange(before(distance), after(distance), sum);
    }
  }

  /// `size(r)` bytes to rank r.
  template <class Size>
  void alltoall(Algorithm algorithm, const exchange::Orders& orders, Size&& size) {
    const auto destination = [&](std::uint32_t step) { return orders.destination(rank_, step); };
    const auto source = [&](std::uint32_t step) { return orders.source(rank_, step); };
    if (algorithm == Algorithm::pairwise) {
      for (std::uint32_t step = 1; step < ranks_; ++step)
        exchange(destination(step), source(step), size(destination(step)));
      return;
    }
    for (std::uint32_t step = 1; step < ranks_; ++step) receive(source(step));
    for (std::uint32_t step = 1; step < ranks_; ++step) send(destination(step), size(destination(step)));
    wait();
  }

  /// `sent(r)` bytes to rank r and `taken(r)` from it: both know how many pieces these are.
  template <class Sent, class Taken>
  void shuffle(const exchange::Orders& orders, std::uint64_t piece, Sent&& sent, Taken&& taken) {
    struct Partners {
      std::uint32_t to, from;
    };
    std::vector<Partners> steps;  // in which there is something left
    for (std::uint32_t step = 1; step < ranks_; ++step)
      steps.push_back({orders.destination(rank_, step), orders.source(rank_, step)});
    for (std::uint64_t at = 0; !steps.empty(); at += piece) {
      for (const auto [to, from] : steps) {
        if (at == 0 || at < taken(from)) receive(from);
        if (at == 0 || at < sent(to)) send(to, std::min(sent(to) - at, piece));
      }
      const auto is_over = [&](const Partners& step) {
        return sent(step.to) <= at + piece && taken(step.from) <= at + piece;
      };
      steps.erase(std::remove_if(steps.begin(), steps.end(), is_over), steps.end());
    }
    wait();
  }

  void compute(std::uint64_t operations) {
    if (operations != 0) steps_.push_back({Step::Kind::compute, 0, operations});
  }

  std::uint64_t own_bytes() const { return bytes_; }
  std::uint64_t count(std::uint32_t rank) const { return counts_[rank]; }
  std::uint64_t taken_count(std::uint32_t rank) const { return counts_[ranks_ + rank]; }

  void to_root() {
    if (rank_ == root_)
      for (std::uint32_t other = 1; other < ranks_; ++other) receive(after(other));
    else
      send(root_, bytes_);
    wait();
  }

 private:
  void send(std::uint32_t to, std::uint64_t bytes) { steps_.push_back({Step::Kind::send, to, bytes}); }
  void receive(std::uint32_t from) { steps_.push_back({Step::Kind::receive, from, 0}); }
  void wait() { steps_.push_back({Step::Kind::wait, 0, 0}); }
  void exchange(std::uint32_t to, std::uint32_t from, std::uint64_t bytes) {
    receive(from);
    send(to, bytes);
    wait();
  }

  std::uint32_t after(std::uint64_t distance) const { return static_cast<std::uint32_t>((rank_ + distance) % ranks_); }
  std::uint32_t before(std::uint64_t distance) const {
    return static_cast<std::uint32_t>((rank_ + ranks_ - distance % ranks_) % ranks_);
  }
  /// Of `bytes_` in as many nearly equal parts as there are ranks. Below 2^50 bytes and 2^13 ranks.
  std::uint64_t chunk(std::uint32_t part) const { return bytes_ / ranks_ + (part < bytes_ % ranks_ ? 1 : 0); }

  template <class Size>
  void from_root(Size&& size) {
    if (rank_ == root_)
      for (std::uint32_t other = 1; other < ranks_; ++other) send(after(other), size(after(other)));
    else
      receive(root_);
    wait();
  }

  void at_once_from_root() {
    if (rank_ == root_)
      steps_.push_back({Step::Kind::multicast, 0, bytes_});
    else
      receive(root_);
    wait();
  }

  std::uint32_t relative() const { return (rank_ + ranks_ - root_) % ranks_; }
  std::uint32_t absolute(std::uint32_t relative) const { return (relative + root_) % ranks_; }

  /// `size(subtree)`: bytes that cross the edge above a subtree of so many ranks.
  template <class Size>
  void down_tree(Size&& size) {
    const std::uint32_t own = relative();
    std::uint32_t mask = 1;
    for (; mask < ranks_ && (own & mask) == 0; mask *= 2) {
    }
    if (own != 0) {
      receive(absolute(own - mask));
      wait();
    }
    for (mask /= 2; mask != 0; mask /= 2)
      if (own + mask < ranks_) send(absolute(own + mask), size(std::min(mask, ranks_ - own - mask)));
    wait();
  }

  template <class Size>
  void up_tree(Size&& size) {
    const std::uint32_t own = relative();
    std::uint32_t mask = 1;
    for (; mask < ranks_ && (own & mask) == 0; mask *= 2)
      if (own + mask < ranks_) {
        receive(absolute(own + mask));
        wait();
      }
    if (own == 0) return;
    send(absolute(own - mask), size(std::min(mask, ranks_ - own)));
    wait();
  }

  void recursive_doubling(std::uint64_t bytes) {
    const std::uint32_t power = power_of_two_at_most(ranks_), folded = 2 * (ranks_ - power);
    if (rank_ < folded && rank_ % 2 == 0) {
      send(rank_ + 1, bytes);
      wait();
      receive(rank_ + 1);
      return wait();
    }
    if (rank_ < folded) {
      receive(rank_ - 1);
      wait();
    }
    const std::uint32_t own = rank_ < folded ? rank_ / 2 : rank_ - folded / 2;
    for (std::uint32_t distance = 1; distance < power; distance *= 2) {
      const std::uint32_t other = own ^ distance, peer = other < folded / 2 ? 2 * other + 1 : other + folded / 2;
      exchange(peer, peer, bytes);
    }
    if (rank_ < folded) {
      send(rank_ - 1, bytes);
      wait();
    }
  }

  std::uint32_t ranks_, rank_, root_;
  std::uint64_t bytes_, taken_;
  const std::uint64_t* counts_;
  std::vector<Step> steps_;
};

/// Messages of a rank in one of its calls, if that is an alltoall by shuffle with such pieces.
std::uint64_t pieces_of(const Trace& trace, std::uint32_t rank, const Action& action, std::uint64_t piece) {
  const auto pieces = [piece](std::uint64_t bytes) {
    return bytes == 0 ? 1 : std::min((bytes - 1) / piece + 1, most_pieces + 1);
  };
  const std::uint64_t ranks = trace.ranks.size();
  if (action.call == Call::alltoall) return (ranks - 1) * pieces(action.bytes);
  std::uint64_t sum = 0;
  if (action.call == Call::alltoallv)
    for (std::uint32_t to = 0; to < ranks; ++to)
      if (to != rank) sum += pieces(trace.ranks[rank].counts[action.counts + to]);
  return sum;
}

/// Messages of all ranks in the alltoall that has most.
std::uint64_t pieces_of_largest(const Trace& trace, std::uint64_t piece) {
  std::vector<std::uint64_t> of_calls;  // the n-th collective call of each rank is one of all ranks
  for (std::uint32_t rank = 0; rank < trace.ranks.size(); ++rank) {
    std::size_t n = 0;
    for (const Action& action : trace.ranks[rank].actions) {
      if (!is_collective(action.call)) continue;
      if (n == of_calls.size()) of_calls.push_back(0);
      of_calls[n++] += pieces_of(trace, rank, action, piece);
    }
  }
  return of_calls.empty() ? 0 : *std::max_element(of_calls.begin(), of_calls.end());
}

}  // namespace

bool has_alltoall(const Trace& trace) {
  const auto is_alltoall = [](const Action& action) {
    return action.call == Call::alltoall || action.call == Call::alltoallv;
  };
  return trace.ranks.size() > 1 && std::any_of(trace.ranks.begin(), trace.ranks.end(), [&](const RankTrace& rank) {
           return std::any_of(rank.actions.begin(), rank.actions.end(), is_alltoall);
         });
}

std::uint64_t least_piece(const Trace& trace, std::uint64_t from) {
  const std::uint64_t ranks = trace.ranks.size(), most = std::max(most_pieces, ranks * (ranks - 1));
  if (pieces_of_largest(trace, from) <= most) return from;
  std::uint64_t too_small = from, enough = from;
  while (pieces_of_largest(trace, enough) > most) too_small = std::exchange(enough, 2 * enough);
  while (enough - too_small > 1) {
    const std::uint64_t piece = too_small + (enough - too_small) / 2;
    (pieces_of_largest(trace, piece) > most ? too_small : enough) = piece;
  }
  return enough;
}

std::vector<Step> steps_of(const Trace& trace, std::uint32_t rank, const Action& action, const Algorithms& algorithms) {
  Schedule schedule(trace, rank, action);
  const auto ranks = static_cast<std::uint32_t>(trace.ranks.size());
  const exchange::Orders orders(algorithms.permutation, ranks, algorithms.reordering);
  const auto own = [&](std::uint32_t) { return schedule.own_bytes(); };
  const auto counted = [&](std::uint32_t r) { return schedule.count(r); };
  const auto taken = [&](std::uint32_t r) { return schedule.taken_count(r); };
  if (ranks > 1) switch (action.call) {
      case Call::barrier: schedule.barrier(algorithms.barrier); break;
      case Call::bcast: schedule.bcast(algorithms.bcast); break;
      case Call::reduce: schedule.reduce(algorithms.reduce); break;
      case Call::allreduce: schedule.allreduce(algorithms.allreduce, algorithms.reduce); break;
      case Call::alltoall:
        if (algorithms.alltoall == Algorithm::shuffle)
          schedule.shuffle(orders, algorithms.piece, own, own);
        else
          schedule.alltoall(algorithms.alltoall, orders, own);
        break;
      case Call::alltoallv:
        if (algorithms.alltoall == Algorithm::shuffle)
          schedule.shuffle(orders, algorithms.piece, counted, taken);
        else
          schedule.alltoall(algorithms.alltoall, orders, counted);
        break;
      case Call::gather: schedule.gather(algorithms.gather); break;
      case Call::gatherv: schedule.to_root(); break;
      case Call::allgather: schedule.allgather(algorithms.allgather, own); break;
      case Call::allgatherv: schedule.allgather(algorithms.allgather, counted); break;
      case Call::scatter: schedule.scatter(algorithms.scatter); break;
      case Call::scatterv: schedule.scatterv(); break;
      case Call::reducescatter:
        schedule.alltoall(Algorithm::pairwise, {exchange::Permutation::shift, ranks}, counted);
        break;
      default: break;
    }
  schedule.compute(action.amount);
  return schedule.take();
}

}  // namespace slackline::replay
