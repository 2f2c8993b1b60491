#!/usr/bin/env bash
# Checks that a small heap is enough for the load client: every model and both engines over 1,000 connections with -Xmx128m, and
# 100,000 open calls with -Xmx512m, blocking clients too (768 MB where their stub is the blocking one). A line each: calls, how many were not answered, the most that were open at the end of a
# second, and the client's peak heap. Ends with 1 if the client died or held the load back.
#
#   benchmarks/client-memory.sh
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
ulimit -n "$(ulimit -Hn)"

start_service() { # NAME DELAY: sets port
  port=$(free_port)
  LAB_JAVA_OPTS=-Xmx3g "$root/lab" service --spring.profiles.active=plain --grpc.tuning.executor.type=virtual \
    --hello.work.delay="$2" --grpc.server.port="$port" --server.port="$(free_port)" >"$work/$1.log" 2>&1 &
  pids+=($!)
  wait_for "$port"
}

failed=0
measure() { # HEAP ENGINE OPTIONS
  local status=0
  # shellcheck disable=SC2086
  LAB_JAVA_OPTS="-Xmx$1" timeout -k 10 180 "$root/lab" run --load.target="127.0.0.1:$port" --load.engine="$2" --load.connect-timeout=60s --load.open.max-lag=1m $3 \
    --load.output="$work/run.json" --quiet >"$work/run.out" 2>&1 || status=$?
  if [ "$status" -ne 0 ] || ! json "$work/run.json" "'ok' if d['load']['counts']['ok'] == d['load']['counts']['started'] and not d['load']['client']['saturatedBy'] else exit(1)" >/dev/null; then
    failed=1
    echo "FAILED with $status: $(tail -n 3 "$work/run.out")" >&2
  fi
  [ ! -f "$work/run.json" ] || printf '%-7s %-5s %-84s %9s %6s %7s %6s\n' "$1" "$2" "${3//--load./}" \
    $(json "$work/run.json" "'%d %d %d %.0fMB' % (d['load']['counts']['started'], d['load']['counts']['started'] - d['load']['counts']['ok'],
      max([p['client']['open'] for p in d['timeline']], default=0), d['load']['client']['peakHeapBytes'] / 1048576)")
  rm -f "$work/run.json"
}

start_service fast 0
seq 0 0.001 5 >"$work/times.txt"
printf '%-7s %-5s %-84s %9s %6s %7s %6s\n' heap by plan calls 'not ok' open peak
for engine in stub raw; do
  for plan in 'model=burst --load.burst.count=5 --load.burst.size=5000' 'model=closed --load.closed.outstanding=10' \
    'model=blocking --load.blocking.clients=1000' 'model=open --load.open.rate=1000 --load.open.arrivals=constant' \
    'model=open --load.open.rate=1000 --load.open.arrivals=poisson' 'model=ramp --load.ramp.to=2000' \
    'model=ramp --load.ramp.of=concurrency --load.ramp.to=10' 'model=steps --load.steps.values=500,1500' \
    'model=steps --load.steps.of=concurrency --load.steps.values=5,10,1' \
    "model=replay --load.replay.file=$work/times.txt"; do
    measure 128m "$engine" "--load.channels=1000 --load.duration=5s --load.$plan"
    [ -z "$smoke" ] || continue 2
  done
done

[ -z "$smoke" ] || exit 0

# The calls of the open model are all sent two seconds before the first answer: 100,000 are open, and never more, however
# slow the machine is. (Calls that come on and on would reach the client's bound, 116,608 of the stub, where answers are late.)
start_service slow 10s
for engine in stub raw; do
  for plan in 'model=burst --load.burst.count=1 --load.burst.size=100000' 'model=closed --load.closed.outstanding=1000 --load.duration=15s' \
    'model=open --load.open.rate=12500 --load.open.arrivals=constant --load.duration=8s' \
    'model=blocking --load.blocking.clients=100000 --load.duration=20s'; do
    measure 512m "$engine" "--load.channels=100 --load.$plan"
  done
done
measure 768m stub '--load.channels=100 --load.stub=blocking --load.model=blocking --load.blocking.clients=100000 --load.duration=20s'
exit "$failed"
