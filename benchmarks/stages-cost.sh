#!/usr/bin/env bash
# What it costs the server to report the stages of a thousand calls per second, as the servers that the lab starts do: under
# full load, of which that is a small share, and at 900 calls per second, all of which report. One server takes all in turn,
# changed through its own endpoint, so that neither another process nor another just-in-time compilation is compared.
#
#   benchmarks/stages-cost.sh [ROUNDS]
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

declare -A stages=([off]=null [on]=1000)
declare -A model=(
  [full]="--load.model=closed --load.closed.outstanding=10"
  [every]="--load.model=open --load.open.rate=900"
)
names=(direct-full-off direct-full-on fork-join-full-off fork-join-full-on fork-join-every-off fork-join-every-on)

# load NAME: calls/s and the server's CPU per call in microseconds, without the warm-up.
load() {
  local executor=${1%-*-*} kind before after
  kind=${1#"$executor"-}
  curl -sS -f -o "$work/change.json" -u admin:benchmark -H 'Content-Type: application/json' \
    -d "{\"executor.type\": \"$executor\", \"stages.sampled-per-second\": ${stages[${kind#*-}]}}" \
    "http://127.0.0.1:$actuator/actuator/grpctuning"
  before=$(cpu_ticks "$server")
  # shellcheck disable=SC2086
  "$root/lab" run --load.target="127.0.0.1:$port" --load.engine=raw --load.channels=4 ${model[${kind%-*}]} --load.open.max-lag=1s \
    --load.duration="${seconds}s" --load.output="$work/run.json" >"$work/run.log" 2>&1
  after=$(cpu_ticks "$server")
  json "$work/run.json" "'%.0f %.3f' % (d['throughputPerSecond'], ($after - $before) * 10000 / d['counts']['ok'])"
}

echo "round  server               calls/s  server CPU us/call"
for round in $(seq -1 "$rounds"); do
  for name in $( ((round % 2)) && printf '%s\n' "${names[@]}" || printf '%s\n' "${names[@]}" | tac); do
    read -r rate cpu < <(load "$name")
    # The first two rounds warm the server up.
    [ "$round" -le 0 ] || printf '%5d  %-19s %8s  %18s\n' "$round" "$name" "$rate" "$cpu" | tee -a "$work/table"
  done
done
python3 - "$work/table" <<'END'
import statistics
import sys

rows = [line.split() for line in open(sys.argv[1])]
value = {(int(r[0]), r[1]): (float(r[2]), float(r[3])) for r in rows}
rounds = sorted({k[0] for k in value})
for load in sorted({name.rsplit("-", 1)[0] for _, name in value}):
    pairs = [(value[r, load + "-on"], value[r, load + "-off"]) for r in rounds]
    rate = [a[0] / b[0] for a, b in pairs]
    cpu = [a[1] / b[1] for a, b in pairs]
    print(f"{load}: on against off: throughput {statistics.median(rate):.3f} ({min(rate):.2f} to {max(rate):.2f}), "
          f"server CPU per call {statistics.median(cpu):.3f} ({min(cpu):.2f} to {max(cpu):.2f}), medians of {len(rounds)} rounds")
END
