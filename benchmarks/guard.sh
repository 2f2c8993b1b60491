#!/usr/bin/env bash
# How soon the guard takes back changes that do harm, under 5,000 calls a second whose handlers block for 2 ms: they run on the two
# event loops, or on one thread. Between these changes there are ones that do none. Prints the time until each is taken back, which
# harmless ones were, and how many calls failed in all.
#
#   benchmarks/guard.sh [ROUNDS]
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
rounds=${1:-5}
port=$(free_port)
actuator=$(free_port)

SPRING_SECURITY_USER_PASSWORD=benchmark "$root/lab" service --grpc.server.port="$port" --server.port="$actuator" \
  --grpc.tuning.executor.type=virtual --grpc.tuning.worker-threads=2 --hello.work.delay=2ms >"$work/hello.log" 2>&1 &
pids+=($!)
wait_for "$actuator"

"$root/lab" run --load.target=127.0.0.1:"$port" --load.model=open --load.open.rate=5000 --load.engine=raw --load.channels=8 --load.warmup=5s \
  --load.duration="$((rounds * 48 + 30))s" --load.open.max-lag=1s --live=false --quiet --load.output="$work/result.json" \
  >"$work/load.log" 2>&1 &
load=$!
pids+=("$load")

python3 - "$actuator" "$rounds" <<'PYTHON'
import datetime, json, sys, time

import service

HARM = [("calls on the event loops", {"executor.type": "direct"}), ("one thread", {"executor.type": "fixed", "executor.threads": 1})]
NONE = [("cached", {"executor.type": "cached"}), ("virtual", {"executor.type": "virtual"})]


def ask(body=None):
    return json.loads(service.ask(sys.argv[1], "grpctuning", body))


def at(change):
    return datetime.datetime.fromisoformat(change["at"][:26].rstrip("Z") + "+00:00").timestamp()


time.sleep(25)
for round in range(int(sys.argv[2])):
    for i, (name, values) in enumerate([HARM[0], NONE[0], HARM[1], NONE[1]]):
        change = ask(values)
        last = change
        until = time.time() + 12
        while last["outcome"] != "REVERTED" and time.time() < until:
            time.sleep(0.1)
            last = ask()["changes"][0]
        taken = last["outcome"] == "REVERTED"
        print(f"{name:26}", f"taken back after {at(last) - at(change):.2f} s: {last['detail']}" if taken else "stays", flush=True)
        time.sleep(max(0, until - time.time()))
PYTHON

wait "$load" || true
python3 - "$work/result.json" <<'PYTHON'
import json, sys

counts = json.load(open(sys.argv[1]))["load"]["counts"]
print(", ".join(f"{name} {value:,}" for name, value in counts.items() if isinstance(value, int)))
PYTHON
