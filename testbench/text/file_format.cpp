#include "testbench/text/file_format.hpp"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <vector>

#include "testbench/text/first_lines.hpp"

namespace slackline::text {

namespace {

using namespace std::string_view_literals;

struct Magic {
  std::size_t at;
  std::string_view bytes, name;
};

/// By the documents of the formats; longer ones first where one begins another.
constexpr Magic magics[] = {
    {0, "\x1f\x8b"sv, "a file compressed with gzip (gunzip unpacks it)"},
    {0, "BZh"sv, "a file compressed with bzip2 (bunzip2 unpacks it)"},
    {0,
     "\xfd"
     "7zXZ\0"sv,
     "a file compressed with xz (unxz unpacks it)"},
    {0, "\x28\xb5\x2f\xfd"sv, "a file compressed with zstd (unzstd unpacks it)"},
    {0, "\x04\x22\x4d\x18"sv, "a file compressed with lz4 (unlz4 unpacks it)"},
    {0, "PK\x03\x04"sv, "a zip archive (unzip unpacks it)"},
    {0, "7z\xbc\xaf\x27\x1c"sv, "a 7-zip archive"},
    {257, "ustar"sv, "a tar archive (tar -x unpacks it)"},
    {0,
     "\x7f"
     "ELF"sv,
     "a program or library (ELF)"},
    {0, "%PDF-"sv, "a PDF document"},
    {0, "\x89PNG\r\n\x1a\n"sv, "a PNG picture"},
    {0, "\xff\xd8\xff"sv, "a JPEG picture"},
    {0, "\x89HDF\r\n\x1a\n"sv, "an HDF5 file"},
    {0, "CDF\x01"sv, "a NetCDF file"},
    {0, "CDF\x02"sv, "a NetCDF file"},
    {0, "SQLite format 3\0"sv, "an SQLite database"},
    {0, "\xd4\xc3\xb2\xa1"sv, "a capture of packets (pcap)"},
    {0, "\xa1\xb2\xc3\xd4"sv, "a capture of packets (pcap)"},
    {0, "\x0a\x0d\x0d\x0a"sv, "a capture of packets (pcapng)"},
    {0, "OTF2"sv, "an OTF2 trace"},
    {0, "OTF "sv, "an OTF trace"},
    {0, "dumpi"sv, "a DUMPI trace"},
    {0, "#DUMPI"sv, "a DUMPI trace"},
    {0, "#Paraver"sv, "a Paraver trace"},
    {0, "UTJH"sv, "a trace of netrace"},
    {0, "$date"sv, "a waveform (VCD)"},
    {0, "{\\rtf"sv, "an RTF document"},
    {0, "<!DOCTYPE html"sv, "an HTML page"},
    {0, "<html"sv, "an HTML page"},
};

constexpr std::size_t most_judged = std::size_t{1} << 16;

bool starts_with_any_of(std::string_view text, std::initializer_list<std::string_view> starts) {
  return std::any_of(starts.begin(), starts.end(),
                     [text](std::string_view start) { return text.substr(0, start.size()) == start; });
}

/// Chrome's "Trace Event Format": an object with traceEvents, or an array of events.
bool is_chrome_trace(std::string_view text) {
  const auto has = [text](std::string_view key) { return text.find(key) != std::string_view::npos; };
  return is_json(text) && (has("\"traceEvents\"") || (has("\"ph\"") && has("\"ts\"")));
}

/// Formats of text, which may begin with comments and empty lines.
std::string_view known_text_format(std::string_view beginning) {
  const std::vector<std::string_view> lines = first_lines(beginning, 10);
  if (lines.empty()) return "";
  const std::string_view first = lines.front();
  if (starts_with_any_of(first, {"%EventDef"}))
    return "a Paje trace (smpirun -trace-ti writes a time-independent one instead)";
  if (starts_with_any_of(first, {"MPI_"}) && first.find(" entering at walltime ") != std::string_view::npos)
    return "a DUMPI trace as text";
  if (starts_with_any_of(first, {"hostname=", "meta_version=", "numprocs="}))
    return "the description of a DUMPI trace (.meta)";
  if (starts_with_any_of(first, {"Nodes ", "Tiers ", "Podsize "}) && first.find(':') == std::string_view::npos) {
    const auto begins_one = [&lines](std::string_view word) {
      return std::any_of(lines.begin(), lines.end(),
                         [word](std::string_view line) { return starts_with_any_of(line, {word}); });
    };
    if (begins_one("Connections ")) return "a connection matrix of htsim (.cm)";
    if (begins_one("Tiers ") || begins_one("Tier ")) return "a topology of htsim (.topo)";
  }
  return is_chrome_trace(beginning) ? "a Chrome trace (JSON)" : "";
}

}  // namespace

std::string_view known_format(std::string_view beginning) {
  for (const Magic& magic : magics)
    if (beginning.size() >= magic.at && beginning.substr(magic.at, magic.bytes.size()) == magic.bytes)
      return magic.name;
  return known_text_format(beginning.substr(0, most_judged));
}

bool is_json(std::string_view beginning) {
  const auto next = [&beginning]() {
    const std::size_t at = std::min(beginning.find_first_not_of(" \t\r\n"), beginning.size());
    const char c = at < beginning.size() ? beginning[at] : '\0';
    beginning.remove_prefix(std::min(at + 1, beginning.size()));
    return c;
  };
  const char opening = next(), then = next();
  return (opening == '{' && (then == '"' || then == '}')) ||
         (opening == '[' && (then == '{' || then == '[' || then == '"'));
}

bool is_binary(std::string_view beginning) {
  return beginning.substr(0, std::min<std::size_t>(beginning.size(), 4096)).find('\0') != std::string_view::npos;
}

}  // namespace slackline::text
