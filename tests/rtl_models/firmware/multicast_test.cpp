#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "rtl_models/common/random_stream.hpp"
#include "tests/rtl_models/firmware/multicast_script.hpp"

using slackline::RandomPurpose;
using slackline::RandomStream;
using namespace slackline::firmware;
using namespace slackline::firmware::test;

namespace {

/// Hosts 0 and 2 send to host 1; host 0 also to host 2, in group 2.
const std::vector<Plan> to_one = {path(0, {{0}, {1, L}}), path(1, {{2}, {1, L}}), path(2, {{0}, {2, L}})};

/// Host 1 has the worm of host 2 in its only buffer, all of it but its transfer to the host.
Script& occupy(Script& s) { return s.begin(2, 1).arrive(2, 1).arrive(1, 2).tail(2).arrive(2, 1); }

ModelParams with_timeout(ModelParams params, std::uint32_t ticks = 100) {
  params.own_parameters[SETTING_TIMEOUT] = ticks;
  return params;
}

struct Steps {
  std::set<std::uint32_t> sender, receiver;
  void add(const Model& model) {
    for (std::uint32_t i = 0; i < model.sender_steps.size(); ++i)
      if (model.sender_steps[i]) sender.insert(i);
    for (std::uint32_t i = 0; i < model.receiver_steps.size(); ++i)
      if (model.receiver_steps[i]) receiver.insert(i);
  }
};

std::uint32_t step(copy_state before, copy_event event, copy_state after) {
  return std::uint32_t{before} << 8 | std::uint32_t{event} << 4 | after;
}

}  // namespace

