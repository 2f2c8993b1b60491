#!/usr/bin/env bash
# Measures what a recording by Java Flight Recorder, as with --experiment.profile=true, costs a server: under full load, and at 900 calls
# per second. The recording starts and stops in one server.
#
#   benchmarks/profile-cost.sh [ROUNDS]
set -euo pipefail
. "$(dirname -- "$0")/switch-cost.sh"
jcmd="$("$root/lab" java-home)/bin/jcmd"

measure "full load" "profile:$jcmd" --load.model=closed --load.closed.outstanding=10
measure "900 calls per second" "profile:$jcmd" --load.model=open --load.open.rate=900 --load.open.max-lag=10s
