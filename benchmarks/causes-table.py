#!/usr/bin/env python3
"""Prints what the diagnosis says of runs whose variants are named by what held them up."""
import collections
import json
import sys

diagnosed = {}
for file in sys.argv[1:]:
    for variant in json.load(open(file))["variants"]:
        kinds = [run["diagnosis"]["bottleneck"]["kind"] for run in variant["runs"]]
        diagnosed[variant["name"]] = collections.Counter(kinds)
        for run in variant["runs"]:
            print(f'{variant["name"]}: {run["diagnosis"]["bottleneck"]["text"]}', file=sys.stderr)

print("| produced | runs | as diagnosed | otherwise |\n|---|--:|--:|---|")
for produced, kinds in diagnosed.items():
    others = ", ".join(f"{kind} {runs}" for kind, runs in kinds.items() if kind != produced)
    print(f"| {produced} | {sum(kinds.values())} | {kinds[produced]} | {others} |")
runs = sum(sum(kinds.values()) for kinds in diagnosed.values())
print(f"| all | {runs} | {sum(kinds[name] for name, kinds in diagnosed.items())} | |")
