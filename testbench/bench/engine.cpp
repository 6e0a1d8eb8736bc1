// bench_engine: runs one engine on a square mesh and reports what it cost: the other half of scripts/bench.
//
//   bench_engine fabric|signal SIDE LOAD CYCLES BUFFER_FLITS PACKET_FLITS [HEADER_DELAY DATA_DELAY LINK_DELAY
//                VIRTUAL_CHANNELS] [--waves FILE.vcd | --waves off]
//   prints one JSON object
//
// With --waves the run goes through the waveform writer, as in the command, with all waveforms or, with off, none.
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <optional>
#include <string>
#include <systemc>

#include "rtl_models/network/fabric.hpp"
#include "rtl_models/network/signal_network.hpp"
#include "testbench/topology/mesh.hpp"
#include "testbench/tracing/waves.hpp"

namespace {

using namespace slackline;

unsigned number(int argc, char** argv, int index, unsigned otherwise) {
  return index < argc ? static_cast<unsigned>(std::strtoul(argv[index], nullptr, 10)) : otherwise;
}

network::Netlist square_mesh(int argc, char** argv) {
  const auto side = static_cast<std::uint16_t>(number(argc, argv, 2, 8));
  const unsigned packet_flits = number(argc, argv, 6, 8), link_delay = number(argc, argv, 9, 1);
  network::Netlist netlist;
  wormhole_switch::Params& p = netlist.switch_kinds[0];
  p.buffer.flits = static_cast<std::uint16_t>(number(argc, argv, 5, 8));
  p.flow.stop_at = static_cast<std::uint16_t>(p.buffer.flits - (2 * link_delay + 1));  // the smallest slack above it
  p.flow.go_at = static_cast<std::uint16_t>(p.flow.stop_at - 2);
  p.virtual_channels = static_cast<std::uint8_t>(number(argc, argv, 10, 1));
  p.header_delay = static_cast<std::uint16_t>(number(argc, argv, 7, 1));
  p.data_delay = static_cast<std::uint16_t>(number(argc, argv, 8, 1));
  generator::TrafficParams& traffic = netlist.workloads[0].traffic;
  traffic.packet_flits = static_cast<std::uint16_t>(packet_flits);
  traffic.packets_per_cycle = std::strtod(argv[3], nullptr) / packet_flits;
  topology::build({{side, side}, 1, link_delay}, netlist);
  return netlist;
}

double cpu_since(std::clock_t start) { return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC; }

/// The measured part: a function of its own, so that its instructions can be counted.
template <class Engine>
[[gnu::noinline]] bool measured(Engine& engine, Cycle end, tracing::Waves* waves) {
  if (waves == nullptr) {
    engine.run_until(end);
    return true;
  }
  waves->run_until(engine, end);
  return waves->finish(true, std::cerr);
}

/// `waves`: a file's name or off; empty: the run does not use the waveform writer.
template <class Engine>
int run(Engine& engine, Cycle end, const std::string& waves, double start_seconds) {
  engine.run_until(Cycle(1));  // the kernel's elaboration belongs to the start
  std::optional<tracing::Waves> written;
  if (!waves.empty()) {
    features::Experiment experiment;
    if (waves != "off") experiment.waves.file = waves;
    experiment.run.max_cycles = end.value;
    written.emplace(experiment, engine.netlist(), std::cerr).begin(engine.netlist());
  }
  const std::clock_t start = std::clock();
  if (!measured(engine, end, written ? &*written : nullptr)) return 1;
  const double cpu = cpu_since(start);

  std::uint64_t hops = 0, received = 0;
  const network::Netlist& netlist = engine.netlist();
  for (std::size_t i = 0; i < netlist.switches.size(); ++i)
    for (unsigned o = 0; o < netlist.switch_kinds[0].ports; ++o) hops += engine.switch_state(i).out[o].flits;
  for (std::size_t i = 0; i < netlist.endpoints.size(); ++i) {
    received += engine.port_state(i).flits_received;
    if (engine.switch_state(i).errors.any() || engine.port_state(i).errors.any()) return 3;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf(
      "{\"cpu_seconds\": %.6f, \"cycles\": %llu, \"flit_hops\": %llu, \"accepted\": %.6f, \"start_seconds\": %.6f, "
      "\"rss_megabytes\": %.1f}\n",
      cpu, static_cast<unsigned long long>(end.value), static_cast<unsigned long long>(hops),
      static_cast<double>(received) / static_cast<double>(netlist.endpoints.size()) / static_cast<double>(end.value),
      start_seconds, static_cast<double>(usage.ru_maxrss) / 1024);
  return 0;
}

}  // namespace

int sc_main(int argc, char** argv) {
  std::string waves;
  if (argc > 3 && argv[argc - 2] == std::string("--waves")) {
    waves = argv[argc - 1];
    argc -= 2;
  }
  const std::string engine = argc > 1 ? argv[1] : "";
  if (argc < 7 || argc > 11 || (engine != "fabric" && engine != "signal")) {
    std::fputs(
        "usage: bench_engine fabric|signal SIDE LOAD CYCLES BUFFER_FLITS PACKET_FLITS [HEADER_DELAY DATA_DELAY "
        "LINK_DELAY VIRTUAL_CHANNELS] [--waves FILE.vcd | --waves off]\n",
        stderr);
    return 2;
  }
  try {
    const Cycle end(number(argc, argv, 4, 0));
    const std::clock_t start = std::clock();
    const network::Netlist netlist = square_mesh(argc, argv);
    if (engine == "fabric") {
      network::Fabric fabric(network::elaborate(netlist));
      return run(fabric, end, waves, cpu_since(start));
    }
    network::SignalNetwork signals("signal_network", network::elaborate(netlist));
    return run(signals, end, waves, cpu_since(start));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_engine: %s\n", error.what());
    return 2;
  }
}
