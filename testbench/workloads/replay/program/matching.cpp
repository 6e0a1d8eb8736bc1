#include "testbench/workloads/replay/program/matching.hpp"

#include <algorithm>

namespace slackline::replay {

std::optional<MessageId> Matching::post(const Envelope& receive, std::uint32_t request) {
  const auto found = std::find_if(unexpected_.begin(), unexpected_.end(),
                                  [&](const Known& known) { return matches(receive, known.envelope); });
  if (found == unexpected_.end()) {
    posted_.push_back({receive, request});
    return std::nullopt;
  }
  const MessageId id = found->id;
  unexpected_.erase(found);
  return id;
}

std::optional<std::uint32_t> Matching::taker_of(const Envelope& message) {
  const auto found = std::find_if(posted_.begin(), posted_.end(),
                                  [&](const Receive& receive) { return matches(receive.envelope, message); });
  if (found == posted_.end()) return std::nullopt;
  const std::uint32_t request = found->request;
  posted_.erase(found);
  return request;
}

}  // namespace slackline::replay
