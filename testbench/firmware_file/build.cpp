#include "testbench/firmware_file/build.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "testbench/files/program.hpp"
#include "testbench/firmware_file/embedded_kit.hpp"

namespace slackline::firmware_file {

namespace fs = std::filesystem;

namespace {

/// The embedded files, in a temporary folder as long as this lives.
class Kit {
 public:
  Kit() {
    root_ = (fs::temp_directory_path() / "slackline_firmware_XXXXXX").string();
    if (mkdtemp(root_.data()) == nullptr) throw std::runtime_error(root_ + ": cannot be made: " + std::strerror(errno));
    for (const text::EmbeddedFile& file : embedded_kit()) {
      const fs::path path = path_of(file);
      fs::create_directories(path.parent_path());
      std::ofstream(path, std::ios::binary) << file.text;
    }
  }
  ~Kit() {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }
  Kit(const Kit&) = delete;
  Kit& operator=(const Kit&) = delete;

  const std::string& root() const { return root_; }
  std::string path_of(std::string_view name) const { return path_of(file_of(name)).string(); }
  /// The lines of a file.
  static std::vector<std::string> lines_of(std::string_view name) {
    std::istringstream text(std::string(file_of(name).text));
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
  }

 private:
  static const text::EmbeddedFile& file_of(std::string_view name) {
    const auto& files = embedded_kit();
    return *std::find_if(files.begin(), files.end(), [&](const text::EmbeddedFile& file) { return file.name == name; });
  }
  /// Sources include headers from here as from the root of the repository.
  fs::path path_of(const text::EmbeddedFile& file) const {
    const fs::path folder = fs::path(root_) / "rtl_models" / "firmware";
    return (file.folder == "rv32" ? folder / "rv32" : folder) / file.name;
  }
  std::string root_;
};

struct Compiler {
  std::string program;
  bool is_gcc = false;
};

std::optional<Compiler> find_compiler(const BuildRequest& request, Errors& errors) {
  const std::vector<std::string> names = request.compiler.empty()
                                             ? std::vector<std::string>{"clang", "riscv64-unknown-elf-gcc"}
                                             : std::vector{request.compiler};
  for (const std::string& name : names) {
    const std::optional<std::string> program = files::find_program(name);
    if (!program) continue;
    const bool is_gcc = fs::path(name).filename().string().find("gcc") != std::string::npos;
    if (is_gcc || files::find_program("ld.lld")) return Compiler{*program, is_gcc};
    errors.emplace_back("clang links with ld.lld, which is not there: install the package lld");
    return std::nullopt;
  }
  errors.push_back((request.compiler.empty() ? "there is no compiler" : "there is no compiler " + request.compiler) +
                   ": install the packages clang and lld, or gcc-riscv64-unknown-elf");
  return std::nullopt;
}

/// The name of the firmware that a source defines; empty, and an error: it can define none.
std::string firmware_name(const std::string& source, Errors& errors) {
  std::string name = fs::path(source).stem().string();
  const auto is_of_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  if (!name.empty() && std::all_of(name.begin(), name.end(), is_of_name) &&
      std::isdigit(static_cast<unsigned char>(name.front())) == 0)
    return name;
  errors.push_back(source + ": the firmware is called after this file; expected a name in C before .c");
  return "";
}

void check_sources(const std::vector<std::string>& sources, Errors& errors) {
  for (const std::string& source : sources) {
    std::error_code ignored;
    if (fs::path(source).extension() != ".c")
      errors.push_back(source + ": expected a C source, FILE.c");
    else if (!fs::is_regular_file(source, ignored))
      errors.push_back(source + ": there is no such file");
  }
}

std::vector<std::string> command_line(const Compiler& compiler, const BuildRequest& request, const std::string& name,
                                      const Kit& kit, const std::string& output) {
  std::vector<std::string> line{compiler.program};
  const auto add = [&](const std::vector<std::string>& more) { line.insert(line.end(), more.begin(), more.end()); };
  if (!compiler.is_gcc) add({"--target=riscv32-unknown-elf", "-fuse-ld=lld"});
  add(Kit::lines_of("compile_options.txt"));
  add({"-O" + request.optimization, "-DNIC_FIRMWARE=firmware_" + name, "-I", kit.root(), kit.path_of("start.c")});
  for (const std::string& source : request.sources) line.push_back(files::as_argument(source));
  add(Kit::lines_of("link_options.txt"));
  add({"-T", kit.path_of("firmware.ld"), kit.path_of("libfirmware.a"), "-o", output});
  return line;
}

std::string contents_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

BuildResult build_firmware(const BuildRequest& request) {
  BuildResult result;
  check_sources(request.sources, result.errors);
  if (!result.errors.empty()) return result;
  const std::string name = firmware_name(request.sources.front(), result.errors);
  const std::optional<Compiler> compiler = find_compiler(request, result.errors);
  if (!result.errors.empty()) return result;

  const Kit kit;
  const std::string output = kit.root() + "/" + name + ".elf";
  const std::string fault =
      files::run_program(compiler->program, command_line(*compiler, request, name, kit, output), &result.messages);
  if (!fault.empty()) {
    result.errors.push_back(compiler->program + " " + fault);
    return result;
  }
  result.elf = contents_of(output);
  ImageReading reading = read_image(result.elf);
  result.image = std::move(reading.image);
  for (const std::string& error : reading.errors)
    result.errors.push_back(request.sources.front() + ": the firmware built of it cannot be used: " + error);
  return result;
}

}  // namespace slackline::firmware_file
