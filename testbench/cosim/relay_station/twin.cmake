twin(relay_station slack_buffer/slack_buffer.sv flow_controller/flow_controller.sv relay_station/relay_station.sv)
twin_model(flits1_fc0  "" FLITS=1 STOP_AT=1 GO_AT=0 FC_CYCLES=0)
twin_model(flits2_fc1  "" FLITS=2 STOP_AT=2 GO_AT=0 FC_CYCLES=1)
twin_model(flits5_fc3  "" FLITS=5 STOP_AT=3 GO_AT=1 FC_CYCLES=3)
twin_model(flits64_fc0 "" FLITS=64 STOP_AT=53 GO_AT=17 FC_CYCLES=0)
set(parameters_of_faults FLITS=5 STOP_AT=3 GO_AT=1 FC_CYCLES=3)
twin_fault(stop_late "STOP is decided above stop_at, not at it"
  flow_controller/flow_controller.sv "count_i >= StopAt" "count_i > StopAt" ${parameters_of_faults})
twin_fault(go_early "GO is decided one flit too early"
  flow_controller/flow_controller.sv "count_i > GoAt" "count_i > GoAt + 1'b1" ${parameters_of_faults})
twin_fault(pipe_short "STOP leaves one stage too early"
  flow_controller/flow_controller.sv "stop_o    = out_q[FC_CYCLES-1]" "stop_o    = out_q[FC_CYCLES-2]" ${parameters_of_faults})
twin_fault(write_wraps_late "the write pointer wraps one slot late"
  slack_buffer/slack_buffer.sv "write_q == LastSlot[IndexBits-1:0]" "write_q == FLITS[IndexBits-1:0]" ${parameters_of_faults})
twin_fault(write_wraps_early "the write pointer wraps one slot early"
  slack_buffer/slack_buffer.sv "write_q == LastSlot[IndexBits-1:0]" "write_q == LastSlot[IndexBits-1:0] - 1'b1" ${parameters_of_faults})
twin_fault(full_and_pop "a slot freed at an edge takes a flit at the same edge"
  slack_buffer/slack_buffer.sv "push    = arrives && !full" "push    = arrives && (!full || pop)" ${parameters_of_faults})
twin_fault(overflow_forgets "the overflow register is not sticky"
  slack_buffer/slack_buffer.sv "overflow_q || (arrives && full)" "arrives && full" ${parameters_of_faults})
twin_fault(stopped_bypassed "sending is gated by the STOP wire, not by the register that samples it"
  relay_station/relay_station.sv "&& !stopped" "&& !stop_i" ${parameters_of_faults})

slackline_executable(lockstep_relay_station
  SOURCES relay_station/lockstep_relay_station.cpp
  DEPENDS slackline::cosim_relay_station CLI11::CLI11)
