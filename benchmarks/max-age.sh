#!/usr/bin/env bash
# Whether calls fail while a server with connection.max-age=1s closes connections on which large responses are under way: 60 s of
# 4 x 50 open calls with responses of 3.6 MB, with both engines. If nginx is installed, also through nginx, which closes a
# connection of a client after 1,000 requests.
#
#   benchmarks/max-age.sh [SECONDS]
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
seconds=${1:-60}
port=$(free_port)

# The limits of profile tuned would close connections that hold more than 64 MB of responses.
LAB_JAVA_OPTS=-Xmx4g "$root/lab" service --spring.profiles.active=fork-join --grpc.tuning.transport=auto --grpc.tuning.connection.max-age=1s \
  --grpc.server.port="$port" --server.port="$(free_port)" >"$work/hello.log" 2>&1 &
pids+=($!)
wait_for "$port"
targets=("direct 127.0.0.1:$port")

if command -v nginx >/dev/null; then
  proxy=$(free_port)
  cat >"$work/nginx.conf" <<EOF
daemon off;
error_log stderr error;
pid $work/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path $work/body;
  proxy_temp_path $work/proxy;
  fastcgi_temp_path $work/fastcgi;
  uwsgi_temp_path $work/uwsgi;
  scgi_temp_path $work/scgi;
  server {
    listen 127.0.0.1:$proxy http2;
    keepalive_requests 1000;
    location / { grpc_pass grpc://127.0.0.1:$port; }
  }
}
EOF
  nginx -c "$work/nginx.conf" >"$work/nginx.log" 2>&1 &
  pids+=($!)
  wait_for "$proxy"
  targets+=("nginx 127.0.0.1:$proxy")
fi

for engine in stub raw; do
  for target in "${targets[@]}"; do
    echo "== $engine, ${target% *}"
    "$root/lab" run "${target#* }" --load.engine="$engine" --load.model=closed -c 4 --load.closed.outstanding=50 -d "${seconds}s" \
      --data '{"responseBytes": 3600000}' 2>/dev/null | grep -E '^(answered|failed|unfinished|lost|connection|client) ' || true
  done
done
# Why nginx failed calls, and how often.
[ ! -f "$work/nginx.log" ] || sed -n 's/.*\[error\] [^*]*\*[0-9]* \([^,]*\),.*/nginx: \1/p' "$work/nginx.log" | sort | uniq -c
