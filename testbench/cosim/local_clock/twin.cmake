twin(local_clock local_clock/local_clock.sv)
#          name           lag and phase in halves of 32 bits; 4 % slow, nearly nothing, three quarters
twin_model(exact       "" LAG_HIGH=0 LAG_LOW=0 PHASE_HIGH=0 PHASE_LOW=0 SLOT_TICKS=5 POSITION=0)
twin_model(four_percent "" LAG_HIGH=171798691 LAG_LOW=-1717986918 PHASE_HIGH=-1 PHASE_LOW=-5 SLOT_TICKS=7 POSITION=6)
twin_model(one_tick    "" LAG_HIGH=0 LAG_LOW=1 PHASE_HIGH=-1 PHASE_LOW=-100 SLOT_TICKS=1 POSITION=0)
twin_model(quarter     "" LAG_HIGH=-1073741824 LAG_LOW=0 PHASE_HIGH=1 PHASE_LOW=2 SLOT_TICKS=-1 POSITION=-500)
set(parameters_of_faults LAG_HIGH=1073741824 LAG_LOW=3 PHASE_HIGH=0 PHASE_LOW=0 SLOT_TICKS=3 POSITION=1)
twin_fault(held_oscillator "the oscillator stops, too"
  local_clock/local_clock.sv "phase_q      <= phase_sum[63:0]" "phase_q      <= hold_i ? phase_q : phase_sum[63:0]" ${parameters_of_faults})
twin_fault(slot_long "a slot has a tick too many"
  local_clock/local_clock.sv "position_q == LastPosition" "position_q == LastPosition + 1'b1" ${parameters_of_faults})
twin_fault(tick_with_carry "the clock ticks when its phase overflows, and not when it does not"
  local_clock/local_clock.sv "tick      = !phase_sum[64]" "tick      = phase_sum[64]" ${parameters_of_faults})
twin_fault(reset_in_phase "reset leaves the phase as it is"
  local_clock/local_clock.sv "phase_q      <= Phase" "phase_q      <= phase_q" ${parameters_of_faults})
twin_fault(start_held "a slot begins while the clock is held"
  local_clock/local_clock.sv "slot_start_q <= counts && last" "slot_start_q <= tick && last" ${parameters_of_faults})
