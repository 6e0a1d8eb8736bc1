#include "testbench/statistics/transactions.hpp"

#include <algorithm>

#include "testbench/statistics/fairness.hpp"

namespace slackline::statistics {

namespace {

constexpr std::size_t most_open = 512;  // of a source: transactions whose destination never reports are forgotten

void add_to(std::vector<std::uint64_t>& counts, std::size_t place, std::uint64_t more) {
  if (counts.size() <= place) counts.resize(place + 1);
  counts[place] += more;
}

template <class T, class Change>
void change_each(std::vector<T>& to, const std::vector<T>& by, Change change) {
  if (to.size() < by.size()) to.resize(by.size());
  for (std::size_t i = 0; i < by.size(); ++i) to[i] = change(to[i], by[i]);
}

template <class Change>
SourceCounts changed(SourceCounts a, const SourceCounts& b, Change change) {
  a.begun = change(a.begun, b.begun);
  a.answered = change(a.answered, b.answered);
  a.given_up = change(a.given_up, b.given_up);
  a.repeated = change(a.repeated, b.repeated);
  for (std::size_t i = 0; i < parts; ++i) a.samples[i] = change(a.samples[i], b.samples[i]);
  a.by_request = change(a.by_request, b.by_request);
  a.stays = change(a.stays, b.stays);
  a.outstanding = change(a.outstanding, b.outstanding);
  change_each(a.cycles_with, b.cycles_with, change);
  for (std::size_t i = 0; i < source_states; ++i) a.cycles_in[i] = change(a.cycles_in[i], b.cycles_in[i]);
  return a;
}

}  // namespace

SourceCounts operator-(SourceCounts later, const SourceCounts& earlier) {
  SourceCounts found = changed(std::move(later), earlier, [](const auto& a, const auto& b) { return a - b; });
  for (const auto& [peer, count] : earlier.answered_by) found.answered_by[peer] -= count;
  for (const auto& [peer, count] : earlier.begun_to) found.begun_to[peer] -= count;
  return found;
}

SourceCounts operator+(SourceCounts a, const SourceCounts& b) {
  return changed(std::move(a), b, [](const auto& x, const auto& y) { return x + y; });
}

SourceState Transactions::Source::state() const {
  if (leaving != 0) return SourceState::sending;
  if (fetching != 0) return SourceState::start_up;
  return held || ready != 0 ? SourceState::held : SourceState::nothing;
}

void Transactions::Source::catch_up(Cycle now) {
  const std::uint64_t cycles = now - as_of;
  if (cycles == 0) return;
  as_of = now;
  counts.outstanding.hold(outstanding, cycles);
  add_to(counts.cycles_with, outstanding, cycles);
  counts.cycles_in[static_cast<std::size_t>(state())] += cycles;
}

Transactions::Transaction* Transactions::find(Source& source, std::uint32_t id, std::uint32_t peer,
                                              bool (*fits)(const Transaction&)) {
  const auto found = std::find_if(source.open.begin(), source.open.end(),
                                  [&](const Transaction& t) { return t.id == id && t.peer == peer && fits(t); });
  return found == source.open.end() ? nullptr : &*found;
}

void Transactions::begin(Source& source, NodeId node, Cycle now, std::uint32_t peer, std::uint32_t id,
                         std::uint32_t message) {
  SourceCounts& counts = source.counts;
  ++counts.begun;
  ++source.fetching;
  source.held = false;
  counts.by_request.add(++source.outstanding, now.value);
  if (const host::MessageRecord* record = messages_ == nullptr ? nullptr : messages_->find(node, message))
    counts.of(Part::wait).add(static_cast<std::int64_t>(now - record->created), now.value);
  ++counts.begun_to[peer];
  if (source.open.size() >= most_open) {
    const auto closed = std::find_if(source.open.begin(), source.open.end(), [](const auto& t) { return t.is_closed; });
    if (closed != source.open.end()) source.open.erase(closed);
  }
  Transaction& transaction = source.open.emplace_back();
  transaction.id = id;
  transaction.peer = peer;
  transaction.began = now;
}

/// A request has its outcome.
void Transactions::close(Source& source, Transaction& transaction, Cycle now, bool answered) {
  transaction.is_closed = true;
  source.counts.stays.add(static_cast<std::int64_t>(now - transaction.began), now.value);
  --source.outstanding;
  source.counts.repeated += transaction.is_repeated;
  if (!answered) {
    ++source.counts.given_up;
    transaction.has_parts = false;
    return;
  }
  ++source.counts.answered;
  ++source.counts.answered_by[transaction.peer];
}

/// Counts the parts of transactions of which all steps are known, and forgets them.
void Transactions::finish_complete(Source& source, Cycle now) {
  const auto is_over = [](const Transaction& t) {
    return t.is_closed && (!t.has_parts || (t.is_sent && t.has_responded));
  };
  for (const Transaction& t : source.open) {
    if (!is_over(t) || !t.has_parts) continue;
    const auto add = [&](Part part, std::uint32_t from, std::uint32_t to) {
      source.counts.of(part).add(static_cast<std::int32_t>(to - from), now.value);
    };
    add(Part::start_up, t.begun, t.sent);
    add(Part::there, t.sent, t.taken);
    add(Part::service, t.taken, t.responded);
    add(Part::back, t.responded, t.came);
    add(Part::round_trip, t.sent, t.came);
    round_trips_.add(t.came - t.sent);
    round_trip_sum_ += t.came - t.sent;
  }
  source.open.erase(std::remove_if(source.open.begin(), source.open.end(), is_over), source.open.end());
}

void Transactions::stepped(NodeId node, Cycle now, nic_step step, std::uint32_t peer, std::uint32_t id,
                           std::uint32_t value) {
  if (peer >= sources_.size()) return;
  any_ = true;
  const bool at_destination = step == NIC_STEP_TAKEN || step == NIC_STEP_RESPONDED;
  Source& source = sources_[at_destination ? peer : node.value];
  const std::uint32_t other = at_destination ? node.value : peer;
  source.catch_up(now);
  const auto is_open = [](const Transaction& t) { return !t.is_closed; };
  switch (step) {
    case NIC_STEP_HELD: source.held = true; return;
    case NIC_STEP_BEGUN: return begin(source, node, now, peer, id, value);
    case NIC_STEP_READY:
      ++source.ready;
      if (Transaction* t = find(source, id, other, is_open)) {
        if (t->is_ready) {
          t->is_repeated = true;
          t->has_parts = false;
        } else {
          --source.fetching;
        }
        t->is_ready = true;
        t->begun = value;
      }
      return;
    case NIC_STEP_QUEUED:
      --source.ready;
      ++source.leaving;
      return;
    case NIC_STEP_SENT:
      --source.leaving;
      if (Transaction* t = find(source, id, other, [](const Transaction& x) { return !x.is_sent; })) {
        t->is_sent = true;
        t->sent = value;
      }
      break;
    case NIC_STEP_TAKEN:
      if (Transaction* t = find(source, id, other, [](const Transaction& x) { return !x.is_taken; })) {
        t->is_taken = true;
        t->taken = value;
      }
      return;
    case NIC_STEP_RESPONDED:
      if (Transaction* t =
              find(source, id, other, [](const Transaction& x) { return x.is_taken && !x.has_responded; })) {
        t->has_responded = true;
        t->responded = value;
      }
      break;
    case NIC_STEP_ANSWERED:
      if (Transaction* t = find(source, id, other, is_open)) {
        t->came = value;
        close(source, *t, now, true);
      }
      break;
    case NIC_STEP_GIVEN_UP:
      if (Transaction* t = find(source, id, other, is_open)) close(source, *t, now, false);
      break;
  }
  finish_complete(source, now);
}

TransactionCounts Transactions::counts(Cycle now, Cycle end) {
  TransactionCounts counts;
  for (Source& source : sources_) {
    source.catch_up(now);
    counts.sources.push_back(source.counts);
    if (end >= now) continue;
    SourceCounts after;
    after.outstanding.hold(source.outstanding, now - end);
    add_to(after.cycles_with, source.outstanding, now - end);
    after.cycles_in[static_cast<std::size_t>(source.state())] = now - end;
    counts.sources.back() = std::move(counts.sources.back()) - after;
  }
  counts.round_trips = round_trips_;
  counts.round_trip_sum = round_trip_sum_;
  return counts;
}

TransactionSums Transactions::sums(Cycle now) {
  TransactionSums sums;
  for (Source& source : sources_) {
    source.catch_up(now);
    sums.outstanding = sums.outstanding + source.counts.outstanding;
    sums.round_trips = sums.round_trips + source.counts.of(Part::round_trip);
    for (std::size_t i = 0; i < source_states; ++i) sums.cycles_in[i] += source.counts.cycles_in[i];
  }
  return sums;
}

TransactionSums operator-(TransactionSums later, const TransactionSums& earlier) {
  later.outstanding = later.outstanding - earlier.outstanding;
  later.round_trips = later.round_trips - earlier.round_trips;
  for (std::size_t i = 0; i < source_states; ++i) later.cycles_in[i] -= earlier.cycles_in[i];
  return later;
}

TransactionTotals transaction_totals(const network::Netlist& netlist, const TransactionCounts& begin,
                                     const TransactionCounts& end, std::uint64_t cycles) {
  TransactionTotals totals;
  totals.cycles = cycles;
  totals.round_trip = Distribution(begin.round_trips, end.round_trips, end.round_trip_sum - begin.round_trip_sum);
  std::vector<std::uint64_t> of_sources, of_pairs;
  for (std::size_t i = 0; i < end.sources.size(); ++i) {
    const SourceCounts& last = end.sources[i];
    totals.names.push_back(netlist.endpoints[i].name);
    totals.sources.push_back(begin.sources.empty() ? last : last - begin.sources[i]);
    const SourceCounts& source = totals.sources.back();
    if (last.begun == 0) continue;
    ++totals.active;
    totals.all = totals.all + source;
    of_sources.push_back(source.answered);
    for (const auto& [peer, begun] : last.begun_to) {
      const auto answered = source.answered_by.find(peer);
      of_pairs.push_back(answered == source.answered_by.end() ? 0 : answered->second);
    }
  }
  totals.fairness_of_sources = jain_index(of_sources);
  totals.fairness_of_pairs = jain_index(of_pairs);
  return totals;
}

double TransactionTotals::rate() const {
  const std::uint64_t slots = cycles * active;
  return slots == 0 ? 0 : static_cast<double>(all.answered) / static_cast<double>(slots);
}

double TransactionTotals::share_in(SourceState state) const {
  return all.outstanding.cycles == 0 ? 0
                                     : static_cast<double>(all.cycles_in[static_cast<std::size_t>(state)]) /
                                           static_cast<double>(all.outstanding.cycles);
}

void add_little_errors(std::vector<InstanceError>& errors, const network::Netlist& netlist,
                       const nic_firmware& firmware, const TransactionCounts& counts,
                       const std::vector<MeasureCounts>& measured) {
  const std::optional<std::size_t> outstanding = find_measure(firmware, "outstanding");
  if (!outstanding || firmware.measures[*outstanding].kind != NIC_MEASURE_LEVEL ||
      firmware.measures[*outstanding].divisor != 1)
    return;
  for (std::size_t i = 0; i < counts.sources.size(); ++i) {
    // Its instructions report the two at different edges.
    if (netlist.has_interface(i) && netlist.interfaces->nics[netlist.endpoints[i].nic].rv32 != nullptr) continue;
    const std::uint64_t stays = counts.sources[i].outstanding.sum, counted = measured[i].levels[*outstanding].sum;
    if (counted != stays)
      errors.push_back(
          {netlist.endpoints[i].name,
           "Little's law: requests outstanding, as firmware counts them, differ from those without an outcome; in "
           "requests x cycles",
           counted > stays ? counted - stays : stays - counted});
  }
}

}  // namespace slackline::statistics
