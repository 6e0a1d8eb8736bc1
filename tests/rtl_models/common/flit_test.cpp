#include <catch2/catch.hpp>

#include "rtl_models/common/flit.hpp"

using namespace slackline;

TEST_CASE("every field of a flit is unpacked as it was packed, also at its largest value") {
  const auto all_ones = static_cast<FlitKind>(15);
  const Flit flit(all_ones, VcId(15), 0xffffffffu, (1u << Flit::tag_bits) - 1);
  REQUIRE(flit.word() == ~std::uint64_t{0});
  REQUIRE(flit.kind() == all_ones);
  REQUIRE(flit.vc() == VcId(15));
  REQUIRE(flit.data() == 0xffffffffu);
  REQUIRE(flit.tag() == (1u << Flit::tag_bits) - 1);

  const Flit other(FlitKind::body, VcId(5), 0x12345678u, 77);
  REQUIRE(other.kind() == FlitKind::body);
  REQUIRE(other.vc() == VcId(5));
  REQUIRE(other.data() == 0x12345678u);
  REQUIRE(other.tag() == 77);
}

TEST_CASE("only the empty word is no flit, also for data 0 and tag 0") {
  REQUIRE_FALSE(Flit().valid());
  for (const FlitKind kind :
       {FlitKind::padding, FlitKind::abort, FlitKind::body, FlitKind::head, FlitKind::tail, FlitKind::single})
    REQUIRE(Flit(kind, VcId(0), 0, 0).valid());
}

TEST_CASE("heads and singles open a worm; tails, singles and aborts close one") {
  const auto opens = [](FlitKind kind) { return Flit(kind, VcId(0), 0, 0).opens_worm(); };
  const auto closes = [](FlitKind kind) { return Flit(kind, VcId(0), 0, 0).closes_worm(); };
  REQUIRE(opens(FlitKind::head));
  REQUIRE(opens(FlitKind::single));
  REQUIRE_FALSE((opens(FlitKind::body) || opens(FlitKind::tail) || opens(FlitKind::abort) || opens(FlitKind::padding)));
  REQUIRE(closes(FlitKind::tail));
  REQUIRE(closes(FlitKind::single));
  REQUIRE(closes(FlitKind::abort));
  REQUIRE_FALSE((closes(FlitKind::body) || closes(FlitKind::head) || closes(FlitKind::padding)));
}

TEST_CASE("codes 8 to 11 are of barriers, and 12 to 15 open and close worms as 4 to 7 do", "[quick]") {
  for (unsigned code = 0; code < 16; ++code) {
    const Flit flit(static_cast<FlitKind>(code), VcId(3), 0, 0);
    INFO("code " << code);
    CHECK(flit.is_barrier() == (code >= 8 && code <= 11));
    if (flit.is_barrier()) CHECK_FALSE(flit.opens_worm());
    if (code < 12) continue;
    const Flit unmarked(static_cast<FlitKind>(code - 8), VcId(3), 0, 0);
    CHECK(flit.opens_worm() == unmarked.opens_worm());
    CHECK(flit.closes_worm() == unmarked.closes_worm());
  }
}

TEST_CASE("a mark makes a first flit of another kind, changes nothing else, and can be taken off", "[quick]") {
  for (const FlitKind kind : {FlitKind::head, FlitKind::single}) {
    const Flit flit(kind, VcId(3), 0xffffffffu, 77), marked = flit.marked();
    CHECK_FALSE(flit.is_marked());
    CHECK(marked.is_marked());
    CHECK(marked.kind() == (kind == FlitKind::head ? FlitKind::marked_head : FlitKind::marked_single));
    CHECK(marked.marked() == marked);
    CHECK(marked.unmarked() == flit);
    CHECK(flit.unmarked() == flit);
  }
  for (const FlitKind kind : {FlitKind::body, FlitKind::tail, FlitKind::abort, FlitKind::barrier_first}) {
    const Flit flit(kind, VcId(3), 1, 77);
    CHECK_FALSE(flit.is_marked());
    CHECK(flit.unmarked() == flit);
  }
}

TEST_CASE("every kind has its word", "[quick]") {
  const char* const words[] = {
      "idle",    "padding",       "abort",          "unknown",         "body",        "head",    "tail",
      "single",  "barrier_first", "barrier_second", "padding_request", "padding_end", "unknown", "marked_head",
      "unknown", "marked_single"};
  for (unsigned kind = 0; kind < 16; ++kind)  // all values of four bits
    REQUIRE(std::string(to_string(static_cast<FlitKind>(kind))) == words[kind]);
}
