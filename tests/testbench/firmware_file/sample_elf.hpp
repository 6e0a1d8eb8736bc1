// A firmware's ELF file, laid out by hand as the ABI has it, with every field open to change before it is written.
//
//   offset   contents                      address
//   0        header
//   52       4 program headers
//   180      code: 4 instructions          0x80000000
//   196      struct nic_firmware           0x80000010
//   244      texts                         0x80000040
//   260      note                          0x80000050
//   292      first values of variables     0x90000c00, stored at 0x80000070: two words, and `list`
//   324      symbols, their names, section headers
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace slackline::test {

struct SampleElf {
  struct Segment {
    std::uint32_t type, offset, address, load_address, file_bytes, memory_bytes, flags;
  };
  std::string magic = "\177ELF";
  std::uint32_t bits = 1, encoding = 1, ident_version = 1;
  std::uint32_t type = 2, machine = 243, version = 1, entry = 0x80000000, flags = 0;
  std::uint32_t segment_bytes = 32, section_bytes = 40, segment_count = 4, section_count = 3;
  Segment code{1, 180, 0x80000000, 0x80000000, 112, 112, 5};
  Segment variables{1, 292, 0x90000c00, 0x80000070, 32, 40, 6};
  Segment note{4, 260, 0x80000050, 0x80000050, 32, 32, 4};
  Segment other{0, 0, 0, 0, 0, 0, 0};
  /// name, start, handle, own, 0, conditions, 0, measures, 0, exports, 0, is_flow_control
  std::vector<std::uint32_t> firmware{0x80000040, 0x80000000, 0x80000008, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  std::string texts = std::string("sample\0depth", 12);
  std::vector<std::uint32_t> list = std::vector<std::uint32_t>(6);
  std::uint32_t owner_bytes = 10, words_bytes = 8, note_type = 1, note_version = 1, noted = 0x80000010;
  std::string owner = "Slackline";
  std::uint32_t function_address = 0x80000008, function_name = 1;
  std::string function = "handle";

  std::string bytes() const {
    std::string file = magic;
    const auto byte = [&](std::uint32_t value) { file += static_cast<char>(value); };
    const auto half = [&](std::uint32_t value) { byte(value & 255), byte(value >> 8); };
    const auto word = [&](std::uint32_t value) { half(value & 0xffff), half(value >> 16); };
    const auto fill = [&](std::size_t end) { file.resize(end); };
    byte(bits), byte(encoding), byte(ident_version);
    fill(16);
    half(type), half(machine), word(version), word(entry), word(52), word(section_headers), word(flags);
    half(52), half(segment_bytes), half(segment_count), half(section_bytes), half(section_count), half(0);
    for (const Segment* s : {&code, &variables, &note, &other}) {
      word(s->type), word(s->offset), word(s->address), word(s->load_address);
      word(s->file_bytes), word(s->memory_bytes), word(s->flags), word(4);
    }
    for (int i = 0; i < 4; ++i) word(0x00008067);  // ret
    for (const std::uint32_t member : firmware) word(member);
    file += texts;
    fill(260);
    word(owner_bytes), word(words_bytes), word(note_type);
    file += owner;
    fill(284);
    word(note_version), word(noted);
    word(7), word(8);
    for (const std::uint32_t entry : list) word(entry);
    fill(symbols + 16);  // the first symbol is empty
    word(function_name), word(function_address), word(8), byte(0x12), byte(0), half(1);
    byte(0);
    file += function;
    fill(section_headers);
    fill(section_headers + 40);  // and so is the first section
    for (const std::uint32_t field : {0u, 2u, 0u, 0u, symbols, 32u, 2u, 1u, 4u, 16u}) word(field);
    for (const std::uint32_t field : {0u, 3u, 0u, 0u, symbols + 32, 8u, 0u, 0u, 1u, 0u}) word(field);
    return file;
  }

  static constexpr std::uint32_t symbols = 324, section_headers = 364;
};

}  // namespace slackline::test