TEST_CASE("Each transition of a copy and each step of a receiver is taken, and no other") {
  Steps steps;
  {
    INFO("ACK before the tail");
    Script s(multicast_params(3, to_one));
    s.begin(0).arrive(0, 1);
    CHECK(s.state(0) == COPY_SENDING);
    CHECK(s.waits_for(0) == (L << 30 | 1));
    CHECK(s.model.next(1, 0) == control_worm(CONTROL_ACK, 1, L, 1));
    s.arrive(1, 0);
    CHECK(s.waits_for(0) == 0);
    s.tail(0).arrive(0, 1).dma(1);
    CHECK(s.is_over(2));
    steps.add(s.model);
  }
  {
    INFO("ACK after the tail");
    Script s(multicast_params(3, to_one));
    s.begin(0).arrive(0, 1).tail(0);
    CHECK(s.state(0) == COPY_SENT);
    s.arrive(1, 0).arrive(0, 1).dma(1);
    CHECK(s.is_over(2));
  }
  {
    INFO("NACK before the tail: an abort ends the copy, and READY calls it");
    Script s(multicast_params(3, to_one));
    occupy(s).begin(0).arrive(0, 1);
    CHECK(s.model.next(1, 0) == control_worm(CONTROL_NACK, 1, L, 1));
    s.arrive(1, 0);
    CHECK(s.state(0) == COPY_REFUSED);
    s.tail(0);
    CHECK(s.state(0) == COPY_STOPPED);
    CHECK(s.model.next(0, 1) == Words{2});  // an abort
    s.arrive(0, 1).dma(1);
    CHECK(s.model.next(1, 0) == control_worm(CONTROL_READY, 1, L, 1));
    s.arrive(1, 0);
    CHECK(s.state(0) == COPY_SENDING);
    CHECK((s.model.next(0, 1)[1] & PACKET_CLAIMS) != 0);
    s.finish();
    CHECK(s.is_over(4));
    steps.add(s.model);
  }
  {
    INFO("NACK after the tail");
    Script s(multicast_params(3, to_one));
    occupy(s).begin(0).arrive(0, 1).tail(0).arrive(1, 0);
    CHECK(s.state(0) == COPY_STOPPED);
    s.finish();
    CHECK(s.is_over(4));
    steps.add(s.model);
  }
  {
    INFO("READY before the abort has left");
    Script s(multicast_params(3, to_one));
    occupy(s).begin(0).arrive(0, 1).dma(1).arrive(1, 0).arrive(1, 0);
    CHECK(s.state(0) == COPY_RECALLED);
    s.tail(0);
    CHECK(s.state(0) == COPY_SENDING);
    s.finish();
    CHECK(s.is_over(4));
    steps.add(s.model);
  }
  {
    INFO("a time-out, and READY while the copy waits for the transmitter");
    Script s(with_timeout(multicast_params(3, to_one)));
    occupy(s).begin(0).arrive(0, 1).tail(0).arrive(1, 0).begin(0, 2).expire(0);
    CHECK(s.state(0) == COPY_AGAIN);
    s.dma(1).arrive(0, 1).arrive(1, 0);
    CHECK(s.state(0) == COPY_CALLED);
    s.finish();
    CHECK(s.is_over(6));
    steps.add(s.model);
  }
  for (const bool has_left : {false, true}) {
    INFO("READY that overtakes NACK");
    Script s(multicast_params(3, to_one));
    occupy(s).begin(0).arrive(0, 1);
    if (has_left) s.tail(0);
    s.dma(1).arrive(1, 0, 1);
    CHECK(s.state(0) == (has_left ? COPY_SENT_CALLED : COPY_SENDING_CALLED));
    CHECK(s.model.next(1, 0) == control_worm(CONTROL_NACK, 1, L, 1));
    s.arrive(1, 0);
    CHECK(s.state(0) == (has_left ? COPY_SENDING : COPY_RECALLED));
    s.finish();
    CHECK(s.is_over(4));
    steps.add(s.model);
  }
  for (const bool has_left : {false, true}) {
    INFO("READY that a time-out has overtaken: the host is refused, and called again");
    Script s(with_timeout(multicast_params(3, to_one)));
    occupy(s).begin(0).arrive(0, 1).tail(0).arrive(1, 0).arrive(0, 1).dma(1).expire(0);
    CHECK((s.model.next(0, 1)[1] & PACKET_CLAIMS) == 0);
    if (has_left) s.tail(0);
    s.arrive(0, 1).arrive(1, 0);
    CHECK(s.state(0) == (has_left ? COPY_SENT_CALLED : COPY_SENDING_CALLED));
    CHECK(s.model.next(1, 0) == control_worm(CONTROL_NACK, 1, L, 1));
    s.finish();
    CHECK(s.is_over(4));
    steps.add(s.model);
  }
  // READY is on its way when a time-out sends the copy again, which is refused: NACK, and READY again.
  const auto call_twice = [&](Script& s, bool has_left) {
    occupy(s).begin(0).arrive(0, 1).tail(0).arrive(1, 0).arrive(0, 1).dma(1).expire(0);
    if (has_left) s.tail(0);
    s.arrive(0, 1).arrive(1, 0);
  };
  for (const bool has_left : {false, true}) {
    INFO("the second READY overtakes NACK, too");
    Script s(with_timeout(multicast_params(3, to_one)));
    call_twice(s, has_left);
    s.arrive(1, 0, 1);
    CHECK(s.state(0) == (has_left ? COPY_SENT_CALLED : COPY_SENDING_CALLED));
    s.finish();
    CHECK(s.is_over(4));
    steps.add(s.model);
  }
  {
    INFO("the second READY comes before the abort has left");
    Script s(with_timeout(multicast_params(3, to_one)));
    call_twice(s, false);
    s.arrive(1, 0).arrive(1, 0);
    CHECK(s.state(0) == COPY_RECALLED);
    s.finish();
    CHECK(s.is_over(4));
    steps.add(s.model);
  }
  {
    INFO("the second READY comes while the copy waits for the transmitter");
    Script s(with_timeout(multicast_params(3, to_one)));
    call_twice(s, true);
    s.begin(0, 2).arrive(1, 0).arrive(1, 0);
    CHECK(s.state(0) == COPY_CALLED);
    s.finish();
    CHECK(s.is_over(6));
    steps.add(s.model);
  }
  {
    INFO("the second READY comes when the copy is sent once more, and ACK follows");
    Script s(with_timeout(multicast_params(3, to_one)));
    call_twice(s, false);
    s.arrive(1, 0).tail(0).arrive(0, 1).arrive(0, 1).arrive(1, 0);
    CHECK(s.state(0) == COPY_SENDING_CALLED);
    CHECK(s.model.next(1, 0) == control_worm(CONTROL_ACK, 1, L, 1));
    s.arrive(1, 0).finish();
    CHECK(s.is_over(4));
    steps.add(s.model);
  }
  {
    INFO("a host in the list is refused again");
    Script s(with_timeout(multicast_params(3, to_one)));
    occupy(s).begin(0).arrive(0, 1).tail(0).arrive(1, 0).arrive(0, 1).expire(0).arrive(0, 1).finish();
    CHECK(s.is_over(4));
    steps.add(s.model);
  }
  {
    INFO("a FIFO: ACK when the worm before has left");
    ModelParams params = multicast_params(3, to_one);
    params.own_parameters[SETTING_BUFFERS] = 2;
    Script s(params);
    occupy(s).begin(0).arrive(0, 1).tail(0);
    CHECK(s.model.next(1, 0).empty());
    s.dma(1);
    CHECK(s.model.next(1, 0) == control_worm(CONTROL_ACK, 1, L, 1));
    s.finish();
    CHECK(s.is_over(4));
    steps.add(s.model);
  }
  CHECK(steps.sender == std::set<std::uint32_t>{step(COPY_IDLE, COPY_START, COPY_SENDING),
                                                step(COPY_SENDING, COPY_ACK, COPY_ACKED),
                                                step(COPY_SENDING, COPY_NACK, COPY_REFUSED),
                                                step(COPY_SENDING, COPY_TAIL, COPY_SENT),
                                                step(COPY_SENDING, COPY_READY, COPY_SENDING_CALLED),
                                                step(COPY_ACKED, COPY_TAIL, COPY_DONE),
                                                step(COPY_REFUSED, COPY_TAIL, COPY_STOPPED),
                                                step(COPY_REFUSED, COPY_READY, COPY_RECALLED),
                                                step(COPY_RECALLED, COPY_TAIL, COPY_CALLED),
                                                step(COPY_SENT, COPY_ACK, COPY_DONE),
                                                step(COPY_SENT, COPY_NACK, COPY_STOPPED),
                                                step(COPY_SENT, COPY_READY, COPY_SENT_CALLED),
                                                step(COPY_STOPPED, COPY_READY, COPY_CALLED),
                                                step(COPY_STOPPED, COPY_EXPIRY, COPY_AGAIN),
                                                step(COPY_AGAIN, COPY_READY, COPY_CALLED),
                                                step(COPY_AGAIN, COPY_START, COPY_SENDING),
                                                step(COPY_CALLED, COPY_START, COPY_SENDING),
                                                step(COPY_CALLED, COPY_READY, COPY_CALLED),
                                                step(COPY_RECALLED, COPY_READY, COPY_RECALLED),
                                                step(COPY_SENDING_CALLED, COPY_ACK, COPY_ACKED),
                                                step(COPY_SENDING_CALLED, COPY_NACK, COPY_RECALLED),
                                                step(COPY_SENDING_CALLED, COPY_READY, COPY_SENDING_CALLED),
                                                step(COPY_SENDING_CALLED, COPY_TAIL, COPY_SENT_CALLED),
                                                step(COPY_SENT_CALLED, COPY_ACK, COPY_DONE),
                                                step(COPY_SENT_CALLED, COPY_NACK, COPY_CALLED),
                                                step(COPY_SENT_CALLED, COPY_READY, COPY_SENT_CALLED)});
  std::set<std::uint32_t> all_steps;
  for (std::uint32_t i = 0; i <= RECEIVER_FREES; ++i) all_steps.insert(i);  // the others are those of permits
  CHECK(steps.receiver == all_steps);
}

