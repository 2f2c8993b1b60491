#!/usr/bin/env bash
# Median response time of every model, with either engine, at a handler that takes a known time, against that time: within 2 % or 200 µs on a
# machine that does nothing else. Tests cannot ask for that; they show the rest (TruthTests, AbstractTruthIT).
#
#   benchmarks/truth.sh [DELAY_MS]
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
delay=${1:-100}

port=$(free_port)
"$root/lab" service --spring.profiles.active=plain --grpc.tuning.executor.type=virtual --hello.work.delay="${delay}ms" \
  --grpc.server.port="$port" --server.port="$(free_port)" >"$work/hello.log" 2>&1 &
pids+=($!)
wait_for "$port"
seq 0 0.001 18 >"$work/times.txt"

# Code is compiled early: calls that come seldom would be interpreted for minutes, which takes milliseconds.
export LAB_JAVA_OPTS="-XX:CompileThresholdScaling=0.02 ${LAB_JAVA_OPTS:-}"
lab_run() {
  "$root/lab" run --load.target="127.0.0.1:$port" --load.output="$work/run.json" "$@" >"$work/run.log" 2>&1
}
lab_run --load.model=open --load.open.rate=2000 --load.duration=10s

failed=0
printf '%-5s %-58s %9s %9s %9s\n' by model 'p50, us' 'off, us' 'off, %'
for engine in stub raw; do
  for model in 'closed --load.closed.outstanding=20' 'closed --load.closed.outstanding=1 --load.channels=20' \
    'blocking --load.blocking.clients=20' 'open --load.open.rate=1000' 'open --load.open.rate=1000 --load.open.arrivals=poisson' \
    'ramp --load.ramp.from=500 --load.ramp.to=1500' 'ramp --load.ramp.of=concurrency --load.ramp.from=10 --load.ramp.to=20' \
    'steps --load.steps.values=500,1000' 'turns --load.turns.calls=10 --load.turns.count=100 --load.turns.pacing=schedule' \
    "replay --load.replay.file=$work/times.txt"; do
    # shellcheck disable=SC2086
    lab_run --load.engine="$engine" --load.warmup=8s --load.model=$model
    p50=$(json "$work/run.json" 'd["responseTimeMicros"]["p50"]')
    model=${model//--load./}
    awk -v engine="$engine" -v model="${model/=$work*/}" -v p50="$p50" -v expected="$((delay * 1000))" 'BEGIN {
      off = p50 - expected
      printf "%-5s %-58s %9d %9d %9.2f\n", engine, model, p50, off, off * 100 / expected
      exit (off > 200 && off > expected * 0.02 || off < 0 && -off > 200 && -off > expected * 0.02)
    }' || failed=1
  done
done
[ "$failed" -eq 0 ] || { echo "not all are within 2 % or 200 us" >&2; exit 1; }
