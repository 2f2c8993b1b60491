#!/usr/bin/env bash
# hello-service beside a bare grpc-java server with the same handler, event loops, executor and leak detection: calls per second
# and the server's CPU per call under h2load, which is on the PATH. Also a bare server that chooses the executor of each call and
# records gRPC's metrics with Micrometer, which is the least that hello-service needs.
# All servers run throughout and take turns of three seconds. Each row has several JVMs, because the compiler makes two JVMs of the
# same jar differ by more than a tenth. Each round measures the next JVM of each row.
#
#   benchmarks/against-bare.sh [ROUNDS [JVMS]]
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
rounds=${1:-8} jvms=${2:-2}
needs h2load "Debian has it in nghttp2-client"

mvn -B -q -ntp -f "$root/pom.xml" -Pjmh -pl benchmarks/jmh -am process-classes >"$work/mvn.log" 2>&1
# With the initial heap of ./lab service.
java=("$("$root/lab" java-home)/bin/java" --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED
  -XX:InitialRAMPercentage=0.2)
servers=()
for row in $(for _ in $(seq "$jvms"); do echo direct-bare direct-measured direct-service fork-join-bare fork-join-service; done); do
  port=$(free_port)
  case $row in
    *-service)
      "$root/lab" service --spring.profiles.active="$([ "$row" = direct-service ] && echo direct || echo tuned)" \
        --grpc.server.port="$port" --server.port="$(free_port)" >"$work/$row.log" 2>&1 &
      ;;
    *)
      "${java[@]}" -Dio.netty.leakDetection.level=disabled -cp "$here/jmh/target/classes:$(cat "$here/jmh/target/class-path")" \
        dev.grpctuning.benchmark.BareServer "$port" "${row%-bare}" >"$work/$row.log" 2>&1 &
      ;;
  esac
  pids+=($!)
  servers+=("$row:$!:$port")
  wait_for "$port"
done

# A SayHello with two names, after gRPC's prefix of five bytes.
printf '\0\0\0\0\014\n\003Ada\022\005Lovel' >"$work/call"
python3 - "$rounds" "$work/call" "${servers[@]}" <<'END'
import statistics
import sys

import h2load

rounds, call = int(sys.argv[1]), sys.argv[2]
servers = {}
for each in sys.argv[3:]:
    servers.setdefault(each.split(":")[0], []).append(each.split(":")[1:])
jvms = len(next(iter(servers.values())))


def turn(name, jvm, seconds):
    return h2load.turn(name, *servers[name][jvm], call, seconds)


def medians(name, index):
    """The median of each JVM."""
    return [statistics.median(value[index] for value in each) for each in values[name] if each]


# The compiler is busy for most of this time, in hello-service longer than in the bare server.
for name in servers:
    for jvm in range(jvms):
        turn(name, jvm, 90)
print("round  server                    JVM   calls/s  server CPU us/call")
values = {name: [[] for _ in range(jvms)] for name in servers}
for number in range(rounds):
    for name in list(servers)[::-1 if number // jvms % 2 else 1]:
        jvm = number % jvms
        rate, cpu = turn(name, jvm, 3)
        values[name][jvm].append((rate, cpu))
        print(f"{number + 1:5}  {name:24} {jvm + 1:4}  {rate:8.0f}  {cpu:18.3f}", flush=True)
for name in servers:
    bare = ("direct" if name.startswith("direct") else "fork-join") + "-bare"
    for title, index in (("calls/s", 0), ("server CPU per call", 1)):
        own, other = medians(name, index), medians(bare, index)
        spread = f"JVMs {min(own) / statistics.mean(own):.2f} to {max(own) / statistics.mean(own):.2f} of their mean"
        if name == bare:
            print(f"{name}, {title}: {statistics.mean(own):.3f}, {spread}")
        else:
            print(f"{name} against bare, {title}: {statistics.mean(own) / statistics.mean(other):.3f}, {spread}")
END
