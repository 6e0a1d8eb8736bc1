#include "testbench/firmware_file/handler_times.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "rtl_models/nic/processor.hpp"

namespace slackline::firmware_file {

namespace {

constexpr const char* heading = "event,reads,writes,loads,stores,runs,cycles,offsets";
constexpr std::string_view woken_name = "woken", following_name = "following";

std::uint32_t rounded(std::uint64_t sum, std::uint64_t count) {
  return count == 0 ? 0 : static_cast<std::uint32_t>((sum + count / 2) / count);
}

nic::HandlerTime time_of(const HandlerRecord& record) {
  nic::HandlerTime time{std::max<std::uint32_t>(1, rounded(record.cycles, record.runs)), {}};
  for (const std::uint64_t offset : record.offsets)
    time.offsets.push_back(std::min(rounded(offset, record.runs), time.cycles));
  return time;
}

std::optional<std::uint32_t> event_of(std::string_view name) {
  for (std::uint32_t e = 0; e <= NIC_EVENTS; ++e)
    if (name == nic::event_name(static_cast<std::uint8_t>(e))) return e;
  return std::nullopt;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

class TableReader {
 public:
  explicit TableReader(Errors& errors) : errors_(errors) {}

  nic::HandlerTimes read(const std::string& csv) {
    constexpr std::size_t most_errors = 10;
    for (const std::string_view whole : split(csv, '\n')) {
      ++line_;
      std::string_view text = whole;
      if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
      if (text.empty() || text.front() == '#') continue;
      if (!has_heading_ && text != heading) {
        refuse(std::string("expected ") + heading);
        break;
      }
      if (has_heading_) read_row(text);
      has_heading_ = true;
      if (errors_.size() >= most_errors) break;
    }
    if (errors_.empty() && times_.size() == 0) refuse("expected a row for each kind of handlers");
    return std::move(times_);
  }

 private:
  void refuse(const std::string& what) { errors_.push_back("line " + std::to_string(line_) + ": " + what); }

  std::optional<std::uint32_t> number(std::string_view text, const char* what, std::uint32_t least,
                                      std::uint32_t most) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size() && value >= least && value <= most) return value;
    refuse(std::string(what) + ": expected integer from " + std::to_string(least) + " to " + std::to_string(most) +
           ", found " + std::string(text.substr(0, 40)));
    return std::nullopt;
  }

  void read_row(std::string_view text) {
    const std::vector<std::string_view> cells = split(text, ',');
    constexpr std::size_t columns = 8;
    if (cells.size() != columns)
      return refuse("expected " + std::to_string(columns) + " values, found " + std::to_string(cells.size()));
    if (cells[0] == woken_name || cells[0] == following_name) {
      if (const auto cycles = number(cells[6], "cycles", 0, nic::most_cost))
        (cells[0] == woken_name ? times_.woken : times_.following) = *cycles;
      return;
    }
    const std::optional<std::uint32_t> event = event_of(cells[0]);
    if (!event)
      return refuse("event: expected the name of one, start, woken or following, found " +
                    std::string(cells[0].substr(0, 40)));
    nic::HandlerSignature signature{*event};
    constexpr const char* names[] = {"reads", "writes", "loads", "stores"};
    std::uint32_t* const counts[] = {&signature.reads, &signature.writes, &signature.loads, &signature.stores};
    for (std::size_t i = 0; i < 4; ++i) {
      const auto count = number(cells[i + 1], names[i], 0, nic::HandlerSignature::most_accesses);
      if (!count) return;
      *counts[i] = *count;
    }
    const auto cycles = number(cells[6], "cycles", 1, nic::most_cost);
    if (!cycles) return;
    nic::HandlerTime time{*cycles, {}};
    if (!cells[7].empty())
      for (const std::string_view cell : split(cells[7], ' ')) {
        const auto offset = number(cell, "offsets", time.offsets.empty() ? 0 : time.offsets.back(), *cycles);
        if (!offset) return;
        time.offsets.push_back(*offset);
      }
    if (time.offsets.size() != signature.writes + signature.stores)
      return refuse("offsets: expected one for each write and store, " +
                    std::to_string(signature.writes + signature.stores) + ", found " +
                    std::to_string(time.offsets.size()));
    if (times_.find(signature) != nullptr) return refuse("expected each signature once, found a second row for it");
    if (times_.size() == most_handlers) return refuse("expected up to " + std::to_string(most_handlers) + " rows");
    times_.set(signature, std::move(time));
  }

  Errors& errors_;
  nic::HandlerTimes times_;
  std::size_t line_ = 0;
  bool has_heading_ = false;
};

}  // namespace

nic::HandlerTimes HandlerTable::times() const {
  nic::HandlerTimes times;
  times.woken = rounded(woken, woken_runs);
  times.following = rounded(following, following_runs);
  for (const auto& [signature, record] : handlers) {
    const auto& [event, reads, writes, loads, stores] = signature;
    times.set({event, reads, writes, loads, stores}, time_of(record));
  }
  return times;
}

std::string HandlerTable::csv() const {
  std::ostringstream out;
  const nic::HandlerTimes means = times();
  out << heading << '\n'
      << woken_name << ",,,,," << woken_runs << ',' << means.woken << ",\n"
      << following_name << ",,,,," << following_runs << ',' << means.following << ",\n";
  for (const auto& [signature, record] : handlers) {
    const auto& [event, reads, writes, loads, stores] = signature;
    const nic::HandlerTime time = time_of(record);
    out << nic::event_name(static_cast<std::uint8_t>(event)) << ',' << reads << ',' << writes << ',' << loads << ','
        << stores << ',' << record.runs << ',' << time.cycles << ',';
    for (std::size_t i = 0; i < time.offsets.size(); ++i) out << (i == 0 ? "" : " ") << time.offsets[i];
    out << '\n';
  }
  return out.str();
}

void HandlerRecorder::begins(NodeId node, std::uint32_t event, Cycle now, std::uint64_t after, Found found) {
  Running& handler = running_[node.value];
  handler = Running();
  handler.is = true;
  handler.event = event;
  handler.began = now;
  if (found == Found::waiting) {
    ++table_.woken_runs;
    table_.woken += after;
  } else if (found == Found::busy) {
    ++table_.following_runs;
    table_.following += after;
  }
}

void HandlerRecorder::accesses(NodeId node, Access access, Cycle now) {
  Running& handler = running_[node.value];
  if (!handler.is) return;
  std::uint32_t& count = handler.counts[static_cast<std::size_t>(access)];
  if (count < nic::HandlerSignature::most_accesses) ++count;
  if (access == Access::write || access == Access::store) handler.offsets.push_back(now - handler.began);
}

void HandlerRecorder::ends(NodeId node, Cycle now) {
  Running& handler = running_[node.value];
  if (!handler.is) return;
  handler.is = false;
  const auto& [read, write, load, store] = handler.counts;
  HandlerRecord& record = table_.handlers[{handler.event, read, write, load, store}];
  record.offsets.resize(handler.offsets.size());
  ++record.runs;
  record.cycles += now - handler.began;
  for (std::size_t i = 0; i < handler.offsets.size(); ++i) record.offsets[i] += handler.offsets[i];
}

nic::HandlerTimes read_handler_times(const std::string& csv, Errors& errors) { return TableReader(errors).read(csv); }

}  // namespace slackline::firmware_file
