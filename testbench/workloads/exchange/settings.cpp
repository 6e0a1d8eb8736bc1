#include "testbench/workloads/exchange/settings.hpp"

#include "testbench/exchange/permutation_words.hpp"

namespace slackline::features {

using settings::at;
using settings::AutoInteger;
using settings::choice;
using settings::FileName;
using settings::Integer;
using S = ExchangeSettings;

namespace {

std::vector<settings::ChoiceWord> permutations() {
  std::vector<settings::ChoiceWord> words = exchange::permutation_words();
  words.push_back({to_string(exchange::Permutation::file), "as `permutation_file` has it"});
  return words;
}

}  // namespace

std::vector<settings::Key> exchange_keys() {
  return {
      {"exchange.method",
       choice({{"pairwise",
                "in each step a host sends all packets to one host and receives all of one; the next step begins when "
                "both are over"},
               {"shuffle",
                "packets go to another host each time, and a host sends and receives independently of one another"}},
              at<&S::method>),
       "", "How hosts exchange their packets."},
      {"exchange.permutation", choice(permutations(), at<&S::permutation>), "",
       "To whom a host sends, and from whom it receives, in step i of 1 to the number of hosts less 1."},
      {"exchange.permutation_file", FileName{at<&S::permutation_file>}, "",
       "For permutation: file. A line for each step, in CSV: to which ranks the ranks 0, 1, ... send. A permutation in "
       "each line, and in all lines each other rank once; # begins a comment."},
      {"exchange.packets", Integer{1, 1'000'000, at<&S::packets>}, "packets", "Packets of a host to each other host."},
      {"exchange.receive",
       choice({{"expected",
                "a host takes the next packet of the host from which it receives in this step, and waits for it"},
               {"any", "it takes packets in the order in which they come; only with `shuffle`"}},
              at<&S::receive>),
       "", "Which packet a host takes next."},
      {"exchange.window", AutoInteger{1, 1'000'000, at<&S::window>, "none"}, "packets",
       "A host sends only while it has sent less than this more than it has taken. Only with `shuffle`."},
      {"exchange.buffer", AutoInteger{1, 1'000'000, at<&S::buffer>, "none"}, "packets",
       "Instead of `window`: packets that the buffer of an uplink holds, from which the window follows. Hosts are at "
       "several "
       "switches, the same number at each."},
      {"exchange.queue", Integer{1, 64, at<&S::queue>}, "packets",
       "Packets that a host may have sent, and that have not left: with 1 it prepares none while another one leaves."},
      {"exchange.clamp",
       choice({{"false", "a host that takes more than it sends may send as much more later"},
               {"true", "packets that are taken count only while own ones are on their way"}},
              at<&S::clamps>),
       "",
       "With a window: whether the difference may become negative. Clamped, hosts may end up waiting for one another "
       "for ever."},
      {"exchange.reorder",
       choice({{"false", "hosts have ranks in the order of their numbers"},
               {"true",
                "ranks are dealt out to the switches in turn: packets of successive steps go to different switches"}},
              at<&S::reorders>),
       "",
       "The ranks by which the permutation works. Hosts of a switch have successive numbers, the same number at each "
       "switch."},
      {"exchange.send_cycles", Integer{0, 1'000'000'000, at<&S::send_cycles>}, "cycles",
       "Time of a host before it hands a packet over."},
      {"exchange.receive_cycles", Integer{0, 1'000'000'000, at<&S::receive_cycles>}, "cycles",
       "Time of a host for a packet that it takes."},
      {"exchange.user_cycles", Integer{0, 1'000'000'000, at<&S::user_cycles>}, "cycles",
       "Time of the program for a packet that its host has taken, after `receive_cycles`."},
      {"exchange.pause_cycles", Integer{0, 1'000'000'000, at<&S::pause_cycles>}, "cycles",
       "Mean length of the pauses of a host, in which it does nothing, as when its operating system runs something "
       "else."},
      {"exchange.pause_every", Integer{0, 1'000'000'000'000, at<&S::pause_every>}, "cycles",
       "Mean time from the end of a pause to the next one, geometric. 0: no pauses."},
      {"exchange.pause_length",
       choice({{"fixed", "all are as long as `pause_cycles`"},
               {"uniform", "each length from 1 to 2 `pause_cycles` - 1 is as likely as any other"},
               {"geometric", "exponential, in whole cycles, 1 or more: most are short, and a few are long"}},
              at<&S::pause_length>),
       "", "How long pauses are, with a mean of `pause_cycles`."},
  };
}

}  // namespace slackline::features
