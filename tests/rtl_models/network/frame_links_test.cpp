#include "rtl_models/network/frame_links.hpp"

#include <catch2/catch.hpp>
#include <map>

#include "rtl_models/common/random_stream.hpp"

using namespace slackline;
using network::FrameEvents;

namespace {

/// What happens next: its edge, component and inputs.
struct Taken {
  std::uint64_t edge = 0;
  std::uint32_t component = 0;
  std::vector<std::uint32_t> inputs = {};
  friend bool operator==(const Taken& a, const Taken& b) {
    return a.edge == b.edge && a.component == b.component && a.inputs == b.inputs;
  }
};
Taken take(FrameEvents& events) {
  Taken taken;
  taken.edge = events.next().value;
  taken.component = events.take([&](std::uint32_t input) { taken.inputs.push_back(input); });
  return taken;
}

}  // namespace

TEST_CASE("events of an edge come by the numbers of components, those of one component together", "[quick]") {
  FrameEvents events(8);
  events.add(Cycle(5), 3, 2);
  events.add(Cycle(5), 3, 1);
  events.add(Cycle(5), 3, FrameEvents::stop);
  events.set_wake(3, Cycle(5));
  events.set_wake(1, Cycle(5));
  events.set_wake(2, Cycle(4));
  CHECK(take(events) == Taken{4, 2});
  CHECK(take(events) == Taken{5, 1});
  CHECK(take(events) == Taken{5, 3, {1, 2}});
  CHECK(events.next() == never);
}

TEST_CASE("a wake-up replaces the one before, and what comes by a link is kept", "[quick]") {
  FrameEvents events(4);
  events.set_wake(1, Cycle(9));
  events.wake_by(1, Cycle(10));
  CHECK(events.next() == Cycle(9));
  events.wake_by(1, Cycle(7));
  events.set_wake(1, Cycle(20));
  events.add(Cycle(8), 1, FrameEvents::stop);
  CHECK(take(events) == Taken{8, 1});
  CHECK(take(events) == Taken{20, 1});
  events.set_wake(1, Cycle(30));
  events.set_wake(1, never);
  CHECK(events.next() == never);
}

TEST_CASE("wake-ups that are moved at random come in their order", "[quick]") {
  RandomStream random(1, 0, RandomPurpose::test);
  FrameEvents events(50);
  std::map<std::uint32_t, std::uint64_t> expected;
  std::uint64_t now = 0;
  for (unsigned step = 0; step < 5000; ++step) {
    const std::uint32_t component = random.below(50);
    if (random.below(3) != 0) {
      expected[component] = now + 1 + random.below(100);
      events.set_wake(component, Cycle(expected[component]));
    } else if (random.below(4) == 0) {
      expected.erase(component);
      events.set_wake(component, never);
    } else if (!expected.empty()) {
      auto first = expected.begin();
      for (auto at = expected.begin(); at != expected.end(); ++at)
        if (at->second < first->second) first = at;
      const Taken taken = take(events);
      REQUIRE(taken == Taken{first->second, first->first});
      now = taken.edge;
      expected.erase(first);
    }
  }
}

TEST_CASE("flits of a frame on a link are counted by its edges, or by their distance", "[quick]") {
  TimedFlits flits;
  for (const std::uint64_t edge : {10u, 12u, 15u}) flits.add(Flit(FlitKind::body, VcId(0), 0, 1), Cycle(edge));
  const network::FrameOnLink of_host{0, Cycle(10), 0}, of_switch{0, Cycle(10), 4};
  for (const auto& [edge, by_host, by_switch] :
       {std::tuple(10u, 0u, 0u), std::tuple(11u, 1u, 1u), std::tuple(12u, 1u, 1u), std::tuple(13u, 2u, 1u),
        std::tuple(14u, 2u, 1u), std::tuple(15u, 2u, 2u), std::tuple(16u, 3u, 2u), std::tuple(19u, 3u, 3u),
        std::tuple(100u, 3u, 3u)}) {
    INFO(edge);
    CHECK(of_host.sent_before(Cycle(edge), flits) == by_host);
    CHECK(of_switch.sent_before(Cycle(edge), flits) == by_switch);
  }
}
