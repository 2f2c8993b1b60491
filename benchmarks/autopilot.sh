#!/usr/bin/env bash
# What the autopilot makes of orders-service in some minutes, for five kinds of calls, from its defaults and from an executor that was
# chosen well. Afterwards the settings that it found, those at the start and all executors take turns in slices of 100 ms in the same
# server. Prints the rate of each as a share of the best one, what the candidates have cost, and the CPU time of the autopilot itself.
#
#   benchmarks/autopilot.sh [MINUTES] [WORKLOAD...]
#
# Workloads: quick (a database in the same process), blocking (2 ms away), computing (lists of 100 orders), mixed (quick and blocking
# methods), bursty (quick, with 300 calls at once ten times a second).
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
minutes=${1:-15}
shift || true
[ $# -gt 0 ] && [ -z "$smoke" ] && workloads=("$@") || workloads=(quick blocking computing mixed bursty)
[ -z "$smoke" ] || workloads=(quick)
mvn -B -ntp -q -f "$here/../pom.xml" package -pl examples/orders-service -am -DskipTests >"$work/mvn.log" 2>&1
java=$("$root/lab" java-home)/bin/java

# drive PORT METHOD REQUEST OPTION...: load that lasts until the script ends it
drive() {
  local port=$1 method=$2 request=$3
  shift 3
  "$root/lab" run --load.target="127.0.0.1:$port" --load.call="$method" --load.request="$request" \
    --load.duration=1h --load.warmup=1s --live=false --quiet "$@" >"$work/load.log" 2>&1 &
  pids+=($!)
  loads+=($!)
}

for workload in "${workloads[@]}"; do
  for start in plain tuned; do
    port=$(free_port)
    actuator=$(free_port)
    loads=()
    trip=0ms
    tuned=adaptive
    case $workload in blocking | mixed) trip=2ms tuned=virtual ;; computing) tuned=fork-join ;; esac
    options=()
    [ $start = plain ] || options+=(--grpc.tuning.executor.type=$tuned)
    SPRING_SECURITY_USER_PASSWORD=benchmark "$java" -Xms512m -Xmx512m -jar "$here/../examples/orders-service/target/orders-service.jar" \
      --spring.grpc.server.port="$port" --server.port="$actuator" --orders.database.round-trip=$trip \
      --grpc.tuning.objective.p99=50ms --grpc.tuning.autopilot.mode=apply --grpc.tuning.autopilot.quiet=10s \
      --grpc.tuning.autopilot.max-time=1 "${options[@]}" >"$work/service.log" 2>&1 &
    server=$!
    pids+=($server)
    wait_for "$actuator"
    wait_for "$port"
    get='{"id": "{{random 1 1000}}"}'
    case $workload in
      quick) drive "$port" shop.v1.OrderService/GetOrder "$get" --load.model=closed --load.channels=2 --load.closed.outstanding=4 ;;
      blocking) drive "$port" shop.v1.OrderService/GetOrder "$get" --load.model=closed --load.channels=2 --load.closed.outstanding=8 ;;
      computing) drive "$port" shop.v1.OrderService/ListOrders '{"customer": "customer-1"}' --load.model=closed --load.channels=2 --load.closed.outstanding=4 ;;
      mixed)
        drive "$port" shop.v1.OrderService/GetOrder "$get" --load.model=closed --load.channels=2 --load.closed.outstanding=4
        drive "$port" grpc.health.v1.Health/Check '{}' --load.model=closed --load.channels=2 --load.closed.outstanding=2 ;;
      bursty) drive "$port" shop.v1.OrderService/GetOrder "$get" --load.model=burst --load.burst.size=300 --load.burst.interval=100ms \
        --load.burst.pacing=schedule --load.burst.count=100000000 ;;
    esac
    python3 - "$actuator" "$server" "$minutes" "$workload from $start" "${smoke:-}" <<'PYTHON'
import json
import sys
import time

import service

actuator, server, minutes, name, smoke = sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[4], sys.argv[5]
TYPES = ("adaptive", "virtual", "fork-join", "cached", "fixed", "direct")


def ask(path, body=None):
    return json.loads(service.ask(actuator, path, body))


def cpu():
    return service.cpu_nanos(server, "grpc-tuning-aut")


def settings(values):
    return " ".join(f"{knob}={value}" for knob, value in sorted(values.items())) or "as at the start"


# Until its code is compiled, it needs more.
used = {"watches": [0, 0], "experiments": [0, 0]}
time.sleep(0 if smoke else 20)
before = cpu()
end = time.time() + (2 if smoke else minutes * 60 - 20)
while time.time() < end:
    time.sleep(1)
    now = cpu()
    part = used["experiments" if ask("grpcautopilot")["trial"] else "watches"]
    part[0] += now[0] - before[0]
    part[1] += now[1] - before[1]
    before = now
state = ask("grpcautopilot", {"mode": "off"})
time.sleep(3)
found, explored = state["settings"], state["exploration"]
print(f"{name}: {settings(found)}; candidates were in force for {explored['seconds']:.0f} s and caused "
      f"{explored['outside']:.0f} calls outside the objective")
for part, (own, everything) in used.items():
    if everything:
        print(f"  CPU of the autopilot while it {part}: {100 * own / everything:.2f} %")
for each in reversed(state["decisions"]):
    figures = ", ".join(f"{one['figure'].lower().replace('_', ' ')} {one['percent']:+.1f} %" for one in each["differences"]
                        if one["low"] is not None and one["high"] is not None and one["low"] * one["high"] > 0)
    print(f"  {each['verdict']:8} {settings(each['candidate']['values']):44} {each['seconds']:4.0f} s  {figures or each['detail'] or ''}")

# The present settings are those that were found. Candidates that are as they are at the start have the values of the application.
candidates = [{}, {knob: None for knob in found}] + [{"executor.type": each} for each in TYPES]
plan = {f"candidates[{i}].{knob}": value for i, each in enumerate(candidates) for knob, value in each.items()}
ask("grpcslices", {"slice": "100ms", "length": "2s" if smoke else "80s", "candidates": len(candidates), **plan})
calls, lasted, first = [0] * len(candidates), [0] * len(candidates), 0
while True:
    shown = ask(f"grpcslices?from={first}")
    for each in shown["slices"]:
        calls[each["candidate"]] += each["answered"]
        lasted[each["candidate"]] += each["lastedMicros"]
        first = each["number"] + 1
    if shown["ended"] and not shown["slices"]:
        break
    time.sleep(0.5)
rates = [number / time for number, time in zip(calls, lasted)]
best = max(rates)
print("  rate as a share of the best: " + ", ".join(
    f"{label} {rate / best:.3f}" for label, rate in zip(("found", "start") + TYPES, rates)), flush=True)
PYTHON
    for pid in "${loads[@]}" "$server"; do
      kill "$pid" 2>/dev/null || true
      wait "$pid" 2>/dev/null || true
    done
  done
done
