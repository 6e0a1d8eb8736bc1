// The cycle diagrams of docs/timing.md are produced here, by the model, and compared with the page to the letter.
#include <catch2/catch.hpp>

#include <iostream>

#include "tests/docs/cycle_diagram.hpp"
#include "tests/rtl_models/packet_switch/bench.hpp"
#include "tests/support/line_network.hpp"

using namespace slackline;
using network::Fabric;
using test::CycleDiagram;

namespace {

CycleDiagram::Cell wire(const network::Netlist& netlist, const std::string& channel, unsigned stage = 0) {
  const std::size_t index = test::channel_index(netlist, channel);
  return [=](const Fabric& fabric) { return test::flit_text(fabric.channel_flit(index, stage)); };
}

CycleDiagram::Cell count(unsigned index, unsigned lane) {
  return [=](const Fabric& fabric) {
    const unsigned held = fabric.switch_state(index).in[lane].buffer.count;
    return held == 0 ? std::string() : std::to_string(held);
  };
}

CycleDiagram::Cell flag(const std::function<bool(const Fabric&)>& value) {
  return [=](const Fabric& fabric) { return std::string(value(fabric) ? "1" : ""); };
}

/// The flit and its virtual channel: "H0".
CycleDiagram::Cell wire_with_vc(const network::Netlist& netlist, const std::string& channel) {
  const std::size_t index = test::channel_index(netlist, channel);
  return [=](const Fabric& fabric) {
    const Flit flit = fabric.channel_flit(index);
    return flit.valid() ? test::flit_text(flit) + std::to_string(flit.vc().value) : std::string();
  };
}

/// The flit and its byte: "H81".
CycleDiagram::Cell wire_with_byte(const network::Netlist& netlist, const std::string& channel) {
  const std::size_t index = test::channel_index(netlist, channel);
  return [=](const Fabric& fabric) {
    const Flit flit = fabric.channel_flit(index);
    constexpr const char* digits = "0123456789abcdef";
    return flit.valid() ? test::flit_text(flit) + digits[flit.data() >> 4 & 15] + digits[flit.data() & 15]
                        : std::string();
  };
}

void compare_with_page(const std::string& name, const std::string& drawn) {
  const bool same = test::block_of("docs/timing.md", name) == drawn;
  if (!same)
    std::cout << "docs/timing.md, block " << name << ": the model draws\n" << drawn;  // unwrapped, to be copied
  REQUIRE(same);
}

/// Frames that come in by the first inputs, wait, are transferred to output 2, and leave by it and the next outputs.
test::CycleDiagramOf<packet_switch::Bench> frames_diagram(const packet_switch::Bench& bench, unsigned inputs,
                                                          unsigned outputs) {
  test::CycleDiagramOf<packet_switch::Bench> diagram;
  const auto number = [](std::uint64_t value) { return value == 0 ? std::string() : std::to_string(value); };
  for (unsigned i = 0; i < inputs; ++i)
    diagram.row("flit_in[" + std::to_string(i) + "], sampled", [link = bench.coming[i]](const packet_switch::Bench& b) {
      return b.now - 1 < link.size() ? test::flit_text(link[b.now - 1]) : std::string();
    });
  for (unsigned i = 0; i < inputs; ++i)
    diagram.row("frames waiting at input " + std::to_string(i),
                [=](const packet_switch::Bench& b) { return number(b.device.state.inputs[i].waiting); });
  diagram.row("transfer to output 2 from", [inputs](const packet_switch::Bench& b) {
    for (unsigned i = 0; i < inputs; ++i) {
      const packet_switch::Input& in = b.device.state.inputs[i];
      if (in.is_moving && in.moving_to == 2) return std::to_string(i);
    }
    return std::string();
  });
  for (unsigned o = 2; o < 2 + outputs; ++o)
    diagram.row("flit_out[" + std::to_string(o) + "]",
                [=](const packet_switch::Bench& b) { return test::flit_text(b.device.flit_out(o)); });
  return diagram;
}

}  // namespace

TEST_CASE("docs/timing.md: the model agrees with the diagram of a hop") {
  test::Settings settings;
  settings.link_delay = 2;
  settings.header_delay = 4;
  settings.data_delay = 2;
  settings.arbitration = 1;
  settings.packet_flits = 4;
  const network::Netlist netlist = test::one_packet_each(settings, {0}, 1);
  Fabric fabric(elaborate(netlist));

  CycleDiagram diagram;
  diagram.row("host0 flit_out", wire(netlist, "link_host0_to_switch0_p2"));
  diagram.row("  link, second register", wire(netlist, "link_host0_to_switch0_p2", 1));
  diagram.row("switch0 slack_buffer count", count(0, 2));
  diagram.row("switch0 flit_out[0]", wire(netlist, "link_switch0_p0_to_switch1_p1"));
  diagram.row("  link, second register", wire(netlist, "link_switch0_p0_to_switch1_p1", 1));
  diagram.row("switch1 slack_buffer count", count(1, 1));
  diagram.row("switch1 flit_out[2]", wire(netlist, "link_switch1_p2_to_host1"));
  diagram.row("  link, second register", wire(netlist, "link_switch1_p2_to_host1", 1));
  diagram.row("host1 flits received", [](const Fabric& f) {
    const std::uint64_t received = f.port_state(1).flits_received;
    return received == 0 ? std::string() : std::to_string(received);
  });
  compare_with_page("hop", diagram.draw(fabric, 0, 17));
  REQUIRE(fabric.port_state(1).latency.total == 3 * 2 + 2 * 4 + 3);
}

