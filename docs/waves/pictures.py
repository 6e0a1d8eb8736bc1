"""The contents of the pictures of docs/waves.md, docs/nic.md and docs/reproduction, which scripts/wave_pictures makes.

A note names cycles. `tells` lists for each what a dump shows: the cycle, the value's path, and its new value, as the
number or the word that the viewer shows, `z` for none. `stays` lists values that do not change. tests/docs/wave_notes.py compares all of it
with dumps, and also the ends of arrows, the stages of pipelines and the numbers at curves: a note about another cycle fails.
"""

from dataclasses import dataclass, field

# Colours of arrows, and of stages.
STOP, GO, LINK, SWITCH = "#ff5050", "#50ff50", "#c0c0ff", "#ffd070"


@dataclass
class Row:
    text: str
    path: str = ""  # of a value; empty: a title, or room for notes
    key: str = ""  # the name for notes and arrows; default: the path, or the title

    def __post_init__(self):
        self.key = self.key or self.path or self.text


def title(text, key=""):
    return Row(text, key=key)


def value(path, text, key=""):
    return Row(text, path, key)


@dataclass
class Note:
    x: float  # the cycle at which it is drawn
    row: str
    text: str
    tells: list  # cycle, path, new value
    stays: list = field(default_factory=list)  # path, value in all cycles of the picture


@dataclass
class Arrow:
    cycle: int
    row: str
    to_cycle: int
    to_row: str
    colour: str


@dataclass
class Stages:
    """The stages of a header in a switch: cycles and names, from its arrival in the buffer to its appearance on the register."""

    row: str
    cycle: int
    parts: list  # cycles, name
    lane: str  # the path of its buffer
    link: str  # ... and of the register


@dataclass
class Picture:
    experiment: str
    heading: str
    first: int  # cycle
    cycles: int
    pixels: float  # a cycle
    rows: list
    notes: list
    legend: list = field(default_factory=list)  # colour and text, below
    options: list = field(default_factory=list)  # of the run
    arrows: list = field(default_factory=list)
    stages: list = field(default_factory=list)
    numbers: list = field(default_factory=list)  # cycle, row: the value there is written at its curve
    packets: dict = field(default_factory=dict)  # colours of some
    ruler: int = 0  # the first row shows the cycle's number each so many cycles


PICTURES = {}

