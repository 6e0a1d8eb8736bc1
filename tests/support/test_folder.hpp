// A folder of its own for a test.
#pragma once

#include <cstddef>
#include <string>

namespace slackline::test {

/// Removed after the test, with its contents.
class TestFolder {
 public:
  TestFolder();
  ~TestFolder();
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

  void write(const std::string& file, const std::string& text) const;
  /// Empty if there is no such file.
  std::string read(const std::string& file) const;
  bool has(const std::string& file) const;
  /// Entries of the folder, or of one in it, that begin with the prefix, hidden ones included.
  std::size_t entries(const std::string& folder = ".", const std::string& beginning = "") const;

 private:
  std::string path_;
};

}  // namespace slackline::test