TEST_CASE("docs/timing.md: the model agrees with the diagram of a header that waits") {
  test::Settings settings;
  settings.size = {3};
  settings.header_delay = 3;
  settings.arbitration = 1;
  settings.packet_flits = 6;
  const network::Netlist netlist = test::one_packet_each(settings, {0, 1}, 2);
  Fabric fabric(elaborate(netlist));

  CycleDiagram diagram;
  diagram.row("switch1 flit_in[2], from host1", wire(netlist, "link_host1_to_switch1_p2"));
  diagram.row("switch1 flit_in[1], from switch0", wire(netlist, "link_switch0_p0_to_switch1_p1"));
  diagram.row("switch1 in[2] count", count(1, 2));
  diagram.row("switch1 in[1] count", count(1, 1));
  diagram.row("switch1 out[0] held by input", [](const Fabric& f) {
    const crossbar::State& crossbar = f.switch_state(1).crossbar;
    return has(crossbar.held[0], 0) ? std::to_string(crossbar.input_of[0].port) : std::string();
  });
  diagram.row("switch1 flit_out[0]", wire(netlist, "link_switch1_p0_to_switch2_p1"));
  compare_with_page("wait", diagram.draw(fabric, 0, 17));
}

TEST_CASE("docs/timing.md: the model agrees with the diagram of STOP and GO") {
  test::Settings settings;
  settings.size = {3};
  settings.link_delay = 2;
  settings.fc_cycles = 1;
  settings.stop_at = 4;
  settings.go_at = 2;
  settings.packet_flits = 16;
  const network::Netlist netlist = test::one_packet_each(settings, {0, 2}, 1);
  Fabric fabric(elaborate(netlist));

  CycleDiagram diagram;
  const std::size_t channel = test::channel_index(netlist, "link_switch0_p0_to_switch1_p1");
  diagram.row("switch0 flit_out[0]", wire(netlist, "link_switch0_p0_to_switch1_p1"));
  diagram.row("switch1 in[1] count", count(1, 1));
  diagram.row("switch1 stop", flag([](const Fabric& f) { return has(f.switch_state(1).vc[0].flow.stop, 1); }));
  diagram.row("switch1 stop_out[1]", flag([=](const Fabric& f) { return f.channel_stop(channel) != 0; }));
  diagram.row("switch0 stopped", flag([](const Fabric& f) { return has(f.switch_state(0).vc[0].flow.stopped, 0); }));
  diagram.row("switch1 flit_out[2]", wire(netlist, "link_switch1_p2_to_host1"));
  REQUIRE(netlist.switch_kinds[0].buffer.flits == 4 + (2 + 2 + 1 + 1 + 0 + 1));
  compare_with_page("stop", diagram.draw(fabric, 2, 38));
  REQUIRE(fabric.switch_state(1).errors.overflows == 0);
}

TEST_CASE("docs/timing.md: the model agrees with the diagram of two virtual channels", "[quick]") {
  test::Settings settings;
  settings.size = {3};
  settings.virtual_channels = 2;
  settings.packet_flits = 6;
  const network::Netlist netlist = test::one_packet_each(settings, {0, 1}, 2);
  Fabric fabric(elaborate(netlist));

  CycleDiagram diagram;
  diagram.row("switch1 flit_in[2], from host1", wire_with_vc(netlist, "link_host1_to_switch1_p2"));
  diagram.row("switch1 flit_in[1], from switch0", wire_with_vc(netlist, "link_switch0_p0_to_switch1_p1"));
  const auto on_vc0 = [](unsigned port) { return crossbar::lane_index(port, 0, 2); };
  diagram.row("switch1 in[2] count, VC 0", count(1, on_vc0(2)));
  diagram.row("switch1 in[1] count, VC 0", count(1, on_vc0(1)));
  diagram.row("switch1 flit_out[0]", wire_with_vc(netlist, "link_switch1_p0_to_switch2_p1"));
  compare_with_page("virtual channels", diagram.draw(fabric, 0, 15));
}