TEST_CASE("Control worms about a copy that does not wait for them stop the run") {
  const Words ack = control_worm(CONTROL_ACK, 1, L, 1), nack = control_worm(CONTROL_NACK, 1, L, 1),
              ready = control_worm(CONTROL_READY, 1, L, 1);
  const auto words_of = [](const Words& next) { return Words(next.begin() + 1, next.end()); };
  const auto error_after = [&](Script& s, const Words& control) {
    s.model.inject(1, 0, words_of(control));
    CHECK_THROWS_WITH(s.arrive(1, 0), "error 6");
  };
  for (const Words& control : {ack, nack}) {  // nothing is sent
    Script s(multicast_params(3, to_one));
    error_after(s, control);
  }
  for (const Words& control : {ack, nack}) {  // STOPPED
    Script s(multicast_params(3, to_one));
    occupy(s).begin(0).arrive(0, 1).tail(0).arrive(1, 0);
    error_after(s, control);
  }
  for (const Words& control : {ack, nack}) {  // ACKED
    Script s(multicast_params(3, to_one));
    s.begin(0).arrive(0, 1).arrive(1, 0);
    error_after(s, control);
  }
  {  // of another copy
    Script s(multicast_params(3, to_one));
    s.begin(0);
    error_after(s, control_worm(CONTROL_ACK, 1, L, 2));
  }
  {  // READY that ACK has overtaken is late, and no error
    Script s(multicast_params(3, to_one));
    s.begin(0).arrive(0, 1).arrive(1, 0);
    s.model.inject(1, 0, words_of(ready));
    s.arrive(1, 0).finish();
    CHECK(s.is_over(2));
  }
}

