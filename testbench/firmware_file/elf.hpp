// elf: the parts of an ELF file of 32 bits, little endian, that a firmware needs. The reader checks that they lie within the
// file; their contents are not checked here. Numbers of the format: System V ABI, chapters 4 and 5, and the RISC-V ELF psABI.
//
// This is a reader of our own: libelf (elfutils) leaves the checks of sizes, counts and texts, which are most of the work, to
// its callers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace slackline::firmware_file {

constexpr std::size_t most_bytes = std::size_t{4} << 20;  ///< of a file
constexpr std::uint32_t most_segments = 64;
constexpr std::uint32_t most_sections = 1024;
constexpr std::uint32_t most_symbols = 16384;
constexpr std::size_t most_name = 200;  ///< characters of a symbol

using Errors = std::vector<std::string>;  ///< a sentence each

/// "0x8000001c"
std::string hexadecimal(std::uint64_t number);

/// Bytes that are read by their offset, never beyond their end.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}
  std::size_t size() const { return bytes_.size(); }
  bool has(std::uint64_t offset, std::uint64_t count) const { return offset <= size() && count <= size() - offset; }
  /// Little endian; 0 beyond the end.
  std::uint32_t word(std::uint64_t offset) const { return number(offset, 4); }
  std::uint32_t half(std::uint64_t offset) const { return number(offset, 2); }
  std::uint32_t byte(std::uint64_t offset) const { return number(offset, 1); }
  /// Empty where it does not lie within.
  std::string_view part(std::uint64_t offset, std::uint64_t count) const {
    return has(offset, count) ? bytes_.substr(offset, count) : std::string_view();
  }

 private:
  std::uint32_t number(std::uint64_t offset, unsigned count) const {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < count && has(offset, count); ++i)
      value |= std::uint32_t{static_cast<unsigned char>(bytes_[offset + i])} << 8 * i;
    return value;
  }
  std::string_view bytes_;
};

struct Segment {
  enum Type : std::uint32_t { load = 1, dynamic = 2, interpreter = 3, note = 4 };
  std::uint32_t type = 0;
  std::uint32_t address = 0;       ///< when it runs
  std::uint32_t load_address = 0;  ///< where its bytes are stored before
  std::uint32_t memory_bytes = 0;
  bool is_executable = false;
  std::string_view bytes;  ///< of the file
};

struct Symbol {
  std::string_view name;
  std::uint32_t address = 0, bytes = 0;
};

struct Elf {
  std::uint32_t entry = 0;
  std::vector<Segment> segments;
  std::vector<Symbol> functions;  ///< as the file orders them
};

/// The parts of a program for an RV32IM processor. Nothing, and `errors`, of all other files. The result points into
/// `bytes`.
std::optional<Elf> read_elf(std::string_view bytes, Errors& errors);

}  // namespace slackline::firmware_file
