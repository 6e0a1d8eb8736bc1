#include "testbench/studies/reproduction/measure.hpp"

#include "testbench/pool/process_pool.hpp"

namespace slackline::reproduction {

std::map<std::size_t, Ended> run_jobs(std::size_t count, unsigned at_once,
                                      const std::function<std::string(std::size_t)>& work, const Watch& watch) {
  std::size_t done = 0;
  pool::Watch of_pool;
  of_pool.finished = [&](std::size_t, const pool::Outcome&) { ++done; };
  of_pool.go_on = [&] {
    if (watch.progress) watch.progress(done);
    return !watch.go_on || watch.go_on();
  };
  const auto outcomes = pool::run(count, at_once, work, of_pool);
  std::map<std::size_t, Ended> ended;
  for (std::size_t job = 0; job < count; ++job)
    if (outcomes[job].end != pool::End::not_run)
      ended[job] = {outcomes[job].end == pool::End::done, outcomes[job].bytes};
  return ended;
}

}  // namespace slackline::reproduction
