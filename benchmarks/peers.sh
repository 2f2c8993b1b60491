#!/usr/bin/env bash
# ./lab run beside other load generators, with one server and interleaved in the same minutes: the greatest rate and CPU
# per call, the percentiles at a fixed rate, and what each reports when the server stands still for half a second.
#
# h2load must be on the PATH. ghz, fortio and k6 may be; otherwise go builds them in a temporary folder. Maven fetches
# grpc-java's own clients, which call grpc-java's own server. Clients that cannot be installed are left out.
#
#   benchmarks/peers.sh [ROUNDS]
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
rounds=${1:-3}
rate=1000
call=grpc.health.v1.Health/Check

mkdir "$work/bin"
PATH=$work/bin:$PATH
peers=()
for peer in h2load ghz=github.com/bojand/ghz/cmd/ghz@v0.121.0 fortio=fortio.org/fortio@v1.63.0 k6=go.k6.io/k6@v1.8.1; do
  tool=${peer%%=*}
  if command -v "$tool" >/dev/null ||
    { [ -z "$smoke" ] && [ "$tool" != "$peer" ] && command -v go >/dev/null && GOBIN=$work/bin go install "${peer#*=}" >"$work/go.log" 2>&1; }; then
    peers+=("$tool")
  else
    echo "$tool is not on the PATH and cannot be built, and is left out" >&2
  fi
done

port=$(free_port)
# grpc-go sends a PING per round trip to measure the bandwidth, which the service would treat as a flood.
"$root/lab" service --spring.profiles.active=direct --grpc.server.port="$port" --server.port="$(free_port)" \
  --grpc.tuning.connection.max-control-frames=10000000 >"$work/hello.log" 2>&1 &
server=$!
pids+=("$server")
wait_for "$port"

java=("$("$root/lab" java-home)/bin/java" --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED
  -XX:+UseParallelGC -cp "$here/qps/target/lib/*")
own=()
qps_port=0 qps_server=0
if mvn -B -q -ntp -f "$here/qps/pom.xml" dependency:copy-dependencies -DoutputDirectory="$here/qps/target/lib" >"$work/mvn.log" 2>&1; then
  qps_port=$(free_port)
  "${java[@]}" io.grpc.benchmarks.qps.AsyncServer --address="127.0.0.1:$qps_port" --transport=netty_epoll --directexecutor >"$work/qps-server.log" 2>&1 &
  qps_server=$!
  pids+=("$qps_server")
  wait_for "$qps_port"
  own=(stub@qps_server qps_client)
else
  echo "Maven cannot fetch grpc-java's own clients, which are left out" >&2
fi

printf '\0\0\0\0\0' >"$work/empty"   # an empty message after gRPC's prefix
printf '\032\000' >"$work/simple"    # the SimpleRequest of grpc-java's clients
cat >"$work/health.proto" <<'END'
syntax = "proto3";
package grpc.health.v1;
message HealthCheckRequest { string service = 1; }
message HealthCheckResponse { int32 status = 1; }
service Health { rpc Check(HealthCheckRequest) returns (HealthCheckResponse); }
END
# A virtual user of k6 has its own connection. With a rate each makes one call at a time, and connects in advance.
cat >"$work/k6.js" <<'END'
import grpc from 'k6/net/grpc';
const client = new grpc.Client();
client.load([__ENV.WORK], 'health.proto');
const vus = Number(__ENV.LIMIT);
const duration = `${__ENV.SECONDS}s`;
const connecting = { executor: 'per-vu-iterations', vus, iterations: 1, exec: 'connect' };
const calling = { executor: 'constant-arrival-rate', rate: Number(__ENV.RATE), duration, preAllocatedVUs: vus, startTime: '3s' };
export const options = {
  summaryTrendStats: ['count', 'p(50)', 'p(90)', 'p(99)', 'p(99.9)', 'max'],
  scenarios: __ENV.RATE > 0 ? { connecting, calling } : { closed: { executor: 'per-vu-iterations', vus: 4, exec: 'closed' } },
};
let connected = false;
export function connect() {
  if (!connected) client.connect(__ENV.TARGET, { plaintext: true });
  connected = true;
}
export default function () {
  connect();
  client.invoke(__ENV.CALL, {});
}
export async function closed() {
  connect();
  const end = Date.now() + 1000 * __ENV.SECONDS;
  const loop = async () => { while (Date.now() < end) await client.asyncInvoke(__ENV.CALL, {}); };
  await Promise.all(Array.from({ length: vus / 4 }, loop));
}
END

