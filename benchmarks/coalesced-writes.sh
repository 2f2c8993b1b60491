#!/usr/bin/env bash
# Measures what connection.coalesce-writes saves hello-service: CPU per call and calls per second with and without it, under h2load, which is
# on the PATH. The setting changes while the servers run, for the next connections. The rows are JVMs.
#
#   benchmarks/coalesced-writes.sh [ROUNDS [JVMS]]
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
rounds=${1:-10} jvms=${2:-1}
needs h2load "Debian has it in nghttp2-client"

servers=()
for row in $(for _ in $(seq "$jvms"); do echo direct tuned; done); do
  port=$(free_port) actuator=$(free_port)
  SPRING_SECURITY_USER_PASSWORD=benchmark "$root/lab" service --spring.profiles.active="$row" --grpc.server.port="$port" \
    --server.port="$actuator" >"$work/$row-$port.log" 2>&1 &
  pids+=($!)
  servers+=("$row:$!:$port:$actuator")
  wait_for "$port"
  wait_for "$actuator"
done

# A SayHello with two names, after gRPC's prefix of five bytes.
printf '\0\0\0\0\014\n\003Ada\022\005Lovel' >"$work/call"
python3 - "$rounds" "$work/call" "${servers[@]}" <<'END'
import os
import statistics
import sys

import h2load
import service

rounds, call = int(sys.argv[1]), sys.argv[2]


def turn(server, on, seconds=2):
    """Returns calls per second, and the CPU time of a call in microseconds."""
    _, pid, port, actuator = server.split(":")
    service.ask(actuator, "grpctuning", {"connection.coalesce-writes": on, "guard": False})
    # The compiler works for the setting that came first.
    return h2load.turn(server, pid, port, call, seconds, compiler=False)


def compared(server, middle):
    """Ratios of the two turns in the middle to those around them, which have coalesced writes off."""
    turns = [turn(server, on) for on in (False, middle, middle, False)]
    return [(turns[1][i] + turns[2][i]) / (turns[0][i] + turns[3][i]) for i in (0, 1)]


def spread(values):
    quarter = statistics.quantiles(values * 2, n=4) if len(values) == 1 else statistics.quantiles(values, n=4)
    return f"{statistics.median(values):.3f} ({quarter[0]:.3f} to {quarter[2]:.3f})"


for server in sys.argv[3:]:
    for on in (False, True) * (1 if os.environ.get("BENCHMARK_SMOKE") == "true" else 10):
        turn(server, on, 3)
values = {server: ([], []) for server in sys.argv[3:]}
for _ in range(rounds):
    for server in values:
        for each, middle in zip(values[server], (True, False)):
            each.append(compared(server, middle))
for server, (on, same) in values.items():
    for index, figure in enumerate(("calls per second", "CPU per call")):
        print(f"{server.split(':')[0]}, {figure}: with to without {spread([it[index] for it in on])}, "
              f"A/A {spread([it[index] for it in same])}", flush=True)
END
