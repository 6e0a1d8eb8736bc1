// flow_controller: STOP/GO on a link, one lane. Twin of flow_controller.hpp, whose bank serves up to 64 lanes.
//
//   receiving end of a link                              sending end of a link
//   count_i --> [compare] --> stop# --> FC # --> stop_o   ...link...   stop_i --> FC # --> stopped# --> stopped_o
//                ^----------------'                                                 # = register
//
// Rule: STOP when count_i >= STOP_AT, GO when count_i <= GO_AT, between them as before.
//
// Timing contract
//   count_i reaches STOP_AT in cycle N -> stop_o high in cycle N + 1 + FC_CYCLES
//   count_i falls to GO_AT in cycle N  -> stop_o low in cycle N + 1 + FC_CYCLES
//   stop_i sampled at edge N           -> stopped_o changes in cycle N + FC_CYCLES
`default_nettype none

module flow_controller #(
    // Width of the occupancy in bits; STOP_AT must fit
    parameter int COUNT_BITS = 7,
    // Occupancy in flits at which STOP is sent, 1..32768
    parameter int STOP_AT = 53,
    // Occupancy in flits at which GO is sent, 0..STOP_AT-1
    parameter int GO_AT = 17,
    // Registers that the signal passes at each end, 0..63
    parameter int FC_CYCLES = 0
) (
    input  wire logic                  clk,
    input  wire logic                  rst_n,     // synchronous
    input  wire logic [COUNT_BITS-1:0] count_i,   // occupancy of the slack buffer
    input  wire logic                  stop_i,    // the STOP wire of the outgoing link
    output logic                       stop_o,    // the STOP wire of the incoming link
    output logic                       stopped_o  // the sender may not send
);
  localparam logic [COUNT_BITS-1:0] StopAt = STOP_AT[COUNT_BITS-1:0];
  localparam logic [COUNT_BITS-1:0] GoAt = GO_AT[COUNT_BITS-1:0];

  initial begin
    if (STOP_AT < 1 || STOP_AT > 32768) $fatal(1, "%m: STOP_AT = %0d: expected 1 to 32768", STOP_AT);
    if (GO_AT < 0 || GO_AT >= STOP_AT) $fatal(1, "%m: GO_AT = %0d: expected 0 to STOP_AT - 1 (STOP_AT = %0d)", GO_AT, STOP_AT);
    if (FC_CYCLES < 0 || FC_CYCLES > 63) $fatal(1, "%m: FC_CYCLES = %0d: expected 0 to 63", FC_CYCLES);
    if (COUNT_BITS < 1 || COUNT_BITS > 16 || (STOP_AT >> COUNT_BITS) != 0)
      $fatal(1, "%m: COUNT_BITS = %0d: expected 1 to 16, and STOP_AT (%0d) must fit", COUNT_BITS, STOP_AT);
  end

  logic stop_q  /*verilator public_flat_rd*/;
  logic stopped_q  /*verilator public_flat_rd*/;
  logic stop_d, stopped_d;

  assign stop_d = count_i >= StopAt || (stop_q && count_i > GoAt);

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      stop_q    <= 1'b0;
      stopped_q <= 1'b0;
    end else begin
      stop_q    <= stop_d;
      stopped_q <= stopped_d;
    end
  end

  generate
    if (FC_CYCLES == 0) begin : g_direct
      assign stop_o    = stop_q;
      assign stopped_d = stop_i;
    end else begin : g_pipe
      logic [FC_CYCLES-1:0] out_q  /*verilator public_flat_rd*/;  // towards stop_o, stage 0 first
      logic [FC_CYCLES-1:0] in_q  /*verilator public_flat_rd*/;  // from stop_i, stage 0 first
      integer i;

      always_ff @(posedge clk) begin
        if (!rst_n) begin
          out_q <= '0;
          in_q  <= '0;
        end else begin
          out_q[0] <= stop_q;
          in_q[0]  <= stop_i;
          for (i = 1; i < FC_CYCLES; i = i + 1) begin
            out_q[i] <= out_q[i-1];
            in_q[i]  <= in_q[i-1];
          end
        end
      end
      assign stop_o    = out_q[FC_CYCLES-1];
      assign stopped_d = in_q[FC_CYCLES-1];
    end
  endgenerate

  assign stopped_o = stopped_q;
endmodule

`default_nettype wire
