#include <catch2/catch.hpp>

#include "tests/rtl_models/firmware/multicast_script.hpp"

using namespace slackline::firmware;
using namespace slackline::firmware::test;

TEST_CASE("A time-out runs only while a copy is stopped, and doubles") {
  Script s(with_timeout(multicast_params(3, to_one), 100));
  occupy(s).begin(0).arrive(0, 1);
  CHECK(s.model.timers[0] == 0);
  s.tail(0).arrive(1, 0);
  CHECK(s.model.timers[0] == 100);
  for (const std::uint32_t ticks : {200u, 400u, 800u}) {
    s.expire(0).arrive(0, 1).arrive(0, 1).tail(0).arrive(1, 0);  // the tail before, the head again
    CHECK(s.model.timers[0] == ticks);
  }
  s.finish();
  CHECK(s.is_over(4));
}

TEST_CASE("A worm's header has what the next hop needs, and a ring counts its hops") {
  Plan ring = path(0, {{1}, {2, L}, {0, U}});
  ring.hop_count = 3;  // it returns
  ring.hops.push_back({0, {1, U}});
  Script s(multicast_params(3, {ring}));
  s.multicast(1, 0, 2).dma(1);
  const std::uint32_t words[] = {2, 0, 0, 2, 0};  // length, group, message, total, offset
  const auto header = [&](std::uint32_t worm_class, std::uint32_t hop, std::uint32_t hops) {
    Words all = {0, worm_class << 30 | 1, hops << 24 | hop, 1};
    all.insert(all.end(), std::begin(words), std::end(words));
    return all;
  };
  CHECK(s.model.next(1, 2) == header(L, 1, 3));
  s.arrive(1, 2);
  CHECK(s.model.next(2, 0) == header(U, 2, 2));
  s.arrive(2, 0);
  CHECK(s.model.next(0, 1) == header(U, 0, 1));
  s.finish();
  CHECK(s.is_over(3));
  for (const auto& [host, completion] : s.model.completions) CHECK((host == 1) == (completion.kind == NIC_DONE_SENT));
}

TEST_CASE("A ring that returns completes a message when its last worm has come back, and not before") {
  for (const bool returns : {true, false}) {
    Plan ring = path(0, {{0}, {1, L}, {2, L}});
    ring.hop_count = 2;
    if (returns) {
      ring.hops.push_back({2, {0, U}});
      ring.hop_count = 3;
      ring.own_flags = MULTICAST_RETURNS;
    }
    Script s(multicast_params(3, {ring}));
    s.multicast(0, 0, 7);  // two worms of four words at most
    std::vector<Move> all;
    bool has_returned = false;
    for (s.model.moves(all); !all.empty(); s.model.moves(all)) {
      const auto soon = std::find_if(all.begin(), all.end(), [](const Move& m) { return m.kind != Move::expiry; });
      const Move move = soon == all.end() ? all.front() : *soon;
      const bool was_told = s.model.told(0, NIC_DONE_SENT, 0, 0) == 1;
      s.model.make(move);
      const bool is_told = s.model.told(0, NIC_DONE_SENT, 0, 0) == 1;
      if (is_told && !was_told) has_returned = move.kind == Move::arrival && move.a == 2 && move.b == 0;
    }
    CHECK(s.model.told(0, NIC_DONE_SENT, 0, 0) == 1);
    CHECK(has_returned == returns);
    CHECK(s.is_over(3));
  }
}

TEST_CASE("A worm is forwarded while it comes in, or when all of it has come") {
  for (const bool cut_through : {true, false}) {
    ModelParams params = multicast_params(3, {path(0, {{0}, {1, U}, {2, U}})});
    params.own_parameters[SETTING_CUT_THROUGH] = cut_through;
    Script s(params);
    s.begin(0).arrive(0, 1);
    CHECK(s.model.next(1, 2).empty() == !cut_through);
    s.tail(0).arrive(0, 1);
    CHECK(!s.model.next(1, 2).empty());
    s.finish();
    CHECK(s.is_over(3));
  }
}

TEST_CASE("Only the first copy cuts through, and each further copy waits for the tail of the one before") {
  Script s(multicast_params(4, {tree(0, 0, {{0, {1, U}}, {1, {2, U}}, {1, {3, U}}})}));
  s.begin(0).arrive(0, 1);
  CHECK(!s.model.next(1, 2).empty());
  s.tail(0).arrive(0, 1);
  CHECK(s.model.next(1, 3).empty());
  s.tail(1);
  CHECK(!s.model.next(1, 3).empty());
  s.finish();
  CHECK(s.is_over(4));
}

