#include "tests/rtl_models/firmware/multicast_exploration.hpp"

#include <algorithm>
#include <cstring>
#include <deque>

#include "rtl_models/firmware/catalogue.h"

namespace slackline::firmware::test {

namespace {

constexpr std::uint32_t nobody = ~0u;

/// The numbers of the states that have been seen, by their hashes.
class Seen {
 public:
  Seen() : slots_(1 << 12) {}
  /// The number of a state, which is `next` if it is a new one.
  std::uint32_t number_of(std::uint64_t hash, std::uint32_t next) {
    if (2 * count_ >= slots_.size()) grow();
    Slot& slot = slot_of(hash);
    if (slot.number == nobody) {
      slot = {hash, next};
      ++count_;
    }
    return slot.number;
  }

 private:
  struct Slot {
    std::uint64_t hash = 0;
    std::uint32_t number = nobody;
  };
  Slot& slot_of(std::uint64_t hash) {
    std::size_t i = hash & (slots_.size() - 1);
    while (slots_[i].number != nobody && slots_[i].hash != hash) i = (i + 1) & (slots_.size() - 1);
    return slots_[i];
  }
  void grow() {
    std::vector<Slot> before(2 * slots_.size());
    before.swap(slots_);
    for (const Slot& slot : before)
      if (slot.number != nobody) slot_of(slot.hash) = slot;
  }

  std::vector<Slot> slots_;
  std::size_t count_ = 0;
};

/// Two words at once; most are the same.
std::uint64_t two_words(const std::uint32_t* words) {
  std::uint64_t both = 0;
  std::memcpy(&both, words, sizeof both);
  return both;
}
bool are_equal(const std::uint32_t* a, const std::uint32_t* b) {
  return ((two_words(a) ^ two_words(b)) | (two_words(a + 2) ^ two_words(b + 2)) |
          (two_words(a + 4) ^ two_words(b + 4)) | (two_words(a + 6) ^ two_words(b + 6))) == 0;
}

/// A state as its differences from the first one: pairs of a place and a word.
using Difference = std::vector<std::uint32_t>;

class Explorer {
 public:
  explicit Explorer(const Exploration& exploration)
      : exploration_(exploration), model_(firmware_multicast, params_of(exploration)) {
    model_.handlers_wait = exploration.handlers_wait;
    for (const Plan& plan : exploration.plans)
      model_.post(plan.originator, {NIC_COMMAND_MULTICAST, plan.group, message_of(plan), exploration.words});
    model_.clear_dead_words();
    base_ = model_.words;
  }

  Explored run() {
    add(nobody, Move());
    while (!waiting_.empty()) {
      const std::uint32_t number = first_waiting_++;
      const Difference difference = std::move(waiting_.front());
      waiting_.pop_front();
      restore(difference);
      model_.moves(moves_);
      if (moves_.empty()) note_end(number);
      for (std::size_t i = 0; i < moves_.size(); ++i) {
        if (i != 0) restore(difference);
        try {
          model_.make(moves_[i]);
        } catch (const ModelError& error) {
          throw ModelError(std::string(error.what()) + " after " + trace(number) + "; " + to_string(moves_[i]));
        }
        model_.clear_dead_words();
        edges_.push_back({number, add(number, moves_[i])});
      }
    }
    explored_.states = parents_.size();
    explored_.moves = edges_.size();
    count_lost();
    explored_.sender_steps = model_.sender_steps;
    explored_.receiver_steps = model_.receiver_steps;
    return explored_;
  }

 private:
  struct Edge {
    std::uint32_t from, to;
  };
  struct Parent {
    std::uint32_t state;
    Move move;
  };

  /// The messages of an originator, in the order of its plans.
  std::uint32_t message_of(const Plan& plan) const {
    std::uint32_t number = 0;
    for (const Plan* other = exploration_.plans.data(); other != &plan; ++other)
      number += other->originator == plan.originator;
    return number;
  }

  void restore(const Difference& difference) {
    model_.words = base_;
    for (std::size_t i = 0; i < difference.size(); i += 2) model_.words[difference[i]] = difference[i + 1];
  }

  /// The number of the model's state.
  std::uint32_t add(std::uint32_t parent, const Move& move) {
    std::uint64_t hash = 0x9e3779b97f4a7c15;
    scratch_.clear();
    const std::uint32_t *const here = model_.words.data(), *const there = base_.data();
    const auto size = static_cast<std::uint32_t>(base_.size());
    for (std::uint32_t i = 0; i < size; ++i) {
      if (i + 8 <= size && are_equal(here + i, there + i)) {
        i += 7;
        continue;
      }
      if (here[i] == there[i]) continue;
      scratch_.push_back(i);
      scratch_.push_back(here[i]);
      hash = (hash ^ (std::uint64_t{i} << 32 | here[i])) * 0xff51afd7ed558ccd;
      hash ^= hash >> 32;
    }
    const auto next = static_cast<std::uint32_t>(parents_.size());
    const std::uint32_t number = seen_.number_of(hash, next);
    if (number == next) {
      parents_.push_back({parent, move});
      waiting_.push_back(scratch_);
    }
    return number;
  }

