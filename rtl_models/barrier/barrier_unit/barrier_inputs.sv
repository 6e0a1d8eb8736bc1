// barrier_inputs: the input buffers of a barrier unit, a FIFO of messages per port. Two flits make a message. The twin of what
// BarrierUnitState in barrier_unit.hpp has for each port under `in`.
//
//   words_i --> half# --> in#[i] --> fronts_o                                                                    # = register
//
// Timing contract
//   second flit of a message at edge N -> has_message_o and fronts_o in cycle N, if the buffer was empty
//   taken_i at edge N                  -> the next message at fronts_o in cycle N; a full buffer takes one from edge N + 1 on
`default_nettype none

module barrier_inputs #(
    // Of the switch, 2..64
    parameter int PORTS = 4,
    // Messages of an input buffer, 1..64
    parameter int BUFFER = 4
) (
    input  wire logic                clk,
    input  wire logic                rst_n,          // synchronous
    input  wire logic [   PORTS-1:0] arrivals_i,     // ports at which a flit has come
    input  wire logic [PORTS*32-1:0] words_i,        // per port: its data
    input  wire logic [   PORTS-1:0] taken_i,        // the ports whose first message is taken: they have one
    output logic      [   PORTS-1:0] has_message_o,
    output logic      [PORTS*64-1:0] fronts_o,       // per port: the first message, {second flit, first flit}
    output logic      [   PORTS-1:0] overflows_o     // ports that lose a message at this edge, because their buffer is full
);
  localparam int InBits = $clog2(BUFFER + 1);
  localparam int LastSlot = BUFFER - 1;
  localparam logic [InBits-1:0] Buffer = BUFFER[InBits-1:0];

  logic [           PORTS-1:0] has_half_q  /*verilator public_flat_rd*/;  // the first flit of a message has come
  logic [        PORTS*32-1:0] half_q  /*verilator public_flat_rd*/;
  logic [    PORTS*InBits-1:0] in_read_q  /*verilator public_flat_rd*/;
  logic [    PORTS*InBits-1:0] in_count_q  /*verilator public_flat_rd*/;
  logic [ PORTS*BUFFER*64-1:0] in_q  /*verilator public_flat_rd*/;

  genvar i, n;
  generate
    for (i = 0; i < PORTS; i = i + 1) begin : g_in
      logic [63:0] front;
      logic [InBits-1:0] read;
      logic [BUFFER-1:0] is_read;
      logic completes_message, writes;
      logic [InBits:0] at, at_wrapped;  // where the next message goes
      assign read             = in_read_q[i*InBits+:InBits];
      assign has_message_o[i] = in_count_q[i*InBits+:InBits] != '0;
      for (n = 0; n < BUFFER; n = n + 1) begin : g_read
        assign is_read[n] = read == n;
      end
      always_comb begin : choose
        integer j;
        front = '0;
        for (j = 0; j < BUFFER; j = j + 1) if (is_read[j]) front = in_q[(i*BUFFER+j)*64+:64];
      end
      assign fronts_o[i*64+:64] = front;

      assign completes_message = arrivals_i[i] && has_half_q[i];
      assign overflows_o[i]    = completes_message && in_count_q[i*InBits+:InBits] == Buffer;
      assign writes            = completes_message && !overflows_o[i];
      assign at                = {1'b0, read} + {1'b0, in_count_q[i*InBits+:InBits]};
      assign at_wrapped        = at >= {1'b0, Buffer} ? at - {1'b0, Buffer} : at;

      always_ff @(posedge clk) begin
        if (!rst_n) begin
          has_half_q[i]                 <= 1'b0;
          half_q[i*32+:32]              <= '0;
          in_read_q[i*InBits+:InBits]   <= '0;
          in_count_q[i*InBits+:InBits]  <= '0;
        end else begin
          has_half_q[i] <= has_half_q[i] ^ arrivals_i[i];
          if (arrivals_i[i] && !has_half_q[i]) half_q[i*32+:32] <= words_i[i*32+:32];
          if (taken_i[i]) in_read_q[i*InBits+:InBits] <= read == LastSlot[InBits-1:0] ? '0 : read + 1'b1;
          if (writes && !taken_i[i]) in_count_q[i*InBits+:InBits] <= in_count_q[i*InBits+:InBits] + 1'b1;
          if (!writes && taken_i[i]) in_count_q[i*InBits+:InBits] <= in_count_q[i*InBits+:InBits] - 1'b1;
        end
      end

      for (n = 0; n < BUFFER; n = n + 1) begin : g_slot
        always_ff @(posedge clk) begin
          if (!rst_n) in_q[(i*BUFFER+n)*64+:64] <= '0;
          else if (writes && at_wrapped == n) in_q[(i*BUFFER+n)*64+:64] <= {words_i[i*32+:32], half_q[i*32+:32]};
        end
      end
    end
  endgenerate
endmodule

`default_nettype wire