# command_of TOOL LIMIT RATE WARMUP SECONDS: sets the command, with LIMIT calls open over four connections, or with a
# RATE and at most so many. Only the clients in Java and h2load have a warm-up; the others do not need one.
command_of() {
  local lab=("$root/lab" run --quiet --load.channels=4 --load.warmup="$4s" --load.duration="$5s" --load.output="$work/lab.json")
  if [ "$3" -gt 0 ]; then lab+=(--load.model=open --load.open.rate="$3"); else lab+=(--load.model=closed --load.closed.outstanding=$(($2 / 4))); fi
  case $1 in
    raw | stub) command=("${lab[@]}" --load.target="127.0.0.1:$port" --load.call="$call" --load.engine="$1" --load.open.arrivals=constant) ;;
    stub@qps_server)
      command=("${lab[@]}" --load.target="127.0.0.1:$qps_port" --load.call=grpc.testing.BenchmarkService/UnaryCall
        --load.request-bytes="$work/simple" --load.stub=async)
      ;;
    qps_client)
      command=("${java[@]}")
      if [ "$3" -gt 0 ]; then
        command+=(io.grpc.benchmarks.qps.OpenLoopClient --target_qps="$3")
      else
        command+=(io.grpc.benchmarks.qps.AsyncClient --channels=4 --outstanding_rpcs=$(($2 / 4)) --warmup_duration="$4" --directexecutor)
      fi
      command+=(--address="127.0.0.1:$qps_port" --transport=netty_epoll --duration="$5")
      ;;
    h2load)
      command=(h2load -c 4 -m $(($2 / 4)) -t "$(($(nproc) < 4 ? $(nproc) : 4))" -D "$5" -d "$work/empty" -H 'content-type: application/grpc' -H 'te: trailers')
      if [ "$3" -gt 0 ]; then command+=(--rps=$(($3 / 4)) --log-file="$work/h2load.tsv"); else command+=(--warm-up-time="$4"); fi
      command+=("http://127.0.0.1:$port/$call")
      ;;
    ghz)
      command=(ghz --insecure --call "$call" --connections 4 -c 40 -z "$5s" --duration-stop wait)
      [ "$3" -eq 0 ] || command+=(--rps "$3" -O json)
      [ "$2" -eq 40 ] || command+=(--async)
      command+=("127.0.0.1:$port")
      ;;
    fortio)
      command=(fortio load -quiet -grpc -c 4 -s $(($2 / 4)) -uniform -qps "$3" -t "$5s" -p 50,90,99,99.9 -r 0.00001 -json "$work/fortio.json" "127.0.0.1:$port")
      ;;
    k6)
      command=(k6 run -q --no-usage-report --summary-export "$work/k6.json" -e WORK="$work" -e TARGET="127.0.0.1:$port" -e CALL="$call"
        -e LIMIT="$2" -e RATE="$3" -e SECONDS="$5" "$work/k6.js")
      ;;
  esac
}

cat >"$work/peers.py" <<'END'
import collections, json, os, re, signal, statistics, subprocess, sys, time

work, action = sys.argv[1:3]
percentiles = ("p50", "p90", "p99", "p99.9")


def ticks(pid):
    """CPU time of a process and of the children that it waited for, in ticks of 10 ms."""
    return sum(map(int, open(f"/proc/{pid}/stat").read().rpartition(") ")[2].split()[11:15]))


def connected(port):
    lines = [line.split() for name in ("tcp", "tcp6") for line in open(f"/proc/net/{name}")]
    return any(line[1].endswith(f":{port:04X}") and line[3] == "01" for line in lines)


