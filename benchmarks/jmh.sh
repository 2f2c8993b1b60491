#!/usr/bin/env bash
# What a unary call, a message in each codec, a recorded latency and the tuning cost, measured by JMH on one thread.
# Prints tables, of which docs/measurements.md has the most important columns; the progress of JMH goes to standard error.
#
#   benchmarks/jmh.sh [quick] [RESULT.json [JMH OPTIONS...]]
#
# quick only shows that all benchmarks work: no JVM of its own for each, and no time to get warm. Any option of JMH
# may follow, such as a pattern of names or -p codec=WIRE.
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
options=()
if [ -n "$smoke" ]; then set -- quick "$work/jmh.json"; fi
if [ "${1:-}" = quick ]; then
  shift
  options=(-f 0 -wi 1 -w 20ms -i 1 -r 50ms)
fi
result=${1:-$root/lab-results/$(date -u +%Y-%m-%dT%H-%M-%SZ)-jmh/result.json}
[ $# -eq 0 ] || shift
[[ $result == *.json ]] || { echo "jmh.sh: $result is not a result file: its name must end in .json" >&2; exit 1; }
mkdir -p "$(dirname -- "$result")"

java=$("$root/lab" java-home)/bin/java
mvn -B -q -ntp -f "$root/pom.xml" -Pjmh -pl benchmarks/jmh -am process-classes >"$work/mvn.log" 2>&1 || { cat "$work/mvn.log" >&2; exit 1; }
target=$here/jmh/target
"$java" @"$target/classes/jvm.options" -cp "$target/classes:$(cat "$target/class-path")" dev.grpctuning.benchmark.Benchmarks \
  -rf json -rff "$result" "${options[@]}" "$@" >&2
python3 "$here/jmh-tables.py" "$result"
echo
echo "The result is in $result"
