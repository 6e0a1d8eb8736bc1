// The state tables of docs/multicast.md, transition by transition.
#include <catch2/catch.hpp>
#include <set>

#include "tests/rtl_models/firmware/multicast_script.hpp"

using namespace slackline::firmware;
using namespace slackline::firmware::test;

namespace {

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
    steps.add(s.model);
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
