#!/usr/bin/env bash
# Rate and CPU per call of the clients that can drive one server, interleaved in the same minutes: ./lab run with the raw
# and the stub engine, h2load, and ghz if it is on the PATH; all with 4 connections x 10 open calls unless told otherwise.
#
# Ends with 1 unless the raw engine has 1.2 times the rate of h2load at 0.6 times its CPU per call, and 4 times the rate of ghz
# where that is on the PATH. Without h2load it ends with 2.
#
#   benchmarks/client-speed.sh [ROUNDS [CONNECTIONS [OPEN_CALLS]]]
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
rounds=${1:-5}
connections=${2:-4}
open=${3:-10}
warmup=12
duration=10
window=8
[ -z "$smoke" ] || { warmup=1 duration=2 window=1; }
threads=$(nproc)
[ "$threads" -le "$connections" ] || threads=$connections

tools=(raw stub)
for tool in h2load ghz; do
  if command -v "$tool" >/dev/null; then tools+=("$tool"); else echo "$tool is not on the PATH and is left out" >&2; fi
done

port=$(free_port)
"$root/lab" service --spring.profiles.active=direct --grpc.server.port="$port" --server.port="$(free_port)" >"$work/hello.log" 2>&1 &
server=$!
pids+=("$server")
wait_for "$port"

# The request that ./lab makes: a gRPC prefix, and HelloRequest{first_name, last_name, id}.
printf '\0\0\0\0\021\012\005Grace\022\006Hopper\030\001' >"$work/request"

run_lab() { # engine
  exec "$root/lab" run --load.target="127.0.0.1:$port" --load.engine="$1" --load.model=closed --load.channels="$connections" \
    --load.closed.outstanding="$open" --load.warmup="${warmup}s" --load.duration="${duration}s" --load.output="$work/lab.json"
}
run_raw() { run_lab raw; }
run_stub() { run_lab stub; }
run_h2load() {
  exec h2load -c "$connections" -m "$open" -t "$threads" --warm-up-time="$warmup" -D "$duration" -d "$work/request" \
    -H 'content-type: application/grpc' -H 'te: trailers' "http://127.0.0.1:$port/hello.v1.HelloService/SayHello"
}
run_ghz() {
  exec ghz --insecure --call hello.v1.HelloService/SayHello -d '{"first_name":"Grace","last_name":"Hopper","id":1}' \
    --connections "$connections" -c $((connections * open)) -z "$((warmup + duration))s" --duration-stop wait "127.0.0.1:$port"
}

rate_of() {
  case $1 in
    raw | stub) json "$work/lab.json" 'd["load"]["rate"]["perSecond"]' ;;
    h2load) sed -n 's|^finished in .*, \([0-9.]*\) req/s.*|\1|p' "$work/$1.log" ;;
    ghz) sed -n 's/^ *Requests\/sec: *//p' "$work/$1.log" ;;
  esac
}

echo "round  client   calls/s  CPU us/call  server's CPU us/call"
for round in $(seq "$rounds"); do
  for tool in $( ((round % 2)) && printf '%s\n' "${tools[@]}" || printf '%s\n' "${tools[@]}" | tac); do
    "run_$tool" >"$work/$tool.log" 2>&1 &
    pid=$!
    pids+=("$pid")
    sleep $((warmup + 1))
    before=$(cpu_ticks "$pid") server_before=$(cpu_ticks "$server")
    sleep "$window"
    after=$(cpu_ticks "$pid") server_after=$(cpu_ticks "$server")
    wait "$pid"
    awk -v round="$round" -v tool="$tool" -v rate="$(rate_of "$tool")" -v client=$((after - before)) \
      -v server=$((server_after - server_before)) -v window="$window" \
      'BEGIN { calls = rate * window; printf "%5d  %-6s  %8.0f  %11.2f  %20.2f\n", round, tool, rate, client * 10000 / calls, server * 10000 / calls }' |
      tee -a "$work/table"
  done
done
python3 - "$work/table" <<'END' || exit
import os
import statistics
import sys

value = {}
for row in map(str.split, open(sys.argv[1])):
    value.setdefault(row[1], {})[row[0]] = (float(row[2]), float(row[3]), float(row[3]) + float(row[4]))
for tool, rounds in value.items():
    print(f"{tool}: {statistics.median(r for r, _, _ in rounds.values()):.0f} calls/s, "
          f"{statistics.median(c for _, c, _ in rounds.values()):.2f} us of CPU per call")
if os.environ.get("BENCHMARK_SMOKE") == "true":
    sys.exit()
# At least so many times the rate, at most so many times the CPU.
targets = {"h2load": (1.2, 0.6), "ghz": (4, 1)}
missed = []
for tool in value:
    if tool == "raw":
        continue
    rate = [value["raw"][r][0] / value[tool][r][0] for r in value[tool]]
    cpu = [value["raw"][r][1] / value[tool][r][1] for r in value[tool]]
    # What the rate would be if the cores had nothing else to do, as those of a shared machine have.
    both = [value[tool][r][2] / value["raw"][r][2] for r in value[tool]]
    print(f"raw against {tool}: {statistics.median(rate):.2f} times the rate ({min(rate):.2f} to {max(rate):.2f}), "
          f"{statistics.median(cpu):.2f} times the CPU per call ({min(cpu):.2f} to {max(cpu):.2f}), "
          f"{statistics.median(both):.2f} times the calls for each second of CPU of client and server ({min(both):.2f} to {max(both):.2f}), "
          f"medians of {len(rate)} rounds")
    least, most = targets.get(tool, (0, 10))
    if statistics.median(rate) < least or statistics.median(cpu) > most:
        missed.append(f"{least} times the rate at {most} times the CPU of {tool}")
if missed:
    sys.exit("missed: " + ", ".join(missed))
if "h2load" not in value:
    print("nothing is shown of h2load, which is not there", file=sys.stderr)
    sys.exit(2)
END
