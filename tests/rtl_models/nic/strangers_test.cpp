// Packets that no firmware here would send: random words in place of a header, and any length. Firmware drops them, or
// handles them as their words read; it neither stops nor loses a buffer.
#include <array>
#include <catch2/catch.hpp>

#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/firmware/catalogue.hpp"
#include "rtl_models/nic/error_text.hpp"
#include "tests/rtl_models/nic/nic_bench.hpp"

using namespace slackline;

namespace {

constexpr std::uint32_t packet_words = 8;

/// A packet for the interface, with a header that is partly right.
std::vector<Flit> stranger(RandomStream& random) {
  const auto words = static_cast<std::uint32_t>(1 + random.below(firmware::header_words + packet_words + 4));
  const auto small_or_any = [&](std::uint32_t below) {
    return random.below(4) == 0 ? static_cast<std::uint32_t>(random.bits())
                                : static_cast<std::uint32_t>(random.below(below));
  };
  const std::uint32_t type = random.below(4) == 0 ? random.below(64) : random.below(2);
  const std::uint32_t buffer_class = random.below(3) == 0 ? random.below(4) : 0;
  std::vector<Flit> flits = test::NicBench::packet(words, 0);
  for (std::uint32_t i = 0; i < words; ++i) {
    const std::uint32_t word = i == 0   ? buffer_class << 30 | type << 24 | (small_or_any(3) & 0xffffff)
                               : i == 2 ? small_or_any(2 * words)
                                        : small_or_any(packet_words);
    const FlitKind kind = i + 1 == words && random.below(8) == 0 ? FlitKind::abort : flits[i + 1].kind();
    flits[i + 1] = Flit(kind, VcId(0), word, 0);
  }
  return flits;
}

std::array<std::uint32_t, nic::classes> free_buffers(test::NicBench& bench) {
  std::array<std::uint32_t, nic::classes> free{};
  for (unsigned c = 0; c < nic::classes; ++c) free[c] = bench.state().receive.free[c].count;
  return free;
}

}  // namespace

TEST_CASE("on random words no firmware stops, waits forever, or loses a buffer", "[quick]") {
  const std::string name = GENERATE("unicast", "request_response", "echo", "skeleton");
  const std::uint32_t timeout = GENERATE(0u, 500u);
  const std::uint64_t seed = GENERATE(1u, 2u, 3u);
  nic::Params params = test::nic_params(*firmware::find_firmware(name)->firmware);
  params.memory_bytes = 16 * 1024;
  params.parameters[NIC_PARAMETER_PACKET_WORDS] = packet_words;
  params.parameters[NIC_PARAMETER_WINDOW] = 2;
  params.parameters[NIC_PARAMETER_REPLY_WORDS] = 3;
  params.parameters[NIC_PARAMETER_TRIES] = 3;
  params.parameters[NIC_PARAMETER_TIMEOUT_TICKS] = timeout;
  test::NicBench bench(params);
  bench.idle(100);
  const auto free = free_buffers(bench);
  RandomStream random(seed, timeout, RandomPurpose::test);
  unsigned empty = 0, without_class = 0;
  for (unsigned i = 0; i < 3000; ++i) {
    const std::vector<Flit> flits = stranger(random);
    const bool is_empty = flits[1].kind() == FlitKind::abort;  // instead of its only word
    empty += is_empty;
    without_class += !is_empty && free[flits[1].data() >> 30] == 0;
    for (const Flit flit : flits) bench.step(flit);
    bench.idle(static_cast<unsigned>(random.below(60)));
    if (i % 200 == 0) bench.post({NIC_COMMAND_SEND, 1, i / 200, 5});
    INFO(name << ", packet " << i << ": " << nic::error_text(bench.state().processor.error));
    REQUIRE(!bench.state().processor.halted);
  }
  bench.idle(20'000);
  INFO(name << ": " << nic::error_text(bench.state().processor.error));
  REQUIRE(!bench.state().processor.halted);
  CHECK(bench.state().send.descriptors.empty());
  // Every packet with a word is received, or dropped for lack of a buffer if its class has no buffers.
  CHECK(bench.state().receive.packets + bench.state().receive.dropped == 3000 - empty);
  CHECK(bench.state().receive.dropped == without_class);
  CHECK(without_class < 3000 / 3);  // one packet in three at most
  CHECK(free_buffers(bench) == free);
}