  std::string trace(std::uint32_t number) const {
    std::vector<std::string> all;
    for (; parents_[number].state != nobody; number = parents_[number].state)
      all.push_back(to_string(parents_[number].move));
    std::string text;
    for (auto i = all.rbegin(); i != all.rend(); ++i) text += (text.empty() ? "" : "; ") + *i;
    return text;
  }

  /// All members have it once, their originators have been notified once, and nobody else.
  bool is_complete() const {
    std::uint32_t expected = 0;
    bool complete = model_.is_idle();
    for (const Plan& plan : exploration_.plans) {
      complete &= model_.told(plan.originator, NIC_DONE_SENT, plan.group, message_of(plan)) == 1;
      for (const std::uint32_t member : plan.members)
        complete &= model_.told(member, NIC_DONE_RECEIVED, plan.originator, message_of(plan)) == 1;
      expected += 1 + static_cast<std::uint32_t>(plan.members.size());
    }
    return complete && model_.completions_told() == expected;
  }

  void note_end(std::uint32_t number) {
    if (is_complete()) {
      ++explored_.ends;
      ends_.push_back(number);
      return;
    }
    if (++explored_.deadlocks != 1) return;
    explored_.first_deadlock = trace(number);
    replay(number);
  }

  /// Makes the moves to a state, for what the firmware exports there.
  void replay(std::uint32_t number) {
    std::vector<Move> all;
    for (; parents_[number].state != nobody; number = parents_[number].state) all.push_back(parents_[number].move);
    Model model(firmware_multicast, model_.params());
    model.handlers_wait = model_.handlers_wait;
    for (const Plan& plan : exploration_.plans)
      model.post(plan.originator, {NIC_COMMAND_MULTICAST, plan.group, message_of(plan), exploration_.words});
    for (auto move = all.rbegin(); move != all.rend(); ++move) model.make(*move);
    explored_.exported = model.exported;
    explored_.deadlock_without_nack =
        !model.receiver_steps[RECEIVER_REFUSES] && !model.receiver_steps[RECEIVER_REFUSES_LISTED];
  }

  /// States from which no end can be reached: those that the edges do not lead back to from the ends.
  void count_lost() {
    std::sort(edges_.begin(), edges_.end(), [](const Edge& a, const Edge& b) { return a.to < b.to; });
    std::vector<bool> reaches(parents_.size());
    std::vector<std::uint32_t> open = ends_;
    for (const std::uint32_t end : ends_) reaches[end] = true;
    while (!open.empty()) {
      const std::uint32_t state = open.back();
      open.pop_back();
      auto edge = std::lower_bound(edges_.begin(), edges_.end(), state,
                                   [](const Edge& e, std::uint32_t to) { return e.to < to; });
      for (; edge != edges_.end() && edge->to == state; ++edge) {
        if (reaches[edge->from]) continue;
        reaches[edge->from] = true;
        open.push_back(edge->from);
      }
    }
    explored_.lost = static_cast<std::uint64_t>(std::count(reaches.begin(), reaches.end(), false));
  }

  const Exploration& exploration_;
  Model model_;
  std::vector<std::uint32_t> base_;
  Seen seen_;
  std::deque<Difference> waiting_;
  std::uint32_t first_waiting_ = 0;
  std::vector<Parent> parents_;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> ends_;
  std::vector<Move> moves_;
  Difference scratch_;
  Explored explored_;
};

}  // namespace

ModelParams params_of(const Exploration& exploration) {
  ModelParams params;
  params.nodes = exploration.nodes;
  params.memory_bytes = 1856;
  params.most_words = WORM_HEADER_WORDS + 1;
  params.messages = 2;
  params.queue_depth = 5;
  params.most_buffers = 12;
  params.most_parts = 6;
  params.parameters[NIC_PARAMETER_PACKET_WORDS] = 1;
  params.parameters[NIC_PARAMETER_WINDOW] = 2;
  params.parameters[NIC_PARAMETER_BUFFERS] = 1;
  const multicast_scheme scheme = exploration.has_manager ? SCHEME_MANAGER
                                  : exploration.is_fifo   ? SCHEME_FIFO
                                                          : SCHEME_PLAIN;
  params.own_parameters[SETTING_SCHEME] = scheme;
  params.own_parameters[SETTING_BUFFERS] = exploration.buffers;
  params.own_parameters[SETTING_BUFFER_WORDS] = 1;
  params.own_parameters[SETTING_TIMEOUT] = exploration.has_timeouts ? 1u << 30 : 0;
  params.own_parameters[SETTING_CUT_THROUGH] = exploration.cut_through;
  params.own_parameters[SETTING_ACK] = exploration.early & 1;
  params.own_parameters[SETTING_READY] = exploration.early >> 1 & 1;
  params.overtakes = exploration.overtakes;
  params.tables = tables(exploration.nodes, exploration.plans, scheme);
  return params;
}

Explored explore(const Exploration& exploration) { return Explorer(exploration).run(); }

}  // namespace slackline::firmware::test
