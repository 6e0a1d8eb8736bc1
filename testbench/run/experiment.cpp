#include "testbench/run/experiment.hpp"

#include <algorithm>
#include <iterator>

#include "testbench/features/files/file_use.hpp"
#include "testbench/features/kinds/build.hpp"
#include "testbench/features/nic/settings.hpp"
#include "testbench/run/keys_in_use.hpp"
#include "testbench/settings/json_schema.hpp"
#include "testbench/settings/reference_page.hpp"
#include "testbench/settings/resolved.hpp"
#include "testbench/workloads/barriers/settings.hpp"
#include "testbench/workloads/replay/settings.hpp"

namespace slackline::features {

namespace {

KeyTable make_table() {
  std::vector<Key> table;
  for (std::vector<Key> section :
       {experiment_keys(), endpoint_keys(), clock_keys(),        topology_keys(),      routing_keys(),
        link_keys(),       switch_keys(),   barrier_unit_keys(), packet_switch_keys(), kind_keys(),
        traffic_keys(),    replay_keys(),   nic_keys(),          firmware_keys(),      synchronization_keys(),
        barrier_keys(),    workload_keys(), fault_keys(),        run_keys(),           waves_keys()})
    table.insert(table.end(), std::make_move_iterator(section.begin()), std::make_move_iterator(section.end()));
  return KeyTable(std::move(table),
                  {{"nic.clocks", "no key any more",
                    "use hosts: [{ match: host3, nic: { drift: 50 ppm, offset: 0 } }], with drift_spread: 0 and "
                    "offset_spread: 0 where nothing is to be drawn"}});
}

const char introduction[] = R"(# Configuration

<!-- Made by `slackline list keys --markdown` from the keys that testbench/features and testbench/workloads declare. Do not edit. -->

An experiment is one YAML file, `slackline run FILE`. Every key has a default except those marked *required*, so the
smallest experiment is `schema_version: 1`. The names below are paths: `switch.buffer.flits` is written

```yaml
switch:
  buffer: { flits: 64 }
```

- An option of the command line (`--set key.path=value`, `--seed`, `--engine`) overrides the file, the file overrides a preset (`switch.preset`), the
  preset overrides the default. Two options that set the same key are an error. `--set 'switches[0].buffer.flits=16'` overrides a key of one
  record of a list in the file, counted from 0. A file that an option names is relative to the current folder; all others stay relative to the
  file that names them.
- A preset is a file of the same format in `testbench/presets`, compiled into the program, with two entries more: `summary`, a
  line about itself, and `sources`, which names where the value of each key comes from.
- Numbers are decimal, as in JSON: `017`, `0x10`, `nan`, `1e3` for an integer and numbers in quotation marks are refused.
- Times have a unit, `ps`, `ns` or `us`, and are kept exactly. A delay is cycles, `3` or `3 cycles`, or a time: with
  `clock.period` given, it is rounded to the nearest cycle, half of one up, but to no less than the delay's least value.
  `slackline describe FILE` shows what was asked, what it was rounded to, and the error.
- A number of flits may be an amount of data, `64 B`, `2 KiB` or `1 kB`: rounded up to flits of `link.flit_bits`. A link's
  cycles per flit may be a fraction, `1.25` or `5/4`, or a data rate, `1.28 Gb/s`, `160 MB/s`, where `clock.period` is given.
- Unknown keys, keys given twice, empty values, anchors, aliases, tags and further documents are errors. All errors are
  reported at once, with line and column, and nothing is run (exit status 2).
)";

}  // namespace

const KeyTable& Experiment::keys() const { return key_table(); }

const KeyTable& key_table() {
  static const KeyTable table = make_table();
  return table;
}

const Key* find_key(std::string_view path) { return key_table().find(path); }

ExperimentReading read_experiment(const SourcePtr& file, const std::vector<Override>& overrides) {
  ExperimentReading reading;
  read_configuration(file, kind_of(FileUse::experiment), overrides, reading);
  return reading;
}

ExperimentReading read_preset(const SourcePtr& preset) {
  ExperimentReading reading;
  reading.file = preset;
  settings::read_preset(preset, "switch.preset", reading);
  return reading;
}

std::string reference_page() { return settings::reference_page(key_table(), introduction); }

std::string json_schema() { return settings::json_schema(key_table(), "An experiment of Slackline"); }

std::string resolved_yaml(const ExperimentReading& reading, const std::filesystem::path& folder) {
  const KeysInUse is_in_use(reading.experiment);
  return settings::resolved_yaml(
      reading, folder, [&](const Key& key) { return is_in_use(key); },
      [&](const Key& list, std::size_t record, const Key& field) { return is_in_use.in_record(list, record, field); });
}

std::vector<std::string> input_files(const ExperimentReading& reading) {
  std::vector<std::string> files;
  for (const Key& key : key_table())
    if (const auto* type = std::get_if<FileName>(&key.type); type != nullptr && type->is_input)
      if (std::string path = path_of(reading, key.path); !path.empty()) files.push_back(std::move(path));
  const std::vector<std::string> of_workloads = input_files_of_workloads(reading);
  files.insert(files.end(), of_workloads.begin(), of_workloads.end());
  return files;
}

}  // namespace slackline::features
