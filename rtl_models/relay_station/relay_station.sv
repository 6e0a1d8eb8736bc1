// relay_station: a slack buffer and a flow controller in the middle of a long link: it takes flits, passes them on one a
// cycle unless stopped, and stops its own sender in time. Twin of relay_station.hpp.
//
//              +--------------+   front    +--------+
//   flit_i --->| slack_buffer |----------->| flit_out# --> flit_o
//              +--------------+            +--------+
//                 | count   ^ pop = count > 0 and not stopped
//                 v         |
//              +-----------------+
//   stop_o <---| flow_controller |<-- stop_i                       # = register
//              +-----------------+
//
// Timing contract
//   flit_i sampled at edge N (empty, not stopped) -> flit_o in cycle N+1; one flit a cycle
//   stop_i sampled at edge N                      -> last flit leaves in cycle N + FC_CYCLES
//   stop_o                                        -> as in flow_controller.sv
`default_nettype none

module relay_station #(
    // Capacity of the slack buffer in flits, 1..32768
    parameter int FLITS = 64,
    // Occupancy in flits at which STOP is sent, 1..FLITS
    parameter int STOP_AT = 53,
    // Occupancy in flits at which GO is sent, 0..STOP_AT-1
    parameter int GO_AT = 17,
    // Registers that STOP passes at each end, 0..63
    parameter int FC_CYCLES = 0
) (
    input  wire logic                       clk,
    input  wire logic                       rst_n,      // synchronous
    input  wire logic [39:0]                flit_i,     // flit_t of flit.svh, from the sender
    output logic                            stop_o,     // to the sender
    output logic      [39:0]                flit_o,     // flit_t, to the receiver
    input  wire logic                       stop_i,     // from the receiver
    output logic      [$clog2(FLITS+1)-1:0] count_o,    // flits held in the slack buffer
    output logic                            overflow_o  // a flit has been lost
);
  initial begin
    if (STOP_AT > FLITS) $fatal(1, "%m: STOP_AT = %0d: expected 1 to FLITS (%0d)", STOP_AT, FLITS);
  end

  logic [39:0] flit_out_q  /*verilator public_flat_rd*/;
  logic [39:0] front;
  logic stopped, send;

  assign send = count_o != '0 && !stopped;

  slack_buffer #(
      .FLITS(FLITS)
  ) buffer (
      .clk       (clk),
      .rst_n     (rst_n),
      .flit_i    (flit_i),
      .pop_i     (send),
      .front_o   (front),
      .count_o   (count_o),
      .overflow_o(overflow_o)
  );

  flow_controller #(
      .COUNT_BITS($clog2(FLITS + 1)),
      .STOP_AT   (STOP_AT),
      .GO_AT     (GO_AT),
      .FC_CYCLES (FC_CYCLES)
  ) flow (
      .clk      (clk),
      .rst_n    (rst_n),
      .count_i  (count_o),
      .stop_i   (stop_i),
      .stop_o   (stop_o),
      .stopped_o(stopped)
  );

  always_ff @(posedge clk) begin
    if (!rst_n) flit_out_q <= '0;
    else flit_out_q <= send ? front : '0;
  end

  assign flit_o = flit_out_q;
endmodule

`default_nettype wire
