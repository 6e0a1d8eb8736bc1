// head_of_line: saturation throughput of an N x N switch with one FIFO an input, exactly: the Markov chain of the
// packets at the heads of the queues, without any model of a switch.
//
// The state is the number of heads that want each output. In a slot every wanted output serves one of them, so the
// policy does not matter. Each head that left is followed by one whose output is drawn from all N with the same
// probability. As outputs are equal, too, a state is a partition of N (Karol, Hluchyj, Morgan, "Input versus output queueing on a space-division
// packet switch", IEEE Trans. Communications 35(12), 1987).
#pragma once

namespace slackline::validation {

/// Packets per slot and port. 1 <= ports <= 24 (1575 partitions).
double head_of_line_throughput(unsigned ports);

}  // namespace slackline::validation
