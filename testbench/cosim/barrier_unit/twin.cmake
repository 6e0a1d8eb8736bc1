twin(barrier_unit barrier/barrier_unit/barrier_route.sv barrier/barrier_unit/barrier_inputs.sv barrier/barrier_unit/barrier_outputs.sv
  barrier/barrier_unit/barrier_unit.sv)
twin_model(least       "" PORTS=2 ENTRIES=1 BUFFER=1 QUEUE=1 DELAY=1 SWITCHES=2 HOSTS=1 PLANNED=0)
twin_model(usual       "" PORTS=4 ENTRIES=16 BUFFER=4 QUEUE=2 DELAY=2 SWITCHES=6 HOSTS=9 PLANNED=0)
twin_model(deep        "" PORTS=5 ENTRIES=3 BUFFER=3 QUEUE=5 DELAY=16 SWITCHES=7 HOSTS=12 PLANNED=0)
if(SLACKLINE_ALL_TWINS) # eleven megabytes of C++
  twin_model(large     "" PORTS=8 ENTRIES=64 BUFFER=2 QUEUE=3 DELAY=4 SWITCHES=12 HOSTS=20 PLANNED=0)
endif()
twin_model(planned     "" PORTS=6 ENTRIES=8 BUFFER=3 QUEUE=2 DELAY=20 SWITCHES=9 HOSTS=10 PLANNED=6)

# The faults take minutes to compile: each model is some hundred kilobytes of C++.
if(NOT SLACKLINE_ALL_TWINS)
  return()
endif()
set(file_of_faults barrier/barrier_unit/barrier_unit.sv)
set(parameters_of_faults PORTS=4 ENTRIES=3 BUFFER=2 QUEUE=2 DELAY=3 SWITCHES=6 HOSTS=9 PLANNED=0)
twin_fault(refused_unmarked "a message that finds the table full is not marked as refused"
  ${file_of_faults} "m_refused || (builds && !has_entry)" "m_refused" ${parameters_of_faults})
twin_fault(node_of_one "the first child makes the switch a node"
  ${file_of_faults} "records && !e_node && e_children != '0" "records && !e_node" ${parameters_of_faults})
twin_fault(tag_not_told "a new node below is reported to the nodes above as well"
  ${file_of_faults} "(records || replaces) && e_node ? TagTold" "records && e_node ? TagTold" ${parameters_of_faults})
twin_fault(child_kept "a new node does not take the place of the child"
  ${file_of_faults} "(records || replaces)) begin" "records) begin" ${parameters_of_faults})
twin_fault(refused_counted "the root counts messages that have been refused"
  ${file_of_faults} "m_here && !m_refused" "m_here" ${parameters_of_faults})
twin_fault(any_members "the number of members is taken from any member"
  ${file_of_faults} "m_tag == TagFirst && m_from == m_to &&" "m_tag == TagFirst &&" ${parameters_of_faults})
twin_fault(any_phase "children arrive at barriers of another phase"
  ${file_of_faults} "m_phase == e_phase &&" "" ${parameters_of_faults})
twin_fault(arrives_twice "a child arrives twice at one barrier"
  ${file_of_faults} "((e_arrived | e_unacknowledged) & child) == '0" "1'b1" ${parameters_of_faults})
twin_fault(arrived_kept "who has arrived is not forgotten when the barrier is complete"
  ${file_of_faults} "all_arrived ? '0 : arrived_d" "arrived_d" ${parameters_of_faults})
twin_fault(phase_kept "the next barrier has the phase of the one before"
  ${file_of_faults} "<= !e_phase" "<= e_phase" ${parameters_of_faults})
twin_fault(parent_unknown "the parent is not learned from the sender that distributes"
  ${file_of_faults} "parent_q[n*16+:16]    <= m_from" "parent_q[n*16+:16]    <= parent_q[n*16+:16]" ${parameters_of_faults})
twin_fault(released_owing "an entry is freed although it owes something"
  ${file_of_faults} "releases && match[n] && !owes[n]" "releases && match[n]" ${parameters_of_faults})
twin_fault(never_freed "an entry that owes something when it is released is never freed"
  ${file_of_faults} "(owed_grant[n] && released_q[n] && !owes_behind && !is_unacknowledged) ||" "" ${parameters_of_faults})
twin_fault(lowest_entry "the lowest entry sends first, always"
  ${file_of_faults} "able_behind != '0 ? able_behind & (~able_behind + 1'b1) : " "" ${parameters_of_faults})
twin_fault(lowest_port "the lowest port is served first, always"
  ${file_of_faults} "wants_behind != '0 ? wants_behind & (~wants_behind + 1'b1) : " "" ${parameters_of_faults})
twin_fault(room_promised "room in a queue is given away twice"
  barrier/barrier_unit/barrier_outputs.sv "promised_q[o*OutBits+:OutBits] < Queue" "out_count_q[o*OutBits+:OutBits] < Queue" ${parameters_of_faults})
twin_fault(full_and_taken "a buffer that is full takes a message while one leaves"
  barrier/barrier_unit/barrier_inputs.sv "in_count_q[i*InBits+:InBits] == Buffer" "in_count_q[i*InBits+:InBits] == Buffer && !taken_i[i]" ${parameters_of_faults})
twin_fault(delay_short "messages leave the stages a cycle too early"
  barrier/barrier_unit/barrier_outputs.sv "leaves       = stage_valid_q[DELAY-2]" "leaves       = stage_valid_q[0]" ${parameters_of_faults})
twin_fault(no_way_stands "a message without a way waits for ever"
  ${file_of_faults} "can_reach = port == NoWay" "can_reach = 1'b0" ${parameters_of_faults})
twin_fault(second_not_offered "the second flit of a message is the first again"
  barrier/barrier_unit/barrier_outputs.sv "second_q[o] ? front[63:32] : front[31:0]" "front[31:0]" ${parameters_of_faults})
set(parameters_of_faults PORTS=4 ENTRIES=5 BUFFER=2 QUEUE=2 DELAY=3 SWITCHES=6 HOSTS=9 PLANNED=4)
twin_fault(acknowledged_phase "an acknowledgement has the phase of the barrier that is under way"
  ${file_of_faults} "s_up && !s_acknowledges ? s_phase" "s_up ? s_phase" ${parameters_of_faults})
twin_fault(acknowledged_early "a node acknowledges with its first child"
  ${file_of_faults} "acknowledges && unacknowledged_d == '0" "acknowledges" ${parameters_of_faults})
twin_fault(arrives_unacknowledged "a child arrives that has not acknowledged the barrier before"
  ${file_of_faults} "((e_arrived | e_unacknowledged) & child)" "(e_arrived & child)" ${parameters_of_faults})
twin_fault(freed_unacknowledged "an entry is freed that has not been acknowledged"
  ${file_of_faults} "!owes[n] && !is_unacknowledged) ||" "!owes[n]) ||" ${parameters_of_faults})
twin_fault(acknowledged_kept "an entry that is acknowledged after its release is never freed"
  ${file_of_faults} "(all_acknowledge && e_root && match[n]" "(1'b0 && match[n]" ${parameters_of_faults})
twin_fault(plan_not_reset "reset does not put the plan back"
  ${file_of_faults} "valid_q[n]                   <= IsPlanned;" "valid_q[n]                   <= IsPlanned && used_q == '0;" ${parameters_of_faults})
