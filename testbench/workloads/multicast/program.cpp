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
}

void Program::draw_group(NodeId host, Source& source) const {
  const std::vector<std::uint32_t>& own = params_.groups_of[host.value];
  source.group = own[own.size() == 1 ? 0 : source.choice.below(static_cast<std::uint32_t>(own.size()))];
}

void Program::begin(NodeId host, port::ProgramState& s) {
  if (!sends(host) || params_.messages == 0) return;
  Source& source = sources_[host.value];
  // Workloads of one run draw numbers of their own, whatever the others are.
  const std::uint64_t seed = mix64(params_.seed + params_.workload);
  source.arrivals.stream = RandomStream(seed, host.value, RandomPurpose::arrivals);
  source.choice = RandomStream(seed, host.value, RandomPurpose::destinations);
  s.due = process_.first(source.arrivals);
  draw_group(host, source);
}

bool Program::load(NodeId host, Cycle, port::ProgramState& s) {
  const Source& source = sources_[host.value];
  s.packet = port::Packet();
  s.packet.created = s.due;
  s.packet.destination = NodeId(params_.first_group + source.group);
  s.packet.to_group = true;
  s.packet.flits = params_.words;
  s.packet.message = static_cast<std::uint32_t>(source.next);
  return true;
}

void Program::sent(NodeId host, Cycle, port::ProgramState& s) {
  Source& source = sources_[host.value];
  ++created_;
  ++s.progress;
  open_[host.value][static_cast<std::uint32_t>(source.next)] = {source.group,
                                                                (*params_.groups)[source.group].receivers()};
  if (++source.next == params_.messages) {
    s.due = never;
    return;
  }
  s.due = process_.next(source.arrivals, s.due);
  draw_group(host, source);
}

void Program::delivered(NodeId host, const PacketRecord& packet, Cycle now, port::ProgramState& s) {
  ++s.progress;
  auto& of_source = open_[packet.source.value];
  const auto found = of_source.find(packet.message);
  if (found == of_source.end()) return;  // the host has counted the error
  Open& open = found->second;
  const host::Group& group = (*params_.groups)[open.group];
  Member& member = members_[open.group][group.place_of(host, packet.source)];
  member.got.push_back({packet.source.value, packet.message});
  std::uint32_t& last = member.last[packet.source.value];
  disordered_ += packet.message < last;
  last = std::max(last, packet.message + 1);
  if (--open.missing != 0) return;
  ++complete_;
  to_last_.add(now - packet.created);
  to_last_sum_ += now - packet.created;
  of_source.erase(found);
}

bool Program::is_over() const {
  if (!is_bounded()) return false;
  for (std::uint32_t host = 0; host < sources_.size(); ++host)
    if (sends(NodeId(host)) && sources_[host].next != params_.messages) return false;
  return complete_ == created_;
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
