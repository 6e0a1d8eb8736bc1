#include "testbench/tracing/waves.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <ostream>
#include <stdexcept>
#include <utility>

#include "testbench/files/aside.hpp"
#include "testbench/tracing/fst.hpp"
#include "testbench/tracing/own_save_file.hpp"
#include "testbench/tracing/save_file.hpp"
#include "testbench/tracing/size_estimate.hpp"
#include "testbench/tracing/viewer.hpp"

namespace slackline::tracing {

namespace {

constexpr std::uint64_t large = 1'000'000'000;

}  // namespace

std::vector<std::string> files_of(const std::string& folder, const std::string& dump) {
  std::vector<std::string> files;
  const auto add = [&](const std::string& extension) {
    if (std::string name = beside(dump, extension); std::filesystem::exists(std::filesystem::path(folder) / name))
      files.push_back(std::move(name));
  };
  add(".vcd");
  add(".gtkw");
  for (const Look& look : looks())
    if (!look.filter.empty()) add("." + look.filter);
  return files;
}

std::string not_written(const std::string& dump) {
  const std::string old = dump + ".old";
  const bool is_there = std::filesystem::is_regular_file(dump) && std::rename(dump.c_str(), old.c_str()) == 0;
  return dump + " is not written" + (is_there ? ", and that of an earlier run is " + old + " now" : "");
}

Waves::Waves(const features::Experiment& experiment, const network::Netlist& netlist, std::ostream& says)
    : name_(experiment.waves.file) {
  if (name_.empty()) return;
  plan_ = plan_of(experiment);
  if (is_fst(name_)) {
    vcd2fst_ = find_vcd2fst();
    if (!vcd2fst_)
      throw WaveFileError(name_ + ": needs vcd2fst, which is not installed (Debian: apt-get install gtkwave); a name " +
                          "that ends in .vcd does without");
  }
  // A dump that is still to become another file has the name of a partial one as a whole, too.
  const std::string on_its_way = beside(name_, ".partial.vcd");
  file_ = vcd2fst_ ? std::make_unique<WaveFile>(on_its_way, on_its_way, name_) : std::make_unique<WaveFile>(name_);
  if (!plan_.timescale.exact)
    says << "slackline: waves: no time scale fits clock.period exactly: a nanosecond in the dump is a cycle\n";
  const std::optional<SizeEstimate> size = estimated_size(netlist, plan_, large);
  if (const std::string warning = size ? warning_of(*size, large) : ""; !warning.empty())
    says << "slackline: waves: " << file_->path() << ' ' << warning
         << "; waves.scope, waves.from and waves.to choose less\n";
}

void Waves::begin(const network::ElaboratedNetlist& netlist) {
  if (file_) waves_.emplace(netlist, plan_, *file_);
}

bool Waves::finish(bool whole, std::ostream& says) {
  if (!waves_) return true;
  waves_->finish();
  none_fired_ = plan_.waits() && waves_->firings().empty();
  if (none_fired_) {
    drop_file();
    if (!whole || !waits_for_deadlock()) say_none_fired(says);
    return true;
  }
  say_firings(says);
  if (whole) return publish(says);
  says << "slackline: waves: up to here they are in " << file_->partial_path() << '\n';
  if (file_->error().empty()) return true;
  says << "slackline: waves: " << file_->error() << '\n';
  return false;
}

bool Waves::waits_for_deadlock() const {
  return std::any_of(plan_.triggers.begin(), plan_.triggers.end(), [](const features::TriggerSettings& trigger) {
    return trigger.kind == features::TriggerKind::deadlock;
  });
}

void Waves::say_none_fired(std::ostream& says) const {
  says << "slackline: waves: no trigger fired; " << not_written(name_) << '\n';
}

void Waves::say_firings(std::ostream& says) const {
  constexpr std::size_t most = 10;
  const std::vector<Firing>& firings = waves_->firings();
  for (std::size_t i = 0; i < std::min(firings.size(), most); ++i) {
    const Firing& firing = firings[i];
    says << "slackline: waves: " << firing.event.what << " in cycle " << firing.event.cycle.value << ": cycles "
         << firing.from.value << " .. " << firing.to.value - 1
         << (firing.short_of_room ? ", no earlier ones for lack of room" : "") << '\n';
  }
  if (firings.size() > most) says << "slackline: waves: and " << firings.size() - most << " more\n";
}

/// Nothing worth a name has been written.
void Waves::drop_file() {
  const std::string partial = file_->partial_path();
  waves_.reset();
  file_.reset();
  std::error_code ignored;
  std::filesystem::remove(partial, ignored);
}

bool Waves::publish(std::ostream& says) {
  file_->publish();
  error_ = file_->error();
  if (!error_.empty()) error_ += "; what could be written is in " + file_->partial_path();
  if (error_.empty() && vcd2fst_) {
    error_ = make_fst(*vcd2fst_, file_->path(), name_);
    std::error_code ignored;
    if (error_.empty())
      std::filesystem::remove(file_->path(), ignored);
    else
      error_ += "; the dump is in " + file_->path();
  }
  if (error_.empty() && write_beside(says)) return true;
  says << "slackline: waves: " << error_ << '\n';
  return false;
}

/// The save file, and the words that it shows.
bool Waves::write_beside(std::ostream& says) {
  const auto file_name = [](const std::string& path) { return std::filesystem::path(path).filename().string(); };
  const std::string usual = beside(name_, ".gtkw"), save_file = place_of_save_file(usual);
  try {
    files::write_aside(save_file, marked(waves_->save_file({file_name(name_), file_name(save_file)}, event_)));
    for (const Filter& filter : waves_->filters()) files::write_aside(beside(name_, "." + filter.name), filter.text);
  } catch (const std::runtime_error& error) {
    error_ = error.what();
    return false;
  }
  if (save_file != usual)
    says << "slackline: waves: " << usual << " has been changed since it was written, and stays; that of this run is "
         << save_file << '\n';
  return true;
}

}  // namespace slackline::tracing
