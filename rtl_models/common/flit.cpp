#include "rtl_models/common/flit.hpp"

namespace slackline {

const char* to_string(FlitKind kind) {
  switch (kind) {
    case FlitKind::idle: return "idle";
    case FlitKind::padding: return "padding";
    case FlitKind::abort: return "abort";
    case FlitKind::barrier: return "barrier";
    case FlitKind::body: return "body";
    case FlitKind::head: return "head";
    case FlitKind::tail: return "tail";
    case FlitKind::single: return "single";
  }
  return "unknown";
}

}  // namespace slackline
