// frame_links: what a fabric of packet switches has besides its components, where frames move whole.
//
//   host ----[flits with their edges]---> link ---> input     an event when its last flit is taken in
//   output --[first edge, cycles/flit]--> link ---> input
//                                            `---> host       an event when its first one is
//
// A frame is on a link from the edge that puts its first flit on the output register until its last flit is taken in. Which of its flits
// are on which register follows from the edges.
//
// Every event lies one or more edges ahead of what causes it, so the order of components at one edge cannot matter; they are taken by number.
// Between the events of a host its flits and words are moved late, up to the edge `moved`: they touch nothing that another component sees
// before its own next event. When run_until() returns, all are up to date.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <queue>
#include <tuple>
#include <utility>
#include <vector>

#include "rtl_models/common/timed_flits.hpp"
#include "rtl_models/network/netlist.hpp"

namespace slackline::network {

using FrameId = std::uint32_t;

/// The flits of frames. Numbers are used again.
class FramePool {
 public:
  FrameId open() {
    if (free_.empty()) {
      frames_.emplace_back();
      return static_cast<FrameId>(frames_.size() - 1);
    }
    const FrameId id = free_.back();
    free_.pop_back();
    return id;
  }
  void close(FrameId id) {
    frames_[id].flits.clear();
    frames_[id].edges.clear();
    free_.push_back(id);
  }
  /// `edges`: of a frame on the link of its host, all that have left so far; of others they mean nothing.
  TimedFlits& operator[](FrameId id) { return frames_[id]; }
  const TimedFlits& operator[](FrameId id) const { return frames_[id]; }

 private:
  std::deque<TimedFlits> frames_;
  std::vector<FrameId> free_;
};

/// A frame on a link.
struct FrameOnLink {
  FrameId frame = 0;
  Cycle since;               ///< edge that put its first flit on the output register
  std::uint32_t cycles = 0;  ///< from one flit to the next; 0: by TimedFlits::edges

  /// Flits that were put there before an edge.
  std::uint32_t sent_before(Cycle edge, const TimedFlits& flits) const {
    if (edge <= since) return 0;
    if (cycles == 0)
      return static_cast<std::uint32_t>(std::lower_bound(flits.edges.begin(), flits.edges.end(), edge) -
                                        flits.edges.begin());
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(flits.flits.size(), (edge - since + cycles - 1) / cycles));
  }
};

struct FrameLink {
  std::uint32_t delay = 0;  ///< edges from the output register to the one that samples the flit
  PortRef to;
  std::deque<FrameOnLink> frames;  ///< from the oldest on
  std::uint32_t taken = 0;         ///< flits of the oldest one that a host at its end has taken in
};

/// The next edge at which each component has something to do: a heap with one entry a component, which can be moved.
class Wakes {
 public:
  explicit Wakes(std::size_t components) : edges_(components, never), places_(components, none) {}

  Cycle of(std::uint32_t component) const { return edges_[component]; }
  bool empty() const { return heap_.empty(); }
  /// The component with the earliest edge; of several the one with the least number.
  std::uint32_t first() const { return heap_.front(); }

  /// never: it has nothing to do.
  void set(std::uint32_t component, Cycle edge) {
    if (edges_[component] == edge) return;
    edges_[component] = edge;
    if (edge == never) return remove(component);
    if (places_[component] == none) {
      places_[component] = static_cast<std::uint32_t>(heap_.size());
      heap_.push_back(component);
    }
    sift_down(sift_up(places_[component]));
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  bool is_before(std::uint32_t a, std::uint32_t b) const {
    return edges_[a] != edges_[b] ? edges_[a] < edges_[b] : a < b;
  }
  void put(std::uint32_t place, std::uint32_t component) {
    heap_[place] = component;
    places_[component] = place;
  }
  std::uint32_t sift_up(std::uint32_t place) {
    const std::uint32_t component = heap_[place];
    for (; place != 0 && is_before(component, heap_[(place - 1) / 2]); place = (place - 1) / 2)
      put(place, heap_[(place - 1) / 2]);
    put(place, component);
    return place;
  }
  void sift_down(std::uint32_t place) {
    const std::uint32_t component = heap_[place];
    for (std::uint32_t child = 2 * place + 1; child < heap_.size(); child = 2 * place + 1) {
      if (child + 1 < heap_.size() && is_before(heap_[child + 1], heap_[child])) ++child;
      if (!is_before(heap_[child], component)) break;
      put(place, heap_[child]);
      place = child;
    }
    put(place, component);
  }
  void remove(std::uint32_t component) {
    const std::uint32_t place = std::exchange(places_[component], none);
    if (place == none) return;
    const std::uint32_t last = heap_.back();
    heap_.pop_back();
    if (last == component) return;
    put(place, last);
    sift_down(sift_up(place));
  }

  std::vector<Cycle> edges_;           // by component
  std::vector<std::uint32_t> places_;  // by component: its place in `heap_`
  std::vector<std::uint32_t> heap_;    // components
};

/// What happens to components, by edge, and of one edge by their numbers.
class FrameEvents {
 public:
  explicit FrameEvents(std::size_t components) : wakes_(components) {}

