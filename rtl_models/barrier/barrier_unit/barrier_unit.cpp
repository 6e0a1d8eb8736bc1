#include "rtl_models/barrier/barrier_unit/barrier_unit.hpp"

#include <algorithm>

namespace slackline::barrier_unit {

Violations Params::violations() const {
  Violations found;
  check_range(found, "ports", ports, 2, most_ports_of_switch);
  check_range(found, "entries", entries, 1, 256);
  check_range(found, "buffer", buffer, 1, 64);
  check_range(found, "queue", queue, 1, 64);
  check_range(found, "delay", delay, 1, 16);
  check_range(found, "reliability", reliability, 0, 64);
  return found;
}

std::uint16_t Place::port_towards(Address to) const {
  if (to.is_host()) {
    if (to.number() >= hosts) return no_way;
    if (has_host(to)) return port_of_host[to.number()];
    return ports_to_switch[switch_of_host[to.number()]];
  }
  return to.number() < switches ? ports_to_switch[to.number()] : no_way;
}

std::uint16_t Place::port_towards(Address to, Cycle now) const {
  const std::uint16_t usual = port_towards(to);
  if (ways_count == 0 || usual == no_way || has_host(to)) return usual;
  const Ways& current = ways_at(now);
  return current.tree.empty() ? usual : current.tree[index_of(to)];
}

PortSet Place::ports_towards(Address to, Cycle now) const {
  return ways_count == 0 || has_host(to) ? only(port_towards(to)) : ways_at(now).ports[index_of(to)];
}

const Ways& Place::ways_at(Cycle now) const {
  return std::upper_bound(ways + 1, ways + ways_count, now, [](Cycle at, const Ways& w) { return at < w.from; })[-1];
}

std::size_t Place::index_of(Address to) const {
  return std::size_t{self.number()} * switches + (to.is_host() ? switch_of_host[to.number()] : to.number());
}

bool Place::awaits_ways(Cycle now) const {
  return std::any_of(ways, ways + ways_count, [now](const Ways& w) { return w.change <= now && now < w.from; });
}

bool Place::has_host(Address to) const {
  return to.is_host() && to.number() < hosts && switch_of_host[to.number()] == self.number();
}

void bind(const Params& p, State& s, Arena& arena) {
  s.half = arena.take<std::uint32_t>(p.ports);
  s.in = arena.take<Queue>(p.ports);
  s.in_slots = arena.take<Message>(std::size_t{p.ports} * p.buffer);
  s.entries = arena.take<Entry>(p.entries);
  s.children = arena.take<Address>(std::size_t{p.entries} * p.ports);
  s.stages = arena.take<Stage>(p.stages());
  s.out = arena.take<Queue>(p.ports);
  s.out_slots = arena.take<Message>(std::size_t{p.ports} * p.queue);
  s.promised = arena.take<std::uint8_t>(p.ports);
  s.last_port = static_cast<std::uint8_t>(p.ports - 1);
  s.last_entry = static_cast<std::uint16_t>(p.entries - 1);
}

std::size_t storage_bytes(const Params& p) {
  State s;
  Arena arena;
  bind(p, s, arena);
  return arena.used_bytes();
}

void plan(const Params& p, const Place& place, State& s) {
  for (unsigned n = 0; n < place.planned_entries; ++n) {
    s.entries[n] = place.planned[n].entry;
    for (const auto& [port, child] : place.planned[n].children) s.children[std::size_t{n} * p.ports + port] = child;
  }
  s.used = s.most_used = place.planned_entries;
}

namespace {

Message& slot(Message* slots, const Queue& queue, unsigned depth, unsigned port, unsigned n) {
  const unsigned at = queue.read + n;
  return slots[port * depth + (at < depth ? at : at - depth)];
}

void pop(Queue& queue, unsigned depth) {
  queue.read = static_cast<std::uint8_t>(queue.read + 1u == depth ? 0 : queue.read + 1);
  --queue.count;
}

/// One clock edge that is being executed. `Ports`: PortMask for a unit of up to 64 ports.
template <class Ports>
class Edge {
 public:
  Edge(const Params& params, const Place& at, State& state, const Inputs& inputs)
      : p(params), place(at), s(state), in(inputs) {}

