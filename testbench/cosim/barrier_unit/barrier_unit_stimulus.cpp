#include "testbench/cosim/barrier_unit/barrier_unit_stimulus.hpp"

#include <algorithm>

namespace slackline::cosim {

using barrier_unit::Address;
using barrier_unit::Entry;
using barrier_unit::Message;
using barrier_unit::Tag;
using barrier_unit::Type;

const std::vector<BarrierUnitProfile>& barrier_unit_profiles() {
  // clang-format off
  static const std::vector<BarrierUnitProfile> profiles = {
      //             messages   heed  taken      build  reduce  distr.  ackn.  release  junk  reset
      {"barriers",   {30, 2},   100,  {95, 9},   35,    45,     14,     1,     2,       0,    0},
      {"full table", {50, 1},   100,  {90, 5},   70,    14,     9,      1,     1,       1,    0},
      {"crowded",    {90, 9},   70,   {40, 20},  30,    40,     15,     2,     3,       2,    0},
      {"turnover",   {60, 5},   98,   {80, 9},   40,    25,     13,     2,     15,      2,    900},
      {"planned",    {40, 2},   100,  {90, 9},   4,     50,     16,     22,    1,       1,    600},
      {"errors",     {60, 5},   60,   {80, 9},   30,    20,     10,     4,     8,       25,   200},
      {"resets",     {60, 5},   90,   {80, 9},   40,    30,     15,     3,     5,       5,    25},
  };
  // clang-format on
  return profiles;
}

BarrierUnitStimulus::BarrierUnitStimulus(const BarrierUnitProfile& profile, const BarrierUnitCore::Params& params,
                                         std::uint64_t seed)
    : profile_(profile),
      params_(params),
      random_(seed, 0, RandomPurpose::test),
      beside_(params),
      messages_(params.unit.ports, profile.messages),
      second_(params.unit.ports) {}

std::uint8_t BarrierUnitStimulus::some_group() {
  const unsigned entries = params_.unit.entries;
  return static_cast<std::uint8_t>(random_.below(std::min(256u, entries + entries / 2 + 2)));
}

Address BarrierUnitStimulus::some_switch() { return Address::of_switch(random_.below(params_.switches)); }
Address BarrierUnitStimulus::some_host() { return Address::of_host(random_.below(params_.hosts)); }

Address BarrierUnitStimulus::centre_of(std::uint8_t group) const {
  return Address::of_host(group * 7u % params_.hosts);
}

const Entry* BarrierUnitStimulus::some_node() {
  const unsigned first = random_.below(params_.unit.entries);
  for (unsigned n = 0; n < params_.unit.entries; ++n) {
    const Entry& entry = beside_.core.state.entries[(first + n) % params_.unit.entries];
    if (entry.valid && entry.node) return &entry;
  }
  return nullptr;
}

Message BarrierUnitStimulus::build() {
  Message m;
  m.type = Type::build;
  m.group = some_group();
  m.to = centre_of(m.group);
  m.from = some_host();
  m.refused = random_.below(20) == 0;
  switch (random_.below(8)) {
    case 0:
      m.from = m.to;
      m.node = static_cast<std::uint16_t>(1 + random_.below(6));
      break;
    case 1:
      m.tag = Tag::new_node;
      m.node = some_switch().bits();
      break;
    case 2: m.tag = Tag::told; break;
    default: break;
  }
  return m;
}

Message BarrierUnitStimulus::reduce() {
  Message m;
  m.type = Type::reduce;
  m.to = beside_.core.place.self;
  m.group = some_group();
  m.from = some_host();
  const Entry* entry = some_node();
  if (entry == nullptr) return m;
  const PortSet missing = entry->children & ~(entry->arrived | entry->unacknowledged);
  if (is_empty(missing)) return m;
  m.group = entry->group;
  m.phase = entry->phase;
  m.from = barrier_unit::children_of(params_.unit, beside_.core.state,
                                     *entry)[nth_set(missing, random_.below(count_of(missing)))];
  return m;
}

Message BarrierUnitStimulus::distribute() {
  Message m;
  m.type = Type::distribute;
  m.to = beside_.core.place.self;
  m.group = some_group();
  m.from = some_switch();
  if (const Entry* entry = some_node()) {
    m.group = entry->group;
    m.phase = entry->phase;
  }
  return m;
}

Message BarrierUnitStimulus::acknowledge() {
  Message m;
  m.type = Type::acknowledge;
  m.to = beside_.core.place.self;
  m.group = some_group();
  m.from = some_host();
  for (unsigned n = random_.below(params_.unit.entries), left = params_.unit.entries; left != 0; --left) {
    const Entry& entry = beside_.core.state.entries[n];
    n = (n + 1) % params_.unit.entries;
    if (!entry.valid || entry.unacknowledged == 0) continue;
    const unsigned child = nth_set(entry.unacknowledged, random_.below(count_of(entry.unacknowledged)));
    m.group = entry.group;
    m.phase = !entry.phase;
    m.from = barrier_unit::children_of(params_.unit, beside_.core.state, entry)[child];
    break;
  }
  return m;
}

Message BarrierUnitStimulus::release() {
  Message m;
  m.type = Type::release;
  m.group = some_group();
  m.from = some_host();
  if (random_.below(2) == 0)  // a group that still owes something, if there is one
    for (unsigned n = 0; n < params_.unit.entries; ++n)
      if (const Entry& entry = beside_.core.state.entries[n]; entry.valid && entry.owed != 0) m.group = entry.group;
  m.to = centre_of(m.group);
  return m;
}

Message BarrierUnitStimulus::passing() {
  Message m;
  m.type = random_.below(2) == 0 ? Type::reduce : Type::distribute;
  m.group = some_group();
  m.phase = random_.below(2) == 0;
  m.to = random_.below(2) == 0 ? some_switch() : some_host();
  m.from = some_switch();
  m.node = static_cast<std::uint16_t>(random_.bits());
  return m;
}

/// A message with some fields as they are never sent.
Message BarrierUnitStimulus::junk() {
  const std::uint64_t bits = random_.bits();
  Message m = Message::from_flits(static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32));
  if (random_.below(4) != 0) m.group = some_group();
  if (random_.below(4) != 0) m.to = centre_of(m.group);
  if (random_.below(2) != 0) m.type = static_cast<Type>(random_.below(6));
  return m;
}

