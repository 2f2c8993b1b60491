"""The calls that the load clients plan and send, and how they end."""

from model import ALERTS, Dashboard, Panel, above, below, choice, jobs, percentile, stat
from queries import NAMESPACE, SELECTED, quantile, quantiles, rate

BY = "instance, target"
LEGEND = "{{instance}} → {{target}}"
RESPONSE = f"instance_target_le:load_response_time_seconds_bucket:rate1m{{{SELECTED}}}"
SERVICE = f"instance_target_le:load_service_time_seconds_bucket:rate1m{{{SELECTED}}}"
LAG = f"instance_target_le:load_lag_seconds_bucket:rate1m{{{SELECTED}}}"
STARTED = rate(BY, f"load_calls_started_total{{{SELECTED}}}")
ANSWERED = rate(BY, f"load_calls_answered_total{{{SELECTED}}}")
FAILED = rate(BY, f"load_calls_failed_total{{{SELECTED}}}")
PLANNED = f"sum by ({BY}) (load_rate_planned{{{SELECTED}}})"
SATURATED = f"max by ({BY}) (load_generator_saturated{{{SELECTED}}})"


def mean(timer):
    return f"{rate(BY, f'{timer}_sum{{{SELECTED}}}')} / {rate(BY, f'{timer}_count{{{SELECTED}}}')}"


NOW = [
    stat(
        "Answered per second",
        {LEGEND: ANSWERED},
        "reqps",
        below(1, 0.1),
        "Calls that ended OK.",
        "`load.open.rate` and the other properties of the load model; the capacity of the server",
    ),
    stat(
        "Sent of what was planned",
        {LEGEND: f"{STARTED} / {PLANNED}"},
        "percentunit",
        below(0.99, 0.9),
        "Share of the planned calls that were sent. Below 100 % the load generator is saturated, or the run has just started.",
        "`load.max-open-calls`, the client's processors",
    ),
    stat(
        "Failed per second",
        {LEGEND: FAILED},
        "reqps",
        above(0.01, 1),
        "Calls that ended with a status other than OK.",
        "`limit.*`, `executor.queue-capacity`, `services.withdrawn`",
    ),
    stat(
        "Response time, ${percentile:text}",
        {LEGEND: quantile(BY, RESPONSE)},
        "s",
        above(0.1, 1),
        "From the due time of a call to its response: the time that a user would wait.",
        "every knob of the server",
    ),
    stat(
        "Open calls",
        {LEGEND: f"sum by ({BY}) (load_calls_open{{{SELECTED}}})"},
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
        "Calls per second that the plan requires, that were sent, and that ended OK. If sent is below planned, the client is "
        "too slow. If answered is below sent, the server is.",
        "`load.model`, `load.open.rate`; the server's `executor.*` and limits",
        width=12,
    ),
    Panel(
        "Open calls over time",
        {LEGEND: f"sum by ({BY}) (load_calls_open{{{SELECTED}}})"},
        "short",
        above(1000, 5000),
        "Calls that were sent and have not ended. If the line rises at a constant rate of calls, the server does not keep up.",
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
        "Response time starts when a call is due, service time when it is sent. The difference is the wait in the client, "
        "which a tool that measures from the send does not see (coordinated omission).",
        "every knob of the server; `load.channels`",
        width=12,
    ),
    Panel(
        "Mean wait before the send",
        {LEGEND: f"{mean('load_response_time_seconds')} - {mean('load_service_time_seconds')}"},
        "s",
        above(0.001, 0.1),
        "Mean response time minus mean service time.",
        "`load.max-open-calls`, the client's processors and garbage collection",
        width=12,
    ),
    Panel(
        "Response time, percentiles",
        quantiles(BY, RESPONSE, LEGEND),
        "s",
        above(0.1, 1),
        "From the due time of a call to its response.",
        "every knob of the server",
        width=12,
    ),
    Panel(
        "Service time, percentiles",
        quantiles(BY, SERVICE, LEGEND),
        "s",
        above(0.1, 1),
        "From the actual send of a call to its response.",
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
        "Delay from the due time of a call to its send. If it is not much smaller than the service time, the client is the "
        "bottleneck.",
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
        {f"{LEGEND} {{{{status}}}}": rate(f"{BY}, status", f"load_calls_failed_total{{{SELECTED}}}")},
        "reqps",
        above(0.01, 1),
        "Calls per second that ended with a status other than OK, by status.",
        "`limit.*` and `queue-capacity` (RESOURCE_EXHAUSTED), `max-connections` (UNAVAILABLE)",
        width=12,
    ),
    Panel(
        "Share of failed calls",
        {LEGEND: f"{FAILED} / ({FAILED} + {ANSWERED})"},
        "percentunit",
        above(0.001, 0.01),
        "Share of the calls that ended with a status other than OK.",
        "`limit.*`, `executor.queue-capacity`, `max-connections`",
        width=12,
        decimals=2,
    ),
]

PROCESS = [
    Panel(
        "Processors of the client",
        {"{{instance}}": f"instance:process_cpu_time_seconds:rate1m{{{SELECTED}}}"},
        "none",
        above(1, 2),
        "CPU seconds per second that the load clients use.",
        "`load.open.rate`; the container's `cpus`",
        width=6,
        decimals=2,
    ),
    Panel(
        "Heap of the client",
        {"{{instance}}": f'sum by (instance) (jvm_memory_used_bytes{{{SELECTED}, area="heap"}})'},
        "bytes",
        above(256 * 2**20, 2**30),
        "Heap in use.",
        "`load.max-open-calls`",
        width=6,
    ),
    Panel(
        "Garbage collection of the client",
        {"{{instance}}": f"instance:jvm_gc_pause_seconds_sum:rate1m{{{SELECTED}}}"},
        "percentunit",
        above(0.01, 0.1),
        "Share of the time in which garbage collection paused the client, so that it sent nothing.",
        "`load.max-open-calls`, the container's memory",
        width=6,
        decimals=1,
    ),
    Panel(
        "Threads of the client",
        {"{{instance}}": f"sum by (instance) (jvm_threads_live_threads{{{SELECTED}}})"},
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
    description="Calls that the load clients plan, send and get answered, and whether a client is the bottleneck.",
    variables=[
        *jobs("load_calls_started_total"),
        choice("instance", "Load client", f'label_values(load_calls_started_total{{{NAMESPACE}, job=~"$job"}}, instance)'),
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
