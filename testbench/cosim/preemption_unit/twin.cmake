twin(preemption_unit barrier/preemption_unit/preemption_unit.sv)
twin_model(first       "" ARCHITECTURE=1 LOWEST_VICTIM=0 VIRTUAL_CHANNELS=4 PREEMPT=6 FIRST_RANDOM=1)
twin_model(widest      "" ARCHITECTURE=1 LOWEST_VICTIM=0 VIRTUAL_CHANNELS=15 PREEMPT=64 FIRST_RANDOM=-1559595546)
twin_model(second      "" ARCHITECTURE=2 LOWEST_VICTIM=1 VIRTUAL_CHANNELS=2 PREEMPT=4 FIRST_RANDOM=1)
twin_model(third       "" ARCHITECTURE=3 LOWEST_VICTIM=0 VIRTUAL_CHANNELS=8 PREEMPT=10 FIRST_RANDOM=77)
twin_model(one_channel "" ARCHITECTURE=3 LOWEST_VICTIM=1 VIRTUAL_CHANNELS=1 PREEMPT=5 FIRST_RANDOM=1)
twin_model(waiting     "" ARCHITECTURE=4 LOWEST_VICTIM=0 VIRTUAL_CHANNELS=3 PREEMPT=6 FIRST_RANDOM=1)
set(file_of_faults barrier/preemption_unit/preemption_unit.sv)
set(parameters_of_faults LOWEST_VICTIM=0 VIRTUAL_CHANNELS=5 PREEMPT=6 FIRST_RANDOM=1)
twin_fault(rank_too_high "a victim is drawn that is one more than there are"
  ${file_of_faults} "left >= {1'b0, divisor}" "left > {1'b0, divisor}" ARCHITECTURE=1 ${parameters_of_faults})
twin_fault(wrong_random "the random numbers are others"
  ${file_of_faults} ">> 17" ">> 16" ARCHITECTURE=1 ${parameters_of_faults})
twin_fault(second_stopped "STOP holds the second flit of a message back"
  ${file_of_faults} "(!stopped_i || second_q)" "!stopped_i" ARCHITECTURE=1 ${parameters_of_faults})
twin_fault(preempt_short "the message goes an edge too early after the cut"
  ${file_of_faults} "PreemptBits - 17'd1 - since_q" "PreemptBits - 17'd2 - since_q" ARCHITECTURE=1 ${parameters_of_faults})
twin_fault(hold_not_renewed "a message does not restart the hold"
  ${file_of_faults} "if (word || phase_q == Connect)" "if (phase_q == Connect)" ARCHITECTURE=1 ${parameters_of_faults})
twin_fault(held_for_ever "messages without an end keep the channel"
  ${file_of_faults} "since_q >= {hold_q, 4'b0}" "1'b0" ARCHITECTURE=1 ${parameters_of_faults})
twin_fault(no_slot_given "the worm may send nothing before the next cut"
  ${file_of_faults} "Restore: if (wait_q == '0)" "Restore: if (wait_q == '0 && offer_i) phase_d = Idle; else if (wait_q == '0)"
  ARCHITECTURE=1 ${parameters_of_faults})
twin_fault(cut_though_free "a worm is cut although a channel is free"
  ${file_of_faults} "begins && free == '0 && victims" "begins && victims" ARCHITECTURE=1 ${parameters_of_faults})
twin_fault(wrong_fixed "architecture II has the first channel, not the last"
  ${file_of_faults} "AllChannels ^ (AllChannels >> 1)" "16'd1" ARCHITECTURE=2 ${parameters_of_faults})
twin_fault(still_victim "architecture III cuts a worm that does not move"
  ${file_of_faults} "(ARCHITECTURE == 3 ? going : AllChannels)" "AllChannels" ARCHITECTURE=3 ${parameters_of_faults})
twin_fault(request_stopped "architecture III sends its request while no channel moves"
  ${file_of_faults} "(ARCHITECTURE != 3 || going != '0)" "1'b1" ARCHITECTURE=3 ${parameters_of_faults})
twin_fault(hold_of_last "the hold is that of the last message, not the longest"
  ${file_of_faults} "word && hold_i > hold_q" "word" ARCHITECTURE=1 ${parameters_of_faults})
twin_fault(hold_of_first "the hold is that of the first message"
  ${file_of_faults} "cuts || (in_hold && word && hold_i > hold_q)" "cuts" ARCHITECTURE=1 ${parameters_of_faults})
twin_fault(given_back_unused "a channel is given back before the message has gone"
  ${file_of_faults} " && (used_q || stopped_i)" "" ARCHITECTURE=1 ${parameters_of_faults})
twin_fault(used_kept "the message before the cut counts as gone after it"
  ${file_of_faults} "cuts ? 1'b0 : used_q" "used_q" ARCHITECTURE=1 ${parameters_of_faults})
twin_fault(stopped_for_ever "a channel is never given back before STOP ends"
  ${file_of_faults} "(used_q || stopped_i)" "used_q" ARCHITECTURE=1 ${parameters_of_faults})
twin_fault(hold_kept "the hold of the cut before counts, too"
  ${file_of_faults} "cuts || (in_hold" "(cuts && hold_i > hold_q) || (in_hold" ARCHITECTURE=1 ${parameters_of_faults})
twin_fault(waiting_cuts "what is to wait cuts worms"
  ${file_of_faults} "ARCHITECTURE != 4 && begins" "begins" ARCHITECTURE=4 ${parameters_of_faults})
twin_fault(no_turn "headers never have their turn after a message"
  ${file_of_faults} "!(headers_turn_q && header_asks_i) && !stopped_i" "!stopped_i" ARCHITECTURE=4 ${parameters_of_faults})
