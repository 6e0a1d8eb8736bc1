// libFuzzer target: whatever bytes a table of handlers' times holds, its reader answers with errors, or with times.
// scripts/fuzz runs it.
#include <cstdio>
#include <cstdlib>

#include "testbench/firmware_file/handler_times.hpp"

using namespace slackline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  firmware_file::Errors errors;
  const nic::HandlerTimes times =
      firmware_file::read_handler_times(std::string(reinterpret_cast<const char*>(data), size), errors);
  if ((times.size() != 0) || !errors.empty()) return 0;
  std::fprintf(stderr, "neither times nor errors\n");
  std::abort();
}
