#!/usr/bin/env bash
# Bytes of heap per idle connection, after one call on each: of a bare server, of hello-service's profile tuned and of the client
# with both engines. With TOP, also the classes that take most of them.
#
#   benchmarks/idle-connections.sh [TOP]
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
top=${1:-0}
ulimit -n "$(ulimit -Hn)"
mvn -B -q -ntp -f "$root/pom.xml" -Pjmh -pl benchmarks/jmh -am process-classes >"$work/mvn.log" 2>&1
java_home=$("$root/lab" java-home)
jvm=(--sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED -Xmx600m)
bare=$(free_port)
"$java_home/bin/java" "${jvm[@]}" -cp "$here/jmh/target/classes:$(cat "$here/jmh/target/class-path")" \
  dev.grpctuning.benchmark.BareServer "$bare" fork-join >"$work/bare.log" 2>&1 &
bare_pid=$!
pids+=($!)
tuned=$(free_port)
LAB_JAVA_OPTS="${jvm[*]}" "$root/lab" service --spring.profiles.active=tuned --grpc.server.port="$tuned" --server.port="$(free_port)" \
  --grpc.tuning.max-connections=20000 --grpc.tuning.max-connections-per-address=20000 >"$work/tuned.log" 2>&1 &
tuned_pid=$!
pids+=($!)
wait_for "$bare"
wait_for "$tuned"

# histograms PORT ENGINE CONNECTIONS SERVER_PID SERVER: of client and server, ten seconds after the calls, when timers have ended.
histograms() {
  "$root/lab" run --load.target="127.0.0.1:$1" --load.engine="$2" --load.channels="$3" --load.model=burst --load.burst.count=2 \
    --load.burst.size="$3" --load.burst.interval=10m --load.timeout=20m --load.connect-timeout=1m >"$work/out.log" 2>"$work/run.log" &
  local client=$!
  pids+=("$client")
  until tr '\r' '\n' <"$work/run.log" | grep -q "open 0 failed 0"; do
    sleep 1
    kill -0 "$client"
  done
  sleep 12
  "$java_home/bin/jmap" -histo:live "$client" >"$work/$2-$3.histogram"
  "$java_home/bin/jmap" -histo:live "$4" >"$work/$5-$3.histogram"
  # In the background of a script SIGINT is ignored.
  kill -TERM "$client"
  wait "$client" || true
  sleep 3
}

print() { # NAME CONNECTIONS
  python3 - "$work/$1-10.histogram" "$work/$1-$2.histogram" "$2" "$1" "$top" <<'END'
import re
import sys

few, many = ({name: int(size) for size, name in re.findall(r"^ *\d+: +\d+ +(\d+) +(\S+)", open(path).read(), re.M)
              if "FillerElement" not in name} for path in sys.argv[1:3])
added = {name: (size - few.get(name, 0)) / (int(sys.argv[3]) - 10) for name, size in many.items()}
print(f"{sys.argv[4]}: {sum(added.values()):.0f} bytes per connection")
for name in sorted(added, key=added.get, reverse=True)[:int(sys.argv[5])]:
    print(f"  {added[name]:6.0f} {name}")
END
}

many=10000 fewer=2000
[ -z "$smoke" ] || many=100 fewer=100
for connections in 10 "$many"; do
  histograms "$tuned" raw "$connections" "$tuned_pid" tuned
  histograms "$bare" raw "$connections" "$bare_pid" bare
done
print bare "$many"
print tuned "$many"
print raw "$many"
for connections in 10 "$fewer"; do
  histograms "$bare" stub "$connections" "$bare_pid" other
done
print stub "$fewer"
