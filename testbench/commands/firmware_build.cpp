#include <filesystem>
#include <iostream>
#include <stdexcept>

#include "rtl_models/firmware/rv32/map.h"
#include "testbench/commands/commands.hpp"
#include "testbench/commands/exit_status.hpp"
#include "testbench/commands/interrupt.hpp"
#include "testbench/commands/option_reader.hpp"
#include "testbench/files/aside.hpp"
#include "testbench/firmware_file/build.hpp"

namespace slackline::commands {

namespace {

namespace fs = std::filesystem;

int refuse_firmware(const firmware_file::Errors& errors) {
  for (const std::string& error : errors) std::cerr << "slackline firmware build: " << error << '\n';
  return bad_input;
}

}  // namespace

int firmware_build(const FirmwareBuildOptions& options) {
  firmware_file::BuildRequest request;
  request.sources = options.sources;
  request.compiler = options.compiler.value_or("");
  request.optimization = options.optimize.value_or(request.optimization);
  const std::string out = options.out.value_or(fs::path(options.sources.front()).stem().string() + ".elf");
  OptionReader reader;
  if (request.optimization.size() != 1 ||
      std::string_view("0123s").find(request.optimization) == std::string_view::npos)
    reader.refuse("--optimize", settings::value_found(request.optimization), "0, 1, 2, 3 or s");
  if (fs::path(out).extension() == ".c") reader.refuse("--out", settings::value_found(out), "a file that is no source");
  if (!reader.good()) return bad_input;

  note_interrupts();
  const firmware_file::BuildResult built = firmware_file::build_firmware(request);
  std::cerr << built.messages;
  if (interrupt_noted()) throw Interrupted();
  if (!built.image) return refuse_firmware(built.errors);
  try {
    files::write_aside(out, built.elf);
  } catch (const std::runtime_error& e) {
    std::cerr << "--out " << e.what() << '\n';
    return bad_input;
  }
  std::cout << out << ": firmware " << built.image->firmware().name << ", " << built.image->rom.size() << " of "
            << NIC_ROM_BYTES << " bytes of ROM, " << built.image->variable_bytes << " of "
            << NIC_RAM_BYTES - NIC_STACK_BYTES << " bytes of variables\n";
  return done;
}

}  // namespace slackline::commands
