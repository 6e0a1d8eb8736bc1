#include "testbench/exchange/permutation_words.hpp"

#include "testbench/exchange/orders.hpp"

namespace slackline::exchange {

std::vector<settings::ChoiceWord> permutation_words() {
  return {
      {to_string(Permutation::shift), "to rank + i, from rank - i, modulo the number of ranks"},
      {to_string(Permutation::exclusive_or), "to and from rank xor i; with a power of two of ranks"},
      {to_string(Permutation::edge_colour),
       "to and from the partner in round i of a tournament of all ranks; with an even number of ranks"},
  };
}

}  // namespace slackline::exchange
