#include "testbench/files/program.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>

namespace slackline::files {

namespace fs = std::filesystem;

namespace {

bool is_program(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

/// Reads until the last writer has closed the pipe: a program that still writes must not wait for us.
void read_all(int pipe, std::string& output) {
  std::array<char, 4096> piece;
  for (;;) {
    const ssize_t count = read(pipe, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    output.append(piece.data(), std::min(static_cast<std::size_t>(count), most_output - output.size()));
  }
}

std::string failed_to_start() { return std::string("cannot be started: ") + std::strerror(errno); }

}  // namespace

std::optional<std::string> find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return is_program(name) ? std::optional(name) : std::nullopt;
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path program = fs::path(folder.empty() ? "." : folder) / name;
    if (is_program(program)) return program.string();
  }
  return std::nullopt;
}

std::string as_argument(const std::string& path) {
  return !path.empty() && (path.front() == '-' || path.front() == '@') ? "./" + path : path;
}

std::string run_program(const std::string& program, std::vector<std::string> arguments, std::string* output) {
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  std::array<int, 2> ends{-1, -1};
  if (output != nullptr && pipe2(ends.data(), O_CLOEXEC) != 0) return failed_to_start();
  const pid_t child = fork();
  if (child == 0) {
    const int nowhere = open("/dev/null", O_RDWR);
    dup2(nowhere, STDIN_FILENO);
    for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) dup2(output == nullptr ? nowhere : ends[1], stream);
    std::signal(SIGXFSZ, SIG_DFL);  // it may not look whether it could write
    execvp(program.c_str(), argv.data());
    _exit(127);
  }
  std::string not_started = child < 0 ? failed_to_start() : "";
  if (output != nullptr) {
    close(ends[1]);
    read_all(ends[0], *output);
    close(ends[0]);
  }
  if (!not_started.empty()) return not_started;
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return std::string("is lost: ") + std::strerror(errno);
  if (WIFSIGNALED(status)) return "was ended by signal " + std::to_string(WTERMSIG(status));
  return WEXITSTATUS(status) == 0 ? "" : "ended with status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace slackline::files
