// The edges at which a padding generator writes.
#include "rtl_models/barrier/padding_generator/padding_generator.hpp"

#include <catch2/catch.hpp>
#include <vector>

using namespace slackline;
using namespace slackline::padding_generator;

namespace {

struct Bank {
  Bank() { state.lanes = lanes; }
  Lane lanes[2];
  State state;
};

/// The edges up to `last` at which port 1 may be written.
std::vector<std::uint64_t> edges(State& s, std::uint64_t first, std::uint64_t last) {
  std::vector<std::uint64_t> all;
  for (std::uint64_t edge = first; edge <= last; ++edge)
    if (has(generating(s, Cycle(edge)), 1)) all.push_back(edge);
  return all;
}

using Edges = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("padding begins `delay` after the request, and ends `delay` after its end") {
  Bank bank;
  note(bank.state, 1, true, false);
  request(bank.state, 1, Cycle(10), 2);
  CHECK(edges(bank.state, 10, 14) == Edges{12, 13, 14});
  end(bank.state, 1, Cycle(15), 2);
  CHECK(edges(bank.state, 15, 30) == Edges{15, 16});
  CHECK(bank.state.requested == 0);
}

TEST_CASE("a lane without an open worm gets no padding") {
  Bank bank;
  request(bank.state, 1, Cycle(0), 1);
  CHECK(edges(bank.state, 0, 5).empty());
  note(bank.state, 1, true, true);
  request(bank.state, 1, Cycle(6), 1);
  CHECK(edges(bank.state, 6, 9).empty());
}

TEST_CASE("a flit of the worm ends padding at once; an end without a request has no effect", "[quick]") {
  Bank bank;
  note(bank.state, 1, true, false);
  request(bank.state, 1, Cycle(0), 1);
  CHECK(edges(bank.state, 0, 3) == Edges{1, 2, 3});
  note(bank.state, 1, false, false);
  CHECK(edges(bank.state, 4, 9).empty());
  end(bank.state, 1, Cycle(9), 1);
  CHECK(bank.state.requested == 0);
}
