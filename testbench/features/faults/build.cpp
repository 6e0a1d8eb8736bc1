#include "testbench/features/faults/build.hpp"

#include "rtl_models/common/random_stream.hpp"
#include "testbench/features/run/settings.hpp"
#include "testbench/features/topology/names.hpp"

namespace slackline::features {

namespace {

/// Each fault draws from a stream of its own.
LinkFault link_fault(const Values& e, std::size_t index) {
  const FaultSettings& settings = e.get<FaultsSettings>().all[index];
  LinkFault fault;
  fault.kind = settings.kind;
  fault.from = Cycle(settings.from);
  if (settings.to) fault.to = Cycle(*settings.to);
  fault.count = cuts(settings.kind) ? 0 : settings.count;
  fault.probability = settings.probability;
  if (settings.vc) fault.vcs = vc_bit(static_cast<unsigned>(*settings.vc));
  fault.level = settings.level != 0;
  fault.moving = settings.moving;
  fault.seed = mix64(mix64(e.get<RunSettings>().seed) + index);
  return fault;
}

}  // namespace

void add_faults(const Values& e, network::Netlist& netlist) {
  if (e.get<FaultsSettings>().all.empty()) return;
  const ChannelIndex index(netlist);
  for (std::size_t i = 0; i < e.get<FaultsSettings>().all.size(); ++i)
    netlist.faults.push_back({index.find(e.get<FaultsSettings>().all[i].link).value(), link_fault(e, i)});
}

}  // namespace slackline::features