PICTURES["hop"] = Picture(
    "line2_hop", "A packet of four flits goes from host0 over two switches to host1: which cycle it is where", 32, 24, 38, [
        value("clock.cycle", "cycle"),
        title("host0 sends"),
        value("link_host0_to_switch0_p4.kind", "on host0's output register"),
        title("switch0, input port 4 (from host0)"),
        value("switch0.port4.vc0.in_occupancy", "flits in the buffer"),
        value("switch0.port4.vc0.in_kind", "flit at its front"),
        value("switch0.port4.vc0.in_stall", "what that flit does"),
        title("pipeline stage of the head", "stages0"),
        value("switch0.port4.vc0.in_route", "output port that it holds"),
        value("switch0.port0.vc0.out_owner", "input port that holds output 0"),
        title("switch0, output port 0 (to switch1)"),
        value("link_switch0_p0_to_switch1_p1.kind", "on its output register"),
        title("switch1, input port 1 (from switch0)"),
        value("switch1.port1.vc0.in_occupancy", "flits in the buffer"),
        value("switch1.port1.vc0.in_kind", "flit at its front"),
        value("switch1.port1.vc0.in_stall", "what that flit does"),
        title("pipeline stage of the head", "stages1"),
        title("switch1, output port 4 (to host1)"),
        value("link_switch1_p4_to_host1.kind", "on its output register"),
        title("host1 receives"),
        value("host1.vc0.receiving", "packet that is coming in"),
        value("host1.received", "packets that have come"),
    ],
    notes=[
        Note(34.4, "host0 sends", "the head leaves in cycle 34, the tail in 37", [
            (34, "link_host0_to_switch0_p4.kind", "head"), (37, "link_host0_to_switch0_p4.kind", "tail")]),
        Note(44, "switch0.port4.vc0.in_occupancy", "2 cycles of link: in the buffer of input port 4 in 36",
             [(36, "switch0.port4.vc0.in_kind", "head")]),
        Note(40.5, "stages0", "4 cycles of switch: on output register 0 in 40",
             [(40, "link_switch0_p0_to_switch1_p1.kind", "head")]),
        Note(33, "switch1.port1.vc0.in_occupancy", "2 cycles of link: in the buffer in 42",
             [(42, "switch1.port1.vc0.in_kind", "head")]),
        Note(46.5, "stages1", "4 cycles of switch: 46", [(46, "link_switch1_p4_to_host1.kind", "head")]),
        Note(33, "host1 receives", "2 cycles of link: the head is taken in at 48, the tail at 51",
             [(48, "host1.vc0.receiving", "host0:0"), (51, "host1.received", 1)]),
    ],
    arrows=[
        Arrow(34, "link_host0_to_switch0_p4.kind", 36, "switch0.port4.vc0.in_kind", LINK),
        Arrow(40, "link_switch0_p0_to_switch1_p1.kind", 42, "switch1.port1.vc0.in_kind", LINK),
        Arrow(46, "link_switch1_p4_to_host1.kind", 48, "host1.vc0.receiving", LINK),
    ],
    stages=[
        Stages("stages0", 36, [(1, "read"), (2, "routing"), (1, "xbar")], "switch0.port4.vc0", "link_switch0_p0_to_switch1_p1"),
        Stages("stages1", 42, [(1, "read"), (2, "routing"), (1, "xbar")], "switch1.port1.vc0", "link_switch1_p4_to_host1"),
    ],
    numbers=[(39, "switch0.port4.vc0.in_occupancy"), (45, "switch1.port1.vc0.in_occupancy")],
    legend=[
        (LINK, "on a link: 2 cycles"),
        (SWITCH, "in a switch: 1 cycle to read the buffer, 2 to route, 1 through the crossbar (xbar); flits behind the head need no routing"),
    ])


def _lane(n, port, of):
    lane = f"switch{n}.port{port}.vc0"
    return [title(f"switch{n}, input port {port} (from {of})"), value(f"{lane}.in_packet", "packet at the front"),
            value(f"{lane}.in_stall", "what its flit does"), value(f"{lane}.in_occupancy", "flits in the buffer"),
            value(f"{lane}.in_stop", f"STOP to {of}")]