TEST_CASE("A copy that was refused while its worm still came in is sent again, the other copies meanwhile") {
  Script s(multicast_params(4, {tree(0, 0, {{0, {1, U}}, {1, {2, U}}, {1, {3, U}}}), path(1, {{3}, {2, U}})}));
  s.begin(3, 1).arrive(3, 2).begin(0).arrive(0, 1).arrive(1, 2).arrive(2, 1);
  CHECK(s.state(1, QUEUE_UPPER) == COPY_REFUSED);
  s.tail(1);
  CHECK(s.model.next(1, 3).empty());  // not all of it has come
  s.tail(0).arrive(0, 1);
  CHECK(s.model.next(1, 3).size() == 1 + WORM_HEADER_WORDS);
  CHECK(s.waits_for(1, QUEUE_UPPER) == (U << 30 | 2));
  s.finish();
  CHECK(s.is_over(6));
}

TEST_CASE("Control worms leave before data, between packets") {
  Script s(multicast_params(3, {path(0, {{0}, {1, U}}), path(1, {{1}, {2, U}}), path(2, {{1}, {2, U}})}));
  s.begin(1, 1).begin(1, 2).begin(0).arrive(0, 1);
  CHECK(s.model.next(1, 0).empty());  // a worm is on its way
  s.arrive(1, 2).arrive(2, 1);        // ACK: the next worm may follow
  s.tail(1);
  CHECK(!s.model.next(1, 0).empty());
  s.finish();
  CHECK(s.is_over(6));
}

TEST_CASE("A control send queue of one place holds up no worm for ever") {
  ModelParams params = multicast_params(6, {path(0, {{0}, {5, U}}), path(1, {{1}, {5, U}}), path(2, {{2}, {5, U}}),
                                            path(3, {{3}, {5, U}}), path(4, {{5}, {4, L}})});
  params.control_space = 1;
  Script s(params);
  s.begin(5, 4);  // its transmitter is busy
  for (std::uint32_t host = 0; host < 4; ++host) s.begin(host, host);
  for (std::uint32_t host = 0; host < 4; ++host) s.arrive(host, 5);
  s.finish();
  CHECK(s.is_over(10));
}

TEST_CASE("The classes have buffers of their own: a full one refuses no worm of the other") {
  Script s(multicast_params(3, {path(0, {{0}, {1, U}}), path(1, {{2}, {1, L}}), path(2, {{2}, {1, U}})}));
  s.begin(2, 1).arrive(2, 1).begin(0).arrive(0, 1);
  CHECK(s.model.next(1, 0)[1] >> 24 == (1u << 6 | CONTROL_ACK));
  s.finish();
  CHECK(s.is_over(4));
}

TEST_CASE("The host that was refused first is called first, and keeps a place that others may not take") {
  Script s(multicast_params(4, {path(0, {{0}, {3, U}}), path(1, {{1}, {3, U}}), path(2, {{2}, {3, U}})}));
  s.begin(2, 2).arrive(2, 3).begin(1, 1).arrive(1, 3).begin(0).arrive(0, 3);
  CHECK(s.model.exported[3][EXPORT_REFUSED] == 2);
  s.tail(2).arrive(2, 3).dma(3);
  CHECK(s.model.exported[3][EXPORT_RESERVED_FOR] == 2);
  CHECK(s.model.free_buffers(3, U) == 1);
  s.begin(2, 2);  // a new one
  s.arrive(3, 2).arrive(2, 3);
  CHECK(s.model.free_buffers(3, U) == 1);
  CHECK(s.model.exported[3][EXPORT_REFUSED] == 3);
  s.finish();
  CHECK(s.is_over(8));
}

TEST_CASE("Ablations: an early ACK at the header, an early READY when any buffer is free") {
  for (const bool early : {false, true}) {
    ModelParams params = multicast_params(4, {path(0, {{0}, {3, U}}), path(1, {{1}, {3, U}}), path(2, {{2}, {3, U}})});
    params.own_parameters[SETTING_BUFFERS] = 2;
    params.own_parameters[SETTING_ACK] = early;
    Script s(params);
    s.begin(0).arrive(0, 3).begin(1, 1).arrive(1, 3);
    CHECK(s.model.next(3, 1).empty() == !early);
    s.finish();
    CHECK(s.is_over(4));
  }
  for (const bool early : {false, true}) {
    ModelParams params = multicast_params(
        5, {path(0, {{0}, {4, U}}), path(1, {{1}, {4, U}}), path(2, {{2}, {4, U}}), path(3, {{3}, {4, U}})});
    params.own_parameters[SETTING_BUFFERS] = 3;
    params.own_parameters[SETTING_READY] = early;
    Script s(params);
    for (const std::uint32_t host : {0u, 1u, 2u, 3u}) s.begin(host, host).arrive(host, 4);
    s.arrive(4, 3).tail(0).arrive(0, 4).dma(4);
    CHECK(s.model.free_buffers(4, U) == 1);
    CHECK(s.model.next(4, 3).empty() == !early);
    s.finish();
    CHECK(s.is_over(8));
  }
}