  void run() {
    const Ports full = full_buffers();
    s.freed = {};
    if (s.owing == 0 || !send_what_is_owed()) take_a_message();
    take_flits(ports(in.taken) & ports(s.offers));
    advance_stages();
    for_each_bit(ports(in.arrivals), [&](unsigned i) { write(i, in.words[i], has(full, i)); });
  }

 private:
  template <class Set>
  static auto& ports(Set& set) {
    return ports_in<Ports>(set);
  }
  Message& front(unsigned i) { return slot(s.in_slots, s.in[i], p.buffer, i, 0); }
  bool has_room(unsigned port) const { return s.promised[port] < p.queue; }
  Address* children(const Entry& entry) { return s.children + (&entry - s.entries) * p.ports; }

  Ports full_buffers() const {
    Ports full{};
    for_each_bit(ports(s.waiting), [&](unsigned i) { insert_if(full, i, s.in[i].count == p.buffer); });
    return full;
  }

  Entry* find(std::uint8_t group) {
    const Entry* found = barrier_unit::find(p, s, group);
    return found == nullptr ? nullptr : s.entries + (found - s.entries);
  }

  /// The entry of the group of a `build`, made if there is none yet; nullptr: the table is full.
  Entry* find_or_make(const Message& m) {
    if (Entry* entry = find(m.group)) return entry;
    for (unsigned n = 0; n < p.entries; ++n) {
      Entry& entry = s.entries[n];
      if (entry.valid) continue;
      entry = Entry{};
      entry.valid = true;
      entry.group = m.group;
      entry.root = entry.node = place.has_host(m.to);
      if (entry.root) entry.parent = m.to;
      if (++s.used > s.most_used) s.most_used = s.used;
      return &entry;
    }
    return nullptr;
  }

  void free_if_done(Entry& entry) {
    if (!entry.released || owes(entry) || !is_empty(ports(entry.unacknowledged))) return;
    entry.valid = false;
    --s.used;
  }

  /// A message for `port` enters the stages. There is room.
  void send(unsigned port, const Message& m) {
    ++s.promised[port];
    entering_ = {true, static_cast<std::uint8_t>(port), m};
  }

  /// The outcome for a message between nodes.
  enum class Way { sent, lost, waits };

  /// Sends the message by one of the ports that it may take.
  Way send_towards(Address to, const Message& m) {
    if (place.port_towards(to) == Place::no_way) {
      ++s.errors.unroutable;
      return Way::lost;
    }
    const std::uint16_t of_tree = place.port_towards(to, in.now);
    const PortSet ways = m.type == Type::release ? set_of(of_tree) : place.ports_towards(to, in.now);
    const Ports alive = ports(ways) & ~ports(in.dead);
    if (is_empty(alive)) return wait_or_cut_off(to);
    Ports choice{};
    for_each_bit(alive & ports(in.open), [&](unsigned port) { insert_if(choice, port, has_room(port)); });
    if (is_empty(choice)) choice = alive;
    const unsigned port = of_tree != Place::no_way && has(choice, of_tree) ? of_tree : lowest(choice);
    if (!has_room(port)) return Way::waits;
    send(port, m);
    return Way::sent;
  }

  static PortSet set_of(std::uint16_t port) { return port == Place::no_way ? PortSet() : only(port); }

  /// Links have failed on all ways towards `to`.
  Way wait_or_cut_off(Address to) {
    if (place.awaits_ways(in.now)) return Way::waits;
    ++s.cut_off;
    insert(s.cut_off_ports, place.port_towards(to));
    return Way::lost;
  }

  // --- what entries owe

  bool send_what_is_owed() {
    for (unsigned n = 1; n <= p.entries; ++n) {
      const unsigned at = (s.last_entry + n) % p.entries;
      Entry& entry = s.entries[at];
      if (!entry.valid || !owes(entry)) continue;
      if (!(owes_parent(entry) ? tell_parent(entry) : tell_a_child(entry))) continue;
      s.last_entry = static_cast<std::uint16_t>(at);
      if (!owes(entry)) --s.owing;
      free_if_done(entry);
      return true;
    }
    return false;
  }

  Message message_of(const Entry& entry, Type type, Address to, bool phase) const {
    Message m;
    m.type = type;
    m.phase = phase;
    m.group = entry.group;
    m.to = to;
    m.from = place.self;
    return m;
  }