PICTURES["blocked_worm"] = Picture(
    "line4_hot_spot", "A packet is blocked: STOP goes upstream from switch to switch, to the host, and GO behind it (stop_at: 8 flits, go_at: 4)",
    104, 70, 16, [
        title("cycle"),
        title("host0"),
        value("host0.vc0.stopped", "held by STOP"),
        *_lane(0, 4, "host0"),
        value("switch0.port0.vc0.out_stopped", "output 0 is held by STOP"),
        *_lane(1, 1, "switch0"),
        title("switch1, input port 4 (from host1)"),
        value("switch1.port4.vc0.in_packet", "packet at the front"),
        value("switch1.port4.vc0.in_stall", "what its flit does"),
        title("switch1, output port 0 (to switch2)"),
        value("switch1.port0.vc0.out_owner", "owner of output 0: input"),
        value("switch1.port0.vc0.out_stopped", "output 0 is held by STOP"),
        *_lane(2, 1, "switch1"),
    ],
    notes=[
        Note(112.5, "switch1, input port 1 (from switch0)", "108: 8 flits, stop_at. 109: STOP to switch0",
             [(108, "switch1.port1.vc0.in_occupancy", 8), (109, "switch1.port1.vc0.in_stop", 1)]),
        Note(121, "switch0, input port 4 (from host0)", "111: STOP is here. host0:4 stands, and the buffer fills behind it",
             [(111, "switch0.port4.vc0.in_stall", "stopped"), (111, "switch0.port0.vc0.out_stopped", 1)]),
        Note(121.5, "host0", "118: STOP from switch0, too. 120: the host stands",
             [(118, "switch0.port4.vc0.in_stop", 1), (120, "host0.vc0.stopped", 1)]),
        Note(121, "switch1, output port 0 (to switch2)", "120: output 0 goes to input 4, host1:5; host0:4 must wait for its tail",
             [(120, "switch1.port0.vc0.out_owner", 4), (120, "switch1.port1.vc0.in_stall", "no_output")]),
        Note(126.5, "switch2, input port 1 (from switch1)", "122: STOP from switch2. 124: now host1:5 stands, too",
             [(122, "switch2.port1.vc0.in_stop", 1), (124, "switch1.port0.vc0.out_stopped", 1), (124, "switch1.port4.vc0.in_stall", "stopped")]),
        Note(152.2, "switch2.port1.vc0.in_occupancy", "147: 4 flits, go_at. 148: GO",
             [(147, "switch2.port1.vc0.in_occupancy", 4), (148, "switch2.port1.vc0.in_stop", 0)]),
        Note(151.5, "switch1, input port 4 (from host1)", "150: host1:5 goes on",
             [(150, "switch1.port4.vc0.in_stall", "moving")]),
        Note(150.5, "switch1, output port 0 (to switch2)", "154: its tail is gone, and host0:4 owns output 0", [(154, "switch1.port0.vc0.out_owner", 1)]),
        Note(158, "switch1, input port 1 (from switch0)", "155: GO to switch0",
             [(155, "switch1.port1.vc0.in_stop", 0)]),
        Note(157.2, "switch0, input port 4 (from host0)", "157: host0:4 goes on",
             [(157, "switch0.port4.vc0.in_stall", "moving")]),
        Note(150.5, "host0", "165: GO. 167: the host, too",
             [(165, "switch0.port4.vc0.in_stop", 0), (167, "host0.vc0.stopped", 0)]),
    ],
    arrows=[
        Arrow(109, "switch1.port1.vc0.in_stop", 111, "switch0.port0.vc0.out_stopped", STOP),
        Arrow(118, "switch0.port4.vc0.in_stop", 120, "host0.vc0.stopped", STOP),
        Arrow(122, "switch2.port1.vc0.in_stop", 124, "switch1.port0.vc0.out_stopped", STOP),
        Arrow(148, "switch2.port1.vc0.in_stop", 150, "switch1.port0.vc0.out_stopped", GO),
        Arrow(155, "switch1.port1.vc0.in_stop", 157, "switch0.port0.vc0.out_stopped", GO),
        Arrow(165, "switch0.port4.vc0.in_stop", 167, "host0.vc0.stopped", GO),
    ],
    numbers=[(120, "switch0.port4.vc0.in_occupancy"), (111, "switch1.port1.vc0.in_occupancy"), (119, "switch1.port1.vc0.in_occupancy"),
             (126, "switch2.port1.vc0.in_occupancy"), (136, "switch2.port1.vc0.in_occupancy")],
    legend=[
        (STOP, "STOP on its way: 2 cycles of link"), (GO, "GO on its way"), ("#006400", "moving"), ("#cd0000", "stopped"),
        ("#ff8c00", "no_output: another owns it"), ("#a020f0", "lost_arbitration"), ("#4682b4", "routing"),
        ("#595959", "empty: more is to come"), ("#262626", "idle"),
    ], ruler=10)

# For each switch in which a worm waits: the worm that holds the next link, and the edge from which on that link is wanted.
_HELD = {0: "host0:375", 2: "host2:398", 4: "host4:379", 6: "host6:365"}
_BEGIN = {0: 30798, 2: 30797, 4: 30800, 6: 30798}


