// device: the hardware side of firmware.h: the interface whose handler is running. A network interface with a native
// processor is one.
#pragma once

#include <cstdint>

#include "rtl_models/firmware/firmware.h"

namespace slackline::firmware {

class Device {
 public:
  virtual std::uint32_t read(std::uint32_t reg) = 0;
  virtual void write(std::uint32_t reg, std::uint32_t value) = 0;
  virtual std::uint32_t load(std::uint32_t address) = 0;
  virtual void store(std::uint32_t address, std::uint32_t value) = 0;
  virtual void work(std::uint32_t cycles) = 0;
  virtual void log(const char* text, std::uint32_t a, std::uint32_t b) = 0;
  /// The calls from here on are for instruments, and take no time; or they are not.
  virtual void instrument(bool /*is_on*/) {}
  virtual void measure(std::uint32_t /*measure*/, std::uint32_t /*value*/) {}
  virtual void transaction(nic_step /*step*/, std::uint32_t /*peer*/, std::uint32_t /*id*/, std::uint32_t /*value*/) {}
  virtual void export_word(std::uint32_t /*word*/, std::uint32_t /*value*/) {}
  /// Another turn of a loop of the handler begins; to find handlers that never end.
  virtual void turn() = 0;
  /// The functions of the handler have called one another so often without a return that they may never end.
  virtual void too_deep(std::uint32_t calls) = 0;

  nic_device* handle() { return reinterpret_cast<nic_device*>(this); }

 protected:
  ~Device() = default;
};

}  // namespace slackline::firmware
