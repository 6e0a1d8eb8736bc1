// packet_switch_pairs: the registers of a packet_switch with the frames that it holds between two ports, by input * PORTS + output.
`default_nettype none

module packet_switch_pairs #(
    parameter int PORTS = 4
) (
    input  wire logic                      clk,
    input  wire logic                      rst_n,    // synchronous
    input  wire logic [PORTS*PORTS*16-1:0] pairs_i,  // the next values
    output logic      [PORTS*PORTS*16-1:0] pairs_o
);
  logic [PORTS*PORTS*16-1:0] held_between_q  /*verilator public_flat_rd*/;
  always_ff @(posedge clk) held_between_q <= rst_n ? pairs_i : '0;
  assign pairs_o = held_between_q;
endmodule

`default_nettype wire
