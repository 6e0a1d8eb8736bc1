#include "tests/rtl_models/rv32/random_program.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "rtl_models/firmware/rv32/map.h"
#include "rtl_models/rv32/rv32.hpp"
#include "tests/rtl_models/rv32/assembler.hpp"

namespace slackline::test {

using namespace assembler;

namespace {

/// Instructions that belong together: branches go to the first one of a group only. Labels are numbers of groups.
struct Group {
  std::vector<Word> words;
  /// The last word of the group, a jump to group `target` by that offset.
  std::function<Word(std::int32_t)> jump;
  unsigned target = 0;
  unsigned from = 0;  ///< the word of the group that the offset is counted from
};

class Generator {
 public:
  Generator(RandomStream& random, Accesses accesses) : random_(random), accesses_(accesses) {
    base_ = 1 + random.below(31);
    do counter_ = 1 + random.below(31);
    while (counter_ == base_);
  }

  void append_to(std::vector<Word>& code) {
    set_registers();
    const unsigned groups = 80 + random_.below(60);
    for (unsigned i = 0; i < groups; ++i) add_group();
    if (loop_ != 0) close_loop();
    last_ = static_cast<unsigned>(groups_.size());
    finish();
    emit(code);
  }

 private:
  static constexpr std::int32_t middle = 2048;  ///< the base register is in the middle of the RAM

  /// Any register but the two that programs rely on; as a source, any at all.
  Register target() {
    for (;;) {
      const Register r = random_.below(32);
      if (r != base_ && r != counter_) return r;
    }
  }
  Register scratch() {
    for (;;)
      if (const Register r = target(); r != 0) return r;
  }
  Register source() { return random_.below(32); }
  std::int32_t immediate() { return static_cast<std::int32_t>(random_.below(4096)) - 2048; }

  /// Values at which instructions behave in a special way are as likely as all others.
  Word value() {
    static constexpr Word special[] = {0,           1,           2,           31,          32,          0x7fff'ffff,
                                       0x8000'0000, 0x8000'0001, 0xffff'ffff, 0xffff'fffe, 0x0000'ffff, 0xffff'0000};
    return random_.below(2) == 0 ? special[random_.below(12)] : static_cast<Word>(random_.bits());
  }

  void add(std::vector<Word> words) { groups_.push_back({std::move(words), nullptr, 0, 0}); }

  void set_registers() {
    for (Register r = 1; r < 32; ++r) {
      const Word v = r == base_ ? rv32::ram_base + middle : r == counter_ ? 0 : value();
      const std::int32_t low = static_cast<std::int32_t>(v << 20) >> 20;
      add({lui(r, v - static_cast<Word>(low)), addi(r, r, low)});
    }
  }

