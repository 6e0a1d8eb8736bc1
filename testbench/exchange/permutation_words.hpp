// permutation_words: the words of a key for an order of exchanges.
#pragma once

#include <vector>

#include "testbench/settings/key.hpp"

namespace slackline::exchange {

/// By enumerator of Permutation, but for `file`. They fit hosts with ranks as well as the ranks of a program.
std::vector<settings::ChoiceWord> permutation_words();

}  // namespace slackline::exchange
