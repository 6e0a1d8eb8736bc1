// bench_limit: how fast a wormhole mesh can be simulated at all on this machine: the yardstick of scripts/bench.
//
// Input-buffered 5-port switches in flat arrays, XY routing, one VC, round-robin outputs, uniform traffic. It leaves
// out what a model is for: no pipeline, no link registers, no STOP/GO (a switch looks into its neighbour's buffer), no
// payload and no checks. A cycle has two passes: every switch decides its moves from the state before it, then all
// moves happen.
//
//   bench_limit SIDE LOAD CYCLES BUFFER_FLITS PACKET_FLITS      BUFFER_FLITS: a power of two
//   prints one JSON object
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

namespace {

enum Port : std::uint32_t { east, west, south, north, local, port_count };
constexpr std::uint8_t nobody = 255;
constexpr std::uint64_t head_bit = 1u << 16, tail_bit = 1u << 17;  // below: destination x and y, 8 bits each

struct Random {
  std::uint64_t state = 88172645463325252u;
  std::uint64_t next() {  // xorshift64 (Marsaglia 2003)
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
  }
};

/// Sends one packet after the other; packets wait in `created`.
struct Source {
  std::vector<std::uint32_t> created;
  std::size_t first = 0;
  std::uint32_t flits_left = 0;
  std::uint64_t destination = 0;
};

struct Move {
  std::uint32_t from, to;
  std::uint64_t flit;
};
constexpr std::uint32_t delivered = ~0u;

class Mesh {
 public:
  Mesh(std::uint32_t side, double load, std::uint32_t buffer_flits, std::uint32_t packet_flits)
      : side_(side),
        switches_(side * side),
        depth_(buffer_flits),
        packet_flits_(packet_flits),
        arrival_(static_cast<std::uint64_t>(load / packet_flits * 18446744073709551615.0)),
        slots_(std::size_t{switches_} * port_count * buffer_flits),
        read_(switches_ * port_count),
        write_(switches_ * port_count),
        owner_(switches_ * port_count, nobody),
        next_(switches_ * port_count),
        route_(switches_ * port_count, nobody),
        downstream_(switches_ * port_count),
        waiting_(switches_),
        sources_(switches_) {
    for (std::uint32_t s = 0; s < switches_; ++s) {
      std::uint32_t* down = &downstream_[s * port_count];
      down[east] = (s + 1) * port_count + west;
      down[west] = (s - 1) * port_count + east;
      down[south] = (s + side) * port_count + north;
      down[north] = (s - side) * port_count + south;
    }
    moves_.reserve(std::size_t{switches_} * port_count);
  }

  void run(std::uint32_t cycles) {
    for (std::uint32_t cycle = 0; cycle < cycles; ++cycle) {
      moves_.clear();
      for (std::uint32_t s = 0; s < switches_; ++s)
        if (waiting_[s] != 0) decide(s);
      for (const Move& move : moves_) apply(move);
      for (std::uint32_t s = 0; s < switches_; ++s) inject(s, cycle);
    }
  }

  std::uint64_t hops = 0, flits_delivered = 0;

 private:
  std::uint32_t held(std::uint32_t port) const { return static_cast<std::uint16_t>(write_[port] - read_[port]); }
  std::uint64_t& slot(std::uint32_t port, std::uint16_t index) {
    return slots_[std::size_t{port} * depth_ + (index & (depth_ - 1))];
  }

  std::uint8_t route(std::uint32_t s, std::uint64_t flit) const {
    const std::uint32_t x = s % side_, y = s / side_, to_x = flit & 255, to_y = (flit >> 8) & 255;
    if (to_x != x) return to_x > x ? east : west;
    if (to_y != y) return to_y > y ? south : north;
    return local;
  }

