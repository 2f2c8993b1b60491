#!/usr/bin/env bash
# Median response time of every model, with either engine, at a handler that takes a known time, against that time: within 2 % or 200 µs on a
# machine that does nothing else. Tests cannot ask for that; they show the rest (TruthTests, TruthIT).
# With "wire" the median on the wire is shown beside it, which takes tcpdump and the right to capture: the server
# and the kernel take the time above the delay there. The client takes the rest. tcpdump takes some of the
# processors, too.
#
#   benchmarks/truth.sh [DELAY_MS [wire]]
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
delay=${1:-100}
wire=${2:-}

port=$(free_port)
"$root/lab" service --spring.profiles.active=plain --grpc.tuning.executor.type=virtual --hello.work.delay="${delay}ms" \
  --grpc.server.port="$port" --server.port="$(free_port)" >"$work/hello.log" 2>&1 &
pids+=($!)
wait_for "$port"
seq 0 0.001 18 >"$work/times.txt"

# Code is compiled early: calls that come seldom would be interpreted for minutes, which takes milliseconds.
export LAB_JAVA_OPTS="-XX:CompileThresholdScaling=0.02 ${LAB_JAVA_OPTS:-}"
lab_run() {
  timeout -k 10 180 "$root/lab" run --load.target="127.0.0.1:$port" --load.output="$work/run.json" "$@" >"$work/run.log" 2>&1
}
lab_run --load.model=open --load.open.rate=2000 --load.duration=10s

captured=$work/wire.pcap
capture() {
  rm -f "$work/tcpdump.log"
  tcpdump -Z root -i lo -s 0 -B 65536 --time-stamp-precision=nano -w "$captured" "tcp port $port" 2>"$work/tcpdump.log" &
  capturing=$!
  pids+=("$capturing")
  for _ in $(seq 50); do
    ! grep -qs 'listening on' "$work/tcpdump.log" || return 0
    sleep 0.1
  done
  cat "$work/tcpdump.log" >&2
  exit 1
}

# end_capture: sets on_wire to what the capture says of the last 8 seconds.
end_capture() {
  kill -INT "$capturing"
  wait "$capturing" || true
  grep -q '^0 packets dropped' "$work/tcpdump.log" || { cat "$work/tcpdump.log" >&2; exit 1; }
  on_wire=$(python3 "$here/wire-times.py" "$captured" "$port" 8)
}

failed=0
printf '%-5s %-58s %9s %9s %9s %9s\n' by model 'p50, us' 'off, us' 'off, %' 'wire, us'
for engine in stub raw; do
  for model in 'closed --load.closed.outstanding=20' 'closed --load.closed.outstanding=1 --load.channels=20' \
    'blocking --load.blocking.clients=20' 'open --load.open.rate=1000 --load.open.arrivals=constant' 'open --load.open.rate=1000 --load.open.arrivals=poisson' \
    'ramp --load.ramp.from=500 --load.ramp.to=1500' 'ramp --load.ramp.of=concurrency --load.ramp.from=10 --load.ramp.to=20' \
    'steps --load.steps.values=500,1000' 'steps --load.steps.of=concurrency --load.steps.values=10,20' \
    'burst --load.burst.size=10 --load.burst.count=100 --load.burst.pacing=schedule' \
    "replay --load.replay.file=$work/times.txt"; do
    [ "$wire" != wire ] || capture
    # shellcheck disable=SC2086
    lab_run --load.engine="$engine" --load.warmup=8s --load.model=$model
    on_wire=-
    [ "$wire" != wire ] || end_capture
    p50=$(json "$work/run.json" 'd["load"]["latencyMicros"]["response"]["p50"]')
    model=${model//--load./}
    awk -v engine="$engine" -v model="${model/=$work*/}" -v p50="$p50" -v on_wire="$on_wire" -v expected="$((delay * 1000))" 'BEGIN {
      off = p50 - expected
      printf "%-5s %-58s %9d %9d %9.2f %9s\n", engine, model, p50, off, off * 100 / expected, on_wire
      exit (off > 200 && off > expected * 0.02 || off < 0 && -off > 200 && -off > expected * 0.02)
    }' || failed=1
    [ -z "$smoke" ] || continue 2
  done
done
[ "$failed" -eq 0 ] || missed "not all are within 2 % or 200 us"
