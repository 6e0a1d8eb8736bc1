#include "testbench/tracing/size_estimate.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>

#include "rtl_models/network/fabric.hpp"

namespace slackline::tracing {

namespace {

constexpr std::uint64_t no_end = 1'000'000'000'000;  // more cycles than anybody waits for: the run ends before
constexpr std::uint64_t most_bytes_a_scope = 80;     // in a cycle

// Firmware and programs take thousands of cycles to come into their stride, and what they do then comes in rounds: of a
// small network many cycles are simulated, of a large one fewer, in a quarter of a second or so.
constexpr std::uint64_t most_sampled = 65'536, fewest_sampled = 2048, sampled_times_instances = 4'000'000;

std::string text_of(const char* format, double number) {
  char text[48];
  std::snprintf(text, sizeof text, format, number);
  return text;
}

}  // namespace

std::optional<SizeEstimate> estimated_size(const network::Netlist& netlist, const Plan& plan, std::uint64_t least) {
  if (plan.to <= plan.from) return std::nullopt;
  std::uint64_t cycles = plan.to - plan.from;
  if (plan.waits() && !plan.every) cycles = std::min(cycles, plan.before + 1 + plan.after);
  const std::uint64_t scopes = chosen_scopes(netlist, plan.selection, plan.workloads).size();
  if (cycles < least / (scopes * most_bytes_a_scope)) return std::nullopt;

  SizeEstimate size;
  if (cycles < no_end) size.cycles = cycles;
  size.at_most = plan.every || plan.may_end_before;
  size.sampled = std::clamp(sampled_times_instances / (netlist.switches.size() + netlist.endpoints.size()),
                            fewest_sampled, most_sampled);
  network::Netlist silent = netlist;  // firmware's lines are printed by the run itself
  if (netlist.interfaces != nullptr) {
    auto interfaces = std::make_shared<network::HostInterfaces>(*netlist.interfaces);
    interfaces->set_log(nullptr);
    silent.interfaces = std::move(interfaces);
  }
  network::Fabric fabric(network::elaborate(std::move(silent)));
  Plan sample = plan;
  sample.triggers.clear();
  sample.from = Cycle(size.sampled / 2);
  sample.to = Cycle(size.sampled);
  WaveFile counted;
  NetworkWaves waves(fabric.netlist(), sample, counted);
  const std::uint64_t header = counted.bytes();
  waves.run_until(fabric, sample.to);
  size.bytes_a_cycle = static_cast<double>(counted.bytes() - header) / static_cast<double>(sample.to - sample.from);
  return size;
}

std::string warning_of(const SizeEstimate& size, std::uint64_t least) {
  if (!size.cycles) {
    const double of_a_million = size.bytes_a_cycle * 1e6;
    const std::string rate =
        of_a_million < 1e9 ? text_of("%.0f MB", of_a_million / 1e6) : text_of("%.1f GB", of_a_million / 1e9);
    return "grows by about " + rate + " in a million cycles, judging by its first " + std::to_string(size.sampled) +
           "; the end of the run is not known";
  }
  if (size.bytes() <= static_cast<double>(least)) return "";
  return (size.at_most ? "will have up to about " : "will have about ") + text_of("%.1f GB", size.bytes() / 1e9);
}

}  // namespace slackline::tracing
