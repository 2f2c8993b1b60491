#!/usr/bin/env bash
# Draws docs/images/console.png: the console of hello-service under load, while its executor is changed. Takes three minutes.
set -euo pipefail
cd -- "$(dirname -- "$0")/../.."

export SPRING_SECURITY_USER_PASSWORD=secret
http=${HTTP_PORT:-8081} grpc=${GRPC_PORT:-9090}
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$work"' EXIT

change() {
  curl -fsS -o /dev/null -u "admin:$SPRING_SECURITY_USER_PASSWORD" -H 'Content-Type: application/json' \
    "http://127.0.0.1:$http/actuator/grpctuning" -d "$1"
}

./lab service "--server.port=$http" "--grpc.server.port=$grpc" >"$work/service" 2>&1 &
until curl -fsS -o /dev/null "http://127.0.0.1:$http/actuator/health" 2>/dev/null; do sleep 1; done
./lab drive "--load.target=127.0.0.1:$grpc" --load.open.rate=2000 --server.port=0 >"$work/drive" 2>&1 &
sleep 70
change '{"executor.type": "virtual"}'
sleep 50
change '{"executor.canary.type": "direct", "executor.canary.share": 0.1}'
sleep 40
chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
"$chromium" --headless=new --no-sandbox --disable-gpu --hide-scrollbars --window-size=1280,1000 --timeout=6000 \
  --user-data-dir="$work/browser" --screenshot="$PWD/docs/images/console.png" \
  "http://127.0.0.1:$http/actuator/grpctuning/console" 2>"$work/chromium"
ls -l docs/images/console.png
