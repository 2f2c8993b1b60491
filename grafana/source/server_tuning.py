"""The settings of one or several servers, and how they perform."""

from model import ALERTS, Dashboard, Panel, above, annotation, below, choice, jobs, percentile, stat
from queries import CALLS, DURATION, ENDED, NAMESPACE, SELECTED, quantile, quantiles, rate, share_not_ok

WAIT = f"instance_executor_le:grpc_tuning_executor_wait_seconds_bucket:rate1m{{{SELECTED}}}"
RUN = f"instance_executor_le:grpc_tuning_executor_run_seconds_bucket:rate1m{{{SELECTED}}}"
LAG = f"instance_group_thread_le:grpc_tuning_eventloop_lag_seconds_bucket:rate1m{{{SELECTED}}}"
NO_EXECUTOR = "A server with no property set has no executor of its own"
KNOBS = {
    "instance": "instance",
    "generation": "generation",
    "transport": "transport",
    "worker_threads": "worker-threads",
    "executor_type": "executor.type",
    "executor_threads": "executor.threads",
    "executor_live": "executor.live",
    "max_concurrent_calls_per_connection": "max-concurrent-calls-per-connection",
    "flow_control_window": "flow-control-window",
    "limit_concurrent_calls": "limit.concurrent-calls",
    "limit_algorithm": "limit.algorithm",
}

IN_FORCE = [
    Panel(
        "Effective tuning",
        {"": f"max by ({', '.join(KNOBS)}) (grpc_tuning_info{{{SELECTED}}})"},
        "none",
        [("text", None)],
        "Settings in force, read from the running server and not from its configuration.",
        "every knob; a change is marked in all panels",
        width=24,
        height=5,
        type="table",
        columns=KNOBS,
    ),
    stat(
        "Calls per second",
        {"{{instance}}": CALLS},
        "reqps",
        below(1, 0.1),
        "Calls that ended, with any status. Red: none.",
        "the load; under more load than it can serve, `executor.*` and `transport`",
    ),
    stat(
        "Duration, ${percentile:text}",
        {"{{instance}}": quantile("instance", DURATION)},
        "s",
        above(0.1, 1),
        "From the arrival of a call's headers at the server to its end.",
        "`executor.*`, `limit.*`, `max-concurrent-calls-per-connection`",
    ),
    stat(
        "Refused per second",
        {"{{instance}}": f"sum by (instance) (instance_reason:grpc_tuning_refused:rate1m{{{SELECTED}}})"},
        "reqps",
        above(0.01, 1),
        "Calls refused with RESOURCE_EXHAUSTED because of a limit.",
        "`limit.*`, `executor.queue-capacity`",
    ),
    stat(
        "Event-loop lag, ${percentile:text}",
        {"{{instance}}": quantile("instance", LAG)},
        "s",
        above(0.02, 0.1),
        "Time that tasks wait for an event loop, which delays the reads and writes of its connections.",
        "`executor.type` (a `direct` handler that blocks), `worker-threads`",
    ),
    stat(
        "Garbage collection",
        {"{{instance}}": f"instance:jvm_gc_pause_seconds_sum:rate1m{{{SELECTED}}}"},
        "percentunit",
        above(0.05, 0.1),
        "Share of the last minute in which garbage collection paused the JVM.",
        "`max-concurrent-calls-per-connection`, heap size and collector",
        decimals=1,
    ),
    stat(
        "Processors in use",
        {"{{instance}}": f"instance:process_cpu_time_seconds:rate1m{{{SELECTED}}}"},
        "none",
        above(2, 4),
        "CPU seconds per second that the process uses.",
        "`transport`, `executor.type`; the handler",
        decimals=2,
    ),
]

AUTOPILOT = [
    Panel(
        "Experiments",
        {
            "{{instance}} {{verdict}}": "sum by (instance, verdict)"
            f" (increase(grpc_tuning_autopilot_experiments_total{{{SELECTED}}}[1h]))"
        },
        "short",
        [("green", None)],
        "Experiments of the autopilot that ended in the last hour, by what they found.",
        "`grpc.tuning.autopilot.mode`, `grpc.tuning.autopilot.max-experiment`; the load, without which it finds nothing",
    ),
    Panel(
        "Time in candidates",
        {
            "{{instance}}": "sum by (instance)"
            f" (rate(grpc_tuning_autopilot_time_seconds_total{{{SELECTED}}}[1h]))"
        },
        "percentunit",
        above(0.1, 0.2),
        "Share of the last hour in which a candidate of the autopilot was in force.",
        "`grpc.tuning.autopilot.max-time`, `grpc.tuning.autopilot.max-outside`",
        decimals=1,
    ),
    Panel(
        "CPU saved",
        {"{{instance}}": f"max by (instance) (grpc_tuning_autopilot_saved_percent{{{SELECTED}}})"},
        "percent",
        [("green", None)],
        "CPU time per call that the settings of the autopilot save under this load, by its experiments.",
        "`grpc.tuning.autopilot.mode`, `grpc.tuning.autopilot.bounds`",
        decimals=1,
    ),
]

