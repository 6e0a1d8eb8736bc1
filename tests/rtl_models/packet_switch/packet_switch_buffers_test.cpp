// Buffers of a packet switch: what they take, which frame goes on, and when there is room again.
#include <catch2/catch.hpp>

#include "tests/rtl_models/packet_switch/bench.hpp"

using namespace slackline;
using namespace slackline::packet_switch;
using Cycles = std::vector<std::uint64_t>;
using Tags = std::vector<std::uint32_t>;

namespace {

Params with(Buffers buffers, std::uint16_t frames) {
  Params p;
  p.buffers = buffers;
  p.frames = frames;
  p.gap = 0;
  return p;
}

/// Frames of 4 flits by one input to output 2, which is stopped, come in one after the other; how many are taken.
std::uint64_t taken(const Params& p, unsigned sent) {
  Bench b(p);
  b.stop(2);
  for (unsigned n = 0; n < sent; ++n) b.send(0, 2, 4, n);
  b.edges(4 * sent + 40);
  return b.device.state.counters[0].frames_in;
}

}  // namespace

TEST_CASE("a buffer holds as many frames as it has room for, and drops the others") {
  // An output takes a frame besides those that it holds, though it does not send it: its link is stopped.
  for (const std::uint16_t held : {0, 1, 4}) {
    Params p = with(Buffers::input, 3);
    p.held = held;
    CHECK(taken(p, 20) == 3u + 1 + held);
  }
  CHECK(taken(with(Buffers::output, 3), 20) == 3);
  CHECK(taken(with(Buffers::shared, 3), 20) == 3);
}

TEST_CASE(
    "frames without room are counted at their output, too, and a shared buffer counts the most that it has held") {
  for (const Buffers buffers : {Buffers::input, Buffers::output, Buffers::shared}) {
    Params p = with(buffers, 3);
    if (buffers == Buffers::shared) {
      p.threshold = Threshold::fixed;
      p.most = 2;
    }
    Bench b(p);
    b.stop(2);
    for (unsigned n = 0; n < 10; ++n) b.send(0, 2, 4, n);
    b.edges(80);
    const std::uint64_t taken = b.device.state.counters[0].frames_in;
    CHECK(b.device.state.counters[2].refused == 10 - taken);
    CHECK(b.device.state.counters[0].refused == 0);
    CHECK(b.dropped(0, Drop::full) + b.dropped(0, Drop::threshold) == 10 - taken);
    CHECK(b.device.state.most_shared == (buffers == Buffers::shared ? 2 : 0));
    b.stop(2, false);
    b.edges(80);
    CHECK(b.device.state.most_shared == (buffers == Buffers::shared ? 2 : 0));
  }
}

TEST_CASE("a buffer holds as many flits as it has room for") {
  for (const Buffers buffers : {Buffers::input, Buffers::output, Buffers::shared})
    for (const std::uint32_t flits : {11u, 12u, 15u, 16u}) {
      Params p = with(buffers, 100);
      p.longest = 10;
      p.flits = flits;
      p.held = 0;
      const unsigned at_output = buffers == Buffers::input ? 1 : 0;  // is no longer in the input's buffer
      CHECK(taken(p, 20) == flits / 4 + at_output);
    }
}

TEST_CASE("the room of a frame is free at the edge after its last flit has left") {
  // The only place is taken by a frame that leaves in cycles 3 + 3 to 3 + 3 + 3.
  for (const bool is_in_time : {false, true}) {
    Bench b(with(Buffers::output, 1));
    b.send(0, 2, 4, 1);
    b.edges(is_in_time ? 7 : 6);
    b.send(1, 2, 4, 2);  // its last flit is sampled at edge 9 or 10
    b.edges(40);
    CHECK(b.tags(2) == (is_in_time ? Tags{1, 2} : Tags{1}));
    CHECK(b.dropped(1, Drop::full) == (is_in_time ? 0 : 1));
  }
  // The only place of an input is free when the transfer has ended, at edge 3 + 1 + 4.
  for (const bool is_in_time : {false, true}) {
    Params p = with(Buffers::input, 1);
    p.transfer = 1;
    Bench b(p);
    b.send(0, 2, 4, 1);
    b.edges(is_in_time ? 6 : 5);
    b.send(0, 2, 4, 2);  // its last flit is sampled at edge 8 or 9
    b.edges(40);
    CHECK(b.dropped(0, Drop::full) == (is_in_time ? 0 : 1));
  }
}

