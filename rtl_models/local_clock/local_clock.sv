// local_clock: the clock of one network interface, slower than the base clock by a fraction, which counts time slots and stops
// while the interface's packet is stopped. Twin of local_clock.hpp.
//
//                 +----------------------------------+
//   base clock -->| phase# += LAG;  carry: no tick   |--tick--> [& !hold_i] --> position# --> slot#
//                 +----------------------------------+              ^              |
//   hold_i ---------------------------------------------------------'              '--> slot_start#     # = register
//
// Timing contract
//   hold_i sampled at edge N      -> the tick of edge N, if there is one, does not count
//   last tick of a slot at edge N -> position_o 0, slot_o one more, slot_start_o high in cycle N, for one cycle
//   reset at edge N               -> phase, position and slot as in the parameters in cycle N, slot_start_o low
`default_nettype none

module local_clock #(
    // The lag in 2^-64 of a tick an edge: its upper and its lower 32 bits
    parameter int LAG_HIGH = 0,
    parameter int LAG_LOW = 0,
    // The phase at reset: its upper and its lower 32 bits
    parameter int PHASE_HIGH = 0,
    parameter int PHASE_LOW = 0,
    // Ticks of a slot, 32 bits without a sign: 1..2^32-1
    parameter int SLOT_TICKS = 2000,
    // Ticks of slot 0 that have gone by at reset, 32 bits without a sign: 0..SLOT_TICKS-1
    parameter int POSITION = 0
) (
    input  wire logic        clk,
    input  wire logic        rst_n,         // synchronous
    input  wire logic        hold_i,        // the packet being sent is stopped
    output logic             slot_start_o,  // a slot has begun at this edge
    output logic      [63:0] slot_o,        // its number
    output logic      [31:0] position_o     // ticks since it began
);
  // A parameter that the command line sets is unsized to Verilator, whatever is selected of it.
  /* verilator lint_off WIDTHCONCAT */
  localparam logic [63:0] Lag = {LAG_HIGH[31:0], LAG_LOW[31:0]};
  localparam logic [63:0] Phase = {PHASE_HIGH[31:0], PHASE_LOW[31:0]};
  /* verilator lint_on WIDTHCONCAT */
  localparam logic [31:0] FirstPosition = POSITION;
  localparam logic [31:0] SlotTicks = SLOT_TICKS;
  localparam logic [31:0] LastPosition = SlotTicks - 1;

  initial begin
    if (SlotTicks == 0) $fatal(1, "%m: SLOT_TICKS = 0: expected 1 to 4294967295");
    if (FirstPosition >= SlotTicks)
      $fatal(1, "%m: POSITION = %0d: expected 0 to SLOT_TICKS - 1 (SLOT_TICKS = %0d)", FirstPosition, SlotTicks);
  end

  logic [63:0] phase_q  /*verilator public_flat_rd*/;
  logic [31:0] position_q  /*verilator public_flat_rd*/;
  logic [63:0] slot_q  /*verilator public_flat_rd*/;
  logic [63:0] held_q  /*verilator public_flat_rd*/;
  logic        slot_start_q  /*verilator public_flat_rd*/;

  logic [64:0] phase_sum;
  logic tick, counts, last;

  assign phase_sum = {1'b0, phase_q} + {1'b0, Lag};
  assign tick      = !phase_sum[64];
  assign counts    = tick && !hold_i;
  assign last      = position_q == LastPosition;

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      phase_q      <= Phase;
      position_q   <= FirstPosition;
      slot_q       <= '0;
      held_q       <= '0;
      slot_start_q <= 1'b0;
    end else begin
      phase_q      <= phase_sum[63:0];
      slot_start_q <= counts && last;
      if (counts) position_q <= last ? '0 : position_q + 1'b1;
      if (counts && last) slot_q <= slot_q + 1'b1;
      if (tick && hold_i) held_q <= held_q + 1'b1;
    end
  end

  assign slot_start_o = slot_start_q;
  assign slot_o       = slot_q;
  assign position_o   = position_q;
endmodule

`default_nettype wire
