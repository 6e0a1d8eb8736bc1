// waves: the waveforms of one run of the command, if it is to write any: the dump, and what lies beside it.
#pragma once

#include <iosfwd>
#include <memory>
#include <optional>

#include "testbench/tracing/network_waves.hpp"

namespace slackline::tracing {

class Waves {
 public:
  /// Opens the dump when the experiment names one; says on `says` when it will be large. The netlist is valid. Throws
  /// WaveFileError when the dump cannot be written.
  Waves(const config::Experiment& experiment, const network::Netlist& netlist, std::ostream& says);

  /// Before the first run_until: the netlist as the engine has it, which must outlive this.
  void begin(const network::Netlist& netlist);

  /// As engine.run_until(end).
  template <class Engine>
  void run_until(Engine& engine, Cycle end) {
    if (waves_)
      waves_->run_until(engine, end);
    else
      engine.run_until(end);
  }

  /// The run is over; the netlist is still there. `whole`: it was not interrupted; otherwise the dump keeps the name FILE.partial. False when
  /// something could not be written, which is said on `says`.
  bool finish(bool whole, std::ostream& says);

 private:
  bool write_beside();

  std::unique_ptr<WaveFile> file_;
  Plan plan_;
  std::optional<NetworkWaves> waves_;
  std::string error_;
};

}  // namespace slackline::tracing
