#include <catch2/catch.hpp>

#include "rtl_models/common/flit.hpp"

using namespace slackline;

TEST_CASE("every field of a flit is unpacked as it was packed, also at its largest value") {
  const Flit flit(FlitKind::single, VcId(15), 0xffffffffu, (1u << Flit::tag_bits) - 1);
  REQUIRE(flit.word() == ~std::uint64_t{0});
  REQUIRE(flit.kind() == FlitKind::single);
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

TEST_CASE("every kind has its word", "[quick]") {
  const char* const words[] = {"idle", "padding", "abort", "barrier", "body", "head", "tail", "single"};
  for (unsigned kind = 0; kind < 8; ++kind)  // all values of three bits
    REQUIRE(std::string(to_string(static_cast<FlitKind>(kind))) == words[kind]);
}
