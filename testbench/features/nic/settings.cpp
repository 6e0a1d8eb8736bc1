#include "testbench/features/nic/settings.hpp"

#include "rtl_models/firmware/catalogue.hpp"
#include "testbench/features/topology/settings.hpp"

namespace slackline::features {

namespace {

Choice firmware_choice() {
  std::vector<ChoiceWord> words;
  for (const firmware::Entry& entry : firmware::catalogue()) words.push_back({entry.firmware->name, entry.text});
  return choice(words, at<&NicSettings::firmware>);
}

/// A cost from nic.costs, unless it is given.
Key cost_key(const char* path, Target<Delay> field, std::string_view summary) {
  return Key(path, CycleDelay{0, nic::most_cost, field}, "cycles", summary).default_by("nic.costs");
}

/// Cycles of a class of instructions, from nic.core.timing unless they are given.
Key timing_key(const char* path, Target<std::uint64_t> field, std::string_view summary) {
  return Key(path, Integer{1, rv32::most_cycles_of_instruction, field}, "core cycles", summary)
      .default_by("nic.core.timing");
}

}  // namespace

std::vector<Key> endpoint_keys() {
  return {
      Key("endpoint",
          choice(
              {{"generator", "a source and sink of packets, without delay"},
               {"nic",
                "a network interface with its firmware, docs/nic.md, and a host that posts messages to it: the packets "
                "of traffic.* are then messages, and flits their words"}},
              at<&NicSettings::endpoint>),
          "", "The device at a host's port to the network."),
  };
}

std::vector<Key> nic_keys() {
  return {
      Key("nic.firmware", firmware_choice(), "", "The program of the processor.").of_all(),
      Key("nic.processor",
          choice({{"native",
                   "compiled into the simulator: a handler reads when it begins, writes when it ends, and takes the "
                   "time of nic.cost.*"},
                  {"rv32",
                   "compiled for RV32IM, and executed instruction by instruction with the times of nic.core.*: "
                   "docs/firmware.md"}},
                 at<&NicSettings::processor>),
          "", "What executes the firmware.")
          .of_all(),
      Key("nic.core.timing",
          preset_choice({"single_cycle", "every instruction takes a core cycle"}, "timings", at<&NicSettings::timing>),
          "",
          "rv32: cycles of each class of instructions: a preset of the keys nic.core.*, from "
          "testbench/presets/timings. Waits for a port of the NIC memory come on top.")
          .names_preset("timings"),
      timing_key("nic.core.alu", at<&CoreTiming::alu>, "rv32: arithmetic, logic, shifts, lui, auipc, fence, wfi."),
      timing_key("nic.core.load", at<&CoreTiming::load>, "rv32: a load from its own RAM or ROM."),
      timing_key("nic.core.store", at<&CoreTiming::store>, "rv32: a store to its RAM."),
      timing_key("nic.core.nic_load", at<&CoreTiming::nic_load>, "rv32: a load from NIC memory."),
      timing_key("nic.core.nic_store", at<&CoreTiming::nic_store>, "rv32: a store to NIC memory."),
      timing_key("nic.core.register_access", at<&CoreTiming::register_access>,
                 "rv32: a read or a write of a register of the interface."),
      timing_key("nic.core.branch_taken", at<&CoreTiming::branch_taken>, "rv32: a branch that is taken."),
      timing_key("nic.core.branch_not_taken", at<&CoreTiming::branch_not_taken>, "rv32: one that is not."),
      timing_key("nic.core.jal", at<&CoreTiming::jal>, "rv32: a jump or call to a fixed address."),
      timing_key("nic.core.jalr", at<&CoreTiming::jalr>, "rv32: one to an address in a register, or a return."),
      timing_key("nic.core.mul", at<&CoreTiming::mul>, "rv32: a multiplication."),
      timing_key("nic.core.div", at<&CoreTiming::div>, "rv32: a division or remainder."),
      {"nic.core.period", settings::Period{Time{0, 1}, Time{1'000'000, 1}, at<&NicSettings::core_period>}, "",
       "rv32: period of the core's clock. Its ratio to clock.period has a numerator and a denominator of up to 1000. "
       "0: clock.period."},
      Key("nic.costs",
          preset_choice({"free", "costs that are not given are 0: a handler takes one cycle, the hardware alone"},
                        "costs", at<&NicSettings::costs>),
          "",
          "Time that the processor takes for what the firmware does: a preset of the keys nic.cost.*, from "
          "testbench/presets/costs. `slackline describe FILE` shows where each of them comes from.")
          .names_preset("costs"),
      cost_key("nic.cost.event", at<&NicCosts::event>, "To find out about an event, enter its handler and leave it."),
      cost_key("nic.cost.start", at<&NicCosts::start>, "The same for what the firmware does after reset."),
      cost_key("nic.cost.register_read", at<&NicCosts::register_read>, "To read a register."),
      cost_key("nic.cost.register_write", at<&NicCosts::register_write>, "To write one."),
      cost_key("nic.cost.load", at<&NicCosts::load>, "To load a word of NIC memory."),
      cost_key("nic.cost.store", at<&NicCosts::store>, "To store one."),
      Key("nic.packet_words", Integer{1, most_payload_words, at<&NicSettings::packet_words>}, "words",
          "Maximum payload of a packet, in words of 4 bytes; the firmware's header comes on top, and a head flit.")
          .of_all(),
      {"nic.window", Integer{1, 8, at<&NicSettings::window>}, "packets",
       "Packets of an interface that are under way at once, from the DMA on; with nic.timeout until acknowledged."},
      {"nic.timeout", Integer{0, 1u << 30, at<&NicSettings::timeout>}, "ticks",
       "unicast: ticks of the local clock without an acknowledgement until a packet is sent again. 0: packets are not "
       "acknowledged, and one that is dropped is lost. request_response: ticks after the last packet of a request "
       "until it fails. 0: never, and one that is dropped, or its answer, keeps a place of nic.window for good."},
      {"nic.tries", Integer{1, 1'000'000, at<&NicSettings::tries>}, "",
       "With nic.timeout: number of times a packet is sent before its destination is given up."},
      Key("nic.reply_words", Integer{0, most_payload_words, at<&NicSettings::reply_words>}, "words",
          "request_response: payload of an answer.")
          .of_all(),
      {"nic.buffers", Integer{0, nic::free_depth, at<&NicSettings::buffers>}, "buffers",
       "Receive buffers for packets with data. 0: as many as there is memory for, up to 64. A packet that finds none "
       "is dropped."},
      {"nic.receive.when_full",
       choice({{"drop", "a packet that finds no buffer is dropped and counted: the network is never held back"},
               {"stop",
                "it waits, and the interface holds its link back by STOP or credits; a FIFO of switch.buffer.flits a "
                "virtual channel, with the switches' watermarks, takes what still comes"}},
              at<&NicSettings::when_full>),
       "", "What the receive engine does with a packet that finds no buffer of its class."},
      {"nic.memory", DataAmount{1024, std::uint64_t{64} << 20, at<&NicSettings::memory>}, "",
       "Size of the NIC memory; a multiple of 4 bytes."},
      {"nic.memory_ports", Integer{1, 4, at<&NicSettings::memory_ports>}, "accesses per cycle",
       "Accesses to the NIC memory in a cycle: receive engine first, then send engine, DMA, processor. With 4 none "
       "waits."},
      {"nic.dma.latency", CycleDelay{0, 1'000'000, at<&NicSettings::dma_latency>}, "cycles",
       "Time before the first word of a transfer between host memory and NIC memory."},
      {"nic.dma.cycles_per_word", Integer{1, 1000, at<&NicSettings::dma_cycles_per_word>}, "cycles",
       "Time for each word of a transfer."},
      {"nic.host_queue", Integer{1, 1024, at<&NicSettings::host_queue>}, "entries",
       "Commands that a host may have posted, and completions that may wait for it."},
      {"nic.drift", Drift{-most_drift, most_drift, at<&NicSettings::drift>}, "",
       "Deviation of each interface's clock from nominal. A cycle is a tick of the fastest clock, or of a nominal one "
       "where none is faster; a slower one leaves out ticks."},
      {"nic.drift_spread", Drift{0, most_drift, at<&NicSettings::drift_spread>}, "",
       "Additional deviation of each interface: up to this much either way, drawn uniformly with nic.clock_seed."},
      Key("nic.slot_ticks", Integer{1, most_slot_ticks, at<&NicSettings::slot_ticks>}, "ticks",
          "A time slot of the local clock, for firmware that sends in slots.")
          .of_all(),
      {"nic.offset", Integer{0, most_slot_ticks - 1, at<&NicSettings::offset>}, "ticks",
       "Ticks of slot 0 that have passed when the run begins; below nic.slot_ticks."},
      {"nic.offset_spread", Real{0, 1, at<&NicSettings::offset_spread>}, "slots",
       "Additional offset of each interface: below this share of a slot, drawn uniformly with nic.clock_seed. It wraps "
       "at the end of a slot."},
      Key("nic.clock_seed", Integer{0, ~std::uint64_t{0}, at<&NicSettings::clock_seed>}, "",
          "Seed of the values drawn for the clocks, and of nothing else; run.seed does not change them.")
          .of_all(),
      {"nic.watchdog", Integer{1, 1'000'000'000, at<&NicSettings::watchdog>}, "cycles",
       "A handler that takes longer never ends: an error."},
  };
}

}  // namespace slackline::features
