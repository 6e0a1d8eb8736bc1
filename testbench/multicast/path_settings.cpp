#include "testbench/multicast/path_settings.hpp"

namespace slackline::multicast {

std::vector<settings::ChoiceWord> algorithm_words() {
  return {{"unicasts", "the source sends to each member itself"},
          {"ring", "from member to member by their numbers in `order`, and from the last to the first"},
          {"returning_ring", "the same, and back to the source"},
          {"bus", "one copy to the members with higher numbers, one to those with lower ones"},
          {"up_down", "a tree whose ways go to lower numbers first and then to higher ones"},
          {"wrap_around", "a tree whose ways go to higher numbers, with one step at most back to lower ones"},
          {"ordered_path",
           "to the member with the lowest number, and from there along the others: all members see one order"},
          {"ordered_tree", "to the member with the lowest number, and from there on one tree: the same"},
          {"binomial", "a tree in which each member that has the message sends it to one more in each step"}};
}

std::vector<settings::ChoiceWord> order_words() {
  return {{"shortest", "a short way over all hosts: nearest neighbours, then improved by exchanges (2-opt)"},
          {"numbers", "as the hosts are numbered"},
          {"drawn", "at random, with `seed`"},
          {"given", "as `ids` lists them"},
          {"group", "each group numbers its own members, along a short way over them"}};
}

}  // namespace slackline::multicast
