#include "testbench/firmware_file/image_reader.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "rtl_models/firmware/declaration.hpp"
#include "rtl_models/firmware/rv32/map.h"
#include "testbench/files/sha256.hpp"

namespace slackline::firmware_file {

namespace {

using firmware::Declaration;
using firmware::FirmwareImage;

/// Addresses from `begin` on; as wide as sums of addresses and lengths need.
struct Range {
  std::uint64_t begin = 0, bytes = 0;
  std::uint64_t end() const { return begin + bytes; }
  bool holds(const Range& other) const { return begin <= other.begin && other.end() <= end(); }
  bool meets(const Range& other) const {
    return bytes != 0 && other.bytes != 0 && begin < other.end() && other.begin < end();
  }
};
constexpr Range rom{NIC_ROM_ADDRESS, NIC_ROM_BYTES};
constexpr Range variables{NIC_RAM_ADDRESS + NIC_STACK_BYTES, NIC_RAM_BYTES - NIC_STACK_BYTES};

std::string text_of(const Range& range) { return hexadecimal(range.begin) + " to " + hexadecimal(range.end() - 1); }

Range run_range(const Segment& segment) { return {segment.address, segment.memory_bytes}; }
Range load_range(const Segment& segment) { return {segment.load_address, segment.bytes.size()}; }

/// Where a segment lies when it runs, and where its bytes are stored.
void check_place(const Segment& segment, Errors& errors) {
  const Range runs = run_range(segment), loaded = load_range(segment);
  const std::string what = "the segment at " + hexadecimal(segment.address) + " ";
  if (segment.bytes.size() > segment.memory_bytes)
    errors.push_back(what + "has more bytes in the file than in memory");
  else if (!rom.holds(runs) && !variables.holds(runs))
    errors.push_back(what + "(" + text_of(runs) + ") lies outside the memories: expected " + text_of(rom) +
                     " for code and constants, " + text_of(variables) + " for variables");
  else if (loaded.bytes != 0 && !rom.holds(loaded))
    errors.push_back(what + "begins with bytes that are not in the ROM: expected " + text_of(rom) + ", found " +
                     text_of(loaded));
  else if (rom.holds(runs) && loaded.bytes != 0 && loaded.begin != runs.begin)
    errors.push_back(what + "is stored at " + hexadecimal(loaded.begin) +
                     ", but code and constants run where they are");
}

void check_overlaps(const std::vector<Segment>& segments, Errors& errors) {
  for (std::size_t i = 0; i < segments.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (run_range(segments[i]).meets(run_range(segments[k])) ||
          load_range(segments[i]).meets(load_range(segments[k]))) {
        errors.push_back("the segments at " + hexadecimal(segments[k].address) + " and " +
                         hexadecimal(segments[i].address) + " overlap");
        return;
      }
}

/// The segments that the memories hold.
std::vector<Segment> loaded_segments(const Elf& elf, Errors& errors) {
  std::vector<Segment> loaded;
  for (const Segment& segment : elf.segments) {
    if (segment.type == Segment::dynamic || segment.type == Segment::interpreter)
      errors.emplace_back("it is linked dynamically; expected a static program");
    if (segment.type != Segment::load || (segment.memory_bytes == 0 && segment.bytes.empty())) continue;
    check_place(segment, errors);
    loaded.push_back(segment);
  }
  check_overlaps(loaded, errors);
  return loaded;
}

void check_entry(std::uint32_t entry, const std::vector<Segment>& segments, Errors& errors) {
  const bool is_code = std::any_of(segments.begin(), segments.end(), [&](const Segment& segment) {
    return segment.is_executable && load_range(segment).holds({entry, 4});
  });
  if (entry == 0)
    errors.emplace_back("it has no entry point");
  else if (!is_code || entry % 4 != 0)
    errors.push_back("its entry point " + hexadecimal(entry) + " is no instruction of its code");
}

std::vector<std::uint8_t> rom_of(const std::vector<Segment>& segments) {
  std::vector<std::uint8_t> bytes;
  for (const Segment& segment : segments) {
    const std::size_t at = segment.bytes.empty() ? 0 : segment.load_address - NIC_ROM_ADDRESS;
    bytes.resize(std::max(bytes.size(), (at + segment.bytes.size() + 3) / 4 * 4));
    std::copy(segment.bytes.begin(), segment.bytes.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
  }
  return bytes;
}

/// The address that our note has. Nothing, and an error: there is no such note.
std::optional<std::uint32_t> noted_address(const Elf& elf, Errors& errors) {
  const std::string_view owner(NIC_NOTE_OWNER, sizeof NIC_NOTE_OWNER);
  std::optional<std::uint32_t> address;
  const auto refuse = [&](std::string why) {
    errors.push_back(std::move(why));
    return std::nullopt;
  };
  for (const Segment& segment : elf.segments) {
    if (segment.type != Segment::note) continue;
    const Bytes notes(segment.bytes);
    const auto padded = [](std::uint64_t bytes) { return (bytes + 3) / 4 * 4; };
    for (std::uint64_t at = 0; at < notes.size();) {
      const std::uint32_t owner_bytes = notes.word(at), words_bytes = notes.word(at + 4), type = notes.word(at + 8);
      const std::uint64_t words = at + 12 + padded(owner_bytes);
      if (!notes.has(words, words_bytes)) return refuse("a note is cut short");
      const bool is_ours = notes.part(at + 12, owner_bytes) == owner;
      at = words + padded(words_bytes);
      if (!is_ours) continue;
      if (type != NIC_NOTE_TYPE) return refuse("a note of unknown type " + std::to_string(type) + "; expected 1");
      if (words_bytes != 8 || notes.word(words) != NIC_NOTE_VERSION)
        return refuse("its note is of version " + std::to_string(notes.word(words)) + "; expected " +
                      std::to_string(NIC_NOTE_VERSION) + ": build the firmware again with this version of slackline");
      if (address) return refuse("it has two notes that name a firmware");
      address = notes.word(words + 4);
    }
  }
  if (!address)
    return refuse("it has no note of owner " NIC_NOTE_OWNER "; expected a file that 'slackline firmware build' made");
  return address;
}

/// Reads what struct nic_firmware and its lists hold, as they are laid out on RV32: words of 4 bytes, in the order of their
/// members in firmware.h.
class DeclarationReader {
 public:
  DeclarationReader(const std::vector<std::uint8_t>& rom_bytes, Errors& errors)
      : rom_(std::string_view(reinterpret_cast<const char*>(rom_bytes.data()), rom_bytes.size())), errors_(errors) {}

  std::shared_ptr<const Declaration> read(std::uint32_t address) {
    auto read = std::make_shared<Declaration>();
    if (address == 0) {
      errors_.emplace_back("it has no firmware: NAME.c must define const struct nic_firmware firmware_NAME");
      return nullptr;
    }
    if (!is_in_rom(address, firmware_words)) {
      errors_.push_back("its struct nic_firmware at " + hexadecimal(address) +
                        " is not in the ROM; expected a constant");
      return nullptr;
    }
    Declaration& d = *read;
    nic_firmware& f = d.firmware;
    f.name = text(word(address), "name");
    check_function(word(address + 4), "start");
    check_function(word(address + 8), "handle");
    read_list(address + 12, 6, NIC_OWN_PARAMETERS, "parameters", d.parameters, [this](std::uint32_t at) {
      return nic_own_parameter{text(word(at), "key of a parameter"),
                               one_of(word(at + 4), NIC_OWN_WORD, "nic_own_kind"),
                               word(at + 8),
                               word(at + 12),
                               word(at + 16),
                               text(word(at + 20), "text of a parameter")};
    });
    read_list(address + 20, 3, most_conditions, "conditions", d.conditions, [this](std::uint32_t at) {
      return nic_own_condition{word(at), word(at + 4), word(at + 8)};
    });
    read_list(address + 28, 5, NIC_OWN_MEASURES, "measures", d.measures, [this](std::uint32_t at) {
      return nic_own_measure{text(word(at), "key of a measure"),
                             one_of(word(at + 4), NIC_MEASURE_SAMPLE, "nic_measure_kind"),
                             one_of(word(at + 8), NIC_UNIT_TICKS, "nic_measure_unit"), word(at + 12),
                             text(word(at + 16), "text of a measure")};
    });
    read_list(address + 36, 6, NIC_EXPORTS, "exported words", d.exports, [this](std::uint32_t at) {
      return nic_own_export{text(word(at), "key of an exported word"),
                            one_of(word(at + 4), NIC_EXPORT_WAITS_FOR, "nic_export_kind"),
                            word(at + 8),
                            word(at + 12),
                            text(word(at + 16), "names of an exported word"),
                            text(word(at + 20), "look of an exported word")};
    });
    f.is_flow_control = word(address + 44);
    point_to_lists(d);
    d.texts = std::move(texts_);
    if (errors_.empty())
      for (const std::string& fault : firmware::declaration_faults(f)) errors_.push_back("its firmware: " + fault);
    return read;
  }

 private:
  static constexpr std::uint32_t firmware_words = 12;

  bool is_in_rom(std::uint32_t address, std::uint64_t words) const {
    return address % 4 == 0 && address >= NIC_ROM_ADDRESS && rom_.has(address - NIC_ROM_ADDRESS, 4 * words);
  }
  std::uint32_t word(std::uint32_t address) const { return rom_.word(address - NIC_ROM_ADDRESS); }

  /// An enumerator of an enumeration that ends with `last`.
  template <class Enumeration>
  Enumeration one_of(std::uint32_t number, Enumeration last, const char* name) {
    if (number <= static_cast<std::uint32_t>(last)) return static_cast<Enumeration>(number);
    errors_.push_back("its firmware declares something of " + std::string(name) + " " + std::to_string(number) +
                      "; expected " + std::to_string(last) + " at most");
    return Enumeration{};
  }

  /// The text at an address; null at address 0.
  const char* text(std::uint32_t address, const char* what) {
    if (address == 0) return nullptr;
    const std::uint32_t at = address - NIC_ROM_ADDRESS;
    std::string read;
    for (std::uint64_t i = at; i < rom_.size() && rom_.byte(i) != 0 && read.size() <= most_text; ++i)
      read += static_cast<char>(rom_.byte(i));
    const bool ends = address >= NIC_ROM_ADDRESS && rom_.has(at, read.size() + 1) && read.size() <= most_text;
    const bool is_printable = std::all_of(read.begin(), read.end(), [](char c) { return c >= ' ' && c < '\x7f'; });
    if (!ends || !is_printable) {
      errors_.push_back(std::string("the ") + what + " at " + hexadecimal(address) + " is no text of at most " +
                        std::to_string(most_text) + " printable characters of ASCII in the ROM");
      return nullptr;
    }
    texts_.push_back(std::move(read));
    return texts_.back().c_str();
  }

  void check_function(std::uint32_t address, const char* name) {
    if (address == 0)
      errors_.push_back(std::string("its firmware has no function ") + name);
    else if (!is_in_rom(address, 1))
      errors_.push_back(std::string("the function ") + name + " of its firmware, " + hexadecimal(address) +
                        ", is not in the ROM");
  }

  /// A list of structs of so many words: its address is at `at`, the number of its entries after it.
  template <class Entry, class Read>
  void read_list(std::uint32_t at, std::uint32_t words, std::uint32_t most, const char* what, std::vector<Entry>& list,
                 Read&& read) {
    const std::uint32_t address = word(at), count = word(at + 4);
    if (count > most)
      errors_.push_back("its firmware has " + std::to_string(count) + " " + what + "; expected " +
                        std::to_string(most) + " at most");
    else if (count != 0 && !is_in_rom(address, std::uint64_t{count} * words))
      errors_.push_back(std::string("the list of ") + what + " at " + hexadecimal(address) + " is not in the ROM");
    else
      for (std::uint32_t i = 0; i < count; ++i) list.push_back(read(address + 4 * i * words));
  }

  static void point_to_lists(Declaration& d) {
    const auto point = [](const auto& list, auto& pointer, std::uint32_t& count) {
      pointer = list.empty() ? nullptr : list.data();
      count = static_cast<std::uint32_t>(list.size());
    };
    nic_firmware& f = d.firmware;
    point(d.parameters, f.own, f.own_count);
    point(d.conditions, f.conditions, f.condition_count);
    point(d.measures, f.measures, f.measure_count);
    point(d.exports, f.exports, f.export_count);
  }

  Bytes rom_;
  Errors& errors_;
  std::deque<std::string> texts_;  ///< texts that the declaration's pointers name
};

std::vector<firmware::Function> functions_of(const Elf& elf, Errors& errors) {
  std::vector<firmware::Function> functions;
  for (const Symbol& symbol : elf.functions) {
    if (!rom.holds({symbol.address, symbol.bytes})) {
      errors.push_back("function " + std::string(symbol.name) + " at " + hexadecimal(symbol.address) +
                       " is not in the ROM");
      break;
    }
    functions.push_back({std::string(symbol.name), symbol.address, symbol.bytes});
  }
  std::sort(functions.begin(), functions.end(), [](const firmware::Function& a, const firmware::Function& b) {
    return std::tie(a.address, a.name) < std::tie(b.address, b.name);
  });
  return functions;
}

}  // namespace

ImageReading read_image(std::string_view bytes) {
  ImageReading reading;
  Errors& errors = reading.errors;
  const std::optional<Elf> elf = read_elf(bytes, errors);
  if (!elf) return reading;
  const std::vector<Segment> segments = loaded_segments(*elf, errors);
  check_entry(elf->entry, segments, errors);
  FirmwareImage image;
  image.functions = functions_of(*elf, errors);
  const std::optional<std::uint32_t> address = noted_address(*elf, errors);
  if (!errors.empty()) return reading;
  image.rom = rom_of(segments);
  image.declaration = DeclarationReader(image.rom, errors).read(*address);
  if (!errors.empty()) return reading;
  image.entry = elf->entry;
  for (const Segment& segment : segments)
    if (!rom.holds(run_range(segment))) image.variable_bytes += segment.memory_bytes;
  image.sha256 = files::sha256(std::string(bytes));
  reading.image = std::move(image);
  return reading;
}

}  // namespace slackline::firmware_file
