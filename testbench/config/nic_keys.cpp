// The keys of nic.*.
#include <algorithm>
#include <utility>

#include "rtl_models/firmware/catalogue.hpp"
#include "testbench/config/choice.hpp"
#include "testbench/config/key_sections.hpp"

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

Choice costs_choice() {
  return word_choice<&NicSettings::costs>(
      {{"free", "a handler takes one cycle, whatever it does: the hardware alone"},
       {"lanai4",
        "24 cycles an event, 2 for each register and each word of memory; assumed, not measured: docs/nic.md"}});
}

}  // namespace

std::vector<Key> nic_keys() {
  constexpr std::uint64_t most_ticks = 0xffffffff, most_words = nic::most_words - 64;
  return {
      {"nic.firmware", firmware_choice(), "", "What the processor runs."},
      {"nic.costs", costs_choice(), "", "How many cycles the processor takes for what the firmware does."},
      {"nic.packet_words", Integer{1, most_words, nic_at<&NicSettings::packet_words>}, "words",
       "Payload of a packet at most, in words of 4 bytes; the firmware's header comes on top, and a head flit."},
      {"nic.window", Integer{1, 8, nic_at<&NicSettings::window>}, "packets",
       "Packets of an interface that are under way at once, from the DMA on; with nic.timeout until acknowledged."},
      {"nic.timeout", Integer{0, 1u << 30, nic_at<&NicSettings::timeout>}, "ticks",
       "unicast: ticks of the local clock without an acknowledgement until a packet is sent again. 0: packets are not "
       "acknowledged, and one that is dropped is lost."},
      {"nic.tries", Integer{1, 1'000'000, nic_at<&NicSettings::tries>}, "",
       "With nic.timeout: how often a packet is sent before its destination is given up."},
      {"nic.reply_words", Integer{0, most_words, nic_at<&NicSettings::reply_words>}, "words",
       "request_response: payload of an answer."},
      {"nic.buffers", Integer{0, nic::free_depth, nic_at<&NicSettings::buffers>}, "buffers",
       "Receive buffers for packets with data. 0: as many as there is memory for, up to 64. A packet that finds none "
       "is "
       "dropped."},
      {"nic.memory", DataAmount{1024, std::uint64_t{64} << 20, nic_at<&NicSettings::memory>}, "",
       "Size of the NIC memory; a multiple of 4 bytes."},
      {"nic.memory_ports", Integer{1, 4, nic_at<&NicSettings::memory_ports>}, "accesses per cycle",
       "Accesses to the NIC memory in a cycle: receive engine first, then send engine, DMA, processor. With 4 nobody "
       "waits."},
      {"nic.dma.latency", CycleDelay{0, 1'000'000, nic_at<&NicSettings::dma_latency>}, "cycles",
       "Before the first word of a transfer between host memory and NIC memory."},
      {"nic.dma.cycles_per_word", Integer{1, 1000, nic_at<&NicSettings::dma_cycles_per_word>}, "cycles",
       "Of a transfer, for each word."},
      {"nic.host_queue", Integer{1, 1024, nic_at<&NicSettings::host_queue>}, "entries",
       "Commands that a host may have posted, and completions that may wait for it."},
      {"nic.drift", Integer{0, 100'000, nic_at<&NicSettings::drift>}, "ppm",
       "The clock of each interface is off by up to so much either way, drawn with run.seed; the fastest ticks once a "
       "cycle."},
      {"nic.slot_ticks", Integer{1, most_ticks, nic_at<&NicSettings::slot_ticks>}, "ticks",
       "A time slot of the local clock, for firmware that sends in slots."},
      {"nic.watchdog", Integer{1, 1'000'000'000, nic_at<&NicSettings::watchdog>}, "cycles",
       "A handler that takes longer never ends: a fault."},
  };
}

}  // namespace slackline::config