def _ring_rows():
    rows = [value("clock.cycle", "cycle")]
    for n in (0, 2, 4, 6):
        lane = f"switch{n}.port1.vc0"
        rows += [title(f"switch{n}, input port 1 (from switch{(n - 1) % 8})"), value(f"{lane}.in_packet", "packet at the front"),
                 value(f"{lane}.in_kind", "flit at the front"), value(f"{lane}.in_stall", "what that flit does"),
                 value(f"link_switch{n}_p0_to_switch{n + 1}_p1.packet", f"packet on the link to switch{n + 1}")]
    return rows


PICTURES["deadlock"] = Picture(
    "ring8_deadlock", "Four packets in a ring of eight switches: each one's head waits for a link that the next one holds, and the last one's for the first", 30788, 20, 46, _ring_rows(),
    notes=[Note(30799 if n == 4 else 30798.2, f"switch{n}, input port 1 (from switch{(n - 1) % 8})",
                f"{_BEGIN[n]}: wants the link to switch{n + 1}, which {_HELD[n]} holds",
                [(_BEGIN[n], f"switch{n}.port1.vc0.in_stall", "no_output")]) for n in (0, 2, 4, 6)],
    arrows=[
        Arrow(30793, "link_switch0_p0_to_switch1_p1.packet", 30796, "switch2.port1.vc0.in_packet", LINK),
        Arrow(30797, "link_switch2_p0_to_switch3_p1.packet", 30800, "switch4.port1.vc0.in_packet", LINK),
        Arrow(30795, "link_switch4_p0_to_switch5_p1.packet", 30798, "switch6.port1.vc0.in_packet", LINK),
        Arrow(30795, "link_switch6_p0_to_switch7_p1.packet", 30798, "switch0.port1.vc0.in_packet", LINK),
    ],
    legend=[(LINK, "the head of the packet on this link has gone on, over one more switch, and stands here"),
            ("#ff8c00", "no_output: another packet holds the link")],
    options=["--set", "waves.from=30700", "--set", "waves.to=30900"],
    packets={"host6:365": "maroon", "host0:375": "royal blue", "host2:398": "saddle brown", "host4:379": "deep pink"})


def _lanes_rows():
    rows = [value("clock.cycle", "cycle")]
    for host, port in ((0, 4), (1, 5)):
        lane = f"switch0.port{port}.vc0"
        rows += [title(f"switch0, input port {port} (from host{host})"), value(f"{lane}.in_packet", "packet at the front"),
                 value(f"{lane}.in_stall", "what its flit does"),
                 value(f"{lane}.in_route_vc", "virtual channel that it goes on as")]
    link = "link_switch0_p0_to_switch1_p1"
    return rows + [title("switch0, output port 0 (to switch1)"), value("switch0.port0.grant", "input port that was chosen"),
                   value(f"{link}.packet", "packet on the link"), value(f"{link}.kind", "flit on the link"),
                   value(f"{link}.vc", "virtual channel of that flit")]


PICTURES["lanes"] = Picture(
    "line2_lanes", "Two packets share a link, flit by flit, on two virtual channels", 33, 20, 54, _lanes_rows(),
    notes=[
        Note(34.3, "switch0, input port 5 (from host1)", "34: host1:1 has the link to itself; 35: as virtual channel 0",
             [(34, "switch0.port5.vc0.in_stall", "moving"), (35, "switch0.port5.vc0.in_route_vc", 0)]),
        Note(38.3, "switch0, input port 4 (from host0)", "38: host0:1 comes for the same link; 40: it goes on as virtual channel 1",
             [(38, "switch0.port4.vc0.in_packet", "host0:1"), (40, "switch0.port4.vc0.in_route_vc", 1)]),
        Note(39.3, "switch0, output port 0 (to switch1)", "40 to 45: in turns, host0 and host1; whoever waits has lost_arbitration",
             [(40, "link_switch0_p0_to_switch1_p1.packet", "host0:1"), (45, "link_switch0_p0_to_switch1_p1.packet", "host1:1")]),
    ],
    arrows=[Arrow(39, "switch0.port0.grant", 40, "link_switch0_p0_to_switch1_p1.packet", SWITCH),
            Arrow(40, "switch0.port0.grant", 41, "link_switch0_p0_to_switch1_p1.packet", SWITCH)],
    legend=[(SWITCH, "chosen: on the link in the next cycle"), ("#006400", "moving"), ("#a020f0", "lost_ar+: lost_arbitration, the other one was chosen")],
    packets={"host0:1": "maroon", "host1:1": "royal blue"})

