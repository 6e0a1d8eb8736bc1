#include "rtl_models/firmware/run.hpp"

#include "rtl_models/firmware/loops.h"

namespace slackline::firmware {

namespace {

/// The device whose handler runs on this thread, and how deep it is in calls.
thread_local Device* running = nullptr;
thread_local std::uint32_t calls = 0;

class Running {
 public:
  explicit Running(Device& device) : before_(running), calls_before_(calls) {
    running = &device;
    calls = 0;
  }
  ~Running() {
    running = before_;
    calls = calls_before_;
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  Device* before_;
  std::uint32_t calls_before_;
};

Device& device_of(nic_device* n) { return *reinterpret_cast<Device*>(n); }

}  // namespace

void start(const nic_firmware& firmware, Device& device) {
  const Running as_long_as_it_runs(device);
  firmware.start(device.handle());
}

void handle(const nic_firmware& firmware, Device& device, nic_event event) {
  const Running as_long_as_it_runs(device);
  firmware.handle(device.handle(), event);
}

}  // namespace slackline::firmware

using slackline::firmware::device_of;

extern "C" {

std::uint32_t nic_read(nic_device* n, std::uint32_t reg) { return device_of(n).read(reg); }
void nic_write(nic_device* n, std::uint32_t reg, std::uint32_t value) { device_of(n).write(reg, value); }
std::uint32_t nic_load(nic_device* n, std::uint32_t address) { return device_of(n).load(address); }
void nic_store(nic_device* n, std::uint32_t address, std::uint32_t value) { device_of(n).store(address, value); }
void nic_work(nic_device* n, std::uint32_t cycles) { device_of(n).work(cycles); }
void nic_log(nic_device* n, const char* text, std::uint32_t a, std::uint32_t b) { device_of(n).log(text, a, b); }
void nic_instrument(nic_device* n, std::uint32_t is_on) { device_of(n).instrument(is_on != 0); }
void nic_measure(nic_device* n, std::uint32_t measure, std::uint32_t value) { device_of(n).measure(measure, value); }
void nic_transaction(nic_device* n, nic_step step, std::uint32_t peer, std::uint32_t id, std::uint32_t value) {
  device_of(n).transaction(step, peer, id, value);
}
void nic_export(nic_device* n, std::uint32_t word, std::uint32_t value) { device_of(n).export_word(word, value); }

void nic_turn() {
  if (slackline::firmware::running != nullptr) slackline::firmware::running->turn();
}

// -finstrument-functions calls these as each function of the firmware begins and ends, also where an exception ends it:
// the names are the compiler's.
// NOLINTNEXTLINE(bugprone-reserved-identifier,clang-diagnostic-reserved-identifier)
void __cyg_profile_func_enter(void*, void*) {
  if (++slackline::firmware::calls > slackline::firmware::most_calls && slackline::firmware::running != nullptr)
    slackline::firmware::running->too_deep(slackline::firmware::calls);
}
// NOLINTNEXTLINE(bugprone-reserved-identifier,clang-diagnostic-reserved-identifier)
void __cyg_profile_func_exit(void*, void*) { --slackline::firmware::calls; }

}  // extern "C"
