#!/usr/bin/env bash
# How small a difference slices show in one server: a handler that spins for 20 µs, and one that spins for 21 µs. Both loads, closed and
# 60 % of the knee, take MINUTES in each try. Prints ratios, their intervals, the smallest difference that such an experiment finds nine
# times out of ten, and in how many tries the CPU time of the 1 µs was found.
#
#   benchmarks/slices.sh [MINUTES [TRIES]]
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
minutes=${1:-3}
tries=${2:-1}

cat >"$work/slices.yml" <<'YAML'
load:
  model: closed
  engine: raw
  channels: 4
  closed: {outstanding: 10}
  metadata: {x-work-delay-us: 20}
  warmup: 5s
  duration: 5s
experiment:
  name: slices
  latency-at: 0.6
  metric: server-cpu
  calibration: false
  control: false
  server:
    mode: retune
    jvm-options: [-Xmx512m]
    properties: {grpc.tuning.executor.type: direct, hello.work.max-delay: 1s}
  variants:
    - name: spins-20us
    - name: spins-21us
      load: {metadata.x-work-delay-us: 21}
YAML

# Two variants with two loads of five seconds take 20 s per round.
rounds=$((minutes * 6))
[ -z "$smoke" ] || rounds=2
for try in $(seq "$tries"); do
  "$root/lab" --experiment="$work/slices.yml" --experiment.output="$work/results/$try" --experiment.repeat=$rounds --live=false \
    >"$work/lab.log" 2>&1
done

python3 - "$work"/results/*/*/result.json <<'PYTHON'
import json
import math
import sys

results = [json.load(open(file)) for file in sys.argv[1:]]
print(f"{'try':>3} {'batches':>7} {'':20} {'ratio':>7} {'interval':>17} {'smallest effect':>16}")
found, effects, expected = 0, [], []
for number, result in enumerate(results, 1):
    units = max((len(values["values"]) for variant in result["variants"]
                 for values in (variant.get("slices") or {"units": []})["units"]), default=0)
    rows = result["comparison"]["rows"]
    expected.append(1 / next(row["median"]["median"] for row in rows if row["metric"] == "server-cpu" and not row["comparison"]))
    for row in rows:
        seen = row["comparison"]
        if seen and seen["interval"]:
            low, high = seen["interval"]["low"], seen["interval"]["high"]
            print(f"{number:3} {units:7} {row['metric']:20} {seen['ratio']:7.4f} {low:8.4f} {high:8.4f} {seen['minimumDetectableEffect']:15.1%}")
            if row["metric"] == "server-cpu":
                effects.append(seen["ratio"] - 1)
                found += seen["verdict"] == "worse"
mean = sum(effects) / len(effects)
spread = math.sqrt(sum((each - mean) ** 2 for each in effects) / max(1, len(effects) - 1))
print(f"1 µs of CPU, {sum(expected) / len(expected):.2%} of a call, was found in {found} of {len(results)} tries as {mean:.2%} on average, "
      f"with a standard deviation of {spread:.2%}")
PYTHON
