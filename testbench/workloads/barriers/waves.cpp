#include "testbench/workloads/barriers/waves.hpp"

#include <algorithm>

#include "testbench/workloads/barriers/answers.hpp"

namespace slackline::barriers {

namespace {

struct Seen {
  std::uint64_t begun = 0, completed = 0, entered = 0;
};

Seen seen_of(const std::vector<const barrier::Member*>& members) {
  Seen seen{0, members.empty() ? 0 : ~std::uint64_t{0}, 0};
  for (const barrier::Member* member : members) {
    seen.begun = std::max(seen.begun, std::uint64_t{member->round} + member->waits);
    seen.completed = std::min<std::uint64_t>(seen.completed, member->round);
    seen.entered += member->waits;
  }
  return seen;
}

}  // namespace

observe::WaveScope waves_of(const features::Workload& workload) {
  return observe::wave_scope<Seen>("workload_" + workload.name,
                                   {{"begun", 32, [](const Seen& seen) { return seen.begun; }},
                                    {"completed", 32, [](const Seen& seen) { return seen.completed; }},
                                    {"entered", 32, [](const Seen& seen) { return seen.entered; }}},
                                   [number = workload.number](const observe::Engine& engine) {
                                     return
                                         [members = members_of(view_of(engine), number)] { return seen_of(members); };
                                   });
}

}  // namespace slackline::barriers
