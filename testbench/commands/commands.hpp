// The subcommands, by their options. Each returns an ExitStatus.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace slackline::commands {

/// Options that override the file.
struct Settings {
  std::optional<std::string> engine, seed;
  std::vector<std::string> set;  ///< key=value
};

struct RunOptions {
  std::string file;
  Settings settings;
  std::optional<std::string> out, waves;
  bool quiet = false, json = false;
};
/// Simulates an experiment. Once a process, inside sc_main.
int run(const RunOptions& options);

struct CompareOptions {
  std::string file;   ///< empty: none, `random` is given
  Settings settings;  ///< without an engine
  std::optional<std::string> cycles;
  std::optional<std::string> random, jobs;
  bool barriers = false;  ///< the random networks are those of a soak of barriers
  bool firmware = false;  ///< ... or have interfaces with each firmware in turn
  bool packets = false;   ///< ... or have packet switches
};
/// Runs both engines in lockstep: on an experiment, or on random networks. Once a process, inside sc_main.
int compare_engines(const CompareOptions& options);

struct DescribeOptions {
  std::string file;  ///< or the name of a preset
  Settings settings;
  bool json = false;
};
/// Prints the values of an experiment, without running it.
int describe(const DescribeOptions& options);

struct ExplainOptions {
  std::string folder;   ///< results of a run
  std::string packet;   ///< "host3:17"; empty: `message`
  std::string message;  ///< of a host, by its number there
  bool json = false;
};
/// Runs an experiment again, and reports what happened to one packet or message.
int explain(const ExplainOptions& options);

struct SweepOptions {
  std::string file;
  Settings settings;
  std::vector<std::string> vary;
  std::optional<std::string> resolution, jobs, out;
  bool quiet = false, json = false;
};
/// Runs an experiment with every combination of some keys' values, each in a process of its own.
int sweep(const SweepOptions& options);

struct ValidateOptions {
  std::optional<std::string> name;  ///< of a case or a group; nothing: all
  std::optional<std::string> jobs;
  bool quick = false, json = false;
};
/// Compares the model with values that are known independently.
int validate(const ValidateOptions& options);

struct StudyOptions {
  std::string name;  ///< "song2005"
  std::optional<std::string> jobs, out, fabric;
  bool quick = false, quiet = false;
};
/// Compares a paper's claims with its formulas and the model.
int study(const StudyOptions& options);

struct ScheduleOptions {
  std::string file;
  Settings settings;
  std::optional<std::string> kind, hosts, routes, root, tree, read, out;
  bool quiet = false;
};
/// Makes or reads a schedule of an experiment's hosts, and checks what synchronization asks of it.
int schedule(const ScheduleOptions& options);

struct FirmwareBuildOptions {
  std::vector<std::string> sources;  ///< one at least; the first one names the firmware
  std::optional<std::string> compiler, optimize, out;
};
/// Makes an ELF file for RV32 processors of C sources.
int firmware_build(const FirmwareBuildOptions& options);

struct ListOptions {
  std::string topic;  ///< empty: the topics
  bool markdown = false;
};
/// Lists what a configuration may contain.
int list(const ListOptions& options);

/// Prints the JSON Schema of a configuration.
int schema();

/// The whole command: parses the arguments and runs a subcommand.
int run_command_line(int argc, char** argv);

}  // namespace slackline::commands
