// The keys of nic.*.
#include <algorithm>
#include <utility>

#include "rtl_models/firmware/catalogue.hpp"
#include "testbench/config/choice.hpp"
#include "testbench/config/key_sections.hpp"
#include "testbench/config/preset.hpp"

namespace slackline::config {

namespace {

using E = Experiment;

template <auto Field>
auto& nic_at(E& e) {
  return e.nic.*Field;
}

/// A choice whose field is the word itself.
template <auto Field>
Choice word_choice(std::vector<ChoiceWord> words) {
  const auto get = [words](E& e) {
    const auto found =
        std::find_if(words.begin(), words.end(), [&](const ChoiceWord& w) { return w.word == e.nic.*Field; });
    return static_cast<unsigned>(found - words.begin());
  };
  return {words, get, [words](E& e, unsigned index) { e.nic.*Field = words.at(index).word; }};
}

Choice firmware_choice() {
  std::vector<ChoiceWord> words;
  for (const firmware::Entry& entry : firmware::catalogue()) words.push_back({entry.firmware->name, entry.text});
  return word_choice<&NicSettings::firmware>(std::move(words));
}

/// The presets of costs that were compiled in.
Choice costs_choice() {
  std::vector<ChoiceWord> words{
      {"free", "costs that are not given are 0: a handler takes one cycle, the hardware alone"}};
  for (const Preset& preset : presets(PresetKind::costs)) words.push_back({preset.name, preset.summary});
  return word_choice<&NicSettings::costs>(std::move(words));
}

template <auto Field>
auto& cost_at(E& e) {
  return e.nic.cost.*Field;
}

/// A cost from nic.costs, unless it is given.
Key cost_key(std::string_view path, Delay& (*field)(E&), std::string_view summary) {
  Key key{path, CycleDelay{0, nic::most_cost, field}, "cycles", summary};
  key.default_by = "nic.costs";
  return key;
}

}  // namespace

std::vector<Key> nic_keys() {
  constexpr std::uint64_t most_words = nic::most_words - 64;
  return {
      {"nic.firmware", firmware_choice(), "", "The program of the processor."},
      {"nic.costs", costs_choice(), "",
       "Time that the processor takes for what the firmware does: a preset of the keys nic.cost.*, from "
       "testbench/presets/costs. `slackline describe FILE` shows where each of them comes from."},
      cost_key("nic.cost.event", cost_at<&NicCosts::event>,
               "To find out about an event, enter its handler and leave it."),
      cost_key("nic.cost.start", cost_at<&NicCosts::start>, "The same for what the firmware does after reset."),
      cost_key("nic.cost.register_read", cost_at<&NicCosts::register_read>, "To read a register."),
      cost_key("nic.cost.register_write", cost_at<&NicCosts::register_write>, "To write one."),
      cost_key("nic.cost.load", cost_at<&NicCosts::load>, "To load a word of NIC memory."),
      cost_key("nic.cost.store", cost_at<&NicCosts::store>, "To store one."),
      {"nic.packet_words", Integer{1, most_words, nic_at<&NicSettings::packet_words>}, "words",
       "Maximum payload of a packet, in words of 4 bytes; the firmware's header comes on top, and a head flit."},
      {"nic.window", Integer{1, 8, nic_at<&NicSettings::window>}, "packets",
       "Packets of an interface that are under way at once, from the DMA on; with nic.timeout until acknowledged."},
      {"nic.timeout", Integer{0, 1u << 30, nic_at<&NicSettings::timeout>}, "ticks",
       "unicast: ticks of the local clock without an acknowledgement until a packet is sent again. 0: packets are not "
       "acknowledged, and one that is dropped is lost. request_response: ticks after the last packet of a request "
       "until it fails. 0: never, and one that is dropped, or its answer, keeps a place of nic.window for good."},
      {"nic.tries", Integer{1, 1'000'000, nic_at<&NicSettings::tries>}, "",
       "With nic.timeout: number of times a packet is sent before its destination is given up."},
      {"nic.reply_words", Integer{0, most_words, nic_at<&NicSettings::reply_words>}, "words",
       "request_response: payload of an answer."},
      {"nic.buffers", Integer{0, nic::free_depth, nic_at<&NicSettings::buffers>}, "buffers",
       "Receive buffers for packets with data. 0: as many as there is memory for, up to 64. A packet that finds none "
       "is "
       "dropped."},
      {"nic.receive.when_full",
       choice({{"drop", "a packet that finds no buffer is dropped and counted: the network is never held back"},
               {"stop",
                "it waits, and the interface holds its link back by STOP or credits; a FIFO of switch.buffer.flits a "
                "virtual channel, with the switches' watermarks, takes what still comes"}},
              nic_at<&NicSettings::when_full>),
       "", "What the receive engine does with a packet that finds no buffer of its class."},
      {"nic.memory", DataAmount{1024, std::uint64_t{64} << 20, nic_at<&NicSettings::memory>}, "",
       "Size of the NIC memory; a multiple of 4 bytes."},
      {"nic.memory_ports", Integer{1, 4, nic_at<&NicSettings::memory_ports>}, "accesses per cycle",
       "Accesses to the NIC memory in a cycle: receive engine first, then send engine, DMA, processor. With 4 none "
       "waits."},
      {"nic.dma.latency", CycleDelay{0, 1'000'000, nic_at<&NicSettings::dma_latency>}, "cycles",
       "Time before the first word of a transfer between host memory and NIC memory."},
      {"nic.dma.cycles_per_word", Integer{1, 1000, nic_at<&NicSettings::dma_cycles_per_word>}, "cycles",
       "Time for each word of a transfer."},
      {"nic.host_queue", Integer{1, 1024, nic_at<&NicSettings::host_queue>}, "entries",
       "Commands that a host may have posted, and completions that may wait for it."},
      {"nic.drift", Drift{-most_drift, most_drift, nic_at<&NicSettings::drift>}, "",
       "Deviation of each interface's clock from nominal. A cycle is a tick of the fastest clock, or of a nominal one "
       "where none is faster; a slower one leaves out ticks."},
      {"nic.drift_spread", Drift{0, most_drift, nic_at<&NicSettings::drift_spread>}, "",
       "Additional deviation of each interface: up to this much either way, drawn uniformly with nic.clock_seed."},
      {"nic.slot_ticks", Integer{1, most_slot_ticks, nic_at<&NicSettings::slot_ticks>}, "ticks",
       "A time slot of the local clock, for firmware that sends in slots."},
      {"nic.offset", Integer{0, most_slot_ticks - 1, nic_at<&NicSettings::offset>}, "ticks",
       "Ticks of slot 0 that have passed when the run begins; below nic.slot_ticks."},
      {"nic.offset_spread", Real{0, 1, nic_at<&NicSettings::offset_spread>}, "slots",
       "Additional offset of each interface: below this share of a slot, drawn uniformly with nic.clock_seed. It wraps "
       "at the end of a slot."},
      {"nic.clock_seed", Integer{0, ~std::uint64_t{0}, nic_at<&NicSettings::clock_seed>}, "",
       "Seed of the values drawn for the clocks, and of nothing else; run.seed does not change them."},
      {"nic.clocks", record_list<&E::nic, &NicSettings::clocks>(1u << 24, "nic.clocks.", clock_fields), "",
       "Clocks of single hosts, each a map. Nothing is drawn for these; the other hosts follow the keys above."},
      {"nic.watchdog", Integer{1, 1'000'000'000, nic_at<&NicSettings::watchdog>}, "cycles",
       "A handler that takes longer never ends: a fault."},
  };
}

}  // namespace slackline::config
