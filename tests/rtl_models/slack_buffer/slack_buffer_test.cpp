#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "rtl_models/common/registers.hpp"
#include "rtl_models/slack_buffer/slack_buffer_instance.hpp"

using namespace slackline;
using namespace slackline::slack_buffer;

namespace {

Flit flit(std::uint32_t n) { return Flit(FlitKind::body, VcId(0), n, n); }

/// A buffer and its current edge.
struct Bench {
  explicit Bench(std::uint16_t flits) : buffer(Params{flits}) {}

  void push(std::uint32_t n) { buffer.step({flit(n), false}, Cycle(now++)); }
  void pop() { buffer.step({Flit(), true}, Cycle(now++)); }
  void push_pop(std::uint32_t n) { buffer.step({flit(n), true}, Cycle(now++)); }
  void idle() { buffer.step({}, Cycle(now++)); }
  void fill() {
    for (std::uint32_t n = 0; n < buffer.params.flits; ++n) push(n);
  }
  std::uint32_t front() const { return slack_buffer::front(buffer.state).data(); }
  unsigned count() const { return buffer.state.count; }
  bool overflow() const { return buffer.state.overflow; }

  Instance buffer;
  std::uint64_t now = 0;
};

const std::uint16_t depths[] = {1, 2, 5, 64, 32768};

}  // namespace

TEST_CASE("a flit written at edge N is at the front of an empty buffer in cycle N, not before") {
  for (const std::uint16_t depth : depths) {
    Bench b(depth);
    b.idle();
    REQUIRE(b.count() == 0);
    b.push(7);
    REQUIRE(b.count() == 1);
    REQUIRE(b.front() == 7);
  }
}

TEST_CASE("the slot written last is at the back, also across the end of the slots and after its flit has left") {
  for (const std::uint16_t depth : {1, 2, 5}) {
    Bench b(depth);
    for (std::uint32_t n = 1; n < 2u * depth + 2; ++n) {
      b.push(n);
      REQUIRE(back(b.buffer.params, b.buffer.state).flit() == flit(n));
      b.pop();
      REQUIRE(back(b.buffer.params, b.buffer.state).flit() == flit(n));
    }
  }
}

TEST_CASE("the n-th flit from the front is n slots from it, and after the last slot comes the first") {
  for (const std::uint16_t depth : {1, 2, 5})
    for (unsigned first = 0; first < depth; ++first) {
      Bench b(depth);
      for (unsigned n = 0; n < first; ++n) {
        b.push(99999);
        b.pop();
      }
      b.fill();
      for (unsigned n = 0; n < depth; ++n) {
        const Slot& slot = slot_at(b.buffer.params, b.buffer.state, n);
        REQUIRE(&slot == &b.buffer.state.slots[(first + n) % depth]);
        REQUIRE(slot.flit() == flit(n));
      }
    }
}

TEST_CASE("a pop at edge N shows the next flit in cycle N") {
  Bench b(2);
  b.fill();
  REQUIRE(b.front() == 0);
  b.pop();
  REQUIRE(b.front() == 1);
  REQUIRE(b.count() == 1);
}

TEST_CASE("the last slot takes a flit, and the next flit is lost and raises overflow", "[quick]") {
  for (const std::uint16_t depth : depths) {
    Bench b(depth);
    b.fill();
    REQUIRE(b.count() == depth);
    REQUIRE_FALSE(b.overflow());
    b.push(99999);
    REQUIRE(b.count() == depth);
    REQUIRE(b.overflow());
    for (std::uint32_t n = 0; n < depth; ++n) {
      REQUIRE(b.front() == n);
      b.pop();
    }
    REQUIRE(b.count() == 0);
  }
}

TEST_CASE("a slot freed at edge N takes no flit at N and takes one at N+1", "[quick]") {
  for (const std::uint16_t depth : depths) {
    Bench b(depth);
    b.fill();
    b.push_pop(1000000);
    REQUIRE(b.overflow());
    REQUIRE(b.count() == depth - 1u);
    b.push(1000001);
    REQUIRE(b.count() == depth);
  }
}

TEST_CASE("overflow stays set until reset", "[quick]") {
  Bench b(1);
  b.fill();
  b.push(1);
  b.pop();
  b.push(2);
  REQUIRE(b.overflow());
  b.buffer.reset();
  REQUIRE_FALSE(b.overflow());
  REQUIRE(b.count() == 0);
}

TEST_CASE("a pop of an empty buffer has no effect, also if a flit arrives at the same edge") {
  Bench b(2);
  b.pop();
  REQUIRE(b.count() == 0);
  b.push_pop(3);
  REQUIRE(b.count() == 1);
  REQUIRE(b.front() == 3);
}

TEST_CASE("flits come out in order around the end of the storage, with one arriving and one leaving every cycle") {
  for (const std::uint16_t depth : {1, 2, 5, 64}) {
    Bench b(depth);
    std::uint32_t in = 0, out = 0;
    while (in < depth - 1u) b.push(in++);
    for (unsigned cycle = 0; cycle < 3u * depth + 1u; ++cycle) {
      if (b.count() == 0) {  // depth 1: full or empty, never both ends at once
        b.push(in++);
        continue;
      }
      REQUIRE(b.front() == out);
      ++out;
      if (b.count() < depth)
        b.push_pop(in++);
      else
        b.pop();
    }
    REQUIRE(out == (depth == 1 ? 2 : 3u * depth + 1));  // one a cycle; a depth of 1 needs another cycle to be filled
    REQUIRE_FALSE(b.overflow());
  }
}

TEST_CASE("the age of the front flit is counted from the edge of its write", "[quick]") {
  Bench b(2);
  b.now = (std::uint64_t{1} << 32) - 1;  // the low 32 bits wrap between write and look
  b.push(1);
  b.push(2);
  REQUIRE(front_age(b.buffer.state, Cycle(b.now + 8)) == 10);
  b.pop();
  REQUIRE(front_age(b.buffer.state, Cycle(b.now + 8)) == 10);
}

TEST_CASE("depth 0 and depth 32769 are refused, 1 and 32768 are not") {
  REQUIRE(Params{1}.violations().empty());
  REQUIRE(Params{32768}.violations().empty());
  REQUIRE(to_string(Params{0}.violations()) == "flits = 0: expected 1 to 32768");
  REQUIRE(Params{32769}.violations().size() == 1);
  REQUIRE_THROWS_AS(Instance(Params{0}), std::invalid_argument);
}

TEST_CASE("visit names every register once") {
  Bench b(2);
  b.push(7);
  RegisterList list;
  b.buffer.visit(Cycle(), list);
  std::vector<std::string> names;
  for (const auto& entry : list.entries) names.push_back(entry.first);
  REQUIRE(names == std::vector<std::string>{"read", "write", "count", "overflow", "slot[0].flit", "slot[0].age",
                                            "slot[1].flit", "slot[1].age"});
}
