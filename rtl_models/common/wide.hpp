// A 128-bit integer, GCC's and Clang's, for exact products of two 64-bit numbers.
#pragma once

namespace slackline {

__extension__ typedef unsigned __int128 Wide;

}  // namespace slackline
