// barrier_unit: combines and distributes the messages of barriers in a switch, and builds the tree on which it does so. Twin of
// barrier_unit.hpp, which describes the handling of each message; message.hpp has its fields, status_table.hpp the entry's.
//
//   words_i --> barrier_inputs --> route, room? --> one message an edge --.
//                                                                         +--> barrier_outputs --> words_o, offers_o
//   status table#: room for what it owes? --> of one entry, before messages                                      # = register
//
// All entries and all input buffers are examined together, at every edge: which of them could send, given the room in the output
// queues. One of the entries that could is chosen, round robin, or, when there is none, one of the buffers.
//
// The core looks the way to a node up when it sends. This keeps the port with each address of the table: the ways do not change
// while the unit runs, as it has no choice of ways and no failed links. Cycles of reliable handling are part of DELAY. The counts
// that the core keeps of the table for its own speed (`owing`, `waiting`) do not exist here.
//
// Timing contract
//   second flit of a message at edge N        -> taken from its buffer at edge N + 1 at the soonest
//   message taken, or sent for an entry, at M -> first flit at words_o in cycle M + DELAY - 1, if the queue was empty
//   taken_i at edge N                         -> the second flit, or the next message, at words_o in cycle N
`default_nettype none

module barrier_unit #(
    // Of the switch, 2..64
    parameter int PORTS = 4,
    // Of the status table, 1..256
    parameter int ENTRIES = 16,
    // Messages of an input buffer, 1..64
    parameter int BUFFER = 4,
    // Messages of an output queue, 1..64
    parameter int QUEUE = 2,
    // Cycles from a buffer to a queue, reliable handling included, 1..80
    parameter int DELAY = 2,
    // Of the network, 1..32768 each
    parameter int SWITCHES = 16,
    parameter int HOSTS = 16,
    // Entries in the table after every reset, 0..ENTRIES: of trees that no messages build
    parameter int PLANNED = 0,
    parameter int PLANS = PLANNED > 0 ? PLANNED : 1  // not to be set: a width
) (
    input  wire logic                  clk,
    input  wire logic                  rst_n,          // synchronous
    // Wired in: the switch's address, and the ways, as barrier_route has them.
    input  wire logic [          15:0] self_i,
    input  wire logic [SWITCHES*8-1:0] switch_port_i,
    input  wire logic [   HOSTS*8-1:0] host_port_i,
    input  wire logic [     HOSTS-1:0] host_here_i,
    // Wired in as well: the entries that are planned, and the ports to their parents and children, or NoWay
    input  wire logic [   PLANS*8-1:0] plan_group_i,
    input  wire logic [     PLANS-1:0] plan_node_i,
    input  wire logic [     PLANS-1:0] plan_root_i,
    input  wire logic [     PLANS-1:0] plan_acknowledges_i,
    input  wire logic [PLANS*PORTS-1:0] plan_children_i,
    input  wire logic [  PLANS*16-1:0] plan_parent_i,
    input  wire logic [   PLANS*8-1:0] plan_parent_port_i,
    input  wire logic [PLANS*PORTS*16-1:0] plan_child_i,
    input  wire logic [PLANS*PORTS*8-1:0] plan_child_port_i,
    input  wire logic [     PORTS-1:0] arrivals_i,     // ports at which a flit has come
    input  wire logic [  PORTS*32-1:0] words_i,        // per port: its data
    input  wire logic [     PORTS-1:0] taken_i,        // ports whose flit is taken
    output logic      [     PORTS-1:0] offers_o,       // ports that offer a flit
    output logic      [  PORTS*32-1:0] words_o,        // per port: its data; 0 where none is offered
    output logic      [     PORTS-1:0] freed_o         // the port whose input buffer a message has left
);
  localparam logic [3:0] Build = 4'd1, Reduce = 4'd2, Distribute = 4'd3, Release = 4'd4, Acknowledge = 4'd5;
  localparam logic [1:0] TagFirst = 2'd0, TagNewNode = 2'd1, TagTold = 2'd2;
  localparam logic [7:0] NoWay = 8'hff;

  localparam int LastPort = PORTS - 1;
  localparam int LastEntry = ENTRIES - 1;

  initial begin
    if (PORTS < 2 || PORTS > 64) $fatal(1, "%m: PORTS = %0d: expected 2 to 64", PORTS);
    if (ENTRIES < 1 || ENTRIES > 256) $fatal(1, "%m: ENTRIES = %0d: expected 1 to 256", ENTRIES);
    if (BUFFER < 1 || BUFFER > 64) $fatal(1, "%m: BUFFER = %0d: expected 1 to 64", BUFFER);
    if (QUEUE < 1 || QUEUE > 64) $fatal(1, "%m: QUEUE = %0d: expected 1 to 64", QUEUE);
    if (DELAY < 1 || DELAY > 80) $fatal(1, "%m: DELAY = %0d: expected 1 to 80", DELAY);
    if (SWITCHES < 1 || SWITCHES > 32768) $fatal(1, "%m: SWITCHES = %0d: expected 1 to 32768", SWITCHES);
    if (HOSTS < 1 || HOSTS > 32768) $fatal(1, "%m: HOSTS = %0d: expected 1 to 32768", HOSTS);
    if (PLANNED < 0 || PLANNED > ENTRIES) $fatal(1, "%m: PLANNED = %0d: expected 0 to ENTRIES", PLANNED);
  end

  // --- registers

  logic [           PORTS-1:0] freed_q  /*verilator public_flat_rd*/;
  logic [                 7:0] last_port_q  /*verilator public_flat_rd*/;  // whose message was taken last

  // Status table, per entry; `child` per entry and port
  logic [         ENTRIES-1:0] valid_q  /*verilator public_flat_rd*/;
  logic [       ENTRIES*8-1:0] group_q  /*verilator public_flat_rd*/;
  logic [         ENTRIES-1:0] node_q  /*verilator public_flat_rd*/;
  logic [         ENTRIES-1:0] root_q  /*verilator public_flat_rd*/;
  logic [         ENTRIES-1:0] phase_q  /*verilator public_flat_rd*/;
  logic [         ENTRIES-1:0] released_q  /*verilator public_flat_rd*/;
  logic [         ENTRIES-1:0] owes_parent_q  /*verilator public_flat_rd*/;
  logic [         ENTRIES-1:0] acknowledges_q  /*verilator public_flat_rd*/;
  logic [         ENTRIES-1:0] owes_acknowledgement_q  /*verilator public_flat_rd*/;
  logic [   ENTRIES*PORTS-1:0] children_q  /*verilator public_flat_rd*/;
  logic [   ENTRIES*PORTS-1:0] arrived_q  /*verilator public_flat_rd*/;
  logic [   ENTRIES*PORTS-1:0] owed_q  /*verilator public_flat_rd*/;
  logic [   ENTRIES*PORTS-1:0] unacknowledged_q  /*verilator public_flat_rd*/;
  logic [      ENTRIES*16-1:0] parent_q  /*verilator public_flat_rd*/;
  logic [       ENTRIES*8-1:0] parent_port_q  /*verilator public_flat_rd*/;
  logic [      ENTRIES*16-1:0] members_q  /*verilator public_flat_rd*/;
  logic [      ENTRIES*16-1:0] counted_q  /*verilator public_flat_rd*/;
  logic [ENTRIES*PORTS*16-1:0] child_q  /*verilator public_flat_rd*/;
  logic [ ENTRIES*PORTS*8-1:0] child_port_q  /*verilator public_flat_rd*/;
  logic [                 8:0] last_entry_q  /*verilator public_flat_rd*/;  // which was the last to send what it owed

  // Counters
  logic [                63:0] completed_q  /*verilator public_flat_rd*/;
  logic [                63:0] acknowledged_q  /*verilator public_flat_rd*/;
  logic [                63:0] refused_q  /*verilator public_flat_rd*/;
  logic [                31:0] overflows_q  /*verilator public_flat_rd*/;
  logic [                31:0] strays_q  /*verilator public_flat_rd*/;
  logic [                31:0] unroutable_q  /*verilator public_flat_rd*/;
  logic [                 8:0] used_q  /*verilator public_flat_rd*/;  // entries that are valid
  logic [                 8:0] most_used_q  /*verilator public_flat_rd*/;

  genvar i, n, c;

  // --- buffers and queues

  logic [PORTS-1:0] grant;  // the port whose message is taken
  logic [PORTS-1:0] has_message, overflows, room;
  logic [PORTS*64-1:0] fronts;
  logic send;
  logic [7:0] send_port;
  logic [63:0] send_message;

  barrier_inputs #(
      .PORTS (PORTS),
      .BUFFER(BUFFER)
  ) inputs (
      .clk          (clk),
      .rst_n        (rst_n),
      .arrivals_i   (arrivals_i),
      .words_i      (words_i),
      .taken_i      (grant),
      .has_message_o(has_message),
      .fronts_o     (fronts),
      .overflows_o  (overflows)
  );

  barrier_outputs #(
      .PORTS(PORTS),
      .QUEUE(QUEUE),
      .DELAY(DELAY)
  ) outputs (
      .clk      (clk),
      .rst_n    (rst_n),
      .send_i   (send),
      .port_i   (send_port),
      .message_i(send_message),
      .room_o   (room),
      .taken_i  (taken_i),
      .offers_o (offers_o),
      .words_o  (words_o)
  );

  // The queue of `port`, which is NoWay or that of an output, has room; or there is no way, and room enough to lose it.
  function automatic logic can_reach(input logic [7:0] port, input logic [PORTS-1:0] rooms);
    integer j;
    can_reach = port == NoWay;
    for (j = 0; j < PORTS; j = j + 1) if (port == j[7:0] && rooms[j]) can_reach = 1'b1;
  endfunction

  function automatic logic [7:0] port_of(input logic [PORTS-1:0] one);
    integer j;
    port_of = '0;
    for (j = 0; j < PORTS; j = j + 1) if (one[j]) port_of = port_of | j[7:0];
  endfunction

  function automatic logic [8:0] entry_of(input logic [ENTRIES-1:0] one);
    integer j;
    entry_of = '0;
    for (j = 0; j < ENTRIES; j = j + 1) if (one[j]) entry_of = entry_of | j[8:0];
  endfunction

  function automatic logic [6:0] count_of(input logic [PORTS-1:0] mask);
    integer j;
    count_of = '0;
    for (j = 0; j < PORTS; j = j + 1) count_of = count_of + {6'b0, mask[j]};
  endfunction

  // --- entries that can send what they owe

  logic [ENTRIES-1:0] owes, owes_up, able, behind_last_entry, able_behind, owed_grant;
  logic [ENTRIES*PORTS-1:0] able_children;
  logic serves;  // an entry sends

  generate
    for (n = 0; n < ENTRIES; n = n + 1) begin : g_able
      for (c = 0; c < PORTS; c = c + 1) begin : g_child
        assign able_children[n*PORTS+c] = owed_q[n*PORTS+c] && can_reach(child_port_q[(n*PORTS+c)*8+:8], room);
      end
      assign owes_up[n] = owes_acknowledgement_q[n] || owes_parent_q[n];
      assign owes[n] = owes_up[n] || owed_q[n*PORTS+:PORTS] != '0;
      assign able[n] = valid_q[n] && (owes_up[n] ? can_reach(parent_port_q[n*8+:8], room)
                                                 : able_children[n*PORTS+:PORTS] != '0);
      assign behind_last_entry[n] = last_entry_q + 1'b1 <= n;
    end
  endgenerate
  assign able_behind = able & behind_last_entry;
  assign owed_grant  = able_behind != '0 ? able_behind & (~able_behind + 1'b1) : able & (~able + 1'b1);
  assign serves      = able != '0;

  // The entry that sends: to its parent, an acknowledgement first
  logic s_acknowledges, s_up, s_phase;
  logic [7:0] s_group, s_port;
  logic [15:0] s_to;
  logic [PORTS-1:0] s_children, s_child;
  logic [PORTS*16-1:0] s_addresses;
  logic [PORTS*8-1:0] s_ports;
  always_comb begin : serve
    integer k;
    s_acknowledges = 1'b0;
    s_up           = 1'b0;
    s_phase        = 1'b0;
    s_group        = '0;
    s_children     = '0;
    s_addresses    = '0;
    s_ports        = '0;
    s_to           = '0;
    s_port         = '0;
    for (k = 0; k < ENTRIES; k = k + 1)
    if (owed_grant[k]) begin
      s_acknowledges = owes_acknowledgement_q[k];
      s_up           = owes_up[k];
      s_phase        = phase_q[k];
      s_group        = group_q[k*8+:8];
      s_children     = able_children[k*PORTS+:PORTS];
      s_addresses    = child_q[k*PORTS*16+:PORTS*16];
      s_ports        = child_port_q[k*PORTS*8+:PORTS*8];
      s_to           = parent_q[k*16+:16];
      s_port         = parent_port_q[k*8+:8];
    end
    s_child = s_children & (~s_children + 1'b1);
    for (k = 0; k < PORTS; k = k + 1)
    if (!s_up && s_child[k]) begin
      s_to   = s_addresses[k*16+:16];
      s_port = s_ports[k*8+:8];
    end
  end

  // --- messages that can go on

  logic [PORTS-1:0] wants, behind_last_port, wants_behind, here;
  logic [PORTS*8-1:0] ports;
  logic full;
  assign full = &valid_q;

  generate
    for (i = 0; i < PORTS; i = i + 1) begin : g_front
      logic [3:0] front_type;
      logic front_refused;
      logic [7:0] front_group;
      logic [15:0] front_to;
      logic [ENTRIES-1:0] same_group;
      logic reaches, rests, goes;
      assign front_type    = fronts[i*64+28+:4];
      assign front_refused = fronts[i*64+25];
      assign front_group   = fronts[i*64+16+:8];
      assign front_to      = fronts[i*64+:16];

      barrier_route #(
          .SWITCHES(SWITCHES),
          .HOSTS(HOSTS)
      ) way (
          .address_i    (front_to),
          .switch_port_i(switch_port_i),
          .host_port_i  (host_port_i),
          .host_here_i  (host_here_i),
          .port_o       (ports[i*8+:8]),
          .here_o       (here[i])
      );

      for (n = 0; n < ENTRIES; n = n + 1) begin : g_same
        assign same_group[n] = valid_q[n] && group_q[n*8+:8] == front_group;
      end

      assign reaches = can_reach(ports[i*8+:8], room);
      // A message that ends here needs no room; a `build` does unless it has been refused, or finds no entry.
      assign rests = front_type == Build ? here[i] && !front_refused && (same_group != '0 || !full)
                   : front_type == Release ? here[i]
                   : front_type == Reduce || front_type == Distribute || front_type == Acknowledge ? front_to == self_i : 1'b1;
      assign goes  = reaches || rests;
      assign wants[i]            = has_message[i] && goes;
      assign behind_last_port[i] = last_port_q + 1'b1 <= i;
    end
  endgenerate
  assign wants_behind = wants & behind_last_port;
  assign grant        = serves ? '0 : wants_behind != '0 ? wants_behind & (~wants_behind + 1'b1) : wants & (~wants + 1'b1);

  // The message that is taken
  logic [63:0] taken_message;
  logic [7:0] m_port;
  logic m_here;
  always_comb begin : take
    integer k;
    taken_message = '0;
    m_port        = '0;
    m_here        = 1'b0;
    for (k = 0; k < PORTS; k = k + 1)
    if (grant[k]) begin
      taken_message = fronts[k*64+:64];
      m_port        = ports[k*8+:8];
      m_here        = here[k];
    end
  end

  logic takes, no_way, m_refused, m_phase;
  logic [3:0] m_type;
  logic [1:0] m_tag;
  logic [7:0] m_group;
  logic [15:0] m_to, m_from, m_node;
  assign takes     = grant != '0;
  assign no_way    = m_port == NoWay;
  assign m_type    = taken_message[31:28];
  assign m_tag     = taken_message[27:26];
  assign m_refused = taken_message[25];
  assign m_phase   = taken_message[24];
  assign m_group   = taken_message[23:16];
  assign m_to      = taken_message[15:0];
  assign m_from    = taken_message[63:48];
  assign m_node    = taken_message[47:32];

  // --- the entry of its group; for a `build` that finds none the lowest free one, as new

  logic [ENTRIES-1:0] match, free, makes, acts;
  logic known, builds, has_entry;
  generate
    for (n = 0; n < ENTRIES; n = n + 1) begin : g_match
      assign match[n] = valid_q[n] && group_q[n*8+:8] == m_group;
    end
  endgenerate
  assign known     = match != '0;
  assign free      = ~valid_q;
  assign builds    = takes && m_type == Build && !no_way;
  assign makes     = builds && !known ? free & (~free + 1'b1) : '0;
  assign acts      = match | makes;
  assign has_entry = acts != '0;

  logic e_node, e_root, e_phase, e_owes;
  logic [PORTS-1:0] e_children, e_arrived, e_unacknowledged;
  logic [PORTS*16-1:0] e_addresses;
  logic [15:0] e_members, e_counted;
  always_comb begin : look_up
    integer k;
    e_node      = !known && m_here;
    e_root      = !known && m_here;
    e_phase     = 1'b0;
    e_owes      = 1'b0;
    e_children  = '0;
    e_arrived   = '0;
    e_unacknowledged = '0;
    e_addresses = '0;
    e_members   = '0;
    e_counted   = '0;
    for (k = 0; k < ENTRIES; k = k + 1)
    if (match[k]) begin
      e_node      = node_q[k];
      e_root      = root_q[k];
      e_phase     = phase_q[k];
      e_owes      = owes[k];
      e_children  = children_q[k*PORTS+:PORTS];
      e_arrived   = arrived_q[k*PORTS+:PORTS];
      e_unacknowledged = unacknowledged_q[k*PORTS+:PORTS];
      e_addresses = child_q[k*PORTS*16+:PORTS*16];
      e_members   = members_q[k*16+:16];
      e_counted   = counted_q[k*16+:16];
    end
  end

  // --- build: the rules of the tag

  logic records, replaces, becomes_node, counts;
  logic [1:0] tag_d;
  logic [15:0] node_d, members_d, counted_d, learned;
  logic [PORTS-1:0] children_d;
  assign records      = builds && has_entry && m_tag == TagFirst;
  assign replaces     = builds && has_entry && m_tag == TagNewNode;
  assign becomes_node = records && !e_node && e_children != '0;
  assign children_d   = records ? e_children | grant : e_children;
  assign tag_d        = (records || replaces) && e_node ? TagTold : becomes_node ? TagNewNode : m_tag;
  assign node_d       = becomes_node ? self_i : m_node;
  assign counts       = builds && has_entry && m_here && !m_refused;
  assign members_d    = m_tag == TagFirst && m_from == m_to && m_node != '0 ? m_node : e_members;
  assign counted_d    = e_counted + 1'b1;

  // --- reduce: a child arrives

  logic [PORTS-1:0] is_child, child, arrived_d;
  logic arrives, all_arrived;
  generate
    for (c = 0; c < PORTS; c = c + 1) begin : g_is_child
      assign is_child[c] = e_children[c] && e_addresses[c*16+:16] == m_from;
    end
  endgenerate
  always_comb begin : arrive
    integer k;
    child = '0;
    for (k = 0; k < PORTS; k = k + 1) if (is_child[k]) child = {{(PORTS - 1) {1'b0}}, 1'b1} << k;
  end
  assign arrives     = takes && m_type == Reduce && m_to == self_i && known && e_node && m_phase == e_phase &&
                       child != '0 && ((e_arrived | e_unacknowledged) & child) == '0;
  assign arrived_d   = e_arrived | child;
  assign all_arrived = arrives && arrived_d == e_children;

  // --- acknowledge: a child and all below know that the barrier is complete

  logic acknowledges, all_acknowledge;
  logic [PORTS-1:0] unacknowledged_d;
  assign acknowledges     = takes && m_type == Acknowledge && m_to == self_i && known && (e_unacknowledged & child) != '0;
  assign unacknowledged_d = e_unacknowledged & ~child;
  assign all_acknowledge  = acknowledges && unacknowledged_d == '0;

  // --- the effect of the message

  logic told, completes, tells_children, tells_parent, releases, stray, passes;
  assign told = takes && m_type == Distribute && m_to == self_i && known && e_node && !e_root && !e_owes && m_phase == e_phase;
  assign completes = (counts && counted_d == members_d) || (all_arrived && e_root);
  assign tells_children = completes || told;
  assign tells_parent = all_arrived && !e_root;
  assign releases = takes && m_type == Release;
  assign stray = takes && (m_type == '0 || m_type > Acknowledge || (m_type == Acknowledge && m_to == self_i && !acknowledges) ||
                           (m_type == Reduce && m_to == self_i && !arrives) || (m_type == Distribute && m_to == self_i && !told));
  // Goes on towards m_to, or is lost because there is no way.
  assign passes = takes && ((m_type == Build && !counts) || ((m_type == Reduce || m_type == Distribute || m_type == Acknowledge) && m_to != self_i) ||
                            (m_type == Release && !m_here));

  // The way to the node that the table records
  logic [7:0] learned_port;
  logic learned_here_unused;
  assign learned = m_tag == TagNewNode && m_type == Build ? m_node : m_from;
  barrier_route #(
      .SWITCHES(SWITCHES),
      .HOSTS(HOSTS)
  ) way_to_learned (
      .address_i    (learned),
      .switch_port_i(switch_port_i),
      .host_port_i  (host_port_i),
      .host_here_i  (host_here_i),
      .port_o       (learned_port),
      .here_o       (learned_here_unused)
  );
  logic unused;
  assign unused = learned_here_unused;

  // --- what is sent

  assign send_port    = serves ? s_port : m_port;
  assign send         = (serves || passes) && send_port != NoWay;
  assign send_message = serves ? {self_i, 16'd0, s_acknowledges ? Acknowledge : s_up ? Reduce : Distribute, 3'b0,
                                  s_up && !s_acknowledges ? s_phase : !s_phase, s_group, s_to}
                               : {m_from, node_d, m_type, tag_d, m_refused || (builds && !has_entry), taken_message[24:0]};

  // --- status table

  logic [ENTRIES-1:0] frees;
  generate
    for (n = 0; n < ENTRIES; n = n + 1) begin : g_entry
      localparam int P = n < PLANNED ? n : 0;
      localparam logic IsPlanned = n < PLANNED;
      logic acts_here, owes_behind, is_unacknowledged;
      logic [PORTS-1:0] owed_behind;
      assign acts_here   = takes && acts[n];
      assign owed_behind = owed_q[n*PORTS+:PORTS] & ~s_child;
      assign owes_behind = s_up ? owed_q[n*PORTS+:PORTS] != '0 || (s_acknowledges && owes_parent_q[n]) : owed_behind != '0;
      assign is_unacknowledged = unacknowledged_q[n*PORTS+:PORTS] != '0;
      assign frees[n]    = (owed_grant[n] && released_q[n] && !owes_behind && !is_unacknowledged) ||
                           (releases && match[n] && !owes[n] && !is_unacknowledged) ||
                           (all_acknowledge && e_root && match[n] && released_q[n] && !owes[n]);

      always_ff @(posedge clk) begin
        if (!rst_n) begin
          valid_q[n]                   <= IsPlanned;
          group_q[n*8+:8]              <= IsPlanned ? plan_group_i[P*8+:8] : '0;
          node_q[n]                    <= IsPlanned && plan_node_i[P];
          root_q[n]                    <= IsPlanned && plan_root_i[P];
          phase_q[n]                   <= 1'b0;
          released_q[n]                <= 1'b0;
          owes_parent_q[n]             <= 1'b0;
          acknowledges_q[n]            <= IsPlanned && plan_acknowledges_i[P];
          owes_acknowledgement_q[n]    <= 1'b0;
          children_q[n*PORTS+:PORTS]   <= IsPlanned ? plan_children_i[P*PORTS+:PORTS] : '0;
          arrived_q[n*PORTS+:PORTS]    <= '0;
          owed_q[n*PORTS+:PORTS]       <= '0;
          unacknowledged_q[n*PORTS+:PORTS] <= '0;
          parent_q[n*16+:16]           <= IsPlanned ? plan_parent_i[P*16+:16] : '0;
          parent_port_q[n*8+:8]        <= IsPlanned ? plan_parent_port_i[P*8+:8] : NoWay;
          members_q[n*16+:16]          <= '0;
          counted_q[n*16+:16]          <= '0;
        end else begin
          if (makes[n]) begin
            valid_q[n]                 <= 1'b1;
            group_q[n*8+:8]            <= m_group;
            node_q[n]                  <= m_here;
            root_q[n]                  <= m_here;
            phase_q[n]                 <= 1'b0;
            released_q[n]              <= 1'b0;
            owes_parent_q[n]           <= 1'b0;
            acknowledges_q[n]          <= 1'b0;
            owes_acknowledgement_q[n]  <= 1'b0;
            arrived_q[n*PORTS+:PORTS]  <= '0;
            owed_q[n*PORTS+:PORTS]     <= '0;
            unacknowledged_q[n*PORTS+:PORTS] <= '0;
            parent_q[n*16+:16]         <= m_here ? m_to : 16'd0;
            parent_port_q[n*8+:8]      <= m_here ? m_port : switch_port_i[7:0];
            members_q[n*16+:16]        <= '0;
            counted_q[n*16+:16]        <= '0;
          end
          if (owed_grant[n]) begin
            if (s_acknowledges) owes_acknowledgement_q[n] <= 1'b0;
            else if (s_up) owes_parent_q[n] <= 1'b0;
            else owed_q[n*PORTS+:PORTS] <= owed_behind;
          end
          if (acts_here) begin
            if (builds) children_q[n*PORTS+:PORTS] <= children_d;
            if (becomes_node) node_q[n] <= 1'b1;
            if (counts) begin
              members_q[n*16+:16] <= members_d;
              counted_q[n*16+:16] <= counted_d;
            end
            if (arrives) arrived_q[n*PORTS+:PORTS] <= all_arrived ? '0 : arrived_d;
            if (tells_parent) owes_parent_q[n] <= 1'b1;
            if (acknowledges) unacknowledged_q[n*PORTS+:PORTS] <= unacknowledged_d;
            if (all_acknowledge && !e_root) owes_acknowledgement_q[n] <= 1'b1;
            if (told) begin
              parent_q[n*16+:16]    <= m_from;
              parent_port_q[n*8+:8] <= learned_port;
            end
            if (tells_children) begin
              phase_q[n]             <= !e_phase;
              owed_q[n*PORTS+:PORTS] <= children_d;
              if (acknowledges_q[n]) unacknowledged_q[n*PORTS+:PORTS] <= children_d;
            end
            if (releases) released_q[n] <= 1'b1;
          end
          if (frees[n]) valid_q[n] <= 1'b0;
        end
      end

      for (c = 0; c < PORTS; c = c + 1) begin : g_child
        always_ff @(posedge clk) begin
          if (!rst_n) begin
            child_q[(n*PORTS+c)*16+:16]    <= IsPlanned ? plan_child_i[(P*PORTS+c)*16+:16] : '0;
            child_port_q[(n*PORTS+c)*8+:8] <= IsPlanned ? plan_child_port_i[(P*PORTS+c)*8+:8] : NoWay;
          end else if (acts_here && grant[c] && (records || replaces)) begin
            child_q[(n*PORTS+c)*16+:16]    <= learned;
            child_port_q[(n*PORTS+c)*8+:8] <= learned_port;
          end
        end
      end
    end
  endgenerate

  logic [8:0] used_d;
  assign used_d = used_q + {8'b0, makes != '0} - {8'b0, frees != '0};

  // --- who was served last, and counters

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      freed_q      <= '0;
      last_port_q  <= LastPort[7:0];
      last_entry_q <= LastEntry[8:0];
      completed_q  <= '0;
      acknowledged_q <= '0;
      refused_q    <= '0;
      overflows_q  <= '0;
      strays_q     <= '0;
      unroutable_q <= '0;
      used_q       <= PLANNED[8:0];
      most_used_q  <= PLANNED[8:0];
    end else begin
      freed_q      <= grant;
      if (takes) last_port_q <= port_of(grant);
      if (serves) last_entry_q <= entry_of(owed_grant);
      if (completes) completed_q <= completed_q + 1'b1;
      if (all_acknowledge && e_root) acknowledged_q <= acknowledged_q + 1'b1;
      if (builds && !has_entry) refused_q <= refused_q + 1'b1;
      overflows_q  <= overflows_q + {25'b0, count_of(overflows)};
      if (stray) strays_q <= strays_q + 1'b1;
      if ((serves || passes) && send_port == NoWay) unroutable_q <= unroutable_q + 1'b1;
      used_q       <= used_d;
      if (used_d > most_used_q) most_used_q <= used_d;
    end
  end

  assign freed_o = freed_q;
endmodule

`default_nettype wire
