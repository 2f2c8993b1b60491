"""Measures the points of growth.sh, which calls it, and appends them to its CSV file."""
import base64
import csv
import glob
import json
import math
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request

FIELDS = ["axis", "value", "server", "engine", "round", "calls_per_second", "p99_us", "server_cpu_us", "client_cpu_us",
          "server_heap", "server_other", "client_heap", "client_other", "note"]
FULL = {
    "connections": [1, 10, 100, 1_000, 10_000],
    "size": [0, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20],
    "rate": [100, 1_000, 5_000, 10_000, 20_000, 40_000, 80_000],
    "calls": [1, 10, 100, 1_000, 10_000, 100_000],
    "million": [1_000_000],
    "held": [1, 1_000, 10_000, 100_000, 1_000_000],
}
QUICK = {"connections": [1, 100, 1_000], "size": [0, 64 << 10], "rate": [100, 5_000], "calls": [1, 1_000],
         "million": [10_000], "held": [1, 1_000, 10_000]}
RATE = 5_000
PER_CONNECTION = 1_000
# Bytes of a server and of the client for each open call, rounded up.
CALL_BYTES = 7_000

mode, result, jcmd, work, client, rounds, axes = sys.argv[1:8]
client, actuator = client.split(":")
servers = {name: (pid, port) for name, pid, port in (each.split(":") for each in sys.argv[8:])}
points = QUICK if mode == "quick" else FULL
warmup, seconds = (1, 2) if mode == "quick" else (2, 4)


class Died(Exception):
    pass


def ask(method="GET", path="", body=None):
    request = urllib.request.Request(f"http://127.0.0.1:{actuator}/actuator/load{path}", method=method,
                                     data=json.dumps(body).encode() if body is not None else None)
    request.add_header("Content-Type", "application/json")
    request.add_header("Authorization", "Basic " + base64.b64encode(b"admin:growth").decode())
    try:
        with urllib.request.urlopen(request, timeout=200) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as failure:
        raise Died(failure.read().decode()[:300]) from failure


def begin(plan):
    """Starts a run, and returns its number when it is connected."""
    return ask("POST", body={"plan": plan})["run"]["number"]


def ended(number):
    while (ask().get("last") or {}).get("number") != number:
        time.sleep(0.1)


def cancel(number):
    """Ends a run and its open calls."""
    for _ in range(2):
        try:
            ask("DELETE")
        except Died:
            break
    ended(number)


def cpu(pid):
    """CPU time of the living threads, which the kernel counts in nanoseconds."""
    threads = {}
    for path in glob.glob(f"/proc/{pid}/task/*/schedstat"):
        try:
            threads[path] = int(open(path).read().split()[0])
        except OSError:
            pass  # the thread has ended
    return time.monotonic(), threads


def cpu_share(before, after):
    """CPU seconds per second."""
    used = sum(nanos - before[1].get(path, 0) for path, nanos in after[1].items())
    return used / 1e9 / (after[0] - before[0])


def memory(pid):
    """Bytes of the live heap, and of the process's resident memory outside of the heap."""
    subprocess.run([jcmd, pid, "GC.run"], check=True, capture_output=True)
    text = subprocess.run([jcmd, pid, "GC.heap_info"], check=True, capture_output=True, text=True).stdout
    parts = re.findall(r"(?:PSYoungGen|ParOldGen|garbage-first heap).*?used (\d+)K.*?\[(0x\w+),.*?(0x\w+)\)", text)
    if not parts:
        sys.exit(f"growth-points.py: no heap of G1 or Parallel in {text}")
    first, last = min(int(start, 16) for _, start, _ in parts), max(int(end, 16) for _, _, end in parts)
    other = 0
    inside = False
    for line in open(f"/proc/{pid}/smaps"):
        area = re.match(r"([0-9a-f]+)-[0-9a-f]+ ", line)
        if area:
            inside = first <= int(area[1], 16) < last
        elif line.startswith("Rss:") and not inside:
            other += int(line.split()[1]) << 10
    return sum(int(used) for used, _, _ in parts) << 10, other


def memories(pid):
    server = memory(pid)
    own = memory(client)
    return {"server_heap": server[0], "server_other": server[1], "client_heap": own[0], "client_other": own[1]}


def load(pid, plan, length):
    """CPU per call and p99 of a run."""
    number = begin(plan | {"warmup": f"{warmup}s", "duration": f"{length}s"})
    time.sleep(warmup + 0.2)
    before = cpu(pid), cpu(client)
    time.sleep(length - 0.5)
    after = cpu(pid), cpu(client)
    ended(number)
    run = ask(path="/result")
    rate = run["load"]["rate"]["perSecond"]
    if rate == 0 or run["load"]["counts"]["failed"]:
        raise Died(f"{run['load']['counts']}")
    return {"calls_per_second": round(rate, 1), "p99_us": run["load"]["latencyMicros"]["response"]["p99"],
            "server_cpu_us": round(cpu_share(before[0], after[0]) / rate * 1e6, 3),
            "client_cpu_us": round(cpu_share(before[1], after[1]) / rate * 1e6, 3),
            "note": "saturated" if run["load"]["client"]["saturatedBy"] else ""}


