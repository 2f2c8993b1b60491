#!/usr/bin/env bash
# Starts the service and the client in turn with and without the AOT cache that lab prepares. Prints how long it takes until the
# health of ./lab service is UP, and until ./lab help and a run of one call end. Also prints the memory of the idle service.
#
#   benchmarks/start.sh [ROUNDS]
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
rounds=${1:-7}
cd "$root"

millis() {
  echo $(($(date +%s%N) / 1000000))
}

# A process for each try would take processors from the start.
await_health() {
  python3 - "$1" "$2" <<'END'
import os, sys, time, urllib.request
while True:
    os.kill(int(sys.argv[2]), 0)
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{sys.argv[1]}/actuator/health")
        break
    except OSError:
        time.sleep(0.02)
END
}

service() { # LAB_FAST_START, file for milliseconds, file for memory
  local port from
  port=$(free_port) from=$(millis)
  LAB_FAST_START=$1 ./lab service --server.port="$port" --grpc.server.port="$(free_port)" >"$work/service.log" 2>&1 &
  pids=("$!")
  await_health "$port" "${pids[0]}"
  echo $(($(millis) - from)) >>"$2"
  sleep 5
  python3 - "$port" "${pids[0]}" >>"$3" <<'END'
import json, sys, urllib.request
port, pid = sys.argv[1:]
rollup = dict(line.split(":", 1) for line in open(f"/proc/{pid}/smaps_rollup").read().splitlines()[1:])
def heap(area):
    url = f"http://127.0.0.1:{port}/actuator/metrics/jvm.memory.used?tag=area:{area}"
    return json.load(urllib.request.urlopen(url))["measurements"][0]["value"] / 2**20
print(*(round(int(rollup[key].split()[0]) / 1024) for key in ("Rss", "Pss", "Private_Dirty")), round(heap("heap")), round(heap("nonheap")))
END
  kill "${pids[0]}"
  wait "${pids[0]}" || true
  pids=()
}

client() { # LAB_FAST_START, file, arguments
  local from
  from=$(millis)
  LAB_FAST_START=$1 ./lab "${@:3}" >"$work/client.log" 2>&1
  echo $(($(millis) - from)) >>"$2"
}

median() {
  sort -n "$1" | sed -n "$(((rounds + 1) / 2))p"
}

for _ in $(seq "$rounds"); do
  for fast in true false; do
    service "$fast" "$work/service-$fast" "$work/memory-$fast"
    client "$fast" "$work/help-$fast" help
  done
done
grpc=$(free_port)
./lab service --server.port=0 --grpc.server.port="$grpc" >"$work/service.log" 2>&1 &
pids=("$!")
wait_for "$grpc"
for _ in $(seq "$rounds"); do
  for fast in true false; do
    client "$fast" "$work/run-$fast" run "127.0.0.1:$grpc" -n 1 --load.model=closed --quiet --load.output="$work/run.json"
  done
done
for what in service help run; do
  echo "$what: $(median "$work/$what-true") ms with the cache, $(median "$work/$what-false") ms without (medians of $rounds)"
done
for fast in true false; do
  echo "idle service, LAB_FAST_START=$fast: RSS, PSS, private dirty, heap, non-heap in MB"
  sort -n "$work/memory-$fast" | sed -n "$(((rounds + 1) / 2))p"
done
