twin(packet_switch packet_switch/packet_switch.sv packet_switch/packet_switch_pairs.sv)
# packet_switch_parameters(<variable> <value>...): of the parameters in the order of PacketSwitchParams. A destination is at no port.
macro(packet_switch_parameters variable)
  set(names PORTS BUFFERS FRAMES FLITS THRESHOLD MOST ALPHA8 HELD TRANSFER DIRECT CUT_THROUGH TRANSFERS LOOKUP GAP SHORTEST LONGEST PAUSE_AT RESUME_AT UPLINKS UPLINK_FRAMES UPLINK_HELD UPLINK_TRANSFER UPLINK_STREAMS DESTINATIONS)
  set(${variable} "")
  set(of_names ${ARGN})
  foreach(name value IN ZIP_LISTS names of_names)
    list(APPEND ${variable} ${name}=${value})
  endforeach()
endmacro()
#                                    ports buffers frames flits threshold  held transfer  transfers lookup gap lengths pause uplinks    destinations
packet_switch_parameters(at_inputs   3     0       2      0     0 1 8      1    1 0 0     2         2      3   2 5     2 1   0 1 0 0 0  4)
packet_switch_parameters(no_held     4     0       3      7     0 1 8      0    0 0 0     0         0      0   1 4     0 0   0 1 0 0 0  5)
packet_switch_parameters(direct      4     0       3      0     0 1 8      0    2 1 0     0         0      1   1 5     0 0   0 1 0 0 0  5)
packet_switch_parameters(at_outputs  3     1       2      6     0 1 8      0    2 0 0     1         1      1   1 4     2 0   0 1 0 0 0  4)
packet_switch_parameters(shared      4     2       6      0     2 1 12     0    0 0 0     0         0      2   1 4     0 0   0 1 0 0 0  5)
packet_switch_parameters(fixed       3     2       5      12    1 2 8      0    1 1 0     2         3      0   2 6     3 1   0 1 0 0 0  4)
packet_switch_parameters(uplink      4     0       2      0     0 1 8      0    0 1 0     0         0      1   1 4     2 1   9 3 2 2 2  5)
packet_switch_parameters(modules     4     2       3      9     1 2 8      0    1 0 0     0         1      0   1 4     0 0   2 2 0 2 0  5)
packet_switch_parameters(few_streams 3     1       2      0     0 1 8      0    0 0 0     0         0      0   1 4     0 0   1 4 0 1 1  4)
packet_switch_parameters(through     4     0       2      0     0 1 8      1    1 0 1     0         0      1   1 5     0 0   0 1 0 0 0  5)
packet_switch_parameters(through_all 3     1       2      7     0 1 8      0    2 0 1     2         2      2   2 6     2 0   0 1 0 0 0  4)
packet_switch_parameters(through_few 4     2       3      14    2 1 6      0    0 1 1     2         0      1   1 6     0 0   2 2 0 1 2  5)
foreach(set at_inputs no_held direct at_outputs shared fixed uplink modules few_streams through through_all through_few)
  twin_model(${set} "" ${${set}})
endforeach()
set(file_of_faults packet_switch/packet_switch.sv)
twin_fault(no_lookup "a frame may be transferred at once" ${file_of_faults} "16'(LOOKUP);" "16'd0;" ${at_inputs})
twin_fault(one_too_many "a buffer takes a frame more than it has room for"
  ${file_of_faults} "held_frames < size" "held_frames <= size" ${at_outputs})
twin_fault(flits_early "a buffer refuses a frame that fills it to the last flit"
  ${file_of_faults} "32'(flits) <= FLITS" "32'(flits) < FLITS" ${at_outputs})
twin_fault(share_too_large "an output takes a frame more than its share of a shared buffer"
  ${file_of_faults} "< ALPHA8 *" "<= ALPHA8 *" ${shared})
twin_fault(fixed_share "a fixed share is a frame larger" ${file_of_faults} "< MOST :" "<= MOST :" ${fixed})
twin_fault(same_turn "an output begins its search with the input that it has served"
  ${file_of_faults} "next_input_d[p*16+:16] = from + 1 == PORTS ? 16'd0 : 16'(from + 1);" "next_input_d[p*16+:16] = 16'(from);" ${no_held})
twin_fault(same_first "the backplane begins its search with the input that it has served"
  ${file_of_faults} "turn_d = from + 1 == PORTS ? 16'd0 : 16'(from + 1);" "turn_d = 16'(from);" ${at_outputs})
twin_fault(held_more "an output holds a frame more" ${file_of_faults} "UPLINK_HELD : HELD)" "UPLINK_HELD : HELD + 1)" ${at_inputs})
twin_fault(gap_short "the gap between frames is a flit short" ${file_of_faults} "(1 + GAP) *" "GAP *" ${at_inputs})
twin_fault(stop_within "a stopped output pauses within a frame whose receiver stops frames"
  ${file_of_faults} "&& !stops_flits_i[o]" "&& 1'b0" ${no_held})
twin_fault(stop_ignored "a receiver that stops flits gets the rest of a frame" ${file_of_faults} "&& !stops_flits_i[o]" "" ${at_inputs})
twin_fault(refused_by_input "a frame without room is counted at its input, not at its output"
  ${file_of_faults} "if (x == o) refused_d" "if (x == i) refused_d" ${fixed})
