#!/usr/bin/env bash
# Heap of the load client that an open call takes, for each stub and for the raw engine: live heap with 101,000 calls open at a handler that
# does not answer, less that with 1,000.
#
#   benchmarks/heap-per-call.sh
set -euo pipefail
shopt -s inherit_errexit
. "$(dirname -- "$0")/common.sh"
jcmd=$("$root/lab" java-home)/bin/jcmd

port=$(free_port)
LAB_JAVA_OPTS=-Xmx6g "$root/lab" service --spring.profiles.active=plain --grpc.tuning.executor.type=virtual \
  --hello.work.delay=100s --grpc.server.port="$port" --server.port="$(free_port)" >"$work/hello.log" 2>&1 &
pids+=($!)
wait_for "$port"

many_calls=101000
[ -z "$smoke" ] || many_calls=2000

# live_heap OPTION CALLS: KB in use after a collection, with the calls open.
live_heap() {
  LAB_JAVA_OPTS=-Xmx3g "$root/lab" run --load.target="127.0.0.1:$port" --load.model=burst --load.burst.count=1 --load.burst.size="$2" \
    "$1" --load.timeout=30s >"$work/out.log" 2>"$work/run.log" &
  local pid=$!
  pids+=("$pid")
  local tries=0
  until grep -q "open ${2%000},000 " "$work/run.log"; do
    [ "$((tries += 1))" -lt 300 ] || { echo "heap-per-call.sh: not all $2 calls were open after a minute" >&2; return 1; }
    sleep 0.2
  done
  "$jcmd" "$pid" GC.run >/dev/null
  "$jcmd" "$pid" GC.heap_info | awk '/ParOldGen|PSYoungGen/ { sub(/.*used /, ""); sum += $1 } END { print sum }'
  # In the background of a script SIGINT is ignored.
  kill -TERM "$pid"
  wait "$pid" || true
}

for option in --load.stub=future --load.stub=async --load.stub=blocking --load.engine=raw; do
  many=$(live_heap "$option" "$many_calls")
  few=$(live_heap "$option" 1000)
  echo "${option#*=}: $(((many - few) * 1024 / (many_calls - 1000))) bytes per open call"
  [ -z "$smoke" ] || break
done
