twin(slack_buffer slack_buffer/slack_buffer.sv)
twin_model(flits1 "" FLITS=1)
twin_model(flits5 "" FLITS=5)
twin_fault(pop_empty "an empty buffer is popped"
  slack_buffer/slack_buffer.sv "pop_i && count_q != '0" "pop_i" FLITS=5)
twin_fault(reset_keeps_overflow "reset leaves the overflow register as it is"
  slack_buffer/slack_buffer.sv "overflow_q <= 1'b0" "overflow_q <= overflow_q" FLITS=5)
twin_fault(front_popped "the front is the flit after the one that is being popped"
  slack_buffer/slack_buffer.sv "slots_q[read_q]" "slots_q[read_d]" FLITS=5)
