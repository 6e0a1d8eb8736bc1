// The flit at an RTL pin: the low 40 bits of slackline::Flit, without the monitors' tag. Included inside a module, because
// Icarus 11 and yosys 0.23 take no package types at ports: ports are flat, [39:0], and unpacked at once into this.
typedef struct packed {
  logic [3:0]  vc;
  logic [3:0]  kind;  // 0: no flit on the wire
  logic [31:0] data;
} flit_t;
