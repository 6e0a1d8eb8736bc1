#include "testbench/files/sha256.hpp"

#include <openssl/evp.h>

#include <fstream>
#include <memory>
#include <stdexcept>
#include <vector>

namespace slackline::files {

namespace {

class Digest {
 public:
  Digest() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
    check(context_ != nullptr && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
  }
  void add(const char* bytes, std::size_t count) { check(EVP_DigestUpdate(context_.get(), bytes, count) == 1); }
  std::string hexadecimal() {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned length = 0;
    check(EVP_DigestFinal_ex(context_.get(), digest, &length) == 1);
    std::string text;
    for (unsigned i = 0; i < length; ++i) {
      text += "0123456789abcdef"[digest[i] >> 4];
      text += "0123456789abcdef"[digest[i] & 15];
    }
    return text;
  }

 private:
  static void check(bool done) {
    if (!done) throw std::runtime_error("OpenSSL has no SHA-256");
  }
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};

}  // namespace

std::string sha256_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return "";
  Digest digest;
  std::vector<char> piece(1 << 16);
  while (file.read(piece.data(), static_cast<std::streamsize>(piece.size())) || file.gcount() > 0)
    digest.add(piece.data(), static_cast<std::size_t>(file.gcount()));
  return file.bad() ? "" : digest.hexadecimal();
}

std::string sha256(const std::string& bytes) {
  Digest digest;
  digest.add(bytes.data(), bytes.size());
  return digest.hexadecimal();
}

}  // namespace slackline::files
