// The schemes of the firmware multicast that have no ACK: a manager that grants buffers, and credits of pairs of hosts.
#include "tests/rtl_models/firmware/multicast_script.hpp"

using namespace slackline::firmware;
using namespace slackline::firmware::test;

namespace {

ModelParams permitted_params(std::uint32_t nodes, const std::vector<Plan>& plans, multicast_scheme scheme,
                             std::uint32_t buffers) {
  ModelParams params = multicast_params(nodes, plans);
  params.own_parameters[SETTING_SCHEME] = scheme;
  params.own_parameters[SETTING_BUFFERS] = buffers;
  params.own_parameters[SETTING_DETECTION] = 100;
  params.own_parameters[SETTING_SPILLS] = 4;
  params.tables = tables(nodes, plans, scheme);
  params.memory_bytes = 16384;
  params.clock_runs = true;
  return params;
}

/// A control worm as the model has it on its way.
Words control_of(control_type type, std::uint32_t from, std::uint32_t value) {
  return {0, std::uint32_t{CLASS_CONTROL} << 30 | std::uint32_t{type} << 24 | from, value};
}

/// Host 1 sends to hosts 2 and 3, and host 3 to 1 and 2: host 0, the manager, is in no group.
const std::vector<Plan> of_two = {path(0, {{1}, {2, L}, {3, L}}), path(1, {{3}, {1, L}, {2, L}})};

/// Each host of three sends to the next one, and that on to the last: with a buffer for each other host they wait for one
/// another in a circle.
const std::vector<Plan> in_a_ring = {path(0, {{0}, {1, L}, {2, L}}), path(0, {{1}, {2, L}, {0, L}}),
                                     path(0, {{2}, {0, L}, {1, L}})};

Script& fill_ring(Script& s) {
  for (std::uint32_t host = 0; host < 3; ++host) s.begin(host);
  for (std::uint32_t host = 0; host < 3; ++host) s.arrive(host, (host + 1) % 3);
  for (std::uint32_t host = 0; host < 3; ++host) s.tail(host);
  for (std::uint32_t host = 0; host < 3; ++host) s.arrive(host, (host + 1) % 3).dma((host + 1) % 3);
  return s;
}

constexpr std::uint32_t gives_way = NIC_GIVES_WAY;

std::uint32_t spilled(const Script& s) { return s.model.receiver_steps.at(RECEIVER_SPILLS); }

}  // namespace

TEST_CASE("a worm is sent when the manager has granted a buffer of each member, and needs no ACK") {
  Script s(permitted_params(4, of_two, SCHEME_MANAGER, 1));
  s.begin(1);
  CHECK(s.model.next(1, 2).empty());
  CHECK(s.model.next(1, 0) == control_of(CONTROL_REQUEST, 1, 0));
  s.arrive(1, 0);
  CHECK(s.model.next(0, 1) == control_of(CONTROL_GRANT, 0, 0));
  s.arrive(0, 1);
  CHECK(s.model.next(1, 2)[1] == (L << 30 | std::uint32_t{WORM_PERMITTED} << 24 | 1));
  s.arrive(1, 2).tail(1).arrive(1, 2);
  CHECK(s.model.next(2, 1).empty());
  s.finish();
  CHECK(s.is_over(3));
}

TEST_CASE("all buffers of a multicast are granted at once, in the order of requests") {
  Script s(permitted_params(4, of_two, SCHEME_MANAGER, 1));
  s.begin(1).arrive(1, 0).begin(3, 1).arrive(3, 0).arrive(0, 1);
  CHECK(s.model.next(0, 3).empty());  // host 1 has a buffer, and host 2 none
  s.tail(1).begin(1).arrive(1, 0);    // after host 3
  s.arrive(1, 2).arrive(1, 2).arrive(2, 3).tail(2).arrive(2, 3).dma(3).dma(2);
  s.arrive(3, 0);
  CHECK(s.model.next(0, 3) == control_of(CONTROL_RECEIPT, 0, 0));
  CHECK(s.model.next(0, 1).empty());
  s.arrive(2, 0).arrive(0, 3);
  CHECK(s.model.next(0, 3) == control_of(CONTROL_GRANT, 0, 0));
  CHECK(s.model.next(0, 1).empty());
  s.finish();
  CHECK(s.is_over(9));
}

