twin(padding_generator barrier/padding_generator/padding_generator.sv)
twin_model(ports1      "" PORTS=1 DELAY=1)
twin_model(ports4      "" PORTS=4 DELAY=2)
twin_model(ports64     "" PORTS=64 DELAY=16)
set(file_of_faults barrier/padding_generator/padding_generator.sv)
set(parameters_of_faults PORTS=4 DELAY=3)
twin_fault(delay_short "padding begins an edge too early"
  ${file_of_faults} "requests_i[i] ? Delay" "requests_i[i] ? Delay - 1'b1" ${parameters_of_faults})
twin_fault(end_at_once "the end of padding does not pass the delay"
  ${file_of_faults} "requested && !over" "requested && !over && !ends_i[i]" ${parameters_of_faults})
twin_fault(flit_ignored "padding goes on after a flit of the worm"
  ${file_of_faults} "(requested_q[i] && !flits_i[i])" "requested_q[i]" ${parameters_of_faults})
twin_fault(end_kept "a request leaves the end of the one before standing"
  ${file_of_faults} "ending_q[i] && !requests_i[i]" "ending_q[i]" ${parameters_of_faults})
twin_fault(closed_lane "padding is written where no worm has opened the lane"
  ${file_of_faults} "&& open_d[i] && room_i[i]" "&& room_i[i]" ${parameters_of_faults})
twin_fault(single_flit "a worm of a single flit leaves its lane open"
  ${file_of_faults} "((open_q | (flits_i & opens_i)) & ~(flits_i & closes_i))"
  "((open_q & ~(flits_i & closes_i)) | (flits_i & opens_i))" ${parameters_of_faults})
twin_fault(no_room "padding is written into a buffer that has no room for it"
  ${file_of_faults} "&& room_i[i]" "" ${parameters_of_faults})