TEST_CASE("A worm that has come whole does not overtake one that still comes in, so that a total order holds") {
  std::vector<Plan> plans(2);
  for (const std::uint32_t originator : {1u, 2u})
    plans[originator - 1] = {0, originator, {{0, L}}, {{0, {1, U}}, {1, {2, U}}}, 0, 0, {0, 1, 2}};
  for (const std::uint32_t scheme : {SCHEME_PLAIN, SCHEME_FIFO}) {
    ModelParams params = multicast_params(3, plans);
    params.own_parameters[SETTING_SCHEME] = scheme;
    params.own_parameters[SETTING_BUFFERS] = 2;
    params.own_parameters[SETTING_CUT_THROUGH] = 0;
    Script s(params);
    s.begin(1).arrive(1, 0).arrive(0, 1).begin(2).arrive(2, 0).tail(2).arrive(2, 0);
    CHECK(s.model.next(0, 1).empty());
    CHECK(s.model.transfers(0) == 0);
    s.finish();
    REQUIRE(s.is_over(8));
    std::array<std::vector<std::uint32_t>, 3> order;
    for (const auto& [host, completion] : s.model.completions)
      if (completion.kind == NIC_DONE_RECEIVED) order.at(host).push_back(completion.peer);
    for (const std::vector<std::uint32_t>& originators : order) CHECK(originators == std::vector<std::uint32_t>{1, 2});
  }
}

TEST_CASE("A message longer than a worm is sent in several, and is received once") {
  Script s(multicast_params(3, {path(0, {{0}, {1, U}, {2, U}})}));
  s.multicast(0, 0, 11).multicast(0, 0, 4).multicast(0, 0, 1).finish();
  REQUIRE(s.is_over(9));
  for (const auto& [host, completion] : s.model.completions)
    CHECK(completion.words == (completion.message == 0 ? 11 : completion.message == 1 ? 4 : 1));
}

TEST_CASE("Multiple unicasts: packets of class 0 to each member, after one transfer from the host") {
  Plan plan = tree(0, 0, {{0, {1, CLASS_UNICAST}}, {0, {2, CLASS_UNICAST}}, {0, {3, CLASS_UNICAST}}});
  plan.own_flags = MULTICAST_UNICASTS;
  Script s(multicast_params(4, {plan}));
  s.multicast(0, 0, 3);
  CHECK(s.model.transfers(0) == 1);
  s.dma(0);
  CHECK(s.model.next(0, 1).size() == 1 + 8);
  CHECK(s.model.next(0, 1)[1] == 0);  // class 0, of host 0
  s.tail(0).tail(0).tail(0);
  CHECK(s.model.transfers(0) == 0);
  CHECK(s.model.completions.size() == 1);
  s.finish();
  CHECK(s.is_over(4));
  s.multicast(0, 0, 10).finish();  // longer than a packet
  CHECK(s.is_over(8));
}

TEST_CASE("Multicast carries messages from host to host, too, and takes turns between both") {
  Script s(multicast_params(3, {path(0, {{0}, {1, U}, {2, U}})}));
  s.model.post(0, {NIC_COMMAND_SEND, 2, 4, 10});
  s.multicast(0, 0, 9);
  s.model.post(1, {NIC_COMMAND_SEND, 2, 4, 7});
  s.finish();
  CHECK(s.is_over(7));
  CHECK(s.model.told(2, NIC_DONE_RECEIVED, 0, 4) == 1);
  CHECK(s.model.told(2, NIC_DONE_RECEIVED, 1, 4) == 1);
  CHECK(s.model.told(0, NIC_DONE_SENT, 2, 4) == 1);
}

TEST_CASE("Without a table multicast is a firmware of messages from host to host") {
  ModelParams params = multicast_params(3, {});
  params.tables.clear();
  Script s(params);
  s.model.post(0, {NIC_COMMAND_SEND, 2, 4, 10});
  s.finish();
  CHECK(s.model.completions.size() == 2);
  CHECK_THROWS_WITH(s.multicast(0), "error 2");
}

TEST_CASE("A message to a group to which there is no path, and one of no words, are errors", "[quick]") {
  Script s(multicast_params(3, {path(0, {{0}, {1, U}, {2, U}})}));
  CHECK_THROWS_WITH(s.multicast(1, 0, 1), "error 2");
  Script other(multicast_params(3, {path(0, {{0}, {1, U}, {2, U}})}));
  CHECK_THROWS_WITH(other.multicast(0, 0, 0), "error 2");
}

