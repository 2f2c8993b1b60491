#!/usr/bin/env bash
# What a request to the actuator of hello-service costs: milliseconds of the service's CPU for each, as anybody, with the
# password, with a wrong one, and with a user who does not exist.
#
#   benchmarks/password-cost.sh [REQUESTS]
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
requests=${1:-200}
port=$(free_port)

SPRING_SECURITY_USER_PASSWORD=secret "$root/lab" service --grpc.server.port="$(free_port)" --server.port="$port" >"$work/hello.log" 2>&1 &
pids+=($!)
wait_for "$port"

# cpu NAME STATUS CURL_OPTIONS...: sends the requests on one connection.
cpu() {
  local name=$1 status=$2 before after
  shift 2
  before=$(cpu_ticks "${pids[0]}")
  curl -sS -o /dev/null -w '%{http_code}\n' "$@" "http://127.0.0.1:$port/actuator/grpctuning/transport?[1-$requests]" >"$work/statuses"
  after=$(cpu_ticks "${pids[0]}")
  [ "$(sort -u "$work/statuses")" = "$status" ] || { echo "$name: $(sort -u "$work/statuses") instead of $status" >&2; exit 1; }
  awk "BEGIN { printf \"%-18s %6.1f ms\n\", \"$name\", ($after - $before) * 10 / $requests }"
}

for round in warm-up measured; do
  echo "== $round"
  cpu anybody 200
  cpu 'right password' 200 -u admin:secret
  cpu 'wrong password' 401 -u admin:wrong
  cpu 'no such user' 401 -u nobody:secret
done
