#include <catch2/catch.hpp>

#include <algorithm>
#include <set>
#include <vector>

#include "rtl_models/common/packet_table.hpp"

using namespace slackline;

namespace {

std::uint32_t open(PacketTable& table, unsigned source, unsigned destination, unsigned sequence, std::uint64_t now) {
  return table.open(NodeId(source), NodeId(destination), sequence, 4, Cycle(now), Cycle(now)).value();
}

}  // namespace

TEST_CASE("packets in flight have different tags, of all sources") {
  PacketTable table(3, 1);
  std::set<std::uint32_t> tags;
  for (unsigned n = 0; n < 100; ++n)
    for (unsigned source = 0; source < 3; ++source) tags.insert(open(table, source, 0, n, n));
  REQUIRE(tags.size() == 300);
  REQUIRE(*tags.rbegin() < 1u << Flit::tag_bits);
}

TEST_CASE("a slot closed at edge N is not reused at N, but later", "[quick]") {
  PacketTable table(1, 1);
  std::set<std::uint32_t> first;
  for (unsigned n = 0; n < 8; ++n) first.insert(open(table, 0, 0, n, 1));
  const std::uint32_t closed = *first.begin();
  table.find(closed)->delivered = Cycle(10);
  REQUIRE(first.count(open(table, 0, 0, 8, 10)) == 0);  // the order of stepping at edge 10 cannot matter
  std::set<std::uint32_t> later;
  for (unsigned n = 9; n < 17; ++n) later.insert(open(table, 0, 0, n, 11));
  REQUIRE(later.count(closed) == 1);
}

TEST_CASE("the predecessor is the latest packet of the same pair") {
  PacketTable table(2, 1);
  const std::uint32_t first = open(table, 0, 1, 0, 0);
  open(table, 0, 0, 1, 1);
  const std::uint32_t third = open(table, 0, 1, 2, 2);
  const std::uint32_t fourth = open(table, 0, 1, 3, 3);
  REQUIRE(table.find(first)->predecessor_tag == first);  // none: itself
  REQUIRE(table.find(third)->predecessor_tag == first);
  REQUIRE(table.find(fourth)->predecessor_tag == third);
  REQUIRE(table.find(fourth)->predecessor_sequence == 2);
}

TEST_CASE("a tag that no packet ever had is not found", "[quick]") {
  PacketTable table(3, 1);
  REQUIRE(table.find(0) == nullptr);
  open(table, 0, 1, 0, 0);
  REQUIRE(table.find(3) == nullptr);  // source 3 of 3
  REQUIRE(table.find((1u << Flit::tag_bits) - 1) == nullptr);
}

TEST_CASE("a source that has all its tags in flight gets none, and no tag is wider than its field", "[quick]") {
  // 2^21 sources leave 2^4 tags each, 2^23 leave 2^2: less than one chunk of records.
  for (const std::uint32_t bits : {21u, 23u}) {
    PacketTable table((1u << (bits - 1)) + 1, 1);
    const unsigned tags = 1u << (Flit::tag_bits - bits);
    std::set<std::uint32_t> seen;
    for (unsigned n = 0; n < tags; ++n) seen.insert(open(table, 5, 6, n, 0));
    REQUIRE(seen.size() == tags);
    REQUIRE(*seen.rbegin() < 1u << Flit::tag_bits);
    REQUIRE_FALSE(table.open(NodeId(5), NodeId(6), tags, 4, Cycle(0), Cycle(0)));
    table.find(*seen.begin())->delivered = Cycle(3);
    REQUIRE(open(table, 5, 6, tags, 4) == *seen.begin());
  }
}

TEST_CASE("a source that is removed has nothing in flight and no predecessors") {
  PacketTable table(2, 1);
  const std::uint32_t tag = open(table, 0, 1, 0, 0);
  open(table, 1, 0, 0, 0);
  table.forget(NodeId(0));
  REQUIRE_FALSE(table.find(tag)->in_flight());
  REQUIRE(table.find(1)->in_flight());  // the other source's
  const std::uint32_t anew = open(table, 0, 1, 0, 9);
  REQUIRE(table.find(anew)->predecessor_tag == anew);
}

TEST_CASE("payloads differ between packets and between flits, and depend on the seed") {
  PacketTable table(2, 1), other(2, 2);
  const std::uint32_t a = open(table, 0, 1, 0, 0), b = open(table, 0, 1, 1, 0), c = open(other, 0, 1, 0, 0);
  const auto word = [](PacketTable& t, std::uint32_t tag, unsigned n) { return payload_word(*t.find(tag), n); };
  REQUIRE(word(table, a, 0) == 1);  // the head carries the destination
  REQUIRE(word(table, a, 1) != word(table, b, 1));
  REQUIRE(word(table, a, 1) != word(table, a, 2));
  REQUIRE(word(table, a, 1) != word(other, c, 1));
}

TEST_CASE("a request keeps its slot until the edge after its answer, in either order of steps") {
  PacketTable packets(2, 1);
  std::vector<std::uint32_t> tags;
  for (std::uint32_t i = 0; i < 8; ++i) {  // as many as the table makes at once
    tags.push_back(packets.open(NodeId(0), NodeId(1), i, 4, Cycle(0), Cycle(i), PacketRole::request).value());
    packets.find(tags.back())->delivered = Cycle(10);
  }
  packets.find(tags[3])->answered = Cycle(20);
  const std::uint32_t at_that_edge = packets.open(NodeId(0), NodeId(1), 8, 4, Cycle(0), Cycle(20)).value();
  CHECK(std::find(tags.begin(), tags.end(), at_that_edge) == tags.end());
  for (std::uint32_t i = 9; i < 16; ++i) packets.open(NodeId(0), NodeId(1), i, 4, Cycle(0), Cycle(20));
  CHECK(packets.open(NodeId(0), NodeId(1), 16, 4, Cycle(0), Cycle(21)) == tags[3]);
}
