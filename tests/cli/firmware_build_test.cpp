#include <catch2/catch.hpp>

#include "tests/cli/command.hpp"

using namespace slackline::test;

namespace {

/// A firmware that counts its events in a variable, and completes a command with that count.
const std::string counting = R"(#include "rtl_models/firmware/firmware.h"
static uint32_t events = 40;
static void start(nic* n) { nic_write(n, NIC_EVENT_ENABLE, 1u << NIC_EVENT_HOST); }
static void handle(nic* n, uint32_t event) {
  if (event != NIC_EVENT_HOST) return;
  nic_write(n, NIC_DONE_MESSAGE, ++events);
  nic_write(n, NIC_DONE_PUSH, 1);
  nic_write(n, NIC_HOST_POP, 1);
}
const struct nic_firmware firmware_counting = {.name = "counting", .start = start, .handle = handle};
)";

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("firmware build makes an ELF file, and reports its name and sizes", "[quick]") {
  const Workplace place;
  place.write("counting.c", counting);
  const Output output = place.slackline("firmware build counting.c");
  CHECK(output.status == 0);
  CHECK(output.err.empty());
  CHECK(output.out.substr(0, 32) == "counting.elf: firmware counting,");
  CHECK(contains(output.out, " of 262144 bytes of ROM, 4 of 1024 bytes of variables\n"));
  CHECK(place.read("counting.elf").substr(0, 4) == "\177ELF");
  CHECK(place.entries() == 2);
}

TEST_CASE("firmware build makes the same bytes each time, and of GCC's code a firmware, too") {
  const Workplace place;
  place.write("counting.c", counting);
  CHECK(place.slackline("firmware build counting.c --out one.elf --cc clang").status == 0);
  CHECK(place.slackline("firmware build ./counting.c -o two.elf").status == 0);
  CHECK(place.shell("cmp one.elf two.elf").status == 0);
  if (place.shell("command -v riscv64-unknown-elf-gcc").status != 0)
    return;  // not among the packages of scripts/bootstrap
  const Output output = place.slackline("firmware build counting.c --cc riscv64-unknown-elf-gcc --optimize s");
  CHECK(output.status == 0);
  CHECK(output.err.empty());
  CHECK(contains(output.out, "counting.elf: firmware counting,"));
}

TEST_CASE("firmware build takes several sources, and the parts that the program has") {
  const Workplace place;
  place.shell("cp " + in_repository("rtl_models/firmware/skeleton.c") +
              " skeleton.c");  // calls completion.c, transfer.c
  CHECK(place.slackline("firmware build skeleton.c").status == 0);
  place.write("counting.c", "void more(void);\n" + counting + "void use(void) { more(); }\n");
  place.write("more.c", "unsigned long long a, b;\nvoid more(void);\nvoid more(void) { a /= b; }\n");
  CHECK(place.slackline("firmware build counting.c more.c").status == 0);
}

TEST_CASE("An error in C ends firmware build with the compiler's message, which has file and line") {
  const Workplace place;
  place.write("wrong.c", "#include \"rtl_models/firmware/firmware.h\"\nint x = y;\n");
  const Output output = place.slackline("firmware build wrong.c");
  CHECK(output.status == 2);
  CHECK(contains(output.err, "wrong.c:2:9: error: use of undeclared identifier 'y'\n"));
  CHECK(contains(output.err, "slackline firmware build: "));
  CHECK(contains(output.err, "clang ended with status 1\n"));
  CHECK(place.entries() == 1);
}

TEST_CASE("A warning of the compiler is shown, and the firmware made") {
  const Workplace place;
  place.write("counting.c", counting + "static int unused;\n");
  const Output output = place.slackline("firmware build counting.c");
  CHECK(output.status == 0);
  CHECK(contains(output.err, "counting.c:11:12: warning: unused variable 'unused'"));
  CHECK(place.exists("counting.elf"));
}

TEST_CASE("Sources that define no firmware are refused, each with its reason") {
  const Workplace place;
  const auto error_of = [&](const std::string& definition) {
    place.write("mine.c",
                "#include \"rtl_models/firmware/firmware.h\"\n"
                "static void f(nic* n) { (void)n; }\n"
                "static void h(nic* n, uint32_t event) { (void)n; (void)event; }\n"
                "void keep(void); void keep(void) { f(0); h(0, 0); }\n" +
                    definition + "\n");
    const Output output = place.slackline("firmware build mine.c");
    CHECK(output.status == 2);
    CHECK_FALSE(place.exists("mine.elf"));
    return output.err;
  };
  const std::string cannot = "slackline firmware build: mine.c: the firmware built of it cannot be used: ";
  CHECK(error_of("") == cannot + "it has no firmware: NAME.c must define const struct nic_firmware firmware_NAME\n");
  CHECK(error_of("const struct nic_firmware firmware_mine = {.name = \"mine\", .handle = h};") ==
        cannot + "its firmware has no function start\n");
  CHECK(error_of("const struct nic_firmware firmware_mine = {.name = \"mine\", .start = f};") ==
        cannot + "its firmware has no function handle\n");
  CHECK(error_of("const struct nic_firmware firmware_mine = {.start = f, .handle = h};") ==
        cannot + "its firmware: its name must be one in C\n");
  CHECK(contains(error_of("struct nic_firmware firmware_mine = {\"mine\", f, h};"),
                 "is not in the ROM; expected a constant\n"));
}