TEST_CASE("buffers that become free while a report has no receipt are in the next report") {
  Script s(permitted_params(4, {path(0, {{1}, {2, L}}), path(1, {{3}, {2, L}})}, SCHEME_MANAGER, 4));
  for (int i = 0; i < 2; ++i) s.begin(1);
  s.begin(3, 1).arrive(1, 0).arrive(3, 0).arrive(0, 1).arrive(0, 3).arrive(1, 0).arrive(0, 1);
  s.arrive(1, 2).tail(1).arrive(1, 2).dma(2);
  CHECK(s.model.next(2, 0) == control_of(CONTROL_FREED, 2, 1));
  s.arrive(1, 2).tail(1).arrive(1, 2).dma(2).arrive(3, 2).tail(3).arrive(3, 2).dma(2).arrive(2, 0);
  CHECK(s.model.next(2, 0).empty());
  s.arrive(0, 2);
  CHECK(s.model.next(2, 0) == control_of(CONTROL_FREED, 2, 2));
  s.finish();
  CHECK(s.is_over(6));
}

TEST_CASE("the manager's own multicasts are granted without control worms, and its buffers counted") {
  Script s(permitted_params(3, {path(0, {{0}, {1, L}, {2, L}}), path(1, {{1}, {0, L}})}, SCHEME_MANAGER, 1));
  s.begin(0);
  CHECK_FALSE(s.model.next(0, 1).empty());
  s.begin(0);  // host 1 has no buffer left
  s.begin(1, 1).arrive(1, 0);
  s.finish();
  CHECK(s.is_over(8));
}

TEST_CASE("a copy is sent with a credit, which comes back when its buffer is free") {
  Script s(permitted_params(3, {path(0, {{0}, {1, L}, {2, L}})}, SCHEME_CREDITS, 2));
  s.begin(0).begin(0).tail(0);
  CHECK(s.waits_for(0) == (L << 30 | 1));
  s.arrive(0, 1).arrive(0, 1).dma(1);
  CHECK(s.model.next(1, 0).empty());  // its copy to host 2 has not left
  s.tail(1);
  CHECK(s.model.next(1, 0) == control_of(CONTROL_CREDIT, 1, 0));
  CHECK(s.model.next(0, 1).empty());
  s.arrive(1, 0);
  CHECK_FALSE(s.model.next(0, 1).empty());
  s.finish();
  CHECK(s.is_over(6));
}

TEST_CASE(
    "each pair of hosts has as many credits as its part of the buffers, and without one the firmware does not begin") {
  const std::vector<Plan> plans = {path(0, {{0}, {1, L}})};
  Script s(permitted_params(3, plans, SCHEME_CREDITS, 5));
  for (int i = 0; i < 2; ++i) s.begin(0).tail(0);
  s.multicast(0).dma(0);
  CHECK(s.state(0) == COPY_IDLE);
  CHECK(s.waits_for(0) == (L << 30 | 1));
  s.finish();
  CHECK(s.is_over(6));
  CHECK_THROWS_WITH(Model(firmware_multicast, permitted_params(4, plans, SCHEME_CREDITS, 2)), "error 5");
}