CALLS_ROW = [
    Panel(
        "Calls by method",
        {"{{instance}} {{grpc_method}}": f"sum by (instance, grpc_method) ({ENDED % ''})"},
        "reqps",
        below(1, 0.1),
        "Calls per second that ended, by method.",
        "the load",
    ),
    Panel(
        "Calls by status",
        {"{{instance}} {{grpc_status}}": f"sum by (instance, grpc_status) ({ENDED % ''})"},
        "reqps",
        below(1, 0.1),
        "Calls per second that ended, by status.",
        "`limit.*` and `queue-capacity` (RESOURCE_EXHAUSTED), `services.withdrawn` (UNIMPLEMENTED), the callers' deadlines",
    ),
    Panel(
        "Calls that did not end OK",
        {"{{instance}}": share_not_ok()},
        "percentunit",
        above(0.001, 0.01),
        "Share of the calls that ended with a status other than OK.",
        "`limit.*`, `executor.queue-capacity`, `services.withdrawn`; the callers' deadlines",
        decimals=2,
    ),
    Panel(
        "Duration, percentiles",
        quantiles("instance", DURATION, "{{instance}}"),
        "s",
        above(0.1, 1),
        "From the arrival of a call's headers at the server to its end, over all selected methods. Without waits in the client and "
        "the network, which the dashboard Load shows.",
        "`executor.*`, `limit.*`, `max-concurrent-calls-per-connection`, `flow-control-window` (large messages)",
    ),
    Panel(
        "Duration by method, ${percentile:text}",
        {"{{instance}} {{grpc_method}}": quantile("instance, grpc_method", DURATION)},
        "s",
        above(0.1, 1),
        "From the arrival of a call's headers at the server to its end, for each method.",
        "`executor.routes` gives slow methods threads of their own",
    ),
    Panel(
        "Open calls",
        {
            "{{instance}} open": f"sum by (instance) (grpc_tuning_calls_open{{{SELECTED}}})",
            "{{instance}} allowed": f"sum by (instance) (grpc_tuning_limit_allowed{{{SELECTED}}})",
        },
        "short",
        above(1000, 5000),
        "Calls in flight, in all generations, and how many `limit.concurrent-calls` allows now. Without a limit there is only "
        "one line.",
        "`limit.concurrent-calls`, `limit.algorithm`",
    ),
    Panel(
        "Open calls of a connection",
        {
            "{{instance}}": f"sum by (instance) (grpc_tuning_calls_open{{{SELECTED}}})"
            f" / sum by (instance) (grpc_tuning_connections_open{{{SELECTED}}})"
        },
        "short",
        above(800, 1000),
        "Mean number of calls in flight per connection. Above the limit, 1,000 in the profile tuned, calls wait "
        "in the client.",
        "`max-concurrent-calls-per-connection`",
    ),
    Panel(
        "Burn rate of the error budget",
        {
            f"{{{{job}}}} {window}": f'job:grpc_server_error_budget:burn{window}{{{NAMESPACE}, job=~"$job"}}'
            for window in ("5m", "1h", "6h")
        },
        "suffix: ×",
        above(6, 14.4),
        "How many times as many calls of a job failed as its objective allows, over 5 minutes, 1 hour and 6 hours.",
        "`limit.*`, `executor.queue-capacity`; the handlers, and what they depend on",
        decimals=1,
    ),
    Panel(
        "Goodput",
        {
            "{{instance}} goodput": rate("instance", f"grpc_tuning_goodput_total{{{SELECTED}}}"),
            "{{instance}} {{reason}}": rate("instance, reason", f"grpc_tuning_objective_missed_total{{{SELECTED}}}"),
        },
        "reqps",
        [("green", None)],
        "Calls per second that ended within `grpc.tuning.objective`, and those that were late or failed.",
        "`executor.*`, `limit.*`; `grpc.tuning.objective` sets what is late",
    ),
    Panel(
        "Burn rate of the objective",
        {
            f"{{{{job}}}} {window}": f'job:grpc_tuning_objective:burn{window}{{{NAMESPACE}, job=~"$job"}}'
            for window in ("5m", "1h", "6h")
        },
        "suffix: ×",
        above(6, 14.4),
        "How many times as many calls of a job were late or failed as `grpc.tuning.objective.errors` allows, over 5 minutes, "
        "1 hour and 6 hours.",
        "`executor.*`, `limit.*`; the handlers, and what they depend on",
        decimals=1,
    ),
]