TEST_CASE("A worm that nobody has sent, or that ends early, stops the run") {
  const std::uint32_t first = L << 30;
  {
    Script s(multicast_params(3, to_one));  // of no group
    s.model.inject(0, 1, {first, 0, 1, 1, 7, 0, 1, 0, 0});
    CHECK_THROWS_WITH(s.arrive(0, 1), "error 6");
  }
  {
    Script s(multicast_params(3, to_one));  // its length is wrong
    s.model.inject(0, 1, {first, 0, 1, 2, 0, 0, 2, 0, 0});
    s.arrive(0, 1);
    CHECK_THROWS_WITH(s.arrive(0, 1), "error 6");
  }
}

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

namespace {

/// The families of paths. Of one family, in any run, buffers depend on one another in no circle.
enum class Family { bus, ring, tree, total_order };

Plan plan_of(Family family, std::uint32_t group, std::uint32_t root, std::vector<std::uint32_t> members,
             RandomStream& stream) {
  std::sort(members.begin(), members.end());
  const auto place = static_cast<std::size_t>(std::find(members.begin(), members.end(), root) - members.begin());
  std::vector<std::uint32_t> cyclic = members;
  std::rotate(cyclic.begin(), cyclic.begin() + static_cast<std::ptrdiff_t>(place), cyclic.end());
  std::vector<Plan::Hop> hops;
  const auto wrapped = [&](std::uint32_t from, std::uint32_t to) { hops.push_back({from, {to, to <= root ? U : L}}); };
  switch (family) {
    case Family::bus:
      for (std::size_t i = place; i + 1 < members.size(); ++i) hops.push_back({members[i], {members[i + 1], U}});
      for (std::size_t i = place; i > 0; --i) hops.push_back({members[i], {members[i - 1], L}});
      return tree(group, root, hops);
    case Family::ring: {
      const bool returns = (group & 1) != 0;
      for (std::size_t i = 0; i + 1 < cyclic.size(); ++i) wrapped(cyclic[i], cyclic[i + 1]);
      Plan plan = tree(group, root, hops);
      if (returns) plan.hops.push_back({cyclic.back(), {root, U}});
      plan.hop_count = static_cast<std::uint32_t>(returns ? cyclic.size() : cyclic.size() - 1);
      return plan;
    }
    case Family::tree:
      for (std::size_t i = 1; i < cyclic.size(); ++i)
        wrapped(cyclic[stream.below(static_cast<std::uint32_t>(i))], cyclic[i]);
      return tree(group, root, hops);
    case Family::total_order: break;
  }
  Plan plan;
  plan.group = group;
  plan.originator = root;
  plan.members = members;
  for (std::size_t i = 0; i + 1 < members.size(); ++i) {
    const Successor next{members[i + 1], U};
    if (i == 0 && root == members[0])
      plan.own.push_back(next);
    else
      plan.hops.push_back({members[i], next});
  }
  if (root == members[0])
    plan.own_flags = MULTICAST_DELIVERS | MULTICAST_ORDERED;
  else
    plan.own.push_back({members[0], L});
  return plan;
}

/// Random groups and messages, and random moves until there are none.
void run_at_random(Family family, multicast_scheme scheme, std::uint64_t seed) {
  RandomStream stream(seed, static_cast<std::uint64_t>(family), RandomPurpose::test);
  const std::uint32_t nodes = 3 + stream.below(4), groups = 1 + stream.below(3);
  std::vector<Plan> plans;
  for (std::uint32_t group = 0; group < groups; ++group) {
    std::vector<std::uint32_t> members;
    for (std::uint32_t host = 0; host < nodes; ++host)
      if (stream.below(4) != 0) members.push_back(host);
    if (members.size() < 2) members = {0, 1};
    for (const std::uint32_t root : members) plans.push_back(plan_of(family, group, root, members, stream));
  }
  const bool is_permitted = scheme >= SCHEME_MANAGER;
  if (is_permitted) plans = in_one_class(std::move(plans));
  ModelParams params = multicast_params(nodes, plans);
  params.tables = tables(nodes, plans, scheme);
  params.memory_bytes = 65536;
  params.clock_runs = is_permitted;
  params.control_space = 1 + stream.below(3);
  params.own_parameters[SETTING_SCHEME] = scheme;
  const std::uint32_t credits = scheme == SCHEME_CREDITS ? nodes - 1 : 1;
  params.own_parameters[SETTING_BUFFERS] = credits * (1 + stream.below(3));
  params.own_parameters[SETTING_DETECTION] = 50;
  params.own_parameters[SETTING_SPILLS] = 64;
  params.own_parameters[SETTING_CUT_THROUGH] = stream.below(4) != 0;
  params.own_parameters[SETTING_TIMEOUT] = is_permitted ? 0 : stream.below(2) * 64;
  INFO("seed " << seed << ", " << nodes << " hosts, scheme " << params.own_parameters[SETTING_SCHEME] << ", K "
               << params.own_parameters[SETTING_BUFFERS]);
  Model model(firmware_multicast, params);
  model.handlers_wait = stream.below(2) != 0;
  std::size_t expected = 0;
  std::array<std::uint32_t, 8> numbers{};
  for (std::uint32_t round = 0; round < 2; ++round)
    for (const Plan& plan : plans) {
      const std::uint32_t words = 1 + stream.below(10), number = numbers[plan.originator]++;
      model.post(plan.originator, {NIC_COMMAND_MULTICAST, plan.group, number, words});
      expected += 1 + plan.members.size();
    }
  for (std::uint32_t host = 0; host < nodes; ++host) {
    model.post(host, {NIC_COMMAND_SEND, (host + 1) % nodes, numbers[host]++, 1 + stream.below(10)});
    expected += 2;
  }
  std::vector<Move> all;
  for (model.moves(all); !all.empty(); model.moves(all)) {
    const Move move = all[stream.below(static_cast<std::uint32_t>(all.size()))];
    if (move.kind != Move::expiry || stream.below(8) == 0) model.make(move);
  }
  REQUIRE(model.is_idle());
  CHECK(model.dropped == 0);
  CHECK(model.completions.size() == expected);
  // A member gets an originator's messages to a group in their order, and in a total order all members the same ones.
  std::set<std::array<std::uint32_t, 4>> seen;
  std::vector<std::vector<std::array<std::uint32_t, 2>>> order(nodes);
  for (const auto& [host, c] : model.completions) {
    CHECK(seen.insert({host, c.kind, c.peer, c.message}).second);
    if (c.kind == NIC_DONE_RECEIVED && c.message + 1 != numbers[c.peer]) order[host].push_back({c.peer, c.message});
  }
  if (family == Family::total_order && groups == 1) {
    for (const Plan& plan : plans)
      for (const std::uint32_t member : plan.members) CHECK(order[member] == order[plans[0].members[0]]);
  }
}

}  // namespace

TEST_CASE("Whatever the order of events, each member gets each message once, and all buffers are free in the end") {
  for (const Family family : {Family::bus, Family::ring, Family::tree, Family::total_order})
    for (const multicast_scheme scheme : {SCHEME_PLAIN, SCHEME_FIFO, SCHEME_MANAGER, SCHEME_CREDITS}) {
      INFO("family " << static_cast<int>(family));
      for (std::uint64_t seed = 1; seed <= 50; ++seed) run_at_random(family, scheme, seed);
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
