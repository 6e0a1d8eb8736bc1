#include "rtl_models/common/link_fault.hpp"

#include "rtl_models/common/random_stream.hpp"

namespace slackline {

namespace {

/// Random bits that depend on the fault, the edge and the purpose alone.
std::uint64_t draw(const LinkFault& fault, Cycle now, unsigned purpose) {
  return mix64(mix64(fault.seed + now.value) + purpose);
}

bool strikes(const LinkFault& fault, std::uint64_t hits, Cycle now, unsigned purpose) {
  if (!fault.acts(now) || (fault.count != 0 && hits >= fault.count)) return false;
  return fault.probability >= 1 || static_cast<double>(draw(fault, now, purpose) >> 11) * 0x1p-53 < fault.probability;
}

}  // namespace

VcMask LinkFault::moving_vcs() const {
  VcMask moves = 0;
  for (unsigned v = 0; v < 16; ++v)
    if (static_cast<double>(draw(*this, Cycle(), v) >> 11) * 0x1p-53 < moving) moves |= vc_bit(v);
  return moves;
}

Flit pass_flit(const LinkFault& fault, LinkFaultState& state, Cycle now, Flit flit) {
  const bool may_be_hit = fault.kind == LinkFaultKind::drop || fault.kind == LinkFaultKind::corrupt || cuts(fault.kind);
  if (!may_be_hit || !has(fault.vcs, flit.vc().value) || !strikes(fault, state.hits(), now, flit.vc().value))
    return flit;
  if (fault.kind == LinkFaultKind::corrupt) {
    ++state.flits_changed;
    return flit.with_data(flit.data() ^ (1u << draw(fault, now, 64) % fault.data_bits));
  }
  ++state.flits_lost;
  return Flit();
}

VcMask pass_stop(const LinkFault& fault, LinkFaultState& state, Cycle now, VcMask word) {
  if (!fault.acts(now)) return word;
  const auto others = static_cast<VcMask>(word & ~fault.vcs);
  switch (fault.kind) {
    case LinkFaultKind::drop:
    case LinkFaultKind::corrupt:
    case LinkFaultKind::held: break;
    case LinkFaultKind::stop_stuck: return fault.level ? static_cast<VcMask>(others | fault.vcs) : others;
    case LinkFaultKind::dead:
    case LinkFaultKind::host_dead: return others;
    case LinkFaultKind::credit_lost:
      for_each_bit(static_cast<VcMask>(word & fault.vcs), [&](unsigned vc) {
        if (!strikes(fault, state.hits(), now, vc)) return;
        ++state.credits_lost;
        word &= static_cast<VcMask>(~vc_bit(vc));
      });
      break;
  }
  return word;
}

void LinkFaults::look_inside(Cycle now, FaultsInside& inside) const {
  inside.dead = {};
  inside.placed.clear();
  for (const Entry& entry : on_stops_) {
    const bool acts = entry.fault->acts(now);
    if (cuts(entry.fault->kind) && acts) insert(inside.dead, entry.port);
    if (entry.fault->kind != LinkFaultKind::held) continue;
    auto at = std::find_if(inside.placed.begin(), inside.placed.end(),
                           [&](const PlacedWorms& worms) { return worms.port == entry.port; });
    if (at == inside.placed.end()) at = inside.placed.insert(at, {entry.port, 0, 0, nullptr});
    if (!acts) continue;
    at->vcs |= entry.fault->vcs;
    at->moving |= static_cast<VcMask>(entry.fault->vcs & entry.fault->moving_vcs());
    at->count = &entry.state->worms_placed;
  }
}

}  // namespace slackline
