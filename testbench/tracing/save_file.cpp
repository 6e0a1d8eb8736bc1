#include "testbench/tracing/save_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

namespace slackline::tracing {

namespace {

// How the viewer shows a trace: bits of its TraceEnt flags.
constexpr unsigned hexadecimal = 0x2, decimal = 0x4, binary = 0x8, right = 0x20, blank = 0x200, collapsed = 0x1000,
                   translated = 0x2000, analog_step = 0x8000, analog_rows = 0x20000, analog_full_scale = 0x80000,
                   closed_group = 0x400000, group_begins = 0x800000, group_ends = 0x1000000;

constexpr std::size_t most_traces = 4000;  // more make it slow; the others are in its tree
constexpr std::uint64_t most_shown_cycles = 30, shown_pixels = 850;
// Names have as much room as the longest of them takes in the viewer's font, within reason, and a word more: the value
// at the marker. All else has the same.
constexpr std::size_t pixels_a_letter = 8, names_margin = 30 + 12 * pixels_a_letter;
constexpr std::size_t least_names_width = 300, most_names_width = 800;
constexpr std::size_t shown_width = 1160;
constexpr double viewer_frame = 200;  // its zoom is the logarithm of the time that so many pixels show

/// As many as leave room for their numbers, of which that of `last` is the longest.
std::uint64_t shown_cycles(Cycle last) {
  const std::size_t pixels_a_cycle = (std::to_string(last.value).size() + 1) * pixels_a_letter;
  return std::min<std::uint64_t>(most_shown_cycles, shown_pixels / pixels_a_cycle);
}

std::string flags(unsigned value) {
  char text[16];
  std::snprintf(text, sizeof text, "@%x\n", value);
  return text;
}

unsigned flags_of(Look::Format format) {
  switch (format) {
    case Look::Format::binary: return binary;
    case Look::Format::decimal: return decimal;
    case Look::Format::hexadecimal: break;
    case Look::Format::analog: return decimal | analog_step | analog_full_scale;
  }
  return hexadecimal;
}

constexpr unsigned most_ways_on = 8;

}  // namespace

std::string beside(const std::string& dump, const std::string& extension) {
  return std::filesystem::path(dump).replace_extension(extension).string();
}

std::string SaveFile::text(const SaveFileNames& names, Cycle from, Cycle to, const Highlights& highlights) {
  dump_ = names.dump;
  file_ = names.save_file;
  text_.clear();
  longest_name_ = traces_ = 0;
  const std::optional<Event>& event = highlights.event;
  std::optional<Cycle> interesting;
  values(scopes_.front());  // the clock
  const std::size_t clock_alone = traces_;
  if (event) {
    interesting = event->cycle;
    event_group(*event);
  }
  if (highlights.stall.cycles != 0) {
    if (!interesting) interesting = highlights.stall.from;
    longest_stall(highlights.stall, traces_ != clock_alone);
  }
  if (traces_ == clock_alone && highlights.first_traffic) {
    if (!interesting) interesting = highlights.first_traffic->cycle;
    first_traffic(*highlights.first_traffic);
  }
  const bool only_workloads = traces_ == clock_alone && workloads();
  if (traces_ == clock_alone) remark("no packet moves in what was chosen");
  everything();
  text_ += "[pattern_trace] 1\n[pattern_trace] 0\n";
  return head(from, to, interesting,
              only_workloads ? View::whole
              : event        ? View::event
                             : View::begin) +
         std::move(text_);
}

/// The window shows what is interesting from a little before, at a scale at which words can be read; how workloads get on, over the whole dump. The
/// viewer counts in fs, ps, ... even where the dump counts in tens or hundreds of them.
std::string SaveFile::head(Cycle from, Cycle to, std::optional<Cycle> interesting, View view) const {
  const std::uint64_t a_cycle = timescale_.units_a_cycle * std::stoul(timescale_.unit);
  const std::uint64_t most_cycles = view == View::whole ? to - from : shown_cycles(to);
  const std::uint64_t cycles_before = view == View::event ? most_cycles * 2 / 3 : most_cycles / 4;
  const std::uint64_t cycles = std::max<std::uint64_t>(1, std::min(to - from, most_cycles));
  std::uint64_t begin = from.value, marker = begin;
  if (interesting) {
    marker = interesting->value;
    begin = std::max(begin, marker - std::min(marker, cycles_before));
    begin = std::max(from.value, std::min(begin, to.value - cycles));
  }
  const double zoom =
      -std::log2(viewer_frame * static_cast<double>(cycles * a_cycle) / static_cast<double>(shown_pixels));
  char zoom_text[32];
  std::snprintf(zoom_text, sizeof zoom_text, "*%.6f ", zoom);
  const std::size_t names =
      std::clamp(longest_name_ * pixels_a_letter + names_margin, least_names_width, most_names_width);
  std::string text = "[dumpfile] \"" + dump_ + "\"\n[savefile] \"" + file_ + "\"\n[timestart] " +
                     std::to_string(begin * a_cycle) + "\n[size] " + std::to_string(names + shown_width) +
                     " 900\n[pos] -1 -1\n" + zoom_text + std::to_string(marker * a_cycle);
  for (int named_marker = 0; named_marker < 26; ++named_marker) text += " -1";
  return text + "\n[sst_width] 200\n[signals_width] " + std::to_string(names) +
         "\n[sst_expanded] 1\n[sst_vpaned_height] 350\n";
}

void SaveFile::event_group(const Event& event) {
  const std::string title = event.what + " in cycle " + std::to_string(event.cycle.value) + ": the marker";
  open_group(title, false);
  for (const Event::Place& place : event.places) event_place(place);
  if (event.stall) neighbours(*event.stall);
  close_group(title, false);
}

void SaveFile::event_place(const Event::Place& place) {
  constexpr std::size_t most_lanes = 8;
  std::vector<const Scope*> there;
  for (const Scope& scope : scopes_) {
    const bool has_flits = scope.kind == ScopeKind::lane || scope.kind == ScopeKind::host_vc;
    if (scope.path == place.scope ||
        (has_flits && there.size() < most_lanes && scope.path.rfind(place.scope + ".", 0) == 0))
      there.push_back(&scope);
  }
  if (!there.empty()) remark(place.title);
  for (const Scope* scope : there) {
    if (there.size() > 1) remark(scope->path);
    chosen(*scope, place.set);
  }
  for (const Event::Place::Wait& wait : place.waits) held_link(wait);
}

/// The holder of it: at its sender, by the input that the worm comes from, and on the link itself.
void SaveFile::held_link(const Event::Place::Wait& wait) {
  const auto& channels = netlist_.channels;
  const auto held = std::find_if(channels.begin(), channels.end(), [&](const network::Channel& channel) {
    return channel_name(netlist_, channel) == wait.link;
  });
  if (held == channels.end() || held->from.kind == network::InstanceKind::endpoint) return;
  const Scope* lane = find(ScopeKind::lane, held->from.instance, held->from.port.value, wait.vc);
  const Scope* link = find(ScopeKind::link, static_cast<std::uint32_t>(held - channels.begin()), 0, 0);
  if (lane == nullptr && link == nullptr) return;
  remark(wait.title);
  if (lane != nullptr) chosen(*lane, "worms");
  if (link != nullptr) chosen(*link, "worms");
}

void SaveFile::longest_stall(const LongestStall& stall, bool closed) {
  const std::string title =
      "longest stall: " + std::to_string(stall.cycles) + " cycles from " + std::to_string(stall.from.value);
  open_group(title, closed);
  neighbours(stall);
  close_group(title, closed);
}

/// Where it is, and the way there and on: from the host to the switch, or through the switch.
void SaveFile::first_traffic(const FirstTraffic& first) {
  const Scope& scope = first.scope;
  const std::string title = "nothing is held up; the first traffic, in cycle " + std::to_string(first.cycle.value);
  open_group(title, false);
  if (scope.kind == ScopeKind::lane)
    if (const std::size_t c = channel_at(false, scope.instance, scope.port); c < netlist_.channels.size())
      link(c, "it comes by " + channel_name(netlist_, netlist_.channels[c]));
  remark(scope.path);
  chosen(scope, "traffic");
  if (scope.kind == ScopeKind::lane) ways_on(scope.instance);
  if (scope.kind == ScopeKind::host || scope.kind == ScopeKind::nic) way_from_host(scope.instance);
  close_group(title, false);
}

void SaveFile::way_from_host(std::uint32_t host) {
  const auto& channels = netlist_.channels;
  const auto out = std::find_if(channels.begin(), channels.end(), [host](const network::Channel& channel) {
    return channel.from.kind == network::InstanceKind::endpoint && channel.from.instance == host;
  });
  if (out == channels.end()) return;
  link(static_cast<std::size_t>(out - channels.begin()), "by " + channel_name(netlist_, *out));
  if (out->to.kind == network::InstanceKind::endpoint) return;
  for (unsigned v = 0; v < netlist_.kind_of(out->to.instance).virtual_channels; ++v)
    if (const Scope* lane = find(ScopeKind::lane, out->to.instance, out->to.port.value, v)) {
      remark("to " + lane->path);
      chosen(*lane, "traffic");
    }
  ways_on(out->to.instance);
}

void SaveFile::ways_on(std::uint32_t sw) {
  for (unsigned port = 0, shown = 0; port < netlist_.kind_of(sw).ports && shown < most_ways_on; ++port)
    if (const std::size_t c = channel_at(true, sw, port); c < netlist_.channels.size() && ++shown != 0)
      link(c, "it may go on by " + channel_name(netlist_, netlist_.channels[c]));
}

/// From where the worm comes to where it wants to go.
void SaveFile::neighbours(const LongestStall& stall) {
  const std::string& name = netlist_.switches[stall.instance].name;
  const auto port_of = [](const std::string& sw, unsigned port) { return sw + " port " + std::to_string(port); };
  const std::size_t channels = netlist_.channels.size();
  if (const std::size_t c = channel_at(false, stall.instance, stall.port); c < channels)
    link(c, "it comes by " + channel_name(netlist_, netlist_.channels[c]));
  chosen(ScopeKind::lane, stall.instance, stall.port, stall.vc, "it is held up in " + port_of(name, stall.port),
         "input");
  chosen(ScopeKind::port, stall.instance, stall.output, 0, "it wants output " + port_of(name, stall.output), "output");
  for (unsigned v = 0; v < netlist_.kind_of(stall.instance).virtual_channels; ++v)
    chosen(ScopeKind::lane, stall.instance, stall.output, v, "", "output");
  chosen(ScopeKind::barrier_port, stall.instance, stall.output, 0, "where barriers may take it", "output");
  const std::size_t c = channel_at(true, stall.instance, stall.output);
  if (c >= channels) return;
  const network::Channel& channel = netlist_.channels[c];
  link(c, "which leads by " + channel_name(netlist_, channel));
  if (channel.to.kind == network::InstanceKind::endpoint) return;
  const unsigned port = channel.to.port.value;
  chosen(ScopeKind::barrier_link, static_cast<std::uint32_t>(c), 0, 0, "", "input");
  chosen(ScopeKind::barrier_port, channel.to.instance, port, 0, "", "input");
  for (unsigned v = 0; v < netlist_.kind_of(channel.to.instance).virtual_channels; ++v)
    chosen(ScopeKind::lane, channel.to.instance, port, v,
           v != 0 ? "" : "to " + port_of(netlist_.switches[channel.to.instance].name, port), "input");
}

void SaveFile::link(std::size_t channel, const std::string& title) {
  chosen(ScopeKind::link, static_cast<std::uint32_t>(channel), 0, 0, title, "traffic");
}

std::size_t SaveFile::channel_at(bool from_there, std::uint32_t sw, unsigned port) const {
  const network::PortRef wanted{network::InstanceKind::any_switch, sw, PortId(static_cast<std::uint8_t>(port))};
  const auto& channels = netlist_.channels;
  return static_cast<std::size_t>(std::find_if(channels.begin(), channels.end(),
                                               [&](const network::Channel& channel) {
                                                 return (from_there ? channel.from : channel.to) == wanted;
                                               }) -
                                  channels.begin());
}

/// Those of a list. False: none was chosen.
bool SaveFile::workloads() {
  const std::string title = "workloads";
  bool any = false;
  for (const Scope& scope : scopes_) {
    if (scope.kind != ScopeKind::workload) continue;
    if (!any) open_group(title, false);
    any = true;
    remark(scope.path);
    values(scope);
  }
  if (any) close_group(title, false);
  return any;
}

/// All that was chosen: a closed group an instance, the links in one.
void SaveFile::everything() {
  std::size_t traces = 0;
  std::string group;
  const auto group_of = [](const Scope& scope) {
    return scope.kind == ScopeKind::link || scope.kind == ScopeKind::barrier_link
               ? "links"
               : scope.path.substr(0, scope.path.find('.'));
  };
  for (const Scope& scope : scopes_) {
    if (scope.kind == ScopeKind::clock) continue;
    const std::string own = group_of(scope);
    if (own != group) {
      if (!group.empty()) close_group(group, true);
      group.clear();
      if (traces >= most_traces) break;
      open_group(own, true);
      group = own;
    }
    if (scope.path != own) remark(scope.path);
    values(scope);
    traces += layout_.values(scope).size();
  }
  if (!group.empty()) close_group(group, true);
  if (traces >= most_traces) remark("the others: in the tree");
}

const Scope* SaveFile::find(ScopeKind kind, std::uint32_t instance, unsigned port, unsigned vc) const {
  const auto found = std::find_if(scopes_.begin(), scopes_.end(), [&](const Scope& s) {
    return s.kind == kind && s.instance == instance && s.port == port && s.vc == vc;
  });
  return found == scopes_.end() ? nullptr : &*found;
}

/// Adds the values of a scope that are in this set, if the scope is in the dump.
void SaveFile::chosen(ScopeKind kind, std::uint32_t instance, unsigned port, unsigned vc, const std::string& title,
                      const std::string& set) {
  const Scope* scope = find(kind, instance, port, vc);
  if (scope == nullptr) return;
  if (!title.empty()) remark(title);
  chosen(*scope, set);
}

void SaveFile::chosen(const Scope& scope, const std::string& set) {
  for (const Value& value : layout_.values(scope))
    if (is_in_set(set, to_string(scope.kind), value.name)) trace(scope, value);
}

void SaveFile::values(const Scope& scope) {
  for (const Value& value : layout_.values(scope)) trace(scope, value);
}

void SaveFile::trace(const Scope& scope, const Value& value) {
  const Look& look = look_of(scope.kind, value);
  const bool has_words =
      std::any_of(filters_.begin(), filters_.end(), [&](const Filter& filter) { return filter.name == look.filter; });
  text_ += flags(flags_of(look.format) | right | (has_words ? translated : 0));
  if (has_words) text_ += "^1 " + beside(dump_, "." + look.filter) + "\n";
  if (look.colour != 0) text_ += "[color] " + std::to_string(look.colour) + "\n";
  longest_name_ = std::max(longest_name_, value.name.size());
  ++traces_;
  text_ += "+{" + value.name + "} " + scope.path + "." + value.name +
           (value.width == 1 ? "" : "[" + std::to_string(value.width - 1) + ":0]") + "\n";
  if (look.format == Look::Format::analog) text_ += flags(analog_rows) + "-\n" + flags(analog_rows) + "-\n";
}

void SaveFile::remark(const std::string& text) {
  text_ += flags(blank);
  name(text);
}

void SaveFile::open_group(const std::string& title, bool closed) {
  text_ += flags(blank | group_begins | (closed ? closed_group : 0));
  name(title);
}

void SaveFile::close_group(const std::string& title, bool closed) {
  text_ += flags(blank | group_ends | (closed ? closed_group | collapsed : 0));
  name(title);
}

void SaveFile::name(const std::string& text) {
  longest_name_ = std::max(longest_name_, text.size());
  text_ += "-" + text + "\n";
}

}  // namespace slackline::tracing
