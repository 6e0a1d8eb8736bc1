#include "testbench/run/checks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbench/features/link/build.hpp"
#include "testbench/features/nic/build.hpp"
#include "testbench/text/counted.hpp"

namespace slackline::features {

namespace {

class UnitResolver {
 public:
  explicit UnitResolver(ExperimentReading& reading) : reading_(reading), experiment_(reading.experiment) {}

  void run() {
    const bool width_known = known("link.flit_bits") && known("traffic.packet.format");
    for (const auto& [path, bytes] : experiment_.asked_bytes) {
      if (!known(path)) continue;
      const Key& key = *find_key(path);
      if (!width_known)
        reading_.doubtful.insert(path);
      else if (const std::optional<Wrong> wrong = resolve_bytes(key, key.path, bytes, experiment_))
        error(key, wrong->what, wrong->expected);
    }
    resolve_records("switches", experiment_.kinds.switches, width_known);
    if (experiment_.asked_rate && known("link.cycles_per_flit")) {
      if (width_known && known("clock.period"))
        resolve_rate(*experiment_.asked_rate);
      else
        reading_.doubtful.insert("link.cycles_per_flit");
    }
  }

 private:
  bool known(std::string_view key) const { return reading_.doubtful.count(key) == 0; }

  /// Why an amount of data is no number of flits that a key allows.
  struct Wrong {
    Finding what;
    Expected expected;
  };

  /// The amounts that records of a list give.
  template <class Record>
  void resolve_records(const char* list, std::vector<Record>& records, bool width_known) {
    for (std::size_t i = 0; i < records.size(); ++i)
      for (const auto& [path, bytes] : records[i].asked_bytes) {
        const Key& field = *records[i].keys().find(path);
        const std::string name(field.path_in(*find_key(list)));
        const std::optional<Wrong> wrong =
            width_known ? resolve_bytes(field, field.overrides, bytes, records[i]) : Wrong();
        if (!wrong) continue;
        records[i].given.erase(path);
        reading_.given.find(list)->second.doubtful.at(i).insert(name);
        if (width_known) reading_.errors.push_back(record_error(reading_, list, i, name, wrong->what, wrong->expected));
      }
  }

  /// Stores it in `values`. `meant`: the key in whose place it counts.
  std::optional<Wrong> resolve_bytes(const Key& key, std::string_view meant, std::uint64_t bytes, Values& values) {
    const bool words = has_nics(experiment_) && is_within(meant, "traffic.packet");  // of messages
    const std::uint64_t width = words ? word_bits_of(experiment_) : flit_bits_of(experiment_);
    const std::uint64_t flits = (bytes * 8 + width - 1) / width;
    const Finding what = value_found(bytes_text(bytes), std::to_string(flits) + " flits of " + std::to_string(width) +
                                                            (width == 1 ? " bit" : " bits"));
    if (const auto* t = std::get_if<Integer>(&key.type)) return store(t->least, t->most, flits, what, t->field(values));
    const auto& a = std::get<AutoInteger>(key.type);
    return store(a.least, a.most, flits, what, a.field(values));
  }

  template <class Field>
  static std::optional<Wrong> store(std::uint64_t least, std::uint64_t most, std::uint64_t value, const Finding& what,
                                    Field& field) {
    if (value < least || value > most)
      return Wrong{what, std::to_string(least) + " to " + std::to_string(most) + " flits"};
    field = value;
    return std::nullopt;
  }

  void resolve_rate(const Rate& rate) {
    const Key& key = *find_key("link.cycles_per_flit");
    if (reading_.given.count("clock.period") == 0) {
      error(key, value_found(to_string(rate), "a data rate without a clock"),
            "cycles, or a data rate together with clock.period");
      return;
    }
    const Time flit = flit_time(rate, flit_bits_of(experiment_));
    const CyclesPerFlit cycles = has_packet_switches() ? nearest_cycles(flit, experiment_.clock_period)
                                                       : nearest_cycles_per_flit(flit, experiment_.clock_period);
    // A rate just above a flit in each cycle is one, where a clock period was rounded.
    constexpr double most_above = 1.001;
    const double flits = in_ns(experiment_.clock_period) / in_ns(flit);
    if (flits > most_above)
      error(key, value_found(to_string(rate), "more than a flit in each cycle"),
            "up to " + to_string(gigabits_per_second(1, experiment_)) + " Gb/s (" +
                text::counted(flit_bits_of(experiment_), "bit") + " in " + to_string(experiment_.clock_period) + ")");
    else if (cycles.is_legal())
      round_rate(rate, cycles);
    else
      error(key,
            value_found(to_string(rate), std::to_string(nearest_cycles(flit, experiment_.clock_period)) + " cycles"),
            "up to " + std::to_string(CyclesPerFlit::most) + " cycles a flit");
  }

  /// Packet switches take a flit in whole cycles.
  bool has_packet_switches() const {
    const std::vector<OwnSwitch>& records = experiment_.kinds.switches;
    return is_packet_switch(experiment_) || std::any_of(records.begin(), records.end(), is_packet_switch);
  }

  void round_rate(const Rate& rate, CyclesPerFlit cycles) {
    experiment_.link.cycles_per_flit = cycles;
    constexpr double least_percent = 0.05;
    const double percent = rate_error_percent(experiment_);
    if (std::abs(percent) < least_percent) return;
    char rounded[64];
    std::snprintf(rounded, sizeof rounded, "%.6g Gb/s: a flit takes %.1f %% %s",
                  gigabits_per_second(cycles, experiment_), std::abs(percent), percent > 0 ? "longer" : "less");
    reading_.notes.push_back("link.cycles_per_flit: " + to_string(rate) + " is rounded to " + to_string(cycles) +
                             (cycles == CyclesPerFlit(1) ? " cycle" : " cycles") + ", " + rounded);
  }

  void error(const Key& key, Finding what, Expected expected) {
    const std::string path(key.path);
    const Origin& origin = reading_.given.find(path)->second;
    reading_.errors.push_back({origin.source, origin.at, path, std::move(what), std::move(expected), ""});
    reading_.doubtful.insert(path);
  }

  ExperimentReading& reading_;
  Experiment& experiment_;
};

}  // namespace

void resolve_units(ExperimentReading& reading) { UnitResolver(reading).run(); }

}  // namespace slackline::features
