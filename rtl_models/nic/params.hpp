// Parameters shared by all network interfaces of a network, and those of one of them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "rtl_models/common/ids.hpp"
#include "rtl_models/firmware/firmware.h"
#include "rtl_models/firmware/image.hpp"
#include "rtl_models/local_clock/local_clock.hpp"
#include "rtl_models/nic/core_clock.hpp"
#include "rtl_models/nic/costs.hpp"
#include "rtl_models/port/packet_format.hpp"
#include "rtl_models/rv32/program.hpp"
#include "rtl_models/rv32/timing.hpp"
#include "rtl_models/slack_buffer/slack_buffer.hpp"

namespace slackline::nic {

// Depths of the queues in the hardware.
inline constexpr std::uint32_t classes = 4, free_depth = 64, header_depth = 256, received_depth = 256;
/// Class 1 is that of packets which must never find no buffer: control packets of many senders.
inline constexpr std::uint32_t free_depths[classes] = {free_depth, 256, free_depth, free_depth};
/// One for each buffer of class 1, and 16 for packets that are still arriving.
inline constexpr std::uint32_t control_received_depth = free_depths[1] + 16;
inline constexpr std::uint32_t refused_depth = 128, refused_words = 4;
inline constexpr std::uint32_t send_depth = 16, control_send_depth = 64, sent_depth = 32, dma_depth = 16,
                               dma_done_depth = 32;
inline constexpr std::uint32_t timers = 8;
inline constexpr std::uint32_t most_writes = 512;  ///< registers and words that a handler may write
inline constexpr std::uint32_t most_header_words = 64, most_words = 65'000;

/// A log line of firmware: its interface, its cycle, the text, and its two values.
using Log = std::function<void(NodeId, Cycle, const char*, std::uint32_t, std::uint32_t)>;

/// Told of what firmware measures: nic_measure and nic_transaction. `now`: the edge at which the handler begins; on an RV32
/// processor that of the instruction.
class Instruments {
 public:
  virtual void measured(NodeId node, Cycle now, std::uint32_t measure, std::uint32_t value) = 0;
  virtual void stepped(NodeId node, Cycle now, nic_step step, std::uint32_t peer, std::uint32_t id,
                       std::uint32_t value) = 0;

 protected:
  ~Instruments() = default;
};

/// The handling of a packet for which there is no buffer.
enum class WhenFull : std::uint8_t {
  drop,  ///< it is dropped, and counted
  stop,  ///< it waits in a FIFO, and STOP, or lack of credits, holds back what follows it
};

/// An RV32 processor and its program.
struct Rv32 {
  /// Throws std::invalid_argument if the image is illegal.
  explicit Rv32(std::shared_ptr<const firmware::FirmwareImage> of);

  std::shared_ptr<const firmware::FirmwareImage> image;
  rv32::Program program;  ///< of the image
  rv32::Timing timing;
  CoreClock clock;
  bool steps =
      false;  ///< at every edge, for waves of the core; otherwise private instructions are executed ahead of time

  Violations violations() const;
};

struct Params {
  const nic_firmware* firmware = nullptr;  ///< with an RV32 processor: the one that it is the program of
  std::shared_ptr<const Rv32> rv32;        ///< nullptr: the processor is native
  std::array<std::uint32_t, NIC_PARAMETERS> parameters{};          ///< registers PARAMETER
  std::array<std::uint32_t, NIC_OWN_PARAMETERS> own_parameters{};  ///< registers OWN_PARAMETER
  Costs costs;
  std::uint32_t watchdog_cycles = 1'000'000;  ///< a handler that takes more never ends, 1..10^9

  std::uint32_t nodes = 2;                  ///< hosts of the network, 2..2^24
  std::uint32_t memory_bytes = 128 * 1024;  ///< NIC memory, 1 KiB..64 MiB, a multiple of 4
  std::uint8_t memory_ports = 4;            ///< accesses to it at an edge, 1..4
  std::uint32_t dma_latency = 20;           ///< cycles before the first word of a transfer, 0..10^6
  std::uint32_t dma_cycles_per_word = 1;    ///< 1..1000
  std::uint32_t host_queue = 16;            ///< depth of the queue of commands, and of that of completions, 1..1024
  std::uint8_t virtual_channels = 1;        ///< of the link, 1..16
  port::PacketFormat format = port::PacketFormat::compact;
  std::uint32_t most_packet_words = most_header_words + most_words;  ///< of a packet sent, with its header
  WhenFull when_full = WhenFull::drop;
  slack_buffer::Params fifo;           ///< stop: of a virtual channel
  Log log;                             ///< may be empty
  Instruments* instruments = nullptr;  ///< of the caller; nullptr: nobody asks

  Violations violations() const;
};

/// Identity of an interface.
struct Place {
  NodeId node;
  local_clock::Params clock;
  /// Words at the end of its memory after every reset; storage of the owner, nullptr: none.
  const std::vector<std::uint32_t>* table = nullptr;
  /// The least that start() takes: as long as that of the slowest interface of the network. Hosts wait for one another before
  /// their first message; otherwise it could come to an interface that has no buffers yet.
  std::uint64_t start_cycles = 0;

  std::uint32_t table_words() const { return table == nullptr ? 0 : static_cast<std::uint32_t>(table->size()); }
};

}  // namespace slackline::nic
