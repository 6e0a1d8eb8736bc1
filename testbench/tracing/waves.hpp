// waves: the waveforms of one run of the command, if it is to write any: the dump, and the files next to it.
#pragma once

#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbench/tracing/network_waves.hpp"

namespace slackline::tracing {

/// The files next to a dump of that name, the dump first: those of them that have been written into `folder`.
std::vector<std::string> files_of(const std::string& folder, const std::string& dump);

/// Nothing is written to `dump`, and what an earlier run has left there must not be taken for it: it gets the name
/// DUMP.old. Returns the message about all that.
std::string not_written(const std::string& dump);

class Waves {
 public:
  /// Opens the dump when the experiment names one; warns on `says` when it will be large. The netlist is valid. Throws
  /// WaveFileError when the dump cannot be written, or not in the format that its name asks for.
  Waves(const features::Experiment& experiment, const network::Netlist& netlist, std::ostream& says);

  /// Before the first run_until: the netlist as the engine has it, which must outlive this.
  void begin(const network::ElaboratedNetlist& netlist);

  /// As engine.run_until(end).
  template <class Engine>
  void run_until(Engine& engine, Cycle end) {
    if (waves_)
      waves_->run_until(engine, end);
    else
      engine.run_until(end);
  }

  /// The event that the dump is written for, before finish(): the save file opens there.
  void show(Event event) { event_ = std::move(event); }

  /// Nothing more will be written, however long it runs.
  bool done() const { return !waves_ || waves_->done(); }

  /// The run is over; the netlist is still there. `whole`: it was not interrupted; otherwise the dump keeps the name
  /// of a partial one. Reports on `says` the triggers that have fired, unless all that is left to do is to wait for a
  /// deadlock.
  /// False when something could not be written, which is reported as well.
  bool finish(bool whole, std::ostream& says);

  /// After finish(): triggers have been waited for, none has fired, and so nothing has been written.
  bool none_fired() const { return none_fired_; }
  /// A deadlock would have been one.
  bool waits_for_deadlock() const;
  /// Reports it, and puts the dump of an earlier run aside.
  void say_none_fired(std::ostream& says) const;

 private:
  void say_firings(std::ostream& says) const;
  void drop_file();
  bool publish(std::ostream& says);
  bool write_beside(std::ostream& says);

  std::string name_;  // as asked for
  std::optional<std::string> vcd2fst_;
  std::unique_ptr<WaveFile> file_;
  Plan plan_;
  std::optional<NetworkWaves> waves_;
  std::optional<Event> event_;
  std::string error_;
  bool none_fired_ = false;
};

}  // namespace slackline::tracing
