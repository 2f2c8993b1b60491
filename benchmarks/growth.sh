#!/usr/bin/env bash
# How CPU per call, p99 and memory of server and client grow with the number of connections, the size of the messages, the
# rate and the number of open calls, for a bare grpc-java server and hello-service. The bare server has the handler, event loops,
# executor and call limit of the profile tuned. The servers run throughout and take turns at each point, except for a million
# calls, for which each runs alone. Writes a CSV file, which growth-curves.py draws.
#
#   benchmarks/growth.sh [quick] [RESULT.csv]
#
# quick measures fewer and smaller points for three seconds each, to check that everything works. The environment variables
# SERVERS and AXES (connections, size, rate, calls, million) select some of the servers and axes, and ROUNDS sets the number of
# rounds.
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
mode=full
[ -z "$smoke" ] || { set -- quick "$work/growth.csv"; AXES=rate; SERVERS="bare tuned"; }
if [ "${1:-}" = quick ]; then
  shift
  mode=quick
fi
result=${1:-$root/lab-results/$(date -u +%Y-%m-%dT%H-%M-%SZ)-growth.csv}
[[ $result == *.csv ]] || { echo "growth.sh: $result is not a result file: its name must end in .csv" >&2; exit 1; }
mkdir -p "$(dirname -- "$result")"
ulimit -n "$(ulimit -Hn)"
names=${SERVERS:-bare plain tuned direct}
axes=${AXES:-connections size rate calls million}
# A million open calls take 4 to 5 GB in a server.
heap=$(awk '/MemAvailable/ { mb = int($2 / 1024 * 0.4); print (mb < 8192) ? mb : 8192 }' /proc/meminfo)m

mvn -B -q -ntp -f "$root/pom.xml" -Pjmh -pl benchmarks/jmh -am process-classes >"$work/mvn.log" 2>&1
java_home=$("$root/lab" java-home)
# With the initial heap of ./lab service.
jvm=(--sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED -XX:InitialRAMPercentage=0.2 "-Xmx$heap"
  -XX:+ExitOnOutOfMemoryError)
servers=()

# start_servers NAMES [SECONDS]: sets servers. They answer after so many seconds, without a thread that waits.
start_servers() {
  servers=()
  local name port names=$1
  shift
  for name in $names; do
    port=$(free_port)
    if [ "$name" = bare ]; then
      "$java_home/bin/java" "${jvm[@]}" -Dio.netty.leakDetection.level=disabled -cp "$here/jmh/target/classes:$(cat "$here/jmh/target/class-path")" \
        dev.grpctuning.benchmark.BareServer "$port" fork-join ${1:+"$1"} >"$work/$name.log" 2>&1 &
    else
      local options=()
      # All connections come from one address.
      [ "$name" = plain ] || options=(--grpc.tuning.max-connections=20000 --grpc.tuning.max-connections-per-address=20000 \
        --grpc.tuning.limit.concurrent-calls=)
      LAB_JAVA_OPTS="${jvm[*]}" "$root/lab" service --spring.profiles.active="$name" --grpc.server.port="$port" \
        --server.port="$(free_port)" ${1:+"--hello.work.async-delay=${1}s"} "${options[@]}" >"$work/$name.log" 2>&1 &
    fi
    pids+=($!)
    servers+=("$name:$!:$port")
  done
  for name in "${servers[@]}"; do
    wait_for "${name##*:}"
  done
}

stop_servers() {
  local server pid
  for server in "${servers[@]}"; do
    pid=${server#*:}
    kill "${pid%%:*}" 2>/dev/null || true
    wait "${pid%%:*}" 2>/dev/null || true
  done
}

actuator=$(free_port)
SPRING_SECURITY_USER_PASSWORD=growth LAB_JAVA_OPTS="-Xmx2g" "$root/lab" serve --server.port="$actuator" \
  --load.call=hello.v1.HelloService/SayHello --load.proto="$root/hello-api/src/main/proto/hello/v1/hello.proto" \
  --load.connect-timeout=2m --load.timeout=1h --load.quiet=true >"$work/client.log" 2>&1 &
pids+=($!)
client=$!:$actuator
wait_for "$actuator"

# points AXIS...
points() {
  python3 "$here/growth-points.py" "$mode" "$result" "$java_home/bin/jcmd" "$work" "$client" "${ROUNDS:-1}" "$*" "${servers[@]}"
}

rm -f "$result"
if [ "$axes" != million ]; then
  start_servers "$names"
  points ${axes/million/}
  stop_servers
fi
if [[ $axes == *million* ]]; then
  for name in $names; do
    start_servers "$name"
    points million
    stop_servers
    start_servers "$name" 3600
    points held
    stop_servers
  done
fi
python3 "$here/growth-curves.py" "$result" "${result%.csv}"
echo "The result is $result, its curves are in ${result%.csv}"
