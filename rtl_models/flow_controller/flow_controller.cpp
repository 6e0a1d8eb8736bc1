#include "rtl_models/flow_controller/flow_controller.hpp"

#include <algorithm>

namespace slackline::flow_controller {

std::string words_of(bool (*is_meant)(Kind)) {
  std::string words;
  for (const NamedKind& one : all_kinds)
    if (is_meant(one.kind)) words.append(words.empty() ? "" : " or ").append(one.word);
  return words;
}

Violations Params::violations() const {
  Violations found;
  if (has_credits()) {
    check_range(found, "credits", credits, 1, 32768);
  } else {
    check_range(found, "stop_at", stop_at, 1, 32768);
    if (stop_at >= 1)
      check_range(found, "go_at", go_at, go_at_for(kind, stop_at, 0),
                  go_at_for(kind, stop_at, static_cast<std::uint16_t>(stop_at - 1)));
  }
  check_range(found, "fc_cycles", fc_cycles, 0, 63);
  return found;
}

void bind(const Params& p, State& s, unsigned lanes, Arena& arena) {
  s = State();
  s.pipe = arena.take<PortMask>(p.storage_words());
  if (!p.has_credits() && !p.counts_credits) return;
  s.credits = arena.take<std::uint16_t>(lanes);
  s.most_credits = arena.take<std::uint16_t>(lanes);
  if (!p.has_credits() || s.credits == nullptr) return;
  s.by_credit = first_ports(lanes);
  std::fill_n(s.credits, lanes, p.credits);
  std::fill_n(s.most_credits, lanes, p.credits);
}

void set_receiver(State& s, unsigned lane, Kind kind, std::uint16_t credits) {
  s.by_credit &= ~bit(lane);
  if (!returns_credits(kind)) return;
  s.by_credit |= bit(lane);
  s.credits[lane] = s.most_credits[lane] = credits;
}

}  // namespace slackline::flow_controller
