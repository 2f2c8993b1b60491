#!/usr/bin/env bash
# Median response time of every model, with either engine, at a handler that takes a known time, against that time: within 2 % or 200 µs on a
# machine that does nothing else. Tests cannot ask for that; they show the rest (TruthTests, AbstractTruthIT).
#
#   benchmarks/truth.sh [DELAY_MS]
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
delay=${1:-20}

port=$(free_port)
"$root/lab" service --spring.profiles.active=plain --grpc.tuning.executor.type=virtual --hello.work.delay="${delay}ms" \
  --grpc.server.port="$port" --server.port="$(free_port)" >"$work/hello.log" 2>&1 &
pids+=($!)
wait_for "$port"
seq 0 0.01 15 >"$work/times.txt"

failed=0
printf '%-5s %-42s %9s %9s %9s\n' by model 'p50, us' 'off, us' 'off, %'
for engine in stub raw; do
  for model in closed 'closed --load.closed.outstanding=1' blocking open \
    'open --load.open.arrivals=poisson' ramp 'ramp --load.ramp.of=concurrency --load.ramp.from=1 --load.ramp.to=10' \
    'steps --load.steps.values=50,200' 'turns --load.turns.calls=10 --load.turns.count=50 --load.turns.pacing=schedule' \
    "replay --load.replay.file=$work/times.txt"; do
    # shellcheck disable=SC2086
    "$root/lab" run --load.target="127.0.0.1:$port" --load.engine="$engine" --load.warmup=5s --load.model=$model --load.output="$work/run.json" >"$work/run.log" 2>&1
    p50=$(json "$work/run.json" 'd["responseTimeMicros"]["p50"]')
    awk -v engine="$engine" -v model="${model//--load./}" -v p50="$p50" -v expected="$((delay * 1000))" 'BEGIN {
      off = p50 - expected
      printf "%-5s %-42s %9d %9d %9.2f\n", engine, substr(model, 1, 42), p50, off, off * 100 / expected
      exit (off > 200 && off > expected * 0.02 || off < 0 && -off > 200 && -off > expected * 0.02)
    }' || failed=1
  done
done
[ "$failed" -eq 0 ] || { echo "not all are within 2 % or 200 us" >&2; exit 1; }