def measure(name, tool, port, delay, window, stopped, *command):
    """Runs a command, measures its CPU in a window that begins delay seconds after it has connected, and adds a row."""
    port, delay, window, stopped = int(port), float(delay), float(window), int(stopped)
    output = f"{work}/{tool}.log"
    if os.path.exists(f"{work}/h2load.tsv"):
        os.remove(f"{work}/h2load.tsv")  # h2load appends to it
    process = subprocess.Popen(command, stdout=open(output, "w"), stderr=subprocess.STDOUT)
    try:
        while not connected(port):
            if process.poll() is not None:
                sys.exit(f"{tool} ended before it had a connection")
            time.sleep(0.02)
        time.sleep(delay)
        before = ticks(process.pid)
        if stopped:
            time.sleep(1)
            os.kill(stopped, signal.SIGSTOP)
            time.sleep(0.5)
            os.kill(stopped, signal.SIGCONT)
        else:
            time.sleep(window)
        used = (ticks(process.pid) - before) / 100
        _, status, usage = os.wait4(process.pid, 0)
    except BaseException:
        process.kill()
        raise
    finally:
        if stopped:
            os.kill(stopped, signal.SIGCONT)
    if status:
        sys.exit(f"{tool} ended with {os.waitstatus_to_exitcode(status)}")
    row = READ[tool](open(output).read())
    if not row["rate"]:
        sys.exit(f"{tool} had no answers")
    row |= {"table": name, "tool": tool, "cpu": used * 1e6 / window / row["rate"],
            "total": usage.ru_utime + usage.ru_stime, "memory": usage.ru_maxrss / 1024}
    print(json.dumps(row), file=open(f"{work}/rows", "a"))
    print(f"{name} {tool}: {row['rate']:.0f} calls/s", file=sys.stderr)


def exact(micros):
    micros = sorted(micros)
    return {p: micros[min(len(micros) - 1, int(len(micros) * float(p[1:]) / 100))] for p in percentiles}


def lab(_):
    d = json.load(open(f"{work}/lab.json"))
    return {"rate": d["load"]["rate"]["perSecond"], "calls": d["load"]["counts"]["ok"]} | {p: d["load"]["latencyMicros"]["response"][p.replace(".", "")] for p in percentiles}


def h2load(text):
    row = {"rate": float(re.search(r"([\d.]+) req/s", text)[1]), "calls": int(re.search(r"(\d+) succeeded", text)[1])}
    log = f"{work}/h2load.tsv"
    if "--log-file" in " ".join(sys.argv):
        row |= exact(int(line.split()[2]) for line in open(log))
    return row


def ghz(text):
    if text.startswith("{"):
        d = json.loads(text)
        return {"rate": d["rps"], "calls": d["count"]} | exact(call["latency"] / 1000 for call in d["details"])
    return {"rate": float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1]), "calls": int(re.search(r"\[OK\]\s+(\d+)", text)[1])}


def fortio(_):
    d = json.load(open(f"{work}/fortio.json"))
    times = {f"p{p['Percentile']:g}": p["Value"] * 1e6 for p in d["DurationHistogram"]["Percentiles"]}
    return {"rate": d["ActualQPS"], "calls": d["RetCodes"]["SERVING"]} | times


def k6(_):
    d = json.load(open(f"{work}/k6.json"))["metrics"]["grpc_req_duration"]
    seconds = float(re.search(r"SECONDS=(\d+)", " ".join(sys.argv))[1])
    return {"rate": d["count"] / seconds, "calls": d["count"]} | {p: d[f"p({p[1:]})"] * 1000 for p in percentiles}


def qps(text):
    rate = float(re.search(r"QPS:\s+([\d,.]+)", text)[1].replace(",", ""))
    times = {f"p{p}": float(micros) for p, micros in re.findall(r"([\d.]+)%ile Latency \(in micros\):\s+(\d+)", text)}
    return {"rate": rate} | times


READ = {"raw": lab, "stub": lab, "stub@qps_server": lab, "h2load": h2load, "ghz": ghz, "fortio": fortio, "k6": k6, "qps_client": qps}


def spread(values, digits):
    text = [f"{value:,.{digits}f}" for value in (statistics.median(values), min(values), max(values))]
    return "{} ({} to {})".format(*text) if len(values) > 1 else text[0]