  bool tell_parent(Entry& entry) {
    const bool acknowledges = entry.owes_acknowledgement;  // of the barrier before, so it goes first
    const Message m = acknowledges ? message_of(entry, Type::acknowledge, entry.parent, !entry.phase)
                                   : message_of(entry, Type::reduce, entry.parent, entry.phase);
    if (send_towards(entry.parent, m) == Way::waits) return false;
    (acknowledges ? entry.owes_acknowledgement : entry.owes_parent) = false;
    return true;
  }

  bool tell_a_child(Entry& entry) {
    for (Ports rest = ports(entry.owed); !is_empty(rest); erase_lowest(rest)) {
      const unsigned channel = lowest(rest);
      const Address child = children(entry)[channel];
      if (send_towards(child, message_of(entry, Type::distribute, child, !entry.phase)) == Way::waits) continue;
      erase(entry.owed, channel);
      return true;
    }
    return false;
  }

  // --- messages from the buffers

  void take_a_message() {
    Ports& waiting = ports(s.waiting);
    if (is_empty(waiting)) return;
    unsigned i = s.last_port;
    for (unsigned n = count_of(waiting); n != 0; --n) {
      i = next_behind(waiting, i);
      if (!process(i)) continue;
      s.last_port = static_cast<std::uint8_t>(i);
      pop(s.in[i], p.buffer);
      insert(ports(s.freed), i);
      if (s.in[i].count == 0) erase(waiting, i);
      return;
    }
  }

  /// False: it cannot go on, and nothing has changed.
  bool process(unsigned i) {
    const Message& m = front(i);
    switch (m.type) {
      case Type::build: return process_build(i, m);
      case Type::reduce: return m.to == place.self ? arrive(m) : pass_on(m);
      case Type::distribute: return m.to == place.self ? complete_below(m) : pass_on(m);
      case Type::release: return process_release(m);
      case Type::acknowledge: return m.to == place.self ? acknowledge(m) : pass_on(m);
      case Type::none: break;
    }
    return stray();
  }

  bool stray() {
    ++s.errors.strays;
    return true;
  }

  /// True: the message has gone, or is lost because no way leads there.
  bool pass_on(const Message& m) { return send_towards(m.to, m) != Way::waits; }

  bool process_build(unsigned i, Message m) {
    if (place.port_towards(m.to) == Place::no_way) {
      ++s.errors.unroutable;
      return true;
    }
    const bool here = place.has_host(m.to);
    const std::uint16_t port = place.port_towards(m.to, in.now);
    if (!here && is_empty(set_of(port) & ~in.dead)) return wait_or_cut_off(m.to) == Way::lost;
    // A message that must go on needs room. Whether a `build` ends here is known only after the look-up in the table.
    if (!has_room(port) && (!here || m.refused || needs_an_entry(m.group))) return false;
    Entry* entry = find_or_make(m);
    if (entry == nullptr) {
      ++s.refused;
      m.refused = true;
    } else {
      const std::uint16_t members = m.tag == Tag::first && m.from == m.to ? m.node : std::uint16_t{0};
      barrier_unit::build(*entry, children(*entry)[i], i, place.self, m);
      if (here && !m.refused) {
        count(*entry, members);
        return true;
      }
    }
    send(port, m);
    return true;
  }

  bool needs_an_entry(std::uint8_t group) { return s.used == p.entries && find(group) == nullptr; }

  void count(Entry& entry, std::uint16_t members) {
    if (members != 0) entry.members = members;
    ++entry.counted;
    if (entry.counted == entry.members) complete(entry);
  }

  /// At the root: all members have arrived.
  void complete(Entry& entry) {
    ++s.completed;
    tell_children(entry);
  }

  void tell_children(Entry& entry) {
    const bool owed_before = owes(entry);  // a message that should not have come may complete a barrier too early
    entry.phase = !entry.phase;
    entry.owed = entry.children;
    if (entry.acknowledges) entry.unacknowledged = entry.children;
    if (!owed_before && owes(entry)) ++s.owing;
  }

  /// The channel of the entry's child `child`, as a set; empty: there is none.
  Ports channel_of(const Entry& entry, Address child) {
    Ports channel{};
    for_each_bit(ports(entry.children), [&](unsigned c) {
      if (children(entry)[c] == child) channel = only<Ports>(c);
    });
    return channel;
  }