TEST_CASE("docs/timing.md: the model agrees with the diagram of credits") {
  test::Settings settings;
  settings.flow_control = flow_controller::Kind::credit;
  settings.packet_flits = 8;
  network::Netlist netlist = test::one_packet_each(settings, {0}, 1);
  netlist.switch_kinds[0].buffer.flits = 3;
  Fabric fabric(elaborate(netlist));

  CycleDiagram diagram;
  const std::size_t channel = test::channel_index(netlist, "link_switch0_p0_to_switch1_p1");
  diagram.row("switch0 flit_out[0]", wire(netlist, "link_switch0_p0_to_switch1_p1"));
  diagram.row("switch0 credits of output 0",
              [](const Fabric& f) { return std::to_string(f.switch_state(0).vc[0].flow.credits[0]); });
  diagram.row("switch1 in[1] count", count(1, 1));
  diagram.row("switch1 stop_out[1], credits", flag([=](const Fabric& f) { return f.channel_stop(channel) != 0; }));
  diagram.row("switch1 flit_out[2]", wire(netlist, "link_switch1_p2_to_host1"));
  compare_with_page("credits", diagram.draw(fabric, 1, 20));
  const network::Netlist completed = network::completed(netlist);
  REQUIRE(network::full_speed_credits(network::loop_of(completed, completed.channels[channel])) == 5);
}

TEST_CASE("docs/timing.md: the model agrees with the diagram of virtual cut-through") {
  test::Settings settings;
  settings.size = {3};
  settings.switching = wormhole_switch::Switching::virtual_cut_through;
  settings.stop_at = 2;
  settings.go_at = 1;
  settings.packet_flits = 6;
  network::Netlist netlist = test::one_packet_each(settings, {0, 1}, 2);
  netlist.workloads[0].traffic.packet_limit = 2;
  Fabric fabric(elaborate(netlist));

  CycleDiagram diagram;
  const std::size_t channel = test::channel_index(netlist, "link_switch0_p0_to_switch1_p1");
  diagram.row("switch0 flit_out[0]", wire(netlist, "link_switch0_p0_to_switch1_p1"));
  diagram.row("switch1 in[1] count", count(1, 1));
  diagram.row("switch1 stop_out[1]", flag([=](const Fabric& f) { return f.channel_stop(channel) != 0; }));
  diagram.row("switch0 stopped", flag([](const Fabric& f) { return has(f.switch_state(0).vc[0].flow.stopped, 0); }));
  diagram.row("switch1 flit_out[0]", wire(netlist, "link_switch1_p0_to_switch2_p1"));
  REQUIRE(netlist.switch_kinds[0].buffer.flits == 2 + (1 + 1 + 0 + 0 + 0 + 1) + 5);
  compare_with_page("cut-through", diagram.draw(fabric, 1, 28));
}

TEST_CASE("docs/timing.md: the model agrees with the diagram of a stripped route", "[quick]") {
  test::Settings settings;
  settings.routing = route_unit::Kind::source_stripped;
  settings.format = port::PacketFormat::myrinet;
  settings.header_delay = 2;
  settings.packet_flits = 6;
  const network::Netlist netlist = test::one_packet_each(settings, {1}, 0);
  Fabric fabric(elaborate(netlist));

  CycleDiagram diagram;
  diagram.row("host1 flit_out", wire_with_byte(netlist, "link_host1_to_switch1_p2"));
  diagram.row("switch1 flit_out[1]", wire_with_byte(netlist, "link_switch1_p1_to_switch0_p0"));
  diagram.row("switch0 flit_out[2]", wire_with_byte(netlist, "link_switch0_p2_to_host0"));
  compare_with_page("route", diagram.draw(fabric, 0, 15));
  REQUIRE(fabric.port_state(0).latency.total == 3 * 1 + 2 * (2 + 1) + 5);
}

TEST_CASE("docs/timing.md: the model agrees with the diagram of frames in a packet switch") {
  packet_switch::Params p;
  p.lookup = 1;
  p.transfer = 1;
  p.held = 0;
  p.gap = 2;
  packet_switch::Bench bench(p);
  bench.send(0, 2, 3, 1);
  bench.send(0, 3, 2, 2);
  bench.send(1, 2, 3, 3);
  compare_with_page("frames", frames_diagram(bench, 2, 2).draw(bench, 0, 18, [&](std::uint64_t) { bench.edges(1); }));
}

TEST_CASE("docs/timing.md: the model agrees with the diagram of a frame that cuts through a packet switch") {
  packet_switch::Params p;
  p.lookup = 1;
  p.transfer = 1;
  p.gap = 2;
  p.cut_through = true;
  packet_switch::Bench bench(p);
  for (unsigned n = 0; n < 5; ++n) {
    if (n == 2) bench.coming[0].insert(bench.coming[0].end(), 3, Flit());
    bench.send(0, packet_switch::flit_of(n, 5, 2, 1));
  }
  bench.send(1, Flit());
  bench.send(1, Flit());
  bench.send(1, 2, 3, 2);
  compare_with_page("frame-cut-through",
                    frames_diagram(bench, 2, 1).draw(bench, 0, 18, [&](std::uint64_t) { bench.edges(1); }));
}
