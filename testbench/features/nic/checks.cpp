#include "testbench/features/nic/settings.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rtl_models/firmware/barrier_table.h"
#include "rtl_models/firmware/catalogue.hpp"
#include "rtl_models/nic/error_text.hpp"
#include "testbench/features/link/settings.hpp"
#include "testbench/features/nic/build.hpp"
#include "testbench/features/nic/firmware_keys.hpp"
#include "testbench/features/nic/firmware_start.hpp"
#include "testbench/features/topology/build.hpp"
#include "testbench/firmware_file/shipped.hpp"

namespace slackline::features {

namespace {

/// The keys of nic.synchronization.* that isotach uses.
bool is_of_tokens(std::string_view path) {
  return path == "nic.synchronization.rounds" || path == "nic.synchronization.stream_words";
}

/// Keys that become parameters of the firmware.
struct ParameterKey {
  std::string_view path;
  nic_parameter parameter;
};
constexpr ParameterKey parameter_keys[] = {
    {"nic.packet_words", NIC_PARAMETER_PACKET_WORDS}, {"nic.window", NIC_PARAMETER_WINDOW},
    {"nic.timeout", NIC_PARAMETER_TIMEOUT_TICKS},     {"nic.tries", NIC_PARAMETER_TRIES},
    {"nic.reply_words", NIC_PARAMETER_REPLY_WORDS},   {"nic.buffers", NIC_PARAMETER_BUFFERS},
};

const ParameterKey* find_parameter(std::string_view path) {
  for (const ParameterKey& entry : parameter_keys)
    if (entry.path == path) return &entry;
  return nullptr;
}

bool is_used(const ParameterKey& key, const std::string& firmware) {
  const firmware::Entry* entry = firmware::find_firmware(firmware);
  return entry == nullptr || entry->uses(key.parameter);
}

/// Packets are tried again only when they are acknowledged.
bool tries_nothing(const Values& e) {
  return e.get<NicSettings>().timeout == 0 &&
         is_used({"nic.timeout", NIC_PARAMETER_TIMEOUT_TICKS}, e.get<NicSettings>().firmware);
}

bool parameter_plays_part(const ParameterKey& key, const Values& e) {
  return is_used(key, e.get<NicSettings>().firmware) && (key.parameter != NIC_PARAMETER_TRIES || !tries_nothing(e));
}

/// "use it only with firmware: unicast or echo"
std::string firmwares_with(const ParameterKey& key) {
  std::vector<std::string_view> names;
  for (const firmware::Entry& entry : firmware::catalogue())
    if (entry.uses(key.parameter)) names.emplace_back(entry.firmware->name);
  return "use it only with firmware: " + alternatives(names);
}

void refuse_parameter(Reading& reading, const ParameterKey& key) {
  const std::string& firmware = reading.values().get<NicSettings>().firmware;
  if (is_used(key, firmware))
    add_error(reading, key.path, {"nic.timeout", "nic.firmware"}, problem("has no effect without nic.timeout"),
              advice("use it only with a nic.timeout of 1 or more"));
  else
    add_error(reading, key.path, {"nic.firmware"}, problem("has no effect with firmware: " + firmware),
              advice(firmwares_with(key)));
}

std::string_view word_of(ProcessorKind kind) { return kind == ProcessorKind::rv32 ? "rv32" : "native"; }

/// The processor that a key is of; nothing: both have it.
std::optional<ProcessorKind> processor_of(std::string_view path) {
  if (is_within(path, "nic.core")) return ProcessorKind::rv32;
  if (path == "nic.costs" || is_within(path, "nic.cost")) return ProcessorKind::native;
  return std::nullopt;
}

/// The firmware that declares the parameter of this key; empty: none does.
std::string_view declared_by(std::string_view path) {
  for (const OwnParameter& parameter : own_parameters())
    if (parameter.path == path) return parameter.firmware->name;
  return {};
}

bool declares_parameters(const std::string& name) {
  const firmware::Entry* entry = firmware::find_firmware(name);
  return entry != nullptr && entry->firmware->own_count != 0;
}

/// Whether the file itself gives this key; not an option of the command.
bool is_in_file(const Reading& reading, std::string_view path) {
  const auto given = reading.given.find(path);
  return given != reading.given.end() && given->second.source == reading.file;
}

/// A file may hold the parameters of several firmwares, so that nic.firmware chooses one, or a sweep each of them: those
/// of the others are allowed next to some of the chosen one, and noted. Alone they are probably a mistake.
bool has_several(const Reading& reading, const std::string& chosen) {
  const std::vector<OwnParameter>& parameters = own_parameters();
  return std::any_of(parameters.begin(), parameters.end(), [&](const OwnParameter& parameter) {
    return parameter.firmware->name == chosen && is_in_file(reading, parameter.path);
  });
}

void note_other_firmware(Reading& reading, const std::set<std::string_view>& others, const std::string& chosen) {
  if (others.empty()) return;
  std::string names;
  for (const std::string_view name : others) names += (names.empty() ? "firmware." : ", firmware.") + std::string(name);
  reading.notes.push_back(names + " without effect: nic.firmware is " + chosen);
}

void check_given(Reading& reading, bool any_nics) {
  const Values& e = reading.values();
  const std::string& chosen = e.get<NicSettings>().firmware;
  const bool keeps_others = any_nics && has_several(reading, chosen);
  std::set<std::string_view> others;
  std::vector<std::string_view> other_processor, refused_processor;  // keys of the one that is not chosen
  for (const Key& key : reading.keys()) {
    if (!is_given_by_user(reading, key.path) || nic_plays_part(key, e, any_nics)) continue;
    if (const ParameterKey* parameter = find_parameter(key.path); any_nics && parameter != nullptr)
      refuse_parameter(reading, *parameter);
    else if (any_nics && processor_of(key.path))
      (is_given(reading, "nic.processor") ? other_processor : refused_processor).push_back(key.path);
    else if (any_nics && is_within(key.path, "nic.synchronization"))
      add_error(reading, key.path, {"nic.firmware"}, problem("has no effect with firmware: " + chosen),
                advice(is_of_tokens(key.path) ? "use it only with firmware: fbs or isotach"
                                              : "use it only with firmware: fbs"));
    else if (const std::string_view declared = declared_by(key.path); any_nics && !declared.empty()) {
      if (keeps_others && is_in_file(reading, key.path))
        others.insert(declared);
      else
        add_error(reading, key.path, {"nic.firmware"}, problem("has no effect with firmware: " + chosen),
                  advice("use it only with firmware: " + std::string(declared) +
                         (declares_parameters(chosen) && !keeps_others ? ", or in a file with parameters of " + chosen
                                                                       : "")));
    } else
      add_error(reading, key.path, {"endpoint"}, problem("has no effect with endpoint: generator"),
                advice("use it only with endpoint: nic"));
  }
  note_other_firmware(reading, others, chosen);
  // A file may hold the times of both, so that nic.processor chooses one.
  if (!other_processor.empty())
    reading.notes.push_back(
        std::string(other_processor.front()) + (other_processor.size() > 1 ? " and others like it" : "") +
        " without effect: nic.processor is " + std::string(word_of(e.get<NicSettings>().processor)));
  for (const std::string_view path : refused_processor)
    add_error(reading, path, {"nic.processor"}, problem("has no effect with processor: native, the default"),
              advice("use it only with processor: rv32"));
}

/// Own parameters of the chosen firmware that have values of their own, and no effect with a word that another one has.
void check_conditions(Reading& reading) {
  const Values& e = reading.values();
  const firmware::Entry* entry = firmware::find_firmware(e.get<NicSettings>().firmware);
  if (entry == nullptr) return;
  const auto key_of = [&](std::uint32_t index) -> const Key& {
    return *e.keys().find(own_parameter(*entry->firmware, index).path);
  };
  for (std::uint32_t i = 0; i < entry->firmware->condition_count; ++i) {
    const nic_own_condition& condition = entry->firmware->conditions[i];
    const Key &key = key_of(condition.parameter), &decider = key_of(condition.decider);
    const std::string value = to_string(value_of(key, e)), word = to_string(value_of(decider, e));
    const std::unique_ptr<Values> with_default = e.copy();
    reset(key, *with_default);
    if (value == to_string(value_of(key, *with_default))) continue;
    const std::vector<settings::ChoiceWord>& words = std::get<Choice>(decider.type).words;
    bool has_effect = false;
    std::vector<std::string_view> useful;
    for (std::size_t n = 0; n < words.size(); ++n)
      if ((condition.words >> n & 1) != 0) {
        useful.emplace_back(words[n].word);
        has_effect = has_effect || word == words[n].word;
      }
    if (has_effect) continue;
    add_error(reading, key.path, {decider.path},
              problem("has no effect with " + std::string(decider.path) + ": " + word),
              advice("use it only with " + std::string(decider.path) + ": " + alternatives(useful)));
  }
}

void check_memory(Reading& of_host) {
  if (of_host.values().get<NicSettings>().memory % 4 != 0)
    add_error(of_host, "nic.memory", {}, {}, "a multiple of 4 bytes");
}

/// An RV32 processor without a program.
void check_rv32(Reading& reading) {
  const Values& e = reading.values();
  const NicSettings& s = e.get<NicSettings>();
  if (s.processor != ProcessorKind::rv32) return;
  if (firmware_file::shipped_image(s.firmware) == nullptr)
    add_error(reading, "nic.processor", {"nic.firmware"},
              problem(s.firmware + " is compiled into the simulator, and has no program for rv32"),
              advice("use it with processor: native"));
}

/// The clock of a core, which may be that of one host.
void check_core_clock(Reading& of_host) {
  if (!core_clock_of(of_host.values()))
    add_error(of_host, "nic.core.period", {"clock.period"}, {},
              "a period whose ratio to clock.period has a numerator and a denominator of up to 1000");
}

/// Requests that network interfaces cannot fulfil.
void check_limits(Reading& reading) {
  const Values& e = reading.values();
  check_rv32(reading);
  check_core_clock(reading);
  const LongestPacket longest = longest_nic_packet(e);
  if (const std::uint64_t most = port::most_words(e.get<PacketSettings>().format); longest.words() > most)
    add_error(reading, longest.key, {"traffic.packet.format"},
              remark(std::to_string(longest.words()) + " words with the firmware's header"),
              "up to " + std::to_string(most - longest.header) + " words in this format");
  check_memory(reading);
  check_conditions(reading);
  for (const OwnParameter& parameter : own_parameters())
    if (parameter.firmware->name == e.get<NicSettings>().firmware && parameter.declared().kind == NIC_OWN_TIME)
      if (const std::uint64_t ticks = register_value(parameter, e); ticks > most_ticks)
        add_error(reading, parameter.path, {"clock.period"}, remark(std::to_string(ticks) + " cycles"),
                  "up to " + std::to_string(most_ticks) + " cycles of clock.period");
}

nic::Params params_of(const Values& e, std::uint64_t hosts) {
  nic::Params params = nic_params(e);
  params.nodes = static_cast<std::uint32_t>(hosts);
  return params;
}

/// The need of the host that needs most. Nothing: all have enough.
std::optional<MemoryNeed> most_needed(const nic::Params& params,
                                      const std::vector<std::vector<std::uint32_t>>& tables) {
  if (tables.empty()) return memory_need(params);
  std::optional<MemoryNeed> most;
  std::set<std::pair<std::uint32_t, std::size_t>> seen;  // groups, and words of the table: all that memory depends on
  for (const std::vector<std::uint32_t>& table : tables) {
    if (!seen.emplace(table.at(BARRIER_GROUPS), table.size()).second) continue;
    nic::Place place;
    place.table = &table;
    const std::optional<MemoryNeed> need = memory_need(params, place);
    if (need && (!most || need->bytes > most->bytes)) most = need;
  }
  return most;
}

/// Whether a value is what keeps the firmware from beginning.
bool begins_with_default(std::string_view path, const Values& e, std::uint64_t hosts) {
  const std::unique_ptr<Values> with_default = e.copy();
  reset(*e.keys().find(path), *with_default);
  return error_of_start(params_of(*with_default, hosts)).kind == nic::FirmwareErrorKind::none;
}

/// Of keys that may be blamed, the one alone that firmware itself names first, if it names any.
void keep_first_named(std::vector<std::string_view>& paths, std::string_view said) {
  const auto place = [&](std::string_view path) { return said.find(path.substr(path.rfind('.') + 1)); };
  const auto first = std::min_element(paths.begin(), paths.end(),
                                      [&](std::string_view a, std::string_view b) { return place(a) < place(b); });
  if (first != paths.end() && place(*first) != std::string_view::npos) paths = {std::string_view(*first)};
}

/// A start that takes longer than the watchdog allows. `needs`: how long; nothing: nobody knows.
void refuse_slow_start(Reading& reading, const std::optional<std::uint64_t>& needs) {
  const Values& e = reading.values();
  const bool is_native = e.get<NicSettings>().processor == ProcessorKind::native;
  const std::string_view preset = is_native ? "nic.costs" : "nic.core.timing";
  const std::string group = is_native ? "nic.cost." : "nic.core.";
  const Key& watchdog = *e.keys().find("nic.watchdog");
  const auto given = [&](std::string_view path) {
    return std::string(path) + ": " + to_string(value_of(*e.keys().find(path), e)) +
           (is_given(reading, path) ? "" : " (default)");
  };
  std::vector<std::string_view> decide = reading.keys().paths_in(group);
  std::string with = given(preset);
  for (const std::string_view path : decide)
    if (is_given_by_user(reading, path)) with += ", " + given(path);
  decide.push_back(preset);
  if (is_native) decide.push_back("clock.period");
  add_error(
      reading, watchdog.path, decide,
      problem(e.get<NicSettings>().firmware + " does not begin: the handler takes longer than the watchdog allows: " +
              (needs ? std::to_string(*needs) : "more than " + std::to_string(e.get<NicSettings>().watchdog)) +
              " cycles, with " + with + " and " + given("clock.period")),
      (needs && *needs <= std::get<Integer>(watchdog.type).most ? "at least " + std::to_string(*needs) + ", or "
                                                                : std::string()) +
          (is_native ? "cheaper nic.costs or nic.cost.*, or a longer clock.period"
                     : "a faster nic.core.timing, nic.core.* or nic.core.period"),
      needs.value_or(0));
}

}  // namespace

bool nic_plays_part(const Key& key, const Values& experiment, bool any_nics) {
  if (is_within(key.path, "nic.synchronization"))
    return synchronizes(experiment) || (hands_out_tokens(experiment) && is_of_tokens(key.path));
  if (const std::optional<ProcessorKind> processor = processor_of(key.path))
    return any_nics && experiment.get<NicSettings>().processor == *processor;
  if (is_within(key.path, "nic")) {
    const ParameterKey* parameter = find_parameter(key.path);
    return any_nics && (parameter == nullptr || parameter_plays_part(*parameter, experiment));
  }
  if (const std::string_view declared = declared_by(key.path); !declared.empty())
    return any_nics && declared == experiment.get<NicSettings>().firmware;
  return key.path != "hosts" || any_nics || experiment.get<NicSettings>().any_nics.has_value();
}

void check_firmware_start(Reading& reading, std::uint64_t hosts, const FirmwareTables& tables) {
  std::vector<std::string_view> of_firmware = reading.keys().paths_in("nic.");
  for (const std::string_view path : reading.keys().paths_in("firmware.")) of_firmware.push_back(path);
  of_firmware.insert(of_firmware.begin(), {"nic.packet_words", "nic.buffers", "nic.window", "nic.firmware"});
  if (is_doubtful(reading, of_firmware) || is_doubtful(reading, reading.keys().paths_in("topology."))) return;
  const NicSettings& nic = reading.values().get<NicSettings>();
  if (nic.memory % 4 != 0 || firmware::find_firmware(nic.firmware)->delivery == firmware::Delivery::none)
    return;  // those need their table
  const nic::Params params = params_of(reading.values(), hosts);
  if (const std::optional<MemoryNeed> need = most_needed(params, tables.of_hosts)) {
    if (!tables.key.empty()) of_firmware.push_back(tables.key);
    add_error(reading, "nic.memory", of_firmware, {},
              "at least " + std::to_string(need->bytes) + " B for " + reading.values().get<NicSettings>().firmware +
                  " with " + std::to_string(hosts) + " hosts" +
                  (tables.of_hosts.empty() ? "" : " and the table of their groups") +
                  (need->said.empty() ? "" : " (it says: " + need->said + ")"),
              need->bytes);
    return;
  }
  const nic::FirmwareError error = error_of_start(params);
  if (error.kind == nic::FirmwareErrorKind::none) return;
  const std::string firmware = nic.firmware, what = firmware + " does not begin: " + nic::error_text(error);
  if (error.kind == nic::FirmwareErrorKind::too_long) return refuse_slow_start(reading, cycles_of_start(params));
  std::vector<std::string_view> blamed;
  for (const std::string_view path : of_firmware)
    if (path != "nic.firmware" && is_given_by_user(reading, path) && begins_with_default(path, reading.values(), hosts))
      blamed.push_back(path);
  if (error.said.text != nullptr) keep_first_named(blamed, error.said.text);
  for (const std::string_view path : blamed)
    add_error(reading, path, {"nic.firmware"}, remark(what),
              "a value with which " + firmware + " begins, such as the default");
  if (blamed.empty()) add_error(reading, "nic.firmware", {}, problem(what), "firmware that can begin");
}

void check_nic(Reading& reading, bool any_nics) {
  if (is_doubtful(reading, {"endpoint", "hosts"})) return;
  check_given(reading, any_nics);
  if (any_nics) check_limits(reading);
}

void check_nic_of_host(OverlaidReading& of_host, const NicSettings& common) {
  const Values& e = of_host.values();
  for (const ParameterKey& key : parameter_keys)
    if (of_host.overrides(key.path) && !parameter_plays_part(key, e)) refuse_parameter(of_host, key);
  for (const Key& key : e.keys())
    if (const std::optional<ProcessorKind> processor = processor_of(key.path);
        processor && of_host.overrides(key.path) && *processor != e.get<NicSettings>().processor)
      add_error(of_host, key.path, {"nic.processor"},
                problem("has no effect with processor: " + std::string(word_of(e.get<NicSettings>().processor))),
                advice("use it only with processor: " + std::string(word_of(*processor))));
  check_memory(of_host);
  check_core_clock(of_host);
  const NicSettings& own = e.get<NicSettings>();
  if ((own.timeout == 0) != (common.timeout == 0) && is_used({"nic.tries", NIC_PARAMETER_TRIES}, own.firmware))
    add_error(of_host, "nic.timeout", {}, {},
              common.timeout == 0 ? "0, as nic.timeout (all interfaces acknowledge packets, or none)"
                                  : "1 or more, as nic.timeout (all interfaces acknowledge packets, or none)");
}

void check_clocks(Reading& reading) {
  const NicSettings& nic = reading.values().get<NicSettings>();
  if (nic.offset >= nic.slot_ticks)
    add_error(reading, "nic.offset", {"nic.slot_ticks"}, {},
              "below nic.slot_ticks (" + std::to_string(nic.slot_ticks) + ")");
}

}  // namespace slackline::features
