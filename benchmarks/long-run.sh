#!/usr/bin/env bash
# Checks that a long run costs no more than a short one: `lab drive` with a heap of 64 MB, and beside it an experiment of many
# rounds with the same heap. A line a minute for each: heap after a full collection, memory of the process, threads, open
# files.
#
#   benchmarks/long-run.sh [MINUTES] [ROUNDS]
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
minutes=${1:-60}
rounds=${2:-1000}
java_home=$("$root/lab" java-home)
port=$(free_port)

"$root/lab" service --spring.profiles.active=plain --grpc.server.port="$port" --server.port="$(free_port)" >"$work/service.log" 2>&1 &
pids+=($!)
wait_for "$port"
LAB_JAVA_OPTS=-Xmx64m "$root/lab" drive --load.target="127.0.0.1:$port" --load.engine=raw --load.open.rate=1000 \
  --load.channels=4 --server.port="$(free_port)" >"$work/drive.log" 2>&1 &
drive=$!
pids+=($drive)
cat >"$work/rounds.yml" <<YAML
load: {model: closed, duration: 200ms, warmup: 0s}
experiment:
  name: rounds
  control: false
  repeat: $rounds
  output: $work/results
  server: {mode: retune, settle: 0s, jvm-options: [-Xmx128m]}
  variants:
    - {name: direct, properties: {grpc.tuning.executor.type: direct}}
    - {name: fixed, properties: {grpc.tuning.executor.type: fixed}}
YAML
LAB_JAVA_OPTS=-Xmx64m "$root/lab" --experiment="$work/rounds.yml" --quiet >"$work/rounds.log" 2>&1 &
experiment=$!
pids+=($experiment)

heap_after_collection() { # PID
  "$java_home/bin/jcmd" "$1" GC.run >/dev/null &&
    "$java_home/bin/jcmd" "$1" GC.heap_info | sed -n 's/.*\(PSYoungGen\|ParOldGen\).*used \([0-9]*\)K.*/\2/p' | awk '{ sum += $1 } END { print sum }'
}

footprint() { # NAME PID MINUTE
  # jcmd fails if it ends meanwhile, or if the machine is too busy.
  heap=$(heap_after_collection "$2") || heap=-
  if ! kill -0 "$2" 2>/dev/null; then
    wait "$2" # with 0 if it was done early
    return
  fi
  printf '%6d min  %-10s %7s KB heap %7d KB resident %4d threads %4d files\n' "$3" "$1" "$heap" \
    "$(sed -n 's/^VmRSS:[[:space:]]*\([0-9]*\).*/\1/p' "/proc/$2/status")" "$(ls "/proc/$2/task" | wc -l)" "$(ls "/proc/$2/fd" | wc -l)"
}

for minute in $(seq 1 "$minutes"); do
  sleep 60
  footprint drive "$drive" "$minute"
  footprint experiment "$experiment" "$minute"
done
# In the background of a script SIGINT is ignored.
kill -TERM "$drive"
wait "$drive" || true
tail -n 25 "$work/drive.log"