TEST_CASE("of frames that end at one edge a different input gets the room that is left each time") {
  Bench b(with(Buffers::shared, 2));
  b.stop(3);
  for (const unsigned input : {2u, 0u, 1u}) b.send(input, 3, 4, input);
  b.edges(40);
  CHECK(b.dropped(2, Drop::full) == 1);
  CHECK(b.device.state.frames == 2);
  b.stop(3, false);
  b.edges(40);
  CHECK(b.tags(3) == Tags{0, 1});
  CHECK(b.device.state.frames == 0);
  CHECK(b.device.state.flits == 0);
  // Of four inputs in phase that send to one output, none is left out.
  Bench all(with(Buffers::output, 3));
  for (unsigned n = 0; n < 400; ++n)
    for (const unsigned input : {0u, 1u, 2u}) all.send(input, 3, 4, input);
  all.edges(1600);
  for (const unsigned input : {0u, 1u, 2u}) CHECK(all.device.state.counters[input].frames_in > 120);
}

TEST_CASE("frames wait for the first one of their input, with buffers at inputs alone") {
  const auto begun_at_3 = [](Buffers buffers) {
    Params p = with(buffers, 8);
    p.held = 0;
    Bench b(p);
    b.stop(2);
    b.send(1, 2, 4, 1);
    b.edges(20);         // output 2 holds a frame that it does not send
    b.send(0, 2, 4, 2);  // waits for it
    b.send(0, 3, 4, 3);
    b.edges(60);
    Cycles before = b.begun(3);
    b.stop(2, false);
    b.edges(60);
    CHECK(b.tags(2) == Tags{1, 2});
    CHECK(b.tags(3) == Tags{3});
    return before;
  };
  CHECK(begun_at_3(Buffers::input).empty());
  CHECK(begun_at_3(Buffers::output) == Cycles{20 + 7 + 3});
  CHECK(begun_at_3(Buffers::shared) == Cycles{20 + 7 + 3});
}

TEST_CASE("an output that holds frames sends without a pause, and one that holds none waits for the transfer") {
  for (const std::uint16_t held : {0, 1}) {
    Params p = with(Buffers::input, 8);
    p.held = held;
    Bench b(p);
    for (unsigned n = 0; n < 3; ++n) b.send(0, 2, 4, n);
    b.edges(60);
    // Room at the edge after the last flit; a transfer of a cycle, and one until the first flit.
    const std::uint64_t apart = held == 0 ? 4 + 2 : 4;
    CHECK(b.begun(2) == Cycles{6, 6 + apart, 6 + 2 * apart});
  }
}

TEST_CASE("a threshold keeps an output from taking a shared buffer") {
  Params p = with(Buffers::shared, 12);
  p.threshold = Threshold::fixed;
  p.most = 5;
  CHECK(taken(p, 30) == 5);
  p.threshold = Threshold::dynamic;  // as many frames as alpha times those that are free then
  for (const auto& [alpha8, frames] : {std::pair(8, 6), {16, 8}, {4, 4}, {512, 12}}) {
    p.alpha8 = static_cast<std::uint16_t>(alpha8);
    CHECK(taken(p, 30) == static_cast<unsigned>(frames));
  }
  p.alpha8 = 8;
  Bench b(p);
  b.stop(2);
  b.stop(3);
  for (unsigned n = 0; n < 12; ++n) b.send(0, 2, 4, n);
  b.edges(100);
  for (unsigned n = 0; n < 12; ++n) b.send(1, 3, 4, n);  // another output has its share of the six frames that are left
  b.edges(100);
  CHECK(b.device.state.outputs[2].frames == 6);
  CHECK(b.device.state.outputs[3].frames == 3);
  CHECK(b.dropped(0, Drop::threshold) == 6);
  CHECK(b.dropped(1, Drop::threshold) == 9);
}

