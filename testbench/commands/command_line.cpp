// The command line. Only this file knows CLI11.
#include <CLI/CLI.hpp>

#include <exception>
#include <iostream>
#include <new>
#include <vector>

#include "testbench/commands/commands.hpp"
#include "testbench/commands/error_stream.hpp"
#include "testbench/commands/exit_status.hpp"
#include "testbench/commands/interrupt.hpp"
#include "testbench/report/build_facts.hpp"
#include "testbench/settings/nearest.hpp"
#include "testbench/studies/papers.hpp"

namespace slackline::commands {

namespace {

constexpr std::string_view command_names[] = {"run",      "explain",  "sweep",    "validate",        "study",
                                              "schedule", "firmware", "describe", "compare-engines", "list",
                                              "schema"};

/// An option that may be given once, with a value that the table of keys checks.
void add_value(CLI::App& app, const std::string& name, std::optional<std::string>& value, const std::string& what,
               const std::string& type) {
  app.add_option(name, value, what)->type_name(type)->multi_option_policy(CLI::MultiOptionPolicy::Throw);
}

void add_flag(CLI::App& app, const std::string& name, bool& flag, const std::string& what) {
  app.add_flag(name, flag, what)->disable_flag_override();
}

void add_set(CLI::App& app, Settings& settings) {
  app.add_option("--set", settings.set,
                 "A key instead of the file's: --set traffic.load=0.3; of a record of a list in the file, counted from "
                 "0: --set 'switches[0].buffer.flits=16'; may be repeated")
      ->type_name("KEY=VALUE")
      ->check([](const std::string& text) {
        return text.find('=') == std::string::npos ? "expected KEY=VALUE, found " + text : "";
      })
      ->allow_extra_args(false);
}

/// Options that override the file.
void add_settings(CLI::App& app, Settings& settings) {
  add_set(app, settings);
  add_value(app, "--engine", settings.engine, "fabric or signal, instead of the file's", "ENGINE");
  add_value(app, "--seed", settings.seed, "Seed, instead of the file's", "N");
}

void add_run(CLI::App& app, RunOptions& options) {
  CLI::App* run = app.add_subcommand("run", "Simulate an experiment and report the results");
  run->add_option("FILE", options.file, "The experiment (YAML; docs/configuration.md)")->required()->type_name("");
  add_settings(*run, options.settings);
  add_value(*run, "--out", options.out,
            "Folder for the results: result.json, links.csv, latency.csv, summary.txt, resolved.yaml, manifest.json; "
            "deadlock.vcd or error.vcd where there was one",
            "DIR");
  add_value(*run, "--waves", options.waves, "Waveforms to write, .vcd or .fst, instead of the file's; docs/waves.md",
            "FILE");
  add_flag(*run, "--json", options.json, "Print result.json instead of the table");
  add_flag(*run, "--quiet", options.quiet, "Print no table and no progress");
  run->footer(
      "Example:\n  slackline run testbench/experiments/mesh8_uniform.yaml --seed 7 --out results/seed7\n\n"
      "Exit status: 0 done; 2 bad input; 3 error in the simulated network; 4 ended too early: at "
      "run.max_cycles before its programs, barriers or synchronizations, or without run.relative_error; "
      "130 interrupted.");
}

void add_explain(CLI::App& app, ExplainOptions& options) {
  CLI::App* explain = app.add_subcommand(
      "explain", "Run an experiment again, and show where a packet was, what it waited for, and the root cause");
  explain->add_option("OUT", options.folder, "The folder of results: slackline run --out OUT")
      ->required()
      ->type_name("");
  CLI::Option* packet =
      explain->add_option("--packet", options.packet, "Its host and its number there, as in packets.csv: host3:17")
          ->type_name("HOST:N");
  explain
      ->add_option("--message", options.message,
                   "Instead of a packet: a message of firmware that exports its queues (docs/multicast.md)")
      ->type_name("HOST:N")
      ->excludes(packet);
  add_flag(*explain, "--json", options.json, "Print the same as JSON");
  explain->footer(
      "Example:\n  slackline explain results/seed7 --packet host3:17\n\n"
      "Exit status: 0 done; 2 bad input, or no such packet; 130 interrupted.");
}

void add_sweep(CLI::App& app, SweepOptions& options) {
  CLI::App* sweep = app.add_subcommand(
      "sweep",
      "Run an experiment with every combination of some keys' values; over traffic.load, find where it saturates");
  sweep->add_option("FILE", options.file, "The experiment (YAML; docs/configuration.md)")->required()->type_name("");
  sweep->add_option("--vary", options.vary, "A key, as for --set, and its values, once for each key")
      ->required()
      ->type_name("KEY=A,B,... | KEY=FROM:TO:STEP")
      ->allow_extra_args(false);
  add_settings(*sweep, options.settings);
  add_value(*sweep, "--resolution", options.resolution, "How narrow the bracket of the saturation load must be, 0.01",
            "LOAD");
  add_value(*sweep, "--jobs", options.jobs, "Processes at a time, instead of one a core", "N");
  add_value(*sweep, "--out", options.out,
            "Folder for sweep.csv, sweep.json, sweep.svg, accepted.svg and the points; points that are there are not "
            "run again",
            "DIR");
  add_flag(*sweep, "--json", options.json, "Print sweep.json instead of the table");
  add_flag(*sweep, "--quiet", options.quiet, "Print no table and no progress");
  sweep->footer(
      "Example:\n  slackline sweep testbench/experiments/classic_8x8.yaml --vary traffic.load=0.05:0.6:0.05 --out "
      "results/8x8\n\nExit status: 0 done; 1 a point crashed; 2 bad input; 3 error in a simulated network;\n4 a "
      "point below saturation has not "
      "reached run.relative_error; 130 interrupted: the same command goes on.");
}

void add_validate(CLI::App& app, ValidateOptions& options) {
  CLI::App* validate = app.add_subcommand(
      "validate", "Hold the model against closed forms and published results: expected, simulated, interval, verdict");
  add_value(*validate, "--case", options.name, "Only this case, or this group of them", "NAME");
  add_value(*validate, "--jobs", options.jobs, "Processes at a time, instead of one a core", "N");
  add_flag(*validate, "--quick", options.quick, "A quarter of the cycles, and intervals of twice the width");
  add_flag(*validate, "--json", options.json, "Print the same as JSON");
  validate->footer(
      "Examples:\n  slackline validate\n  slackline validate --quick --case head-of-line\n\n"
      "Exit status: 0 all cases pass; 1 a case crashed; 2 bad input; 3 a case fails; 130 interrupted.");
}

void add_study(CLI::App& app, StudyOptions& options) {
  CLI::App* study = app.add_subcommand(
      "study", "Hold what a paper claims against its formulas and against the model: published, analytic, simulated");
  std::string subjects;
  for (const reproduction::Study& paper : studies::papers())
    subjects.append(subjects.empty() ? "" : "; ").append(paper.name).append(": ").append(paper.subject);
  study->add_option("STUDY", options.name, subjects)->required()->type_name("");
  add_value(*study, "--jobs", options.jobs, "Processes at a time, instead of one a core", "N");
  add_value(*study, "--out", options.out, "Folder for the page: STUDY.md, STUDY.html, and its figures (SVG)", "DIR");
  add_value(*study, "--fabric", options.fabric, "A real fabric to synchronize as well: docs/real-input.md", "FILE");
  add_flag(*study, "--quick", options.quick, "Small networks and few seeds");
  add_flag(*study, "--quiet", options.quiet, "Print no table and no progress");
  study->footer(
      "Example:\n  slackline study song2005 --out results/song2005\n\n"
      "Exit status: 0 every claim holds, or a second run shows why it differs; 1 a simulation crashed; 2 bad input; "
      "3 a claim differs, and no run shows why; 130 interrupted.");
}

void add_schedule(CLI::App& app, ScheduleOptions& options) {
  CLI::App* schedule = app.add_subcommand("schedule",
                                          "Make or read a schedule of hosts' packets, and check it on an experiment's "
                                          "network: is everyone's clock bound to "
                                          "everyone else's, do packets of one slot meet on a link");
  schedule->add_option("FILE", options.file, "The experiment (YAML; docs/configuration.md)")->required()->type_name("");
  add_value(*schedule, "--kind", options.kind, "hss, along a tree (the default); sss or shift, of one switch", "KIND");
  add_value(*schedule, "--hosts", options.hosts,
            "These hosts instead of all:  names, patterns with * and ?, or numbers, joined by commas", "LIST");
  add_value(*schedule, "--root", options.root, "The root of the tree, instead of the best switch", "SWITCH");
  add_value(*schedule, "--tree", options.tree, "A tree of your own: a CSV file of switch,parent", "FILE");
  add_value(*schedule, "--read", options.read, "A schedule to check instead: a CSV file of slot,from,to", "FILE");
  add_value(*schedule, "--routes", options.routes, "Check along the network's routes (the default), or along the tree",
            "network|tree");
  add_value(*schedule, "--out", options.out, "Write the schedule as CSV", "FILE");
  add_set(*schedule, options.settings);
  add_flag(*schedule, "--quiet", options.quiet, "Print the verdicts without the slots");
  schedule->footer(
      "Examples:\n  slackline schedule testbench/experiments/full_tree36.yaml --quiet\n"
      "  slackline schedule testbench/experiments/real/cluster40.yaml --read mine.csv --routes tree\n\n"
      "Without an option, values are those of the experiment's own interfaces, with nic.firmware: fbs "
      "(nic.synchronization.*).\n\n"
      "Exit status: 0 both requirements hold; 2 bad input; 3 one does not hold, or cannot be decided.");
}

void add_compare(CLI::App& app, CompareOptions& options) {
  CLI::App* compare = app.add_subcommand(
      "compare-engines", "Run both engines side by side and compare every channel and register in every cycle");
  compare->add_option("FILE", options.file, "The experiment (YAML), or none with --random")->type_name("");
  add_value(*compare, "--random", options.random, "Compare on N random networks instead of an experiment", "N");
  add_value(*compare, "--cycles", options.cycles,
            "Cycles to compare, instead of the file's run.max_cycles; of each random network 1000, with --firmware "
            "20000, with --packets 2000, with --barriers 1000000 at most",
            "N");
  add_flag(*compare, "--barriers", options.barriers,
           "With --random: irregular networks with 300 barriers each under heavy traffic, until all complete");
  add_flag(*compare, "--firmware", options.firmware,
           "With --random: 2 to 16 hosts with network interfaces, each firmware in turn, everything else random");
  add_flag(
      *compare, "--packets", options.packets,
      "With --random: packet switches (docs/packet-switches.md), in half of the networks next to wormhole switches");
  add_set(*compare, options.settings);
  add_value(*compare, "--seed", options.settings.seed, "Seed, instead of the file's; of the first random network, 1",
            "N");
  add_value(*compare, "--jobs", options.jobs, "With --random: processes at a time, instead of one a core", "N");
  compare->footer(
      "Examples:\n  slackline compare-engines testbench/experiments/mesh4_compare.yaml\n"
      "  slackline compare-engines --random 200 --seed 1\n"
      "  slackline compare-engines --random 36 --barriers\n"
      "  slackline compare-engines --random 200 --firmware\n"
      "  slackline compare-engines --random 300 --packets\n\n"
      "Exit status: 0 equal; 1 a process crashed; 2 bad input; 3 the engines differ, or a check of a random network "
      "failed;\n130 interrupted.");
}

void add_describe(CLI::App& app, DescribeOptions& options) {
  CLI::App* describe = app.add_subcommand(
      "describe",
      "Print the values of an experiment or a preset, without running it: delays in cycles, and what follows");
  describe->add_option("FILE", options.file, "The experiment (YAML), or the name of a preset")
      ->required()
      ->type_name("");
  add_settings(*describe, options.settings);
  add_flag(*describe, "--json", options.json, "Print the same as JSON");
  describe->footer(
      "Examples:\n  slackline describe testbench/experiments/mesh8_uniform.yaml\n  slackline describe "
      "myrinet-1280-san\n\nExit status: 0 done; 2 bad input.");
}

void add_firmware(CLI::App& app, FirmwareBuildOptions& options) {
  CLI::App* firmware = app.add_subcommand("firmware", "Make firmware of your own for interfaces (docs/firmware.md)");
  firmware->footer("Example:\n  slackline firmware build my_protocol.c");
  CLI::App* build = firmware->add_subcommand("build", "Compile C sources into an ELF file for an RV32 processor");
  build->add_option("FILE", options.sources, "C sources; the first one, NAME.c, defines firmware_NAME")
      ->required()
      ->type_name("FILE.c");
  add_value(*build, "-o,--out", options.out, "The ELF file, instead of NAME.elf in this folder", "FILE");
  add_value(*build, "--cc", options.compiler,
            "A name or path of clang, or of a GCC for RISC-V, instead of clang or else riscv64-unknown-elf-gcc",
            "COMPILER");
  add_value(*build, "--optimize", options.optimize, "As the compiler's -O: 0, 1, 2, 3 or s, instead of 2", "LEVEL");
  build->footer(
      "Example:\n  slackline firmware build my_protocol.c\n\n"
      "Exit status: 0 done; 2 the sources are no firmware, or there is no compiler; 130 interrupted.");
}

void add_list(CLI::App& app, ListOptions& options) {
  CLI::App* list = app.add_subcommand("list", "List what a configuration may contain: its keys, their words");
  list->add_option("TOPIC", options.topic,
                   "keys, registers, firmware, presets, engines, patterns, ...; all topics when left out")
      ->type_name("");
  add_flag(*list, "--markdown", options.markdown, "For keys and registers: the page of docs");
  list->footer("Example:\n  slackline list keys");
}

void add_schema(CLI::App& app) {
  CLI::App* schema = app.add_subcommand(
      "schema", "Print the JSON Schema of a configuration, for editors that complete and check it while it is written");
  schema->footer(
      "Example:\n  slackline schema > slackline.schema.json\n\nAn editor with a YAML language server takes it from a "
      "first line in the file:\n  # yaml-language-server: $schema=slackline.schema.json");
}

/// The first argument when it is neither a command nor an option of the program itself.
std::optional<std::string> unknown_command(char** argv) {
  const std::string_view first = argv[1];
  for (const std::string_view option : {"-h", "--help", "--version"})
    if (first == option) return std::nullopt;
  for (const std::string_view name : command_names)
    if (first == name) return std::nullopt;
  return std::string(first);
}

/// `command`: the one whose help tells more, "firmware build"; empty: the program's.
int refuse(const std::string& why, const std::string& command = "") {
  std::cerr << "slackline: " << why << "\ntry 'slackline " << command << (command.empty() ? "" : " ") << "--help'\n";
  return bad_input;
}

int refuse_command(const std::string& command) {
  const std::vector<std::string_view> names(std::begin(command_names), std::end(command_names));
  const bool is_option = !command.empty() && command[0] == '-';
  std::string why = (command.empty() ? "''" : command) +
                    (is_option ? " is no option of slackline; expected a command: " : " is no command; expected ") +
                    settings::alternatives(names);
  if (const std::string meant = settings::nearest(command, names); !meant.empty() && !is_option)
    why += "; did you mean " + meant + "?";
  return refuse(why);
}

/// Reports the arguments that a command does not know, and the option nearest to the first of them.
int refuse_extras(const CLI::App& command, const std::string& path) {
  std::vector<std::string> options;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) options.push_back("--" + name);
  for (const std::string& extra : command.remaining()) {
    if (extra.empty() || extra[0] != '-') continue;
    std::string why = extra;
    why.append(" is no option of ").append(path);
    if (const std::string meant = settings::nearest(extra, {options.begin(), options.end()}); !meant.empty())
      why += "; did you mean " + meant + "?";
    return refuse(why, path);
  }
  if (path == "firmware")
    return refuse("firmware: " + command.remaining().front() + " is no command; expected build", path);
  return refuse(command.remaining().front() + " is one argument too many for " + path, path);
}

bool is_of(const CLI::ParseError& error, CLI::ExitCodes kind) {
  return error.get_exit_code() == static_cast<int>(kind);
}

/// The parser's message, in the words of other messages where its own are not plain.
std::string reason_of(const CLI::ParseError& error) {
  std::string text = error.what();
  const auto before = [&](std::string_view part) { return text.substr(0, text.find(part)); };
  const auto after = [&](std::string_view part) { return text.substr(text.find(part) + part.size()); };
  if (is_of(error, CLI::ExitCodes::ExcludesError))
    return before(" excludes ") + ": given together with " + after(" excludes ") + "; give one of the two";
  if (!is_of(error, CLI::ExitCodes::ArgumentMismatch)) return text;
  if (text.find(" was given a ") != std::string::npos) return "--" + before(" was given a ") + ": expected no value";
  if (text.find(" but received ") != std::string::npos)
    return before(": ") + ": given more than once; expected each option once";
  const std::string type = after(" required ");
  return before(": ") + ": expected " + type.substr(0, type.rfind(" missing")) + ", found nothing";
}

int dispatch(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "slackline: no command given; try 'slackline --help'\n";
    return bad_input;
  }
  if (const auto command = unknown_command(argv)) return refuse_command(*command);

