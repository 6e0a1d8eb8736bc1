#include "tests/rtl_models/firmware/flow_rules.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>
#include <optional>
#include <tuple>

namespace slackline::firmware::test {

Spp spp_in_reading(unsigned reading) {
  Spp spp;
  spp.delta = 5;
  spp.absolute = (reading & 1) != 0;
  spp.of_destination = (reading & 2) != 0;
  spp.disjoint = (reading & 4) != 0;
  spp.every_history = (reading & 8) != 0;
  spp.from_tail = (reading & 16) != 0;
  spp.from_start = (reading & 32) != 0;
  return spp;
}

std::vector<RoundTrip> round_trips(const std::vector<Reported>& reported, bool is_cut_off) {
  std::vector<RoundTrip> found;
  std::vector<Reported> sent, begun;  // not yet used
  const auto take = [](std::vector<Reported>& from, std::uint32_t id) -> std::optional<std::uint32_t> {
    const auto it = std::find_if(from.begin(), from.end(), [=](const Reported& r) { return r.id == id; });
    if (it == from.end()) return std::nullopt;
    const std::uint32_t value = it->value;
    from.erase(it);
    return value;
  };
  for (std::size_t i = 0; i < reported.size(); ++i) {
    const Reported& r = reported[i];
    if (!r.is_step) continue;
    if (r.what == NIC_STEP_READY) begun.push_back(r);
    if (r.what != NIC_STEP_ANSWERED) continue;
    const auto ready = take(begun, r.id);
    REQUIRE(ready);
    found.push_back({i, r.peer, r.id, 0, r.value, *ready});
  }
  // TX_DONE of a request is often handled after its answer, and before its slot is used again.
  for (const Reported& r : reported)
    if (r.is_step && r.what == NIC_STEP_SENT) sent.push_back(r);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto left = take(sent, found[i].id);
    if (!left) {
      REQUIRE(is_cut_off);
      REQUIRE(found.size() - i <= most_outstanding);
      found.resize(i + 1);
      found.back().is_complete = false;
      break;
    }
    found[i].sent = *left;
  }
  return found;
}

namespace {

/// SPP as its definition has it: I after each comparison, of the round trips that a source has seen.
class ReferenceSpp {
 public:
  explicit ReferenceSpp(const Spp& p) : p_(p) {}
  void see(const RoundTrip& trip) {
    const auto rtt = static_cast<std::int64_t>(trip.came - (p_.from_start ? trip.begun : trip.sent));
    const auto before = last_.find(trip.peer);
    if (before == last_.end()) {
      last_[trip.peer] = rtt;
      return;
    }
    const std::int64_t longer = rtt - before->second;
    if (p_.disjoint)
      last_.erase(before);
    else
      before->second = rtt;
    Record& record = records_[p_.of_destination ? trip.peer : 0];
    record.wins.push_back((p_.absolute ? std::abs(longer) : longer) < static_cast<std::int64_t>(p_.delta));
    if (record.wins.size() > p_.history) record.wins.erase(record.wins.begin());
    if (++record.compared < p_.history) return;
    if (p_.every_history) record.compared = 0;
    const auto wins = static_cast<std::int64_t>(std::count(record.wins.begin(), record.wins.end(), true));
    const std::int64_t twice = static_cast<std::int64_t>(p_.history) - 2 * wins;
    const std::int64_t change = static_cast<std::int64_t>(p_.step) * std::abs(twice) / 2;
    record.interval = std::max<std::int64_t>(0, record.interval + (twice > 0 ? change : -change));
  }
  std::int64_t interval(std::uint32_t peer) { return records_[p_.of_destination ? peer : 0].interval; }

 private:
  struct Record {
    std::vector<bool> wins;
    std::uint32_t compared = 0;
    std::int64_t interval = 0;
  };
  const Spp p_;
  std::map<std::uint32_t, std::int64_t> last_;
  std::map<std::uint32_t, Record> records_;
};

}  // namespace

