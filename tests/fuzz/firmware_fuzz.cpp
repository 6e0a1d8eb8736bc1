// libFuzzer target: whatever bytes the ELF file of a firmware holds, its reader answers with errors, or with a sound image.
// scripts/fuzz runs it.
#include <cstdio>
#include <cstdlib>

#include "testbench/firmware_file/image_reader.hpp"
#include "tests/testbench/firmware_file/sound_image.hpp"

using namespace slackline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto reading = firmware_file::read_image(std::string_view(reinterpret_cast<const char*>(data), size));
  const char* fault = reading.image.has_value() == reading.errors.empty() ? "" : "both an image and errors, or neither";
  const std::string unsound = reading.image ? test::fault_of(*reading.image) : "";
  if (*fault == '\0' && unsound.empty()) return 0;
  std::fprintf(stderr, "%s%s\n", fault, unsound.c_str());
  std::abort();
}
