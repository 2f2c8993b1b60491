#!/usr/bin/env bash
# CPU per call of ./lab run with a grpc-java stub against grpc-java's own qps_client, interleaved in the same
# minutes: 4 channels x 10 open calls, direct executors, both at grpc-java's own qps_server with a direct executor.
#
#   benchmarks/stub-against-qps.sh [ROUNDS]
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
rounds=${1:-3}
warmup=10
duration=16
window=10
[ -z "$smoke" ] || { warmup=1 duration=3 window=1; }

mvn -B -q -ntp -f "$here/qps/pom.xml" dependency:copy-dependencies -DoutputDirectory="$here/qps/target/lib" >"$work/mvn.log" 2>&1 \
  || { [ -z "$smoke" ] || { echo "skipped: needs grpc-java's clients from Maven Central"; exit 0; }; cat "$work/mvn.log" >&2; exit 1; }
java=$("$root/lab" java-home)/bin/java
qps=("$java" --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED -XX:+UseParallelGC -cp "$here/qps/target/lib/*")

qps_port=$(free_port)
"${qps[@]}" io.grpc.benchmarks.qps.AsyncServer --address="127.0.0.1:$qps_port" --transport=netty_epoll --directexecutor >"$work/qps-server.log" 2>&1 &
server=$!
pids+=("$server")
wait_for "$qps_port"
# The SimpleRequest that AsyncClient sends: an empty payload.
printf '\032\000' >"$work/request"

# measure PID: CPU ticks that a process uses in the window, which lies inside its measured time.
measure() {
  sleep $((warmup + 4))
  local before server_before
  before=$(cpu_ticks "$1") server_before=$(cpu_ticks "$server")
  sleep "$window"
  echo $(($(cpu_ticks "$1") - before)) $(($(cpu_ticks "$server") - server_before))
}

run_qps() {
  "${qps[@]}" io.grpc.benchmarks.qps.AsyncClient --address="127.0.0.1:$qps_port" --transport=netty_epoll --directexecutor \
    --channels=4 --outstanding_rpcs=10 --warmup_duration="$warmup" --duration="$duration" >"$work/qps-client.log" 2>&1 &
  local pid=$! ticks
  pids+=("$pid")
  ticks=$(measure "$pid")
  wait "$pid"
  local rate
  rate=$(sed -n 's/^QPS: *//p' "$work/qps-client.log" | tr -d ,)
  echo "$rate $ticks"
}

run_lab() {
  "$root/lab" run --load.target="127.0.0.1:$qps_port" --load.call=grpc.testing.BenchmarkService/UnaryCall \
    --load.request-bytes="$work/request" --load.model=closed --load.stub=async --load.channels=4 \
    --load.closed.outstanding=10 --load.warmup="${warmup}s" --load.duration="${duration}s" --load.output="$work/lab.json" >"$work/lab.log" 2>&1 &
  local pid=$! ticks
  pids+=("$pid")
  ticks=$(measure "$pid")
  wait "$pid"
  echo "$(json "$work/lab.json" 'd["load"]["rate"]["perSecond"]') $ticks"
}

echo "round  client       calls/s  CPU us/call  server's CPU us/call"
for round in $(seq "$rounds"); do
  order="qps lab"
  [ $((round % 2)) -eq 1 ] || order="lab qps"
  for tool in $order; do
    read -r rate ticks server_ticks < <("run_$tool")
    awk -v round="$round" -v tool="$tool" -v rate="$rate" -v ticks="$ticks" -v server="$server_ticks" -v window="$window" \
      'BEGIN { printf "%5d  %-10s %9.0f  %11.2f  %20.2f\n", round, tool, rate, ticks * 10000 / (rate * window), server * 10000 / (rate * window) }' | tee -a "$work/table"
  done
done
awk '{ sum[$2] += $4; rate[$2] += $3; n[$2]++ }
  END { printf "mean CPU per call: lab %.2f us, qps_client %.2f us, ratio %.2f\n", sum["lab"] / n["lab"], sum["qps"] / n["qps"],
        (sum["lab"] / n["lab"]) / (sum["qps"] / n["qps"])
        printf "mean rate: lab %.0f, qps_client %.0f calls/s, ratio %.2f\n", rate["lab"] / n["lab"], rate["qps"] / n["qps"],
        (rate["lab"] / n["lab"]) / (rate["qps"] / n["qps"])
        if (rate["lab"] / n["lab"] < rate["qps"] / n["qps"]) { exit 1 } }' "$work/table" || missed "the rate of qps_client"
