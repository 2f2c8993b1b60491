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

# await URL: until it answers, as long as the last process in the background runs.
await() {
  until curl -fsS -o /dev/null "$1" 2>/dev/null; do
    kill -0 "$!" || { cat "$work"/*; exit 1; }
    sleep 1
  done
}

./lab service "--server.port=$http" "--grpc.server.port=$grpc" >"$work/service" 2>&1 &
await "http://127.0.0.1:$http/actuator/health"
./lab drive "--load.target=127.0.0.1:$grpc" --load.open.rate=2000 --server.port=0 >"$work/drive" 2>&1 &
sleep 60
change '{"executor.type": "virtual"}'
sleep 40
change '{"executor.canary.type": "direct", "executor.canary.share": 0.1}'
sleep 30

# Chromium's own --screenshot does not wait for the events.
driver=http://127.0.0.1:${DRIVER_PORT:-9515}
chromedriver "--port=${driver##*:}" >"$work/chromedriver" 2>&1 &
await "$driver/status"
value() { python3 -c "import json, sys; print(json.load(sys.stdin)['value']${1:-})"; }
session=$driver/session/$(curl -fsS "$driver/session" -d '{"capabilities": {"alwaysMatch": {"goog:chromeOptions": {"args":
  ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1280,1140"]}}}}' | value "['sessionId']")
curl -fsS -o /dev/null "$session/url" -d "{\"url\": \"http://127.0.0.1:$http/actuator/grpctuning/console\"}"
sleep 5
curl -fsS "$session/screenshot" | value | base64 -d >docs/images/console.png
curl -fsS -o /dev/null -X DELETE "$session"
ls -l docs/images/console.png
