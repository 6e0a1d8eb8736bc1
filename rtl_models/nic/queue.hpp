// queue: a first-in first-out queue in registers, of a fixed depth. Its entries lie in storage of the owner.
#pragma once

#include <cstdint>

#include "rtl_models/common/arena.hpp"

namespace slackline::nic {

struct QueueCounters {
  std::uint32_t fullest = 0;  ///< the most entries that it has held
};

template <class Entry>
struct Queue : QueueCounters {
  Entry* entries = nullptr;  ///< storage of the owner
  std::uint32_t depth = 0;
  std::uint32_t first = 0, count = 0;

  bool empty() const { return count == 0; }
  bool full() const { return count == depth; }
  std::uint32_t space() const { return depth - count; }
  Entry& front() { return entries[first]; }
  const Entry& front() const { return entries[first]; }
  /// The n-th, the oldest being 0.
  Entry& at(std::uint32_t n) { return entries[index(n)]; }
  const Entry& at(std::uint32_t n) const { return entries[index(n)]; }

  /// Not when full.
  void push(const Entry& entry) {
    at(count) = entry;
    if (++count > fullest) fullest = count;
  }
  /// Nothing, when empty.
  void pop() {
    if (count == 0) return;
    first = first + 1 < depth ? first + 1 : 0;
    --count;
  }
  /// Takes the n-th out; those after it move up.
  void remove(std::uint32_t n) {
    for (; n + 1 < count; ++n) at(n) = at(n + 1);
    --count;
  }

 private:
  std::uint32_t index(std::uint32_t n) const { return first + n < depth ? first + n : first + n - depth; }
};

template <class Entry>
void bind(Queue<Entry>& queue, std::uint32_t depth, Arena& arena) {
  queue = Queue<Entry>();
  queue.entries = arena.take<Entry>(depth);
  queue.depth = depth;
}

/// `S`: a Queue. `visit_entry(entry)` names the registers of one entry.
template <class S, class Visitor, class VisitEntry>
void visit(S& queue, const char* name, Visitor& v, VisitEntry&& visit_entry) {
  v.open(name, 0);
  v.reg("first", queue.first);
  v.reg("count", queue.count);
  for (std::uint32_t i = 0; i < queue.depth; ++i) {
    v.open("entry", i);
    visit_entry(queue.entries[i]);
    v.close();
  }
  v.close();
}

template <class S, class Visitor>
void visit_counters(S& queue, const char* name, Visitor& v) {
  v.open(name, 0);
  v.reg("fullest", queue.fullest);
  v.close();
}

}  // namespace slackline::nic
