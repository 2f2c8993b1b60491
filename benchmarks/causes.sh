#!/usr/bin/env bash
# Whether the diagnosis names what really holds a run up: each cause is produced on purpose, several times, and the
# table shows what the diagnosis says of it.
#
#   benchmarks/causes.sh [ROUNDS] [NICE]      # NICE below 0 needs root: so that other work on the machine does not count
#
# Stopping a server with a CPU quota needs a control group that may be written; without one, that cause is left out.
set -euo pipefail
. "$(dirname -- "$0")/common.sh"

rounds=${1:-5}
nice=${2:-0}
java_home=$("$root/lab" java-home)
cores=$(nproc)

# A JDK whose java joins a control group with a fifth of a processor first.
group=
for parent in /sys/fs/cgroup/cpu /sys/fs/cgroup; do
  if mkdir "$parent/lab-causes-$$" 2>/dev/null; then
    group=$parent/lab-causes-$$
    if { echo 20000 >"$group/cpu.cfs_quota_us" || echo '20000 100000' >"$group/cpu.max"; } 2>/dev/null; then
      break
    fi
    rmdir "$group"
    group=
  fi
done
remove_group() {
  stop_all
  [ -z "$group" ] || rmdir "$group" 2>/dev/null || true
}
trap remove_group EXIT
throttled=
if [ -n "$group" ]; then
  mkdir -p "$work/jdk/bin"
  ln -s "$java_home/release" "$work/jdk/release"
  printf '#!/bin/sh\necho $$ >%s/cgroup.procs\nexec %s/bin/java "$@"\n' "$group" "$java_home" >"$work/jdk/bin/java"
  chmod +x "$work/jdk/bin/java"
  throttled="
    - name: throttled-by-its-quota
      profile: tuned
      java-home: $work/jdk
      properties: {hello.work.cpu: 500us}
      load: {closed.outstanding: 8}"
else
  echo "No control group can be written: throttled-by-its-quota is left out." >&2
fi

# Each variant is called as what holds it up.
cat >"$work/causes.yml" <<END
load:
  engine: raw
  model: closed
  closed: {outstanding: 20}
  channels: 1
  warmup: 1s
  duration: 4s
experiment:
  name: causes
  control: false
  repeat: $rounds
  server:
    start-timeout: 4m
    settle: 3s
    jvm-options: [-Xmx256m]
  variants:
    - name: load-generator-saturated
      profile: direct
      load: {model: open, open.rate: 3000, max-open-calls: 4}
    - name: refused-by-the-limit
      profile: tuned
      properties: {hello.work.delay: 20ms, grpc.tuning.executor.type: virtual, grpc.tuning.limit.concurrent-calls: 8}
      load: {model: open, open.rate: 800}
    - name: gc
      profile: fork-join
      jvm-options: [-Xmx44m, -XX:+UseSerialGC]
      properties: {hello.work.allocation: 4MB}$throttled
    - name: cpu-bound
      profile: fork-join
      properties: {hello.work.cpu: 2ms}
      load: {channels: 4, closed.outstanding: 16}
    - name: one-event-loop-saturated
      profile: direct
      properties: {hello.work.cpu: 1ms, grpc.tuning.worker-threads: 1}
    - name: event-loop-blocked
      profile: direct
      properties: {hello.work.delay: 10ms}
    - name: queueing-in-the-executor
      profile: tuned
      properties: {hello.work.delay: 10ms, grpc.tuning.executor.type: fixed, grpc.tuning.executor.threads: 4}
    - name: waiting-in-the-handler
      profile: tuned
      properties: {hello.work.delay: 30ms, grpc.tuning.executor.type: virtual}
    - name: waiting-for-a-stream
      profile: tuned
      properties: {hello.work.delay: 10ms, grpc.tuning.executor.type: virtual, grpc.tuning.max-concurrent-calls-per-connection: 4}
      load: {engine: stub}
    - name: none-shown
      profile: direct
      load: {model: open, open.rate: 300}
END

# The same server, with twice as many other processes as processors.
cat >"$work/contended.yml" <<END
load: {engine: raw, model: open, open.rate: 500, warmup: 1s, duration: 4s}
experiment:
  name: contended
  control: false
  repeat: $rounds
  server: {start-timeout: 4m, settle: 0s, jvm-options: [-Xmx256m]}
  variants:
    - name: machine-contended-by-others
      profile: tuned
END

cd "$work"
nice -n "$nice" "$root/lab" --experiment=causes.yml --experiment.output="$work/causes" >/dev/null 2>"$work/causes.log"
for _ in $(seq $((2 * cores))); do
  (while :; do :; done) &
  pids+=($!)
done
"$root/lab" --experiment=contended.yml --experiment.output="$work/contended" >/dev/null 2>"$work/contended.log"
"$here/causes-table.py" "$work"/causes/*/result.json "$work"/contended/*/result.json