def report():
    rows = collections.defaultdict(lambda: collections.defaultdict(list))
    for line in open(f"{work}/rows"):
        row = json.loads(line)
        rows[row["table"]][row["tool"]].append(row)

    def table(name, *columns):
        print("\n| " + " | ".join(("client", *(title for title, _ in columns))) + " |\n|---|" + "--:|" * len(columns))
        for tool, runs in rows[name].items():
            print("| " + " | ".join((f"`{tool}`", *(text(tool, runs) for _, text in columns))) + " |")

    def figure(key, digits, scale=1):
        return lambda _, runs: spread([run[key] * scale for run in runs], digits) if key in runs[0] else ""

    def ratio(key, base, table):
        def text(tool, runs):
            base_of_tool = "stub@qps_server" if tool == "qps_client" else base
            if tool in (base_of_tool, "stub@qps_server") or (tool == "qps_client" and base == "raw"):
                return ""
            return spread([run[key] / other[key] for run, other in zip(runs, rows[table][base_of_tool])], 2)
        return text

    times = [(f"{p}, ms", figure(p, 2, 0.001)) for p in percentiles]
    print("\nClosed loop, 4 connections with 10 open calls each: medians, with minimum and maximum of the rounds")
    table("closed", ("calls/s", figure("rate", 0)), ("of raw's", ratio("rate", "raw", "closed")),
          ("of stub's", ratio("rate", "stub", "closed")), ("peak memory, MB", figure("memory", 0)))
    table("closed", ("CPU per call, us", figure("cpu", 2)), ("of raw's", ratio("cpu", "raw", "closed")),
          ("of stub's", ratio("cpu", "stub", "closed")))
    print("\nFixed rate")
    table("rate", *times)
    table("rate", ("calls/s", figure("rate", 0)), ("CPU per call, us", figure("cpu", 0)), ("CPU of the command, s", figure("total", 1)))
    print("\nFixed rate for 6 s, in which the server stands still for 0.5 s. Of the calls that are due, 1 % wait for 440 ms or longer.")
    for name in ("40", "1000"):
        print(f"\nat most {name} open calls, if the client has a limit")
        table(name, ("calls", figure("calls", 0)), *times)


if action == "measure":
    signal.signal(signal.SIGALRM, lambda *_: sys.exit(f"not ended after 90 s: {sys.argv[4]}"))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    signal.alarm(90)
    measure(*sys.argv[3:])
else:
    report()
END

# run TABLE LIMIT RATE WARMUP SECONDS TOOL: a row of a table. In all tables but two the server is stopped for a while.
run() {
  local at=$port stopped=$server delay=0.5 window=$(($5 - 1))
  case $6 in
    qps_client | stub@qps_server) at=$qps_port stopped=$qps_server ;;
  esac
  case $6:$3 in
    raw:* | stub:* | stub@qps_server:* | qps_client:0 | h2load:0) delay=$4.5 ;;
    k6:[1-9]*) delay=3.5 ;;
  esac
  case $1 in
    closed | rate) stopped=0 ;;
  esac
  command_of "$6" "$2" "$3" "$4" "$5"
  python3 "$work/peers.py" "$work" measure "$1" "$6" "$at" "$delay" "$window" "$stopped" "${command[@]}" ||
    echo "$1 $6 failed and is left out" >&2
}

# The server's compiler is done before anything is compared.
command_of raw 40 0 5 1
"${command[@]}" >"$work/warm-up.log" 2>&1
[ "$qps_port" -eq 0 ] || { command_of stub@qps_server 40 0 5 1 && "${command[@]}" >"$work/warm-up.log" 2>&1; }

if [ -n "$smoke" ]; then
  for tool in raw stub "${peers[@]}" "${own[@]}"; do run closed 40 0 1 2 "$tool"; done
  cat "$work/rows"
  exit
fi
for round in $(seq "$rounds"); do
  for tool in $( ((round % 2)) && printf '%s\n' raw stub "${peers[@]}" "${own[@]}" || printf '%s\n' raw stub "${peers[@]}" "${own[@]}" | tac); do
    run closed 40 0 4 7 "$tool"
    run rate 40 "$rate" 5 6 "$tool"
  done
done
for tool in "${peers[@]}"; do run 40 40 "$rate" 2 6 "$tool"; done
for tool in raw stub "${peers[@]}" "${own[@]}"; do run 1000 1000 "$rate" 2 6 "$tool"; done
python3 "$work/peers.py" "$work" report
