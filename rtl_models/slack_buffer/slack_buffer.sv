// slack_buffer: the input FIFO of a link, deep enough to absorb what is still in flight after STOP. Twin of slack_buffer.hpp.
//
//                  +--------------------------+
//   flit_i   ----->| slots[write] ... [read]  |-----> front_o   (slots[read], from registers only)
//                  |  # # # #                 |-----> count_o   (register)
//   pop_i    ----->| read# write# count#      |-----> overflow_o (register, sticky)
//                  +--------------------------+            # = register
//
// Timing contract
//   flit_i at edge N          -> in count_o and, when the FIFO was empty, at front_o, in cycle N (usable at edge N+1)
//   pop_i at edge N           -> the next flit at front_o in cycle N; the freed slot takes a flit at edge N+1
//   flit_i at edge N while count_o == FLITS (even with pop_i): the flit is lost, overflow_o = 1 from cycle N on
//   pop_i while empty: nothing happens. front_o while empty: unspecified
`default_nettype none

module slack_buffer #(
    // Capacity in flits, 1..32768
    parameter int FLITS = 64
) (
    input  wire logic                       clk,
    input  wire logic                       rst_n,      // synchronous; clears all registers but the slots
    input  wire logic [39:0]                flit_i,     // flit_t; kind 0: nothing arrives
    input  wire logic                       pop_i,      // take the front flit
    output logic      [39:0]                front_o,    // flit_t, the oldest flit
    output logic      [$clog2(FLITS+1)-1:0] count_o,    // flits held
    output logic                            overflow_o  // a flit has been lost
);
  `include "flit.svh"

  localparam int CountBits = $clog2(FLITS + 1);
  localparam int IndexBits = FLITS > 1 ? $clog2(FLITS) : 1;
  localparam int LastSlot = FLITS - 1;

  initial begin
    if (FLITS < 1 || FLITS > 32768) $fatal(1, "%m: FLITS = %0d: expected 1 to 32768", FLITS);
  end

  logic [IndexBits-1:0] read_q  /*verilator public_flat_rd*/;
  logic [IndexBits-1:0] write_q  /*verilator public_flat_rd*/;
  logic [CountBits-1:0] count_q  /*verilator public_flat_rd*/;
  logic                 overflow_q  /*verilator public_flat_rd*/;
  logic [         39:0] slots_q    [0:FLITS-1]  /*verilator public_flat_rd*/;

  logic [IndexBits-1:0] read_d, write_d;
  logic [CountBits-1:0] count_d;
  logic arrives, full, push, pop;
  flit_t flit;

  assign flit    = flit_i;
  assign arrives = flit.kind != 4'd0;
  assign full    = count_q == FLITS[CountBits-1:0];
  assign push    = arrives && !full;  // a slot freed at this edge is not usable yet
  assign pop     = pop_i && count_q != '0;

  always_comb begin
    read_d  = read_q;
    write_d = write_q;
    count_d = count_q;
    if (pop) read_d = read_q == LastSlot[IndexBits-1:0] ? '0 : read_q + 1'b1;
    if (push) write_d = write_q == LastSlot[IndexBits-1:0] ? '0 : write_q + 1'b1;
    if (push && !pop) count_d = count_q + 1'b1;
    if (pop && !push) count_d = count_q - 1'b1;
  end

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      read_q     <= '0;
      write_q    <= '0;
      count_q    <= '0;
      overflow_q <= 1'b0;
    end else begin
      read_q     <= read_d;
      write_q    <= write_d;
      count_q    <= count_d;
      overflow_q <= overflow_q || (arrives && full);
    end
  end

  // A memory: not reset, so that it can be one.
  always_ff @(posedge clk) begin
    if (rst_n && push) slots_q[write_q] <= flit;
  end

  assign front_o    = slots_q[read_q];
  assign count_o    = count_q;
  assign overflow_o = overflow_q;
endmodule

`default_nettype wire