PICTURES["cut_through"] = Picture(
    "nic/echo_cut_through", "A network interface, nic1, sends two packets back while they still come in", 5700, 545, 1.8, [
        title("cycle"),
        title("nic0 sends two packets"),
        value("nic0.dma_state", "its DMA engine"),
        value("nic0.handler", "its processor runs"),
        value("nic0.tx_state", "its send engine"),
        value("link_host0_to_switch0_p2.packet", "packet on the link to switch0"),
        title("nic1 gets them"),
        value("nic1.vc0.rx_state", "its receive engine"),
        value("nic1.vc0.rx_words", "words in the buffer"),
        title("", "header"),
        value("nic1.handler", "its processor runs"),
        title("nic1 sends them back"),
        value("nic1.tx_words", "words read from the buffer"),
        value("nic1.tx_state", "its send engine"),
        value("nic1.tx_cut_through", "cut-through"),
        value("link_host1_to_switch1_p2.packet", "packet on the link to switch1"),
        title("nic0 has them again"),
        value("nic0.vc0.rx_state", "its receive engine"),
        value("nic0.vc0.rx_words", "words in the buffer"),
        title("", "whole"),
        value("nic0.handler", "its processor runs", "handler again"),
        value("nic0.dma_state", "its DMA engine", "dma again"),
    ],
    notes=[
        Note(5748, "nic0 sends two packets", "5741: the first packet has come from the host: the handler of DMA_DONE, 50 cycles, has it sent in 5791",
             [(5741, "nic0.handler", "DMA_DONE"), (5791, "nic0.tx_state", "sending")]),
        Note(5807, "nic1 gets them", "5800: it has come through two switches, and its words run into a buffer",
             [(5800, "nic1.vc0.rx_state", "filling")]),
        Note(5812, "header", "5806: its header is there: RX_HEADER runs, 84 cycles, while the rest still comes",
             [(5806, "nic1.handler", "RX_HEADER")]),
        Note(5898, "nic1 sends them back", "5890: the send engine follows the receive engine through the same buffer",
             [(5890, "nic1.tx_state", "sending"), (5890, "nic1.tx_cut_through", 1)]),
        Note(5905, "nic0 has them again", "5898: it comes back, and its tail leaves nic0 only in 5925",
             [(5898, "nic0.vc0.rx_state", "header"), (5925, "link_host0_to_switch0_p2.kind", "tail")]),
        Note(6040, "whole", "6033: it is whole. RX_DONE starts the copy to the host",
             [(6033, "nic0.handler", "RX_DONE")]),
    ],
    arrows=[
        Arrow(5740, "nic0.dma_state", 5741, "nic0.handler", SWITCH),
        Arrow(5791, "nic0.handler", 5791, "nic0.tx_state", SWITCH),
        Arrow(5792, "link_host0_to_switch0_p2.packet", 5799, "nic1.vc0.rx_state", LINK),
        Arrow(5800, "nic1.vc0.rx_state", 5806, "nic1.handler", SWITCH),
        Arrow(5890, "nic1.handler", 5890, "nic1.tx_state", SWITCH),
        Arrow(5891, "link_host1_to_switch1_p2.packet", 5898, "nic0.vc0.rx_state", LINK),
        Arrow(6032, "nic0.vc0.rx_state", 6033, "handler again", SWITCH),
        Arrow(6119, "handler again", 6119, "dma again", SWITCH),
    ],
    legend=[(LINK, "over the network"), (SWITCH, "one part of an interface starts another"),
            ("#4169e1", "the first packet, there and back"), ("#8b4513", "the second one")],
    packets={"host0:0": "royal blue", "host0:1": "saddle brown", "host1:0": "royal blue", "host1:1": "saddle brown"}, ruler=50)

