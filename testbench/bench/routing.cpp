// bench_routing: makes the route tables of a large network, checks them, and reports both costs: part of scripts/bench.
//
//   bench_routing mesh|torus|dragonfly ROUTING [VIRTUAL_CHANNELS]
//   prints one JSON object
//
// mesh and torus are 64x64, the dragonfly is that of 864 switches in groups of 48, with 4320 hosts. Routes are from tables.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>

#include "testbench/deadlock/deadlock.hpp"
#include "testbench/routing/routing.hpp"
#include "testbench/topology/shape.hpp"

namespace {

using namespace slackline;
using routing::Algorithm;

double cpu_since(std::clock_t start) { return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC; }

const std::map<std::string, topology::Shape> shapes{{"mesh", topology::Mesh{{64, 64}, 1, 1}},
                                                    {"torus", topology::Mesh{{64, 64}, 1, 1, 1, true}},
                                                    {"dragonfly", topology::Dragonfly{48, 10, 18, 5}}};

const std::map<std::string, Algorithm> algorithms{{"dimension_order", Algorithm::dimension_order},
                                                  {"dateline", Algorithm::dateline},
                                                  {"up_down", Algorithm::up_down},
                                                  {"shortest_path", Algorithm::shortest_path},
                                                  {"minimal", Algorithm::minimal},
                                                  {"valiant", Algorithm::valiant},
                                                  {"adaptive", Algorithm::adaptive}};

int measure(const topology::Shape& shape, Algorithm algorithm, unsigned virtual_channels) {
  network::Netlist netlist;
  netlist.switch_kinds[0].virtual_channels = static_cast<std::uint8_t>(virtual_channels);
  netlist.switch_kinds[0].flow.kind = flow_controller::Kind::credit;
  const topology::Structure structure = topology::build(shape, netlist);
  routing::Settings settings;
  settings.algorithm = algorithm;
  settings.at_switch = route_unit::Kind::table;

  const std::clock_t before_tables = std::clock();
  if (const Violations found = routing::fill(settings, structure, netlist); !found.empty()) {
    std::fprintf(stderr, "bench_routing: %s\n", to_string(found).c_str());
    return 2;
  }
  const double tables = cpu_since(before_tables);
  const std::clock_t before_proof = std::clock();
  const deadlock::Verdict verdict = deadlock::judge(routing::Routes(netlist));
  std::printf("{\"tables_seconds\": %.3f, \"proof_seconds\": %.3f, \"proved\": %s, \"cycle\": %zu}\n", tables,
              cpu_since(before_proof), verdict.deadlock_free() ? "true" : "false", verdict.cycle.size());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const auto shape = argc > 2 ? shapes.find(argv[1]) : shapes.end();
  const auto algorithm = argc > 2 ? algorithms.find(argv[2]) : algorithms.end();
  if (argc > 4 || shape == shapes.end() || algorithm == algorithms.end()) {
    std::fputs("usage: bench_routing mesh|torus|dragonfly ROUTING [VIRTUAL_CHANNELS]\n", stderr);
    return 2;
  }
  const unsigned long virtual_channels = argc > 3 ? std::strtoul(argv[3], nullptr, 10) : 1;
  return measure(shape->second, algorithm->second, static_cast<unsigned>(virtual_channels));
}
