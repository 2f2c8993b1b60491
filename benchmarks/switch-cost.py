"""Measures what a switch costs a server under load: CPU per call and rate with and without it, and the noise of both (A/A).

    switch-cost.py NAME SWITCH ACTUATOR_PORT SERVER_PID CLIENT_PID ROUNDS

The switch is stages:EXECUTOR, or profile:JCMD with the path of jcmd. One server and one client run throughout. Each round has
blocks of two seconds without, with, with and without it. Then it has four blocks without, compared in the same way (A/A).
"""
import os
import statistics
import subprocess
import sys
import time

import service

name, switch, actuator, server, client = sys.argv[1:6]
rounds = max(2, int(sys.argv[6]))
smoke = os.environ.get("BENCHMARK_SMOKE") == "true"
kind, argument = switch.split(":", 1)


def ask(path, body=None):
    return service.ask(actuator, path, body)


def calls():
    return sum(float(line.split()[-1]) for line in ask("prometheus").splitlines()
               if line.startswith("grpc_server_call_duration_seconds_count") and "SayHello" in line)


def cpu_seconds():
    return service.cpu_nanos(server)[1] / 1e9


def jfr(*command):
    subprocess.run([argument, server, *command], check=True, capture_output=True, text=True)


def block(on):
    """Returns the CPU time of a call in microseconds, and calls per second."""
    if kind == "stages":
        ask("grpctuning", {"executor.type": argument, "stages.sampled-per-second": 1000 if on else None, "guard": False})
    elif on:
        jfr("JFR.start", "name=cost", "settings=profile", "+jdk.CPUTimeSample#enabled=true", "+jdk.CPUTimeSample#throttle=1ms",
            "jdk.ExecutionSample#period=1ms")
    try:
        time.sleep(0.3)
        before, cpu, begun = calls(), cpu_seconds(), time.monotonic()
        time.sleep(0.2 if smoke else 1.7)
        used, done, seconds = cpu_seconds() - cpu, calls() - before, time.monotonic() - begun
    finally:
        if kind == "profile" and on:
            jfr("JFR.stop", "name=cost")
            time.sleep(0.3)
    return used * 1e6 / done, done / seconds


def ratios(blocks):
    """Ratios of the two in the middle to the two around them."""
    return [(blocks[1][i] + blocks[2][i]) / (blocks[0][i] + blocks[3][i]) for i in (0, 1)]


def spread(values):
    quarter = statistics.quantiles(values, n=4)
    return f"{statistics.median(values):.3f} ({quarter[0]:.3f} to {quarter[2]:.3f})"


begun = calls()
while calls() == begun:
    if not os.path.exists(f"/proc/{client}"):
        sys.exit("the client has ended")
    time.sleep(0.2)
for _ in range(1 if smoke else 5):
    block(False)
    block(True)
compared, same, off, on = [], [], [], []
for _ in range(rounds):
    one = [block(False), block(True), block(True), block(False)]
    off += [one[0], one[3]]
    on += one[1:3]
    compared.append(ratios(one))
    same.append(ratios([block(False) for _ in range(4)]))
for index, figure in enumerate(("CPU per call, us", "calls per second")):
    print(f"{name}, {figure}: {statistics.median(block[index] for block in off):.2f} without, "
          f"{statistics.median(block[index] for block in on):.2f} with: ratio {spread([it[index] for it in compared])}, "
          f"A/A {spread([it[index] for it in same])}", flush=True)