TEST_CASE("an output takes frames of the inputs in turn") {
  Params p = with(Buffers::input, 8);
  p.held = 0;
  Bench b(p);
  for (const unsigned input : {3u, 1u, 0u})
    for (unsigned n = 0; n < 3; ++n) b.send(input, 2, 4, 10 * input + n);
  b.edges(100);
  CHECK(b.tags(2) == Tags{0, 10, 30, 1, 11, 31, 2, 12, 32});
}

TEST_CASE("a backplane carries so many transfers at once, of the inputs in turn") {
  const auto begun = [](std::uint16_t transfers) {
    Params p = with(Buffers::input, 8);
    p.transfer = 2;
    p.transfers = transfers;
    Bench b(p);
    b.send(0, 1, 4, 1);
    b.send(0, 1, 4, 2);
    b.send(2, 3, 4, 3);
    b.edges(100);
    Cycles all = b.begun(1);
    all.push_back(b.begun(3).front());
    return all;
  };
  // A transfer takes 8 cycles: from edge 4 on, then from 13 on, where the one of input 2 comes before the second of input 0.
  CHECK(begun(0) == Cycles{13, 22, 13});
  CHECK(begun(2) == Cycles{13, 22, 13});
  CHECK(begun(1) == Cycles{13, 31, 22});
}

TEST_CASE("an input is paused at its mark, and goes on at the other one") {
  const Buffers buffers = GENERATE(Buffers::input, Buffers::shared);
  Params p = with(buffers, 20);
  p.pause_at = 4;
  p.resume_at = 1;
  p.held = 0;
  Bench b(p);
  b.stop(2);
  const unsigned at_output = buffers == Buffers::input ? 1 : 0;  // is no longer in the input's buffer
  for (unsigned n = 0; n < 3 + at_output; ++n) b.send(0, 2, 4, n);
  b.edges(60);
  CHECK_FALSE(b.device.pause_out(0));
  b.send(0, 2, 4, 9);
  b.edges(3);
  CHECK_FALSE(b.device.pause_out(0));
  b.edges(1);
  CHECK(b.device.pause_out(0));
  CHECK_FALSE(b.device.pause_out(1));
  b.stop(2, false);
  while (b.device.pause_out(0)) b.edges(1);
  const Input& in = b.device.state.inputs[0];
  CHECK((buffers == Buffers::input ? in.waiting : in.frames) == 1);
}

namespace {

/// Port 2 is an uplink.
Params with_uplink(Buffers buffers, std::uint16_t frames, const Uplink& uplink) {
  Params p = with(buffers, frames);
  p.uplink = uplink;
  p.uplinks = bit(2);
  return p;
}

}  // namespace

TEST_CASE("the module of an uplink has a buffer of its own for each direction") {
  // At its output: frames that it holds besides the one that it sends, or those of its buffer.
  CHECK(taken(with_uplink(Buffers::input, 3, {9, 6, 0, 0}), 20) == 3u + 1 + 6);
  CHECK(taken(with_uplink(Buffers::output, 3, {6, 1, 0, 0}), 20) == 6);
  // Besides a shared buffer: that one holds what the module has no room for.
  CHECK(taken(with_uplink(Buffers::shared, 3, {0, 1, 0, 0}), 20) == 3);
  CHECK(taken(with_uplink(Buffers::shared, 3, {6, 1, 0, 0}), 20) == 6 + 3);
  // From its link: the buffer of its input, or besides the shared one.
  const auto from_uplink = [](const Params& p) {
    Bench b(p);
    b.stop(1);
    for (unsigned n = 0; n < 30; ++n) b.send(2, 1, 4, n);
    b.edges(4 * 30 + 40);
    const std::uint64_t taken = b.device.state.counters[2].frames_in;
    b.stop(1, false);
    b.edges(400);
    CHECK(b.tags(1).size() == taken);
    CHECK(b.device.state.inputs[2].in_module == 0);
    CHECK(b.device.state.frames == 0);
    CHECK(b.device.state.outputs[1].frames == 0);
    return taken;
  };
  CHECK(from_uplink(with_uplink(Buffers::input, 3, {9, 6, 0, 0})) == 9u + 1 + 1);
  CHECK(from_uplink(with_uplink(Buffers::shared, 3, {6, 1, 0, 0})) == 6 + 3);
}

