// Edge: one clock edge of wormhole_switch. Rules shared by both allocations: when a worm or a header may leave, and the
// effects of its leaving. OneVcAllocation and SeparableAllocation add the choice of which one leaves.
#pragma once

#include <algorithm>

#include "rtl_models/common/crc8.hpp"
#include "rtl_models/wormhole_switch/demand.hpp"
#include "rtl_models/wormhole_switch/edge_wires.hpp"
#include "rtl_models/wormhole_switch/port_choice.hpp"

namespace slackline::wormhole_switch::detail {

template <unsigned fixed_vcs, bool plain, class Ports, class Drive>
struct Edge : EdgeWires<fixed_vcs, plain, Ports, Drive> {
  using Base = EdgeWires<fixed_vcs, plain, Ports, Drive>;
  using Base::Base;
  using Base::changes_headers, Base::channel, Base::counts_credits, Base::cuts_through, Base::has_barriers,
      Base::connected, Base::has_choice, Base::held, Base::held_in_bank, Base::in, Base::in_bank, Base::index,
      Base::is_released, Base::marks_headers, Base::now, Base::p, Base::place, Base::ports, Base::requests,
      Base::requests_of, Base::s, Base::send, Base::strips_routes, Base::take, Base::times_out, Base::vcs;

  /// Outputs of the bank of `o` whose lane on VC `w` a barrier has taken.
  PortMask barred_in_bank(unsigned o, unsigned w) const {
    return has_barriers() ? s.barrier->barred[w].bank[Base::bank_of(o)] : 0;
  }
  bool is_barred(unsigned o, unsigned w) const { return has(barred_in_bank(o, w), in_bank(o)); }

  /// After a tail both its lanes are free again, from `now` + 1 + arbitration on.
  void charge_arbitration(Lane input, Lane output) {
    in(input).ask_at = s.out_lane[index(output.port, output.vc)].free_at = now + 1 + p.arbitration;
  }

  /// The front flit, of a worm that goes on, has been in the buffer for as long as data_delay asks.
  bool data_is_due(const InputLane& lane) const {
    return p.data_wait() == 0 || slack_buffer::front_age(lane.buffer, now) > p.data_wait();
  }

  /// A worm goes on by one flit.
  void move_worm(Lane input, Lane output) {
    InputLane& lane = in(input);
    Flit flit = slack_buffer::front(lane.buffer);
    if (flit.opens_worm()) {
      cut_worm(lane, input, output);
      return;
    }
    take(input);
    if (has_barriers() && flit.kind() == FlitKind::padding) {
      if (lane.promote) {  // there is no header yet that it could follow
        barriers(*this).note_padding_dropped();
        return;
      }
      barriers(*this).note_padding_sent(output.port);
      flit = flit.with_data(0);
    } else if (strips_routes()) {
      if (lane.promote && flit.kind() == FlitKind::abort) {  // cut when only its route had come
        ++s.errors.empty;
        ++s.aborts_dropped;
        lane.promote = 0;
        close_worm(input, output);
        return;
      }
      flit = behind_the_route(lane, flit);
    }
    if (times_out() && flit.kind() == FlitKind::abort) flit = flit.with_data(0);
    send(output, flit);
    if (flit.closes_worm()) close_worm(input, output);
  }

  /// After the arrivals: closes worms of which nothing more comes.
  [[gnu::noinline]] void time_worms_out() {
    for (unsigned v = 0; v < vcs(); ++v)
      for_each_bit(connected(v), [&](unsigned i) {
        const Lane output = s.crossbar.output_of[index(i, v)];
        const bool is_held_up = (Base::is_stopped(output.port, output.vc) && Base::holds_worms_back(output.port)) ||
                                is_barred(output.port, output.vc);
        Age<>& since = s.starving[index(i, v)].since;
        if (is_held_up || s.in[index(i, v)].buffer.count != 0) {
          since = now + 1;
        } else if (now >= since && now - since >= p.worm_timeout) {
          ++s.errors.timed_out;
          Base::store_made_here(i, v, FlitKind::abort);
        }
      });
  }

  /// The tail got lost: closes the worm, the header waits for its own turn.
  void cut_worm(InputLane& lane, Lane input, Lane output) {
    if (lane.promote) {  // nothing of the worm has been sent
      ++s.errors.empty;
      lane.promote = 0;
    } else {
      ++s.errors.truncated;
      send(output, Flit(FlitKind::abort, VcId(output.vc), 0, 0));
    }
    close_worm(input, output);
  }

