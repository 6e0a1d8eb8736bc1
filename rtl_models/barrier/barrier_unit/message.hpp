// Messages between barrier units and network interfaces (Sun, Cheung, Lin 2001, Fig. 1). They have two flits,
// barrier_first and barrier_second, one after the other on a link.
//
//              31  28 27 26    25     24   23   16 15             0
//             +------+-----+---------+-----+-------+---------------+
//   flit 0    | type | tag | refused |phase| group |      to       |
//             +------+-----+---------+-----+-------+---------------+
//   flit 1    |             from                   |     node      |
//             +------------------------------------+---------------+
//              31                                16 15            0
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "rtl_models/common/registers.hpp"

namespace slackline::barrier_unit {

/// Source or destination of a message: a switch, 0..32767, or a host, 0..32767.
class Address {
 public:
  static constexpr std::uint32_t most = 0x7fff;

  constexpr Address() = default;
  static constexpr Address of_switch(std::uint32_t number) { return Address(static_cast<std::uint16_t>(number)); }
  static constexpr Address of_host(std::uint32_t number) {
    return Address(static_cast<std::uint16_t>(number | 0x8000));
  }
  static constexpr Address from_bits(std::uint16_t bits) { return Address(bits); }

  constexpr bool is_host() const { return (bits_ & 0x8000) != 0; }
  constexpr std::uint16_t number() const { return bits_ & 0x7fff; }
  constexpr std::uint16_t bits() const { return bits_; }

  friend constexpr bool operator==(Address a, Address b) { return a.bits_ == b.bits_; }
  friend constexpr bool operator!=(Address a, Address b) { return a.bits_ != b.bits_; }

 private:
  constexpr explicit Address(std::uint16_t bits) : bits_(bits) {}
  std::uint16_t bits_ = 0;
};

/// "switch 3", "host 7".
std::string to_string(Address address);

enum class Type : std::uint8_t {
  none = 0,
  build = 1,        ///< the reduction of a group's first barrier, which builds the tree on its way to the centre
  reduce = 2,       ///< all of a subtree have arrived: to the parent
  distribute = 3,   ///< all have arrived: to a child
  release = 4,      ///< the group has ended: on the way of `build`, frees the entries
  acknowledge = 5,  ///< all of a subtree know that all have arrived: to the parent
};

/// The report that a `build` still carries ("BSR node tag", BNT).
enum class Tag : std::uint8_t {
  first = 0,     ///< nothing of the group has come through this channel before
  new_node = 1,  ///< `node` takes the place of the child that came through this channel before
  told = 2,      ///< nothing is left to report
};

struct Message {
  Type type = Type::none;
  Tag tag = Tag::first;
  bool refused = false;  ///< a table on the way was full: the group falls back to software barriers
  bool phase = false;    ///< of the barrier: it alternates from one to the next; the first one's is 0
  std::uint8_t group = 0;
  Address to;    ///< of `build` and `release` the centre, which is a host
  Address from;  ///< `build` and `release`: the member; others: the node of the tree that sends
  /// `build` with Tag::new_node: that node, a switch. `build` with Tag::first: from the centre itself the number of
  /// members of the group, 1..65535; from others 0.
  std::uint16_t node = 0;

  std::array<std::uint32_t, 2> flits() const;
  static Message from_flits(std::uint32_t first, std::uint32_t second);
};

bool operator==(const Message& a, const Message& b);

template <class M, class Visitor, IfState<M, Message> = 0>
void visit_message(M& m, Visitor& v) {
  std::array<std::uint32_t, 2> flits = m.flits();
  v.reg("flit0", flits[0]);
  v.reg("flit1", flits[1]);
  if constexpr (is_loader<Visitor>) m = Message::from_flits(flits[0], flits[1]);
}

template <class A, class Visitor, IfState<A, Address> = 0>
void visit_address(const char* name, A& a, Visitor& v) {
  std::uint16_t bits = a.bits();
  v.reg(name, bits);
  if constexpr (is_loader<Visitor>) a = Address::from_bits(bits);
}

}  // namespace slackline::barrier_unit
