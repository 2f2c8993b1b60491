#!/usr/bin/env bash
# What it costs the server to report the stages of a thousand calls per second, as the servers that the lab starts do: under
# full load, of which that is a small share, and at 900 calls per second, all of which report. One server and one client run
# throughout, and the knob is changed every two seconds (off, on, on, off), so that neither another process, nor another
# just-in-time compilation, nor the hour is compared.
#
#   benchmarks/stages-cost.sh [ROUNDS]
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
rounds=${1:-20}
port=$(free_port)
actuator=$(free_port)

SPRING_SECURITY_USER_PASSWORD=benchmark "$root/lab" service --grpc.server.port="$port" \
  --server.port="$actuator" >"$work/service.log" 2>&1 &
server=$!
pids+=($server)
wait_for "$actuator"
wait_for "$port"

# measure NAME EXECUTOR LOAD...: one line with the ratios of a load.
measure() {
  local name=$1 executor=$2 client
  shift 2
  "$root/lab" run --load.target="127.0.0.1:$port" --load.engine=raw --load.channels=4 --load.connect-timeout=1m "$@" --load.duration=1h >"$work/run.log" 2>&1 &
  client=$!
  pids+=($client)
  python3 - "$name" "$executor" "$actuator" "$server" "$rounds" "$client" <<'END'
import base64
import glob
import json
import os
import statistics
import sys
import time
import urllib.request

name, executor, actuator, server = sys.argv[1:5]
rounds = int(sys.argv[5])
client = sys.argv[6]


def ask(path, body=None):
    headers = {"Content-Type": "application/json",
               "Authorization": "Basic " + base64.b64encode(b"admin:benchmark").decode()}
    request = urllib.request.Request(f"http://127.0.0.1:{actuator}/actuator/{path}", headers=headers,
                                     data=None if body is None else json.dumps(body).encode())
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.read().decode()


def calls():
    return sum(float(line.split()[-1]) for line in ask("prometheus").splitlines()
               if line.startswith("grpc_server_call_duration_seconds_count") and "SayHello" in line)


def cpu_seconds():
    """CPU time of all threads, of which the kernel counts the nanoseconds."""
    nanos = 0
    for path in glob.glob(f"/proc/{server}/task/*/schedstat"):
        try:
            nanos += int(open(path).read().split()[0])
        except OSError:
            pass  # the thread has ended
    return nanos / 1e9


def block(per_second):
    ask("grpctuning", {"executor.type": executor, "stages.sampled-per-second": per_second})
    time.sleep(0.3)
    before, cpu = calls(), cpu_seconds()
    time.sleep(1.7)
    used = cpu_seconds() - cpu
    return used * 1e6 / (calls() - before)


begun = calls()
while calls() == begun:
    if not os.path.exists(f"/proc/{client}"):
        sys.exit("the client has ended")
    time.sleep(0.2)
for _ in range(5):
    block(None)
    block(1000)
ratios, off, on = [], [], []
for _ in range(rounds):
    one = [block(None), block(1000), block(1000), block(None)]
    off += [one[0], one[3]]
    on += one[1:3]
    ratios.append((one[1] + one[2]) / (one[0] + one[3]))
quarter = statistics.quantiles(ratios, n=4)
print(f"{name}: server CPU per call {statistics.median(off):.2f} us without, {statistics.median(on):.2f} us with: "
      f"ratio {statistics.median(ratios):.3f}, half of {rounds} rounds between {quarter[0]:.3f} and {quarter[2]:.3f}")
END
  kill "$client"
  wait "$client" || true
}

measure "full load, direct" direct --load.model=closed --load.closed.outstanding=10
measure "full load, fork-join" fork-join --load.model=closed --load.closed.outstanding=10
measure "900 calls per second, fork-join" fork-join --load.model=open --load.open.rate=900 --load.open.max-lag=10s