  void close_worm(Lane input, Lane output) {
    crossbar::release<Ports>(p.crossbar_params(), s.crossbar, input);
    charge_arbitration(input, output);
    note_demand_ends(output.port);
  }

  /// Places the worms of faults at output lanes that are free after the edge, and takes those away whose time is over.
  /// True: a header or a barrier may have such a lane at the next edge.
  [[gnu::noinline]] bool place_worms(const FaultsInside& faults) {
    bool freed = false;
    for (const PlacedWorms& worms : faults.placed)
      for (unsigned w = 0; w < vcs(); ++w) {
        const Lane output = lane_of(worms.port, w);
        const bool is_held = crossbar::is_held(p.crossbar_params(), s.crossbar, output);
        if (has(worms.vcs, w) && !is_held) {
          note_demand_begins(worms.port);
          crossbar::place(p.crossbar_params(), s.crossbar, output, has(worms.moving, w));
          ++*worms.count;
        } else if (!has(worms.vcs, w) && is_held && crossbar::is_placed(p.crossbar_params(), s.crossbar, output)) {
          crossbar::remove_placed(p.crossbar_params(), s.crossbar, output);
          s.out_lane[index(worms.port, w)].free_at = now + 1 + p.arbitration;
          note_demand_ends(worms.port);
          freed = true;
        }
      }
    return freed;
  }
  /// The worm that holds lane (o, w) could send a flit, if the link is free.
  bool may_go_on(unsigned o, unsigned w) const {
    return !Base::is_stopped(o, w) && !crossbar::is_placed_standing(p.crossbar_params(), s.crossbar, lane_of(o, w));
  }

  /// A header asks for the output, or a worm holds it.
  bool in_demand(unsigned o) const {
    Ports taken = ports(s.wanted);
    for (unsigned v = 0; v < vcs(); ++v) taken |= held(v);
    return has(taken, o);
  }

  /// Before a header begins to ask for output `o`. Cycles that the spell before has counted are not counted again.
  void note_demand_begins(unsigned o) {
    if (!in_demand(o)) begin_demand(s.link[o], now);
  }

  /// After the last flit of a worm.
  void note_demand_ends(unsigned o) {
    if (!in_demand(o)) end_demand(s.link[o], now);
  }

  bool header_asks(unsigned o) const { return has(ports(s.wanted), o); }
  PortSet linked() const { return place.wired; }

  /// A flit that is of no worm leaves. The output is in demand while it does, even if no worm wants it.
  void put_between_worms(unsigned o, Flit flit) {
    insert(Base::busy, o);
    note_demand_begins(o);
    Base::put(o, flit);
    note_demand_ends(o);
  }

  /// A header is let go: counts how long it has asked, and how long of that it held up others.
  void count_wait(Lane input) {
    const InputLane& lane = in(input);
    const std::uint64_t wait = now - lane.ask_at;
    if (wait == 0) return;
    HeaderWaits& waits = s.waits[index(input.port, input.vc)];
    waits.cycles += wait;
    for (unsigned n = 1; n < lane.buffer.count; ++n)
      if (const slack_buffer::Slot& slot = slack_buffer::slot_at(p.buffer, lane.buffer, n); slot.flit().opens_worm()) {
        waits.hol_blocked += std::min<std::uint64_t>(wait, slack_buffer::age(slot, now) - 1);
        return;
      }
  }

  /// Updates a flit of a packet whose route flit has been stripped here.
  Flit behind_the_route(InputLane& lane, Flit flit) {
    if (p.trailing_crc && flit.kind() != FlitKind::abort) {
      if (flit.closes_worm())
        flit = flit.with_data(flit.data() ^ lane.crc_update);
      else
        lane.crc_update = crc8_step(lane.crc_update, 0);
    }
    if (lane.promote) {
      flit = flit.as_header();
      if (lane.promote == 2) flit = flit.marked();
      lane.promote = 0;
    }
    return flit;
  }

  /// The front flit of a lane without an output, which should be a header: begins to ask for its output when it is
  /// time. False: it is lost, and must be thrown away.
  [[nodiscard]] bool route_header(unsigned i, unsigned v) {
    InputLane& lane = s.in[index(i, v)];
    const Flit flit = slack_buffer::front(lane.buffer);
    if (!flit.opens_worm()) {
      if (times_out() && flit.kind() == FlitKind::abort)
        ++s.aborts_dropped;  // its worm has been closed here before
      else
        ++s.errors.orphans;
      return false;
    }
    if (p.header_wait() != 0 && slack_buffer::front_age(lane.buffer, now) <= p.header_wait()) return true;
    if (now < lane.ask_at) return true;
    const Lane from = lane_of(i, v);
    const route_unit::Route asked =
        has_choice() ? first_choice(*this, from, flit)
                     : route_unit::route(p.route, place.route, flit.data(), PortId(from.port), VcId(from.vc));
    if (!is_wired(asked.port)) {
      ++s.errors.misrouted;
      return false;
    }
    if (strips_routes() && flit.closes_worm()) {
      ++s.errors.empty;
      ++s.stripped;
      return false;
    }
    lane.route = {static_cast<std::uint8_t>(asked.port), true, asked.vcs};
    note_demand_begins(asked.port);
    requests_of(asked.port, v, i).requests |= bit(in_bank(i));
    lane.ask_at = now;
    insert(ports(s.wanted), asked.port);
    channel(v, i).requesting |= bit(in_bank(i));
    return true;
  }

