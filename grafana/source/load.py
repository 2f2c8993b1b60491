"""What the load clients ask for and get."""

from model import ALERTS, Dashboard, Panel, above, below, choice, percentile, stat
from queries import CLIENT, quantile, quantiles, rate

I = 'instance=~"$instance"'
BY = "instance, target"
LEGEND = "{{instance}} → {{target}}"
RESPONSE = f"instance_target_le:load_response_time_seconds_bucket:rate1m{{{I}}}"
SERVICE = f"instance_target_le:load_service_time_seconds_bucket:rate1m{{{I}}}"
LAG = f"instance_target_le:load_lag_seconds_bucket:rate1m{{{I}}}"
STARTED = rate(BY, f"load_calls_started_total{{{I}}}")
ANSWERED = rate(BY, f"load_calls_answered_total{{{I}}}")
FAILED = rate(BY, f"load_calls_failed_total{{{I}}}")
PLANNED = f"sum by ({BY}) (load_rate_planned{{{I}}})"
SATURATED = f"max by ({BY}) (load_client_saturated{{{I}}})"


def mean(timer):
    return f"{rate(BY, f'{timer}_sum{{{I}}}')} / {rate(BY, f'{timer}_count{{{I}}}')}"


NOW = [
    stat(
        "Answered per second",
        {LEGEND: ANSWERED},
        "reqps",
        below(1, 0.1),
        "Calls that were answered OK.",
        "`load.open.rate` and its like; what the server can serve",
    ),
    stat(
        "Sent of what was planned",
        {LEGEND: f"{STARTED} / {PLANNED}"},
        "percentunit",
        below(0.99, 0.9),
        "Share of the planned calls that was sent. Below 100 % the load generator is saturated, or the run has just begun.",
        "`load.max-open-calls`, the client's processors",
    ),
    stat(
        "Failed per second",
        {LEGEND: FAILED},
        "reqps",
        above(0.01, 1),
        "Calls that ended otherwise than OK.",
        "`limit.*`, `executor.queue-capacity`, `services.withdrawn`",
    ),
    stat(
        "Response time, ${percentile:text}",
        {LEGEND: quantile(BY, RESPONSE)},
        "s",
        above(0.1, 1),
        "From when a call was due to its answer: what a user would wait.",
        "every knob of the server",
    ),
    stat(
        "Open calls",
        {LEGEND: f"sum by ({BY}) (load_calls_open{{{I}}})"},
        "short",
        above(1000, 5000),
        "Calls that were sent and have not ended.",
        "the server's duration; `load.max-open-calls`",
    ),
    stat(
        "Load generator saturated",
        {LEGEND: SATURATED},
        "none",
        [("green", None), ("red", 1)],
        "Whether the load generator was saturated in the last second. Its figures are then the client's, not the server's.",
        "`load.open.rate`, `load.max-open-calls`, the client's processors",
        words={"0": "no", "1": "yes"},
    ),
]

RATE = [
    Panel(
        "Planned, sent and answered",
        {f"{LEGEND} planned": PLANNED, f"{LEGEND} sent": STARTED, f"{LEGEND} answered": ANSWERED},
        "reqps",
        below(1, 0.1),
        "Calls per second that the plan asks for, that were sent, and that were answered OK. Sent below planned: the client is "
        "late. Answered below sent: the server is.",
        "`load.model`, `load.open.rate`; the server's `executor.*` and bounds",
        width=12,
    ),
    Panel(
        "Open calls over time",
        {LEGEND: f"sum by ({BY}) (load_calls_open{{{I}}})"},
        "short",
        above(1000, 5000),
        "Calls that were sent and have not ended. A line that rises at a level rate: the server does not keep up.",
        "the server's duration; `max-concurrent-calls-per-connection`, `load.max-open-calls`",
        width=12,
    ),
]

