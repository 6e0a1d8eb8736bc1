#include "rtl_models/host/stored_memory.hpp"

#include <catch2/catch.hpp>

using namespace slackline;
using host::StoredMemory;
using nic::HashedMemory;

namespace {

/// Byte i of message m is 16 m + i.
void count_up(NodeId, std::uint32_t message, std::vector<std::byte>& bytes) {
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(16 * message + i);
}

}  // namespace

TEST_CASE("stored bytes are read as words, the first byte lowest, and arrive as bytes", "[quick]") {
  StoredMemory memory(2, count_up);
  memory.posted(NodeId(1), 3, 2, Cycle(5));
  CHECK(memory.read(NodeId(1), 3, 0) == 0x33323130);
  CHECK(memory.read(NodeId(1), 3, 1) == 0x37363534);
  CHECK(memory.write(NodeId(1), 3, 1, 0x37363534, Cycle(9)));
  CHECK_FALSE(memory.holds(NodeId(1), 3));  // half of it
  CHECK(memory.arrived(NodeId(1), 3)->at(5) == std::byte{0x35});
  CHECK(memory.arrived(NodeId(1), 3)->at(2) == std::byte{0});
  CHECK(memory.write(NodeId(1), 3, 0, 0x33323130, Cycle(10)));
  CHECK(memory.holds(NodeId(1), 3));
}

TEST_CASE("a word that differs from the one that left is found, and the message is not whole") {
  StoredMemory memory(2, count_up);
  memory.posted(NodeId(0), 0, 1, Cycle(5));
  CHECK_FALSE(memory.write(NodeId(0), 0, 0, 0x03020101, Cycle(9)));
  CHECK_FALSE(memory.holds(NodeId(0), 0));
  CHECK(memory.write(NodeId(0), 0, 0, 0x03020100, Cycle(10)));  // sent again
  CHECK(memory.holds(NodeId(0), 0));
}

TEST_CASE("words of no message, and beyond the end of one, are refused") {
  StoredMemory memory(2, count_up);
  memory.posted(NodeId(0), 0, 1, Cycle(5));
  CHECK_FALSE(memory.write(NodeId(0), 0, 1, 0, Cycle(6)));
  CHECK_FALSE(memory.write(NodeId(0), 1, 0, 0, Cycle(6)));
  CHECK_FALSE(memory.write(NodeId(2), 0, 0, 0, Cycle(6)));
  CHECK_FALSE(memory.holds(NodeId(0), 1));
  CHECK(memory.arrived(NodeId(2), 0) == nullptr);
  CHECK(memory.read(NodeId(0), 0, 1) == 0);
}

TEST_CASE("a message that is over is dropped when its sender posts another one later, and not before") {
  StoredMemory memory(1, count_up);
  memory.posted(NodeId(0), 0, 1, Cycle(5));
  memory.write(NodeId(0), 0, 0, 0x03020100, Cycle(9));
  memory.over(NodeId(0), 0, Cycle(20));
  memory.posted(NodeId(0), 1, 1, Cycle(20));
  CHECK(memory.holds(NodeId(0), 0));
  CHECK(memory.write(NodeId(0), 0, 0, 7, Cycle(21)));  // of a message that is over: not looked at
  CHECK(memory.holds(NodeId(0), 0));
  memory.posted(NodeId(0), 2, 1, Cycle(21));
  CHECK(memory.arrived(NodeId(0), 0) == nullptr);
  CHECK(memory.write(NodeId(0), 0, 0, 7, Cycle(21)));  // whether or not it has been dropped
  CHECK(memory.arrived(NodeId(0), 1) != nullptr);
}

TEST_CASE("a message that gets lost is kept until many more have been posted") {
  StoredMemory memory(1, count_up);
  for (std::uint32_t n = 0; n < StoredMemory::most_open; ++n) memory.posted(NodeId(0), n, 1, Cycle(n));
  CHECK(memory.arrived(NodeId(0), 0) != nullptr);
  memory.posted(NodeId(0), StoredMemory::most_open, 1, Cycle(9999));
  CHECK(memory.arrived(NodeId(0), 0) == nullptr);
  CHECK(memory.arrived(NodeId(0), 1) != nullptr);
}

TEST_CASE("after a reset of its sender numbers of messages begin again") {
  StoredMemory memory(1, count_up);
  memory.posted(NodeId(0), 0, 1, Cycle(5));
  memory.forget(NodeId(0));
  CHECK(memory.arrived(NodeId(0), 0) == nullptr);
  CHECK_FALSE(memory.write(NodeId(0), 0, 0, 0x03020100, Cycle(9)));
}

TEST_CASE("hashed words are the same at both ends, and differ from host to host, message to message, word to word") {
  HashedMemory memory(7);
  const std::uint32_t word = memory.read(NodeId(1), 2, 3);
  CHECK(memory.write(NodeId(1), 2, 3, word, Cycle(9)));
  CHECK_FALSE(memory.write(NodeId(1), 2, 3, word ^ 1, Cycle(9)));
  CHECK(memory.read(NodeId(0), 2, 3) != word);
  CHECK(memory.read(NodeId(1), 1, 3) != word);
  CHECK(memory.read(NodeId(1), 2, 2) != word);
  CHECK(HashedMemory(8).read(NodeId(1), 2, 3) != word);

  StoredMemory stored(2, host::hashed_contents(7));
  stored.posted(NodeId(1), 2, 4, Cycle(0));
  CHECK(stored.read(NodeId(1), 2, 3) == word);
}
