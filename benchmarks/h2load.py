"""Turns of h2load at a server, for the scripts beside it."""
import glob
import os
import re
import subprocess
import sys


def cpu_nanos(pid, compiler=True):
    """CPU time of all threads, which the kernel counts in nanoseconds, or of those that are not the compiler's."""
    total = 0
    for path in glob.glob(f"/proc/{pid}/task/*"):
        try:
            if compiler or "Compiler" not in open(f"{path}/comm").read():
                total += int(open(f"{path}/schedstat").read().split()[0])
        except OSError:
            pass  # the thread has ended
    return total


def turn(name, pid, port, call, seconds, compiler=True):
    """Returns calls per second, and the CPU time of a call in microseconds."""
    smoke = os.environ.get("BENCHMARK_SMOKE") == "true"
    seconds = min(seconds, 1) if smoke else seconds
    before = cpu_nanos(pid, compiler)
    text = subprocess.run(["h2load", "-c", "4", "-m", "10", "-t", "1", "-D", str(seconds), "-d", call,
                           "-H", "content-type: application/grpc", "-H", "te: trailers",
                           f"http://127.0.0.1:{port}/hello.v1.HelloService/SayHello"],
                          check=True, capture_output=True, text=True).stdout
    used = cpu_nanos(pid, compiler) - before
    done = int(re.search(r"(\d+) succeeded", text)[1])
    if done < 1000 and not smoke:
        sys.exit(f"h2load had only {done} answers from {name}:\n{text}")
    return done / seconds, used / 1e3 / done
