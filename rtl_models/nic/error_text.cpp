#include "rtl_models/nic/error_text.hpp"

#include "rtl_models/firmware/log_text.hpp"
#include "rtl_models/firmware/registers.hpp"
#include "rtl_models/firmware/run.hpp"

namespace slackline::nic {

namespace {

/// The text for the value of an error, which follows its name.
std::string value_of(const FirmwareError& error) {
  switch (error.kind) {
    case FirmwareErrorKind::core_fault: return ": " + rv32::to_string(rv32::Fault{error.fault, error.value});
    case FirmwareErrorKind::read_only:
    case FirmwareErrorKind::bad_value:
    case FirmwareErrorKind::full_queue:
    case FirmwareErrorKind::stale:
    case FirmwareErrorKind::bad_descriptor: return ": " + firmware::register_name(error.value);
    case FirmwareErrorKind::bad_text:
    case FirmwareErrorKind::unknown_register:
    case FirmwareErrorKind::bad_address: return ": " + firmware::log_text("%x", error.value, 0);
    case FirmwareErrorKind::endless:  // stopped at so many calls, or at very many turns
      return ": " + std::to_string(error.value) +
             (error.value > firmware::most_calls + 1 ? " turns" : " calls in calls");
    case FirmwareErrorKind::raised: return ": ERROR = " + std::to_string(error.value);
    case FirmwareErrorKind::no_code:
      return std::string(": ") + (error.value == 0 ? "start" : "handle") + " is a null pointer";
    case FirmwareErrorKind::unhandled: return ", for " + std::to_string(error.value) + " cycles";
    default: return ": " + std::to_string(error.value);
  }
}

}  // namespace

std::string error_text(const FirmwareError& error) {
  std::string text = to_string(error.kind) + value_of(error);
  if (error.image != nullptr)
    text += ", in " + error.image->place_of(error.pc) + " (pc " + firmware::log_text("%x", error.pc, 0) + ")";
  if (error.said.text != nullptr)
    text += "; it said: " + firmware::log_text(error.said.text, error.said.a, error.said.b);
  return text;
}

}  // namespace slackline::nic