std::uint32_t follow(const Spp& spp, const std::vector<Reported>& reported, bool is_cut_off) {
  std::uint32_t largest = 0;
  ReferenceSpp reference(spp);
  const std::vector<RoundTrip> trips = round_trips(reported, is_cut_off);
  std::size_t next = 0;
  std::map<std::uint32_t, std::uint64_t> last_sent;  // by destination, or of the source
  for (std::size_t i = 0; i < reported.size(); ++i) {
    while (next < trips.size() && trips[next].at < i) {
      if (!trips[next].is_complete) return largest;
      reference.see(trips[next++]);
    }
    const Reported& r = reported[i];
    if (r.is_step && r.what == NIC_STEP_SENT)
      last_sent[spp.of_destination ? r.peer : 0] = spp.from_tail ? r.tick : r.value;
    if (r.is_step || r.what != SPP_INTERVAL) continue;
    // The step follows the measures of the same handler.
    std::size_t queued = i;
    while (!reported[queued].is_step || reported[queued].what != NIC_STEP_QUEUED) ++queued;
    const std::uint32_t peer = reported[queued].peer;
    REQUIRE(r.value == reference.interval(peer));
    largest = std::max(largest, r.value);
    if (r.value == 0) continue;
    const auto before = last_sent.find(spp.of_destination ? peer : 0);
    REQUIRE(before != last_sent.end());
    CHECK(r.tick >= before->second + r.value);
  }
  return largest;
}

std::uint32_t never_shortened(const std::vector<Reported>& reported) {
  std::uint32_t last = 0;
  for (const Reported& r : reported) {
    if (r.is_step) continue;
    if (r.what == SPP_WINS) CHECK(r.value == 0);
    if (r.what != SPP_INTERVAL) continue;
    CHECK(r.value >= last);
    last = r.value;
  }
  return last;
}

std::vector<std::uint32_t> outstanding_of(const std::vector<Reported>& reported) {
  std::vector<std::uint32_t> values;
  for (const Reported& r : reported)
    if (!r.is_step && r.what == FLOW_MEASURE_OUTSTANDING) values.push_back(r.value);
  return values;
}

unsigned keeps_marks(const std::vector<std::uint32_t>& outstanding, std::uint32_t high, std::uint32_t low) {
  bool halted = false;
  unsigned halts = 0;
  for (std::size_t i = 1; i < outstanding.size(); ++i) {
    if (halted && outstanding[i] > outstanding[i - 1]) {
      CHECK(outstanding[i - 1] <= low);
      halted = false;
    }
    halts += !halted && outstanding[i] == high;
    halted = halted || outstanding[i] == high;
  }
  return halts;
}

unsigned bounds_tries(const std::vector<std::vector<Reported>>& reported, unsigned tries) {
  using Request = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // source, destination, number
  struct Event {
    const Reported* reported;
    std::uint32_t node;
  };
  std::vector<Event> events;
  for (std::uint32_t node = 0; node < reported.size(); ++node)
    for (const Reported& r : reported[node])
      if (r.is_step) events.push_back({&r, node});
  std::stable_sort(events.begin(), events.end(),
                   [](const Event& a, const Event& b) { return a.reported->tick < b.reported->tick; });
  std::map<Request, unsigned> open;         // times that it was ready to be sent
  std::map<Request, unsigned> sent, taken;  // the same, also after its outcome
  unsigned given_up = 0;
  for (const auto& [r, node] : events) {
    const bool at_destination = r->what == NIC_STEP_TAKEN;
    const Request request{at_destination ? r->peer : node, at_destination ? node : r->peer, r->id};
    switch (r->what) {
      case NIC_STEP_BEGUN:
        CHECK(open.emplace(request, 0).second);
        taken.erase(request);
        sent.erase(request);
        break;
      case NIC_STEP_READY:
        ++sent[request];
        CHECK(++open[request] <= tries);
        break;
      case NIC_STEP_TAKEN: CHECK(++taken[request] <= sent[request]); break;
      case NIC_STEP_GIVEN_UP:
        ++given_up;
        CHECK(open[request] == tries);
        CHECK(open.erase(request) == 1);
        break;
      case NIC_STEP_ANSWERED: CHECK(open.erase(request) == 1); break;
      default: break;
    }
  }
  return given_up;
}

}  // namespace slackline::firmware::test