PICTURES["barrier"] = Picture(
    "line3_barrier", "A barrier's message cuts a worm, from host0 to host4, on the only channel of a link, and padding holds the path that the worm has behind it", 150, 39, 29, [
        value("clock.cycle", "cycle"),
        title("host1 comes to the barrier"),
        value("link_host1_to_switch0_p5.barrier.message", "its message leaves for switch0"),
        title("switch0: the worm is cut"),
        value("switch0.barrier.message", "message in the barrier unit"),
        value("switch0.port0.barrier.phase", "steps of the crossbar, output 0"),
        title("", "over"),
        value("switch0.port4.vc0.in_stall", "what the worm's front flit does"),
        value("switch0.port4.vc0.in_occupancy", "flits of it in the buffer"),
        value("switch0.port4.vc0.in_stop", "STOP to host0"),
        title("", "link"),
        value("link_switch0_p0_to_switch1_p1.kind", "flit on the link to switch1"),
        value("link_switch0_p0_to_switch1_p1.barrier.message", "which one of a barrier"),
        title("switch1: its path is held"),
        value("switch1.port1.barrier.padding", "padding has been asked for"),
        value("switch1.port1.vc0.in_kind", "flit at the front of the buffer"),
        value("switch1.port1.vc0.in_stall", "what that flit does"),
        value("switch1.port0.vc0.out_owner", "input port that holds output 0"),
        value("link_switch1_p0_to_switch2_p1.kind", "flit on the link to switch2"),
        title("switch2 passes it on"),
        value("switch2.port4.vc0.out_owner", "input port that holds output 4"),
        value("link_switch2_p4_to_host4.kind", "flit on the link to host4"),
        title("host4 discards it"),
        value("host4.vc0.receiving", "packet that is coming in"),
    ],
    notes=[
        Note(152.5, "host1 comes to the barrier", "151: its message, of two flits, has to go on to switch1, to host3",
             [(151, "link_host1_to_switch0_p5.barrier.message", "build")]),
        Note(157.6, "switch0: the worm is cut", "156: the worm stands, for it has the only channel of output 0. 157: data is broken from it, then the padding generator connected",
             [(156, "switch0.port4.vc0.in_stall", "cut_by_barrier"), (157, "switch0.port0.barrier.phase", "request")]),
        Note(153, "switch0.port4.vc0.in_occupancy", "168: 16. 169: STOP", [
            (168, "switch0.port4.vc0.in_occupancy", 16), (169, "switch0.port4.vc0.in_stop", 1)]),
        Note(159.5, "link", "159: padding request. 163: the barrier unit is connected, the message goes",
             [(159, "link_switch0_p0_to_switch1_p1.barrier.message", "padding_request"), (163, "link_switch0_p0_to_switch1_p1.barrier.message", "build"),
              (163, "switch0.port0.barrier.phase", "hold")]),
        Note(162.5, "switch1: its path is held", "162: the worm's flits are gone. 163: padding, in their place",
             [(162, "switch1.port1.vc0.in_stall", "empty"), (163, "switch1.port1.vc0.in_kind", "padding")],
             stays=[("switch1.port0.vc0.out_owner", 1)]),
        Note(168.5, "switch2 passes it on", "165, 169: on each link of the path, as if it were data", [
            (165, "link_switch1_p0_to_switch2_p1.kind", "padding"), (169, "link_switch2_p4_to_host4.kind", "padding")],
             stays=[("switch2.port4.vc0.out_owner", 1)]),
        Note(170.5, "host4 discards it", "all the while host0:0 is coming in", [], stays=[("host4.vc0.receiving", "host0:0")]),
        Note(165, "over", "176: hold, T = 12, is over: padding end. 178: data is connected again, the worm goes on", [
            (176, "link_switch0_p0_to_switch1_p1.barrier.message", "padding_end"), (176, "switch0.port0.barrier.phase", "restore"),
            (178, "link_switch0_p0_to_switch1_p1.kind", "body")]),
        Note(180.6, "switch1: its path is held", "180: no more. 181: the worm", [
            (180, "switch1.port1.barrier.padding", 0), (181, "switch1.port1.vc0.in_kind", "body")]),
    ],
    arrows=[
        Arrow(151, "link_host1_to_switch0_p5.barrier.message", 155, "switch0.barrier.message", LINK),
        Arrow(155, "switch0.barrier.message", 157, "switch0.port0.barrier.phase", SWITCH),
        Arrow(159, "link_switch0_p0_to_switch1_p1.barrier.message", 161, "switch1.port1.barrier.padding", LINK),
        Arrow(176, "link_switch0_p0_to_switch1_p1.barrier.message", 180, "switch1.port1.barrier.padding", LINK),
        Arrow(165, "link_switch1_p0_to_switch2_p1.kind", 169, "link_switch2_p4_to_host4.kind", LINK),
        Arrow(182, "link_switch1_p0_to_switch2_p1.kind", 186, "link_switch2_p4_to_host4.kind", LINK),
    ],
    numbers=[(168, "switch0.port4.vc0.in_occupancy"), (173, "switch0.port4.vc0.in_occupancy")],
    legend=[
        (LINK, "over a link"), (SWITCH, "in a switch"), ("#ff1493", "a barrier takes the channel"), ("#cd0000", "hold: it has it"),
        ("#006400", "the worm moves"), ("#595959", "padding"), ("#a020f0", "its message, first flit"), ("#3cb371", "pad+ in 176: padding end"),
    ])

