#include "testbench/features/run/settings.hpp"

#include <string>

namespace slackline::features {

std::vector<Key> experiment_keys() {
  return {
      Key("schema_version", Integer{1, 1, at<&RunSettings::schema_version>}, "",
          "Version of this format. A file names the one that it was written for.")
          .required(),
      {"name", Text{100, at<&RunSettings::name>}, "", "Name of the experiment in results."},
  };
}

std::vector<Key> clock_keys() {
  return {
      {"clock.period", Period{{1, 1000}, {1000, 1}, at<&Values::clock_period>}, "",
       "Length of a cycle, exactly as written. Results count cycles; times such as `17 ns` are rounded to them."},
  };
}

std::vector<Key> run_keys() {
  return {
      Key("run.engine",
          choice({{"fabric", "flat arrays, idle parts cost nothing: for runs"},
                  {"signal", "one SystemC module a switch and host, joined by signals: other SystemC attaches to it"}},
                 at<&RunSettings::engine>),
          "", "The engine that simulates. Both give the same cycles.")
          .manner(),
      {"run.seed", Integer{0, ~std::uint64_t{0}, at<&RunSettings::seed>}, "", "Seed of all random streams."},
      {"run.warmup", AutoInteger{0, most_cycles, at<&RunSettings::warmup>}, "cycles",
       "Measurement begins at this cycle. Below max_cycles. auto: once the means over time have settled, and at "
       "max_cycles / 2 at the latest."},
      {"run.max_cycles", Integer{1, most_cycles, at<&RunSettings::max_cycles>}, "cycles",
       "Maximum number of cycles to run. 10^15 where it is not given and the run ends on its own: with a program, "
       "barriers, exchanges or synchronizations."},
      {"run.relative_error", Real{0, 1, at<&RunSettings::relative_error>}, "",
       "If not 0, the run ends as soon as mean latency and accepted load are known to this share of their values, with "
       "95 % confidence; exit status 4 when it ends without. 0: it takes max_cycles."},
      Key("run.packet_log",
          choice(
              {{"false", "no"}, {"true", "for every packet when it was created, sent, at each switch, and taken in"}},
              at<&RunSettings::packet_log>),
          "", "Whether to write packets.csv to the results, for which --out is needed. Takes time and memory.")
          .manner(),
      {"run.windows", Integer{0, most_cycles, at<&RunSettings::windows>}, "cycles",
       "Length of the windows of windows.csv, which shows throughput, latency and links over time, from cycle 0 on. At "
       "most 100000 windows in max_cycles. 0: none."},
      {"run.watchdog", Integer{0, most_cycles, at<&RunSettings::watchdog>}, "cycles",
       "How often to look for worms that will never move again: those that have not moved since the last look, and "
       "wait for nothing that has. They end the run with exit status 3: docs/deadlock.md. At least 10000; 0: never."},
  };
}

void check_run(Reading& reading) {
  const RunSettings& run = reading.values().get<RunSettings>();
  if (run.warmup && *run.warmup >= run.max_cycles)
    add_error(reading, "run.warmup", {"run.max_cycles"}, {},
              "below run.max_cycles (" + std::to_string(run.max_cycles) + ")");
  const std::uint64_t least = (run.max_cycles + most_windows - 1) / most_windows;
  if (run.windows != 0 && (run.windows < least || run.windows > run.max_cycles))
    add_error(reading, "run.windows", {"run.max_cycles"}, {},
              "0, or from " + std::to_string(least) + " to run.max_cycles (" + std::to_string(run.max_cycles) +
                  (is_given(reading, "run.max_cycles") ? "" : ", not given") + "), for at most " +
                  std::to_string(most_windows) + " windows");
  // The slowest links and the longest wires there may be take less than that for a flit, and for STOP.
  if (run.watchdog != 0 && run.watchdog < 10'000)
    add_error(reading, "run.watchdog", {}, {}, "0, or 10000 cycles and more");
}

}  // namespace slackline::features
