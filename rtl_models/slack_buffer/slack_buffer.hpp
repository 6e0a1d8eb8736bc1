// slack_buffer: the input FIFO of a link, deep enough to absorb what is still in flight after STOP.
//
//                  +--------------------------+
//   flit_in  ----->| slots[write] ... [read]  |-----> front   (slots[read], from registers only)
//                  |  # # # #                 |-----> count   (register)
//   pop      ----->| read# write# count#      |-----> overflow (register, sticky)
//                  +--------------------------+            # = register
//
// Timing contract
//   flit_in at edge N          -> in `count` and, when the FIFO was empty, at `front`, in cycle N (usable at edge N+1)
//   pop at edge N              -> the next flit at `front` in cycle N; the freed slot takes a flit at edge N+1
//   flit_in at edge N while count == flits (even with pop): the flit is lost, overflow = 1 from cycle N on
//   pop while empty: nothing happens
#pragma once

#include <cstdint>

#include "rtl_models/common/registers.hpp"
#include "rtl_models/common/violation.hpp"

namespace slackline::slack_buffer {

struct Params {
  std::uint16_t flits = 64;  ///< capacity, 1..32768

  Violations violations() const;
};

/// One place of the FIFO: 12 bytes, so that a write touches one cache line, not one for the flit and one for its age.
struct Slot {
  std::uint32_t low = 0, high = 0;  ///< the flit's word
  ShortAge written_at;              ///< edge of the write

  Flit flit() const { return Flit(std::uint64_t{high} << 32 | low); }
  void set(Flit flit) {
    low = static_cast<std::uint32_t>(flit.word());
    high = static_cast<std::uint32_t>(flit.word() >> 32);
  }
};

struct State {
  Slot* slots = nullptr;    ///< storage of the owner: Params::flits slots
  std::uint16_t read = 0;   ///< slot of the oldest flit
  std::uint16_t write = 0;  ///< slot that the next flit goes to
  std::uint16_t count = 0;  ///< flits held
  bool overflow = false;    ///< a flit has been lost (sticky)
};

struct Inputs {
  Flit flit_in;      ///< invalid: nothing arrives
  bool pop = false;  ///< take the front flit
};

/// The oldest flit; call only when count > 0.
inline Flit front(const State& s) { return s.slots[s.read].flit(); }

/// The slot written last, also when its flit has left since; before the first flit an empty one.
inline const Slot& back(const Params& p, const State& s) { return s.slots[s.write == 0 ? p.flits - 1u : s.write - 1u]; }

/// Cycles since the flit in `slot` was written, modulo 2^32.
inline std::uint32_t age(const Slot& slot, Cycle now) {
  return static_cast<std::uint32_t>(slot.written_at.offset(now));
}

/// Likewise of the front flit; call only when count > 0.
inline std::uint32_t front_age(const State& s, Cycle now) { return age(s.slots[s.read], now); }

/// The slot of the n-th flit, counted from the front; n < count.
inline const Slot& slot_at(const Params& p, const State& s, unsigned n) {
  const unsigned slot = s.read + n;
  return s.slots[slot < p.flits ? slot : slot - p.flits];
}

/// Drops the front flit; call only when count > 0.
inline void pop(const Params& p, State& s) {
  s.read = s.read + 1 == p.flits ? 0 : s.read + 1;
  --s.count;
}

/// Appends a flit. `count_before` is the count before this edge: a slot freed at this edge is not usable yet.
/// False when there was no room: the flit is lost.
inline bool push(const Params& p, State& s, Flit flit, Cycle now, unsigned count_before) {
  if (count_before >= p.flits) {
    s.overflow = true;
    return false;
  }
  s.slots[s.write].set(flit);
  s.slots[s.write].written_at = now;
  s.write = s.write + 1 == p.flits ? 0 : s.write + 1;
  ++s.count;
  return true;
}

/// One clock edge of the block by itself.
inline void step(const Params& p, State& s, const Inputs& in, Cycle now) {
  const unsigned before = s.count;
  if (in.pop && before > 0) pop(p, s);
  if (in.flit_in.valid()) push(p, s, in.flit_in, now, before);
}

template <class S, class Visitor>
void visit(const Params& p, S& s, Cycle now, Visitor& v) {
  v.reg("read", s.read);
  v.reg("write", s.write);
  v.reg("count", s.count);
  v.reg("overflow", s.overflow);
  for (unsigned i = 0; i < p.flits; ++i) {
    v.open("slot", i);
    Flit flit = s.slots[i].flit();
    v.reg("flit", flit);
    if constexpr (is_loader<Visitor>) s.slots[i].set(flit);
    v.reg("age", s.slots[i].written_at, now);
    v.close();
  }
}

}  // namespace slackline::slack_buffer
