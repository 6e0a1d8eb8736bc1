// packet_switch: a switch of frames, as in Ethernet. Twin of packet_switch.hpp, which has the picture and the timing contract.
//
// One process computes the next state from registers and pins: frames that come in, transfers that begin, frames that cut through, flits
// that leave, transfers that end, each for all ports in their order. An earlier part does not see at that edge what a later one makes free.
//
// The core holds the edges at which something ends, and this the cycles until then. Slots are numbered from 1 on; 0 is none. The
// flits of frames are in a memory of LONGEST places a slot.
`default_nettype none

module packet_switch #(
    // 2..256
    parameter int PORTS = 4,
    // 0: at inputs, 1: at outputs, 2: one for all outputs
    parameter int BUFFERS = 0,
    // Room of the shared buffer, or of each of the others: frames, 1..16384, and flits, 0: any number
    parameter int FRAMES = 45,
    parameter int FLITS = 0,
    // Share of an output in a shared buffer: 0: any, 1: MOST frames, 2: ALPHA8 eighths of the frames that are free
    parameter int THRESHOLD = 0,
    parameter int MOST = 1,
    parameter int ALPHA8 = 8,
    // Frames of an output besides the one that it sends, with buffers at inputs, 0..1024
    parameter int HELD = 1,
    // Cycles of the transfer of a flit, 0..65536; 0: a frame takes one
    parameter int TRANSFER = 0,
    // 1: a frame may leave as it is transferred, if its link is no faster
    parameter int DIRECT = 0,
    // 1: a frame may leave as it comes in, if its link is no faster than that of its input, and the transfer
    parameter int CUT_THROUGH = 0,
    // Transfers at once, 0..PORTS; 0: any number
    parameter int TRANSFERS = 0,
    // Cycles from a frame's last flit until it may be transferred, 0..65535
    parameter int LOOKUP = 0,
    // Flit times between two frames of an output
    parameter int GAP = 5,
    // Flits of a frame, 1..16384
    parameter int SHORTEST = 1,
    parameter int LONGEST = 380,
    // Frames at which an input is paused, and at which it goes on; 0: never
    parameter int PAUSE_AT = 0,
    parameter int RESUME_AT = 0,
    // Uplinks, a bit a port, which have a module of their own: frames of its buffer, 1..16384, or besides a shared buffer 0..16384 in each
    // direction; frames of its output as HELD; cycles of the transfer of a flit from or to it as TRANSFER; streams in each direction, 0: any
    /* verilator lint_off WIDTH */
    parameter logic [255:0] UPLINKS = 256'd0,
    /* verilator lint_on WIDTH */
    parameter int UPLINK_FRAMES = 45,
    parameter int UPLINK_HELD = 1,
    parameter int UPLINK_TRANSFER = 0,
    parameter int UPLINK_STREAMS = 0,
    // Of the table
    parameter int DESTINATIONS = 4
) (
    input  wire logic                       clk,
    input  wire logic                       rst_n,      // synchronous
    // Wired in: per output, cycles of a flit; per destination, the port that leads there, or 16'hffff.
    input  wire logic [       PORTS*32-1:0] cycles_i,
    input  wire logic [DESTINATIONS*16-1:0] port_to_i,
    input  wire logic [       PORTS*40-1:0] flit_i,     // per port: flit_t, from the sender
    input  wire logic [          PORTS-1:0] stops_flits_i,  // per output, wired in: its receiver stops flits, not only frames
    input  wire logic [          PORTS-1:0] stop_i,     // per port: no frame may begin, or no flit may leave, from the receiver
    output logic      [       PORTS*40-1:0] flit_o,     // per port: flit_t, to the receiver
    output logic      [          PORTS-1:0] pause_o     // per port: PAUSE, to the sender
);
  `include "flit.svh"

  localparam int AtInputs = 0, AtOutputs = 1, Shared = 2;
  localparam int Fixed = 1, Dynamic = 2;
  function automatic int count_uplinks();
    count_uplinks = 0;
    for (int u = 0; u < PORTS; u = u + 1) if (UPLINKS[u]) count_uplinks = count_uplinks + 1;
  endfunction
  localparam int Uplinks = count_uplinks();
  localparam int PlacesOfPort = FRAMES + (BUFFERS == AtInputs ? 1 + HELD : 0);
  localparam int PlacesOfUplink = UPLINK_FRAMES + (BUFFERS == AtInputs ? 1 + UPLINK_HELD : 0);
  localparam int Slots = PORTS + (BUFFERS == Shared ? FRAMES + 2 * Uplinks * UPLINK_FRAMES : (PORTS - Uplinks) * PlacesOfPort + Uplinks * PlacesOfUplink);
  localparam logic [1:0] InBuffer = 2'd0, InModuleOfInput = 2'd1, InModuleOfOutput = 2'd2;
  localparam logic [15:0] NoPort = 16'hffff;
  localparam logic [3:0] Abort = 4'd2;

  initial begin
    if (PORTS < 2 || PORTS > 256) $fatal(1, "%m: PORTS = %0d: expected 2 to 256", PORTS);
    if (BUFFERS < AtInputs || BUFFERS > Shared) $fatal(1, "%m: BUFFERS = %0d: expected 0 to 2", BUFFERS);
    if (FRAMES < 1 || FRAMES > 16384) $fatal(1, "%m: FRAMES = %0d: expected 1 to 16384", FRAMES);
    if (LONGEST < 1 || LONGEST > 16384) $fatal(1, "%m: LONGEST = %0d: expected 1 to 16384", LONGEST);
    if (SHORTEST < 1 || SHORTEST > LONGEST) $fatal(1, "%m: SHORTEST = %0d: expected 1 to LONGEST (%0d)", SHORTEST, LONGEST);
    if (FLITS != 0 && FLITS < LONGEST) $fatal(1, "%m: FLITS = %0d: expected 0, or LONGEST (%0d) and more", FLITS, LONGEST);
    if (THRESHOLD < 0 || THRESHOLD > Dynamic) $fatal(1, "%m: THRESHOLD = %0d: expected 0 to 2", THRESHOLD);
    if (THRESHOLD != 0 && BUFFERS != Shared) $fatal(1, "%m: THRESHOLD = %0d: expected 0 without a shared buffer", THRESHOLD);
    if (HELD < 0 || HELD > 1024) $fatal(1, "%m: HELD = %0d: expected 0 to 1024", HELD);
    if (TRANSFER < 0 || TRANSFER > 65536) $fatal(1, "%m: TRANSFER = %0d: expected 0 to 65536", TRANSFER);
    if (LOOKUP < 0 || LOOKUP > 65535) $fatal(1, "%m: LOOKUP = %0d: expected 0 to 65535", LOOKUP);
    if (GAP < 0 || GAP > 65535) $fatal(1, "%m: GAP = %0d: expected 0 to 65535", GAP);
    if (THRESHOLD == Fixed && (MOST < 1 || MOST > FRAMES)) $fatal(1, "%m: MOST = %0d: expected 1 to FRAMES (%0d)", MOST, FRAMES);
    if (THRESHOLD == Dynamic && (ALPHA8 < 1 || ALPHA8 > 512)) $fatal(1, "%m: ALPHA8 = %0d: expected 1 to 512", ALPHA8);
    if (PAUSE_AT < 0 || RESUME_AT < 0) $fatal(1, "%m: PAUSE_AT = %0d, RESUME_AT = %0d: expected 0 or more", PAUSE_AT, RESUME_AT);
    if (DESTINATIONS < 1) $fatal(1, "%m: DESTINATIONS = %0d: expected 1 or more", DESTINATIONS);
    if (PAUSE_AT > FRAMES && BUFFERS != AtOutputs) $fatal(1, "%m: PAUSE_AT = %0d: expected 0 to FRAMES (%0d)", PAUSE_AT, FRAMES);
    if (TRANSFERS < 0 || TRANSFERS > PORTS) $fatal(1, "%m: TRANSFERS = %0d: expected 0 to PORTS (%0d)", TRANSFERS, PORTS);
    if (Uplinks != 0 && (UPLINK_FRAMES < (BUFFERS == Shared ? 0 : 1) || UPLINK_FRAMES > 16384))
      $fatal(1, "%m: UPLINK_FRAMES = %0d: expected 1 to 16384, or 0 with a shared buffer", UPLINK_FRAMES);
    if (UPLINK_HELD < 0 || UPLINK_HELD > 1024) $fatal(1, "%m: UPLINK_HELD = %0d: expected 0 to 1024", UPLINK_HELD);
    if (UPLINK_TRANSFER < 0 || UPLINK_TRANSFER > 65536) $fatal(1, "%m: UPLINK_TRANSFER = %0d: expected 0 to 65536", UPLINK_TRANSFER);
    if (UPLINK_STREAMS < 0 || UPLINK_STREAMS > PORTS) $fatal(1, "%m: UPLINK_STREAMS = %0d: expected 0 to PORTS (%0d)", UPLINK_STREAMS, PORTS);
    if (Uplinks != 0 && PAUSE_AT > UPLINK_FRAMES && BUFFERS == AtInputs)
      $fatal(1, "%m: PAUSE_AT = %0d: expected 0 to UPLINK_FRAMES (%0d)", PAUSE_AT, UPLINK_FRAMES);
    if (PAUSE_AT != 0 && RESUME_AT >= PAUSE_AT) $fatal(1, "%m: RESUME_AT = %0d: expected 0 to PAUSE_AT - 1 (%0d)", RESUME_AT, PAUSE_AT - 1);
  end

  // --- registers

  // Inputs
  logic [PORTS*32-1:0] slot_q  /*verilator public_flat_rd*/;  // of the frame that comes in, or of the next one
  logic [PORTS*16-1:0] received_q  /*verilator public_flat_rd*/;
  logic [   PORTS-1:0] is_open_q  /*verilator public_flat_rd*/;
  logic [   PORTS-1:0] is_moving_q  /*verilator public_flat_rd*/;
  logic [   PORTS-1:0] is_paused_q  /*verilator public_flat_rd*/;
  logic [   PORTS-1:0] cuts_through_q  /*verilator public_flat_rd*/;  // the frame that is transferred leaves as it comes in
  logic [PORTS*32-1:0] moved_q  /*verilator public_flat_rd*/;  // cycles left of the transfer
  logic [PORTS*32-1:0] moving_slot_q  /*verilator public_flat_rd*/;  // the frame that is transferred
  logic [PORTS*16-1:0] moving_flits_q  /*verilator public_flat_rd*/;
  logic [PORTS*16-1:0] moving_to_q  /*verilator public_flat_rd*/;
  logic [PORTS*32-1:0] waiting_first_q  /*verilator public_flat_rd*/;
  logic [PORTS*32-1:0] waiting_last_q  /*verilator public_flat_rd*/;
  logic [PORTS*32-1:0] waiting_q  /*verilator public_flat_rd*/;
  logic [PORTS*32-1:0] waiting_flits_q  /*verilator public_flat_rd*/;
  logic [PORTS*32-1:0] brought_q  /*verilator public_flat_rd*/;
  logic [PORTS*32-1:0] input_module_q  /*verilator public_flat_rd*/;  // frames in the module, of those that came by it

  // Outputs
  logic [PORTS*32-1:0] queue_first_q  /*verilator public_flat_rd*/;
  logic [PORTS*32-1:0] queue_last_q  /*verilator public_flat_rd*/;
  logic [PORTS*32-1:0] frames_q  /*verilator public_flat_rd*/;
  logic [PORTS*32-1:0] flits_q  /*verilator public_flat_rd*/;
  logic [PORTS*32-1:0] output_module_q  /*verilator public_flat_rd*/;  // frames in the module, of those that leave by it
  logic [   PORTS-1:0] is_taking_q  /*verilator public_flat_rd*/;
  logic [   PORTS-1:0] is_sending_q  /*verilator public_flat_rd*/;
  logic [PORTS*16-1:0] sent_q  /*verilator public_flat_rd*/;
  logic [PORTS*32-1:0] wait_q  /*verilator public_flat_rd*/;  // cycles until the next flit may leave
  logic [PORTS*16-1:0] next_input_q  /*verilator public_flat_rd*/;
  logic [PORTS*40-1:0] flit_out_q  /*verilator public_flat_rd*/;

  // Slots
  logic [Slots*32-1:0] next_q  /*verilator public_flat_rd*/;
  logic [Slots*16-1:0] length_q  /*verilator public_flat_rd*/;
  logic [Slots*16-1:0] input_q  /*verilator public_flat_rd*/;
  logic [Slots*16-1:0] output_q  /*verilator public_flat_rd*/;
  logic [ Slots*2-1:0] room_q  /*verilator public_flat_rd*/;
  logic [   Slots-1:0] is_aborted_q  /*verilator public_flat_rd*/;  // an abort flit takes the place of its last one
  logic [Slots*16-1:0] ready_q  /*verilator public_flat_rd*/;  // cycles until the frame may be transferred
  logic [Slots*40-1:0] head_q  /*verilator public_flat_rd*/;

  logic [        31:0] free_first_q  /*verilator public_flat_rd*/;  // slots that are free: the last one that was left comes first
  logic [        31:0] shared_frames_q  /*verilator public_flat_rd*/;
  logic [        31:0] shared_flits_q  /*verilator public_flat_rd*/;
  logic [        15:0] moving_q  /*verilator public_flat_rd*/;
  logic [        15:0] turn_q  /*verilator public_flat_rd*/;
  logic [        15:0] first_in_q  /*verilator public_flat_rd*/;

  // Counters
  logic [PORTS*64-1:0] frames_in_q  /*verilator public_flat_rd*/;
  logic [PORTS*64-1:0] frames_out_q  /*verilator public_flat_rd*/;
  logic [PORTS*64-1:0] full_q  /*verilator public_flat_rd*/;
  logic [PORTS*64-1:0] threshold_q  /*verilator public_flat_rd*/;
  logic [PORTS*64-1:0] unknown_q  /*verilator public_flat_rd*/;
  logic [PORTS*64-1:0] returned_q  /*verilator public_flat_rd*/;
  logic [PORTS*64-1:0] runt_q  /*verilator public_flat_rd*/;
  logic [PORTS*64-1:0] giant_q  /*verilator public_flat_rd*/;
  logic [PORTS*64-1:0] aborted_q  /*verilator public_flat_rd*/;
  logic [PORTS*64-1:0] streams_q  /*verilator public_flat_rd*/;
  logic [PORTS*64-1:0] orphans_q  /*verilator public_flat_rd*/;
  logic [PORTS*64-1:0] aborts_made_q  /*verilator public_flat_rd*/;  // flits that end frames whose rest did not come
  logic [PORTS*64-1:0] flits_dropped_q  /*verilator public_flat_rd*/;  // of frames that were dropped
  logic [PORTS*64-1:0] flits_out_q  /*verilator public_flat_rd*/;
  logic [PORTS*64-1:0] most_frames_q  /*verilator public_flat_rd*/;
  logic [PORTS*64-1:0] refused_q  /*verilator public_flat_rd*/;  // frames for the output that were dropped: full, threshold, streams
  logic [        63:0] most_shared_q  /*verilator public_flat_rd*/;

  // Frames held between two ports, by input * PORTS + output; where streams are counted.
  logic [PORTS*PORTS*16-1:0] pairs, pairs_d;
  generate
    if (Uplinks != 0 && UPLINK_STREAMS != 0) begin : gen_pairs
      packet_switch_pairs #(.PORTS(PORTS)) held (.clk(clk), .rst_n(rst_n), .pairs_i(pairs_d), .pairs_o(pairs));
    end else begin : gen_no_pairs
      assign pairs = '0;
    end
  endgenerate

  logic [        39:0] memory_q                                   [0:Slots*LONGEST-1];

  // --- next state

  logic [PORTS*32-1:0] moving_slot_d, slot_d, moved_d, waiting_first_d, waiting_last_d, waiting_d, waiting_flits_d, brought_d;
  logic [PORTS*32-1:0] queue_first_d, queue_last_d, frames_d, flits_d, wait_d, input_module_d, output_module_d;
  logic [PORTS*16-1:0] moving_flits_d, moving_to_d, received_d, sent_d, next_input_d;
  logic [PORTS-1:0] begun, joins;  // transfers that begin of frames that may leave at once; frames that may be sent
  logic [PORTS-1:0] is_open_d, is_moving_d, is_paused_d, cuts_through_d, is_taking_d, is_sending_d;
  logic [Slots*32-1:0] next_d;
  logic [Slots*16-1:0] length_d, input_d, output_d, ready_d;
  logic [Slots*2-1:0] room_d;
  logic [Slots-1:0] is_aborted_d;
  logic [Slots*40-1:0] head_d;
  logic [31:0] free_first_d, shared_frames_d, shared_flits_d;
  logic [15:0] moving_d, turn_d, first_in_d;
  logic [PORTS*64-1:0] frames_in_d, frames_out_d, full_d, threshold_d, unknown_d, returned_d, runt_d, giant_d, aborted_d, streams_d;
  logic [PORTS*64-1:0] orphans_d, aborts_made_d, flits_dropped_d, flits_out_d, most_frames_d, refused_d;
  logic [63:0] most_shared_d;

  logic [PORTS-1:0] stores, sends, aborts;  // a flit of the input is stored; one of the output is read, or is an abort flit
  logic [PORTS-1:0] just_ready;  // inputs whose frame has just become so long that it may cut through
  logic [PORTS*32-1:0] store_at, read_at;

  flit_t flit;
  logic [1:0] room;
  logic opens, closes, leaves, is_lost, has_room, has_share, has_stream, is_first, has_taken, is_taken;
  logic [15:0] length, port;
  logic [31:0] id, held, there, transfer;
  int i, o, k, x, other, turn, first;

  // --- parts of the next state. All that they set is *_d, but for look_for_room.

  // A transfer to output `to` may begin.
  function automatic logic may_begin(input int to);
    may_begin = BUFFERS != AtInputs || (!is_taking_d[to] && frames_d[to*32+:32] <= (UPLINKS[to] ? UPLINK_HELD : HELD));
  endfunction

  // The backplane carries all transfers that it can.
  function automatic logic is_limited();
    is_limited = TRANSFERS != 0 && 32'(moving_d) == TRANSFERS;
  endfunction

  // Cycles of the transfer of a flit.
  function automatic logic [31:0] transfer_between(input logic [7:0] from, input logic [7:0] to);
    transfer_between = UPLINKS[from] || UPLINKS[to] ? UPLINK_TRANSFER : TRANSFER;
  endfunction

  // The port that leads to a destination.
  function automatic logic [15:0] port_of(input logic [31:0] destination);
    port_of = NoPort;
    for (int d = 0; d < DESTINATIONS; d = d + 1) if (destination == 32'(d)) port_of = port_to_i[d*16+:16];
  endfunction

  // Where there is room for a frame of `flits` flits from one port to another, and whether: sets room, has_room, has_share, has_stream.
  task automatic look_for_room(input int from, input int to, input logic [15:0] flits);
    logic [31:0] held_frames, held_flits, size, streams_from, streams_to;
    begin
      held_frames = BUFFERS == AtInputs ? waiting_d[from*32+:32] : BUFFERS == AtOutputs ? frames_d[to*32+:32] : shared_frames_d;
      held_flits = BUFFERS == AtInputs ? waiting_flits_d[from*32+:32] : BUFFERS == AtOutputs ? flits_d[to*32+:32] : shared_flits_d;
      size = BUFFERS == AtInputs ? (UPLINKS[from] ? UPLINK_FRAMES : FRAMES) :
             BUFFERS == AtOutputs ? (UPLINKS[to] ? UPLINK_FRAMES : FRAMES) : FRAMES;
      has_room = held_frames < size && (FLITS == 0 || held_flits + 32'(flits) <= FLITS);
      has_share = THRESHOLD == Fixed   ? frames_d[to*32+:32] < MOST :
                  THRESHOLD == Dynamic ? 8 * frames_d[to*32+:32] < ALPHA8 * (FRAMES - shared_frames_d) : 1'b1;
      room = InBuffer;
      if (BUFFERS == Shared) begin
        if (UPLINKS[from] && input_module_d[from*32+:32] < UPLINK_FRAMES) room = InModuleOfInput;
        else if (UPLINKS[to] && output_module_d[to*32+:32] < UPLINK_FRAMES) room = InModuleOfOutput;
      end
      streams_from = 0;
      streams_to = 0;
      has_stream = 1'b1;
      if (Uplinks != 0 && UPLINK_STREAMS != 0) begin
        for (int p = 0; p < PORTS; p = p + 1) begin
          if (pairs_d[(from*PORTS+p)*16+:16] != 0) streams_from = streams_from + 1;
          if (pairs_d[(p*PORTS+to)*16+:16] != 0) streams_to = streams_to + 1;
        end
        has_stream = pairs_d[(from*PORTS+to)*16+:16] != 0 ||
                     !((UPLINKS[from] && streams_from + 1 > UPLINK_STREAMS) || (UPLINKS[to] && streams_to + 1 > UPLINK_STREAMS));
      end
    end
  endtask

  // The frame in slot `frame` has room for `flits` flits, where `place` says.
  task automatic take_room(input int from, input int to, input logic [31:0] frame, input logic [15:0] flits, input logic [1:0] place);
    begin
      if (place == InModuleOfInput) input_module_d[from*32+:32] = input_module_d[from*32+:32] + 32'd1;
      for (int p = 0; p < PORTS; p = p + 1) begin
        if (p == to && place == InModuleOfOutput) output_module_d[p*32+:32] = output_module_d[p*32+:32] + 32'd1;
        if (p == to && Uplinks != 0 && UPLINK_STREAMS != 0) pairs_d[(from*PORTS+p)*16+:16] = pairs_d[(from*PORTS+p)*16+:16] + 16'd1;
      end
      if (BUFFERS == Shared && place == InBuffer) begin
        shared_frames_d = shared_frames_d + 32'd1;
        if (64'(shared_frames_d) > most_shared_d) most_shared_d = 64'(shared_frames_d);
        shared_flits_d  = shared_flits_d + 32'(flits);
      end
      if (BUFFERS != AtInputs) begin
        for (int p = 0; p < PORTS; p = p + 1)
          if (p == to) begin
            if (place == InBuffer) begin
              frames_d[p*32+:32] = frames_d[p*32+:32] + 32'd1;
              flits_d[p*32+:32]  = flits_d[p*32+:32] + 32'(flits);
            end
            if (64'(frames_d[p*32+:32]) + 64'(output_module_d[p*32+:32]) > most_frames_d[p*64+:64])
              most_frames_d[p*64+:64] = 64'(frames_d[p*32+:32]) + 64'(output_module_d[p*32+:32]);
          end
      end
      for (int s = 0; s < Slots; s = s + 1)
        if (32'(s) + 1 == frame) begin
          length_d[s*16+:16] = flits;
          input_d[s*16+:16]  = 16'(from);
          output_d[s*16+:16] = 16'(to);
          room_d[s*2+:2]     = place;
          is_aborted_d[s]    = 1'b0;
        end
      waiting_d[from*32+:32] = waiting_d[from*32+:32] + 32'd1;
      waiting_flits_d[from*32+:32] = waiting_flits_d[from*32+:32] + 32'(flits);
      frames_in_d[from*64+:64] = frames_in_d[from*64+:64] + 64'd1;
      brought_d[from*32+:32] = brought_d[from*32+:32] + 32'd1;
      if (BUFFERS == AtInputs && 64'(waiting_d[from*32+:32]) > most_frames_d[from*64+:64])
        most_frames_d[from*64+:64] = 64'(waiting_d[from*32+:32]);
    end
  endtask

  // The next frame that comes in by input `from` has a slot.
  task automatic next_slot(input int from);
    begin
      slot_d[from*32+:32] = free_first_d;
      free_first_d = next_d[(free_first_d-1)*32+:32];
    end
  endtask

  // The transfer of the frame in slot `frame`, of `flits` flits, begins.
  task automatic note_transfer(input int from, input int to, input logic [31:0] frame, input logic [15:0] flits);
    begin
      for (int p = 0; p < PORTS; p = p + 1)
        if (p == from) begin
          is_moving_d[p] = 1'b1;
          moving_slot_d[p*32+:32] = frame;
          moving_flits_d[p*16+:16] = flits;
          moving_to_d[p*16+:16] = 16'(to);
        end
      moving_d = moving_d + 16'd1;
      if (TRANSFERS != 0) turn_d = from + 1 == PORTS ? 16'd0 : 16'(from + 1);
      if (BUFFERS == AtInputs)
        for (int p = 0; p < PORTS; p = p + 1)
          if (p == to) begin
            is_taking_d[p] = 1'b1;
            next_input_d[p*16+:16] = from + 1 == PORTS ? 16'd0 : 16'(from + 1);
            frames_d[p*32+:32] = frames_d[p*32+:32] + 32'd1;
            flits_d[p*32+:32] = flits_d[p*32+:32] + 32'(flits);
          end
    end
  endtask

  always_comb begin
    slot_d          = slot_q;
    received_d      = received_q;
    is_open_d       = is_open_q;
    is_moving_d     = is_moving_q;
    is_paused_d     = is_paused_q;
    cuts_through_d  = cuts_through_q;
    moving_slot_d   = moving_slot_q;
    moving_flits_d  = moving_flits_q;
    moving_to_d     = moving_to_q;
    waiting_first_d = waiting_first_q;
    begun           = '0;
    joins           = '0;
    waiting_last_d  = waiting_last_q;
    waiting_d       = waiting_q;
    waiting_flits_d = waiting_flits_q;
    brought_d       = brought_q;
    input_module_d  = input_module_q;
    output_module_d = output_module_q;
    pairs_d         = pairs;
    queue_first_d   = queue_first_q;
    queue_last_d    = queue_last_q;
    frames_d        = frames_q;
    flits_d         = flits_q;
    is_taking_d     = is_taking_q;
    is_sending_d    = is_sending_q;
    sent_d          = sent_q;
    next_input_d    = next_input_q;
    next_d          = next_q;
    length_d        = length_q;
    input_d         = input_q;
    output_d        = output_q;
    room_d          = room_q;
    is_aborted_d    = is_aborted_q;
    head_d          = head_q;
    free_first_d    = free_first_q;
    shared_frames_d = shared_frames_q;
    shared_flits_d  = shared_flits_q;
    moving_d        = moving_q;
    turn_d          = turn_q;
    first_in_d      = first_in_q;
    has_taken       = 1'b0;
    first           = 0;
    frames_in_d     = frames_in_q;
    frames_out_d    = frames_out_q;
    full_d          = full_q;
    threshold_d     = threshold_q;
    unknown_d       = unknown_q;
    returned_d      = returned_q;
    runt_d          = runt_q;
    giant_d         = giant_q;
    aborted_d       = aborted_q;
    streams_d       = streams_q;
    orphans_d       = orphans_q;
    aborts_made_d   = aborts_made_q;
    flits_dropped_d = flits_dropped_q;
    flits_out_d     = flits_out_q;
    most_frames_d   = most_frames_q;
    refused_d       = refused_q;
    most_shared_d   = most_shared_q;
    stores          = '0;
    sends           = '0;
    aborts          = '0;
    just_ready      = '0;
    store_at        = '0;
    read_at         = '0;
    flit            = '0;
    opens           = 1'b0;
    is_lost         = 1'b0;
    closes          = 1'b0;
    leaves          = 1'b0;
    there           = '0;
    has_room        = 1'b0;
    has_share       = 1'b0;
    has_stream      = 1'b0;
    room            = InBuffer;
    transfer        = '0;
    is_first        = 1'b0;
    is_taken        = 1'b0;
    length          = '0;
    port            = '0;
    id              = '0;
    held            = '0;
    i               = 0;
    o               = 0;
    k               = 0;
    turn            = 0;
    x               = 0;
    other           = 0;
    for (i = 0; i < PORTS; i = i + 1) begin
      moved_d[i*32+:32] = moved_q[i*32+:32] == 0 ? 32'd0 : moved_q[i*32+:32] - 32'd1;
      wait_d[i*32+:32]  = wait_q[i*32+:32] == 0 ? 32'd0 : wait_q[i*32+:32] - 32'd1;
    end
    for (k = 0; k < Slots; k = k + 1)
      ready_d[k*16+:16] = ready_q[k*16+:16] == 0 ? 16'd0 : ready_q[k*16+:16] - 16'd1;

    // Frames come in, from the one of `first_in` on.
    for (turn = 0; turn < PORTS; turn = turn + 1)
    for (i = 0; i < PORTS; i = i + 1) begin
      first = 32'(first_in_q) + turn < PORTS ? 32'(first_in_q) + turn : 32'(first_in_q) + turn - PORTS;
      flit   = flit_i[i*40+:40];
      opens  = flit.kind[2] && flit.kind[0];
      closes = flit.kind[1];
      id     = slot_q[i*32+:32];
      leaves = CUT_THROUGH != 0 && cuts_through_q[i] && moving_slot_q[i*32+:32] == id;
      if (i == first && flit.kind != 4'd0 && leaves) begin
        if (!opens) begin
          stores[i] = 1'b1;
          store_at[i*32+:32] = (id - 1) * LONGEST + 32'(received_q[i*16+:16]);
        end
        length = received_q[i*16+:16] + 16'd1;
        received_d[i*16+:16] = length;
        if (opens || closes || 32'(length) == LONGEST) begin  // no more flits come of it
          is_open_d[i] = 1'b0;
          if (opens) aborts_made_d[i*64+:64] = aborts_made_d[i*64+:64] + 64'd1;
          o = 32'(moving_to_q[i*16+:16]);
          moving_flits_d[i*16+:16] = length;
          waiting_flits_d[i*32+:32] = waiting_flits_d[i*32+:32] - (LONGEST - 32'(length));
          for (x = 0; x < Slots; x = x + 1)
            if (32'(x) + 1 == id) begin
              length_d[x*16+:16] = length;
              is_aborted_d[x] = opens || !closes;
            end
          if (room_q[(id-1)*2+:2] == InBuffer) begin
            for (x = 0; x < PORTS; x = x + 1)
              if (x == o) flits_d[x*32+:32] = flits_d[x*32+:32] - (LONGEST - 32'(length));
            if (BUFFERS == Shared) shared_flits_d = shared_flits_d - (LONGEST - 32'(length));
          end
          next_slot(i);
          id = slot_d[i*32+:32];
        end
      end
      if (i == first && flit.kind != 4'd0 && !(leaves && !opens)) begin
        if (opens) begin
          if (is_open_d[i]) begin
            aborted_d[i*64+:64] = aborted_d[i*64+:64] + 64'd1;
            flits_dropped_d[i*64+:64] = flits_dropped_d[i*64+:64] + 64'(received_d[i*16+:16]);
          end
          is_open_d[i] = 1'b1;
          received_d[i*16+:16] = 16'd0;
          for (x = 0; x < Slots; x = x + 1) if (32'(x) + 1 == id) head_d[x*40+:40] = flit;
        end
        if (!is_open_d[i]) begin
          orphans_d[i*64+:64] = orphans_d[i*64+:64] + 64'd1;
        end else begin
          if (32'(received_d[i*16+:16]) < LONGEST) begin
            stores[i] = 1'b1;
            store_at[i*32+:32] = (id - 1) * LONGEST + 32'(received_d[i*16+:16]);
          end
          if (32'(received_d[i*16+:16]) <= LONGEST) received_d[i*16+:16] = received_d[i*16+:16] + 16'd1;
          else flits_dropped_d[i*64+:64] = flits_dropped_d[i*64+:64] + 64'd1;
          if (CUT_THROUGH != 0 && 32'(received_d[i*16+:16]) == SHORTEST) begin
            just_ready[i] = 1'b1;
            for (x = 0; x < Slots; x = x + 1) if (32'(x) + 1 == id) ready_d[x*16+:16] = 16'(LOOKUP);
          end
          if (closes) begin
            is_open_d[i] = 1'b0;
            length = received_d[i*16+:16];
            port = port_of(head_d[(id-1)*40+:32]);
            o = port == NoPort ? 0 : 32'(port);
            look_for_room(i, o, length);
            is_lost = 1'b1;
            if (flit.kind == Abort) aborted_d[i*64+:64] = aborted_d[i*64+:64] + 64'd1;
            else if (32'(length) > LONGEST) giant_d[i*64+:64] = giant_d[i*64+:64] + 64'd1;
            else if (32'(length) < SHORTEST) runt_d[i*64+:64] = runt_d[i*64+:64] + 64'd1;
            else if (port == NoPort) unknown_d[i*64+:64] = unknown_d[i*64+:64] + 64'd1;
            else if (o == i) returned_d[i*64+:64] = returned_d[i*64+:64] + 64'd1;
            else if (!has_stream || (room == InBuffer && (!has_room || !has_share))) begin
              if (!has_stream) streams_d[i*64+:64] = streams_d[i*64+:64] + 64'd1;
              else if (!has_room) full_d[i*64+:64] = full_d[i*64+:64] + 64'd1;
              else threshold_d[i*64+:64] = threshold_d[i*64+:64] + 64'd1;
              for (x = 0; x < PORTS; x = x + 1) if (x == o) refused_d[x*64+:64] = refused_d[x*64+:64] + 64'd1;
            end else begin
              is_lost = 1'b0;
              take_room(i, o, id, length, room);
              for (x = 0; x < Slots; x = x + 1) begin
                if (32'(x) + 1 == id) begin
                  ready_d[x*16+:16] = 16'(LOOKUP);
                  next_d[x*32+:32]  = 32'd0;
                end
                if (32'(x) + 1 == waiting_last_d[i*32+:32]) next_d[x*32+:32] = id;
              end
              if (waiting_first_d[i*32+:32] == 0) waiting_first_d[i*32+:32] = id;
              waiting_last_d[i*32+:32] = id;
              next_slot(i);
              if (!has_taken) first_in_d = i + 1 == PORTS ? 16'd0 : 16'(i + 1);
              has_taken = 1'b1;
            end
            if (is_lost) flits_dropped_d[i*64+:64] = flits_dropped_d[i*64+:64] + 64'(length);
          end
        end
      end
    end

    // Transfers begin. Those of frames that have just come do not: their slots are not in the queues of before.
    for (k = 0; k < PORTS; k = k + 1) begin
      i = 32'(turn_q) + k < PORTS ? 32'(turn_q) + k : 32'(turn_q) + k - PORTS;
      id = waiting_first_q[i*32+:32];
      if (id != 0 && !is_moving_q[i] && ready_q[(id-1)*16+:16] == 0 && !is_limited()) begin
        o = 32'(output_q[(id-1)*16+:16]);
        // Of all inputs that ask for the output, none is nearer to its turn.
        is_first = 1'b1;
        for (other = 0; other < PORTS; other = other + 1)
          if (BUFFERS == AtInputs && waiting_first_q[other*32+:32] != 0 && !is_moving_d[other] &&
              ready_q[(waiting_first_q[other*32+:32]-1)*16+:16] == 0 &&
              32'(output_q[(waiting_first_q[other*32+:32]-1)*16+:16]) == o &&
              (other + (other < 32'(next_input_d[o*16+:16]) ? PORTS : 0)) < (i + (i < 32'(next_input_d[o*16+:16]) ? PORTS : 0)))
            is_first = 1'b0;
        if (may_begin(o) && is_first) begin
          length = length_q[(id-1)*16+:16];
          transfer = transfer_between(8'(i), 8'(o));
          for (x = 0; x < PORTS; x = x + 1)
            if (x == i) begin
              begun[x] = DIRECT != 0 && cycles_i[o*32+:32] + 1 > transfer;
              waiting_first_d[x*32+:32] = next_d[(id-1)*32+:32];
              if (waiting_first_d[x*32+:32] == 0) waiting_last_d[x*32+:32] = 32'd0;
              moved_d[x*32+:32] = transfer == 0 ? 32'd0 : transfer * 32'(length) - 32'd1;
            end
          note_transfer(i, o, id, length);
        end
      end
    end

    // Frames that come in leave by outputs that have nothing else to send, of several inputs that after `first_in` first.
    if (CUT_THROUGH != 0)
      for (turn = 0; turn < PORTS; turn = turn + 1)
      for (i = 0; i < PORTS; i = i + 1) begin
        first = 32'(first_in_d) + turn < PORTS ? 32'(first_in_d) + turn : 32'(first_in_d) + turn - PORTS;
        id = slot_d[i*32+:32];
        if (i == first && is_open_d[i] && 32'(received_d[i*16+:16]) + 1 > SHORTEST && 32'(received_d[i*16+:16]) < LONGEST &&
            ready_q[(id-1)*16+:16] == 0 && !just_ready[i] && !is_moving_d[i] && waiting_first_d[i*32+:32] == 0) begin
          port = port_of(head_d[(id-1)*40+:32]);
          o = port == NoPort ? 0 : 32'(port);
          transfer = transfer_between(8'(i), 8'(o));
          is_taken = 1'b0;
          for (other = 0; other < PORTS; other = other + 1)
            if (is_moving_d[other] && 32'(moving_to_d[other*16+:16]) == o) is_taken = 1'b1;
          length = 16'(LONGEST);
          look_for_room(i, o, length);
          if (port != NoPort && o != i && cycles_i[o*32+:32] + 1 > cycles_i[i*32+:32] && cycles_i[o*32+:32] + 1 > transfer &&
              queue_first_q[o*32+:32] == 0 && may_begin(o) && !is_limited() && !is_taken && has_stream &&
              (room != InBuffer || (has_room && has_share))) begin
            take_room(i, o, id, length, room);
            for (x = 0; x < PORTS; x = x + 1)
              if (x == i) begin
                begun[x] = 1'b1;
                cuts_through_d[x] = 1'b1;
                moved_d[x*32+:32] = 32'd0;
              end
            note_transfer(i, o, id, length);
          end
        end
      end

    // Flits leave.
    for (o = 0; o < PORTS; o = o + 1) begin
      id = queue_first_q[o*32+:32];
      i  = id == 0 ? 0 : 32'(input_q[(id-1)*16+:16]);
      // Flits that were there before this edge.
      there = id == 0 ? 32'd0 : 32'(length_q[(id-1)*16+:16]);
      if (CUT_THROUGH != 0 && cuts_through_q[i] && moving_slot_q[i*32+:32] == id && slot_q[i*32+:32] == id)
        there = 32'(received_q[i*16+:16]);
      if (id != 0 && wait_q[o*32+:32] == 0 && (is_sending_q[o] ? 32'(sent_q[o*16+:16]) : 32'd0) < there &&
          (!stop_i[o] || (is_sending_q[o] && !stops_flits_i[o]))) begin
        length = length_q[(id-1)*16+:16];
        if (!is_sending_q[o]) sent_d[o*16+:16] = 16'd0;
        is_sending_d[o] = 1'b1;
        sends[o] = 1'b1;
        flits_out_d[o*64+:64] = flits_out_d[o*64+:64] + 64'd1;
        read_at[o*32+:32] = (id - 1) * LONGEST + 32'(sent_d[o*16+:16]);
        sent_d[o*16+:16] = sent_d[o*16+:16] + 16'd1;
        wait_d[o*32+:32] = cycles_i[o*32+:32] - 32'd1;
        if (sent_d[o*16+:16] == length) begin
          aborts[o] = is_aborted_q[id-1];
          is_sending_d[o] = 1'b0;
          sent_d[o*16+:16] = 16'd0;
          wait_d[o*32+:32] = (1 + GAP) * cycles_i[o*32+:32] - 32'd1;
          queue_first_d[o*32+:32] = next_d[(id-1)*32+:32];
          if (queue_first_d[o*32+:32] == 0) queue_last_d[o*32+:32] = 32'd0;
          room = room_q[(id-1)*2+:2];
          if (room == InBuffer) begin
            frames_d[o*32+:32] = frames_d[o*32+:32] - 32'd1;
            flits_d[o*32+:32] = flits_d[o*32+:32] - 32'(length);
          end
          if (room == InModuleOfOutput) output_module_d[o*32+:32] = output_module_d[o*32+:32] - 32'd1;
          if (BUFFERS == Shared && room == InBuffer) begin
            shared_frames_d = shared_frames_d - 32'd1;
            shared_flits_d  = shared_flits_d - 32'(length);
          end
          for (x = 0; x < PORTS; x = x + 1)
            if (x == i) begin
              brought_d[x*32+:32] = brought_d[x*32+:32] - 32'd1;
              if (room == InModuleOfInput) input_module_d[x*32+:32] = input_module_d[x*32+:32] - 32'd1;
              if (Uplinks != 0 && UPLINK_STREAMS != 0) pairs_d[(x*PORTS+o)*16+:16] = pairs_d[(x*PORTS+o)*16+:16] - 16'd1;
            end
          for (x = 0; x < Slots; x = x + 1) if (32'(x) + 1 == id) next_d[x*32+:32] = free_first_d;
          free_first_d = id;
          frames_out_d[o*64+:64] = frames_out_d[o*64+:64] + 64'd1;
        end
      end
    end

    // Transfers end: one that has begun at this edge ends at the next one at the earliest.
    for (i = 0; i < PORTS; i = i + 1)
      if (is_moving_q[i] && moved_q[i*32+:32] == 0 && !(cuts_through_q[i] && moving_slot_q[i*32+:32] == slot_q[i*32+:32])) begin
        o = 32'(moving_to_q[i*16+:16]);
        is_moving_d[i] = 1'b0;
        moving_d = moving_d - 16'd1;
        waiting_d[i*32+:32] = waiting_d[i*32+:32] - 32'd1;
        waiting_flits_d[i*32+:32] = waiting_flits_d[i*32+:32] - 32'(moving_flits_q[i*16+:16]);
        for (x = 0; x < PORTS; x = x + 1) if (x == o) is_taking_d[x] = 1'b0;
        transfer = transfer_between(8'(i), 8'(o));
        joins[i] = !cuts_through_q[i] && (DIRECT == 0 || transfer > cycles_i[o*32+:32]);
        cuts_through_d[i] = 1'b0;
      end

    // Frames may be sent, those whose transfers end first.
    for (turn = 0; turn < 2; turn = turn + 1)
      for (i = 0; i < PORTS; i = i + 1)
        if (turn == 0 ? joins[i] : begun[i]) begin
          id = moving_slot_d[i*32+:32];
          o = 32'(moving_to_d[i*16+:16]);
          for (x = 0; x < PORTS; x = x + 1)
            if (x == o) begin
              for (k = 0; k < Slots; k = k + 1) begin
                if (32'(k) + 1 == id) next_d[k*32+:32] = 32'd0;
                if (32'(k) + 1 == queue_last_d[x*32+:32]) next_d[k*32+:32] = id;
              end
              if (queue_first_d[x*32+:32] == 0) queue_first_d[x*32+:32] = id;
              queue_last_d[x*32+:32] = id;
            end
        end

    for (i = 0; i < PORTS; i = i + 1)
      if (PAUSE_AT != 0) begin
        held = BUFFERS == AtInputs ? waiting_d[i*32+:32] : brought_d[i*32+:32];
        if (held + 1 > PAUSE_AT) is_paused_d[i] = 1'b1;
        else if (held < RESUME_AT + 1) is_paused_d[i] = 1'b0;
      end
  end

  // --- at the edge

  genvar g;
  generate
    for (g = 0; g < PORTS; g = g + 1) begin : gen_ports
      always_ff @(posedge clk) begin
        if (!rst_n) flit_out_q[g*40+:40] <= '0;
        else flit_out_q[g*40+:40] <= aborts[g] ? {4'd0, Abort, 32'd0} : sends[g] ? memory_q[read_at[g*32+:32]] : '0;
      end
    end
  endgenerate

  int n;
  // A memory: not reset, so that it can be one.
  always_ff @(posedge clk) begin
    for (n = 0; n < PORTS; n = n + 1) if (rst_n && stores[n]) memory_q[store_at[n*32+:32]] <= flit_i[n*40+:40];
  end

  int m;
  always_ff @(posedge clk) begin
    moving_slot_q   <= rst_n ? moving_slot_d : '0;
    moving_flits_q  <= rst_n ? moving_flits_d : '0;
    moving_to_q     <= rst_n ? moving_to_d : '0;
    received_q      <= rst_n ? received_d : '0;
    is_open_q       <= rst_n ? is_open_d : '0;
    is_moving_q     <= rst_n ? is_moving_d : '0;
    is_paused_q     <= rst_n ? is_paused_d : '0;
    cuts_through_q  <= rst_n ? cuts_through_d : '0;
    moved_q         <= rst_n ? moved_d : '0;
    waiting_first_q <= rst_n ? waiting_first_d : '0;
    waiting_last_q  <= rst_n ? waiting_last_d : '0;
    waiting_q       <= rst_n ? waiting_d : '0;
    waiting_flits_q <= rst_n ? waiting_flits_d : '0;
    brought_q       <= rst_n ? brought_d : '0;
    input_module_q  <= rst_n ? input_module_d : '0;
    output_module_q <= rst_n ? output_module_d : '0;
    queue_first_q   <= rst_n ? queue_first_d : '0;
    queue_last_q    <= rst_n ? queue_last_d : '0;
    frames_q        <= rst_n ? frames_d : '0;
    flits_q         <= rst_n ? flits_d : '0;
    is_taking_q     <= rst_n ? is_taking_d : '0;
    is_sending_q    <= rst_n ? is_sending_d : '0;
    sent_q          <= rst_n ? sent_d : '0;
    wait_q          <= rst_n ? wait_d : '0;
    next_input_q    <= rst_n ? next_input_d : '0;
    length_q        <= rst_n ? length_d : '0;
    input_q         <= rst_n ? input_d : '0;
    output_q        <= rst_n ? output_d : '0;
    room_q          <= rst_n ? room_d : '0;
    is_aborted_q    <= rst_n ? is_aborted_d : '0;
    ready_q         <= rst_n ? ready_d : '0;
    head_q          <= rst_n ? head_d : '0;
    free_first_q    <= rst_n ? free_first_d : PORTS + 1;
    shared_frames_q <= rst_n ? shared_frames_d : '0;
    shared_flits_q  <= rst_n ? shared_flits_d : '0;
    moving_q        <= rst_n ? moving_d : '0;
    turn_q          <= rst_n ? turn_d : '0;
    first_in_q      <= rst_n ? first_in_d : '0;
    frames_in_q     <= rst_n ? frames_in_d : '0;
    frames_out_q    <= rst_n ? frames_out_d : '0;
    full_q          <= rst_n ? full_d : '0;
    threshold_q     <= rst_n ? threshold_d : '0;
    unknown_q       <= rst_n ? unknown_d : '0;
    returned_q      <= rst_n ? returned_d : '0;
    runt_q          <= rst_n ? runt_d : '0;
    giant_q         <= rst_n ? giant_d : '0;
    aborted_q       <= rst_n ? aborted_d : '0;
    streams_q       <= rst_n ? streams_d : '0;
    orphans_q       <= rst_n ? orphans_d : '0;
    aborts_made_q   <= rst_n ? aborts_made_d : '0;
    flits_dropped_q <= rst_n ? flits_dropped_d : '0;
    flits_out_q     <= rst_n ? flits_out_d : '0;
    most_frames_q   <= rst_n ? most_frames_d : '0;
    refused_q       <= rst_n ? refused_d : '0;
    most_shared_q   <= rst_n ? most_shared_d : '0;
    for (m = 0; m < PORTS; m = m + 1) slot_q[m*32+:32] <= rst_n ? slot_d[m*32+:32] : m + 1;
    for (m = 0; m < Slots; m = m + 1)
      next_q[m*32+:32] <= rst_n ? next_d[m*32+:32] : (m >= PORTS && m + 1 < Slots ? m + 2 : 0);
  end

  assign flit_o  = flit_out_q;
  assign pause_o = is_paused_q;
endmodule

`default_nettype wire
