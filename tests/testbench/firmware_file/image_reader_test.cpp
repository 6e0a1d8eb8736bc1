#include "testbench/firmware_file/image_reader.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/testbench/firmware_file/sample_elf.hpp"
#include "tests/testbench/firmware_file/sound_image.hpp"

using namespace slackline;
using firmware_file::Errors;
using firmware_file::ImageReading;
using firmware_file::read_image;
using test::SampleElf;

namespace {

/// The errors of a file from which no image is made.
Errors errors_of(const SampleElf& file) {
  const ImageReading reading = read_image(file.bytes());
  CHECK(reading.image.has_value() == reading.errors.empty());
  return reading.errors;
}

/// One with a list of one entry: `member` of struct nic_firmware is its address, the next its length.
SampleElf with_list(std::size_t member, const std::vector<std::uint32_t>& entry) {
  SampleElf file;
  file.firmware[member] = 0x80000078;
  file.firmware[member + 1] = 1;
  std::copy(entry.begin(), entry.end(), file.list.begin());
  return file;
}
constexpr std::uint32_t depth = 0x80000047;  // a text: "depth"

}  // namespace

TEST_CASE("An image has the ROM, the variables, the functions and the declaration of its file", "[quick]") {
  const std::string file = SampleElf().bytes();
  const ImageReading reading = read_image(file);
  REQUIRE(reading.errors.empty());
  const firmware::FirmwareImage& image = *reading.image;
  CHECK(test::fault_of(image).empty());
  CHECK(image.rom == std::vector<std::uint8_t>(file.begin() + 180, file.begin() + 324));
  CHECK(image.entry == 0x80000000);
  CHECK(image.variable_bytes == 40);
  CHECK(image.place_of(0x80000008) == "handle");
  CHECK(image.place_of(0x8000000c) == "handle+0x4");
  CHECK(image.place_of(0x80000010) == "0x80000010");
  CHECK(image.place_of(0x80000004) == "0x80000004");
  CHECK(image.firmware().name == std::string("sample"));
  CHECK(image.firmware().start == nullptr);
  CHECK(image.firmware().own == nullptr);
}

TEST_CASE("A copy of an image has the same declaration, whatever becomes of the first") {
  std::optional<firmware::FirmwareImage> copy;
  {
    const ImageReading reading = read_image(SampleElf().bytes());
    copy = reading.image;
  }
  CHECK(copy->firmware().name == std::string("sample"));
}

TEST_CASE("Segments lie in the memories, and not over one another") {
  SampleElf file;
  file.code.address = file.code.load_address = 0x7ffffff0;
  CHECK(errors_of(file).front() ==
        "the segment at 0x7ffffff0 (0x7ffffff0 to 0x8000005f) lies outside the memories: expected 0x80000000 to "
        "0x8003ffff for code and constants, 0x90000c00 to 0x90000fff for variables");
  file = {};
  file.variables.memory_bytes = 1024;
  CHECK(errors_of(file).empty());
  file.variables.memory_bytes = 1025;
  CHECK(errors_of(file) ==
        Errors{"the segment at 0x90000c00 (0x90000c00 to 0x90001000) lies outside the memories: expected 0x80000000 to "
               "0x8003ffff for code and constants, 0x90000c00 to 0x90000fff for variables"});
  file = {};
  file.variables.address = 0x90000bfc;  // the stack
  CHECK(errors_of(file).size() == 1);
  file = {};
  file.variables.load_address = 0x8003ffe0;
  CHECK(errors_of(file).empty());
  file.variables.load_address = 0x8003ffe4;
  CHECK(errors_of(file) == Errors{"the segment at 0x90000c00 begins with bytes that are not in the ROM: expected "
                                  "0x80000000 to 0x8003ffff, found 0x8003ffe4 to 0x80040003"});
  file = {};
  file.variables.load_address = 0x8000006f;
  CHECK(errors_of(file) == Errors{"the segments at 0x80000000 and 0x90000c00 overlap"});
  file = {};
  file.code.load_address = 0x80000100;
  CHECK(errors_of(file).front() ==
        "the segment at 0x80000000 is stored at 0x80000100, but code and constants run where they are");
  file = {};
  file.variables.memory_bytes = 31;
  CHECK(errors_of(file) == Errors{"the segment at 0x90000c00 has more bytes in the file than in memory"});
  file = {};
  file.other = {1, 180, 0x9000000c, 0x80000200, 0, 0, 6};  // an empty one is nowhere
  CHECK(errors_of(file).empty());
  file.other = {2, 180, 0, 0, 0, 0, 6};
  CHECK(errors_of(file) == Errors{"it is linked dynamically; expected a static program"});
}

