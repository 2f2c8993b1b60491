"""Servers side by side, and the executors of one server."""

from model import ALERTS, Dashboard, Panel, above, below, choice, jobs, percentile
from queries import CALLS, DURATION, NAMESPACE, SELECTED, quantile, rate, share_not_ok

LAG = f'instance_group_thread_le:grpc_tuning_eventloop_lag_seconds_bucket:rate1m{{{SELECTED}, group="worker"}}'
CPU = f"sum by (instance) (instance:process_cpu_time_seconds:rate1m{{{SELECTED}}})"
HEAP = f'sum by (instance) (jvm_memory_used_bytes{{{SELECTED}, area="heap"}})'
THREADS = f"max by (instance) (jvm_threads_live_threads{{{SELECTED}}})"
CPU_PER_CALL = f"{CPU} / {CALLS}"
NO_EXECUTOR = "A server with no property set has no executor of its own"
EACH = "{{instance}}"
TIMES = "suffix: ×"
LESS_IS_BETTER = above(1.1, 1.5)
MORE_IS_BETTER = below(0.9, 0.67)


def current(query):
    """The same query for the baseline server."""
    return query.replace(SELECTED, f'{NAMESPACE}, job="$baseline", instance="$current"')


def ratio(query):
    return f"({query}) / on () group_left () ({current(query)})"


SIDE_BY_SIDE = [
    Panel(
        "Calls per second",
        {EACH: CALLS},
        "reqps",
        below(1, 0.1),
        "Calls that ended, with any status.",
        "the load; `executor.*`, `transport`",
    ),
    Panel(
        "Duration, ${percentile:text}",
        {EACH: quantile("instance", DURATION)},
        "s",
        above(0.1, 1),
        "From the arrival of a call's headers at the server to its end.",
        "`executor.*`, `limit.*`, `max-concurrent-calls-per-connection`",
    ),
    Panel(
        "Calls that did not end OK",
        {EACH: share_not_ok()},
        "percentunit",
        above(0.001, 0.01),
        "Share of the calls that ended with a status other than OK.",
        "`limit.*`, `executor.queue-capacity`, `services.withdrawn`",
        decimals=2,
    ),
    Panel(
        "Open calls",
        {EACH: f"sum by (instance) (grpc_tuning_calls_open{{{SELECTED}}})"},
        "short",
        above(1000, 5000),
        "Calls in flight.",
        "`limit.concurrent-calls`, `max-concurrent-calls-per-connection`",
    ),
    Panel(
        "Processor time of a call",
        {EACH: CPU_PER_CALL},
        "s",
        above(0.001, 0.01),
        "CPU seconds of the process per call. Includes work that does not depend on calls, so it "
        "falls as the rate rises.",
        "`transport`, `executor.type` (`direct` saves the hand-over between threads)",
    ),
    Panel(
        "Event-loop lag, ${percentile:text}",
        {EACH: quantile("instance", LAG)},
        "s",
        above(0.02, 0.1),
        "Time that tasks wait for a worker event loop, which delays the reads and writes of its connections.",
        "`executor.type`, `worker-threads`",
    ),
    Panel(
        "Heap in use",
        {EACH: HEAP},
        "bytes",
        above(2**30, 4 * 2**30),
        "Heap in use, including garbage.",
        "`max-concurrent-calls-per-connection`; `-Xmx`, the collector",
    ),
    Panel(
        "Time in garbage collection",
        {EACH: f"instance:jvm_gc_pause_seconds_sum:rate1m{{{SELECTED}}}"},
        "percentunit",
        above(0.05, 0.1),
        "Share of the time in which garbage collection paused the JVM.",
        "the number of open calls; the collector, `-Xmx`",
        decimals=1,
    ),
    Panel(
        "Threads",
        {EACH: THREADS},
        "short",
        above(200, 1000),
        "Platform threads.",
        "`executor.type` (`cached` grows with the open calls), `executor.threads`, `worker-threads`",
    ),
]

RATIOS = [
    Panel(
        "Calls per second, against $current",
        {EACH: ratio(CALLS)},
        TIMES,
        MORE_IS_BETTER,
        "Calls per second, as a multiple of the baseline server's. Under the same load it is 1, unless a server cannot serve it.",
        "`executor.*`, `transport`",
        decimals=2,
    ),
    Panel(
        "Duration, ${percentile:text}, against $current",
        {EACH: ratio(quantile("instance", DURATION))},
        TIMES,
        LESS_IS_BETTER,
        "Duration of calls, as a multiple of the baseline server's.",
        "`executor.*`, `limit.*`, `max-concurrent-calls-per-connection`",
        decimals=2,
    ),
    Panel(
        "Processor time of a call, against $current",
        {EACH: ratio(CPU_PER_CALL)},
        TIMES,
        LESS_IS_BETTER,
        "CPU per call, as a multiple of the baseline server's.",
        "`transport`, `executor.type`",
        decimals=2,
    ),
    Panel(
        "Event-loop lag, ${percentile:text}, against $current",
        {EACH: ratio(quantile("instance", LAG))},
        TIMES,
        LESS_IS_BETTER,
        "Event-loop lag, as a multiple of the baseline server's.",
        "`executor.type`, `worker-threads`",
        decimals=2,
    ),
    Panel(
        "Heap in use, against $current",
        {EACH: ratio(HEAP)},
        TIMES,
        LESS_IS_BETTER,
        "Heap in use, as a multiple of the baseline server's. It rises and falls with collections, so read the trend and not "
        "one value.",
        "`max-concurrent-calls-per-connection`; `-Xmx`, the collector",
        decimals=2,
    ),
    Panel(
        "Threads, against $current",
        {EACH: ratio(THREADS)},
        TIMES,
        LESS_IS_BETTER,
        "Platform threads, as a multiple of the baseline server's.",
        "`executor.type`, `executor.threads`, `worker-threads`",
        decimals=2,
    ),
]

