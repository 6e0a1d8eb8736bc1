// save_file: the file that GTKWave opens with a dump: its values in groups, as words, curves or numbers, and at the top
// the flit that was held up longest, with its neighbours, or the event that the dump was written for, or at least the
// first flit; zoomed to that. Formats, colours, words and the values that are shown together are those of waves/.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/tracing/event.hpp"
#include "testbench/tracing/hold_ups.hpp"
#include "testbench/tracing/layout.hpp"
#include "testbench/tracing/timescale.hpp"
#include "testbench/tracing/viewer.hpp"

namespace slackline::tracing {

/// Names of the files next to a dump: "mesh8.vcd" -> "mesh8.gtkw", "mesh8.kinds", ...
std::string beside(const std::string& dump, const std::string& extension);

/// Where something moves first in what is written.
struct FirstTraffic {
  Scope scope;  ///< of a lane, a link, a host or a network interface
  Cycle cycle;
};

/// In the folder of both.
struct SaveFileNames {
  std::string dump, save_file;
};

/// The parts that are worth looking at.
struct Highlights {
  LongestStall stall;
  std::optional<Event> event;
  std::optional<FirstTraffic> first_traffic;  ///< shown where there is nothing else
};

class SaveFile {
 public:
  /// `filters`: those that are written next to the dump.
  SaveFile(const network::Netlist& netlist, const Layout& layout, const std::vector<Scope>& scopes,
           const Timescale& timescale, const std::vector<Filter>& filters)
      : netlist_(netlist), layout_(layout), scopes_(scopes), timescale_(timescale), filters_(filters) {}

  /// The save file of a dump of the cycles from .. to - 1.
  std::string text(const SaveFileNames& names, Cycle from, Cycle to, const Highlights& highlights);

 private:
  /// The part of the dump that the viewer shows at first: all of it, around an event, or where something begins.
  enum class View : std::uint8_t { whole, event, begin };
  std::string head(Cycle from, Cycle to, std::optional<Cycle> interesting, View view) const;
  void event_group(const Event& event);
  void event_place(const Event::Place& place);
  void held_link(const Event::Place::Wait& wait);
  void longest_stall(const LongestStall& stall, bool closed);
  void first_traffic(const FirstTraffic& first);
  void way_from_host(std::uint32_t host);
  void ways_on(std::uint32_t sw);
  void neighbours(const LongestStall& stall);
  bool workloads();
  void everything();
  void values(const Scope& scope);
  void chosen(ScopeKind kind, std::uint32_t instance, unsigned port, unsigned vc, const std::string& title,
              const std::string& set);
  void chosen(const Scope& scope, const std::string& set);
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
  const std::vector<Filter>& filters_;
  std::string dump_, file_, text_;
  std::size_t longest_name_ = 0;  // in characters
  std::size_t traces_ = 0;
};

}  // namespace slackline::tracing