  bool arrive(const Message& m) {
    Entry* entry = find(m.group);
    if (entry == nullptr || !entry->node || m.phase != entry->phase) return stray();
    const Ports child = channel_of(*entry, m.from);
    Ports& arrived = ports(entry->arrived);
    if (is_empty(child) || !is_empty((arrived | ports(entry->unacknowledged)) & child)) return stray();
    arrived |= child;
    if (arrived != ports(entry->children)) return true;
    arrived = {};
    if (entry->root) {
      complete(*entry);
    } else {
      owe(*entry, entry->owes_parent);
    }
    return true;
  }

  /// The entry owes one message more.
  void owe(Entry& entry, bool& what) {
    if (!owes(entry)) ++s.owing;
    what = true;
  }

  bool acknowledge(const Message& m) {
    Entry* entry = find(m.group);
    if (entry == nullptr) return stray();
    Ports& unacknowledged = ports(entry->unacknowledged);
    const Ports child = channel_of(*entry, m.from) & unacknowledged;
    if (is_empty(child)) return stray();
    unacknowledged &= ~child;
    if (!is_empty(unacknowledged)) return true;
    if (entry->root)
      ++s.acknowledged;
    else
      owe(*entry, entry->owes_acknowledgement);
    free_if_done(*entry);
    return true;
  }

  bool complete_below(const Message& m) {
    Entry* entry = find(m.group);
    if (entry == nullptr || !entry->node || entry->root || owes(*entry) || m.phase != entry->phase) return stray();
    entry->parent = m.from;
    tell_children(*entry);
    return true;
  }

  bool process_release(const Message& m) {
    if (!place.has_host(m.to) && !pass_on(m)) return false;
    if (Entry* entry = find(m.group)) {
      entry->released = true;
      free_if_done(*entry);
    }
    return true;
  }

  // --- queues

  void take_flits(const Ports& taken) {
    for_each_bit(taken, [&](unsigned o) {
      Ports& second = ports(s.second);
      assign(second, o, !has(second, o));
      if (has(second, o)) return;
      pop(s.out[o], p.queue);
      --s.promised[o];
      if (s.out[o].count == 0) erase(ports(s.offers), o);
    });
  }

  void advance_stages() {
    Stage leaving = entering_;
    if (const unsigned stages = p.stages(); stages != 0) {
      leaving = s.stages[stages - 1];
      for (unsigned n = stages - 1; n != 0; --n) s.stages[n] = s.stages[n - 1];
      s.stages[0] = entering_;
    }
    if (!leaving.valid) return;
    Queue& queue = s.out[leaving.port];
    slot(s.out_slots, queue, p.queue, leaving.port, queue.count) = leaving.message;
    ++queue.count;
    insert(ports(s.offers), leaving.port);
  }

  void write(unsigned i, std::uint32_t word, bool full) {
    Ports& has_half = ports(s.has_half);
    assign(has_half, i, !has(has_half, i));
    if (has(has_half, i)) {
      s.half[i] = word;
      return;
    }
    if (full) {
      ++s.errors.overflows;
      return;
    }
    Queue& queue = s.in[i];
    slot(s.in_slots, queue, p.buffer, i, queue.count) = Message::from_flits(s.half[i], word);
    ++queue.count;
    insert(ports(s.waiting), i);
  }

  const Params& p;
  const Place& place;
  State& s;
  const Inputs& in;
  Stage entering_;
};

}  // namespace

std::uint32_t word_out(const Params& p, const State& s, unsigned port) {
  return slot(s.out_slots, s.out[port], p.queue, port, 0).flits()[has(s.second, port) ? 1 : 0];
}

std::uint8_t group_out(const Params& p, const State& s, unsigned port) {
  return slot(s.out_slots, s.out[port], p.queue, port, 0).group;
}

bool step(const Params& p, const Place& place, State& s, const Inputs& in) {
  if (p.ports <= ports_of_bank)
    Edge<PortMask>(p, place, s, in).run();
  else
    Edge<PortSet>(p, place, s, in).run();
  if (!is_empty(s.waiting) || s.owing != 0) return true;
  for (unsigned n = 0; n < p.stages(); ++n)
    if (s.stages[n].valid) return true;
  return false;
}

const Entry* find(const Params& p, const State& s, std::uint8_t group) {
  for (unsigned n = 0; n < p.entries; ++n)
    if (s.entries[n].valid && s.entries[n].group == group) return &s.entries[n];
  return nullptr;
}

const Address* children_of(const Params& p, const State& s, const Entry& entry) {
  return s.children + (&entry - s.entries) * p.ports;
}

}  // namespace slackline::barrier_unit
