"""Servers beside each other, and the executors of one server."""

from model import ALERTS, Dashboard, Panel, above, below, choice, percentile
from queries import CALLS, DURATION, SERVER, quantile, rate, share_not_ok

I = 'instance=~"$instance"'
LAG = f'instance_group_thread_le:grpc_tuning_eventloop_lag_seconds_bucket:rate1m{{{I}, group="worker"}}'
CPU = f"sum by (instance) (instance:process_cpu_time_seconds:rate1m{{{SERVER}}})"
HEAP = f'sum by (instance) (jvm_memory_used_bytes{{{SERVER}, area="heap"}})'
THREADS = f"max by (instance) (jvm_threads_live_threads{{{SERVER}}})"
CPU_PER_CALL = f"{CPU} / {CALLS}"
NO_EXECUTOR = "A server with nothing set has no executor of its own"
EACH = "{{instance}}"
TIMES = "suffix: ×"
LESS_IS_BETTER = above(1.1, 1.5)
MORE_IS_BETTER = below(0.9, 0.67)


def current(query):
    """The same query of the server that the others are compared with."""
    return query.replace('instance=~"$instance"', 'instance="$current"')


def ratio(query):
    return f"({query}) / on () group_left () ({current(query)})"


SIDE_BY_SIDE = [
    Panel(
        "Calls per second",
        {EACH: CALLS},
        "reqps",
        below(1, 0.1),
        "Calls that ended, whatever their status.",
        "the load; `executor.*`, `transport`",
    ),
    Panel(
        "Duration, ${percentile:text}",
        {EACH: quantile("instance", DURATION)},
        "s",
        above(0.1, 1),
        "From a call's first byte at the server to its end.",
        "`executor.*`, `limit.*`, `max-concurrent-calls-per-connection`",
    ),
    Panel(
        "Calls that did not end OK",
        {EACH: share_not_ok()},
        "percentunit",
        above(0.001, 0.01),
        "Share of the calls that ended with another status than OK.",
        "`limit.*`, `executor.queue-capacity`, `services.withdrawn`",
        decimals=2,
    ),
    Panel(
        "Open calls",
        {EACH: f"sum by (instance) (grpc_tuning_calls_open{{{I}}})"},
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
        "What a call costs: processor seconds of the process per call. The process's own housekeeping is in it, so it "
        "falls as the rate rises.",
        "`transport`, `executor.type` (`direct` saves the hand-over between threads)",
    ),
    Panel(
        "Event-loop lag, ${percentile:text}",
        {EACH: quantile("instance", LAG)},
        "s",
        above(0.02, 0.1),
        "How late the worker event loops read and write.",
        "`executor.type`, `worker-threads`",
    ),
    Panel(
        "Heap in use",
        {EACH: HEAP},
        "bytes",
        above(2**30, 4 * 2**30),
        "Heap in use, garbage among it.",
        "`max-concurrent-calls-per-connection`; `-Xmx`, the collector",
    ),
    Panel(
        "Time in garbage collection",
        {EACH: f"instance:jvm_gc_pause_seconds_sum:rate1m{{{SERVER}}}"},
        "percentunit",
        above(0.05, 0.1),
        "Share of its time in which the JVM was paused.",
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
        "How many times the calls of the chosen server. 1 for both under the same load, unless one cannot serve it.",
        "`executor.*`, `transport`",
        decimals=2,
    ),
    Panel(
        "Duration, ${percentile:text}, against $current",
        {EACH: ratio(quantile("instance", DURATION))},
        TIMES,
        LESS_IS_BETTER,
        "How many times as long calls take as at the chosen server.",
        "`executor.*`, `limit.*`, `max-concurrent-calls-per-connection`",
        decimals=2,
    ),
    Panel(
        "Processor time of a call, against $current",
        {EACH: ratio(CPU_PER_CALL)},
        TIMES,
        LESS_IS_BETTER,
        "How many times as much processor time a call costs as at the chosen server.",
        "`transport`, `executor.type`",
        decimals=2,
    ),
    Panel(
        "Event-loop lag, ${percentile:text}, against $current",
        {EACH: ratio(quantile("instance", LAG))},
        TIMES,
        LESS_IS_BETTER,
        "How many times as late the event loops are as those of the chosen server.",
        "`executor.type`, `worker-threads`",
        decimals=2,
    ),
    Panel(
        "Heap in use, against $current",
        {EACH: ratio(HEAP)},
        TIMES,
        LESS_IS_BETTER,
        "How many times as much heap is in use. It swings with the collections: read the trend, not one value.",
        "`max-concurrent-calls-per-connection`; `-Xmx`, the collector",
        decimals=2,
    ),
    Panel(
        "Threads, against $current",
        {EACH: ratio(THREADS)},
        TIMES,
        LESS_IS_BETTER,
        "How many times as many platform threads.",
        "`executor.type`, `executor.threads`, `worker-threads`",
        decimals=2,
    ),
]

