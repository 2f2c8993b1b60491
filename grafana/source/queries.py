"""Parts of queries that the dashboards share."""

from model import PERCENTILES

NAMESPACE = 'namespace=~"$namespace"'
SELECTED = f'{NAMESPACE}, job=~"$job", instance=~"$instance"'

DURATION = f'instance_method_le:grpc_server_call_duration_seconds_bucket:rate1m{{{SELECTED}, grpc_method=~"$method"}}'
ENDED = f'instance_method_status:grpc_server_call_duration_seconds_count:rate1m{{{SELECTED}, grpc_method=~"$method"%s}}'
CALLS = f"sum by (instance) ({ENDED % ''})"


def quantile(labels, buckets, share="$percentile"):
    """A percentile of the histogram of which these are the buckets' rates."""
    return f"histogram_quantile({share}, sum by ({f'{labels}, le' if labels else 'le'}) ({buckets}))"


def quantiles(labels, buckets, legend):
    """The usual percentiles side by side."""
    return {
        f"{legend} {name}": quantile(labels, buckets, PERCENTILES[name]) for name in ("p50", "p90", "p99", "p99.9")
    }


def share_not_ok():
    """Calls that ended otherwise than OK, of all that ended."""
    failed = ENDED % ', grpc_status!="OK"'
    return f"(sum by (instance) ({failed}) or 0 * {CALLS}) / {CALLS}"


def rate(labels, counter):
    return f"sum by ({labels}) (rate({counter}[1m]))"
