#include "testbench/studies/point_runner.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "testbench/pool/process_pool.hpp"

namespace slackline::studies {

namespace {

PointOutcome crash(std::string why) {
  PointOutcome outcome;
  outcome.crashed = true;
  outcome.why = std::move(why);
  return outcome;
}

class Run {
 public:
  Run(const Study& study, const Runner& runner)
      : study_(study),
        runner_(runner),
        at_once_(std::max(runner.at_once, 1u)),
        jobs_([this](std::size_t point) { return runner_.simulate(study_.point(point).experiment); }) {}

  bool to_the_end() {
    for (;;) {
      if (runner_.progress) runner_.progress();
      if (runner_.go_on && !runner_.go_on()) return false;
      const Wanted wanted = study_.wanted();
      if (wanted.points.empty()) return true;
      if (take_stored(wanted)) continue;
      make_room(wanted);
      for (const std::size_t point : wanted.points)
        if (jobs_.count() < at_once_ && !jobs_.runs(point)) begin(point);
      for (const auto& [point, outcome] : jobs_.listen()) take(point, outcome);
    }
  }

 private:
  /// Looks in the store for the points that would begin next. True: some were there.
  bool take_stored(const Wanted& wanted) {
    if (runner_.store == nullptr) return false;
    bool any = false;
    std::size_t missing = 0;
    for (const std::size_t point : wanted.points) {
      if (missing >= at_once_) break;
      const bool is_new = looked_for_.insert(point).second;
      const std::optional<std::string> json =
          is_new ? runner_.store->find(study_.point(point).hash) : std::optional<std::string>();
      missing += !json;
      if (!json) continue;
      any = true;
      PointOutcome outcome;
      outcome.stored = true;
      outcome.result = *read_result(*json);
      study_.take(point, outcome);
    }
    return any;
  }

  void end(std::size_t point) {
    jobs_.end(point);
    running_.erase(std::find(running_.begin(), running_.end(), point));
  }

  void begin(std::size_t point) {
    jobs_.begin(point);
    running_.push_back(point);
  }

  /// Ends points that are no longer wanted, and the least urgent ones where needed points have no process.
  void make_room(const Wanted& wanted) {
    const auto place = [&](std::size_t point) {
      return static_cast<std::size_t>(std::find(wanted.points.begin(), wanted.points.end(), point) -
                                      wanted.points.begin());
    };
    for (const std::size_t point : std::vector<std::size_t>(running_))
      if (place(point) == wanted.points.size()) end(point);
    std::vector<std::size_t> running = running_;
    std::sort(running.begin(), running.end(), [&](std::size_t a, std::size_t b) { return place(a) < place(b); });
    std::size_t lacking = 0;
    for (std::size_t i = 0; i < wanted.needed; ++i) lacking += !jobs_.runs(wanted.points[i]);
    while (lacking > 0 && !running.empty() && jobs_.count() + lacking > at_once_ &&
           place(running.back()) >= wanted.needed) {
      end(running.back());
      running.pop_back();
    }
  }

  void take(std::size_t point, const pool::Outcome& ended) {
    running_.erase(std::find(running_.begin(), running_.end(), point));
    if (ended.end != pool::End::done) return study_.take(point, crash(ended.bytes));
    const std::optional<PointResult> result = read_result(ended.bytes);
    if (!result) return study_.take(point, crash("its result is none"));
    if (runner_.store != nullptr) runner_.store->put(study_.point(point).hash, ended.bytes);
    PointOutcome outcome;
    outcome.result = *result;
    study_.take(point, outcome);
  }

  const Study& study_;
  const Runner& runner_;
  const unsigned at_once_;
  pool::Jobs jobs_;
  std::vector<std::size_t> running_;
  std::set<std::size_t> looked_for_;  ///< in the store
};

}  // namespace

bool run_points(const Study& study, const Runner& runner) { return Run(study, runner).to_the_end(); }

}  // namespace slackline::studies
