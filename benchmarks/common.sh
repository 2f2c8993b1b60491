# Sourced by the scripts beside it, which run under bash.
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
root=$(dirname -- "$here")
work=$(mktemp -d)
# For the modules beside the scripts.
export PYTHONPATH=$here PYTHONDONTWRITEBYTECODE=1
pids=()

stop_all() {
  for pid in "${pids[@]}"; do
    kill "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
  rm -rf "$work"
}
trap stop_all EXIT
trap 'exit 130' INT TERM

# show_logs STATUS COMMAND: what was said before a command failed. The script ends then, and its logs go with it.
show_logs() {
  if [ "$1" -ne 130 ] && [ "$1" -ne 143 ] && [ ! -e "$work/told" ]; then
    # A subshell ends first, and then what has waited for it.
    touch "$work/told"
    echo "failed with $1: $2" >&2
    ! compgen -G "$work/*.log" >/dev/null || tail -n 20 "$work"/*.log | cut -c 1-300 >&2
  fi
}
set -E
trap 'show_logs $? "$BASH_COMMAND"' ERR

# BENCHMARK_SMOKE=true only shows that a script works: one round, durations of about a second, less load, and no check of figures.
smoke=
if [ "${BENCHMARK_SMOKE:-false}" = true ]; then
  smoke=true
  set -- 1 1
  mkdir "$work/smoke"
  ln -s "$root"/* "$work/smoke"
  rm "$work/smoke/lab"
  cat >"$work/smoke/lab" <<LAB
#!/usr/bin/env bash
arguments=()
for argument in "\$@"; do
  case \$argument in
    --load.duration=1h) ;; # until the script ends it
    --load.duration=* | --load.warmup=*) argument=\${argument%%=*}=1s ;;
    --load.channels=????*) argument=--load.channels=10 ;;
    --experiment.only=*) arguments+=(--experiment.scale=0.01) ;;
  esac
  arguments+=("\$argument")
done
exec "$root/lab" "\${arguments[@]}"
LAB
  chmod +x "$work/smoke/lab"
  root=$work/smoke
  sleep() {
    command sleep "$(awk -v seconds="$1" 'BEGIN { print (seconds < 1) ? seconds : 1 }')"
  }
fi

# needs COMMAND [HINT]: ends the script if there is no such command.
needs() {
  if ! command -v "$1" >/dev/null; then
    [ -z "$smoke" ] || { echo "skipped: needs $1"; exit 0; }
    echo "${0##*/}: $1 is not on the PATH${2:+; $2}" >&2
    exit 1
  fi
}

# missed FIGURE: ends the script because of a figure.
missed() {
  [ -n "$smoke" ] || { echo "missed: $1" >&2; exit 1; }
}

# What is not built or prepared yet would be so while a script waits for its server.
"$root/lab" build

free_port() {
  python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# wait_for PORT: until something listens there, for three minutes at most.
wait_for() {
  for _ in $(seq 900); do
    (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null && return
    sleep 0.2
  done
  echo "nothing listens on port $1" >&2
  tail -n 20 "$work"/*.log >&2
  exit 1
}

# cpu_ticks PID: CPU time of a process so far, in clock ticks of 10 ms.
cpu_ticks() {
  sed 's/.*) //' "/proc/$1/stat" | awk '{ print $12 + $13 }'
}

# json FILE EXPRESSION: a figure of a result file d.
json() {
  python3 -c 'import json, sys; d = json.load(open(sys.argv[1])); print(eval(sys.argv[2]))' "$1" "$2"
}
