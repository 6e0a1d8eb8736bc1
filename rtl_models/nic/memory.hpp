// memory: the memory of a network interface. Words of 4 bytes, p ports: so many accesses at an edge. They are served in
// the order receive engine, send engine, DMA engine, processor; one that gets no port waits an edge.
//
//   receive engine --.
//   send engine -----+--> [p ports] --> words#          busy# (per edge): ports taken
//   DMA engine ------|
//   processor -------'
#pragma once

#include <cstdint>

namespace slackline::nic {

struct MemoryCounters {
  std::uint64_t waits = 0;  ///< edges at which an access got no port
};

struct Memory : MemoryCounters {
  std::uint32_t* words = nullptr;  ///< storage of the owner
  std::uint32_t bytes = 0;
  std::uint32_t free_ports = 0;  ///< at this edge

  /// A whole number of words within.
  bool holds(std::uint32_t address, std::uint32_t count) const {
    return address % 4 == 0 && std::uint64_t{address} + 4ull * count <= bytes;
  }
  /// Takes a port of this edge. False: none is left.
  bool take_port() {
    if (free_ports == 0) {
      ++waits;
      return false;
    }
    --free_ports;
    return true;
  }
  std::uint32_t& at(std::uint32_t address) { return words[address / 4]; }
};

}  // namespace slackline::nic
