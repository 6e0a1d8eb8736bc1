#include "testbench/tracing/waves.hpp"

#include <cstdio>
#include <filesystem>
#include <ostream>
#include <stdexcept>
#include <utility>

#include "testbench/files/aside.hpp"
#include "testbench/tracing/save_file.hpp"
#include "testbench/tracing/words.hpp"

namespace slackline::tracing {

namespace {

constexpr std::uint64_t large = 1'000'000'000;

std::string gigabytes(std::uint64_t bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f GB", static_cast<double>(bytes) / 1e9);
  return text;
}

}  // namespace

Waves::Waves(const config::Experiment& experiment, const network::Netlist& netlist, std::ostream& says) {
  if (experiment.waves.file.empty()) return;
  plan_ = plan_of(experiment);
  file_ = std::make_unique<WaveFile>(experiment.waves.file);
  if (!plan_.timescale.exact)
    says << "slackline: waves: no time scale fits clock.period exactly: a nanosecond in the dump is a cycle\n";
  if (const std::uint64_t bytes = estimated_bytes(netlist, plan_, large); bytes > large)
    says << "slackline: waves: " << experiment.waves.file << " will have about " << gigabytes(bytes)
         << "; waves.scope, waves.from and waves.to choose less\n";
}

void Waves::begin(const network::Netlist& netlist) {
  if (file_) waves_.emplace(netlist, plan_, *file_);
}

bool Waves::finish(bool whole, std::ostream& says) {
  if (!waves_) return true;
  waves_->finish();
  if (whole)
    file_->publish();
  else
    says << "slackline: waves: up to here they are in " << file_->partial_path() << '\n';
  if (file_->error().empty() && (!whole || write_beside())) return true;
  says << "slackline: waves: " << (file_->error().empty() ? error_ : file_->error()) << '\n';
  return false;
}

/// The save file, and the words that it shows.
bool Waves::write_beside() {
  const std::string& dump = file_->path();
  const std::pair<const char*, std::string> texts[] = {
      {".gtkw", waves_->save_file(std::filesystem::path(dump).filename().string())},
      {".kinds", kind_filter()},
      {".stalls", stall_filter()}};
  try {
    for (const auto& [extension, text] : texts) files::write_aside(beside(dump, extension), text);
  } catch (const std::runtime_error& error) {
    error_ = error.what();
    return false;
  }
  return true;
}

}  // namespace slackline::tracing
