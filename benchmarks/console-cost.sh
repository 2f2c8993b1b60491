#!/usr/bin/env bash
# Share of one processor that the console takes in hello-service, without and with one viewer, while the service is idle and under
# full load: the CPU time of its thread, and of the web server's threads, which have nothing else to do. Recording the duration
# of a call is not in it; against-bare.sh measures that with all else that a call costs.
#
#   benchmarks/console-cost.sh [SECONDS]
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
seconds=${1:-30}
port=$(free_port)
actuator=$(free_port)

"$root/lab" service --grpc.server.port="$port" --server.port="$actuator" >"$work/service.log" 2>&1 &
server=$!
pids+=($server)
wait_for "$actuator"
wait_for "$port"

# cpu_nanos: CPU time of the threads so far.
cpu_nanos() {
  local task total=0 nanos
  for task in /proc/"$server"/task/*; do
    case $(cat "$task/comm") in
      grpc-tuning-con* | http-nio-*)
        read -r nanos _ <"$task/schedstat"
        total=$((total + nanos))
        ;;
    esac
  done
  echo "$total"
}

measure() { # NAME
  local before after
  sleep 2
  before=$(cpu_nanos)
  sleep "$seconds"
  after=$(cpu_nanos)
  awk -v name="$1" -v nanos=$((after - before)) -v seconds="$seconds" \
    'BEGIN { printf "%-28s %.2f %% of a processor\n", name, nanos / seconds / 1e7 }'
}

# with_viewer NAME: with one page open.
with_viewer() {
  local viewer
  curl -sN "http://127.0.0.1:$actuator/actuator/grpctuning/console/events" >"$work/events" &
  viewer=$!
  pids+=($viewer)
  measure "$1"
  kill "$viewer"
  wait "$viewer" || true
  grep -q '^event: point' "$work/events"
}

# The compilers are done with the console's code some minutes after the start.
sleep 60
measure "idle, no viewer"
with_viewer "idle, one viewer"
"$root/lab" run --load.target="127.0.0.1:$port" --load.engine=raw --load.channels=4 --load.model=closed --load.closed.outstanding=10 \
  --load.duration=1h >"$work/run.log" 2>&1 &
client=$!
pids+=($client)
sleep 10
measure "full load, no viewer"
with_viewer "full load, one viewer"
kill "$client"
wait "$client" || true