Message BarrierUnitStimulus::message() {
  unsigned draw = random_.below(100);
  const auto is = [&](unsigned share) {
    if (draw < share) return true;
    draw -= share;
    return false;
  };
  if (is(profile_.build)) return build();
  if (is(profile_.reduce)) return reduce();
  if (is(profile_.distribute)) return distribute();
  if (is(profile_.acknowledge)) return acknowledge();
  if (is(profile_.release)) return release();
  if (is(profile_.junk)) return junk();
  return passing();
}

BarrierUnitInputs BarrierUnitStimulus::next() {
  BarrierUnitInputs in;
  in.rst_n = profile_.reset_every == 0 || random_.below(profile_.reset_every) != 0;
  for (unsigned i = 0; i < params_.unit.ports; ++i) {
    if (second_[i]) {
      in.words[i] = *second_[i];
      second_[i].reset();
    } else {
      const bool heeds = random_.below(100) < profile_.heed_percent;
      if (!messages_[i].next(random_) || (heeds && beside_.core.state.in[i].count == params_.unit.buffer)) continue;
      const auto flits = message().flits();
      in.words[i] = flits[0];
      second_[i] = flits[1];
    }
    in.arrivals |= bit(i);
  }
  if (profile_.taken.next(random_)) in.taken = random_.bits() & first_ports(params_.unit.ports);
  beside_.step(in, Cycle());
  return in;
}

}  // namespace slackline::cosim
