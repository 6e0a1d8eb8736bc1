#include "rtl_models/nic/params.hpp"

#include <utility>

namespace slackline::nic {

Rv32::Rv32(std::shared_ptr<const firmware::FirmwareImage> of)
    : image(std::move(of)), program(rv32::Image{image->rom, image->entry}) {}

Violations Rv32::violations() const {
  Violations found = timing.violations();
  const Violations of_clock = clock.violations();
  found.insert(found.end(), of_clock.begin(), of_clock.end());
  return found;
}

Violations Params::violations() const {
  Violations found = rv32 == nullptr ? costs.violations() : rv32->violations();
  if (firmware == nullptr) found.push_back({"firmware", "none", "a firmware"});
  check_range(found, "watchdog_cycles", watchdog_cycles, 1, 1'000'000'000);
  check_range(found, "nodes", nodes, 2, 1u << 24);
  check_range(found, "memory_bytes", memory_bytes, 1024, 64u << 20);
  if (memory_bytes % 4 != 0) found.push_back({"memory_bytes", std::to_string(memory_bytes), "a multiple of 4"});
  check_range(found, "memory_ports", memory_ports, 1, 4);
  check_range(found, "dma_latency", dma_latency, 0, 1'000'000);
  check_range(found, "dma_cycles_per_word", dma_cycles_per_word, 1, 1000);
  check_range(found, "host_queue", host_queue, 1, 1024);
  check_range(found, "virtual_channels", virtual_channels, 1, 16);
  check_range(found, "most_packet_words", most_packet_words, 1, port::most_words(format));
  if (when_full == WhenFull::stop) check_range(found, "fifo", fifo.flits, 1, 32768);
  return found;
}

}  // namespace slackline::nic