TEST_CASE("Code and variables that do not fit into the memories are refused") {
  const Workplace place;
  place.write("counting.c", counting +
                                "volatile uint32_t many[256];\nvoid use(void); void use(void) { many[0] = 1; }\n"
                                "void (*const used)(void) __attribute__((used, retain)) = use;\n");
  const Output output = place.slackline("firmware build counting.c");
  CHECK(output.status == 2);
  CHECK(contains(output.err, "variables"));
  CHECK_FALSE(place.exists("counting.elf"));
}

TEST_CASE("Bad arguments of firmware build get one message each") {
  const Workplace place;
  place.write("counting.c", counting);
  place.write("my-protocol.c", counting);
  const auto error_of = [&](const std::string& arguments) {
    const Output output = place.slackline("firmware build " + arguments);
    CHECK(output.status == 2);
    return output.err;
  };
  const std::string prefix = "slackline firmware build: ";
  CHECK(error_of("nothing.c") == prefix + "nothing.c: there is no such file\n");
  CHECK(error_of("counting.o") == prefix + "counting.o: expected a C source, FILE.c\n");
  CHECK(error_of("my-protocol.c") ==
        prefix + "my-protocol.c: the firmware is called after this file; expected a name in C before .c\n");
  CHECK(error_of("counting.c --cc no-such-gcc") ==
        prefix + "there is no compiler no-such-gcc: install the packages clang and lld, or gcc-riscv64-unknown-elf\n");
  CHECK(error_of("counting.c --optimize 4") == "--optimize: expected 0, 1, 2, 3 or s, found 4\n");
  CHECK(error_of("counting.c -o counting.c") == "--out: expected a file that is no source, found counting.c\n");
  CHECK(contains(error_of("counting.c -o no/such/folder.elf"), "--out no/such/folder.elf: cannot be written: "));
  CHECK(error_of("counting.c --optimise 1") ==
        "slackline: --optimise is no option of firmware build; did you mean --optimize?\ntry 'slackline firmware build "
        "--help'\n");
  CHECK(place.read("counting.c") == counting);
  CHECK(place.slackline("firmware bild counting.c").err ==
        "slackline: firmware: bild is no command; expected build\ntry 'slackline firmware --help'\n");
  const Output none = place.slackline("firmware");
  CHECK(none.status == 2);
  CHECK(none.err == "slackline: firmware: no command given; expected build\ntry 'slackline firmware --help'\n");
}

TEST_CASE("Without a compiler, or without its linker, firmware build names the packages") {
  const Workplace place;
  place.write("counting.c", counting);
  Output output = place.shell("PATH=. \"$slackline\" firmware build counting.c");
  CHECK(output.status == 2);
  CHECK(output.err ==
        "slackline firmware build: there is no compiler: install the packages clang and lld, or "
        "gcc-riscv64-unknown-elf\n");
  output = place.shell("ln -s \"$(command -v clang)\" clang; PATH=. \"$slackline\" firmware build counting.c");
  CHECK(output.status == 2);
  CHECK(output.err ==
        "slackline firmware build: clang links with ld.lld, which is not there: install the package lld\n");
}

TEST_CASE("Names of sources reach the compiler as they are, whatever a shell or an option would make of them") {
  const Workplace place;
  place.write("counting.c", counting);
  place.write("-o$(touch trap); more.c", "void more(void);\nvoid more(void) {}\n");
  place.write("@file.c", "void others(void);\nvoid others(void) {}\n");
  const Output output = place.slackline("firmware build -- counting.c @file.c '-o$(touch trap); more.c'");
  CHECK(output.status == 0);
  CHECK(output.err.empty());
  CHECK_FALSE(place.exists("trap"));
  CHECK(place.exists("counting.elf"));
}

TEST_CASE("The firmware of docs/firmware.md builds, and the command prints what the page shows") {
  const Workplace place;
  const std::string page = in_repository("docs/firmware.md");
  place.shell("awk '/^```c$/ { on = 1; next } /^```$/ { on = 0 } on' " + page + " > sink.c");
  place.shell("awk '/^[$] slackline firmware build/ { on = 1; next } /^```$/ { on = 0 } on' " + page + " > shown");
  const Output output = place.slackline("firmware build sink.c > printed");
  CHECK(output.status == 0);
  CHECK(output.err.empty());
  // The size of the code is the compiler's.
  CHECK(place.shell("sed -i 's/[0-9]* of 262144/N of 262144/' shown printed && diff shown printed").status == 0);
}
