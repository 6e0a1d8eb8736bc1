#include "testbench/config/nic_meaning.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "rtl_models/firmware/catalogue.hpp"
#include "testbench/config/key_fault.hpp"
#include "testbench/config/key_paths.hpp"
#include "testbench/config/nic_memory.hpp"
#include "testbench/config/nic_of.hpp"
#include "testbench/config/synchronization_meaning.hpp"

namespace slackline::config {

namespace {

/// Of a trace's messages it is the firmware that says how long packets are.
bool is_cut_by_firmware(const Key& key, const Experiment& e) {
  return has_nics(e) && !e.traffic.replay.trace_file.empty() && key.path == "traffic.packet.flits";
}

/// Of what hosts send by themselves, and what is measured of that.
bool is_of_messages(const Key& key) {
  return (is_within(key.path, "traffic") && key.path != "traffic.packet.format") || key.path == "run.relative_error";
}

bool has_no_messages(const Experiment& e) { return synchronizes(e) || hands_out_tokens(e); }

void check_given(Reading& reading) {
  const Experiment& e = reading.experiment;
  const bool nics = has_nics(e);
  for (const Key& key : key_table()) {
    if (!is_given_by_user(reading, key.path) || nic_plays_part(key, e)) continue;
    if (is_cut_by_firmware(key, e))
      add_fault(reading, key.path, {"endpoint", "traffic.trace"}, "plays no part with endpoint: nic and traffic.trace",
                "nic.packet_words instead: firmware cuts messages into packets");
    else if (nics && is_within(key.path, "nic.synchronization"))
      add_fault(reading, key.path, {"nic.firmware"}, "plays no part with firmware: " + e.nic.firmware,
                "only with firmware: fbs");
    else if (has_no_messages(e) && is_of_messages(key))
      add_fault(reading, key.path, {"nic.firmware"},
                "plays no part with firmware: " + e.nic.firmware + ", whose hosts have no messages",
                "only with another firmware");
    else
      add_fault(reading, key.path, {"endpoint"},
                nics ? "plays no part with endpoint: nic" : "plays no part with endpoint: generator",
                nics ? "only with endpoint: generator" : "only with endpoint: nic");
  }
}

/// What network interfaces cannot do.
void check_limits(Reading& reading) {
  const Experiment& e = reading.experiment;
  if (const std::uint64_t most = endpoint::most_words(e.traffic.format); most_packet_words(e) > most)
    add_fault(reading, "nic.packet_words", {"traffic.packet.format", "nic.reply_words"},
              std::to_string(most_packet_words(e)) + " words with the firmware's header",
              "packets of up to " + std::to_string(most) + " words in this format");
  if (!e.traffic.replay.trace_file.empty() && !is_doubtful(reading, {"nic.firmware"}) &&
      firmware::find_firmware(e.nic.firmware)->delivery != firmware::Delivery::peer)
    add_fault(reading, "nic.firmware", {"traffic.trace"}, "",
              "with traffic.trace one whose messages end at the host they are for, such as unicast");
  if (e.nic.memory % 4 != 0) add_fault(reading, "nic.memory", {}, "", "a multiple of 4 bytes");
}

}  // namespace

bool nic_plays_part(const Key& key, const Experiment& experiment) {
  if (is_within(key.path, "nic.synchronization")) return synchronization_plays_part(key, experiment);
  if (is_within(key.path, "nic")) return has_nics(experiment);
  if (has_no_messages(experiment) && is_of_messages(key)) return false;
  return !has_nics(experiment) || (!is_within(key.path, "traffic.response") && !is_cut_by_firmware(key, experiment));
}

void check_nic_memory(Reading& reading, std::uint64_t hosts) {
  std::vector<std::string_view> of_firmware = paths_in("nic.");
  of_firmware.insert(of_firmware.begin(), {"nic.packet_words", "nic.buffers", "nic.window", "nic.firmware"});
  if (is_doubtful(reading, of_firmware) || is_doubtful(reading, paths_in("topology."))) return;
  if (reading.experiment.nic.memory % 4 != 0) return;
  nic::Params params = nics_of(reading.experiment, network::Netlist())->nic;
  params.nodes = static_cast<std::uint32_t>(hosts);
  const std::optional<MemoryNeed> need = memory_need(params);
  if (!need) return;
  add_fault(reading, "nic.memory", of_firmware, "",
            "at least " + std::to_string(need->bytes) + " B for " + reading.experiment.nic.firmware + " with " +
                std::to_string(hosts) + " hosts" + (need->said.empty() ? "" : ", which says: " + need->said));
}

void check_nic(Reading& reading) {
  if (is_doubtful(reading, {"endpoint"})) return;
  check_given(reading);
  if (!has_nics(reading.experiment)) return;
  check_limits(reading);
  check_synchronization(reading);
}

}  // namespace slackline::config
