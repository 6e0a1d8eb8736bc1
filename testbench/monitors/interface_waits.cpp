#include "testbench/monitors/interface_waits.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "rtl_models/firmware/exports.hpp"

namespace slackline::monitors {

namespace {

// Looks at the same circle. Where handlers run, for other packets, an answer may be under way for longer.
constexpr unsigned quiet_looks_needed = 1, looks_needed = 8;

}  // namespace

InterfaceWaits::InterfaceWaits(const network::ElaboratedNetlist& netlist) : netlist_(netlist) {
  if (netlist.interfaces == nullptr) return;
  for (std::uint32_t host = 0; host < netlist.endpoints.size(); ++host) {
    interface_of_.push_back(~0u);
    if (!netlist.has_interface(host)) continue;
    const std::vector<firmware::ExportedQueue> exported = firmware::exported_queues(*netlist.nic_of(host).firmware);
    if (exported.empty()) continue;
    interface_of_.back() = static_cast<std::uint32_t>(interfaces_.size());
    for (const firmware::ExportedQueue& queue : exported) {
      Queue& added = queues_.emplace_back();
      added.interface = interface_of_.back();
      added.name = queue.name;
      added.number = queue.number;
      added.state_place = queue.state;
      added.source_place = queue.source;
      added.message_place = queue.message;
      added.offset_place = queue.offset;
      added.waits_place = queue.waits_for;
    }
    Interface& interface = interfaces_.emplace_back();
    interface.host = host;
    interface.count = static_cast<std::uint32_t>(exported.size());
    interface.first = static_cast<std::uint32_t>(queues_.size()) - interface.count;
  }
  graph_.resize(queues_.size());
}

void InterfaceWaits::read(Interface& interface, const nic::Processor& processor) {
  for (std::uint32_t i = interface.first; i < interface.first + interface.count; ++i) {
    Queue& queue = queues_[i];
    queue.state = processor.shown[queue.state_place];
    queue.source = processor.shown[queue.source_place];
    queue.message = processor.shown[queue.message_place];
    queue.offset = processor.shown[queue.offset_place];
    queue.waits_for = processor.shown[queue.waits_place];
  }
  const auto runs = std::accumulate(processor.runs.begin(), processor.runs.end(), std::uint64_t{0});
  interface.rests = !processor.busy && runs == interface.runs;
  interface.runs = runs;
  interface.ended = processor.ends;
}

/// The queue whose first worm must leave before that of `queue` can; nothing: it waits for no other worm.
std::optional<std::uint32_t> InterfaceWaits::next_of(std::uint32_t queue) const {
  const Queue& waiting = queues_[queue];
  const std::optional<firmware::QueueRef> wanted = firmware::waits_for(waiting.waits_for);
  if (waiting.source == 0 || !wanted || wanted->gives_way || wanted->host >= interface_of_.size()) return std::nullopt;
  const std::uint32_t there = interface_of_[wanted->host];
  if (there >= interfaces_.size()) return std::nullopt;
  for (std::uint32_t i = interfaces_[there].first; i < interfaces_[there].first + interfaces_[there].count; ++i)
    if (queues_[i].number == wanted->number && queues_[i].source != 0 && !queues_[i].has_same_worm(waiting)) return i;
  return std::nullopt;
}

/// From the queue that is first in the netlist on, so that it is the same each time.
InterfaceWaits::Circle InterfaceWaits::circle_of(std::vector<std::uint32_t> queues) const {
  std::rotate(queues.begin(), std::min_element(queues.begin(), queues.end()), queues.end());
  Circle circle;
  for (const std::uint32_t i : queues) circle.push_back({i, queues_[i].source, queues_[i].message, queues_[i].offset});
  return circle;
}

void InterfaceWaits::compare(Cycle now) {
  now_ = now;
  for (std::uint32_t i = 0; i < queues_.size(); ++i) {
    graph_[i].clear();
    if (const auto next = next_of(i)) graph_[i].push_back(*next);
  }
  const std::map<Circle, Seen> before = std::exchange(circles_, {});
  for (const std::vector<std::uint32_t>& queues : final_components(graph_)) {
    if (!is_knot(graph_, queues)) continue;
    const Circle circle = circle_of(queues);
    Seen seen{now, 0, 0};
    if (const auto known = before.find(circle); known != before.end()) seen = known->second;
    ++seen.looks;
    const bool is_quiet = std::all_of(queues.begin(), queues.end(),
                                      [this](std::uint32_t i) { return interfaces_[queues_[i].interface].rests; });
    seen.quiet_looks = is_quiet && seen.looks > 1 ? seen.quiet_looks + 1 : 0;
    circles_.emplace(circle, seen);
  }
}

/// When the last of its interfaces came to rest; where other work goes on in them, the look that saw the circle first.
Cycle InterfaceWaits::formed(const Circle& circle, const Seen& seen) const {
  Cycle last;
  for (const Member& member : circle) last = std::max(last, interfaces_[queues_[member[0]].interface].ended);
  return std::min(last, seen.first);
}

/// Queues that are in no circle and wait for a queue of this one, or for one that does.
std::size_t InterfaceWaits::queues_before(const Circle& circle) const {
  std::vector<bool> is_stuck(queues_.size(), false);
  for (const Member& member : circle) is_stuck[member[0]] = true;
  std::size_t count = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t i = 0; i < queues_.size(); ++i) {
      if (is_stuck[i] || graph_[i].empty() || !is_stuck[graph_[i][0]]) continue;
      is_stuck[i] = changed = true;
      ++count;
    }
  }
  return count;
}

const nic_firmware& InterfaceWaits::firmware_of(const Queue& queue) const {
  return *netlist_.nic_of(interfaces_[queue.interface].host).firmware;
}

KeptWorm InterfaceWaits::told(std::uint32_t queue) const {
  const Queue& q = queues_[queue];
  const Queue& next = queues_[graph_[queue][0]];
  KeptWorm worm;
  worm.host = name_of(interfaces_[q.interface].host);
  worm.queue = q.name;
  const std::uint32_t source = *firmware::host_of(q.source);
  worm.source = source < netlist_.endpoints.size() ? name_of(source) : "host " + std::to_string(source);
  worm.message = q.message;
  worm.offset = q.offset;
  worm.state = firmware::name_of(firmware_of(q).exports[q.state_place], q.state);
  worm.next_host = name_of(interfaces_[next.interface].host);
  worm.next_queue = next.name;
  return worm;
}

std::optional<Standstill> InterfaceWaits::standstill(bool nothing_completes) const {
  const std::pair<const Circle, Seen>* oldest = nullptr;
  std::size_t count = 0;
  for (const auto& entry : circles_) {
    const Seen& seen = entry.second;
    if (!nothing_completes && seen.quiet_looks < quiet_looks_needed && seen.looks < looks_needed) continue;
    ++count;
    if (oldest == nullptr || formed(entry.first, seen) < formed(oldest->first, oldest->second)) oldest = &entry;
  }
  if (oldest == nullptr) return std::nullopt;
  Standstill found;
  found.kind = StandstillKind::cycle;
  found.found = now_;
  found.formed = formed(oldest->first, oldest->second);
  found.knots = count;
  for (const Member& member : oldest->first) found.kept.push_back(told(member[0]));
  found.behind = queues_before(oldest->first);
  return found;
}

}  // namespace slackline::monitors
