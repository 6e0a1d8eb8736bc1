#include "testbench/tracing/fst.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "testbench/files/aside.hpp"
#include "testbench/files/program.hpp"

namespace slackline::tracing {

namespace fs = std::filesystem;

namespace {

constexpr const char* program_name = "vcd2fst";

}  // namespace

bool is_fst(const std::string& file) { return fs::path(file).extension() == ".fst"; }

std::optional<std::string> find_vcd2fst() { return files::find_program(program_name); }

std::string make_fst(const std::string& vcd2fst, const std::string& vcd, const std::string& fst) {
  // A folder, because vcd2fst has files of its own besides its output.
  std::string aside = files::pattern_beside(fst);
  if (mkdtemp(aside.data()) == nullptr) return fst + ": cannot be written: " + std::strerror(errno);
  const fs::path written = fs::path(aside) / fs::path(fst).filename();
  std::error_code error;
  std::string wrong = files::run_program(
      vcd2fst, {program_name, "-v", files::as_argument(vcd), "-f", files::as_argument(written.string())});
  if (!wrong.empty())
    wrong = fst + ": " + vcd2fst + " " + wrong;
  else if (!fs::exists(written, error))
    wrong = fst + ": " + vcd2fst + " wrote nothing";
  else if (fs::rename(written, fst, error); error)
    wrong = fst + ": cannot be written: " + error.message();
  fs::remove_all(aside, error);
  return wrong;
}

}  // namespace slackline::tracing