TEST_CASE("A run whose control worms could be dropped is refused") {
  std::vector<Plan::Hop> hops;
  for (std::uint32_t to = 1; to < 130; ++to) hops.push_back({0, {to, U}});
  ModelParams params = multicast_params(130, {tree(0, 0, hops)});
  params.memory_bytes = 262144;
  params.most_buffers = 256;
  CHECK_THROWS_WITH(Model(firmware_multicast, params), "error 3");  // 129 successors, two control worms each
  hops.pop_back();
  params.tables = tables(130, {tree(0, 0, hops)});
  CHECK_NOTHROW(Model(firmware_multicast, params));
  CHECK_THROWS_WITH(Model(firmware_multicast, with_timeout(params)), "error 3");  // three each
  params.done_space = 1;
  CHECK_THROWS_WITH(Model(firmware_multicast, params), "error 3");
  params.done_space = 16;
  params.memory_bytes = 4096;
  CHECK_THROWS_WITH(Model(firmware_multicast, params), "error 1");
}

TEST_CASE("A handler that may end a message waits until the host has room for that") {
  Script s(multicast_params(3, to_one));
  s.begin(0).arrive(0, 1).arrive(1, 0).tail(0).arrive(0, 1);
  s.model.handlers_wait = true;
  s.dma(1);
  s.model.done_space = 1;
  s.model.make({Move::handler, 1, NIC_EVENT_DMA_DONE});
  CHECK(s.model.is_pending(1, NIC_EVENT_DMA_DONE));
  s.model.done_space = 2;
  s.model.make({Move::handler, 1, NIC_EVENT_DMA_DONE});
  CHECK(!s.model.is_pending(1, NIC_EVENT_DMA_DONE));
  CHECK(s.is_over(2));
}

TEST_CASE("measures count refusals, copies that are sent again or end by an abort, and the buffers in use") {
  const auto expect = [](const Script& s, std::uint32_t host, multicast_measure measure, std::uint32_t count,
                         std::uint32_t sum) {
    INFO("host " << host << ", measure " << measure);
    CHECK(s.model.measured[host][measure].count == count);
    CHECK(s.model.measured[host][measure].sum == sum);
  };
  for (const bool is_in_time : {true, false}) {
    INFO((is_in_time ? "NACK before the tail" : "NACK after the tail"));
    Script s(multicast_params(3, to_one));
    occupy(s).begin(0).arrive(0, 1);
    CHECK(s.model.measured[1][MEASURE_LOWER_BUFFERS].last == 1);
    if (is_in_time)
      s.arrive(1, 0).tail(0);
    else
      s.tail(0).arrive(1, 0);
    s.finish();
    REQUIRE(s.is_over(4));
    expect(s, 1, MEASURE_REFUSED, 3, 1);  // host 2's worm, that of host 0, and that again
    expect(s, 1, MEASURE_WAIT, 1, 0);     // no tick goes by
    expect(s, 0, MEASURE_REPEATED, 2, 1);
    expect(s, 0, MEASURE_ABORTED, 2, is_in_time ? 1 : 0);
    expect(s, 2, MEASURE_REPEATED, 1, 0);
    expect(s, 2, MEASURE_ABORTED, 1, 0);
    CHECK(s.model.measured[1][MEASURE_LOWER_BUFFERS].last == 0);
    expect(s, 1, MEASURE_PERMIT_WAIT, 0, 0);
  }
}

TEST_CASE("the first worm of a queue is exported: its originator, its message, and its place there") {
  Script s(multicast_params(3, to_one));
  const auto first = [&](std::uint32_t host, std::uint32_t queue) {
    const std::uint32_t* const words = &s.model.exported[host][queue * EXPORT_QUEUE_WORDS];
    return Words{words[EXPORT_SOURCE], words[EXPORT_MESSAGE], words[EXPORT_OFFSET]};
  };
  s.begin(0).arrive(0, 1);
  CHECK(first(0, QUEUE_OWN) == Words{1, 0, 0});
  CHECK(first(1, QUEUE_LOWER) == Words{1, 0, 0});
  CHECK(first(1, QUEUE_UPPER) == Words{0, 0, 0});
  s.finish();
  CHECK(first(0, QUEUE_OWN) == Words{0, 0, 0});
  CHECK(first(1, QUEUE_LOWER) == Words{0, 0, 0});
  s.multicast(0, 0, 6).dma(0).arrive(0, 1).arrive(1, 0);  // message 1, in worms of 4 words and 2
  CHECK(first(0, QUEUE_OWN) == Words{1, 1, 0});
  s.tail(0);
  CHECK(first(0, QUEUE_OWN) == Words{1, 1, 4});
}
