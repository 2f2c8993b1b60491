#!/usr/bin/env bash
# Calls a quick method and one that blocks its thread for 5 ms at the same time, with 40 open calls each. Prints calls per second
# and p99 of each method, and the server's CPU per call, for the executor types direct, fork-join and adaptive. Then calls the
# quick method alone, which shows the cost of measuring with adaptive. One server and the clients run throughout, and the script
# changes the executor for each turn of a few seconds.
#
#   benchmarks/adaptive.sh [ROUNDS [SECONDS]]
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
rounds=${1:-5}
seconds=${2:-4}
port=$(free_port)
actuator=$(free_port)
SPRING_SECURITY_USER_PASSWORD=benchmark "$root/lab" service --grpc.server.port="$port" --server.port="$actuator" \
  --hello.work.max-delay=5ms >"$work/service.log" 2>&1 &
server=$!
pids+=($server)
wait_for "$actuator"
wait_for "$port"

# load OPTIONS: drives calls until it is stopped, with meters on $metrics.
load() {
  metrics=$(free_port)
  "$root/lab" drive --load.target="127.0.0.1:$port" --load.engine=raw --load.model=closed --load.channels=4 --load.closed.outstanding=10 \
    --server.port="$metrics" --quiet "$@" >"$work/load-$metrics.log" 2>&1 &
  client=$!
  pids+=($client)
  wait_for "$metrics"
}
load
quick=$metrics
load --call hello.v1.HelloService/SayHelloStream --load.metadata.x-work-delay-us=5000

python3 - "$server" "$actuator" "$quick" "$metrics" "$client" "$rounds" "$seconds" <<'END'
import os
import re
import signal
import statistics
import sys
import time

import service

server, actuator, quick, blocking, client = sys.argv[1:6]
rounds, seconds = int(sys.argv[6]), float(sys.argv[7])


def buckets(port):
    """Answered calls by the latency in seconds that they had at most."""
    counts = {}
    for line in service.ask(port, "prometheus", password=None).splitlines():
        found = re.match(r'load_service_time_seconds_bucket\{.*le="([^"]*)".*\} (\S+)', line)
        if found:
            counts[float(found[1].replace("+Inf", "inf"))] = counts.get(float(found[1].replace("+Inf", "inf")), 0) + float(found[2])
    return counts


def cpu_seconds():
    """CPU time of the process, also of threads that have ended."""
    fields = open(f"/proc/{server}/stat").read().rsplit(") ")[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def p99(counts):
    """In milliseconds, interpolated in its bucket."""
    total, below, bound = counts[float("inf")], 0, 0
    for limit in sorted(counts):
        if counts[limit] >= 0.99 * total:
            if limit == float("inf") or counts[limit] == below:
                return bound * 1e3
            return 1e3 * (bound + (limit - bound) * (0.99 * total - below) / (counts[limit] - below))
        below, bound = counts[limit], limit


def turn(kind, executor, counted=True):
    service.ask(actuator, "grpctuning/executor.type", {"configured": executor, "guard": False})
    time.sleep(3)
    ports = [quick, blocking] if kind == "mixed" else [quick]
    before, cpu, start = [buckets(port) for port in ports], cpu_seconds(), time.monotonic()
    time.sleep(seconds)
    after, used, took = [buckets(port) for port in ports], cpu_seconds() - cpu, time.monotonic() - start
    change = [{limit: new[limit] - old.get(limit, 0) for limit in new} for old, new in zip(before, after)]
    figures = [value for each in change for value in (each[float("inf")] / took, p99(each))]
    figures.append(1e6 * used / sum(each[float("inf")] for each in change))
    if not counted:
        return  # the compiler is not done
    values.setdefault((kind, executor), []).append(figures)
    print(f"{kind:6} {executor:10}" + "".join(f"{value:11.2f}" for value in figures), flush=True)


values = {}
for kind in ("mixed", "alone"):
    print("load   executor      quick/s    p99, ms" + (" blocking/s    p99, ms" if kind == "mixed" else "") + "    CPU, us")
    order = ["direct", "fork-join", "adaptive"]
    for executor in order:
        turn(kind, executor, False)
    for number in range(rounds):
        for executor in order if number % 2 == 0 else order[::-1]:
            turn(kind, executor)
    if kind == "mixed":
        os.kill(int(client), signal.SIGTERM)
        time.sleep(7)
for (kind, other) in [(kind, other) for kind in ("mixed", "alone") for other in ("direct", "fork-join")]:
    ratios = [[a / b for a, b in zip(*pair)] for pair in zip(values[kind, "adaptive"], values[kind, other])]
    names = ["quick calls", "p99"] + (["blocking calls", "p99"] if kind == "mixed" else []) + ["CPU per call"]
    print(f"adaptive against {other}, {kind}: " + ", ".join(
        f"{name} {statistics.median(column):.3g} ({min(column):.3g} to {max(column):.3g})"
        for name, column in zip(names, zip(*ratios))))
END