  /// Output `o` exists, and has a link. A route may lead to ports that only other switches have, or none.
  bool is_wired(unsigned o) const { return o < Base::most_ports && has(ports(place.wired), o); }

  /// An output lane that is neither held nor stopped may take a header.
  bool lane_is_ready(unsigned o, unsigned w) const {
    if (!is_released(o, w)) return false;
    if (!counts_credits(o, w)) return true;
    const flow_controller::State& flow = channel(w, o).flow;
    const unsigned lane = in_bank(o);
    if (cuts_through(o)) return flow_controller::has_room(flow, lane, p.longest_packet);
    return !p.is_adaptive(w) || flow_controller::has_room(flow, lane, flow.most_credits[lane]);
  }

  /// The lanes of output `o` that a header could take.
  VcMask open_lanes(unsigned o) const {
    VcMask open = 0;
    for (unsigned w = 0; w < vcs(); ++w)
      if (!has(held_in_bank(o, w) | channel(w, o).flow.stopped | barred_in_bank(o, w), in_bank(o)) &&
          lane_is_ready(o, w))
        open |= vc_bit(w);
    return open;
  }

  /// The arbiter's choice of the input ports in `asking`, which ask for output `o`; `vc_of(i)` is the VC on which
  /// input `i` does.
  template <class VcOf>
  Lane pick_header(unsigned o, const Ports& asking, VcOf&& vc_of) {
    const router_arbiter::Params arbiter = p.arbiter_params();
    OutputPort& out = s.out[o];
    if (router_arbiter::orders_by_age(arbiter.policy))
      for_each_bit(asking, [&](unsigned i) {
        router_arbiter::begin_request(arbiter, out.arbiter, i, s.in[index(i, vc_of(i))].ask_at);
      });
    const unsigned i = router_arbiter::pick(arbiter, out.arbiter, asking);
    return lane_of(i, vc_of(i));
  }

  Flit with_next_header(Flit flit, Lane input) const {
    return flit.with_data(route_unit::next_header(p.route, place.route, flit.data(), PortId(input.port)));
  }

  /// The header takes output lane (o, w), and its first flit leaves.
  void grant_header(unsigned o, Lane input, unsigned w) {
    router_arbiter::grant<Ports>(p.arbiter_params(), s.out[o].arbiter, input.port);
    withdraw_request(o, input);
    InputLane& lane = in(input);
    count_wait(input);
    Flit flit = slack_buffer::front(lane.buffer);
    if (marks_headers() && lane.buffer.count >= p.mark_at) flit = flit.marked();
    take(input);
    const Lane output = lane_of(o, w);
    if (strips_routes()) {
      ++s.stripped;
      lane.promote = flit.is_marked() ? 2 : 1;
      if (p.trailing_crc) lane.crc_update = crc8_step(0, static_cast<std::uint8_t>(flit.data()));
    } else {
      send(output, changes_headers() ? with_next_header(flit, input) : flit);
    }
    if (!flit.closes_worm()) {
      if (times_out()) s.starving[index(input.port, input.vc)].since = now + 1;
      crossbar::connect<Ports>(p.crossbar_params(), s.crossbar, input, output);
    } else {
      charge_arbitration(input, output);
      note_demand_ends(o);
    }
  }

  void drop_request(unsigned o, Lane input) {
    requests_of(o, input.vc, input.port).requests &= ~bit(in_bank(input.port));
    Ports rest{};
    for (unsigned v = 0; v < vcs(); ++v) rest |= requests(o, v);
    erase_if(ports(s.wanted), o, is_empty(rest));
  }

  void withdraw_request(unsigned o, Lane input) {
    drop_request(o, input);
    channel(input.vc, input.port).requesting &= ~bit(in_bank(input.port));
    in(input).route.valid = false;
  }
};

}  // namespace slackline::wormhole_switch::detail
