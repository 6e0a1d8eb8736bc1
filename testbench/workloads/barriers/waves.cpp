#include "testbench/workloads/barriers/waves.hpp"

#include <algorithm>

#include "testbench/workloads/barriers/answers.hpp"

namespace slackline::barriers {

namespace {

class Source final : public observe::WaveSource {
 public:
  Source(const observe::Engine& engine, unsigned group) : members_(members_of(view_of(engine), group)) {}

  void look(std::vector<std::uint64_t>& values) override {
    std::uint64_t begun = 0, completed = members_.empty() ? 0 : ~std::uint64_t{0}, entered = 0;
    for (const barrier::Member* member : members_) {
      begun = std::max(begun, std::uint64_t{member->round} + member->waits);
      completed = std::min<std::uint64_t>(completed, member->round);
      entered += member->waits;
    }
    values = {begun, completed, entered};
  }

 private:
  std::vector<const barrier::Member*> members_;
};

}  // namespace

observe::WaveScope waves_of(const features::Workload& workload) {
  return {
      "workload_" + workload.name,
      {{"begun", 32}, {"completed", 32}, {"entered", 32}},
      [number = workload.number](const observe::Engine& engine) { return std::make_unique<Source>(engine, number); }};
}

}  // namespace slackline::barriers