LATENCY = [
    Panel(
        "Response against service time, ${percentile:text}",
        {f"{LEGEND} response": quantile(BY, RESPONSE), f"{LEGEND} service": quantile(BY, SERVICE)},
        "s",
        above(0.1, 1),
        "Response time runs from when a call was due, service time from when it was sent. The gap is what calls waited in the "
        "client, which a tool that starts its clock at the send does not see.",
        "every knob of the server; `load.channels`",
        width=12,
    ),
    Panel(
        "Mean wait before the send",
        {LEGEND: f"{mean('load_response_time_seconds')} - {mean('load_service_time_seconds')}"},
        "s",
        above(0.001, 0.1),
        "Mean response time less mean service time.",
        "`load.max-open-calls`, the client's processors and garbage collection",
        width=12,
    ),
    Panel(
        "Response time, percentiles",
        quantiles(BY, RESPONSE, LEGEND),
        "s",
        above(0.1, 1),
        "From when a call was due to its answer.",
        "every knob of the server",
        width=12,
    ),
    Panel(
        "Service time, percentiles",
        quantiles(BY, SERVICE, LEGEND),
        "s",
        above(0.1, 1),
        "From the real send of a call to its answer.",
        "every knob of the server",
        width=12,
    ),
]

CLIENT_LATE = [
    Panel(
        "Lag, percentiles",
        quantiles(BY, LAG, LEGEND),
        "s",
        above(0.001, 0.01),
        "How late calls were sent. The client is the bottleneck when this is no longer small against the service time.",
        "`load.open.rate`, `load.channels`, the client's processors",
        width=12,
    ),
    Panel(
        "Load generator saturated over time",
        {LEGEND: SATURATED},
        "short",
        [("green", None), ("red", 1)],
        "1 in each second in which the load generator was saturated.",
        "`load.open.rate`, `load.max-open-calls`, the client's processors",
        width=12,
    ),
]

ERRORS = [
    Panel(
        "Failed calls by status",
        {f"{LEGEND} {{{{status}}}}": rate(f"{BY}, status", f"load_calls_failed_total{{{I}}}")},
        "reqps",
        above(0.01, 1),
        "Calls per second that ended otherwise than OK, by their status.",
        "`limit.*` and `queue-capacity` (RESOURCE_EXHAUSTED), `max-connections` (UNAVAILABLE)",
        width=12,
    ),
    Panel(
        "Share of failed calls",
        {LEGEND: f"{FAILED} / ({FAILED} + {ANSWERED})"},
        "percentunit",
        above(0.001, 0.01),
        "Of the calls that ended, those that did not end OK.",
        "`limit.*`, `executor.queue-capacity`, `max-connections`",
        width=12,
        decimals=2,
    ),
]

PROCESS = [
    Panel(
        "Processors of the client",
        {"{{instance}}": f"instance:process_cpu_time_seconds:rate1m{{{CLIENT}}}"},
        "none",
        above(1, 2),
        "Processor seconds per second that the load clients took.",
        "`load.open.rate`; the container's `cpus`",
        width=6,
        decimals=2,
    ),
    Panel(
        "Heap of the client",
        {"{{instance}}": f'sum by (instance) (jvm_memory_used_bytes{{{CLIENT}, area="heap"}})'},
        "bytes",
        above(256 * 2**20, 2**30),
        "Heap in use.",
        "`load.max-open-calls`",
        width=6,
    ),
    Panel(
        "Garbage collection of the client",
        {"{{instance}}": f"instance:jvm_gc_pause_seconds_sum:rate1m{{{CLIENT}}}"},
        "percentunit",
        above(0.01, 0.1),
        "Share of its time in which the client was paused and sent nothing.",
        "`load.max-open-calls`, the container's memory",
        width=6,
        decimals=1,
    ),
    Panel(
        "Threads of the client",
        {"{{instance}}": f"sum by (instance) (jvm_threads_live_threads{{{CLIENT}}})"},
        "short",
        above(100, 500),
        "Platform threads.",
        "`load.channels`, `load.stub`",
        width=6,
    ),
]

DASHBOARD = Dashboard(
    uid="grpc-load",
    title="Load",
    description="What the load clients ask for, what they get, and whether it is they who are too slow.",
    variables=[
        choice("instance", "Load client", "label_values(load_calls_started_total, instance)"),
        percentile(),
    ],
    annotations=[ALERTS],
    rows={
        "Now": NOW,
        "Rate": RATE,
        "Latency": LATENCY,
        "Lag": CLIENT_LATE,
        "Errors": ERRORS,
        "The client itself": PROCESS,
    },
)
