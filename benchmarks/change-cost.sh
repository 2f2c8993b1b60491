#!/usr/bin/env bash
# What a request to the actuator of hello-service costs: milliseconds of the service's CPU for each. A GET of one knob as anybody,
# with the password, with a wrong one, and with a user who does not exist; a GET of everything; a POST that changes nothing; and a
# POST that changes the executor, each time to the other type. Of the POSTs also the milliseconds that their answers report.
#
#   benchmarks/change-cost.sh [REQUESTS]
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
requests=${1:-2000}
port=$(free_port)

SPRING_SECURITY_USER_PASSWORD=secret "$root/lab" service --grpc.server.port="$(free_port)" --server.port="$port" >"$work/hello.log" 2>&1 &
pids+=($!)
wait_for "$port"

# cpu NAME STATUS PATH USER BODY...: sends the requests on one connection, with the bodies in turn.
cpu() {
  local name=$1 status=$2 path=$3 user=$4 before after reported=
  shift 4
  for ((i = 0; i < requests; i++)); do
    [ "$i" -eq 0 ] || echo next
    printf 'silent\nwrite-out = "\\n%%{http_code}\\n"\nurl = "http://127.0.0.1:%s/actuator/grpctuning%s"\n' "$port" "$path"
    [ -z "$user" ] || echo "user = \"$user\""
    [ $# -eq 0 ] || printf 'header = "Content-Type: application/json"\ndata = "%s"\n' "${@:i % $# + 1:1}"
  done >"$work/requests"
  before=$(cpu_ticks "${pids[0]}")
  curl -K "$work/requests" >"$work/answers"
  after=$(cpu_ticks "${pids[0]}")
  [ "$(grep -cx "$status" "$work/answers")" = "$requests" ] || { echo "$name: not always $status" >&2; tail -n 2 "$work/answers" >&2; exit 1; }
  if [ $# -gt 0 ]; then
    reported=$(python3 -c '
import json, sys
changes = [json.loads(line) for line in sys.stdin if line.startswith("{")]
mean = lambda values: sum(values) / len(values)
print("   in all %.2f ms, the knob %.2f ms" % (mean([c["tookMillis"] for c in changes]),
                                               mean([c["changes"][0]["tookMillis"] for c in changes])))' <"$work/answers")
  fi
  awk "BEGIN { printf \"%-26s %6.2f ms%s\n\", \"$name\", ($after - $before) * 10 / $requests, \"$reported\" }"
}

for round in warm-up measured; do
  echo "== $round"
  cpu 'GET, anybody' 200 /transport ''
  cpu 'GET, right password' 200 /transport admin:secret
  cpu 'GET, wrong password' 401 /transport admin:wrong
  cpu 'GET, no such user' 401 /transport nobody:secret
  cpu 'GET of all' 200 '' admin:secret
  cpu 'POST, nothing changes' 200 '' admin:secret '{\"executor.type\": \"fork-join\"}'
  cpu 'POST, another executor' 200 '' admin:secret '{\"executor.type\": \"virtual\"}' '{\"executor.type\": \"fork-join\"}'
done