# Load clients are told apart by whom they call: a target is the server's name and port.
SENT_TO = 'target=~"($instance):.*"'
RESPONSE = f"instance_target_le:load_response_time_seconds_bucket:rate1m{{{SENT_TO}}}"
SERVICE = f"instance_target_le:load_service_time_seconds_bucket:rate1m{{{SENT_TO}}}"
FROM_OUTSIDE = [
    Panel(
        "Answered calls",
        {"{{target}}": rate("target", f"load_calls_answered_total{{{SENT_TO}}}")},
        "reqps",
        below(1, 0.1),
        "Calls per second that the load clients got answered OK, by server.",
        "the load; every knob of the server",
        width=6,
    ),
    Panel(
        "Response time, ${percentile:text}",
        {"{{target}}": quantile("target", RESPONSE)},
        "s",
        above(0.1, 1),
        "From when a call was due to its answer, by server.",
        "every knob of the server",
        width=6,
    ),
    Panel(
        "Service time, ${percentile:text}",
        {"{{target}}": quantile("target", SERVICE)},
        "s",
        above(0.1, 1),
        "From the real send of a call to its answer, by server.",
        "every knob of the server",
        width=6,
    ),
    Panel(
        "Response time, ${percentile:text}, against $current",
        {
            "{{target}}": f"{quantile('target', RESPONSE)}"
            f" / on () group_left () {quantile('', RESPONSE.replace('($instance)', '$current'))}"
        },
        TIMES,
        LESS_IS_BETTER,
        "How many times as long a user of it waits as one of the chosen server.",
        "every knob of the server",
        width=6,
        decimals=2,
    ),
]

BOTH = f'{I}, executor=~"main|canary"'
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
        "Calls per second that were given to the current executor, main, and to the canary, if there is one.",
        "`executor.canary.share`",
        no_value=NO_EXECUTOR,
    ),
    Panel(
        "Wait for a thread, ${percentile:text}",
        {EXECUTORS: quantile("instance, executor", WAIT)},
        "s",
        above(0.01, 0.1),
        "Time that a task waited until a thread took it.",
        "`executor.canary.type`, `executor.canary.threads`, `executor.type`, `executor.threads`",
        no_value=NO_EXECUTOR,
    ),
    Panel(
        "Run of a task, ${percentile:text}",
        {EXECUTORS: quantile("instance, executor", RUN)},
        "s",
        above(0.01, 0.1),
        "Time that a task held its thread.",
        "the handler; `executor.canary.type`, `executor.canary.threads`",
        no_value=NO_EXECUTOR,
    ),
    Panel(
        "Wait, ${percentile:text}, against the current executor",
        {EXECUTORS: against_main(WAIT)},
        TIMES,
        LESS_IS_BETTER,
        "How many times as long tasks of the canary wait. The current executor's own line is 1.",
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
        "How many times as long tasks of the canary run.",
        "`executor.canary.type`, `executor.canary.threads`",
        width=12,
        decimals=2,
        no_value=NO_EXECUTOR,
    ),
]

DASHBOARD = Dashboard(
    uid="grpc-compare",
    title="Compare",
    description="Servers beside each other and against one of them; the canary of a server against its current executor.",
    variables=[
        choice("instance", "Servers", "label_values(grpc_tuning_generation, instance)"),
        choice("current", "Against", "label_values(grpc_tuning_generation, instance)", False, "hello-service"),
        choice("method", "Method", 'label_values(grpc_server_call_started_total{instance=~"$instance"}, grpc_method)'),
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