OVERLOAD = [
    Panel(
        "Refused calls by reason",
        {"{{instance}} {{reason}}": f"instance_reason:grpc_tuning_refused:rate1m{{{SELECTED}}}"},
        "reqps",
        above(0.01, 1),
        "Calls per second refused with RESOURCE_EXHAUSTED, by reason: the limit of open calls, streams or a method, the "
        "priority, the client's share, a full queue, the wait in it, or a deadline that would pass.",
        "`limit.*`, `executor.queue-capacity`",
    ),
    Panel(
        "Calls cancelled because of their age",
        {"{{instance}} {{limit}}": rate("instance, limit", f"grpc_tuning_limit_expired_total{{{SELECTED}}}")},
        "reqps",
        above(0.01, 1),
        "Calls per second that the server cancelled because they were open for too long, by limit.",
        "`limit.max-call-age`, `limit.max-stream-age`",
    ),
    Panel(
        "Open streams",
        {"{{instance}}": f"sum by (instance) (grpc_tuning_limit_streams{{{SELECTED}}})"},
        "short",
        above(1000, 5000),
        "Streaming calls in flight, in all generations.",
        "`limit.concurrent-streams`, `limit.max-stream-age`",
    ),
    Panel(
        "Connections closed by a limit",
        {
            "{{instance}} {{limit}}": f"instance_limit:grpc_tuning_connections_refused:rate1m{{{SELECTED}}}",
            "{{instance}} HTTP/2 errors": rate("instance", f"grpc_tuning_connections_errors_total{{{SELECTED}}}"),
        },
        "cps",
        above(0.01, 1),
        "Connections per second that the server refused or closed, by limit: their number, an unfinished handshake, resets, "
        "control frames or unread responses. HTTP/2 errors are those of clients that broke the protocol.",
        "`max-connections`, `max-connections-per-address`, `connection.*`, `max-response-backlog`",
        width=12,
    ),
    Panel(
        "Unread responses",
        {"{{instance}}": f"sum by (instance) (grpc_tuning_responses_backlog_bytes{{{SELECTED}}})"},
        "bytes",
        above(32 * 2**20, 64 * 2**20),
        "Responses that the server buffers because clients read slowly, if `max-response-backlog` is set.",
        "`max-response-backlog`, 64 MB in the profile tuned",
        width=12,
    ),
]

EXECUTOR = [
    Panel(
        "Active tasks",
        {"{{instance}} {{executor}}": f"sum by (instance, executor) (grpc_tuning_executor_active{{{SELECTED}}})"},
        "short",
        above(50, 500),
        "Tasks of calls that run now. If there are always as many as threads, the threads are the bottleneck.",
        "`executor.type`, `executor.threads`",
        no_value=NO_EXECUTOR,
    ),
    Panel(
        "Queued tasks",
        {"{{instance}} {{executor}}": f"sum by (instance, executor) (grpc_tuning_executor_queued{{{SELECTED}}})"},
        "short",
        above(100, 1000),
        "Tasks that wait for a thread.",
        "`executor.threads`, `executor.queue-capacity`, `max-concurrent-calls-per-connection`",
        no_value=NO_EXECUTOR,
    ),
    Panel(
        "Calls by executor",
        {"{{instance}} {{executor}}": rate("instance, executor", f"grpc_tuning_executor_calls_total{{{SELECTED}}}")},
        "reqps",
        below(1, 0.1),
        "Calls per second on each executor: main, canary, or the pattern of a route.",
        "`executor.routes`, `executor.canary.share`",
        no_value=NO_EXECUTOR,
    ),
    Panel(
        "Wait for a thread, ${percentile:text}",
        {"{{instance}} {{executor}}": quantile("instance, executor", WAIT)},
        "s",
        above(0.01, 0.1),
        "Time that a task waited for a thread.",
        "`executor.type`, `executor.threads`; a limit on open calls limits it too",
        width=12,
        no_value=NO_EXECUTOR,
    ),
    Panel(
        "Run of a task, ${percentile:text}",
        {"{{instance}} {{executor}}": quantile("instance, executor", RUN)},
        "s",
        above(0.01, 0.1),
        "Time that a task ran on its thread.",
        "the handler (`hello.work.*`); `executor.threads`, if there are more threads than processors",
        width=12,
        no_value=NO_EXECUTOR,
    ),
]

