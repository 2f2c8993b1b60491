#!/usr/bin/env bash
# Whether a limit holds while twice the load comes that the server can answer. Eight threads that take 10 ms for a call answer
# 800 a second on any machine, and 1,600 come. Both variants run side by side, each with its own server and client. Prints, for
# each sixth of the time, what was answered per second, and the median of the seconds' p99.
#
#   benchmarks/overload.sh [MINUTES]
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
minutes=${1:-30}

# serve NAME KNOBS...: starts a service and remembers its port.
declare -A ports
serve() {
  ports[$1]=$(free_port)
  "$root/lab" service --spring.profiles.active=plain --hello.work.delay=10ms --grpc.tuning.executor.type=fixed \
    --grpc.tuning.executor.threads=8 "${@:2}" --grpc.server.port="${ports[$1]}" --server.port="$(free_port)" >"$work/$1-service.log" 2>&1 &
  pids+=($!)
  wait_for "${ports[$1]}"
}

serve fixed --grpc.tuning.limit.concurrent-calls=16
serve throughput --grpc.tuning.limit.concurrent-calls=2000 --grpc.tuning.limit.algorithm=throughput
clients=()
for variant in fixed throughput; do
  "$root/lab" run --load.target="127.0.0.1:${ports[$variant]}" --load.engine=raw --load.channels=4 --load.open.rate=1600 \
    --load.open.arrivals=poisson --load.warmup=30s --load.duration="${minutes}m" --load.output="$work/$variant.json" --quiet >"$work/$variant.log" 2>&1 &
  clients+=($!)
done
pids+=("${clients[@]}")
for client in "${clients[@]}"; do
  wait "$client"
done

printf '%-10s %7s %11s %9s\n' variant minutes 'answered/s' 'p99, ms'
python3 - "$minutes" "$work/fixed.json" "$work/throughput.json" <<'END'
import json, os, statistics, sys
minutes, files = int(sys.argv[1]), sys.argv[2:]
length = max(1, minutes // 6)
for file in files:
    seconds = [second['client'] for second in json.load(open(file))['timeline']]
    for start in range(0, minutes, length):
        part = [second for second in seconds if start <= second['seconds'] / 60 < start + length]
        print('%-10s %7s %11.0f %9.1f' % (os.path.basename(file)[:-5], '%d-%d' % (start + 1, start + length),
            statistics.mean(second['ok'] for second in part), statistics.median(second['p99Micros'] for second in part) / 1000))
END
