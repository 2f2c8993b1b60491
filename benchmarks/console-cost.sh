#!/usr/bin/env bash
# Share of one processor that the console takes in hello-service, without and with one viewer, while the service is idle and under
# full load: the CPU time of its thread, and of the web server's threads, which have nothing else to do. Recording the duration
# of a call is not in it; against-bare.sh measures that with all else that a call costs.
#
#   benchmarks/console-cost.sh [SECONDS]
#
# With --page, the heap of the open page instead, in a headless Chromium (needs chromedriver): after a garbage collection at each
# minute, at 500 calls per second.
#
#   benchmarks/console-cost.sh --page [MINUTES]
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
page=false
if [ "${1:-}" = --page ]; then
  page=true
  minutes=${2:-10}
else
  seconds=${1:-30}
fi
port=$(free_port)
actuator=$(free_port)

"$root/lab" service --grpc.server.port="$port" --server.port="$actuator" >"$work/service.log" 2>&1 &
server=$!
pids+=($server)
wait_for "$actuator"
wait_for "$port"

post() { # PATH JSON: to chromedriver
  curl -sf "http://127.0.0.1:$driver/session$1" -d "$2"
}

cdp() { # COMMAND: of the DevTools protocol
  post "/$session/goog/cdp/execute" "{\"cmd\": \"$1\", \"params\": {}}"
}

# watch_page: prints the heap of the page at each minute.
watch_page() {
  local minute
  driver=$(free_port)
  chromedriver --port="$driver" >"$work/chromedriver.log" 2>&1 &
  pids+=($!)
  wait_for "$driver"
  post "" '{"capabilities": {"alwaysMatch": {"goog:chromeOptions": {"args": ["--headless=new", "--no-sandbox",
    "--disable-dev-shm-usage", "--window-size=1440,900"]}}}}' >"$work/session.json"
  session=$(json "$work/session.json" 'd["value"]["sessionId"]')
  pids+=("$(json "$work/session.json" 'd["value"]["capabilities"]["goog:processID"]')")
  post "/$session/url" "{\"url\": \"http://127.0.0.1:$actuator/actuator/grpctuning/console\"}" >/dev/null
  for minute in $(seq "$minutes"); do
    sleep 60
    cdp HeapProfiler.collectGarbage >/dev/null
    cdp Runtime.getHeapUsage >"$work/heap.json"
    echo "minute $minute: $(json "$work/heap.json" '"%.1f MB" % (d["value"]["usedSize"] / 1e6)')"
  done
}

if "$page"; then
  "$root/lab" run "localhost:$port" -r 500 -d "$((minutes + 1))m" --live=false >"$work/run.log" 2>&1 &
  pids+=($!)
  watch_page
  exit
fi

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