TEST_CASE("The entry point is an instruction of the code") {
  SampleElf file;
  file.entry = 0;
  CHECK(errors_of(file) == Errors{"it has no entry point"});
  for (const std::uint32_t outside : {0x80000002u, 0x7ffffffcu, 0x80000070u, 0x90000c00u, 0xfffffffcu}) {
    file.entry = outside;
    CHECK(errors_of(file) ==
          Errors{"its entry point " + firmware_file::hexadecimal(outside) + " is no instruction of its code"});
  }
  file.entry = 0x8000006c;
  CHECK(errors_of(file).empty());
  file = {};
  file.code.flags = 4;
  CHECK(errors_of(file) == Errors{"its entry point 0x80000000 is no instruction of its code"});
}

TEST_CASE("The note names the firmware, in a version that is known") {
  SampleElf file;
  file.note.type = 0;
  const Errors none{"it has no note of owner Slackline; expected a file that 'slackline firmware build' made"};
  CHECK(errors_of(file) == none);
  file = {};
  file.owner = "Slackbahn";
  CHECK(errors_of(file) == none);
  file = {};
  file.note_type = 2;
  CHECK(errors_of(file) == Errors{"a note of unknown type 2; expected 1"});
  file = {};
  file.note_version = 2;
  CHECK(errors_of(file) ==
        Errors{"its note is of version 2; expected 1: build the firmware again with this version of slackline"});
  file = {};
  file.words_bytes = 12;
  CHECK(errors_of(file) == Errors{"a note is cut short"});
  file = {};
  file.owner_bytes = 0xffffffff;
  CHECK(errors_of(file) == Errors{"a note is cut short"});
  file = {};
  file.other = file.note;
  CHECK(errors_of(file) == Errors{"it has two notes that name a firmware"});
  file = {};
  file.noted = 0;
  CHECK(errors_of(file) == Errors{"it has no firmware: NAME.c must define const struct nic_firmware firmware_NAME"});
  for (const std::uint32_t outside : {0x90000c00u, 0x80000012u, 0x80000064u, 0xfffffffcu}) {
    file.noted = outside;
    CHECK(errors_of(file) == Errors{"its struct nic_firmware at " + firmware_file::hexadecimal(outside) +
                                    " is not in the ROM; expected a constant"});
  }
}

TEST_CASE("A firmware has a name, and the functions start and handle in the ROM") {
  SampleElf file;
  file.firmware[0] = 0;
  CHECK(errors_of(file) == Errors{"its firmware: its name must be one in C"});
  file = {};
  file.texts = "my-protocol";
  CHECK(errors_of(file) == Errors{"its firmware: its name must be one in C"});
  file.texts = "sam\nple";
  CHECK(errors_of(file) ==
        Errors{"the name at 0x80000040 is no text of at most 400 printable characters of ASCII in the ROM"});
  file = {};
  file.firmware[0] = 0x90000c00;
  CHECK(errors_of(file).size() == 1);
  file = {};
  file.firmware[1] = 0;
  CHECK(errors_of(file) == Errors{"its firmware has no function start"});
  file = {};
  file.firmware[2] = 0;
  CHECK(errors_of(file) == Errors{"its firmware has no function handle"});
  file.firmware[2] = 0x80000006;
  CHECK(errors_of(file) == Errors{"the function handle of its firmware, 0x80000006, is not in the ROM"});
}

