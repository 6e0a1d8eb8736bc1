// docs/waves.md names everything that a dump may show.
#include <catch2/catch.hpp>
#include <sstream>

#include "testbench/tracing/words.hpp"
#include "tests/support/line_network.hpp"
#include "tests/testbench/tracing/dump.hpp"

using namespace slackline;

TEST_CASE("the page about waves names every value and every reason of a stall", "[quick]") {
  const std::string page = test::TemporaryFile::text_of("docs/waves.md");
  const auto check = [&](const std::string& name) {
    INFO(name);
    CHECK(page.find('`' + name + '`') != std::string::npos);
  };
  for (unsigned stall = 0; stall < tracing::stall_words; ++stall) check(to_string(static_cast<tracing::Stall>(stall)));
  for (const auto kind : {flow_controller::Kind::stop_go, flow_controller::Kind::credit}) {
    test::Settings settings;
    settings.virtual_channels = 2;
    settings.flow_control = kind;
    const tracing::Layout layout(network::completed(test::mesh_network(settings)));
    for (const auto* values : {&layout.clock, &layout.port, &layout.lane, &layout.host, &layout.host_vc, &layout.link})
      for (const tracing::Value& value : *values) check(value.name);
  }
}

TEST_CASE("filters have a line a word", "[quick]") {
  std::istringstream stalls(tracing::stall_filter());
  unsigned lines = 0;
  for (std::string digit, word; stalls >> digit && std::getline(stalls, word); ++lines) {
    CHECK(std::stoul(digit, nullptr, 16) == lines);
    CHECK(word.substr(word.rfind('?') + 1) == to_string(static_cast<tracing::Stall>(lines)));
  }
  CHECK(lines == tracing::stall_words);
}

TEST_CASE("packets are named by source and the low 16 bits of their number there, in digits of the value's width") {
  CHECK(tracing::packet_filter({{"host2", 2, 65535, 65537}}, 6) == "02FFFF host2:65535\n020000 host2:65536\n");
}
