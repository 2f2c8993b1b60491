#!/usr/bin/env bash
# What the live switch and the meters cost on a trivial handler: for direct and fork-join, a server without either,
# one with the switch, and one with the switch and the meters, all started at once and loaded turn by turn.
#
#   benchmarks/tuning-cost.sh [ROUNDS]
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
rounds=${1:-5}
seconds=6

declare -A port pid
start() {
  local name=$1
  shift
  port[$name]=$(free_port)
  "$root/lab" service --grpc.server.port="${port[$name]}" --server.port="$(free_port)" "$@" >"$work/$name.log" 2>&1 &
  pid[$name]=$!
  pids+=($!)
  wait_for "${port[$name]}"
}

for executor in direct fork-join; do
  start "$executor-plain" --grpc.tuning.executor.type=$executor --grpc.tuning.executor.live=false --grpc.tuning.metrics.enabled=false
  start "$executor-live" --grpc.tuning.executor.type=$executor --grpc.tuning.metrics.enabled=false
  start "$executor-meters" --grpc.tuning.executor.type=$executor
done
names=(direct-plain direct-live direct-meters fork-join-plain fork-join-live fork-join-meters)

# load NAME: calls/s and the server's CPU per call in microseconds.
load() {
  local before after
  before=$(cpu_ticks "${pid[$1]}")
  "$root/lab" run --load.target="127.0.0.1:${port[$1]}" --load.model=closed --load.stub=async --load.channels=4 \
    --load.closed.outstanding=10 --load.warmup=1s --load.duration="${seconds}s" --load.output="$work/run.json" >"$work/run.log" 2>&1
  after=$(cpu_ticks "${pid[$1]}")
  json "$work/run.json" "'%.0f %.3f' % (d['throughputPerSecond'], ($after - $before) * 10000 / (d['throughputPerSecond'] * ($seconds + 1)))"
}

echo "round  server             calls/s  server CPU us/call"
for round in $(seq 0 "$rounds"); do
  for name in $( ((round % 2)) && printf '%s\n' "${names[@]}" || printf '%s\n' "${names[@]}" | tac); do
    read -r rate cpu < <(load "$name")
    # Round 0 warms the servers up.
    [ "$round" -eq 0 ] || printf '%5d  %-17s %8s  %18s\n' "$round" "$name" "$rate" "$cpu" | tee -a "$work/table"
  done
done
python3 - "$work/table" <<'END'
import statistics
import sys

rows = [line.split() for line in open(sys.argv[1])]
value = {(int(r[0]), r[1]): (float(r[2]), float(r[3])) for r in rows}
rounds = sorted({k[0] for k in value})
for executor in ("direct", "fork-join"):
    for name, base in (("live", "plain"), ("meters", "live"), ("meters", "plain")):
        pairs = [(value[r, f"{executor}-{name}"], value[r, f"{executor}-{base}"]) for r in rounds]
        rate = statistics.median(a[0] / b[0] for a, b in pairs)
        cpu = statistics.median(a[1] / b[1] for a, b in pairs)
        print(f"{executor}: {name} against {base}: throughput {rate:.3f}, server CPU per call {cpu:.3f} (medians of {len(rounds)} rounds)")
END
