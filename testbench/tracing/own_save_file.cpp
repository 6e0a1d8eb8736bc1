#include "testbench/tracing/own_save_file.hpp"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace slackline::tracing {

namespace {

/// FNV-1a
std::uint64_t hash_of(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  return hash;
}

std::string mark_of(const std::string& text) {
  char mark[64];
  std::snprintf(mark, sizeof mark, "[*] Written by Slackline: %016llx\n",
                static_cast<unsigned long long>(hash_of(text)));
  return mark;
}

}  // namespace

std::string marked(const std::string& text) { return mark_of(text) + text; }

bool is_as_written(const std::string& text) {
  const std::size_t line = text.find('\n');
  return line != std::string::npos && text.substr(0, line + 1) == mark_of(text.substr(line + 1));
}

std::string place_of_save_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return path;
  std::ostringstream text;
  text << file.rdbuf();
  return is_as_written(text.str()) ? path : std::filesystem::path(path).replace_extension(".new.gtkw").string();
}

}  // namespace slackline::tracing
