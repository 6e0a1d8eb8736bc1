// barrier_outputs: what a barrier unit sends, on its way through the stages of its delay, and the output queues, per port. The twin of
// what BarrierUnitState in barrier_unit.hpp has for each port under `out`, and of its stages.
//
//   send_i --> stage# ... --> out#[o] --> words_o, offers_o                                                      # = register
//
// Timing contract
//   send_i at edge M   -> first flit at words_o in cycle M + DELAY - 1, if the queue was empty
//   taken_i at edge N  -> the second flit, or the next message, at words_o in cycle N
//   room_o counts what is still in the stages
`default_nettype none

module barrier_outputs #(
    // Of the switch, 2..64
    parameter int PORTS = 4,
    // Messages of an output queue, 1..64
    parameter int QUEUE = 2,
    // Cycles from a buffer to a queue, 1..80
    parameter int DELAY = 2
) (
    input  wire logic                clk,
    input  wire logic                rst_n,       // synchronous
    input  wire logic                send_i,
    input  wire logic [         7:0] port_i,      // to which send_i sends: one with room_o
    input  wire logic [        63:0] message_i,   // {second flit, first flit}
    output logic      [   PORTS-1:0] room_o,      // ports whose queue takes one more message
    input  wire logic [   PORTS-1:0] taken_i,     // ports whose flit is taken
    output logic      [   PORTS-1:0] offers_o,    // ports that offer a flit
    output logic      [PORTS*32-1:0] words_o      // per port: its data; 0 where none is offered
);
  localparam int OutBits = $clog2(QUEUE + 1);
  localparam int LastSlot = QUEUE - 1;
  localparam logic [OutBits-1:0] Queue = QUEUE[OutBits-1:0];

  logic [   PORTS*OutBits-1:0] out_read_q  /*verilator public_flat_rd*/;
  logic [   PORTS*OutBits-1:0] out_count_q  /*verilator public_flat_rd*/;
  logic [   PORTS*OutBits-1:0] promised_q  /*verilator public_flat_rd*/;  // messages in the queue, or on their way to it
  logic [           PORTS-1:0] second_q  /*verilator public_flat_rd*/;  // the first flit has been taken
  logic [  PORTS*QUEUE*64-1:0] out_q  /*verilator public_flat_rd*/;

  genvar o, n;

  // --- stages

  logic leaves;
  logic [7:0] leaving_port;
  logic [63:0] leaving;
  generate
    if (DELAY == 1) begin : g_direct
      assign leaves       = send_i;
      assign leaving_port = port_i;
      assign leaving      = message_i;
    end else begin : g_stages
      logic [     DELAY-2:0] stage_valid_q  /*verilator public_flat_rd*/;  // the newest first
      logic [ (DELAY-1)*8-1:0] stage_port_q  /*verilator public_flat_rd*/;
      logic [(DELAY-1)*64-1:0] stage_message_q  /*verilator public_flat_rd*/;
      for (n = 0; n < DELAY - 1; n = n + 1) begin : g_stage
        always_ff @(posedge clk) begin
          if (!rst_n) begin
            stage_valid_q[n]           <= 1'b0;
            stage_port_q[n*8+:8]       <= '0;
            stage_message_q[n*64+:64]  <= '0;
          end else if (n == 0) begin
            stage_valid_q[n]           <= send_i;
            stage_port_q[n*8+:8]       <= send_i ? port_i : '0;
            stage_message_q[n*64+:64]  <= send_i ? message_i : '0;
          end else begin
            stage_valid_q[n]           <= stage_valid_q[n>0?n-1 : 0];
            stage_port_q[n*8+:8]       <= stage_port_q[(n>0?n-1 : 0)*8+:8];
            stage_message_q[n*64+:64]  <= stage_message_q[(n>0?n-1 : 0)*64+:64];
          end
        end
      end
      assign leaves       = stage_valid_q[DELAY-2];
      assign leaving_port = stage_port_q[(DELAY-2)*8+:8];
      assign leaving      = stage_message_q[(DELAY-2)*64+:64];
    end
  endgenerate

  // --- output queues

  generate
    for (o = 0; o < PORTS; o = o + 1) begin : g_out
      logic takes_flit, popped, sent_to, writes;
      logic [63:0] front;
      logic [OutBits-1:0] read;
      logic [QUEUE-1:0] is_read;
      logic [OutBits:0] at, at_wrapped;
      assign read        = out_read_q[o*OutBits+:OutBits];
      assign offers_o[o] = out_count_q[o*OutBits+:OutBits] != '0;
      assign takes_flit  = taken_i[o] && offers_o[o];
      assign popped      = takes_flit && second_q[o];
      assign room_o[o]   = promised_q[o*OutBits+:OutBits] < Queue;
      assign sent_to     = send_i && port_i == o;
      assign writes      = leaves && leaving_port == o;
      assign at          = {1'b0, read} + {1'b0, out_count_q[o*OutBits+:OutBits]};
      assign at_wrapped  = at >= {1'b0, Queue} ? at - {1'b0, Queue} : at;

      for (n = 0; n < QUEUE; n = n + 1) begin : g_read
        assign is_read[n] = read == n;
      end
      always_comb begin : choose
        integer j;
        front = '0;
        for (j = 0; j < QUEUE; j = j + 1) if (is_read[j]) front = out_q[(o*QUEUE+j)*64+:64];
      end
      assign words_o[o*32+:32] = !offers_o[o] ? '0 : second_q[o] ? front[63:32] : front[31:0];

      always_ff @(posedge clk) begin
        if (!rst_n) begin
          out_read_q[o*OutBits+:OutBits]  <= '0;
          out_count_q[o*OutBits+:OutBits] <= '0;
          promised_q[o*OutBits+:OutBits]  <= '0;
          second_q[o]                     <= 1'b0;
        end else begin
          second_q[o] <= second_q[o] ^ takes_flit;
          if (popped) out_read_q[o*OutBits+:OutBits] <= read == LastSlot[OutBits-1:0] ? '0 : read + 1'b1;
          if (writes && !popped) out_count_q[o*OutBits+:OutBits] <= out_count_q[o*OutBits+:OutBits] + 1'b1;
          if (!writes && popped) out_count_q[o*OutBits+:OutBits] <= out_count_q[o*OutBits+:OutBits] - 1'b1;
          if (sent_to && !popped) promised_q[o*OutBits+:OutBits] <= promised_q[o*OutBits+:OutBits] + 1'b1;
          if (!sent_to && popped) promised_q[o*OutBits+:OutBits] <= promised_q[o*OutBits+:OutBits] - 1'b1;
        end
      end

      for (n = 0; n < QUEUE; n = n + 1) begin : g_slot
        always_ff @(posedge clk) begin
          if (!rst_n) out_q[(o*QUEUE+n)*64+:64] <= '0;
          else if (writes && at_wrapped == n) out_q[(o*QUEUE+n)*64+:64] <= leaving;
        end
      end
    end
  endgenerate
endmodule

`default_nettype wire
