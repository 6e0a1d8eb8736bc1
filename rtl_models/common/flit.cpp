#include "rtl_models/common/flit.hpp"

namespace slackline {

const char* to_string(FlitKind kind) {
  switch (kind) {
    case FlitKind::idle: return "idle";
    case FlitKind::padding: return "padding";
    case FlitKind::abort: return "abort";
    case FlitKind::body: return "body";
    case FlitKind::head: return "head";
    case FlitKind::tail: return "tail";
    case FlitKind::single: return "single";
    case FlitKind::barrier_first: return "barrier_first";
    case FlitKind::barrier_second: return "barrier_second";
    case FlitKind::padding_request: return "padding_request";
    case FlitKind::padding_end: return "padding_end";
    case FlitKind::marked_head: return "marked_head";
    case FlitKind::marked_single: return "marked_single";
  }
  return "unknown";
}

}  // namespace slackline
