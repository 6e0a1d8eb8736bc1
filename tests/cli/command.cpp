#include "tests/cli/command.hpp"

#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace slackline::test {

namespace fs = std::filesystem;

namespace {

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

Workplace::Workplace() {
  path_ = (fs::temp_directory_path() / "slackline_cli_XXXXXX").string();
  REQUIRE(mkdtemp(path_.data()) != nullptr);
  fs::create_directory(fs::path(path_) / "work");
}

Workplace::~Workplace() { fs::remove_all(path_); }

void Workplace::write(const std::string& file, const std::string& text) const {
  std::ofstream(fs::path(path_) / "work" / file, std::ios::binary) << text;
}

std::string Workplace::read(const std::string& file) const { return contents(fs::path(path_) / "work" / file); }

bool Workplace::exists(const std::string& file) const { return fs::exists(fs::path(path_) / "work" / file); }

std::size_t Workplace::entries() const {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(fs::path(path_) / "work"), {}));
}

Output Workplace::slackline(const std::string& arguments) const { return shell("exec \"$slackline\" " + arguments); }

Output Workplace::shell(const std::string& line) const {
  write("../line.sh", "slackline='" SLACKLINE_COMMAND "'\ncd '" + path_ + "/work' || exit 99\n" + line + "\n");
  const std::string command = "sh '" + path_ + "/line.sh' > '" + path_ + "/out' 2> '" + path_ + "/err' < /dev/null";
  const int status = std::system(command.c_str());
  Output output;
  output.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  output.out = contents(fs::path(path_) / "out");
  output.err = contents(fs::path(path_) / "err");
  return output;
}

std::string in_repository(const std::string& file) { return (fs::current_path() / file).string(); }

}  // namespace slackline::test