  /// In place of an input: a STOP wire changes.
  static constexpr std::uint32_t stop = ~std::uint32_t{0};

  /// The component has something to do at this edge, and not before, as far as is known. Replaces the wake-up that was set before.
  void set_wake(std::uint32_t component, Cycle edge) { wakes_.set(component, edge); }
  /// The same, unless a wake-up is set for an earlier edge.
  void wake_by(std::uint32_t component, Cycle edge) {
    if (edge < wakes_.of(component)) wakes_.set(component, edge);
  }
  /// The last flit of a frame comes at an input of a switch, or a STOP wire of a component changes.
  void add(Cycle edge, std::uint32_t component, std::uint32_t input) { events_.push({edge, component, input}); }

  /// Edge of the next one; never: there is none.
  Cycle next() const {
    const Cycle wake = wakes_.empty() ? never : wakes_.of(wakes_.first());
    return events_.empty() ? wake : std::min(wake, events_.top().edge);
  }
  /// Takes all that happens next to one component, which is returned. Calls ends(input) for frames, in the order of inputs.
  template <class Ends>
  std::uint32_t take(Ends&& ends) {
    const Cycle edge = next();
    const bool is_event = !events_.empty() && events_.top().edge == edge;
    const bool is_wake = !wakes_.empty() && wakes_.of(wakes_.first()) == edge;
    const std::uint32_t component = !is_event ? wakes_.first()
                                    : is_wake ? std::min(wakes_.first(), events_.top().component)
                                              : events_.top().component;
    for (; !events_.empty() && events_.top().edge == edge && events_.top().component == component; events_.pop())
      if (events_.top().input != stop) ends(events_.top().input);
    if (wakes_.of(component) == edge) wakes_.set(component, never);
    return component;
  }

 private:
  struct Event {
    Cycle edge;
    std::uint32_t component = 0, input = 0;
    friend bool operator>(const Event& a, const Event& b) {
      return std::tie(a.edge.value, a.component, a.input) > std::tie(b.edge.value, b.component, b.input);
    }
  };

  Wakes wakes_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
};

/// The state of a fabric whose frames move whole. Components are numbered as in the fabric: switches, then hosts.
struct FrameLinks {
  explicit FrameLinks(std::size_t components) : events(components) {}

  FramePool pool;
  FrameEvents events;
  std::vector<FrameLink> links;                    ///< per channel, and one that nothing comes by, for ports without
  std::vector<std::uint32_t> at_input, at_output;  ///< per switch port: the channel there
  std::vector<std::uint32_t> to_host, from_host;   ///< per host of the fabric: its channels
  std::vector<std::vector<FrameId>> of_slot;  ///< per switch of the fabric, by packet_switch::SlotId: the frame there
  std::vector<Cycle> moved;  ///< per host of the fabric: the edge up to which its words and flits have been moved
  std::vector<std::uint32_t> inputs;  ///< of the switch that is stepped: those at which a frame ends
};

/// Whether frames can move whole, as far as it is known without routes: nothing stops a frame in its middle or takes a flit from it. All
/// switches are packet switches that store frames, and there are neither faults nor hosts that hold their links back. `kinds`: those of the
/// switches, one or more.
bool may_move_frames_whole(const std::vector<SwitchKind>& kinds, bool has_faults, bool hosts_stop);

/// Whether the fabric of this network moves frames whole: they can, and switches send by linked ports alone.
bool moves_frames_whole(const ElaboratedNetlist& netlist);

}  // namespace slackline::network
