// wave_file: the file of a dump, written through one buffer, under another name until it is whole, FILE.partial
// unless the caller gives one. A write error is reported once, with the name that the user gave, and from then on
// everything is dropped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace slackline::tracing {

class WaveFileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class WaveFile {
 public:
  /// Counts bytes, and writes nothing.
  WaveFile();
  /// `partial`: its name until it is whole. `given`: what messages call it. Throws WaveFileError when it cannot be made.
  WaveFile(std::string path, std::string partial, std::string given);
  explicit WaveFile(const std::string& path) : WaveFile(path, path + ".partial", path) {}
  /// Leaves the partial file, with all that has been written, unless publish() was called.
  ~WaveFile();
  WaveFile(const WaveFile&) = delete;
  WaveFile& operator=(const WaveFile&) = delete;

  /// Where the next bytes go; there is room for `bytes`, 64 KiB at most. To be followed by advance().
  char* room(std::size_t bytes) {
    if (static_cast<std::size_t>(end_ - at_) < bytes) flush();
    return at_;
  }
  void advance(char* to) { at_ = to; }

  void write(std::string_view text);

  /// Bytes so far.
  std::uint64_t bytes() const { return flushed_ + static_cast<std::uint64_t>(at_ - buffer_.data()); }
  /// The error; empty: none.
  const std::string& error() const { return error_; }

  /// The dump is whole: it gets its name.
  void publish();

  const std::string& path() const { return path_; }
  const std::string& partial_path() const { return partial_path_; }

 private:
  void flush();
  void fail();

  std::string path_, partial_path_, given_;
  int descriptor_ = -1;
  std::vector<char> buffer_;
  char* at_;
  char* end_;
  std::uint64_t flushed_ = 0;
  std::string error_;
};

}  // namespace slackline::tracing
