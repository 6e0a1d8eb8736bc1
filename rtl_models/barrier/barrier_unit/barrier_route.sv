// barrier_route: the port of a switch that leads to an address, a look-up in what barrier_unit has wired in. Combinational. The twin of
// Place::port_towards and Place::has_host in barrier_unit.hpp.
`default_nettype none

module barrier_route #(
    // Of the network, 1..32768 each
    parameter int SWITCHES = 16,
    parameter int HOSTS = 16
) (
    input  wire logic [          15:0] address_i,      // bit 15: a host, otherwise a switch; its number
    input  wire logic [SWITCHES*8-1:0] switch_port_i,  // per switch: the port towards it, 255: none
    input  wire logic [   HOSTS*8-1:0] host_port_i,    // per host: the port towards it, 255: none
    input  wire logic [     HOSTS-1:0] host_here_i,    // per host: it belongs to this switch
    output logic      [           7:0] port_o,         // 255: no way leads there
    output logic                       here_o          // it is a host of this switch
);
  logic [SWITCHES-1:0] is_switch;
  logic [   HOSTS-1:0] is_host;

  genvar i;
  generate
    for (i = 0; i < SWITCHES; i = i + 1) begin : g_switch
      assign is_switch[i] = !address_i[15] && address_i[14:0] == i;
    end
    for (i = 0; i < HOSTS; i = i + 1) begin : g_host
      assign is_host[i] = address_i[15] && address_i[14:0] == i;
    end
  endgenerate

  // Only the port of the address is looked up, the others are 0.
  logic [(SWITCHES + HOSTS) * 8-1:0] found;
  generate
    for (i = 0; i < SWITCHES; i = i + 1) begin : g_found_switch
      assign found[i*8+:8] = is_switch[i] ? switch_port_i[i*8+:8] : 8'd0;
    end
    for (i = 0; i < HOSTS; i = i + 1) begin : g_found_host
      assign found[(SWITCHES+i)*8+:8] = is_host[i] ? host_port_i[i*8+:8] : 8'd0;
    end
  endgenerate

  function automatic logic [7:0] any_of(input logic [(SWITCHES + HOSTS) * 8-1:0] ports);
    integer n;
    any_of = '0;
    for (n = 0; n < SWITCHES + HOSTS; n = n + 1) any_of = any_of | ports[n*8+:8];
  endfunction

  assign port_o = is_switch != '0 || is_host != '0 ? any_of(found) : 8'hff;
  assign here_o = (is_host & host_here_i) != '0;
endmodule

`default_nettype wire
