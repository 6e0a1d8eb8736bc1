#include <catch2/catch.hpp>

#include "testbench/workloads/replay/program/matching.hpp"

using namespace slackline::replay;

namespace {

using Matched = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // name of the message, request

struct Receiver {
  Matching matching;
  Matched matched;

  void arrive(std::uint32_t source, std::uint32_t name, std::int32_t tag, std::uint32_t order) {
    matching.arrived({source, name}, {static_cast<std::int32_t>(source), tag, 0}, order,
                     [&](const MessageId& id, std::uint32_t request) { matched.emplace_back(id.name, request); });
  }
  void post(std::int32_t source, std::int32_t tag, std::uint32_t request) {
    if (const auto id = matching.post({source, tag, 0}, request)) matched.emplace_back(id->name, request);
  }
};

}  // namespace

TEST_CASE("a receive gets the first message of its source and tag") {
  Receiver r;
  r.arrive(3, 10, 1, 0);
  r.arrive(3, 11, 2, 1);
  r.arrive(3, 12, 2, 2);
  r.post(3, 2, 100);
  CHECK(r.matched == Matched{{11, 100}});
  r.post(3, 2, 101);
  r.post(3, 1, 102);
  CHECK(r.matched == Matched{{11, 100}, {12, 101}, {10, 102}});
  CHECK(r.matching.unexpected() == 0);
}

TEST_CASE("a message goes to the receive that was posted first, one for any source and tag included", "[quick]") {
  Receiver r;
  r.post(any, any, 100);
  r.post(3, 5, 101);
  r.arrive(3, 10, 5, 0);
  r.arrive(3, 11, 5, 1);
  CHECK(r.matched == Matched{{10, 100}, {11, 101}});
}

TEST_CASE("a message that overtakes an earlier one of its source waits for it") {
  Receiver r;
  r.post(3, any, 100);
  r.post(3, any, 101);
  r.post(3, any, 102);
  r.arrive(3, 12, 0, 2);
  r.arrive(3, 11, 0, 1);
  CHECK(r.matched.empty());
  r.arrive(3, 10, 0, 0);
  CHECK(r.matched == Matched{{10, 100}, {11, 101}, {12, 102}});
}

TEST_CASE("messages of another source, or of another collective call, do not match") {
  Receiver r;
  r.post(3, 5, 100);
  r.arrive(4, 10, 5, 0);
  CHECK(r.matched.empty());
  CHECK_FALSE(matches({3, 0, 1}, {3, 0, 2}));
  CHECK(matches({3, 0, 2}, {3, 0, 2}));
}

TEST_CASE("a message with an unknown tag matches any") {
  Receiver r;
  r.post(3, 5, 100);
  r.arrive(3, 10, any, 0);
  CHECK(r.matched == Matched{{10, 100}});
}
