#include "testbench/tracing/wave_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "testbench/files/aside.hpp"

namespace slackline::tracing {

namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 17;

}  // namespace

WaveFile::WaveFile() : buffer_(buffer_bytes), at_(buffer_.data()), end_(at_ + buffer_.size()) {}

WaveFile::WaveFile(std::string path, std::string partial, std::string given) : WaveFile() {
  path_ = std::move(path);
  partial_path_ = std::move(partial);
  given_ = std::move(given);
  if (std::filesystem::is_directory(path_)) throw WaveFileError(path_ + ": is a folder");
  if (std::filesystem::exists(path_) && !std::filesystem::is_regular_file(path_))
    throw WaveFileError(path_ + ": is there, and is not a file");
  descriptor_ = open(partial_path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) throw WaveFileError(given_ + ": cannot be written: " + std::strerror(errno));
}

WaveFile::~WaveFile() {
  if (descriptor_ < 0) return;
  flush();
  close(descriptor_);
}

void WaveFile::write(std::string_view text) {
  while (!text.empty()) {
    const std::size_t part = std::min<std::size_t>(text.size(), 4096);
    advance(std::copy_n(text.data(), part, room(part)));
    text.remove_prefix(part);
  }
}

void WaveFile::flush() {
  const char* from = buffer_.data();
  flushed_ += static_cast<std::uint64_t>(at_ - from);
  const std::string_view text(from, static_cast<std::size_t>(at_ - from));
  if (descriptor_ >= 0 && error_.empty() && !files::write_all(descriptor_, text)) fail();
  at_ = buffer_.data();
}

void WaveFile::fail() { error_ = given_ + ": cannot be written: " + std::strerror(errno); }

void WaveFile::publish() {
  flush();
  if (descriptor_ < 0) return;
  if (close(std::exchange(descriptor_, -1)) != 0 && error_.empty()) fail();
  if (error_.empty() && std::rename(partial_path_.c_str(), path_.c_str()) != 0) fail();
}

}  // namespace slackline::tracing
