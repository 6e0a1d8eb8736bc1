#include "rtl_models/wormhole_switch/wormhole_switch_module.hpp"

#include <algorithm>

#include "rtl_models/common/checked.hpp"
#include "rtl_models/wormhole_switch/wormhole_switch_step.hpp"

namespace slackline::wormhole_switch {

Module::Module(sc_core::sc_module_name name, const Params& params, const Place& place)
    : sc_module(name),
      flit_in("flit_in", params.ports),
      stop_out("stop_out", params.ports),
      flit_out("flit_out", params.ports),
      stop_in("stop_in", params.ports),
      params_(checked(params, "wormhole_switch").completed()),
      place_(place),
      storage_(storage_bytes(params_) / sizeof(std::uint64_t)),
      one_plain_vc_(params_.one_plain_vc()),
      stop_in_(std::size_t{params_.banks()} * params_.flow_channels()),
      stop_words_(params.ports),
      receivers_(params.ports),
      sender_vcs_(params.ports, params_.virtual_channels),
      cycles_per_flit_(params.ports),
      links_(params.ports),
      stop_links_(params.ports),
      sampled_(params.ports),
      next_(params.ports) {
  reset();
  SC_METHOD(on_edge);
  sensitive << clk.pos();
  dont_initialize();
}

void Module::set_link_delay(PortId port, std::uint32_t cycles) {
  links_.at(port.value) = DelayLine<std::uint64_t>(stages_of_delay(cycles));
  assign(delayed_inputs_, port.value, cycles > 1);
}

void Module::set_stop_delay(PortId port, std::uint32_t cycles) {
  stop_links_.at(port.value) = DelayLine<std::uint32_t>(stages_of_delay(cycles));
  assign(delayed_stops_, port.value, cycles > 1);
}

void Module::set_cycles_per_flit(PortId port, CyclesPerFlit cycles) {
  cycles_per_flit_.at(port.value) = cycles;
  wormhole_switch::set_cycles_per_flit(place_, state_, port, cycles);
}

void Module::set_receiver(PortId port, const Receiver& receiver) {
  receivers_.at(port.value) = receiver;
  wormhole_switch::set_receiver(params_, place_, state_, port, receiver);
}

void Module::set_sender_vcs(PortId port, unsigned virtual_channels) {
  sender_vcs_.at(port.value) = static_cast<std::uint8_t>(virtual_channels);
}

void Module::set_unlimited(PortId port) {
  insert(unlimited_, port.value);
  wormhole_switch::set_unlimited(params_, state_, port);
}

void Module::set_faults(const LinkFaults& faults) {
  faults_ = &faults;
  faulty_inputs_ = faults.inputs();
  faulty_outputs_ = faults.outputs();
}

Flit Module::link_stage(PortId port, std::uint32_t stage) const {
  return Flit(links_[port.value].peek(stage, Cycle(now_.value - 1)));
}

std::uint32_t Module::stop_stage(PortId port, std::uint32_t stage) const {
  return stop_links_[port.value].peek(stage, Cycle(now_.value - 1));
}

void Module::start_of_simulation() {
  place_.wired = {};
  for (unsigned i = 0; i < params_.ports; ++i) {
    flit_wires_in_.emplace_back(channel_of(flit_in[i]));
    stop_wires_out_.push_back(channel_of(stop_out[i]));
    flit_wires_out_.push_back(channel_of(flit_out[i]));
    stop_wires_in_.emplace_back(channel_of(stop_in[i]));
    insert_if(inputs_, i, flit_wires_in_[i].bound());
    insert_if(stoppable_, i, stop_wires_in_[i].bound());
    insert_if(place_.wired, i, flit_wires_out_[i] != nullptr);
  }
}

void Module::reset() {
  std::fill(storage_.begin(), storage_.end(), 0);
  Arena arena(reinterpret_cast<std::byte*>(storage_.data()));
  bind(params_, state_, arena);
  wire_in(params_, place_, state_);
  for (unsigned o = 0; o < params_.ports; ++o) {
    const PortId port(static_cast<std::uint8_t>(o));
    wormhole_switch::set_cycles_per_flit(place_, state_, port, cycles_per_flit_[o]);
    if (receivers_[o]) wormhole_switch::set_receiver(params_, place_, state_, port, *receivers_[o]);
  }
  for_each_bit(unlimited_, [&](unsigned o) {
    wormhole_switch::set_unlimited(params_, state_, PortId(static_cast<std::uint8_t>(o)));
  });
  for (auto& link : links_) link.reset();
  for (auto& link : stop_links_) link.reset();
  std::fill(stop_in_.begin(), stop_in_.end(), 0);
  std::fill(stop_words_.begin(), stop_words_.end(), 0);
  awake_ = true;
}

template <class Ports>
Ports Module::sample_flits() {
  Ports arrivals{};
  const auto* wires = flit_wires_in_.data();
  std::uint64_t* sampled = sampled_.data();
  const Ports& inputs = ports_in<Ports>(inputs_);
  for_each_bit(inputs, [&](unsigned i) {
    const std::uint64_t word = wires[i].read();
    sampled[i] = word;
    insert_if(arrivals, i, word != 0);
  });
  for_each_bit(inputs & ports_in<Ports>(delayed_inputs_), [&](unsigned i) {
    sampled[i] = links_[i].step(sampled[i], now_);
    assign(arrivals, i, sampled[i] != 0);
  });
  for_each_bit(arrivals & ports_in<Ports>(faulty_inputs_), [&](unsigned i) {
    sampled[i] = faults_->flit(i, now_, Flit(sampled[i])).word();
    erase_if(arrivals, i, sampled[i] == 0);
  });
  return arrivals;
}

VcMask Module::sample_stops_of_one_plain_vc() {
  PortMask stops = 0;
  const auto* wires = stop_wires_in_.data();
  const PortMask stoppable = stoppable_.bank[0];
  for_each_bit(stoppable, [&](unsigned o) { stops |= PortMask{wires[o].read() & 1} << o; });
  for_each_bit(stoppable & delayed_stops_.bank[0], [&](unsigned o) {
    const std::uint32_t word = stop_links_[o].step(has(stops, o), now_);
    stops = (stops & ~bit(o)) | PortMask{word & 1} << o;
  });
  for_each_bit(stoppable & faulty_outputs_.bank[0], [&](unsigned o) {
    const VcMask word = faults_->stop(o, now_, static_cast<VcMask>(has(stops, o)));
    stops = (stops & ~bit(o)) | PortMask{word & 1u} << o;
  });
  const bool changed = stops != stop_in_[0];
  stop_in_[0] = stops;
  return changed;
}

template <class Ports>
VcMask Module::sample_stops() {
  VcMask changed = 0;
  const auto* wires = stop_wires_in_.data();
  DelayLine<std::uint32_t>* links = stop_links_.data();
  const std::uint32_t* before = stop_words_.data();
  const Ports &delayed = ports_in<Ports>(delayed_stops_), &faulty = ports_in<Ports>(faulty_outputs_);
  for_each_bit(ports_in<Ports>(stoppable_), [&](unsigned o) {
    std::uint32_t word = wires[o].read();
    if (has(delayed, o)) word = links[o].step(word, now_);
    if (has(faulty, o)) word = faults_->stop(o, now_, static_cast<VcMask>(word));
    if (word != before[o])
      changed |= take_stop(o, word);
    else if (counts_credits(params_, state_, o, 0))
      changed |= static_cast<VcMask>(word);
  });
  return changed & first_vcs(params_.flow_channels());
}

/// The word that output `o` samples has changed. Returns the VCs for which there is something.
VcMask Module::take_stop(unsigned o, std::uint32_t word) {
  const auto differs = static_cast<VcMask>(word ^ stop_words_[o]);
  stop_words_[o] = word;
  PortMask* stops = &stop_in_[o / ports_of_bank * params_.flow_channels()];
  for (unsigned v = 0; v < params_.flow_channels(); ++v) assign(stops[v], o % ports_of_bank, ((word >> v) & 1) != 0);
  return counts_credits(params_, state_, o, 0) ? static_cast<VcMask>(differs | word) : differs;
}

template <class Ports>
void Module::drive_flits(const Ports& driven) {
  Ports& before = ports_in<Ports>(driven_);
  for_each_bit(before & ~driven, [&](unsigned o) { flit_wires_out_[o]->write(0); });
  for_each_bit(driven, [&](unsigned o) { flit_wires_out_[o]->write(next_[o]); });
  before = driven;
}

template <class Ports>
void Module::drive_stops(const Ports& changed) {
  for_each_bit(changed, [&](unsigned i) {
    if (stop_wires_out_[i] == nullptr) return;
    std::uint32_t word = 0;
    for (unsigned v = 0; v < params_.flow_channels(); ++v)
      word |= std::uint32_t{has(wormhole_switch::stop_out(params_, state_, v, i / ports_of_bank), i % ports_of_bank)}
              << (v < params_.virtual_channels ? v : sender_vcs_[i]);
    stop_wires_out_[i]->write(word);
  });
}

template <unsigned fixed_vcs, bool plain, class Ports>
bool Module::step_core(const InputsOf<Ports>& in, Ports& driven, Ports& stop_changed) {
  return step<fixed_vcs, plain>(
      params_, place_, state_, now_, in, [&](unsigned port) { return Flit(sampled_[port]); },
      [&](unsigned port, Flit flit) {
        next_[port] = flit.word();
        insert(driven, port);
      },
      [&](unsigned, unsigned bank, PortMask changed) { bank_of(stop_changed, bank) |= changed; });
}

template <class Ports>
bool Module::step_any_core(const InputsOf<Ports>& in, Ports& driven, Ports& stop_changed) {
  if constexpr (std::is_same_v<Ports, PortMask>)
    if (one_plain_vc_) return step_core<1, true>(in, driven, stop_changed);
  return step_core<0, false>(in, driven, stop_changed);
}

template <class Ports>
void Module::edge() {
  Ports driven{}, stop_changed{};
  if (!rst_n.read()) {
    for (unsigned bank = 0; bank < params_.banks(); ++bank)
      for (unsigned v = 0; v < params_.flow_channels(); ++v)
        bank_of(stop_changed, bank) |= wormhole_switch::stop_out(params_, state_, v, bank);
    reset();
  } else {
    const Ports arrivals = sample_flits<Ports>();
    const VcMask stops = one_plain_vc_ ? sample_stops_of_one_plain_vc() : sample_stops<Ports>();
    if (faults_ != nullptr) {
      faults_->look_inside(now_, faults_inside_);
      awake_ = awake_ || faults_->changes_inside(now_);
    }
    const InputsOf<Ports> in{arrivals, stop_in_.data(), stops, faults_ == nullptr ? nullptr : &faults_inside_};
    if (awake_ || stops != 0 || !is_empty(arrivals)) awake_ = step_any_core(in, driven, stop_changed);
  }
  now_ = now_ + 1;
  if (!is_empty(ports_in<Ports>(driven_) | driven)) drive_flits(driven);
  if (!is_empty(stop_changed)) drive_stops(stop_changed);
}

void Module::on_edge() { params_.has_several_banks() ? edge<PortSet>() : edge<PortMask>(); }

}  // namespace slackline::wormhole_switch
