#include "rtl_models/barrier/barrier_unit/status_table.hpp"

namespace slackline::barrier_unit {

void build(Entry& entry, Address& child, unsigned channel, Address self, Message& message) {
  switch (message.tag) {
    case Tag::first: {
      const bool has_others = !is_empty(entry.children);
      child = message.from;
      insert(entry.children, channel);
      if (entry.node) {
        message.tag = Tag::told;
      } else if (has_others) {
        entry.node = true;
        message.node = self.bits();
        message.tag = Tag::new_node;
      }
      return;
    }
    case Tag::new_node:
      child = Address::from_bits(message.node);
      if (entry.node) message.tag = Tag::told;
      return;
    case Tag::told: return;
  }
}

}  // namespace slackline::barrier_unit
