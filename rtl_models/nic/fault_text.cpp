#include "rtl_models/nic/fault_text.hpp"

#include "rtl_models/firmware/log_text.hpp"
#include "rtl_models/firmware/registers.hpp"
#include "rtl_models/firmware/run.hpp"

namespace slackline::nic {

namespace {

/// The text for the value of a fault, which follows its name.
std::string value_of(const Fault& fault) {
  switch (fault.kind) {
    case FaultKind::read_only:
    case FaultKind::bad_value:
    case FaultKind::full_queue:
    case FaultKind::stale:
    case FaultKind::bad_descriptor: return ": " + firmware::register_name(fault.value);
    case FaultKind::unknown_register:
    case FaultKind::bad_address: return ": " + firmware::log_text("%x", fault.value, 0);
    case FaultKind::endless:  // stopped at so many calls, or at very many turns
      return ": " + std::to_string(fault.value) +
             (fault.value > firmware::most_calls + 1 ? " turns" : " calls in calls");
    case FaultKind::raised: return ": FAULT = " + std::to_string(fault.value);
    case FaultKind::no_code: return std::string(": ") + (fault.value == 0 ? "start" : "handle") + " is a null pointer";
    case FaultKind::unhandled: return ", for " + std::to_string(fault.value) + " cycles";
    default: return ": " + std::to_string(fault.value);
  }
}

}  // namespace

std::string fault_text(const Fault& fault) {
  std::string text = to_string(fault.kind) + value_of(fault);
  if (fault.said.text != nullptr)
    text += "; it said: " + firmware::log_text(fault.said.text, fault.said.a, fault.said.b);
  return text;
}

}  // namespace slackline::nic
