#include "testbench/firmware_file/elf.hpp"

#include <algorithm>
#include <cstdio>

namespace slackline::firmware_file {

namespace {

constexpr std::uint32_t header_bytes = 52, segment_bytes = 32, section_bytes = 40, symbol_bytes = 16;
constexpr std::uint32_t class_32 = 1, little_endian = 1, version = 1;
constexpr std::uint32_t executable = 2, riscv = 243;
constexpr std::uint32_t symbol_table = 2, function_symbol = 2;

std::string expected(const std::string& what, const std::string& found) {
  return "expected " + what + ", found " + found;
}

std::string name_of_type(std::uint32_t type) {
  switch (type) {
    case 1: return "an object file, which is not linked";
    case 3: return "a shared object";
    default: return "type " + std::to_string(type);
  }
}

std::string name_of_machine(std::uint32_t machine) {
  switch (machine) {
    case 3: return "i386";
    case 40: return "ARM";
    case 62: return "x86-64";
    case 183: return "AArch64";
    default: return "machine " + std::to_string(machine);
  }
}

/// Is it a program for this processor? Each field is only looked at where those before it are as expected.
std::string fault_of_header(const Bytes& file) {
  if (file.part(0, 4) != std::string_view("\177ELF", 4)) return "it is no ELF file";
  if (file.size() < header_bytes)
    return "it is cut short: " + std::to_string(file.size()) + " bytes, and the header alone has 52";
  if (file.byte(4) != class_32)
    return expected("ELF of 32 bits", file.byte(4) == 2 ? "64 bits" : "class " + std::to_string(file.byte(4)));
  if (file.byte(5) != little_endian)
    return expected("little endian", file.byte(5) == 2 ? "big endian" : "encoding " + std::to_string(file.byte(5)));
  if (file.byte(6) != version || file.word(20) != version) return expected("version 1 of ELF", "another");
  if (file.half(18) != riscv) return expected("code for RISC-V", name_of_machine(file.half(18)));
  if (file.half(16) != executable) return expected("a linked program", name_of_type(file.half(16)));
  if (file.word(36) != 0)
    return expected("code for RV32IM (-march=rv32im -mabi=ilp32)", "flags " + hexadecimal(file.word(36)));
  return "";
}

/// A table of the file, whose place its header gives.
struct Table {
  const char* what;
  std::uint32_t offset, count, entry_bytes;
};

bool is_sound(const Table& table, std::uint32_t expected_bytes, std::uint32_t most, const Bytes& file, Errors& errors) {
  if (table.count == 0) return true;
  if (table.count > most)
    errors.push_back(expected(std::to_string(most) + " " + table.what + "s at most", std::to_string(table.count)));
  else if (table.entry_bytes != expected_bytes)
    errors.push_back(std::string("an entry of the table of ") + table.what + "s has " +
                     std::to_string(table.entry_bytes) + " bytes, not " + std::to_string(expected_bytes));
  else if (!file.has(table.offset, std::uint64_t{table.count} * expected_bytes))
    errors.push_back(std::string("it is cut short: its table of ") + table.what + "s ends after the file's " +
                     std::to_string(file.size()) + " bytes");
  else
    return true;
  return false;
}

void read_segments(const Bytes& file, Elf& elf, Errors& errors) {
  const Table table{"segment", file.word(28), file.half(44), file.half(42)};
  if (!is_sound(table, segment_bytes, most_segments, file, errors)) return;
  for (std::uint32_t i = 0; i < table.count; ++i) {
    const std::uint32_t at = table.offset + i * segment_bytes;
    const std::uint32_t offset = file.word(at + 4), bytes = file.word(at + 16);
    if (!file.has(offset, bytes)) {
      errors.push_back("it is cut short: segment " + std::to_string(i) + " ends after the file's " +
                       std::to_string(file.size()) + " bytes");
      continue;
    }
    elf.segments.push_back({file.word(at), file.word(at + 8), file.word(at + 12), file.word(at + 20),
                            (file.word(at + 24) & 1) != 0, file.part(offset, bytes)});
  }
}

/// A name ends with a 0 in the table of names. Nothing: it has none, or one that no report could show.
std::optional<std::string_view> name_at(std::string_view names, std::uint32_t offset) {
  if (offset >= names.size()) return std::nullopt;
  names.remove_prefix(offset);
  const std::size_t end = names.find('\0');
  if (end > most_name) return std::nullopt;  // npos, too
  const auto is_printable = [](char c) { return c > ' ' && c < '\x7f'; };
  return std::all_of(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(end), is_printable)
             ? std::optional(names.substr(0, end))
             : std::nullopt;
}

void read_symbols(const Bytes& symbols, std::string_view names, Elf& elf, Errors& errors) {
  if (symbols.size() / symbol_bytes > most_symbols) {
    errors.push_back(
        expected(std::to_string(most_symbols) + " symbols at most", std::to_string(symbols.size() / symbol_bytes)));
    return;
  }
  for (std::size_t at = 0; symbols.has(at, symbol_bytes); at += symbol_bytes) {
    const bool is_defined = symbols.half(at + 14) != 0;
    if ((symbols.byte(at + 12) & 15) != function_symbol || !is_defined) continue;
    const std::optional<std::string_view> name = name_at(names, symbols.word(at));
    if (!name) {
      errors.push_back("symbol " + std::to_string(at / symbol_bytes) + " has no name of at most " +
                       std::to_string(most_name) + " printable characters");
      return;
    }
    elf.functions.push_back({*name, symbols.word(at + 4), symbols.word(at + 8)});
  }
}

void read_sections(const Bytes& file, Elf& elf, Errors& errors) {
  const Table table{"section", file.word(32), file.half(48), file.half(46)};
  if (!is_sound(table, section_bytes, most_sections, file, errors)) return;
  const auto bytes_of = [&](std::uint32_t section) {
    const std::uint64_t at = table.offset + std::uint64_t{section} * section_bytes;
    return file.part(file.word(at + 16), file.word(at + 20));
  };
  for (std::uint32_t i = 0; i < table.count; ++i) {
    const std::uint64_t at = table.offset + std::uint64_t{i} * section_bytes;
    if (file.word(at + 4) != symbol_table) continue;
    const std::uint32_t names = file.word(at + 24);
    if (!file.has(file.word(at + 16), file.word(at + 20)) || names >= table.count) {
      errors.emplace_back("it is cut short: its symbols or their names end after the file");
      return;
    }
    read_symbols(Bytes(bytes_of(i)), bytes_of(names), elf, errors);
    return;  // a file has one such table
  }
}

}  // namespace

std::string hexadecimal(std::uint64_t number) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(number));
  return text;
}

std::optional<Elf> read_elf(std::string_view bytes, Errors& errors) {
  if (bytes.size() > most_bytes) {
    errors.push_back(
        expected("a file of " + std::to_string(most_bytes) + " bytes at most", std::to_string(bytes.size())));
    return std::nullopt;
  }
  const Bytes file(bytes);
  if (std::string fault = fault_of_header(file); !fault.empty()) {
    errors.push_back(std::move(fault));
    return std::nullopt;
  }
  Elf elf;
  elf.entry = file.word(24);
  read_segments(file, elf, errors);
  read_sections(file, elf, errors);
  return errors.empty() ? std::optional(std::move(elf)) : std::nullopt;
}

}  // namespace slackline::firmware_file