def under_load(pid, plan):
    """Memory during a run."""
    number = begin(plan | {"duration": "5s"})
    time.sleep(1.5)
    measured = memories(pid)
    cancel(number)
    return measured


def progress(number, wanted):
    """Waits until the progress of a run has a value."""
    for _ in range(1200):
        status = ask()
        if (status.get("last") or {}).get("number") == number:
            raise Died(f"{status['last'].get('error')}")
        if all((status["run"].get("progress") or {}).get(name) == value for name, value in wanted.items()):
            return
        time.sleep(0.1)
    raise Died(f"{wanted} is not reached: {status['run'].get('progress')}")


def idle(pid, plan, connections):
    """Memory with connections that have served one call each, and serve none now."""
    number = begin(plan | {"model": "burst", "burst": {"count": 2, "size": connections, "interval": "10m"}})
    progress(number, {"answered": connections, "open": 0})
    measured = memories(pid)
    cancel(number)
    return measured


def held(pid, plan, calls):
    """Memory with open calls that nothing is done for."""
    number = begin(plan | {"model": "burst", "burst": {"count": 1, "size": calls}, "drain": "10m"})
    progress(number, {"sent": calls, "open": calls})
    # The server has received all calls when it has nothing more to do.
    while True:
        before = cpu(pid)
        time.sleep(1)
        if cpu_share(before, cpu(pid)) < 0.1:
            break
    measured = memories(pid)
    cancel(number)
    return measured


def request(size):
    """HelloRequest with a payload, which asks for one of the same size."""
    names = {"firstName": "Ada", "lastName": "Lovelace"}
    payload = {"payload": base64.b64encode(bytes(size)).decode(), "responseBytes": size} if size else {}
    return json.dumps(names | payload)


def measure(axis, value, pid, plan):
    if axis == "connections":
        plan["channels"] = value
        rate = {"model": "open", "open": {"rate": RATE, "arrivals": "constant"}}
        return load(pid, plan | rate, seconds) | idle(pid, plan, value)
    if axis == "rate":
        plan |= {"channels": 8, "model": "open", "open": {"rate": value, "arrivals": "constant"}}
        return load(pid, plan, seconds) | under_load(pid, plan)
    if axis == "size":
        plan |= {"channels": 4, "model": "closed", "closed": {"outstanding": 1}, "request": request(value)}
        return load(pid, plan, seconds) | under_load(pid, plan)
    channels = math.ceil(value / PER_CONNECTION)
    plan["channels"] = channels
    if axis == "held":
        return held(pid, plan, value)
    plan |= {"model": "closed", "closed": {"outstanding": value // channels}}
    # Each call needs its turn, twice.
    return load(pid, plan, max(seconds, value // 25_000))


def fits(axis, value):
    available = int(re.search(r"MemAvailable: *(\d+)", open("/proc/meminfo").read())[1]) << 10
    files = int(subprocess.run("ulimit -n", shell=True, capture_output=True, text=True).stdout)
    if axis in ("calls", "million", "held") and value * CALL_BYTES > available * 0.7:
        return f"{value} open calls need {value * CALL_BYTES >> 20} MB of memory"
    if axis == "connections" and value + 500 > files:
        return f"{value} connections need {value + 500} open files (ulimit -n)"
    return None


def add(axis, value, name, engine, turn):
    pid, port = servers[name]
    row = {"axis": "calls" if axis in ("million", "held") else axis, "value": value, "server": name, "engine": engine, "round": turn}
    try:
        row |= measure(axis, value, pid, {"target": f"127.0.0.1:{port}", "engine": engine, "request": request(0)})
    except (Died, subprocess.CalledProcessError, OSError) as failure:
        row["note"] = "failed"
        print(f"{axis} {value} {name}: {failure}", file=sys.stderr)
    with open(result, "a", newline="") as file:
        writer = csv.DictWriter(file, FIELDS)
        if file.tell() == 0:
            writer.writeheader()
        writer.writerow(row)
    print(" ".join(f"{row.get(field, '')!s:>11}" for field in FIELDS), flush=True)
    # A server that does not reach a rate does not reach a higher one either.
    return row.get("note") != "failed" and not (axis == "rate" and row["calls_per_second"] < 0.9 * value)


print(" ".join(f"{field:>11}" for field in FIELDS))
warm = {"channels": 8, "model": "closed", "closed": {"outstanding": 10}, "duration": "2s" if mode == "quick" else "8s"}
for name, (pid, port) in servers.items():
    plan = {"target": f"127.0.0.1:{port}", "engine": "raw", "request": request(0)}
    if axes == "held":
        held(pid, plan, 100)
    else:
        ended(begin(warm | plan))
        ended(begin(warm | plan | {"engine": "stub"}))
for axis in axes.split():
    running = set(servers)
    for value in points[axis]:
        reason = fits(axis, value)
        if reason:
            print(f"left out: {reason}", file=sys.stderr)
            break
        for turn in range(1, int(rounds) + 1):
            names = [name for name in servers if name in running]
            for name in names if (turn + points[axis].index(value)) % 2 else names[::-1]:
                if not add(axis, value, name, "raw", turn):
                    running.discard(name)
            if axis == "connections":
                add(axis, value, next(iter(servers)), "stub", turn)
