#include "testbench/monitors/packet_log.hpp"

#include <algorithm>
#include <tuple>

namespace slackline::monitors {

void PacketLog::begin(const network::Netlist& netlist) {
  netlist_ = &netlist;
  lines_ = "source,sequence,destination,flits,created,injected,hops,padding,ejected";
  lines_ += workloads_.empty() ? "\n" : ",workload\n";
}

void PacketLog::note_head(const network::Channel& channel, std::uint32_t tag, const PacketRecord& packet, Cycle cycle) {
  if (channel.from.kind == network::InstanceKind::endpoint) {
    open_.push_back({tag, packet, ""});
    return;
  }
  // A head of a packet that has arrived, or never was, is a fault: the checks report it.
  Entry* const entry = find(tag);
  if (entry == nullptr) return;
  if (!entry->hops.empty()) entry->hops += ' ';
  entry->hops += netlist_->switches[channel.from.instance].name + ':' + std::to_string(cycle.value);
}

void PacketLog::note_padding(const network::Channel& channel, std::uint32_t tag) {
  if (channel.to.kind != network::InstanceKind::endpoint) return;
  if (Entry* const entry = find(tag); entry != nullptr) ++entry->padding;
}

PacketLog::Entry* PacketLog::find(std::uint32_t tag) {
  const auto entry = std::find_if(open_.rbegin(), open_.rend(), [tag](const Entry& e) { return e.tag == tag; });
  return entry == open_.rend() ? nullptr : &*entry;
}

void PacketLog::note_arrivals(const PacketTable& packets) {
  arrived_.clear();
  const auto has_arrived = [&](const Entry& entry) { return packets.find(entry.tag)->delivered != never; };
  for (Entry& entry : open_)
    if (has_arrived(entry)) {
      entry.packet.delivered = packets.find(entry.tag)->delivered;
      arrived_.push_back(entry);
    }
  if (arrived_.empty()) return;
  open_.erase(std::remove_if(open_.begin(), open_.end(), has_arrived), open_.end());
  sort(arrived_);
  for (const Entry& entry : arrived_) lines_ += line_of(entry);
}

std::string PacketLog::finish() {
  sort(open_);
  for (const Entry& entry : open_) lines_ += line_of(entry);
  open_.clear();
  return std::move(lines_);
}

void PacketLog::sort(std::vector<Entry>& entries) {
  const auto key = [](const Entry& e) { return std::tuple(e.packet.source.value, e.packet.sequence); };
  std::sort(entries.begin(), entries.end(), [&](const Entry& a, const Entry& b) { return key(a) < key(b); });
}

std::string PacketLog::line_of(const Entry& entry) const {
  const PacketRecord& p = entry.packet;
  std::string line;
  for (const std::uint64_t field :
       {std::uint64_t{p.source.value}, std::uint64_t{p.sequence}, std::uint64_t{p.destination.value},
        std::uint64_t{p.flits}, p.created.value, p.injected.value})
    line += std::to_string(field) + ',';
  line += entry.hops + ',' + std::to_string(entry.padding) + ',';
  if (p.delivered != never) line += std::to_string(p.delivered.value);
  if (!workloads_.empty()) line += ',';
  if (p.workload < workloads_.size()) line += workloads_[p.workload];
  return line + '\n';
}

}  // namespace slackline::monitors
