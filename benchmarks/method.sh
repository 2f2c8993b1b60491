#!/usr/bin/env bash
# Whether the methods that changed begin with the one that did: HandlerWork.compute takes 1.2 µs instead of 1 µs, about 1 % of the CPU
# time of a call. Also counts the tries in which a method of the A/A control is named, which is wrong.
#
#   benchmarks/method.sh [TRIES [SECONDS]]
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
tries=${1:-3}
seconds=${2:-10}

cat >"$work/method.yml" <<YAML
load: {model: closed, engine: raw, channels: 2, closed.outstanding: 10, warmup: 1500ms, duration: ${seconds}s}
experiment:
  name: method
  profile: true
  slices: false
  calibration: false
  server: {mode: fork, settle: 0s, jvm-options: [-Xmx256m, -XX:+UseParallelGC]}
  variants:
    - {name: quick, profile: tuned, properties: {hello.work.cpu: 1000ns}}
    - {name: slow, profile: tuned, properties: {hello.work.cpu: 1200ns}}
YAML

for try in $(seq "$tries"); do
  "$root/lab" --experiment="$work/method.yml" --experiment.output="$work/results/$try" --live=false >"$work/lab.log" 2>&1
done

python3 - "$work"/results/*/*/result.json <<'PYTHON'
import json
import sys

tries = [{each["variant"]: each for each in json.load(open(file))["methods"]} for file in sys.argv[1:]]
first = wrong = 0
for methods in tries:
    slow, control = methods["slow"], methods["quick-control"]
    named = [change["method"].split(".hello.")[-1] for change in slow["changed"]]
    first += named[:1] == ["HandlerWork.compute"]
    wrong += bool(control["changed"])
    print(f"{slow['sampler']}, {slow['compared']} methods, call {slow['callNanos'] / 1e3:.1f} µs, shows {slow['smallestNanos']:.0f} to "
          f"{slow['anywhereNanos']:.0f} ns; slow: {', '.join(named) or 'none'}; "
          f"A/A: {', '.join(change['method'] for change in control['changed']) or 'none'}")
print(f"named first in {first} of {len(tries)} tries; a method of the A/A control is named in {wrong}")
PYTHON
