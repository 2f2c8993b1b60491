#!/usr/bin/env bash
# How small a difference slices show in one server: a handler that spins for 20 µs, the same once more (A/A), and one that spins for
# 21 µs. Prints ratios, their intervals, and the smallest difference that such an experiment finds nine times out of ten.
#
#   benchmarks/slices.sh [MINUTES]
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
minutes=${1:-3}

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
  server:
    mode: retune
    jvm-options: [-Xmx512m]
    properties: {grpc.tuning.executor.type: direct, hello.work.max-delay: 1s}
  variants:
    - name: spins-20us
    - name: spins-21us
      load: {metadata.x-work-delay-us: 21}
YAML

# Three variants with two loads of five seconds take half a minute per round.
"$root/lab" --experiment="$work/slices.yml" --experiment.output="$work/results" --experiment.repeat=$((minutes * 2)) --live=false \
  >"$work/lab.log" 2>&1

python3 - "$work"/results/*/result.json <<'PYTHON'
import json
import sys

result = json.load(open(sys.argv[1]))
rows = [row for row in result["comparison"]["rows"] if row["comparison"] and row["comparison"]["interval"]]
units = max((len(values["values"]) for variant in result["variants"] for values in (variant.get("slices") or {"units": []})["units"]),
            default=0)
base = next(row["median"]["median"] for row in result["comparison"]["rows"] if row["metric"] == "server-cpu" and not row["comparison"])
print(f"{units} batches; a call takes {base:.1f} µs of CPU, so that 1 µs more is {1 / base:.1%}")
print(f"{'':11} {'':20} {'ratio':>7} {'interval':>17} {'smallest effect':>16}")
for row in rows:
    found = row["comparison"]
    low, high = found["interval"]["low"], found["interval"]["high"]
    name = "A/A" if row["control"] else row["plain"]
    print(f"{name:11} {row['metric']:20} {found['ratio']:7.4f} {low:8.4f} {high:8.4f} {found['minimumDetectableEffect']:15.1%}")
PYTHON