  void decide(std::uint32_t s) {
    const std::uint32_t first = s * port_count;
    std::uint32_t wanted = 0;
    std::uint8_t asking[port_count] = {};
    for (std::uint32_t i = 0; i < port_count; ++i) {
      if (held(first + i) == 0) continue;
      std::uint8_t& out = route_[first + i];
      if (out == nobody) out = route(s, slot(first + i, read_[first + i]));
      if (owner_[first + out] != nobody && owner_[first + out] != i) continue;
      asking[out] |= static_cast<std::uint8_t>(1u << i);
      wanted |= 1u << out;
    }
    for (; wanted != 0; wanted &= wanted - 1) {
      const auto out = static_cast<std::uint32_t>(__builtin_ctz(wanted));
      const std::uint32_t down = downstream_[first + out];
      if (out != local && held(down) >= depth_) continue;
      std::uint32_t in = owner_[first + out];
      if (in == nobody) {
        const std::uint32_t behind = asking[out] & (~0u << next_[first + out]);
        in = static_cast<std::uint32_t>(__builtin_ctz(behind != 0 ? behind : asking[out]));
        next_[first + out] = in + 1 == port_count ? 0 : static_cast<std::uint8_t>(in + 1);
      }
      const std::uint64_t flit = slot(first + in, read_[first + in]);
      moves_.push_back({first + in, out == local ? delivered : down, flit});
      owner_[first + out] = (flit & tail_bit) != 0 ? nobody : static_cast<std::uint8_t>(in);
      if ((flit & tail_bit) != 0) route_[first + in] = nobody;
    }
  }

  void apply(const Move& move) {
    ++read_[move.from];
    --waiting_[move.from / port_count];
    ++hops;
    if (move.to == delivered)
      ++flits_delivered;
    else
      put(move.to, move.flit);
  }

  void put(std::uint32_t port, std::uint64_t flit) {
    slot(port, write_[port]++) = flit;
    ++waiting_[port / port_count];
  }

  void inject(std::uint32_t s, std::uint32_t cycle) {
    Source& source = sources_[s];
    if (random_.next() < arrival_) source.created.push_back(cycle);
    if (source.flits_left == 0) {
      if (source.first == source.created.size()) return;
      if (++source.first == source.created.size()) {
        source.created.clear();
        source.first = 0;
      }
      std::uint32_t to = s;
      while (to == s) to = static_cast<std::uint32_t>((random_.next() >> 33) % switches_);
      source.destination = to % side_ | to / side_ << 8;
      source.flits_left = packet_flits_;
    }
    const std::uint32_t port = s * port_count + local;
    if (held(port) >= depth_) return;
    put(port, source.destination | (source.flits_left == packet_flits_ ? head_bit : 0) |
                  (source.flits_left == 1 ? tail_bit : 0));
    --source.flits_left;
  }

  std::uint32_t side_, switches_, depth_, packet_flits_;
  std::uint64_t arrival_;
  std::vector<std::uint64_t> slots_;         // of every input port
  std::vector<std::uint16_t> read_, write_;  // free-running
  std::vector<std::uint8_t> owner_, next_;   // per output: the input that holds it, round-robin pointer
  std::vector<std::uint8_t> route_;          // per input: output of the packet at its front
  std::vector<std::uint32_t> downstream_;    // per output: the input port it leads to
  std::vector<std::uint16_t> waiting_;       // per switch: flits inside; an idle switch is skipped
  std::vector<Source> sources_;
  std::vector<Move> moves_;
  Random random_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) {
    std::fputs("usage: bench_limit SIDE LOAD CYCLES BUFFER_FLITS PACKET_FLITS\n", stderr);
    return 2;
  }
  const auto side = static_cast<std::uint32_t>(std::atoi(argv[1]));
  const auto cycles = static_cast<std::uint32_t>(std::atoi(argv[3]));
  const auto buffer_flits = static_cast<std::uint32_t>(std::atoi(argv[4]));
  if (side < 2 || side > 256 || buffer_flits == 0 || (buffer_flits & (buffer_flits - 1)) != 0) {
    std::fputs("bench_limit: SIDE 2 to 256, BUFFER_FLITS a power of two\n", stderr);
    return 2;
  }
  Mesh mesh(side, std::atof(argv[2]), buffer_flits, static_cast<std::uint32_t>(std::atoi(argv[5])));
  const std::clock_t start = std::clock();
  mesh.run(cycles);
  const double cpu = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  std::printf("{\"cpu_seconds\": %.6f, \"cycles\": %u, \"flit_hops\": %llu, \"accepted\": %.6f}\n", cpu, cycles,
              static_cast<unsigned long long>(mesh.hops),
              static_cast<double>(mesh.flits_delivered) / side / side / cycles);
  return 0;
}