  CLI::App app{"Slackline: a cycle-accurate model of switched wormhole networks", "slackline"};
  app.require_subcommand(1);
  app.set_version_flag("--version", "slackline " + report::version() + " (" + report::commit() + ")");
  app.get_formatter()->column_width(28);
  RunOptions run_options;
  ExplainOptions explain_options;
  SweepOptions sweep_options;
  ValidateOptions validate_options;
  StudyOptions study_options;
  ScheduleOptions schedule_options;
  CompareOptions compare_options;
  FirmwareBuildOptions firmware_options;
  DescribeOptions describe_options;
  ListOptions list_options;
  add_run(app, run_options);
  add_explain(app, explain_options);
  add_sweep(app, sweep_options);
  add_validate(app, validate_options);
  add_study(app, study_options);
  add_schedule(app, schedule_options);
  add_firmware(app, firmware_options);
  add_compare(app, compare_options);
  add_describe(app, describe_options);
  add_list(app, list_options);
  add_schema(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);  // --help and --version
    std::string path;
    for (const CLI::App* command = &app; !command->get_subcommands().empty();) {
      command = command->get_subcommands().front();
      path += (path.empty() ? "" : " ") + command->get_name();
      if (is_of(e, CLI::ExitCodes::ExtrasError) && !command->remaining().empty()) return refuse_extras(*command, path);
    }
    return refuse(reason_of(e), path);
  }
  if (app.got_subcommand("run")) return run(run_options);
  if (app.got_subcommand("explain")) return explain(explain_options);
  if (app.got_subcommand("sweep")) return sweep(sweep_options);
  if (app.got_subcommand("validate")) return validate(validate_options);
  if (app.got_subcommand("study")) return study(study_options);
  if (app.got_subcommand("schedule")) return schedule(schedule_options);
  if (const CLI::App* firmware = app.get_subcommand("firmware"); firmware->parsed()) {
    if (firmware->got_subcommand("build")) return firmware_build(firmware_options);
    return refuse("firmware: no command given; expected build", "firmware");
  }
  if (app.got_subcommand("compare-engines")) return compare_engines(compare_options);
  if (app.got_subcommand("describe")) return describe(describe_options);
  if (app.got_subcommand("schema")) return schema();
  return list(list_options);
}

}  // namespace

int run_command_line(int argc, char** argv) {
  const ErrorStream readable(std::cerr);
  int status = broken;
  try {
    status = dispatch(argc, argv);
  } catch (const Interrupted&) {
    std::cerr << "slackline: interrupted\n";
    status = interrupted;
  } catch (const std::bad_alloc&) {
    std::cerr << "slackline: out of memory\n";
  } catch (const std::exception& e) {
    std::cerr << "slackline: " << e.what() << '\n';
  }
  std::cout.flush();
  if (!std::cout) {
    std::cerr << "slackline: the output cannot be written\n";
    return broken;
  }
  return status;
}

}  // namespace slackline::commands