# The host name in a load client's target is the name of the service, and so of the service's job.
SENT_TO = f'{NAMESPACE}, target=~"($job)[.:].*"'
RESPONSE = f"instance_target_le:load_response_time_seconds_bucket:rate1m{{{SENT_TO}}}"
SERVICE = f"instance_target_le:load_service_time_seconds_bucket:rate1m{{{SENT_TO}}}"
FROM_OUTSIDE = [
    Panel(
        "Answered calls",
        {"{{target}}": rate("target", f"load_calls_answered_total{{{SENT_TO}}}")},
        "reqps",
        below(1, 0.1),
        "Calls per second that ended OK for the load clients, by server.",
        "the load; every knob of the server",
        width=6,
    ),
    Panel(
        "Response time, ${percentile:text}",
        {"{{target}}": quantile("target", RESPONSE)},
        "s",
        above(0.1, 1),
        "From the due time of a call to its response, by server.",
        "every knob of the server",
        width=6,
    ),
    Panel(
        "Service time, ${percentile:text}",
        {"{{target}}": quantile("target", SERVICE)},
        "s",
        above(0.1, 1),
        "From the actual send of a call to its response, by server.",
        "every knob of the server",
        width=6,
    ),
    Panel(
        "Response time, ${percentile:text}, against $current",
        {
            "{{target}}": f"{quantile('target', RESPONSE)}"
            f" / on () group_left () {quantile('', RESPONSE.replace('($job)', '$baseline'))}"
        },
        TIMES,
        LESS_IS_BETTER,
        "Response time, as a multiple of the baseline server's.",
        "every knob of the server",
        width=6,
        decimals=2,
    ),
]

BOTH = f'{SELECTED}, executor=~"main|canary"'
WAIT = f"instance_executor_le:grpc_tuning_executor_wait_seconds_bucket:rate1m{{{BOTH}}}"
RUN = f"instance_executor_le:grpc_tuning_executor_run_seconds_bucket:rate1m{{{BOTH}}}"
EXECUTORS = "{{instance}} {{executor}}"


def against_main(buckets):
    main = buckets.replace('executor=~"main|canary"', 'executor="main"')
    return f"{quantile('instance, executor', buckets)} / on (instance) group_left () {quantile('instance', main)}"


CANARY = [
    Panel(
        "Calls by executor",
        {EXECUTORS: rate("instance, executor", f"grpc_tuning_executor_calls_total{{{BOTH}}}")},
        "reqps",
        below(1, 0.1),
        "Calls per second on the current executor (main) and on the canary, if there is one.",
        "`executor.canary.share`",
        no_value=NO_EXECUTOR,
    ),
    Panel(
        "Wait for a thread, ${percentile:text}",
        {EXECUTORS: quantile("instance, executor", WAIT)},
        "s",
        above(0.01, 0.1),
        "Time that a task waited for a thread.",
        "`executor.canary.type`, `executor.canary.threads`, `executor.type`, `executor.threads`",
        no_value=NO_EXECUTOR,
    ),
    Panel(
        "Run of a task, ${percentile:text}",
        {EXECUTORS: quantile("instance, executor", RUN)},
        "s",
        above(0.01, 0.1),
        "Time that a task ran on its thread.",
        "the handler; `executor.canary.type`, `executor.canary.threads`",
        no_value=NO_EXECUTOR,
    ),
    Panel(
        "Wait, ${percentile:text}, against the current executor",
        {EXECUTORS: against_main(WAIT)},
        TIMES,
        LESS_IS_BETTER,
        "Wait of the canary's tasks, as a multiple of the current executor's. The line of the current executor is 1.",
        "`executor.canary.type`, `executor.canary.threads`",
        width=12,
        decimals=2,
        no_value=NO_EXECUTOR,
    ),
    Panel(
        "Run, ${percentile:text}, against the current executor",
        {EXECUTORS: against_main(RUN)},
        TIMES,
        LESS_IS_BETTER,
        "Run time of the canary's tasks, as a multiple of the current executor's.",
        "`executor.canary.type`, `executor.canary.threads`",
        width=12,
        decimals=2,
        no_value=NO_EXECUTOR,
    ),
]

SERVERS = f'label_values(grpc_tuning_generation{{{NAMESPACE}, job=~"$job"}}, instance)'
JOB_OF_BASELINE = f'label_values(grpc_tuning_generation{{{NAMESPACE}, instance="$current"}}, job)'

DASHBOARD = Dashboard(
    uid="grpc-compare",
    title="Compare",
    description="Servers side by side and relative to a baseline server, and the canary of a server relative to its current "
    "executor.",
    variables=[
        *jobs("grpc_tuning_generation"),
        choice("instance", "Servers", SERVERS),
        choice("current", "Against", SERVERS, False, "hello-service"),
        choice("baseline", "Job of it", JOB_OF_BASELINE, False, "hello-service") | {"hide": 2},
        choice("method", "Method", f"label_values(grpc_server_call_started_total{{{SELECTED}}}, grpc_method)"),
        percentile(),
    ],
    annotations=[ALERTS],
    rows={
        "Side by side": SIDE_BY_SIDE,
        "Against one of them": RATIOS,
        "As the load clients see them": FROM_OUTSIDE,
        "Canary against the current executor": CANARY,
    },
)