# The worst synchronization of 8 hosts: docs/reproduction/song2005/worst_case.md.
PICTURES["skew_lag"] = Picture(
    "song2005/sss_sample", "host0 falls behind: its packet waits for that of host3, and its buffer then drains no faster than the link", 38980, 1180, 1, [
        title("cycle"),
        title("host3, whom host0 waits for"),
        value("nic3.slot", "its slot"),
        value("switch0.port6.vc0.out_owner", "who has the link to host6"),
        title("host0"),
        value("nic0.slot", "its slot"),
        value("nic0.tx_state", "its send engine"),
        value("host0.vc0.stopped", "stopped"),
        title("switch0, from host0"),
        value("switch0.port0.vc0.in_packet", "front packet"),
        value("switch0.port0.vc0.in_stall", "its flit"),
        value("switch0.port0.vc0.in_occupancy", "flits in the buffer"),
        value("switch0.port0.vc0.in_stop", "STOP to host0"),
    ],
    notes=[
        Note(39042, "host0", "39034: slot 5, a packet to host6, which host3 still sends to", [(39034, "nic0.slot", 5)]),
        Note(39285, "switch0.port0.vc0.in_stop", "39260: 53 flits: STOP, 39273 at host0", [
            (39260, "switch0.port0.vc0.in_stop", 1), (39273, "host0.vc0.stopped", 1)]),
        Note(39330, "host3, whom host0 waits for", "39801: host3 is done; its tail leaves the link to host6 by 39898", [
            (39801, "nic3.slot", 5), (39898, "switch0.port6.vc0.out_owner", "z")]),
        Note(39620, "switch0, from host0", "43 flits drain at the pace of the link", []),
        Note(39790, "switch0.port0.vc0.in_stop", "40073: 17 flits are left: GO, 40086 at host0", [
            (40073, "switch0.port0.vc0.in_stop", 0), (40086, "host0.vc0.stopped", 0)]),
    ],
    options=["--set", "waves.from=38000", "--set", "waves.to=41000"],
    arrows=[
        Arrow(39801, "nic3.slot", 39898, "switch0.port6.vc0.out_owner", LINK),
        Arrow(39260, "switch0.port0.vc0.in_stop", 39273, "host0.vc0.stopped", STOP),
        Arrow(40073, "switch0.port0.vc0.in_stop", 40086, "host0.vc0.stopped", GO),
    ],
    packets={"host0:3": "royal blue"}, ruler=100)

