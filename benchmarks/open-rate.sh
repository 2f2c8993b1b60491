#!/usr/bin/env bash
# Checks that the open model holds its rate: the rate sent must be within 0.1 % of the planned one, and half of the calls must be
# sent less than 100 us late. Ends with 1 if not. A machine that is busy with other things is late.
#
#   benchmarks/open-rate.sh [ROUNDS]
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
rounds=${1:-2}

port=$(free_port)
"$root/lab" service --spring.profiles.active=direct --grpc.server.port="$port" --server.port="$(free_port)" >"$work/hello.log" 2>&1 &
pids+=($!)
wait_for "$port"

failed=0
printf '%-5s %-5s %-9s %9s %12s %8s %12s %12s\n' round by arrivals planned sent/s 'off, %' 'lag p50, us' 'lag p99, us'
for round in $(seq "$rounds"); do
  for engine in stub raw; do
    for plan in 'constant 200' 'constant 1000' 'constant 5000' 'poisson 1000'; do
      read -r arrivals rate <<<"$plan"
      "$root/lab" run --load.target="127.0.0.1:$port" --load.engine="$engine" --load.model=open --load.open.rate="$rate" \
        --load.open.arrivals="$arrivals" --load.warmup=5s --load.duration=10s --load.channels=2 --load.output="$work/run.json" --quiet >"$work/run.log" 2>&1
      json "$work/run.json" "'%.3f %.3f %d %d' % (d['load']['sending']['plannedPerSecond'], d['load']['sending']['sentPerSecond'], d['load']['sending']['lagMicros']['p50'], d['load']['sending']['lagMicros']['p99'])" |
        awk -v round="$round" -v engine="$engine" -v arrivals="$arrivals" '{
          off = ($2 - $1) * 100 / $1
          printf "%-5s %-5s %-9s %9.1f %12.3f %8.3f %12d %12d\n", round, engine, arrivals, $1, $2, off, $3, $4
          exit (off > 0.1 || off < -0.1 || $3 >= 100)
        }' || failed=1
      [ -z "$smoke" ] || continue 2
    done
  done
done
[ "$failed" -eq 0 ] || missed "not all hold the rate within 0.1 % and half of the calls within 100 us"
