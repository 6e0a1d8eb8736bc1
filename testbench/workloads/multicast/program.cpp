#include "testbench/workloads/multicast/program.hpp"

#include <algorithm>
#include <utility>

namespace slackline::multicast {

Program::Program(ProgramParams params)
    : params_(std::move(params)),
      process_({}, params_.messages_per_cycle, params_.words),
      sources_(params_.groups_of.size()),
      open_(params_.groups_of.size()) {
  for (const host::Group& group : *params_.groups) members_.emplace_back(group.members.size());
  if (params_.plan != nullptr) copies_.emplace(sources_.size(), params_.plan);
}

void Program::draw_group(NodeId host, Source& source) const {
  const std::vector<std::uint32_t>& own = params_.groups_of[host.value];
  source.group = own[own.size() == 1 ? 0 : source.choice.below(static_cast<std::uint32_t>(own.size()))];
}

Cycle Program::draw_next(NodeId host, Source& source, Cycle created) {
  if (++source.next == params_.messages) return never;
  draw_group(host, source);
  return process_.next(source.arrivals, created);
}

void Program::set_paths(std::uint32_t first_group, TreeFacts trees, std::shared_ptr<const Plan> plan) {
  params_.first_group = first_group;
  params_.trees = std::move(trees);
  params_.plan = std::move(plan);
  if (params_.plan != nullptr) copies_.emplace(sources_.size(), params_.plan);
}

void Program::begin(NodeId host, port::ProgramState& s) {
  if (!sends(host) || params_.messages == 0) return;
  Source& source = sources_[host.value];
  // Workloads of one run draw numbers of their own, whatever the others are.
  const std::uint64_t seed = mix64(params_.seed ^ mix64(params_.workload));
  source.arrivals.stream = RandomStream(seed, host.value, RandomPurpose::arrivals);
  source.choice = RandomStream(seed, host.value, RandomPurpose::destinations);
  s.due = source.due = process_.first(source.arrivals);
  draw_group(host, source);
}

bool Program::load(NodeId host, Cycle now, port::ProgramState& s) {
  if (copies_) return load_copy(host, now, s);
  const Source& source = sources_[host.value];
  s.packet = port::Packet();
  s.packet.created = s.due;
  s.packet.destination = NodeId(params_.first_group + source.group);
  s.packet.to_group = true;
  s.packet.flits = params_.words;
  s.packet.message = static_cast<std::uint32_t>(source.next);
  return true;
}

bool Program::load_copy(NodeId host, Cycle now, port::ProgramState& s) {
  for (Source& source = sources_[host.value]; source.due <= now;) {
    copies_->begin(source.group, host.value, static_cast<std::uint32_t>(source.next), source.due);
    source.due = draw_next(host, source, source.due);
  }
  if (!copies_->has_next(host)) {
    arm(host, now, s);
    return false;
  }
  const HostCopy& copy = copies_->next(host);
  s.packet = port::Packet();
  s.packet.created = copy.created;
  s.packet.destination = NodeId(copy.to);
  s.packet.flits = params_.words;
  s.packet.message = copies_->number(host);
  return true;
}

void Program::arm(NodeId host, Cycle now, port::ProgramState& s) const {
  s.due = copies_->has_next(host) ? now + 1 : sources_[host.value].due;
}

void Program::open(NodeId source, std::uint32_t message, std::uint32_t group) {
  ++created_;
  open_[source.value][message] = {group, (*params_.groups)[group].receivers()};
}

void Program::sent(NodeId host, Cycle now, port::ProgramState& s) {
  ++s.progress;
  if (copies_) {
    const HostCopy& copy = copies_->next(host);
    if (copy.is_first) open(host, copy.message, copy.group);
    copies_->sent(host);
    arm(host, now, s);
    return;
  }
  Source& source = sources_[host.value];
  open(host, static_cast<std::uint32_t>(source.next), source.group);
  s.due = draw_next(host, source, s.due);
}

void Program::delivered(NodeId host, const PacketRecord& packet, Cycle now, port::ProgramState& s) {
  ++s.progress;
  if (!copies_) {
    arrived(host, packet.source, packet.message, packet.created, now);
    return;
  }
  const std::optional<HostCopy> copy = copies_->arrived(packet.source, packet.message);
  if (!copy) return;
  arrived(host, NodeId(copy->source), copy->message, copy->created, now);
  if (copies_->has_next(host)) s.due = std::min(s.due, now + 1);
}

void Program::arrived(NodeId host, NodeId source, std::uint32_t message, Cycle created, Cycle now) {
  auto& of_source = open_[source.value];
  const auto found = of_source.find(message);
  if (found == of_source.end()) return;  // the host has counted the error
  Open& open = found->second;
  const host::Group& group = (*params_.groups)[open.group];
  const std::size_t place = group.place_of(host, source);
  if (place == group.members.size()) return;  // a ring has returned
  Member& member = members_[open.group][place];
  member.got.push_back({source.value, message});
  ++deliveries_;
  std::uint32_t& last = member.last[source.value];
  disordered_ += message < last;
  last = std::max(last, message + 1);
  const std::uint64_t latency = now - created;
  to_member_over_time_.add(now.value, static_cast<double>(latency));
  if (--open.missing != 0) return;
  ++complete_;
  to_last_.add(latency);
  to_last_sum_ += latency;
  to_last_over_time_.add(now.value, static_cast<double>(latency));
  of_source.erase(found);
}

bool Program::is_over() const {
  if (!is_bounded()) return false;
  for (std::uint32_t host = 0; host < sources_.size(); ++host)
    if (sends(NodeId(host)) && sources_[host].next != params_.messages) return false;
  return complete_ == created_ && (!copies_ || copies_->is_idle());
}

std::vector<std::uint32_t> Program::groups_in_different_orders() const {
  std::vector<std::uint32_t> found;
  for (std::uint32_t group = 0; group < members_.size(); ++group) {
    const std::vector<Member>& members = members_[group];
    const auto longest = std::max_element(members.begin(), members.end(),
                                          [](const Member& a, const Member& b) { return a.got.size() < b.got.size(); });
    const bool differ = std::any_of(members.begin(), members.end(), [&](const Member& member) {
      return !std::equal(member.got.begin(), member.got.end(), longest->got.begin());
    });
    if (differ) found.push_back(group);
  }
  return found;
}

}  // namespace slackline::multicast
