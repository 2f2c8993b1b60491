#!/usr/bin/env bash
# What it costs hello-service to let executors take turns by its own clock, under an open load of 4,000 calls per second: time of a
# switch, how late it was, and CPU of the thread that switches.
#
#   benchmarks/slices-cost.sh [SECONDS]
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
seconds=${1:-20}
port=$(free_port)
actuator=$(free_port)

SPRING_SECURITY_USER_PASSWORD=benchmark "$root/lab" service --grpc.server.port="$port" --server.port="$actuator" >"$work/service.log" 2>&1 &
server=$!
pids+=($server)
wait_for "$actuator"
wait_for "$port"
"$root/lab" run --load.target="127.0.0.1:$port" --load.engine=raw --load.channels=4 --load.model=open --load.open.rate=4000 \
  --load.duration=1h >"$work/run.log" 2>&1 &
pids+=($!)

python3 - "$actuator" "$server" "$seconds" <<'PYTHON'
import json
import statistics
import sys
import time

import service

actuator, server, seconds = sys.argv[1], sys.argv[2], int(sys.argv[3])
EXECUTORS = {f"candidates[{i}].executor.type": each for i, each in enumerate(("direct", "fork-join", "virtual"))}


def ask(path, body=None):
    return service.ask(actuator, path, body)


def cpu_nanos():
    return service.cpu_nanos(server, "grpc-server-sli")


while "SayHello" not in ask("prometheus"):
    time.sleep(0.2)
for name, plan in (("warm-up", {"slice": "50ms", **EXECUTORS}), ("50 ms, equal candidates", {"slice": "50ms", "candidates": 2}),
                   ("50 ms", {"slice": "50ms", **EXECUTORS}), ("10 ms", {"slice": "10ms", **EXECUTORS})):
    ask("grpcslices", {"length": f"{seconds}s", **plan})
    time.sleep(1)
    while not json.loads(ask("grpcslices"))["slices"]:
        time.sleep(0.05)
    before, begun = cpu_nanos(), time.monotonic()
    time.sleep(0.7 * seconds)
    switching, everything = (after - at for after, at in zip(cpu_nanos(), before))
    per_second = 1e9 * (time.monotonic() - begun)
    slices, state = [], {"ended": None}
    while state["ended"] is None:
        state = json.loads(ask(f"grpcslices?from={slices[-1]['number'] + 1 if slices else 0}"))
        slices += state["slices"]
        time.sleep(0.1)
    median = {figure: statistics.median(each[figure] for each in slices) / 1e3 for figure in ("switchMicros", "lateMicros")}
    number = 0.7 * seconds * 1e6 / state["sliceMicros"]
    print(f"{name}: switch {median['switchMicros']:.2f} ms, late {median['lateMicros']:.2f} ms, "
          f"CPU per switch {switching / number / 1e6:.2f} ms, {100 * switching / per_second:.1f} % of a processor, "
          f"{100 * switching / everything:.1f} % of the server's CPU; {len(slices)} of {state['planned']} slices", flush=True)
PYTHON