TEST_CASE("own worms take turns with those of other hosts, but go after one that may be in a circle") {
  // Host 1 has a worm of host 0 and one of its own for host 2. The sender of the one that leaves when a credit comes.
  const auto first_to_leave = [](bool is_searched) {
    Script s(permitted_params(3, {path(0, {{0}, {1, L}, {2, L}}), path(1, {{1}, {2, L}})}, SCHEME_CREDITS, 2));
    const auto send_to_1 = [&] { s.begin(0).arrive(0, 1).tail(0).arrive(0, 1).dma(1); };
    send_to_1();
    s.tail(1).arrive(1, 0);  // on its way to host 2, and the credit back to host 0
    send_to_1();
    s.begin(1, 1);
    if (is_searched) s.expire(1);
    s.arrive(1, 2).arrive(1, 2);
    if (is_searched) s.arrive(1, 2).arrive(2, 1);  // the question, and its answer
    s.dma(2).arrive(2, 1);
    const std::uint32_t source = s.model.next(1, 2)[1] & 0xffffff;
    s.finish();
    CHECK(s.is_over(8));
    return source;
  };
  CHECK(first_to_leave(false) == 1);
  CHECK(first_to_leave(true) == 0);
}

TEST_CASE("worms that overtake one another are taken in their order") {
  Script s(permitted_params(3, {path(0, {{0}, {1, L}, {2, L}})}, SCHEME_CREDITS, 6));
  const auto worm = [](std::uint32_t number, std::uint32_t message) {
    return Words{L << 30 | std::uint32_t{WORM_PERMITTED} << 24, 0, number, 1, 0, message, 1, 0, 0};
  };
  s.model.inject(0, 1, worm(2, 1));
  s.arrive(0, 1).arrive(0, 1);
  CHECK(s.model.exported[1][QUEUE_LOWER * EXPORT_QUEUE_WORDS + EXPORT_SOURCE] == 0);
  CHECK(s.model.transfers(1) == 0);
  s.model.inject(0, 1, worm(1, 0));
  s.arrive(0, 1);
  CHECK(s.model.exported[1][QUEUE_LOWER * EXPORT_QUEUE_WORDS + EXPORT_MESSAGE] == 0);
  CHECK(s.model.next(1, 2)[6] == 0);  // message 0 goes on first
}

TEST_CASE("worms that wait for one another in a circle are found, and the youngest is kept in host memory meanwhile") {
  Script s(permitted_params(3, in_a_ring, SCHEME_CREDITS, 2));
  fill_ring(s);
  for (std::uint32_t host = 0; host < 3; ++host) {
    CHECK(s.state(host, QUEUE_LOWER) == COPY_IDLE);
    CHECK(s.waits_for(host, QUEUE_LOWER) == (L << 30 | gives_way | (host + 1) % 3));
  }
  CHECK(spilled(s) == 0);
  s.expire(0);
  CHECK(s.model.next(0, 1) == control_of(CONTROL_ASK, 0, 0));
  s.finish();
  CHECK(spilled(s) == 1);
  CHECK_FALSE(s.model.own_words.empty());
  CHECK(s.is_over(9));
}

TEST_CASE("without detection worms in a circle stay where they are") {
  ModelParams params = permitted_params(3, in_a_ring, SCHEME_CREDITS, 2);
  params.own_parameters[SETTING_DETECTION] = 0;
  Script s(params);
  fill_ring(s).finish();
  CHECK(s.waits_for(0, QUEUE_LOWER) == (L << 30 | 1));
  CHECK(spilled(s) == 0);
  CHECK_FALSE(s.model.is_idle());
  CHECK(s.model.completions.size() == 6);
}

TEST_CASE("a worm that waits for one that can leave is in no circle, and none is moved") {
  Script s(permitted_params(3, {path(0, {{0}, {1, L}, {2, L}}), path(1, {{1}, {2, L}})}, SCHEME_CREDITS, 2));
  s.begin(1, 1).tail(1).begin(0).arrive(0, 1).tail(0).arrive(0, 1).dma(1);
  CHECK(s.waits_for(1, QUEUE_LOWER) == (L << 30 | gives_way | 2));
  s.expire(1).arrive(1, 2).arrive(1, 2);  // the worm, and the question
  s.finish();
  CHECK(spilled(s) == 0);
  CHECK(s.is_over(5));
}

