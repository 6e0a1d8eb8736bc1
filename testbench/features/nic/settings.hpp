// The settings and keys of hosts' network interfaces and their firmware: endpoint and nic.*, without nic.synchronization.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/nic/params.hpp"
#include "testbench/features/feature.hpp"
#include "testbench/settings/overlay.hpp"

namespace slackline::features {

/// The device at a host's port.
enum class EndpointKind : std::uint8_t { generator, nic };

constexpr std::int64_t most_drift = 100'000'000;  ///< of a network interface's clock, either way; in 10^-9
constexpr std::uint64_t most_slot_ticks = 0xffffffff;
constexpr std::uint64_t most_payload_words = nic::most_words - 64;  ///< of a packet: the firmware's header comes on top

/// Costs of what a processor does: nic::Costs. From the preset NicSettings::costs, and the user's values that override
/// it.
struct NicCosts {
  Delay event{0, {}}, start{0, {}}, register_read{0, {}}, register_write{0, {}}, load{0, {}}, store{0, {}};
};

/// What executes the firmware.
enum class ProcessorKind : std::uint8_t { native, rv32 };

/// Cycles of an RV32 core: rv32::Timing. From the preset NicSettings::timing, and the user's values that override it.
struct CoreTiming {
  std::uint64_t alu = 1, load = 1, store = 1, nic_load = 1, nic_store = 1, register_access = 1;
  std::uint64_t branch_taken = 1, branch_not_taken = 1, jal = 1, jalr = 1, mul = 1, div = 1;
};

/// A network interface and its firmware.
struct NicSettings {
  EndpointKind endpoint = EndpointKind::generator;  ///< with that the others play no part
  // Where records of `hosts` give endpoints, and the network is known:
  std::optional<EndpointKind> endpoint_of_all;  ///< of all hosts, or all of the one workload; nothing: they differ
  std::optional<bool> any_nics;                 ///< some host of the network has a network interface
  ProcessorKind processor = ProcessorKind::native;
  std::string firmware = "unicast", costs = "lanai4", timing = "pipe";
  Time core_period{0, 1};  ///< 0: clock.period
  std::uint64_t packet_words = 64, window = 4, timeout = 0, tries = 8, reply_words = 16, buffers = 0;
  std::uint64_t memory = nic::Params().memory_bytes, memory_ports = nic::Params().memory_ports;
  std::uint64_t host_queue = nic::Params().host_queue, watchdog = nic::Params().watchdog_cycles;
  Delay dma_latency{nic::Params().dma_latency, std::nullopt};
  std::uint64_t dma_cycles_per_word = nic::Params().dma_cycles_per_word;
  std::int64_t drift = 0, drift_spread = 0;  ///< in 10^-9
  std::uint64_t slot_ticks = local_clock::Params().slot_ticks;
  nic::WhenFull when_full = nic::WhenFull::drop;
  std::uint64_t offset = 0;  ///< ticks
  double offset_spread = 0;  ///< of a slot
  std::uint64_t clock_seed = 1;
};

std::vector<Key> endpoint_keys();
std::vector<Key> nic_keys();

/// Whether a key has an effect with the devices at the hosts' ports. `any_nics`: some host may have a network interface.
bool nic_plays_part(const Key& key, const Values& experiment, bool any_nics);

/// The words that the firmware of each host finds at the end of its memory; empty: none.
struct FirmwareTables {
  std::vector<std::vector<std::uint32_t>> of_hosts = {};
  std::string_view key = {};  ///< that they follow from
};

/// Adds an error when the firmware of so many hosts cannot begin: in the memory that it has, or at all.
void check_firmware_start(Reading& reading, std::uint64_t hosts, const FirmwareTables& tables = {});

/// Adds the errors of keys that do not fit. `any_nics`: some host may have a network interface.
void check_nic(Reading& reading, bool any_nics);
/// The same of a kind of host that records override. `common`: the settings that they override.
void check_nic_of_host(OverlaidReading& of_host, const NicSettings& common);

/// Adds the error of an nic.offset beyond the slot.
void check_clocks(Reading& reading);

}  // namespace slackline::features