PICTURES["skew_lead"] = Picture(
    "song2005/sss_sample", "host7 keeps its lead: what waits for the packet of host2 fits into the buffer, and nothing stops it", 39640, 380, 2.8, [
        title("cycle"),
        title("host2, whom host7 waits for"),
        value("nic2.slot", "its slot"),
        value("switch0.port5.vc0.out_owner", "who has the link to host5"),
        title("host7"),
        value("nic7.slot", "its slot"),
        value("nic7.tx_state", "its send engine"),
        value("host7.vc0.stopped", "stopped"),
        title("switch0, from host7"),
        value("switch0.port7.vc0.in_packet", "front packet"),
        value("switch0.port7.vc0.in_stall", "its flit"),
        value("switch0.port7.vc0.in_occupancy", "flits in the buffer"),
        value("switch0.port7.vc0.in_stop", "STOP to host7"),
    ],
    notes=[
        Note(39697, "host7", "39693: slot 5, a packet to host5, which host2 still sends to: host7 is ahead by 139 cycles", [(39693, "nic7.slot", 5)]),
        Note(39665, "host2, whom host7 waits for", "39832: host2 is done; its tail leaves the link to host5 by 39882", [
            (39832, "nic2.slot", 5), (39882, "switch0.port5.vc0.out_owner", "z")]),
        Note(39790, "switch0, from host7", "the packet waits, its buffer grows from 17 flits to 45: too few for STOP", []),
    ],
    options=["--set", "waves.from=39000", "--set", "waves.to=41000"],
    arrows=[Arrow(39832, "nic2.slot", 39882, "switch0.port5.vc0.out_owner", LINK)],
    packets={"host7:3": "royal blue"}, ruler=50)

PICTURES["round_trip"] = Picture(
    "shurbanov2000/round_trip", "The parts of a round trip: a write of 64 bytes from host0 to host1, over two routers, and its response", 0, 218, 5, [
        value("clock.cycle", "cycle"),
        title("host0: start-up"),
        value("nic0.handler", "handler of its firmware"),
        value("nic0.dma_state", "transfer from host memory"),
        title("the network, there"),
        value("link_host0_to_switch0_p2.kind", "request on the link to switch0"),
        value("link_switch0_p0_to_switch1_p1.kind", "on the link to switch1"),
        value("link_switch1_p2_to_host1.kind", "on the link to host1"),
        title("host1: service"),
        value("nic1.handler", "handler of its firmware"),
        value("nic1.dma_state", "transfer to host memory"),
        title("the network, back"),
        value("link_host1_to_switch1_p2.kind", "response on the link to switch1"),
        value("link_switch1_p1_to_switch0_p0.kind", "on the link to switch0"),
        value("link_switch0_p2_to_host0.kind", "on the link to host0"),
    ],
    notes=[
        Note(12, "host0: start-up", "from the command to the head on the link; the transfer is a part of it", []),
        Note(58, "the network, there", "56: the head is on the link, and the round trip begins. 149: the tail is at host1", [
            (56, "link_host0_to_switch0_p2.kind", "head"), (149, "link_switch1_p2_to_host1.kind", "tail")]),
        Note(120, "host1: service", "the data go to the host, then it works", []),
        Note(100, "the network, back", "185: the head of the response. 210: its tail is at host0, and the round trip ends", [
            (185, "link_host1_to_switch1_p2.kind", "head"), (210, "link_switch0_p2_to_host0.kind", "tail")]),
    ],
    arrows=[
        Arrow(56, "link_host0_to_switch0_p2.kind", 70, "link_switch1_p2_to_host1.kind", LINK),
        Arrow(185, "link_host1_to_switch1_p2.kind", 199, "link_switch0_p2_to_host0.kind", LINK),
    ],
    ruler=20,
)
