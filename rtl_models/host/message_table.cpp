#include "rtl_models/host/message_table.hpp"

namespace slackline::host {

namespace {

constexpr std::size_t first_slots = 16;

/// `Slots`: a vector of records, which may be const.
template <class Slots>
auto& slot_of(Slots& slots, std::uint32_t number) {
  return slots[number & (slots.size() - 1)];
}

}  // namespace

void MessageTable::grow(Source& source) {
  std::vector<MessageRecord> larger(source.slots.empty() ? first_slots : 2 * source.slots.size());
  for (const MessageRecord& record : source.slots)
    if (record.words != 0) slot_of(larger, record.number) = record;
  source.slots = std::move(larger);
}

MessageRecord& MessageTable::open(NodeId source, Cycle now) {
  Source& own = sources_[source.value];
  const auto is_free = [&](const MessageRecord& record) { return record.words == 0 || record.over_before(now); };
  const auto most = [](const MessageRecord& record) { return record.to_group ? most_slots_for_groups : most_slots; };
  while (own.slots.empty() ||
         (!is_free(slot_of(own.slots, own.next)) && own.slots.size() < most(slot_of(own.slots, own.next))))
    grow(own);
  MessageRecord& record = slot_of(own.slots, own.next);
  own.lost += record.is_open();
  record = MessageRecord();
  record.source = source;
  record.number = own.next++;
  return record;
}

const MessageRecord* MessageTable::find(NodeId source, std::uint32_t number) const {
  if (source.value >= sources_.size() || sources_[source.value].slots.empty()) return nullptr;
  const MessageRecord& record = slot_of(sources_[source.value].slots, number);
  return record.words != 0 && record.number == number ? &record : nullptr;
}
MessageRecord* MessageTable::find(NodeId source, std::uint32_t number) {
  return const_cast<MessageRecord*>(static_cast<const MessageTable*>(this)->find(source, number));
}

std::uint64_t MessageTable::lost() const {
  std::uint64_t all = 0;
  for (const Source& source : sources_) all += source.lost;
  return all;
}

}  // namespace slackline::host
