#include "testbench/tracing/fst.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <vector>

#include "testbench/files/aside.hpp"

namespace slackline::tracing {

namespace fs = std::filesystem;

namespace {

constexpr const char* program_name = "vcd2fst";

/// Runs a program, without a shell and silently. Returns its error; empty: it ended well.
std::string run(const std::string& program, std::vector<std::string> arguments) {
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child < 0) return std::string("cannot be started: ") + std::strerror(errno);
  if (child == 0) {
    const int nowhere = open("/dev/null", O_RDWR);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, stream);
    std::signal(SIGXFSZ, SIG_DFL);  // it may not look whether it could write
    execvp(program.c_str(), argv.data());
    _exit(127);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return std::string("is lost: ") + std::strerror(errno);
  if (WIFSIGNALED(status)) return "was ended by signal " + std::to_string(WTERMSIG(status));
  return WEXITSTATUS(status) == 0 ? "" : "ended with status " + std::to_string(WEXITSTATUS(status));
}

/// No option, whatever it begins with.
std::string as_argument(const std::string& path) { return path.rfind('-', 0) == 0 ? "./" + path : path; }

}  // namespace

bool is_fst(const std::string& file) { return fs::path(file).extension() == ".fst"; }

std::optional<std::string> find_vcd2fst() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path program = fs::path(folder.empty() ? "." : folder) / program_name;
    std::error_code ignored;
    if (fs::is_regular_file(program, ignored) && access(program.c_str(), X_OK) == 0) return program.string();
  }
  return std::nullopt;
}

std::string make_fst(const std::string& vcd2fst, const std::string& vcd, const std::string& fst) {
  // A folder, because vcd2fst has files of its own besides its output.
  std::string aside = files::pattern_beside(fst);
  if (mkdtemp(aside.data()) == nullptr) return fst + ": cannot be written: " + std::strerror(errno);
  const fs::path written = fs::path(aside) / fs::path(fst).filename();
  std::error_code error;
  std::string wrong = run(vcd2fst, {program_name, "-v", as_argument(vcd), "-f", as_argument(written.string())});
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
