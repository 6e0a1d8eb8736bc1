#include "testbench/monitors/message_watch.hpp"

#include <algorithm>

namespace slackline::monitors {

MessageWatch::MessageWatch(const network::ElaboratedNetlist& netlist, std::uint32_t source, std::uint32_t number)
    : netlist_(netlist), source_(source), number_(number) {
  for (std::uint32_t host = 0; host < netlist.endpoints.size(); ++host) {
    if (!netlist.has_interface(host)) continue;
    for (const firmware::ExportedQueue& places : firmware::exported_queues(*netlist.nic_of(host).firmware)) {
      Queue& queue = queues_.emplace_back();
      queue.host = host;
      queue.places = places;
    }
  }
}

void MessageWatch::note(const host::MessageTable& messages, Cycle cycle) {
  if (const host::MessageRecord* record = messages.find(NodeId(source_), number_)) note_record(*record, cycle);
  if (!explanation_) return;
  for (Queue& queue : queues_) note_queue(queue, cycle);
}

void MessageWatch::note_record(const host::MessageRecord& record, Cycle cycle) {
  const host::Groups* const groups = netlist_.interfaces->groups.get();
  if (!explanation_) {
    explanation_.emplace();
    explanation_->source = name_of(source_);
    explanation_->message = explanation_->source + ':' + std::to_string(number_);
    explanation_->destination =
        record.to_group ? "group " + std::to_string(record.destination.value) : name_of(record.destination.value);
    explanation_->words = record.words;
    explanation_->created = record.created;
    explanation_->posted = record.posted;
  }
  explanation_->received = record.received;
  if (!record.to_group || groups == nullptr) {
    if (record.received == cycle) explanation_->deliveries.push_back({name_of(record.destination.value), cycle});
    return;
  }
  has_.resize(record.has.size());
  for (std::size_t i = 0; i < record.has.size(); ++i)
    if (record.has[i] && !has_[i]) {
      has_[i] = true;
      explanation_->deliveries.push_back({name_of((*groups)[record.destination.value].members[i]), cycle});
    }
}

void MessageWatch::note_queue(Queue& queue, Cycle cycle) {
  const firmware::ExportedQueue& places = queue.places;
  if (firmware::host_of(queue.words[places.source]) != source_ || queue.words[places.message] != number_) {
    close(queue);
    return;
  }
  const bool goes_on = queue.open && queue.open->offset == queue.words[places.offset] &&
                       queue.state == queue.words[places.state] && queue.waits_for == queue.words[places.waits_for];
  if (!goes_on) {
    close(queue);
    begin(queue, cycle);
  }
  queue.open->to = cycle;
}

void MessageWatch::begin(Queue& queue, Cycle cycle) {
  const firmware::ExportedQueue& places = queue.places;
  queue.state = queue.words[places.state];
  queue.waits_for = queue.words[places.waits_for];
  QueueStretch& stretch = queue.open.emplace();
  stretch.from = cycle;
  stretch.host = name_of(queue.host);
  stretch.queue = places.name;
  stretch.offset = queue.words[places.offset];
  stretch.state = firmware::name_of(netlist_.nic_of(queue.host).firmware->exports[places.state], queue.state);
  const std::optional<firmware::QueueRef> next = firmware::waits_for(queue.waits_for);
  if (!next || next->host >= netlist_.endpoints.size()) return;
  stretch.next_host = name_of(next->host);
  stretch.next_queue = queue_name(next->host, next->number);
}

void MessageWatch::close(Queue& queue) {
  if (!queue.open) return;
  explanation_->stretches.push_back(std::move(*queue.open));
  queue.open.reset();
}

std::string MessageWatch::queue_name(std::uint32_t host, std::uint32_t number) const {
  const auto found = std::find_if(queues_.begin(), queues_.end(), [&](const Queue& queue) {
    return queue.host == host && queue.places.number == number;
  });
  return found == queues_.end() ? "queue " + std::to_string(number) : std::string(found->places.name);
}

bool MessageWatch::is_over() const {
  return explanation_ && explanation_->received != never &&
         std::none_of(queues_.begin(), queues_.end(), [](const Queue& queue) { return queue.open.has_value(); });
}

void MessageWatch::finish(Cycle end) {
  for (Queue& queue : queues_) close(queue);
  if (!explanation_) return;
  explanation_->end = end;
  std::stable_sort(explanation_->stretches.begin(), explanation_->stretches.end(),
                   [](const QueueStretch& a, const QueueStretch& b) { return a.from < b.from; });
}

}  // namespace slackline::monitors
