#!/usr/bin/env bash
# Checks whether the diagnosis names the cause: produces each cause on purpose, several times, and prints what the diagnosis
# names.
#
#   benchmarks/causes.sh [ROUNDS] [WEIGHT]    # WEIGHT of the processors against other work on a busy machine, such as 200
#
# A CPU quota and a weight need control groups that may be written. Without them that cause is left out, and other work counts.
set -euo pipefail
. "$(dirname -- "$0")/common.sh"

rounds=${1:-5}
weight=${2:-1}
java_home=$("$root/lab" java-home)
cores=$(nproc)
groups=()

# new_group NAME: a control group with the weight, whose path is in $group then; nothing where none can be made.
new_group() {
  for parent in /sys/fs/cgroup/cpu /sys/fs/cgroup; do
    group=$parent/lab-causes-$1-$$
    if mkdir "$group" 2>/dev/null; then
      groups+=("$group")
      if { echo $((1024 * weight)) >"$group/cpu.shares" || echo $((weight < 100 ? 100 * weight : 10000)) >"$group/cpu.weight"; } 2>/dev/null; then
        return
      fi
    fi
  done
  group=
}

remove_group() {
  stop_all
  for each in "${groups[@]}"; do
    rmdir "$each" 2>/dev/null || true
  done
}
trap remove_group EXIT

# A JDK whose java joins a group with a fifth of a processor first.
throttled=
new_group quota
if [ -n "$group" ] && { echo 20000 >"$group/cpu.cfs_quota_us" || echo '20000 100000' >"$group/cpu.max"; } 2>/dev/null; then
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
      profile: tuned
      properties: {hello.work.delay: 10ms, grpc.tuning.executor.type: virtual}
      load: {model: open, open.rate: 1000, max-open-calls: 4}
    - name: refused-by-the-limit
      profile: tuned
      properties: {hello.work.delay: 20ms, grpc.tuning.executor.type: virtual, grpc.tuning.limit.concurrent-calls: 8}
      load: {model: open, open.rate: 800}
    - name: gc
      profile: fork-join
      jvm-options: [-Xmn512k, -XX:+UseSerialGC]
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
      load: {model: open, open.rate: 300, open.max-lag: 200ms}
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
new_group weight
(
  [ -z "$group" ] || echo "$BASHPID" >"$group/cgroup.procs"
  exec "$root/lab" ${smoke:+--experiment.only=gc,none-shown} --experiment=causes.yml --experiment.output="$work/causes" >/dev/null 2>"$work/causes.log"
)
for _ in $(seq $((2 * cores))); do
  (while :; do :; done) &
  pids+=($!)
done
"$root/lab" ${smoke:+--experiment.scale=0.2} --experiment=contended.yml --experiment.output="$work/contended" >/dev/null 2>"$work/contended.log"
"$here/causes-table.py" "$work"/causes/*/result.json "$work"/contended/*/result.json
