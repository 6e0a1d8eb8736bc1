// on_progress: how far work is that takes long on large networks.
#pragma once

#include <cstdint>
#include <functional>

namespace slackline::routing {

/// Called again and again with the name of some work, what is done of it, and all of it. It may throw: the work ends there.
using OnProgress = std::function<void(const char* work, std::uint64_t done, std::uint64_t all)>;

inline void tell(const OnProgress& on_progress, const char* work, std::uint64_t done, std::uint64_t all) {
  if (on_progress) on_progress(work, done, all);
}

}  // namespace slackline::routing
