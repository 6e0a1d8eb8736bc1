#include "testbench/workloads/replay/kind.hpp"

#include <nlohmann/json.hpp>

#include "testbench/features/link/settings.hpp"
#include "testbench/present/rows.hpp"
#include "testbench/text/counted.hpp"
#include "testbench/workloads/replay/build.hpp"
#include "testbench/workloads/replay/meter.hpp"
#include "testbench/workloads/replay/program/summary.hpp"
#include "testbench/workloads/replay/settings.hpp"
#include "testbench/workloads/replay/waves.hpp"

namespace slackline::replay {

namespace {

using features::ReplaySettings;
using settings::Values;

features::Offer offer_of(const Values& experiment) {
  const ReplaySettings& replay = experiment.get<ReplaySettings>();
  if (replay.trace == nullptr) return {};
  const Summary summary = summary_of(*replay.trace, replay.collectives);
  features::Offer offer{"a program of " + text::counted(summary.ranks, "rank") + ", " +
                        text::counted(summary.messages, "message")};
  nlohmann::ordered_json json{{"trace", replay.trace_file}, {"ranks", summary.ranks}};
  json["calls"] = nlohmann::ordered_json::object();
  offer.rows.emplace_back("trace", replay.trace_file + ", of " + text::counted(summary.ranks, "rank"));
  for (unsigned i = 0; i < calls; ++i) {
    if (summary.of_kind[i] == 0) continue;
    const char* const call = to_string(static_cast<Call>(i));
    offer.rows.emplace_back(offer.rows.size() == 1 ? "calls" : "", std::to_string(summary.of_kind[i]) + " " + call);
    json["calls"][call] = summary.of_kind[i];
  }
  offer.rows.emplace_back("messages", std::to_string(summary.messages) +
                                          ", with those of collective calls: " + text::counted(summary.bytes, "byte"));
  if (summary.multicasts != 0)
    offer.rows.emplace_back("multicasts", text::counted(summary.multicasts, "message") +
                                              " to all other ranks at once, each counted once for each of these; " +
                                              to_string(replay.paths.algorithm));
  offer.rows.emplace_back("computing", present::formatted(summary.operations, "%.6g operations"));
  json.update({{"messages", summary.messages}, {"bytes", summary.bytes}, {"operations", summary.operations}});
  if (summary.multicasts != 0) json["multicasts"] = summary.multicasts;
  offer.json = std::make_shared<const nlohmann::ordered_json>(std::move(json));
  return offer;
}

std::string contents_of(const Values& experiment) {
  const ReplaySettings& replay = experiment.get<ReplaySettings>();
  std::string text;
  if (replay.trace != nullptr) text = std::to_string(replay.trace->digest()) + '\n';
  for (const features::MappingLine& line : replay.hosts) text.append(line.host) += '\n';
  return text;
}

}  // namespace

features::WorkloadKind kind() {
  features::WorkloadKind kind{"replay", "hosts replay a program's trace; keys of `traffic`; page: docs/real-input.md"};
  kind.keys = {{"traffic.", features::replay_keys()}};
  kind.section = {"program", "traffic.trace",
                  [](const Values& experiment) { return !experiment.get<ReplaySettings>().trace_file.empty(); }};
  kind.meter = meter_of;
  kind.waves = waves_of;
  kind.program = features::replay_of;
  kind.offer = offer_of;
  kind.headlines = {{"cycles", "cycles", 0}, {"computing", "computing %", 2, 100}};
  kind.contents = contents_of;
  kind.files = [](const Values& experiment) { return experiment.get<ReplaySettings>().trace_files; };
  kind.add_settings = [](settings::Sections& sections) {
    sections.add<ReplaySettings, &ReplaySettings::collectives, &ReplaySettings::paths>();
    sections.add<features::PacketSettings>();
  };
  kind.check = [](const Values& experiment, const features::WorkloadKind::Report& error) {
    if (experiment.get<ReplaySettings>().trace_file.empty())
      error("trace", settings::problem("missing"), "name of a file");
  };
  kind.numbered_late = [](const Values& experiment) -> std::optional<features::WorkloadKind::NumberedLate> {
    if (experiment.get<ReplaySettings>().trace_file.empty()) return std::nullopt;
    return features::WorkloadKind::NumberedLate{"trace", "packets of a program are numbered when they are sent"};
  };
  return kind;
}

}  // namespace slackline::replay
