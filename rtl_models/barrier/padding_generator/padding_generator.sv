// padding_generator: after a worm that has been cut one switch upstream, puts padding flits into the buffer of its virtual
// channel, from the padding request to the padding end. One bank serves the ports of a switch on one virtual channel, one bit a
// port. Twin of padding_generator.hpp, which keeps times where this has timers.
//
//   requests_i, ends_i --> [DELAY: from#, to#] --.
//   flits_i, opens_i, closes_i --> open# --------+--> & room_i --> padding# --> padding_o       # = register
//
// Timing contract
//   requests_i at edge N -> padding from edge N + DELAY on, where the lane is open and room_i says that there is room
//   ends_i at edge N     -> none from edge N + DELAY on
//   flits_i at edge N    -> none from edge N on: should the padding end have got lost
//   padding at edge N    -> padding_o high in cycle N
// A flit, a request and an end for one lane come at different edges; if they do not, they count in this order.
`default_nettype none

module padding_generator #(
    // Ports of the switch, 1..64: a lane each
    parameter int PORTS = 4,
    // Cycles from a request to padding, 1..16
    parameter int DELAY = 2
) (
    input  wire logic             clk,
    input  wire logic             rst_n,       // synchronous
    input  wire logic [PORTS-1:0] requests_i,  // a padding request has come
    input  wire logic [PORTS-1:0] ends_i,      // a padding end has come
    input  wire logic [PORTS-1:0] flits_i,     // a flit of a worm has come
    input  wire logic [PORTS-1:0] opens_i,     // of them: headers
    input  wire logic [PORTS-1:0] closes_i,    // of them: tails
    input  wire logic [PORTS-1:0] room_i,      // padding may be written: nothing else is, and the buffer is nearly empty
    output logic      [PORTS-1:0] padding_o    // padding has been written
);
  localparam int TimerBits = $clog2(DELAY + 1);
  localparam logic [TimerBits-1:0] Delay = DELAY[TimerBits-1:0];

  initial begin
    if (PORTS < 1 || PORTS > 64) $fatal(1, "%m: PORTS = %0d: expected 1 to 64", PORTS);
    if (DELAY < 1 || DELAY > 16) $fatal(1, "%m: DELAY = %0d: expected 1 to 16", DELAY);
  end

  logic [          PORTS-1:0] open_q  /*verilator public_flat_rd*/;  // in the midst of a worm, as it comes
  logic [          PORTS-1:0] requested_q  /*verilator public_flat_rd*/;  // the end of the request has not passed the delay
  logic [          PORTS-1:0] ending_q  /*verilator public_flat_rd*/;  // of them: the end has come
  logic [          PORTS-1:0] padding_q;
  logic [PORTS*TimerBits-1:0] from_q  /*verilator public_flat_rd*/;  // a lane: edges until padding begins
  logic [PORTS*TimerBits-1:0] to_q  /*verilator public_flat_rd*/;  // a lane: edges until it ends
  logic [               63:0] flits_q  /*verilator public_flat_rd*/;  // counter: padding flits written

  logic [PORTS-1:0] open_d, requested_d, ending_d, padding_d;
  logic [PORTS*TimerBits-1:0] from_d, to_d;

  assign open_d    = ((open_q | (flits_i & opens_i)) & ~(flits_i & closes_i));
  assign padding_o = padding_q;

  genvar i;
  generate
    for (i = 0; i < PORTS; i = i + 1) begin : g_lane
      logic requested, ending, over;
      logic [TimerBits-1:0] from, to;

      assign requested      = requests_i[i] || (requested_q[i] && !flits_i[i]);
      assign from           = requests_i[i] ? Delay : from_q[i*TimerBits+:TimerBits];
      assign ending         = ending_q[i] && !requests_i[i];
      assign to             = ending ? to_q[i*TimerBits+:TimerBits] : Delay;
      assign over           = ending && to == '0;

      assign requested_d[i] = requested && !over;
      assign ending_d[i]    = requested_d[i] && (ending || ends_i[i]);
      assign padding_d[i]   = requested_d[i] && from == '0 && open_d[i] && room_i[i];
      assign from_d[i*TimerBits+:TimerBits] = requested_d[i] && from != '0 ? from - 1'b1 : '0;
      assign to_d[i*TimerBits+:TimerBits]   = ending_d[i] ? to - 1'b1 : '0;
    end
  endgenerate

  function automatic logic [6:0] count_of(input logic [PORTS-1:0] mask);
    integer n;
    count_of = '0;
    for (n = 0; n < PORTS; n = n + 1) count_of = count_of + {6'b0, mask[n]};
  endfunction

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      open_q      <= '0;
      requested_q <= '0;
      ending_q    <= '0;
      padding_q   <= '0;
      from_q      <= '0;
      to_q        <= '0;
      flits_q     <= '0;
    end else begin
      open_q      <= open_d;
      requested_q <= requested_d;
      ending_q    <= ending_d;
      padding_q   <= padding_d;
      from_q      <= from_d;
      to_q        <= to_d;
      flits_q     <= flits_q + {57'b0, count_of(padding_d)};
    end
  end
endmodule

`default_nettype wire
