// save_file: what GTKWave opens beside a dump: its values in groups, as words, curves or numbers, and at the top the
// flit that was held up longest, with what stands before and behind it, or what it was written for; zoomed to that.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/tracing/hold_ups.hpp"
#include "testbench/tracing/layout.hpp"
#include "testbench/tracing/timescale.hpp"

namespace slackline::tracing {

/// Names of what lies beside a dump: "mesh8.vcd" -> "mesh8.gtkw", "mesh8.kinds", ...
std::string beside(const std::string& dump, const std::string& extension);

/// What a dump was written for, and where it is to be seen.
struct Event {
  std::string what;
  Cycle cycle;
  struct Place {
    std::string title, scope;  ///< scope: the path of a lane, or of a network interface
    /// What is waited for there: a virtual channel of a link.
    struct Wait {
      std::string title, link;
      unsigned vc;
    };
    std::vector<Wait> waits;
  };
  std::vector<Place> places;
};

class SaveFile {
 public:
  /// `names_packets`: there is a list of words for packets.
  SaveFile(const network::Netlist& netlist, const Layout& layout, const std::vector<Scope>& scopes,
           const Timescale& timescale, bool names_packets)
      : netlist_(netlist), layout_(layout), scopes_(scopes), timescale_(timescale), names_packets_(names_packets) {}

  /// Of a dump of the cycles from .. to - 1.
  std::string text(const std::string& dump, Cycle from, Cycle to, const LongestStall& stall,
                   const std::optional<Event>& event);

 private:
  std::string head(Cycle from, Cycle to, std::optional<Cycle> interesting, std::uint64_t cycles_before) const;
  void event_places(const Event& event);
  void held_link(const Event::Place::Wait& wait);
  void longest_stall(const LongestStall& stall);
  void neighbours(const LongestStall& stall);
  void everything();
  void values(const Scope& scope);
  void chosen(ScopeKind kind, std::uint32_t instance, unsigned port, unsigned vc, const std::string& title,
              const std::vector<std::string>& beginnings);
  void chosen(const Scope& scope, const std::vector<std::string>& beginnings);
  void link(std::size_t channel, const std::string& title);
  void trace(const Scope& scope, const Value& value);
  void remark(const std::string& text);
  void name(const std::string& text);
  void open_group(const std::string& title, bool closed);
  void close_group(const std::string& title, bool closed);
  const Scope* find(ScopeKind kind, std::uint32_t instance, unsigned port, unsigned vc) const;
  std::size_t channel_at(bool from_there, std::uint32_t sw, unsigned port) const;

  const network::Netlist& netlist_;
  const Layout& layout_;
  const std::vector<Scope>& scopes_;
  const Timescale& timescale_;
  bool names_packets_;
  std::string dump_, text_;
  std::size_t longest_name_ = 0;  // in characters
};

}  // namespace slackline::tracing