TRANSPORT = [
    Panel(
        "Event-loop lag by thread, ${percentile:text}",
        {"{{instance}} {{thread}}": quantile("instance, thread", LAG)},
        "s",
        above(0.02, 0.1),
        "Time that a task waits for its event loop, measured five times per second on each loop with connections. "
        "Reads and writes of its connections are delayed as long.",
        "`executor.type` (a `direct` handler that blocks), `worker-threads`",
    ),
    Panel(
        "Longest lag",
        {"{{instance}} {{group}}": f"max by (instance, group) (grpc_tuning_eventloop_lag_seconds_max{{{SELECTED}}})"},
        "s",
        above(0.1, 1),
        "Longest lag of the last minutes, which percentiles may not show.",
        "`executor.type`, `worker-threads`; garbage collection stops event loops too",
    ),
    Panel(
        "Pending tasks",
        {"{{instance}} {{group}}": f"sum by (instance, group) (grpc_tuning_eventloop_pending{{{SELECTED}}})"},
        "short",
        above(100, 1000),
        "Tasks that wait for an event loop, such as responses to write.",
        "`worker-threads`, `transport`",
    ),
    Panel(
        "Connections of each event loop",
        {"{{instance}} loop {{loop}}": f"sum by (instance, loop) (grpc_tuning_eventloop_connections{{{SELECTED}}})"},
        "short",
        above(1000, 10000),
        "Open connections. A connection stays on its event loop, so different numbers mean uneven load.",
        "`worker-threads`; `connection.max-age` makes clients reconnect",
    ),
    Panel(
        "Accepted connections",
        {"{{instance}}": rate("instance", f"grpc_tuning_connections_accepted_total{{{SELECTED}}}")},
        "cps",
        above(10, 100),
        "Connections per second that were accepted.",
        "`connection.max-age` and `connection.max-idle`; `max-connections`",
    ),
    Panel(
        "HTTP/2 windows",
        {
            "{{instance}} at the start": f"max by (instance) (grpc_tuning_window_initial_bytes{{{SELECTED}}})",
            "{{instance}} largest": f"max by (instance) (grpc_tuning_window_largest_bytes{{{SELECTED}}})",
        },
        "bytes",
        [("red", None), ("green", 65535)],
        "Flow-control windows, which limit how much a client may send before the server has read it: the initial one, and the "
        "largest so far.",
        "`flow-control-window` (fixed), `initial-flow-control-window` (grows)",
    ),
    Panel(
        "Generations",
        {
            "{{instance}} alive": f"max by (instance) (grpc_tuning_generations{{{SELECTED}}})",
            "{{instance}} number": f"max by (instance) (grpc_tuning_generation{{{SELECTED}}})",
        },
        "short",
        above(100, 1000),
        "Number of generations that serve or drain, and number of the current one. If two stay alive, "
        "calls of the older one do not end.",
        "every knob of scope RESTART; `generation.change`, `generation.drain-timeout`",
        width=12,
    ),
    Panel(
        "Memory of the connections' allocator",
        {"{{instance}} {{area}}": f"max by (instance, area) (grpc_tuning_allocator_memory_bytes{{{SELECTED}}})"},
        "bytes",
        above(256 * 2**20, 512 * 2**20),
        "Memory that Netty's buffer allocator has reserved for connections, by area: direct memory is outside of the heap.",
        "`worker-threads` (each has an arena), `flow-control-window`, message sizes",
        width=12,
    ),
]