  void add_group() {
    if (accesses_ == Accesses::shared && random_.below(5) == 0) return add_shared();
    switch (random_.below(20)) {
      case 0:
      case 1:
      case 2:
      case 3: return add({arithmetic()});
      case 4:
      case 5:
      case 6: return add({arithmetic_with_immediate()});
      case 7:
      case 8:
      case 9: return add({r_type(1, random_.below(8), target(), source(), source())});
      case 10: return add({random_.below(2) == 0 ? lui(target(), value()) : auipc(target(), value())});
      case 11: return random_.below(4) == 0 ? add({fence}) : add({lui(target(), 0x8000'0000)});
      case 12:
      case 13: return add({access(base_, 0)});
      case 14: return add_access_by_computed_address();
      case 15: return add_load_from_code();
      case 16:
      case 17: return add_branch();
      case 18: return add_jump();
      default: return loop_ == 0 ? open_loop() : close_loop();
    }
  }

  Word arithmetic() {
    const Word funct3 = random_.below(8);
    const bool is_other = (funct3 == 0 || funct3 == 5) && random_.below(2) == 0;  // sub, sra
    return r_type(is_other ? 0x20 : 0, funct3, target(), source(), source());
  }
  Word arithmetic_with_immediate() {
    const Word funct3 = random_.below(8);
    const bool is_shift = funct3 == 1 || funct3 == 5;
    const std::int32_t shift = static_cast<std::int32_t>(random_.below(32));
    const std::int32_t sra = funct3 == 5 && random_.below(2) == 0 ? 0x400 : 0;
    return i_type(funct3, target(), source(), is_shift ? shift | sra : immediate());
  }

  static std::int32_t width_of(Word funct3) { return 1 << funct3 % 4; }
  /// A load or store at an offset from `base`, aligned; 0 to `above`, or, if that is 0, anywhere in RAM.
  Word access(Register base, unsigned above) {
    static constexpr Word functs[] = {0, 1, 2, 4, 5};
    const bool is_store = random_.below(2) == 0;
    const Word funct3 = is_store ? random_.below(3) : functs[random_.below(5)];
    const std::int32_t offset =
        (above == 0 ? immediate() : static_cast<std::int32_t>(random_.below(above))) & -width_of(funct3);
    return is_store ? store(funct3, source(), offset, base) : load(funct3, target(), offset, base);
  }
  void add_access_by_computed_address() {
    const Register r = scratch();
    const Word funct3 = random_.below(3);
    const Word word = random_.below(2) == 0 ? store(funct3, source(), 0, r) : load(funct3, target(), 0, r);
    add({andi(r, source(), 0x7ff & -width_of(funct3)), assembler::add(r, r, base_), word});
  }
  /// From the two words of the group itself: the rest of the code may not be there yet.
  void add_load_from_code() {
    const Register r = scratch();
    const Word funct3 = random_.below(3);
    add({auipc(r, 0), load(funct3, target(), static_cast<std::int32_t>(random_.below(8)) & -width_of(funct3), r)});
  }

  unsigned later_group() { return static_cast<unsigned>(groups_.size()) + 1 + random_.below(6); }
  void add_branch() {
    static constexpr Word functs[] = {0, 1, 4, 5, 6, 7};
    const Word funct3 = functs[random_.below(6)];
    const Register a = source(), b = source();
    groups_.push_back({{0}, [=](std::int32_t offset) { return branch(funct3, a, b, offset); }, later_group(), 0});
  }
  void add_jump() {
    const Register rd = target(), r = scratch();
    if (random_.below(2) == 0)
      groups_.push_back({{0}, [=](std::int32_t offset) { return jal(rd, offset); }, later_group(), 0});
    else
      groups_.push_back({{auipc(r, 0), 0}, [=](std::int32_t offset) { return jalr(rd, offset, r); }, later_group(), 0});
  }

  void open_loop() {
    add({addi(counter_, 0, static_cast<std::int32_t>(1 + random_.below(5)))});
    loop_ = static_cast<unsigned>(groups_.size());
  }
  /// The loop also ends when a branch has come into it from elsewhere: the counter only falls.
  void close_loop() {
    const Register counter = counter_;
    groups_.push_back(
        {{addi(counter, counter, -1), 0}, [=](std::int32_t offset) { return blt(0, counter, offset); }, loop_, 1});
    loop_ = 0;
  }

  void add_shared() {
    static constexpr Word calls[] = {NIC_INSTRUMENT_LOG, NIC_INSTRUMENT_MEASURE, NIC_INSTRUMENT_TRANSACTION,
                                     NIC_INSTRUMENT_EXPORT};
    const std::int32_t reg = -4 * static_cast<std::int32_t>(1 + random_.below(512));
    switch (random_.below(8)) {
      case 0:
      case 1:
      case 2: return add({access(0, 1024)});
      case 3: return add({lw(target(), reg, 0)});
      case 4: return add({sw(source(), reg, 0)});
      case 5: return add({wfi});
      case 6: return add({instrument(calls[random_.below(4)])});
      default: return add_switch();
    }
  }
  void add_switch() {
    if (base_ != rv32::a0 && counter_ != rv32::a0)
      add({addi(rv32::a0, 0, static_cast<std::int32_t>(random_.below(2)))});
    add({instrument_switch});
  }

  /// Stores the registers, and calls the system: write(1, ram_base, ram_bytes).
  void finish() {
    std::vector<Word> words;
    for (Register r = 1; r < 32; ++r)
      if (r != base_) words.push_back(sw(r, static_cast<std::int32_t>(4 * r) - middle, base_));
    words.insert(words.end(),
                 {addi(10, 0, 1), lui(11, rv32::ram_base), lui(12, rv32::ram_bytes), addi(17, 0, 64), ecall});
    add(words);
  }

  void emit(std::vector<Word>& code) const {
    std::vector<std::int32_t> places;
    std::int32_t place = 0;
    for (const Group& group : groups_) {
      places.push_back(place);
      place += static_cast<std::int32_t>(4 * group.words.size());
    }
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      code.insert(code.end(), groups_[i].words.begin(), groups_[i].words.end());
      if (groups_[i].jump == nullptr) continue;
      const std::int32_t to = places[std::min(groups_[i].target, last_)];
      code.back() = groups_[i].jump(to - places[i] - static_cast<std::int32_t>(4 * groups_[i].from));
    }
  }

  RandomStream& random_;
  const Accesses accesses_;
  Register base_ = 0, counter_ = 0;
  std::vector<Group> groups_;
  unsigned loop_ = 0;  ///< first group of the loop that is open; 0: none is
  unsigned last_ = 0;  ///< the group that finishes the program
};

}  // namespace

void append_random_program(std::vector<std::uint32_t>& code, RandomStream& random, Accesses accesses) {
  Generator(random, accesses).append_to(code);
}

}  // namespace slackline::test
