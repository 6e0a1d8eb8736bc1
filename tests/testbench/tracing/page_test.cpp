// The pages of docs name everything that a dump may show.
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "testbench/tracing/words.hpp"
#include "tests/support/line_network.hpp"
#include "tests/testbench/tracing/dump.hpp"
#include "tests/testbench/tracing/restless_nics.hpp"

using namespace slackline;

TEST_CASE(
    "the page about waves names every value of hardware and every reason of a stall; pages name those of workloads") {
  const std::string page = test::TemporaryFile::text_of("docs/waves.md");
  std::string pages;
  for (const auto& entry : std::filesystem::directory_iterator("docs"))
    if (entry.path().extension() == ".md") pages += test::TemporaryFile::text_of(entry.path().string());
  const auto check_in = [&](const std::string& text, const std::string& name) {
    INFO(name);
    CHECK(text.find('`' + name + '`') != std::string::npos);
  };
  const auto check = [&](const std::string& name) { check_in(page, name); };
  const auto check_values = [&](const network::ElaboratedNetlist& netlist) {
    const tracing::Layout layout(netlist);
    for (const tracing::Scope& scope : tracing::chosen_scopes(netlist, tracing::Selection()))
      for (const tracing::Value& value : layout.values(scope)) check(value.name);
  };
  for (unsigned stall = 0; stall < tracing::stall_words; ++stall) check(to_string(static_cast<tracing::Stall>(stall)));
  for (const auto kind : {flow_controller::Kind::stop_go, flow_controller::Kind::credit}) {
    test::Settings settings;
    settings.virtual_channels = 2;
    settings.flow_control = kind;
    check_values(network::elaborate(test::mesh_network(settings)));
  }
  check_values(network::elaborate(test::restless_nics({})));
  for (const observe::WaveScope& workload : test::workload_scopes())
    for (const tracing::Value& value : workload.values) check_in(pages, value.name);
  for (unsigned word = 0; word < tracing::handler_words; ++word)
    check(to_string(static_cast<tracing::HandlerWord>(word)));
  for (unsigned word = 0; word < tracing::engine_words; ++word)
    check(to_string(static_cast<tracing::EngineState>(word)));
}

TEST_CASE("packets are named by source and the low 16 bits of their number there, in digits of the value's width") {
  CHECK(tracing::packet_filter({{"host2", 2, 65535, 65537}}, 6) == "02FFFF host2:65535\n020000 host2:65536\n");
}

TEST_CASE("a packet's number in a dump is its source, and the low 16 bits of its number there", "[quick]") {
  PacketRecord packet;
  packet.source = NodeId(4);
  packet.sequence = 0x1abcd;
  CHECK(tracing::packet_number(packet) == 0x4abcd);
}
