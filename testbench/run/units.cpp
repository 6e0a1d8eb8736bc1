#include "testbench/run/checks.hpp"

#include <algorithm>
#include <utility>

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
      if (width_known)
        resolve_bytes(*find_key(path), bytes);
      else
        reading_.doubtful.insert(path);
    }
    if (experiment_.asked_rate && known("link.cycles_per_flit")) {
      if (width_known && known("clock.period"))
        resolve_rate(*experiment_.asked_rate);
      else
        reading_.doubtful.insert("link.cycles_per_flit");
    }
  }

 private:
  bool known(std::string_view key) const { return reading_.doubtful.count(key) == 0; }

  void resolve_bytes(const Key& key, std::uint64_t bytes) {
    const bool words = has_nics(experiment_) && is_within(key.path, "traffic.packet");  // of messages
    const std::uint64_t width = words ? word_bits_of(experiment_) : flit_bits_of(experiment_);
    const std::uint64_t flits = (bytes * 8 + width - 1) / width;
    const std::string read = bytes_text(bytes) + ": " + std::to_string(flits) + " flits of " + std::to_string(width) +
                             (width == 1 ? " bit" : " bits");
    if (const auto* t = std::get_if<Integer>(&key.type))
      store(key, t->least, t->most, flits, read, t->field(experiment_));
    else if (const auto* a = std::get_if<AutoInteger>(&key.type))
      store(key, a->least, a->most, flits, read, a->field(experiment_));
  }

  template <class Field>
  void store(const Key& key, std::uint64_t least, std::uint64_t most, std::uint64_t value, const std::string& read,
             Field& field) {
    if (value >= least && value <= most)
      field = value;
    else
      fault(key, read, std::to_string(least) + " to " + std::to_string(most) + " flits");
  }

  void resolve_rate(const Rate& rate) {
    const Key& key = *find_key("link.cycles_per_flit");
    if (reading_.given.count("clock.period") == 0) {
      fault(key, to_string(rate) + ": a data rate without a clock", "cycles; with clock.period also a data rate");
      return;
    }
    const Time flit = flit_time(rate, flit_bits_of(experiment_));
    const CyclesPerFlit cycles = nearest_cycles_per_flit(flit, experiment_.clock_period);
    // A rate just above a flit in each cycle is one, where a clock period was rounded.
    constexpr double most_above = 1.001;
    const double flits = in_ns(experiment_.clock_period) / in_ns(flit);
    if (flits > most_above)
      fault(key, to_string(rate) + ": more than a flit in each cycle",
            "up to " + to_string(gigabits_per_second(1, experiment_)) + " Gb/s, " +
                text::counted(flit_bits_of(experiment_), "bit") + " in " + to_string(experiment_.clock_period));
    else if (cycles.is_legal())
      experiment_.link.cycles_per_flit = cycles;
    else
      fault(key, to_string(rate) + ": " + std::to_string(nearest_cycles(flit, experiment_.clock_period)) + " cycles",
            "up to " + std::to_string(CyclesPerFlit::most) + " cycles a flit");
  }

  void fault(const Key& key, std::string read, std::string allowed) {
    const std::string path(key.path);
    const Origin& origin = reading_.given.find(path)->second;
    reading_.faults.push_back({origin.source, origin.at, path, std::move(read), std::move(allowed), ""});
    reading_.doubtful.insert(path);
  }

  ExperimentReading& reading_;
  Experiment& experiment_;
};

}  // namespace

void resolve_units(ExperimentReading& reading) { UnitResolver(reading).run(); }

}  // namespace slackline::features