TEST_CASE(
    "an interface is asked which worm of a host waits, and names none as long as another one of that host can leave") {
  const std::vector<Plan> plans = {path(0, {{0}, {1, L}, {2, L}}), path(1, {{1}, {2, L}}), path(2, {{0}, {1, L}})};
  Script s(permitted_params(3, plans, SCHEME_CREDITS, 4));
  for (int i = 0; i < 2; ++i) s.begin(1, 1).tail(1);  // no credit for host 2 is left
  s.begin(0).arrive(0, 1).tail(0).arrive(0, 1).dma(1);
  s.begin(0, 2).arrive(0, 1).tail(0).arrive(0, 1);  // it is not yet at the host
  const Words question{std::uint32_t{CLASS_CONTROL} << 30 | std::uint32_t{CONTROL_ASK} << 24, 0};
  s.model.inject(0, 1, question);
  s.arrive(0, 1);
  CHECK(s.model.next(1, 0) == control_of(CONTROL_ANSWER, 1, 0));
  Script alone(permitted_params(3, plans, SCHEME_CREDITS, 4));
  for (int i = 0; i < 2; ++i) alone.begin(1, 1).tail(1);
  alone.begin(0).arrive(0, 1).tail(0).arrive(0, 1).dma(1);
  alone.model.inject(0, 1, question);
  alone.arrive(0, 1);
  CHECK(alone.model.next(1, 0) == control_of(CONTROL_ANSWER, 1, 2 + 1));
}

TEST_CASE("without flow control worms are taken as they come, also after a lost one, and no control worm is sent") {
  const std::vector<Plan> plans = {path(0, {{0}, {1, L}, {2, L}})};
  Script s(permitted_params(3, plans, SCHEME_NONE, 2));
  s.begin(0).arrive(0, 1);
  CHECK(s.waits_for(1, QUEUE_LOWER) == 0);
  CHECK(s.model.next(1, 0).empty());
  s.finish();
  CHECK(s.is_over(3));
  const auto worm = [](std::uint32_t number) {
    return Words{
        L << 30 | std::uint32_t{WORM_PERMITTED} << 24, 0, number, 1, 0, number, 1, 0, model_word(0, number, 0)};
  };
  s.model.inject(0, 2, worm(1));
  s.model.inject(0, 2, worm(3));
  s.finish();
  CHECK(s.model.completions.size() == 5);
}

TEST_CASE("control worms of another scheme, and a worm with a permit that is refused, stop the run") {
  const auto error_after = [](const ModelParams& params, const Words& packet) {
    Script s(params);
    s.model.inject(1, 0, packet);
    CHECK_THROWS_WITH(s.arrive(1, 0), "error 6");
  };
  const auto words_of = [](const Words& next) { return Words(next.begin() + 1, next.end()); };
  const std::vector<Plan> plans = {path(0, {{1}, {0, L}})};
  for (const control_type type : {CONTROL_REQUEST, CONTROL_GRANT, CONTROL_FREED, CONTROL_RECEIPT})
    error_after(permitted_params(3, plans, SCHEME_CREDITS, 2), words_of(control_of(type, 1, 0)));
  for (const control_type type : {CONTROL_CREDIT, CONTROL_ASK, CONTROL_SPILL, CONTROL_ANSWER})
    error_after(permitted_params(3, plans, SCHEME_MANAGER, 2), words_of(control_of(type, 1, 0)));
  error_after(permitted_params(3, plans, SCHEME_MANAGER, 2), words_of(control_of(CONTROL_GRANT, 1, 0)));
  error_after(permitted_params(3, plans, SCHEME_CREDITS, 2), words_of(control_of(CONTROL_ANSWER, 1, 0)));
  error_after(multicast_params(3, {path(0, {{0}, {1, L}})}), words_of(control_of(CONTROL_CREDIT, 1, 0)));
  Script s(permitted_params(3, plans, SCHEME_MANAGER, 1));
  const Words worm{L << 30 | std::uint32_t{WORM_PERMITTED} << 24 | 1, 1, 1, 1, 0, 0, 1, 0, 0};
  s.model.inject(1, 0, worm);
  s.arrive(1, 0).arrive(1, 0);
  s.model.inject(1, 0, worm);
  CHECK_THROWS_WITH(s.arrive(1, 0), "error 6");
}
