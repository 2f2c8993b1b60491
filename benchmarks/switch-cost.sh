# Sourced by the scripts that compare a server with itself. Starts hello-service. measure NAME SWITCH LOAD... prints what the
# switch of switch-cost.py costs under a load: the median of the rounds, and the range in which half of them are.
. "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"
rounds=${1:-20}
port=$(free_port)
actuator=$(free_port)

SPRING_SECURITY_USER_PASSWORD=benchmark "$root/lab" service --grpc.server.port="$port" \
  --server.port="$actuator" >"$work/service.log" 2>&1 &
server=$!
pids+=($server)
wait_for "$actuator"
wait_for "$port"

measure() {
  local name=$1 switch=$2 client
  shift 2
  "$root/lab" run --load.target="127.0.0.1:$port" --load.engine=raw --load.channels=4 --load.connect-timeout=1m "$@" --load.duration=1h >"$work/run.log" 2>&1 &
  client=$!
  pids+=($client)
  python3 "$here/switch-cost.py" "$name" "$switch" "$actuator" "$server" "$client" "$rounds"
  kill "$client"
  wait "$client" || true
}