JVM = [
    Panel(
        "Heap",
        {
            "{{instance}} used": f'sum by (instance) (jvm_memory_used_bytes{{{SELECTED}, area="heap"}})',
            "{{instance}} committed": f'sum by (instance) (jvm_memory_committed_bytes{{{SELECTED}, area="heap"}})',
            # With ZGC, both pools have the maximum of the heap. With G1, two of three have none (-1).
            "{{instance}} maximum": f'sum by (instance) (jvm_memory_max_bytes{{{SELECTED}, area="heap", id!~"ZGC.*"}} > 0)'
            f' or max by (instance) (jvm_memory_max_bytes{{{SELECTED}, area="heap"}})',
        },
        "bytes",
        above(2**30, 4 * 2**30),
        "Heap in use, committed, and maximum.",
        "`max-concurrent-calls-per-connection`: the heap holds each open call; `-Xmx`",
    ),
    Panel(
        "Heap after collection",
        {"{{instance}}": f"max by (instance) (jvm_memory_usage_after_gc{{{SELECTED}}})"},
        "percentunit",
        above(0.7, 0.9),
        "Share of the old generation that is in use after a collection. Near 100 % the JVM runs out of memory.",
        "`max-concurrent-calls-per-connection`, `limit.concurrent-calls`; `-Xmx`",
    ),
    Panel(
        "Time in garbage collection",
        {"{{instance}}": f"instance:jvm_gc_pause_seconds_sum:rate1m{{{SELECTED}}}"},
        "percentunit",
        above(0.05, 0.1),
        "Share of the time in which garbage collection paused the JVM.",
        "the collector (`-XX:+UseParallelGC`), `-XX:NewRatio`, `-Xmx`; the number of open calls",
        decimals=1,
    ),
    Panel(
        "Longest pause",
        {
            "{{instance}}": f"max by (instance) (jvm_gc_pause_seconds_max{{{SELECTED}}})"
            f" or 0 * max by (instance) (jvm_info{{{SELECTED}}})"
        },
        "s",
        above(0.1, 1),
        "Longest GC pause of the last minutes.",
        "the collector, `-XX:NewRatio`, `-Xmx`; the number of open calls",
    ),
    Panel(
        "Allocation",
        {"{{instance}}": rate("instance", f"jvm_gc_memory_allocated_bytes_total{{{SELECTED}}}")},
        "Bps",
        above(2**30, 4 * 2**30),
        "Bytes per second that the JVM allocated, updated at each collection.",
        "the handler (`hello.work.allocation`), the rate of calls",
    ),
    Panel(
        "Processors",
        {
            "{{instance}} in use": f"instance:process_cpu_time_seconds:rate1m{{{SELECTED}}}",
            "{{instance}} there": f"max by (instance) (system_cpu_count{{{SELECTED}}})",
        },
        "none",
        above(2, 4),
        "CPU seconds per second that the process uses, and number of processors that it sees.",
        "`transport`, `executor.type`; the container's `cpus`",
        decimals=2,
    ),
    Panel(
        "Threads",
        {
            "{{instance}} live": f"max by (instance) (jvm_threads_live_threads{{{SELECTED}}})",
            "{{instance}} peak": f"max by (instance) (jvm_threads_peak_threads{{{SELECTED}}})",
        },
        "short",
        above(200, 1000),
        "Platform threads of the process, now and the maximum since its start. Virtual threads do not count.",
        "`executor.type` (`cached` grows with the open calls), `executor.threads`, `worker-threads`",
        width=12,
    ),
    Panel(
        "Classes",
        {"{{instance}}": f"max by (instance) (jvm_classes_loaded_classes{{{SELECTED}}})"},
        "short",
        above(30000, 60000),
        "Loaded classes. The number stays constant after the start; if it keeps rising, there is a leak.",
        "none",
        width=12,
    ),
]

CHANGES = f"sum by (instance, outcome) (grpc_tuning_changes_total{{{SELECTED}}})"
BEFORE = f"sum by (instance, outcome) (grpc_tuning_changes_total{{{SELECTED}}} offset 10s)"
ANNOTATIONS = [
    annotation(
        "Changes",
        "blue",
        f"{CHANGES} > ({BEFORE} or 0 * {CHANGES})",
        "Change of {{instance}}: {{outcome}}",
        "/actuator/grpctuning lists the last changes.",
    ),
    annotation(
        "Effective tuning",
        "purple",
        f"grpc_tuning_info{{{SELECTED}}} unless grpc_tuning_info{{{SELECTED}}} offset 10s",
        "{{instance}}, generation {{generation}}",
        "{{transport}}, {{worker_threads}} worker threads; executor {{executor_type}}, {{executor_threads}} threads; "
        "calls per connection {{max_concurrent_calls_per_connection}}; limit {{limit_concurrent_calls}} "
        "{{limit_algorithm}}; window {{flow_control_window}}",
    ),
    ALERTS,
]

DASHBOARD = Dashboard(
    uid="grpc-server-tuning",
    title="Server tuning",
    description="Settings in force on each server, and how it performs with them. Changes of settings are marked in all panels.",
    variables=[
        *jobs("grpc_tuning_generation"),
        choice("instance", "Server", f'label_values(grpc_tuning_generation{{{NAMESPACE}, job=~"$job"}}, instance)'),
        choice("method", "Method", f"label_values(grpc_server_call_started_total{{{SELECTED}}}, grpc_method)"),
        percentile(),
    ],
    annotations=ANNOTATIONS,
    rows={
        "What is in force": IN_FORCE,
        "Autopilot": AUTOPILOT,
        "Calls": CALLS_ROW,
        "Overload and abuse": OVERLOAD,
        "Executor": EXECUTOR,
        "Event loops and connections": TRANSPORT,
        "JVM and process": JVM,
    },
)
