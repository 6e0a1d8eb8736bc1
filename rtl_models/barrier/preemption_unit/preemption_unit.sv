// preemption_unit: gets the virtual channel of one output of a switch for barrier messages: a free one, or one that it takes from the
// worm that holds it. Twin of preemption_unit.hpp, which keeps times where this has timers, and names the phases' meanings.
//
//   offer_i, free_i, held_i, going_i, stopped_i, link_busy_i --> [phase#, second#, wait#, since#] --> send# --> send_o
//   hold_i --> hold#                   header_asks_i --> headers_turn#    random# --> vc# --> vc_o, taken_o     # = register
//
// Timing contract (nothing offered before; no STOP, the link free)
//   offered at edge D, a channel is free       -> first flit sent at edge D, second at D + 1; the channel is free from D + 2 on
//   offered at edge D, none is, a worm is cut  -> request at D + 2, first flit at D + PREEMPT, second at D + PREEMPT + 1
//   last flit sent at edge L, nothing offered  -> padding end at edge L + hold_q, worm goes on from edge L + hold_q + 2 on
//   sent at edge N                             -> send_o names it in cycle N
`default_nettype none

module preemption_unit #(
    // Support for barriers in the switch: 1: any channel can be preempted, 2: the last one, 3: one whose flits move (I, II, III);
    // 4: none can, a message waits for a free one
    parameter int ARCHITECTURE = 1,
    // The victim, of several worms: 0: one at random, 1: that of the lowest channel
    parameter int LOWEST_VICTIM = 0,
    // 1..15
    parameter int VIRTUAL_CHANNELS = 4,
    // Cycles from the cut to the first flit of a message, 4..64
    parameter int PREEMPT = 6,
    // The start value for choosing victims at random; not 0
    parameter int FIRST_RANDOM = 1
) (
    input  wire logic                        clk,
    input  wire logic                        rst_n,        // synchronous
    input  wire logic                        offer_i,      // the barrier unit has a flit for this output
    input  wire logic                        stopped_i,    // STOP from the barrier buffer behind the link
    input  wire logic                        link_busy_i,  // the link still carries the flit before
    input  wire logic [VIRTUAL_CHANNELS-1:0] free_i,       // virtual channels that a header could have
    input  wire logic [VIRTUAL_CHANNELS-1:0] held_i,       // those that worms hold
    input  wire logic [VIRTUAL_CHANNELS-1:0] going_i,      // those with GO, or credits
    input  wire logic                        header_asks_i, // for this output
    // Cycles without a message after which a channel is given back, 1..4096; of the group whose message is offered. The longest of
    // the groups whose messages have come counts. 16 times that after the cut the channel is given back in any case, if a message has
    // gone or STOP holds it back.
    input  wire logic [                12:0] hold_i,
    output logic      [                 1:0] send_o,       // 0: nothing, 1: the flit offered, 2: padding request, 3: padding end
    output logic      [                 3:0] vc_o,         // the virtual channel, while one is taken
    output logic      [VIRTUAL_CHANNELS-1:0] taken_o       // the virtual channel that data may not use
);
  localparam logic [1:0] SendNothing = 2'd0, SendWord = 2'd1, SendRequest = 2'd2, SendEnd = 2'd3;
  localparam logic [2:0] Idle = 3'd0, Pass = 3'd1, Request = 3'd2, Connect = 3'd3, Hold = 3'd4, Restore = 3'd5, Give = 3'd6;

  // `since` is compared with no more than this, and stays there: 16 times the longest hold.
  localparam logic [16:0] MostSince = 17'h10000;
  localparam logic [16:0] PreemptBits = PREEMPT[16:0];
  localparam logic [15:0] AllChannels = 16'hffff >> (16 - VIRTUAL_CHANNELS);
  localparam logic [15:0] Usable = ARCHITECTURE == 2 ? AllChannels ^ (AllChannels >> 1) : AllChannels;

  initial begin
    if (ARCHITECTURE < 1 || ARCHITECTURE > 4) $fatal(1, "%m: ARCHITECTURE = %0d: expected 1 to 4", ARCHITECTURE);
    if (LOWEST_VICTIM < 0 || LOWEST_VICTIM > 1) $fatal(1, "%m: LOWEST_VICTIM = %0d: expected 0 to 1", LOWEST_VICTIM);
    if (VIRTUAL_CHANNELS < 1 || VIRTUAL_CHANNELS > 15)
      $fatal(1, "%m: VIRTUAL_CHANNELS = %0d: expected 1 to 15", VIRTUAL_CHANNELS);
    if (PREEMPT < 4 || PREEMPT > 64) $fatal(1, "%m: PREEMPT = %0d: expected 4 to 64", PREEMPT);
    if (FIRST_RANDOM == 0) $fatal(1, "%m: FIRST_RANDOM = 0: expected any other value");
  end

  logic [ 2:0] phase_q  /*verilator public_flat_rd*/;
  logic [ 3:0] vc_q  /*verilator public_flat_rd*/;
  logic        second_q  /*verilator public_flat_rd*/;  // the first flit of a message has been sent
  logic        used_q  /*verilator public_flat_rd*/;  // a flit of a message has been sent since the cut
  logic [16:0] wait_q  /*verilator public_flat_rd*/;  // edges before the one for which the phase waits
  logic [16:0] since_q  /*verilator public_flat_rd*/;  // edges since the cut, up to MostSince
  logic [12:0] hold_q  /*verilator public_flat_rd*/;  // while a worm is cut: the longest of the groups whose messages have come
  logic headers_turn_q  /*verilator public_flat_rd*/;  // ARCHITECTURE 4: a message has gone, and no edge with a free channel since
  logic [31:0] random_q  /*verilator public_flat_rd*/;
  logic [63:0] preemptions_q  /*verilator public_flat_rd*/;  // counter: worms cut
  logic [63:0] cut_cycles_q  /*verilator public_flat_rd*/;  // counter: edges at which they are
  logic [63:0] passed_q  /*verilator public_flat_rd*/;  // counter: messages that found a free channel
  logic [ 1:0] send_q;

  logic [ 2:0] phase_d;
  logic [ 3:0] vc_d;
  logic [16:0] wait_d;
  logic [12:0] hold_d;
  logic [ 1:0] send_d;
  logic cuts, is_cut_d;

  // --- channels

  logic [15:0] free, victims, going;
  assign free    = {{(16 - VIRTUAL_CHANNELS) {1'b0}}, free_i} & Usable;
  assign going   = {{(16 - VIRTUAL_CHANNELS) {1'b0}}, going_i};
  assign victims = {{(16 - VIRTUAL_CHANNELS) {1'b0}}, held_i} & Usable & (ARCHITECTURE == 3 ? going : AllChannels);

  // The index of the set bit with `below` set ones below it.
  function automatic logic [3:0] nth_set(input logic [15:0] mask, input logic [3:0] below);
    integer n;
    logic [4:0] left;
    nth_set = '0;
    left    = {1'b0, below} + 5'd1;
    for (n = 0; n < 16; n = n + 1)
    if (mask[n]) begin
      left = left - 5'd1;
      if (left == '0) nth_set = n[3:0];
    end
  endfunction

  function automatic logic [3:0] count_of(input logic [15:0] mask);  // at most 15
    integer n;
    count_of = '0;
    for (n = 0; n < 16; n = n + 1) count_of = count_of + {3'b0, mask[n]};
  endfunction

  function automatic logic [31:0] xorshift(input logic [31:0] seed);
    xorshift = seed ^ (seed << 13);
    xorshift = xorshift ^ (xorshift >> 17);
    xorshift = xorshift ^ (xorshift << 5);
  endfunction

  // The remainder of a division, bit by bit from the top.
  function automatic logic [3:0] remainder(input logic [31:0] number, input logic [3:0] divisor);
    integer n;
    logic [4:0] left;
    left = '0;
    for (n = 31; n >= 0; n = n - 1) begin
      left = {left[3:0], number[n]};
      if (left >= {1'b0, divisor}) left = left - {1'b0, divisor};
    end
    remainder = left[3:0];
  endfunction

  logic [31:0] random_next;
  logic [3:0] rank, victim, lowest_free;
  assign random_next = xorshift(random_q);
  assign rank        = LOWEST_VICTIM == 1 ? 4'd0 : remainder(random_next, count_of(victims));
  assign victim      = nth_set(victims, rank);
  assign lowest_free = nth_set(free, 4'd0);

  // --- what is sent

  logic [16:0] until_connected;  // once the request is sent: edges before the first at which a message may go
  assign until_connected = since_q + 17'd2 < PreemptBits ? PreemptBits - 17'd1 - since_q : 17'd1;

  // ARCHITECTURE 4: after a message the next edge with a free channel is left to the headers, if one asks.
  logic asks, takes_turn;
  assign asks       = (phase_q == Idle || phase_q == Give) && offer_i && free != '0;
  assign takes_turn = !(headers_turn_q && header_asks_i) && !stopped_i && !link_busy_i;

  logic begins, passes, in_hold, too_long, may_send, hold_sends, hold_ends, word;
  assign begins     = (phase_q == Idle || phase_q == Give) && offer_i;
  assign passes     = asks && (ARCHITECTURE != 4 || takes_turn);
  assign in_hold    = phase_q == Hold || (phase_q == Connect && wait_q == '0);
  assign too_long   = since_q >= {hold_q, 4'b0} && (used_q || stopped_i);
  assign may_send   = offer_i && (!stopped_i || second_q) && !link_busy_i;
  assign hold_sends = second_q || (offer_i && !too_long);
  assign hold_ends  = !hold_sends && ((phase_q == Hold && wait_q == '0) || too_long) && !link_busy_i;
  assign word       = may_send && (passes || phase_q == Pass || (in_hold && hold_sends));
  assign cuts       = ARCHITECTURE != 4 && begins && free == '0 && victims != '0;

  always_comb begin
    phase_d = phase_q;
    vc_d    = vc_q;
    hold_d  = cuts || (in_hold && word && hold_i > hold_q) ? hold_i : hold_q;
    wait_d  = wait_q == '0 ? '0 : wait_q - 1'b1;
    send_d  = word ? SendWord : SendNothing;
    case (phase_q)
      Idle, Give: begin
        phase_d = Idle;
        if (passes) begin
          phase_d = Pass;
          vc_d    = lowest_free;
        end
        if (cuts) begin
          phase_d = Request;
          vc_d    = victim;
          wait_d  = 17'd1;
        end
      end
      Pass: if (word && second_q) phase_d = Idle;
      Request:
      if (wait_q == '0 && !link_busy_i && (ARCHITECTURE != 3 || going != '0)) begin
        phase_d = Connect;
        send_d  = SendRequest;
        wait_d  = until_connected;
      end
      Connect, Hold:
      if (in_hold) begin
        phase_d = Hold;
        if (word || phase_q == Connect) wait_d = {4'b0, hold_d} - 17'd1;
        if (hold_ends) begin
          phase_d = Restore;
          send_d  = SendEnd;
          wait_d  = 17'd1;
        end
      end
      Restore: if (wait_q == '0) phase_d = Give;
      default: phase_d = Idle;
    endcase
  end

  assign is_cut_d = phase_d == Request || phase_d == Connect || phase_d == Hold || phase_d == Restore;

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      phase_q       <= Idle;
      vc_q          <= '0;
      second_q      <= 1'b0;
      used_q        <= 1'b0;
      wait_q        <= '0;
      since_q       <= '0;
      hold_q        <= '0;
      headers_turn_q <= 1'b0;
      random_q      <= FIRST_RANDOM;
      preemptions_q <= '0;
      cut_cycles_q  <= '0;
      passed_q      <= '0;
      send_q        <= SendNothing;
    end else begin
      phase_q  <= phase_d;
      vc_q     <= vc_d;
      second_q <= second_q ^ word;
      wait_q   <= wait_d;
      send_q   <= send_d;
      hold_q   <= hold_d;
      used_q   <= cuts ? 1'b0 : used_q || (in_hold && word);
      if (ARCHITECTURE == 4 && asks) headers_turn_q <= takes_turn;
      if (!is_cut_d) since_q <= '0;
      else if (since_q != MostSince) since_q <= since_q + 1'b1;
      if (cuts && LOWEST_VICTIM == 0) random_q <= random_next;
      if (cuts) preemptions_q <= preemptions_q + 1'b1;
      if (is_cut_d) cut_cycles_q <= cut_cycles_q + 1'b1;
      if (phase_q == Pass && phase_d == Idle) passed_q <= passed_q + 1'b1;
    end
  end

  genvar v;
  generate
    for (v = 0; v < VIRTUAL_CHANNELS; v = v + 1) begin : g_taken
      assign taken_o[v] = phase_q != Idle && phase_q != Give && vc_q == v;
    end
  endgenerate
  assign vc_o    = vc_q;
  assign send_o  = send_q;
endmodule

`default_nettype wire
