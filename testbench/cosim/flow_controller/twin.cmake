twin(flow_controller flow_controller/flow_controller.sv)
#          name           width of the count and watermarks at both ends of what is allowed
twin_model(fc0         "" COUNT_BITS=1 STOP_AT=1 GO_AT=0 FC_CYCLES=0)
twin_model(fc1         "" COUNT_BITS=16 STOP_AT=32768 GO_AT=32767 FC_CYCLES=1)
twin_model(fc3         "" COUNT_BITS=3 STOP_AT=4 GO_AT=1 FC_CYCLES=3)
twin_fault(stop_jumped "STOP is missed when the count jumps over stop_at"
  flow_controller/flow_controller.sv "count_i >= StopAt" "count_i == StopAt" COUNT_BITS=3 STOP_AT=4 GO_AT=1 FC_CYCLES=3)
twin_fault(in_short "STOP is heeded one stage too early"
  flow_controller/flow_controller.sv "in_q[FC_CYCLES-1]" "in_q[FC_CYCLES-2]" COUNT_BITS=3 STOP_AT=4 GO_AT=1 FC_CYCLES=3)
twin_fault(stop_unregistered "STOP leaves without its register"
  flow_controller/flow_controller.sv "= stop_q;" "= stop_d;" COUNT_BITS=1 STOP_AT=1 GO_AT=0 FC_CYCLES=0)
