#include "testbench/studies/reproduction/measurement.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace slackline::reproduction;

namespace {

struct Part {
  double size = 0;
  bool whole = false;
};

template <class Visitor>
void visit(Part& part, Visitor& v) {
  v("size", part.size);
  v("whole", part.whole);
}

struct Measurement {
  std::uint64_t first = 0;
  std::vector<std::vector<double>> later;
  std::string name;
  std::optional<Part> part;
};

template <class Visitor>
void visit(Measurement& m, Visitor& v) {
  v("first", m.first);
  v("later", m.later);
  v("name", m.name);
  v("part", m.part);
}

Measurement example() { return {7, {{1.0 / 3, 2}, {}}, std::string("a \0 b", 5), Part{0.1, true}}; }

}  // namespace

TEST_CASE("a measurement is decoded as it was encoded, to the last bit", "[quick]") {
  const auto same = decode<Measurement>(encode(example()));
  CHECK(same.first == 7);
  CHECK(same.later == example().later);
  CHECK(same.name == example().name);
  REQUIRE(same.part);
  CHECK(same.part->size == 0.1);
  CHECK(same.part->whole);
  CHECK_FALSE(decode<Measurement>(encode(Measurement())).part);
}

TEST_CASE("bytes that are too few or too many for a measurement are refused") {
  const std::string bytes = encode(example());
  for (std::size_t size = 0; size < bytes.size(); ++size) CHECK_THROWS(decode<Measurement>(bytes.substr(0, size)));
  CHECK_THROWS(decode<Measurement>(bytes + "x"));
}

TEST_CASE("a planted error changes all numbers of its name, and no other value", "[quick]") {
  const Measurement first = planted(example(), "first", 10);
  CHECK(first.first == 70);
  CHECK(first.later == example().later);
  CHECK(planted(example(), "later", 10).later == std::vector<std::vector<double>>{{10 * (1.0 / 3), 20}, {}});
  const Measurement part = planted(example(), "size", 0.1);
  CHECK(part.first == 7);
  CHECK(part.part->size == Approx(0.01));
  CHECK_THROWS(planted(example(), "last", 10));
  CHECK_THROWS(planted(example(), "name", 10));
}

TEST_CASE("samples of an experiment have a mean, and a ratio to those of another one with an interval") {
  Measurements<Measurement> all;
  for (const std::uint64_t first : {80u, 120u}) all.of["a"].push_back({first, {}, "", {}});
  for (const std::uint64_t first : {40u, 60u}) all.of["b"].push_back({first, {}, "", {}});
  all.of["c"].push_back({50, {}, "", {}});
  const auto samples = [&](const std::string& experiment) {
    return all.samples(experiment, [](const Measurement& m) { return static_cast<double>(m.first); });
  };
  CHECK(samples("a") == std::vector<double>{80, 120});
  CHECK(mean(samples("a")) == 100.);
  CHECK_FALSE(mean(samples("none")));
  const Ratio found = ratio(samples("a"), samples("b")).value();
  CHECK(found.value == 2);
  CHECK(found.larger == 100);
  CHECK(found.smaller == 50);
  CHECK(*found.half_width == 0);  // twice as large in each draw
  // Draw by draw 20 below twice the other and 20 above: a standard deviation of 20 sqrt(2), over sqrt(2), times Student's t
  // of one degree.
  CHECK(*ratio({80, 120}, {50, 50})->half_width == Approx(20 * 12.7062 / 50).epsilon(1e-4));
  CHECK_FALSE(ratio(samples("a"), samples("c"))->half_width);
  CHECK_FALSE(ratio(samples("a"), samples("none")));
  CHECK(all.first_of("a")->first == 80);
  CHECK(all.first_of("none") == nullptr);
}

TEST_CASE("a share has Wilson's interval, also where none of the draws or all have something", "[quick]") {
  const Share some = share_of(10, 100), none = share_of(0, 100), all = share_of(3, 3);
  CHECK(some.value() == 0.1);
  CHECK(some.low == Approx(0.0552).epsilon(1e-2));  // Wilson (1927), as tables have it
  CHECK(some.high == Approx(0.1744).epsilon(1e-2));
  CHECK(none.low == Approx(0).margin(1e-12));
  CHECK(none.high == Approx(0.0370).epsilon(1e-2));
  CHECK(all.low == Approx(0.4385).epsilon(1e-2));
  CHECK(all.high == Approx(1));
}

TEST_CASE("a mean has an interval from two samples on, and differences are taken draw by draw", "[quick]") {
  CHECK_FALSE(mean_of({}));
  CHECK(mean_of({3})->value == 3);
  CHECK_FALSE(mean_of({3})->half_width);
  const Mean two = mean_of({80, 120}).value();
  CHECK(two.value == 100);
  CHECK(two.samples == 2);
  CHECK(*two.half_width == Approx(20 * 12.7062).epsilon(1e-4));  // a standard deviation of 20 sqrt(2), over sqrt(2)
  const Mean difference = mean_difference({80, 120}, {70, 110}).value();
  CHECK(difference.value == 10);
  CHECK(*difference.half_width == Approx(0).margin(1e-9));
  CHECK_FALSE(mean_difference({1}, {}));
}
