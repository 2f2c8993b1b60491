#!/usr/bin/env bash
# From docker run until the actuator answers, with the AOT cache of the images and without it (then the JVM has its own
# archive of the JDK's classes): container-start.sh [ROUNDS [TAG]]. The images must have been built.
set -euo pipefail
shopt -s inherit_errexit
rounds=${1:-7} tag=${2:-latest}
if [ "${BENCHMARK_SMOKE:-false}" = true ]; then
  rounds=1
  docker image inspect "grpc-tuning/hello-service:$tag" "grpc-tuning/load-client:$tag" >/dev/null 2>&1 ||
    { echo "skipped: needs Docker and the images"; exit 0; }
fi
trap 'docker rm -f container-start >/dev/null 2>&1 || true' EXIT

# Prints milliseconds.
start() { # application, port, arguments of docker run and of the container
  local app=$1 port=$2 from address
  shift 2
  from=$(date +%s%N)
  docker run -d --name container-start --read-only --tmpfs /tmp --cap-drop ALL --cpus 2 --memory 1g \
    -p "127.0.0.1::$port" "$@" >/dev/null
  address=$(docker port container-start "$port" | head -n 1)
  # One process, as starting one for each question would take time from the container.
  python3 - "http://$address/actuator/health/liveness" <<'END' || { docker logs container-start >&2; return 1; }
import sys, time, urllib.request
end = time.monotonic() + 60
while True:
    try:
        urllib.request.urlopen(sys.argv[1], timeout=2).read()
        break
    except OSError:
        if time.monotonic() > end:
            sys.exit(1)
        time.sleep(0.02)
END
  echo $((($(date +%s%N) - from) / 1000000))
  docker rm -f container-start >/dev/null
}
without() { # application, port, arguments
  local image=grpc-tuning/$1:$tag
  start "$1" "$2" --entrypoint java "$image" @/app/jvm.options -XX:+UseG1GC -jar /app/app.jar "${@:3}"
}
with() {
  start "$1" "$2" "grpc-tuning/$1:$tag" "${@:3}"
}
median() {
  sort -n | sed -n "$(((rounds + 1) / 2))p"
}

for app in "hello-service 8081" "load-client 8082 drive --load.connect-timeout=1m"; do
  with='' without=''
  for _ in $(seq "$rounds"); do
    # shellcheck disable=SC2086
    with+="$(with $app)"$'\n'
    # shellcheck disable=SC2086
    without+="$(without $app)"$'\n'
  done
  echo "${app%% *}: $(median <<<"${with%?}") ms with the cache, $(median <<<"${without%?}") ms without (medians of $rounds)"
done
