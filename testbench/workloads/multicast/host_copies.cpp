#include "testbench/workloads/multicast/host_copies.hpp"

namespace slackline::multicast {

void HostCopies::append(std::uint32_t host, const HostCopy& came) {
  const std::vector<Edge>& edges = plan_->at({came.group, came.source}).edges;
  for (std::uint32_t e = 0; e < edges.size(); ++e) {
    if (edges[e].arrival != came.edge) continue;
    HostCopy copy = came;
    copy.edge = e;
    copy.to = edges[e].child;
    copy.is_first = came.edge == Edge::own && edges[e].copies_before == 0;
    queues_[host].push_back(copy);
    ++open_;
  }
}

void HostCopies::sent(NodeId host) {
  under_way_[host.value].emplace(numbers_[host.value]++, queues_[host.value].front());
  queues_[host.value].pop_front();
}

std::optional<HostCopy> HostCopies::arrived(NodeId sender, std::uint32_t number) {
  auto& of_sender = under_way_[sender.value];
  const auto found = of_sender.find(number);
  if (found == of_sender.end()) return std::nullopt;
  const HostCopy copy = found->second;
  of_sender.erase(found);
  --open_;
  append(copy.to, copy);
  return copy;
}

}  // namespace slackline::multicast