twin_fault(abort_passes "a frame that its sender has ended goes on" ${file_of_faults} "flit.kind == Abort" "flit.kind == 4'd15" ${no_held})
twin_fault(runt_limit "the shortest frame is dropped" ${file_of_faults} "< SHORTEST)" "<= SHORTEST)" ${at_inputs})
twin_fault(transfer_long "a transfer takes a cycle more"
  ${file_of_faults} "transfer * 32'(length) - 32'd1" "transfer * 32'(length)" ${at_outputs})
twin_fault(pause_late "an input is paused a frame too late" ${file_of_faults} "held + 1 > PAUSE_AT" "held > PAUSE_AT" ${at_inputs})
twin_fault(returned "a frame goes back to where it came from" ${file_of_faults} "else if (o == i)" "else if (o == i && 1'b0)" ${no_held})
twin_fault(at_once "a frame leaves as it is transferred although its link is faster"
  ${file_of_faults} "cycles_i[o*32+:32] + 1 > transfer" "1'b1" ${direct})
twin_fault(lost_flits "flits of a frame that its sender has broken off are not counted as dropped"
  ${file_of_faults} "flits_dropped_d[i*64+:64] + 64'(received_d[i*16+:16])" "flits_dropped_d[i*64+:64]" ${no_held})
twin_fault(lost_frames "flits of a frame without room are not counted as dropped"
  ${file_of_faults} "if (is_lost) flits_dropped_d" "if (1'b0) flits_dropped_d" ${at_outputs})
twin_fault(uplink_as_others "the buffer of an uplink has as many frames as that of another port"
  ${file_of_faults} "UPLINKS[from] ? UPLINK_FRAMES : FRAMES" "FRAMES" ${uplink})
twin_fault(uplink_held "an uplink holds a frame fewer" ${file_of_faults} "? UPLINK_HELD : HELD" "? UPLINK_HELD - 1 : HELD" ${uplink})
twin_fault(from_uplink "a transfer from an uplink is as fast as another one"
  ${file_of_faults} "UPLINKS[from] || UPLINKS[to]" "UPLINKS[to]" ${uplink})
twin_fault(stream_too_many "an uplink carries a stream more than it can"
  ${file_of_faults} "streams_to + 1 > UPLINK_STREAMS" "streams_to > UPLINK_STREAMS" ${few_streams})
twin_fault(streams_from_uplink "streams from an uplink are not limited"
  ${file_of_faults} "UPLINKS[from] && streams_from + 1 > UPLINK_STREAMS" "1'b0" ${uplink})
twin_fault(stream_stays "a stream stays when its last frame has left"
  ${file_of_faults} "pairs_d[(x*PORTS+o)*16+:16] - 16'd1" "pairs_d[(x*PORTS+o)*16+:16]" ${few_streams})
twin_fault(module_of_output "frames for an uplink take room of the shared buffer first"
  ${file_of_faults} "else if (UPLINKS[to] && output_module_d[to*32+:32] < UPLINK_FRAMES) room" "else if (1'b0) room" ${modules})
twin_fault(module_left "a frame that leaves a module is counted as one of the shared buffer"
  ${file_of_faults} "BUFFERS == Shared && room == InBuffer) begin\n            shared_frames_d = shared_frames_d - 32'd1" "BUFFERS == Shared) begin\n            shared_frames_d = shared_frames_d - 32'd1" ${modules})
twin_fault(through_to_faster "a frame cuts through to a link that is faster than its own"
  ${file_of_faults} "cycles_i[o*32+:32] + 1 > cycles_i[i*32+:32] && " "" ${through})
twin_fault(through_early "a frame cuts through a flit early" ${file_of_faults} "+ 1 > SHORTEST && 32'(received" "+ 2 > SHORTEST && 32'(received" ${through_all})
twin_fault(through_no_lookup "a frame cuts through at once" ${file_of_faults} "!just_ready[i] && " "" ${through})
twin_fault(through_others "a frame cuts through before others of its output" ${file_of_faults} "queue_first_q[o*32+:32] == 0 && may_begin" "may_begin" ${through_few})
twin_fault(through_taken "a frame cuts through to an output to which another one is transferred"
  ${file_of_faults} "32'(moving_to_d[other*16+:16]) == o) is_taken = 1'b1" "32'(moving_to_d[other*16+:16]) == o) is_taken = 1'b0" ${through_few})
twin_fault(through_made "abort flits that are made are not counted" ${file_of_faults} "if (opens) aborts_made_d" "if (1'b0) aborts_made_d" ${through})
twin_fault(through_unread "a flit leaves at the edge at which it comes in" ${file_of_faults} "there = 32'(received_q[i*16+:16]);" "there = 32'(received_d[i*16+:16]);" ${through})
twin_fault(through_room "a frame that has cut through keeps the room of the longest one"
  ${file_of_faults} "shared_flits_d = shared_flits_d - (LONGEST - 32'(length))" "shared_flits_d = shared_flits_d" ${through_few})
twin_fault(through_giant "a frame that is too long ends without an abort flit" ${file_of_faults} "is_aborted_d[x] = opens || !closes;" "is_aborted_d[x] = opens;" ${through})
twin_fault(through_broken "a frame that another one breaks off ends without an abort flit" ${file_of_faults} "is_aborted_d[x] = opens || !closes;" "is_aborted_d[x] = !opens && !closes;" ${through})
