#include "testbench/workloads/exchange/meter.hpp"

#include <algorithm>
#include <string>

#include "testbench/features/run/settings.hpp"
#include "testbench/observe/empty_network.hpp"
#include "testbench/workloads/exchange/program.hpp"
#include "testbench/workloads/exchange/section.hpp"

namespace slackline::exchange {

namespace {

class ExchangeMeter final : public observe::Meter {
 public:
  ExchangeMeter(const observe::Engine& engine, const Program& program, const features::Workload& workload)
      : engine_(engine),
        counter_(engine.netlist()),
        program_(program),
        workload_(workload),
        max_cycles_(workload.experiment->get<features::RunSettings>().max_cycles) {}

  Cycle next_look() const override { return next_; }
  bool is_bounded() const override { return true; }
  bool is_over() const override { return over_; }
  bool is_given_up() const override { return stuck_; }
  Cycle end() override {
    const std::uint64_t cycles = program_.answers(engine_.now()).cycles;
    return cycles == 0 ? engine_.now() : Cycle(cycles);
  }
  void look() override {
    const Cycle now = engine_.now();
    over_ = program_.is_over(now);
    stuck_ = !over_ && program_.is_idle(now) && (program_.under_way() == 0 || observe::is_empty(engine_, counter_));
    next_ = Cycle(std::min(next_.value + std::max<std::uint64_t>(1000, next_.value / 64), max_cycles_));
  }
  bool host_computes() const override { return !program_.is_idle(engine_.now()); }

  std::shared_ptr<const present::Section> finish(statistics::RunTotals& totals, statistics::Verdict& verdict,
                                                 bool) override {
    const Cycle now = engine_.now();
    Result result{program_.params(), program_.answers(now), program_.window(), program_.is_over(now)};
    if (!result.is_over) verdict.converged = false;
    if (stuck_)
      for (const Stuck& host : program_.stuck(now))
        totals.errors.push_back(
            {engine_.netlist().endpoints[host.host].name, host.why + "; cycles of waiting", now.value});
    return std::make_shared<Section>(workload_.name, std::move(result));
  }

 private:
  const observe::Engine& engine_;
  statistics::HostCounter counter_;
  const Program& program_;
  const features::Workload& workload_;
  const std::uint64_t max_cycles_;
  Cycle next_;
  bool over_ = false, stuck_ = false;
};

}  // namespace

std::unique_ptr<observe::Meter> meter_of(observe::Engine& engine, const features::Workload& workload, std::uint64_t) {
  const auto* program = dynamic_cast<const Program*>(engine.netlist().workloads.at(workload.number).program.get());
  if (program == nullptr) return nullptr;
  return std::make_unique<ExchangeMeter>(engine, *program, workload);
}

}  // namespace slackline::exchange
