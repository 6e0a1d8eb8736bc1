#!/usr/bin/env python3
"""The schema of the command accepts the repository's experiments, and refuses what the command refuses.

usage: schema.py SLACKLINE EXPERIMENT...
"""

import json
import subprocess
import sys

import jsonschema
import yaml

ACCEPTED = [
    "{schema_version: 1, name: 17}",
    "{schema_version: 1, clock: {period: 6.25 ns}, link: {delay: 17 ns, cycles_per_flit: 1.28 Gb/s, flit_bits: auto}}",
    "{schema_version: 1, link: {delay: 3 cycles}, switch: {buffer: {flits: 2 KiB, stop_at: auto, go_at: 4}}}",
    "{schema_version: 1, faults: [{kind: drop, link: link_host0_to_switch0_p4, to: never, vc: 0}]}",
    "{schema_version: 1, links: [{link: link_host0_to_switch0_p4, delay: auto, directions: one}]}",
    "{schema_version: 1, routing: {allow_cycles: true}}",
    "{schema_version: 1, run: {seed: 18446744073709551615, warmup: auto}, topology: {size: [4, 4]}}",
]
REFUSED = [
    "{}",
    "{schema_version: 2}",
    "{schema_version: 1, nmae: x}",
    "{schema_version: 1, switch: {buffer: {flit: 3}}}",
    "{schema_version: 1, switch: {buffer: {flits: 0}}}",
    "{schema_version: 1, switch: {buffer: {flits: 1.5 KiB}}}",
    "{schema_version: 1, clock: {period: 6.25}}",
    "{schema_version: 1, link: {cycles_per_flit: 1 Gb}}",
    "{schema_version: 1, topology: {kind: mash}}",
    "{schema_version: 1, topology: {size: []}}",
    "{schema_version: 1, traffic: {load: 1.01}}",
    "{schema_version: 1, traffic: {load: '0.1'}}",
    "{schema_version: 1, faults: [{kind: drop}]}",
    "{schema_version: 1, links: [{link: a, dleay: 3}]}",
    "{schema_version: 1, routing: {allow_cycles: maybe}}",
    "{schema_version: 1, run: []}",
]


def main():
    command, *experiments = sys.argv[1:]
    schema = json.loads(subprocess.run([command, "schema"], stdout=subprocess.PIPE, check=True, text=True).stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    wrong = []
    for name in experiments:
        with open(name) as file:
            wrong += [f"{name}: {error.message}" for error in validator.iter_errors(yaml.safe_load(file))]
    for text in ACCEPTED:
        wrong += [f"{text}: {error.message}" for error in validator.iter_errors(yaml.safe_load(text))]
    wrong += [f"{text}: accepted" for text in REFUSED if validator.is_valid(yaml.safe_load(text))]
    print("\n".join(wrong))
    return 1 if wrong or not experiments else 0


sys.exit(main())
