#include "testbench/commands/register_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "rtl_models/firmware/registers.hpp"

namespace slackline::commands {

namespace {

using firmware::Register;

/// "0x100", or "0x100..0x10c" of several.
std::string place(const Register& r) {
  return r.count == 1 ? fmt::format("0x{:03x}", r.offset) : fmt::format("0x{:03x}..0x{:03x}", r.offset, r.end() - 4);
}

/// "RX_FREE[4]", or the plain name of a single one.
std::string name(const Register& r) { return r.count == 1 ? r.name : fmt::format("{}[{}]", r.name, r.count); }

}  // namespace

std::string register_page() {
  std::string page =
      "# Registers of a network interface\n\n"
      "<!-- Made by `slackline list registers --markdown` from rtl_models/firmware/registers.def. Do not edit. -->\n\n"
      "What firmware sees of its interface: [nic.md](nic.md). All registers have 32 bits, at byte offsets; in C they "
      "are\n"
      "called `NIC_NODE`, `NIC_RX_FREE + 4 * class`, ... (`rtl_models/firmware/firmware.h`). **ro** is read only; "
      "**wo**\n"
      "reads as 0, and a write does something. Queues show their oldest entry; a write to a POP drops it, one to a "
      "PUSH\n"
      "appends what the registers before it hold. POP of an empty queue does nothing; PUSH to a full one is an "
      "error.\n"
      "**reset** is its value after reset; a word there stands for a value that the interface, or its experiment, "
      "gives:\n"
      "the keys `nic.memory`, `nic.host_queue`, `nic.slot_ticks`, the clock's offset (`position`), the PARAMETER "
      "registers,\n"
      "the table, the host's number, and how many hosts there are.\n\n"
      "| offset | register | access | reset | what it is |\n"
      "|--------|----------|--------|-------|------------|\n";
  for (const Register& r : firmware::registers())
    page += fmt::format("| {} | `{}` | {} | {} | {} |\n", place(r), name(r), to_string(r.access), to_string(r.reset),
                        r.text);
  return page;
}

std::string register_list() {
  std::string list;
  std::size_t width = 0;
  for (const Register& r : firmware::registers()) width = std::max(width, name(r).size());
  for (const Register& r : firmware::registers())
    list += fmt::format("{:<13} {:<{}}  {}  {}\n", place(r), name(r), width, to_string(r.access), r.text);
  return list;
}

}  // namespace slackline::commands
