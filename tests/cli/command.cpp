#include "tests/cli/command.hpp"

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>

namespace slackline::test {

namespace fs = std::filesystem;

Workplace::Workplace() { fs::create_directory(folder_ / "work"); }

void Workplace::write(const std::string& file, const std::string& text) const { folder_.write("work/" + file, text); }

std::string Workplace::read(const std::string& file) const { return folder_.read("work/" + file); }

bool Workplace::exists(const std::string& file) const { return folder_.has("work/" + file); }

std::size_t Workplace::entries() const { return folder_.entries("work"); }

Output Workplace::slackline(const std::string& arguments) const { return shell("exec \"$slackline\" " + arguments); }

Output Workplace::shell(const std::string& line) const {
  const std::string path = folder_.path();
  folder_.write("line.sh", "slackline='" SLACKLINE_COMMAND "'\ncd '" + path + "/work' || exit 99\n" + line + "\n");
  const std::string command = "sh '" + path + "/line.sh' > '" + path + "/out' 2> '" + path + "/err' < /dev/null";
  const int status = std::system(command.c_str());
  Output output;
  output.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  output.out = folder_.read("out");
  output.err = folder_.read("err");
  return output;
}

Output Workplace::interrupted(const std::string& arguments, const std::string& ready, const std::string& by) const {
  return shell("\"$slackline\" " + arguments + " &\npid=$!\nuntil " + ready +
               "; do kill -0 $pid || exit 98; sleep 0.02; done\n" + by + "\nwait $pid");
}

std::string Workplace::of_json(const std::string& file, const std::string& expression) const {
  const Output output =
      shell("python3 -c 'import json; r = json.load(open(\"" + file + "\")); print(" + expression + ")'");
  return output.status == 0 ? output.out.substr(0, output.out.size() - 1) : output.err;
}

std::string in_repository(const std::string& file) { return (fs::current_path() / file).string(); }

}  // namespace slackline::test
