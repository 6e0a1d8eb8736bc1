#include <catch2/catch.hpp>

#include "rtl_models/host/message_table.hpp"

using namespace slackline;
using host::MessageRecord;
using host::MessageTable;

namespace {

MessageRecord& open(MessageTable& table, std::uint64_t now) {
  MessageRecord& record = table.open(NodeId(1), Cycle(now));
  record.words = 1;
  return record;
}

void close(MessageTable& table, std::uint32_t number, std::uint64_t now) {
  MessageRecord& record = *table.find(NodeId(1), number);
  record.told = record.received = Cycle(now);
}

}  // namespace

TEST_CASE("Messages are found by their numbers until they are complete") {
  MessageTable table(2);
  CHECK(table.find(NodeId(1), 0) == nullptr);
  for (std::uint32_t n = 0; n < 1000; ++n) REQUIRE(open(table, n).number == n);
  for (std::uint32_t n = 0; n < 1000; ++n) REQUIRE(table.find(NodeId(1), n)->number == n);
  CHECK(table.find(NodeId(1), 1000) == nullptr);
  CHECK(table.find(NodeId(0), 0) == nullptr);
  CHECK(table.find(NodeId(2), 0) == nullptr);
}

TEST_CASE("A message that is complete at edge N frees its slot at N + 1, not at N") {
  MessageTable table(2);
  for (std::uint32_t n = 0; n < 16; ++n) open(table, 0);
  close(table, 0, 10);
  open(table, 10);
  CHECK(table.find(NodeId(1), 0) != nullptr);  // the table grew instead
  for (std::uint32_t n = 17; n < 32; ++n) open(table, 10);
  open(table, 11);
  CHECK(table.find(NodeId(1), 0) == nullptr);
  CHECK(table.find(NodeId(1), 1) != nullptr);
}

TEST_CASE("A source that loses messages forgets those that are far behind, and counts them") {
  MessageTable table(2);
  for (std::uint32_t n = 0; n < MessageTable::most_slots; ++n) open(table, n);
  CHECK(table.lost() == 0);
  open(table, 10000);
  CHECK(table.lost() == 1);
  CHECK(table.find(NodeId(1), 0) == nullptr);
}

TEST_CASE("A message to a group is kept while many more are posted, and not for ever") {
  MessageTable table(2);
  open(table, 0).to_group = true;
  for (std::uint32_t n = 1; n < MessageTable::most_slots_for_groups; ++n) open(table, n);
  REQUIRE(table.find(NodeId(1), 0) != nullptr);
  CHECK(table.find(NodeId(1), 0)->to_group);
  open(table, 100000);
  CHECK(table.find(NodeId(1), 0) == nullptr);
}

TEST_CASE("Messages that have ended are not lost, whether their sender is notified or not", "[quick]") {
  MessageTable table(2);
  for (std::uint32_t n = 0; n < MessageTable::most_slots; ++n) open(table, n);
  table.find(NodeId(1), 0)->received = Cycle(9000);  // its sender has not been notified
  table.find(NodeId(1), 1)->failed = true;
  for (int n = 0; n < 3; ++n) open(table, 10000);
  CHECK(table.lost() == 1);
}
