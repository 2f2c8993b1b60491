#!/usr/bin/env bash
# A quick method and one that blocks its thread for 5 ms, at once and with 40 open calls each, with executor types direct,
# fork-join and adaptive: calls per second and p99 of each method, and the server's CPU per call. Then the quick method alone,
# which shows what adaptive's measuring costs. One server runs throughout, and its executor is changed for each turn.
#
#   benchmarks/adaptive.sh [ROUNDS [SECONDS]]
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
rounds=${1:-5}
seconds=${2:-5}
port=$(free_port)
actuator=$(free_port)
SPRING_SECURITY_USER_PASSWORD=benchmark "$root/lab" service --grpc.server.port="$port" --server.port="$actuator" \
  --hello.work.max-delay=5ms >"$work/service.log" 2>&1 &
server=$!
pids+=($server)
wait_for "$actuator"
wait_for "$port"

# load NAME OPTIONS: drives calls that begin at the same time as the others.
load() {
  local name=$1
  shift
  "$root/lab" run --load.target="127.0.0.1:$port" --load.engine=raw --load.model=closed --load.channels=4 --load.closed.outstanding=10 \
    --load.warmup=2s --load.duration="${seconds}s" --load.start-at="$start" --load.output="$work/$name.json" --quiet "$@" \
    >"$work/$name.log" 2>&1 &
  pids+=($!)
  loads+=($!)
}

# turn KIND TYPE: one line of figures.
turn() {
  local before loads=() kind=$1
  curl -sSf -u admin:benchmark -H 'Content-Type: application/json' "localhost:$actuator/actuator/grpctuning/executor.type" \
    -d "{\"configured\": \"$2\"}" >"$work/change.log"
  start=$(date -u -d '+8 seconds' +%FT%TZ)
  load quick
  [ "$kind" = alone ] || load blocking --call hello.v1.HelloService/SayHelloStream --load.metadata.x-work-delay-us=5000
  # After the first of the two seconds of warm-up. Without its last second the counts are those of the same time.
  sleep "$(python3 -c 'import sys, datetime as d; print((d.datetime.fromisoformat(sys.argv[1]) - d.datetime.now(d.UTC)).total_seconds() + 2)' "${start%Z}+00:00")"
  before=$(cpu_ticks $server)
  sleep "$seconds"
  echo $(($(cpu_ticks $server) - before)) >"$work/ticks"
  for pid in "${loads[@]}"; do wait "$pid"; done
  python3 - "$work" "$kind" "$2" "$seconds" <<'END'
import json
import sys

work, kind, executor, seconds = sys.argv[1:]
quick = json.load(open(work + "/quick.json"))
blocking = json.load(open(work + "/blocking.json")) if kind == "mixed" else None
rates = [(run["counts"]["ok"] / float(seconds) if run else 0) for run in (quick, blocking)]
p99s = [(run["responseTimeMicros"]["p99"] / 1e3 if run else 0) for run in (quick, blocking)]
cpu = int(open(work + "/ticks").read()) * 1e4 / float(seconds) / sum(rates)
print(f"{kind:6} {executor:10} {rates[0]:9.0f} {p99s[0]:9.2f} {rates[1]:11.0f} {p99s[1]:13.2f} {cpu:8.2f}")
END
}

printf '%-6s %-10s %9s %9s %11s %13s %8s\n' load executor 'quick/s' 'p99, ms' 'blocking/s' 'its p99, ms' 'CPU, us'
for kind in mixed alone; do
  for round in $(seq "$rounds"); do
    for type in $([ $((round % 2)) = 1 ] && echo direct fork-join adaptive || echo adaptive fork-join direct); do
      turn $kind "$type" | tee -a "$work/figures"
    done
  done
done
python3 - "$work/figures" <<'END'
import statistics
import sys

figures = {}
for line in open(sys.argv[1]):
    kind, executor, *values = line.split()
    figures.setdefault((kind, executor), []).append([float(value) for value in values])
for kind, title in (("mixed", "both methods"), ("alone", "the quick method alone")):
    for other in ("direct", "fork-join"):
        pairs = list(zip(figures[kind, "adaptive"], figures[kind, other]))
        ratio = lambda index: statistics.median(a[index] / b[index] for a, b in pairs)
        text = f"adaptive against {other}, {title}: quick calls {ratio(0):.2f} times, their p99 {ratio(1):.3f}"
        if kind == "mixed":
            text += f", blocking calls {ratio(2):.2f} times, their p99 {ratio(3):.3f}"
        print(text + f", CPU per call {ratio(4):.2f}; median of {len(pairs)} rounds")
END