TEST_CASE("The lists of a firmware lie in the ROM, and are no longer than devices allow") {
  const struct {
    std::size_t member;
    std::uint32_t most, bytes;
    const char* what;
  } lists[] = {
      {3, 32, 24, "parameters"}, {5, 1024, 12, "conditions"}, {7, 8, 20, "measures"}, {9, 24, 24, "exported words"}};
  for (const auto& list : lists) {
    INFO(list.what);
    SampleElf file;
    file.firmware[list.member] = 0x80000000;
    file.firmware[list.member + 1] = list.most + 1;
    CHECK(errors_of(file) == Errors{"its firmware has " + std::to_string(list.most + 1) + " " + list.what +
                                    "; expected " + std::to_string(list.most) + " at most"});
    file.firmware[list.member] = 0x80000090 - list.bytes + 4;
    file.firmware[list.member + 1] = 1;
    CHECK(errors_of(file).front() == std::string("the list of ") + list.what + " at " +
                                         firmware_file::hexadecimal(0x80000090 - list.bytes + 4) +
                                         " is not in the ROM");
  }
}

TEST_CASE("Entries of the lists are read, with their texts") {
  const ImageReading parameter = read_image(with_list(3, {depth, NIC_OWN_TIME, 1, 9, 5, depth}).bytes());
  REQUIRE(parameter.errors.empty());
  const nic_own_parameter& own = *parameter.image->firmware().own;
  CHECK(own.key == std::string("depth"));
  CHECK((own.kind == NIC_OWN_TIME && own.least == 1 && own.most == 9 && own.initial == 5));
  const ImageReading measure = read_image(with_list(7, {depth, NIC_MEASURE_SAMPLE, NIC_UNIT_TICKS, 16, depth}).bytes());
  REQUIRE(measure.errors.empty());
  CHECK(measure.image->firmware().measures->divisor == 16);
  const ImageReading word = read_image(with_list(9, {depth, NIC_EXPORT_NAME, 2, 3, depth, 0}).bytes());
  REQUIRE(word.errors.empty());
  CHECK(word.image->firmware().exports->names == std::string("depth"));
  CHECK(word.image->firmware().exports->look == nullptr);
}

TEST_CASE("Entries of the lists have enumerators and texts that there are") {
  CHECK(errors_of(with_list(3, {depth, 3, 0, 0, 0, depth})) ==
        Errors{"its firmware declares something of nic_own_kind 3; expected 2 at most"});
  CHECK(errors_of(with_list(7, {depth, 2, 2, 1, depth})) ==
        Errors{"its firmware declares something of nic_measure_kind 2; expected 1 at most",
               "its firmware declares something of nic_measure_unit 2; expected 1 at most"});
  CHECK(errors_of(with_list(9, {depth, 9, 0, 0, 0, 0})) ==
        Errors{"its firmware declares something of nic_export_kind 9; expected 8 at most"});
  CHECK(errors_of(with_list(3, {0x90000c00, 0, 0, 0, 0, depth})) ==
        Errors{
            "the key of a parameter at 0x90000c00 is no text of at most 400 printable characters of ASCII in the ROM"});
}

TEST_CASE("What a firmware declares is checked as in the simulator") {
  CHECK(errors_of(with_list(3, {0, 0, 2, 1, 2, depth})) ==
        Errors{"its firmware: parameter 0: the key must have 1 to 40 small letters, digits and _",
               "its firmware: parameter 0: it must have a text, and least <= initial <= most"});
  CHECK(errors_of(with_list(5, {0, 0, 1})) ==
        Errors{"its firmware: condition 0: it must name two parameters, the second one of words"});
}

TEST_CASE("Functions of the symbols lie in the ROM") {
  SampleElf file;
  file.function_address = 0x8003fffc;  // of 8 bytes
  CHECK(errors_of(file) == Errors{"function handle at 0x8003fffc is not in the ROM"});
  file.function_address = 0x8003fff8;
  CHECK(errors_of(file).empty());
}

TEST_CASE("Whatever byte of a file is changed, an image is sound, or there are errors") {
  const std::string file = SampleElf().bytes();
  std::size_t images = 0;
  for (std::size_t at = 0; at < file.size(); ++at)
    for (const unsigned value : {0u, 1u, 4u, 0x7fu, 0x80u, 0xffu}) {
      std::string changed = file;
      changed[at] = static_cast<char>(value);
      const ImageReading reading = read_image(changed);
      REQUIRE(reading.image.has_value() == reading.errors.empty());
      if (!reading.image) continue;
      ++images;
      INFO("byte " << at << " is " << value);
      CHECK(test::fault_of(*reading.image).empty());
    }
  CHECK(images > 0);
}
