#!/usr/bin/env bash
# What the live switch and the meters cost on a trivial handler, for direct and fork-join: without either, with the
# switch, and with the switch and the meters. One server takes all six in turn, changed through its own endpoint, so that
# neither another process nor another just-in-time compilation is compared.
#
#   benchmarks/tuning-cost.sh [ROUNDS]
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
rounds=${1:-10}
seconds=4
port=$(free_port)
actuator=$(free_port)

SPRING_SECURITY_USER_PASSWORD=benchmark "$root/lab" service --grpc.server.port="$port" \
  --server.port="$actuator" >"$work/service.log" 2>&1 &
server=$!
pids+=($server)
wait_for "$actuator"
wait_for "$port"

declare -A change=(
  [plain]='"executor.live": false, "metrics.enabled": false'
  [live]='"executor.live": true, "metrics.enabled": false'
  [meters]='"executor.live": true, "metrics.enabled": true'
)
names=(direct-plain direct-live direct-meters fork-join-plain fork-join-live fork-join-meters)

# load NAME: calls/s and the server's CPU per call in microseconds.
load() {
  local before after
  curl -sS -f -o "$work/change.json" -u admin:benchmark -H 'Content-Type: application/json' \
    -d "{\"executor.type\": \"${1%-*}\", ${change[${1##*-}]}}" "http://127.0.0.1:$actuator/actuator/grpctuning"
  before=$(cpu_ticks "$server")
  "$root/lab" run --load.target="127.0.0.1:$port" --load.model=closed --load.stub=async --load.channels=4 \
    --load.closed.outstanding=10 --load.warmup=1s --load.duration="${seconds}s" --load.output="$work/run.json" >"$work/run.log" 2>&1
  after=$(cpu_ticks "$server")
  json "$work/run.json" "'%.0f %.3f' % (d['throughputPerSecond'], ($after - $before) * 10000 / (d['throughputPerSecond'] * ($seconds + 1)))"
}

echo "round  server             calls/s  server CPU us/call"
for round in $(seq -1 "$rounds"); do
  for name in $( ((round % 2)) && printf '%s\n' "${names[@]}" || printf '%s\n' "${names[@]}" | tac); do
    read -r rate cpu < <(load "$name")
    # The first two rounds warm the server up.
    [ "$round" -le 0 ] || printf '%5d  %-17s %8s  %18s\n' "$round" "$name" "$rate" "$cpu" | tee -a "$work/table"
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
        rate = [a[0] / b[0] for a, b in pairs]
        cpu = [a[1] / b[1] for a, b in pairs]
        print(f"{executor}: {name} against {base}: throughput {statistics.median(rate):.3f} "
              f"({min(rate):.2f} to {max(rate):.2f}), server CPU per call {statistics.median(cpu):.3f} "
              f"({min(cpu):.2f} to {max(cpu):.2f}), medians of {len(rounds)} rounds")
END
