// orders: to whom each of p hosts sends, and from whom it receives, in each of the p - 1 steps of a complete exchange. Hosts have
// ranks from 0 to p - 1.
//
// In every step the destinations of all hosts are a permutation: no two hosts send to one. Tam and Wang 2000, section 4.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace slackline::exchange {

enum class Permutation : std::uint8_t {
  shift,         ///< to me + i, from me - i, modulo p
  exclusive_or,  ///< to and from me xor i; p is a power of two
  edge_colour,   ///< to and from the partner in round i of a round-robin tournament; p is even
  file,          ///< as a StepTable has it
};
/// "xor"
const char* to_string(Permutation permutation);
/// Whether so many hosts can exchange by it; of a file: by one with as many ranks.
bool fits(Permutation permutation, std::uint64_t hosts);
/// Which numbers of hosts can: "a power of two".
const char* fitting(Permutation permutation);

/// Numbers of hosts by which the hosts of a switch send to another switch in each step, and not to one in several steps in a row (section
/// 4.2): d1 hosts at each of d2 switches, host n at switch n / d1.
///
/// The paper prints `n / d1 + n % d1 * d1`, for d1 = d2; a bijection for all of them has d2 as the factor.
struct Reordering {
  std::uint32_t hosts_of_switch = 1, switches = 1;

  std::uint32_t logical(std::uint32_t n) const { return n / hosts_of_switch + n % hosts_of_switch * switches; }
  /// The inverse.
  std::uint32_t physical(std::uint32_t n) const { return n % switches * hosts_of_switch + n / switches; }
};

/// The permutations of an order that is given step by step. `step`: 1 to hosts - 1.
class StepTable {
 public:
  /// `destinations`: of ranks 0, 1, ... in step 1, then in step 2, ...: hosts * (hosts - 1) of them. Those of a step are a permutation, and a
  /// rank has each other one once in all steps.
  StepTable(std::uint32_t hosts, std::vector<std::uint32_t> destinations);

  std::uint32_t hosts() const { return hosts_; }
  std::uint32_t destination(std::uint32_t me, std::uint32_t step) const { return destinations_[at(me, step)]; }
  std::uint32_t source(std::uint32_t me, std::uint32_t step) const { return sources_[at(me, step)]; }
  /// A hash of all steps.
  std::uint64_t digest() const;

 private:
  std::size_t at(std::uint32_t me, std::uint32_t step) const { return std::size_t{step - 1} * hosts_ + me; }

  std::uint32_t hosts_;
  std::vector<std::uint32_t> destinations_, sources_;
};

/// Of so many hosts, 2 or more. `step`: 1 to hosts - 1.
class Orders {
 public:
  /// `table`: of so many hosts, with Permutation::file only.
  Orders(Permutation permutation, std::uint32_t hosts, Reordering reordering = {},
         std::shared_ptr<const StepTable> table = nullptr);

  std::uint32_t hosts() const { return hosts_; }
  std::uint32_t destination(std::uint32_t me, std::uint32_t step) const { return partner(me, step, true); }
  std::uint32_t source(std::uint32_t me, std::uint32_t step) const { return partner(me, step, false); }

 private:
  std::uint32_t partner(std::uint32_t me, std::uint32_t step, bool is_destination) const;

  Permutation permutation_;
  std::uint32_t hosts_;
  Reordering reordering_;
  std::shared_ptr<const StepTable> table_;
};

/// The packets that a host may have on their way, so that those to one uplink fit into a buffer of so many packets: the buffer over the
/// mean number of packets that a step sends there, (p - d1) d1 / (p - 1), rounded down, 1 at least. Equation (4) prints the value
/// rounded up, and the paper's own windows are rounded down. `hosts`: p, `hosts_of_switch`: d1, less than p.
std::uint64_t global_window(std::uint64_t buffer, std::uint64_t hosts, std::uint64_t hosts_of_switch);

}  // namespace slackline::exchange
