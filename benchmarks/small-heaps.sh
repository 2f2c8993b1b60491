#!/usr/bin/env bash
# Checks small heaps: servers with a call limit under the classic load in a heap of 64 MB, and a
# closed run of 60 s by a client with 256 MB.
#
#   benchmarks/small-heaps.sh
set -euo pipefail
. "$(dirname -- "$0")/common.sh"

echo "== servers with -Xmx64m: tuned and direct, a million calls each"
"$root/lab" --experiment.only=tuned,direct --experiment.server.jvm-options=-Xmx64m --experiment.output="$work/results" 2>"$work/lab.log"

echo "== client with -Xmx256m: closed model, 60 s"
port=$(free_port)
"$root/lab" service --spring.profiles.active=direct --grpc.server.port="$port" --server.port="$(free_port)" >"$work/hello.log" 2>&1 &
pids+=($!)
wait_for "$port"
LAB_JAVA_OPTS="-Xmx256m -Xlog:gc:file=$work/gc.log" "$root/lab" run --load.target="127.0.0.1:$port" --load.model=closed \
  --load.channels=4 --load.duration=60s --load.output="$work/run.json" 2>"$work/run.log"
echo "heap after collections, MB: first half at most $(awk -F'->' '/Pause/ { split($2, a, "M"); n++; v[n] = a[1] } END { for (i = 1; i <= n / 2; i++) if (v[i] > m) m = v[i]; print m }' "$work/gc.log"), second half at most $(awk -F'->' '/Pause/ { split($2, a, "M"); n++; v[n] = a[1] } END { for (i = int(n / 2) + 1; i <= n; i++) if (v[i] > m) m = v[i]; print m }' "$work/gc.log"); full collections: $(grep -c 'Pause Full' "$work/gc.log" || true)"
