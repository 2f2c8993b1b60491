#!/usr/bin/env bash
# Measures what it costs the server to report the stages of a thousand calls per second, as in servers that the lab starts: under full
# load, where few of the calls are reported, and at 900 calls per second, where all are.
#
#   benchmarks/stages-cost.sh [ROUNDS]
set -euo pipefail
. "$(dirname -- "$0")/switch-cost.sh"

measure "full load, direct" stages:direct --load.model=closed --load.closed.outstanding=10
measure "full load, fork-join" stages:fork-join --load.model=closed --load.closed.outstanding=10
measure "900 calls per second, fork-join" stages:fork-join --load.model=open --load.open.rate=900 --load.open.max-lag=10s
