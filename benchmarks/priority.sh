#!/usr/bin/env bash
# Important calls under twelve times the load that the server can answer. Eight threads that take 10 ms for a call answer 800 a
# second on any machine; 160 important calls and 9,600 of low priority come. All have a deadline of 100 ms. Prints, for each
# variant and round, the share of the important calls that were answered in time, and the calls answered in time per second.
#
#   benchmarks/priority.sh [ROUNDS]
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
rounds=${1:-3}

# load NAME PRIORITY RATE: drives calls of a priority, at the time at which the others start.
load() {
  "$root/lab" run --load.target="127.0.0.1:$port" --load.engine=raw --load.channels=4 --load.open.rate="$3" \
    --load.metadata.x-priority="$2" --load.deadline=100ms --load.warmup=5s --load.duration=10s --load.start-at="$start" \
    --load.output="$work/$1.json" --quiet >"$work/$1.log" 2>&1 &
  pids+=($!)
}

printf '%-9s %-5s %16s %14s %10s %10s\n' variant round 'important, %' 'their p99, ms' 'in time/s' 'of 800, %'
for round in $(seq "$rounds"); do
  for variant in none limit priority; do
    limits=()
    [ "$variant" = none ] || limits+=(--grpc.tuning.limit.concurrent-calls=16)
    [ "$variant" != priority ] || limits+=(--grpc.tuning.limit.by-priority=true)
    port=$(free_port)
    "$root/lab" service --spring.profiles.active=plain --hello.work.delay=10ms --grpc.tuning.executor.type=fixed \
      --grpc.tuning.executor.threads=8 "${limits[@]}" --grpc.server.port="$port" --server.port="$(free_port)" >"$work/hello.log" 2>&1 &
    service=$!
    pids+=("$service")
    wait_for "$port"
    rm -f "$work"/{important,low}.json
    start=$(date -u -d '+12 seconds' +%FT%TZ)
    load important critical 160
    important=$!
    load low low 9600
    low=$!
    wait "$important" || true
    wait "$low" || true
    kill "$service"
    wait "$service" || true
    python3 - "$variant" "$round" "$work/important.json" "$work/low.json" <<'END'
import json, sys
variant, turn, *files = sys.argv[1:]
important, low = (json.load(open(file)) for file in files)
share = 100 * important['load']['counts']['ok'] / important['load']['counts']['started']
rate = sum(run['load']['counts']['ok'] for run in (important, low)) / 10
p99 = important['load']['latencyMicros']['response']['p99']  # of fewer than a hundred answers there is none
print('%-9s %-5s %16.2f %14s %10.0f %10.0f' % (variant, turn, share, '-' if p99 is None else '%.1f' % (p99 / 1e3), rate, rate / 8))
END
  done
done