TEST_CASE("frames in the module of an uplink do not count as those of a shared buffer, nor of an output's share") {
  Params p = with_uplink(Buffers::shared, 8, {4, 1, 0, 0});
  p.threshold = Threshold::fixed;
  p.most = 2;
  Bench b(p);
  b.stop(2);
  for (unsigned n = 0; n < 20; ++n) b.send(0, 2, 4, n);
  b.edges(120);
  CHECK(b.device.state.outputs[2].in_module == 4);
  CHECK(b.device.state.outputs[2].frames == 2);
  CHECK(b.device.state.frames == 2);
  CHECK(b.device.state.most_shared == 2);
  CHECK(b.device.state.counters[2].most_frames == 6);
  CHECK(b.dropped(0, Drop::threshold) == 14);
  b.stop(2, false);
  b.edges(120);
  CHECK(b.tags(2) == Tags{0, 1, 2, 3, 4, 5});
  CHECK(b.device.state.outputs[2].in_module == 0);
  CHECK(b.device.state.frames == 0);
}

TEST_CASE("frames to an uplink and from it are transferred at its own rate") {
  const auto begun = [](unsigned input, unsigned output) {
    Params p = with_uplink(Buffers::input, 8, {8, 1, 5, 0});
    p.transfer = 2;
    Bench b(p);
    b.send(input, output, 4);
    b.edges(60);
    return b.begun(output).front();
  };
  // The transfer begins at edge 4; two more until the first flit.
  CHECK(begun(0, 1) == 3 + 2 + 2 * 4);
  CHECK(begun(0, 2) == 3 + 2 + 5 * 4);
  CHECK(begun(2, 1) == 3 + 2 + 5 * 4);
}

TEST_CASE("an uplink carries so many streams in each direction, and drops frames of others") {
  for (const Buffers buffers : {Buffers::input, Buffers::output, Buffers::shared}) {
    Params p = with_uplink(buffers, 8, {8, 8, 0, 2});
    p.ports = 6;
    Bench b(p);
    b.stop(2);
    for (unsigned n = 0; n < 2; ++n)
      for (const unsigned input : {0u, 1u, 3u}) {  // three streams to the uplink, of which the last one is too many
        b.send(input, 2, 4, 10 * input + n);
        b.edges(6);
      }
    CHECK(b.dropped(0, Drop::streams) + b.dropped(1, Drop::streams) == 0);
    CHECK(b.dropped(3, Drop::streams) == 2);
    CHECK(b.device.state.counters[2].refused == 2);
    for (const unsigned output : {0u, 1u, 3u}) {  // the other direction has two more
      b.stop(output);
      b.send(2, output, 4, 50 + output);
    }
    b.send(4, 5, 4, 60);  // is not of the uplink
    b.edges(40);
    CHECK(b.dropped(2, Drop::streams) == 1);
    CHECK(b.tags(5) == Tags{60});
    b.stop(2, false);
    b.edges(60);
    b.send(3, 2, 4, 70);  // the others have left
    b.edges(40);
    CHECK(b.tags(2) == Tags{0, 10, 1, 11, 70});
  }
}

TEST_CASE("a switch takes the bytes of the places that it has for frames, and of their flits where it stores them") {
  Params p = with(Buffers::shared, 100);
  p.longest = 50;
  CHECK(FrameMemory::bytes(p) == (100 + p.ports) * 50 * sizeof(Flit));
  Params more = p;
  more.frames = 300;
  CHECK(storage_bytes(more, 16) - storage_bytes(p, 16) == 200 * sizeof(Slot));
  CHECK(storage_bytes(p, 1016) - storage_bytes(p, 16) == 1000 * sizeof(std::uint16_t));
  more = p;
  more.uplink.emplace();
  more.uplink->frames = 7;
  insert(more.uplinks, 1);
  CHECK(FrameMemory::bytes(more) - FrameMemory::bytes(p) == 2 * 7 * 50 * sizeof(Flit));  // in each direction
  const std::size_t without_streams = storage_bytes(more, 16);
  more.uplink->streams = 2;
  CHECK(storage_bytes(more, 16) - without_streams == std::size_t{p.ports} * p.ports * sizeof(std::uint16_t));
}
