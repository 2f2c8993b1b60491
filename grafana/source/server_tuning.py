"""What one server does under its tuning, or several."""

from model import ALERTS, Dashboard, Panel, above, annotation, below, choice, percentile, stat
from queries import CALLS, DURATION, ENDED, SERVER, quantile, quantiles, rate, share_not_ok

I = 'instance=~"$instance"'
WAIT = f"instance_executor_le:grpc_tuning_executor_wait_seconds_bucket:rate1m{{{I}}}"
RUN = f"instance_executor_le:grpc_tuning_executor_run_seconds_bucket:rate1m{{{I}}}"
LAG = f"instance_group_thread_le:grpc_tuning_eventloop_lag_seconds_bucket:rate1m{{{I}}}"
NO_EXECUTOR = "A server with nothing set has no executor of its own"
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
        {"": f"max by ({', '.join(KNOBS)}) (grpc_tuning_info{{{I}}})"},
        "none",
        [("text", None)],
        "What each server runs with, read from the server itself and not from what it was configured with.",
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
        "Calls that ended, whatever their status. Red: none.",
        "the load; under more load than it can serve, `executor.*` and `transport`",
    ),
    stat(
        "Duration, ${percentile:text}",
        {"{{instance}}": quantile("instance", DURATION)},
        "s",
        above(0.1, 1),
        "From a call's first byte at the server to its end.",
        "`executor.*`, `limit.*`, `max-concurrent-calls-per-connection`",
    ),
    stat(
        "Refused per second",
        {"{{instance}}": f"sum by (instance) (instance_bound:grpc_tuning_refused:rate1m{{{I}}})"},
        "reqps",
        above(0.01, 1),
        "Calls that were answered RESOURCE_EXHAUSTED by a bound, before they cost a thread.",
        "`limit.concurrent-calls`, `limit.algorithm`, `executor.queue-capacity`",
    ),
    stat(
        "Event-loop lag, ${percentile:text}",
        {"{{instance}}": quantile("instance", LAG)},
        "s",
        above(0.02, 0.1),
        "How late the event loops read and write.",
        "`executor.type` (a `direct` handler that blocks), `worker-threads`",
    ),
    stat(
        "Garbage collection",
        {"{{instance}}": f"instance:jvm_gc_pause_seconds_sum:rate1m{{{SERVER}}}"},
        "percentunit",
        above(0.05, 0.1),
        "Share of the last minute in which the JVM was paused.",
        "`max-concurrent-calls-per-connection`, heap size and collector",
        decimals=1,
    ),
    stat(
        "Processors in use",
        {"{{instance}}": f"instance:process_cpu_time_seconds:rate1m{{{SERVER}}}"},
        "none",
        above(2, 4),
        "Processor seconds that the process took per second.",
        "`transport`, `executor.type`; the handler",
        decimals=2,
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
        "Calls per second by the status they ended with.",
        "`limit.*` and `queue-capacity` (RESOURCE_EXHAUSTED), `services.withdrawn` (UNIMPLEMENTED), the callers' deadlines",
    ),
    Panel(
        "Calls that did not end OK",
        {"{{instance}}": share_not_ok()},
        "percentunit",
        above(0.001, 0.01),
        "Share of the calls that ended with another status than OK.",
        "`limit.*`, `executor.queue-capacity`, `services.withdrawn`; the callers' deadlines",
        decimals=2,
    ),
    Panel(
        "Duration, percentiles",
        quantiles("instance", DURATION, "{{instance}}"),
        "s",
        above(0.1, 1),
        "From a call's first byte at the server to its end, over all chosen methods. What a call waits for in the client "
        "or on the way is not in it: see the dashboard Load.",
        "`executor.*`, `limit.*`, `max-concurrent-calls-per-connection`, `flow-control-window` (large messages)",
    ),
    Panel(
        "Duration by method, ${percentile:text}",
        {"{{instance}} {{grpc_method}}": quantile("instance, grpc_method", DURATION)},
        "s",
        above(0.1, 1),
        "From a call's first byte at the server to its end, for each method.",
        "`executor.routes` gives slow methods threads of their own",
    ),
    Panel(
        "Open calls",
        {
            "{{instance}} open": f"sum by (instance) (grpc_tuning_calls_open{{{I}}})",
            "{{instance}} allowed": f"sum by (instance) (grpc_tuning_limit_allowed{{{I}}})",
        },
        "short",
        above(1000, 5000),
        "Calls in flight, in all generations, and how many `limit.concurrent-calls` allows now. Without a limit there is no "
        "second line.",
        "`limit.concurrent-calls`, `limit.algorithm`",
        width=8,
    ),
    Panel(
        "Open calls of a connection",
        {
            "{{instance}}": f"sum by (instance) (grpc_tuning_calls_open{{{I}}})"
            f" / sum by (instance) (grpc_tuning_connections_open{{{I}}})"
        },
        "short",
        above(800, 1000),
        "Mean number of calls in flight on a connection. At the bound, 1,000 in the profile tuned, clients hold "
        "further calls back.",
        "`max-concurrent-calls-per-connection`",
        width=12,
    ),
    Panel(
        "Refused calls by bound",
        {"{{instance}} {{bound}}": f"instance_bound:grpc_tuning_refused:rate1m{{{I}}}"},
        "reqps",
        above(0.01, 1),
        "Calls per second that were answered RESOURCE_EXHAUSTED, by the bound that refused them.",
        "`limit.concurrent-calls`, `limit.algorithm`, `executor.queue-capacity`",
        width=12,
    ),
]

EXECUTOR = [
    Panel(
        "Active tasks",
        {"{{instance}} {{executor}}": f"sum by (instance, executor) (grpc_tuning_executor_active{{{I}}})"},
        "short",
        above(50, 500),
        "Tasks of calls that run at this moment. As many as there are threads, all the time: the threads are the bottleneck.",
        "`executor.type`, `executor.threads`",
        no_value=NO_EXECUTOR,
    ),
    Panel(
        "Queued tasks",
        {"{{instance}} {{executor}}": f"sum by (instance, executor) (grpc_tuning_executor_queued{{{I}}})"},
        "short",
        above(100, 1000),
        "Tasks that wait for a thread.",
        "`executor.threads`, `executor.queue-capacity`, `max-concurrent-calls-per-connection`",
        no_value=NO_EXECUTOR,
    ),
    Panel(
        "Calls by executor",
        {"{{instance}} {{executor}}": rate("instance, executor", f"grpc_tuning_executor_calls_total{{{I}}}")},
        "reqps",
        below(1, 0.1),
        "Calls per second that were given to each executor: main, a canary, or the pattern of a route.",
        "`executor.routes`, `executor.canary.share`",
        no_value=NO_EXECUTOR,
    ),
    Panel(
        "Wait for a thread, ${percentile:text}",
        {"{{instance}} {{executor}}": quantile("instance, executor", WAIT)},
        "s",
        above(0.01, 0.1),
        "Time that a task waited until a thread took it.",
        "`executor.type`, `executor.threads`; a bound on open calls bounds it too",
        width=12,
        no_value=NO_EXECUTOR,
    ),
    Panel(
        "Run of a task, ${percentile:text}",
        {"{{instance}} {{executor}}": quantile("instance, executor", RUN)},
        "s",
        above(0.01, 0.1),
        "Time that a task held its thread.",
        "the handler (`hello.work.*`); `executor.threads`, if there are more than processors",
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
        "Time from a task's hand-over until its event loop ran it, asked five times a second of each loop that has "
        "connections. So late are its calls read and written.",
        "`executor.type` (a `direct` handler holds its loop up), `worker-threads`",
    ),
    Panel(
        "Longest lag",
        {"{{instance}} {{group}}": f"max by (instance, group) (grpc_tuning_eventloop_lag_seconds_max{{{I}}})"},
        "s",
        above(0.1, 1),
        "The longest of the last minutes, which no percentile hides.",
        "`executor.type`, `worker-threads`; garbage collection stops event loops too",
    ),
    Panel(
        "Pending tasks",
        {"{{instance}} {{group}}": f"sum by (instance, group) (grpc_tuning_eventloop_pending{{{I}}})"},
        "short",
        above(100, 1000),
        "Tasks, for example answers to write, that wait for the event loops.",
        "`worker-threads`, `transport`",
    ),
    Panel(
        "Connections of each event loop",
        {"{{instance}} loop {{loop}}": f"sum by (instance, loop) (grpc_tuning_eventloop_connections{{{I}}})"},
        "short",
        above(1000, 10000),
        "Open connections. A connection stays with its loop: uneven lines are uneven load.",
        "`worker-threads`; `connection.max-age` makes clients connect anew",
    ),
    Panel(
        "Connections accepted and refused",
        {
            "{{instance}} accepted": rate("instance", f"grpc_tuning_connections_accepted_total{{{I}}}"),
            "{{instance}} refused": rate("instance", f"grpc_tuning_connections_refused_total{{{I}}}"),
        },
        "cps",
        above(10, 100),
        "Connections per second that were accepted, and that were closed at once.",
        "`max-connections`; `connection.max-age` and `max-idle`",
    ),
    Panel(
        "HTTP/2 windows",
        {
            "{{instance}} at the start": f"max by (instance) (grpc_tuning_window_initial_bytes{{{I}}})",
            "{{instance}} largest": f"max by (instance) (grpc_tuning_window_largest_bytes{{{I}}})",
        },
        "bytes",
        [("red", None), ("green", 65535)],
        "What a client may send before the server has read it: at the start, and the largest that it has grown to.",
        "`flow-control-window` (fixed), `initial-flow-control-window` (grows)",
    ),
    Panel(
        "Generations",
        {
            "{{instance}} alive": f"max by (instance) (grpc_tuning_generations{{{I}}})",
            "{{instance}} number": f"max by (instance) (grpc_tuning_generation{{{I}}})",
        },
        "short",
        above(100, 1000),
        "Generations that serve or still end their calls, and the number of the one that serves. Two alive for long: its "
        "last calls do not end.",
        "every knob of scope RESTART; `generation.change`, `generation.drain-timeout`",
        width=12,
    ),
    Panel(
        "Memory of the connections' allocator",
        {"{{instance}} {{area}}": f"max by (instance, area) (grpc_tuning_allocator_memory_bytes{{{I}}})"},
        "bytes",
        above(256 * 2**20, 512 * 2**20),
        "Memory that Netty's allocator has reserved for the connections. It comes on top of the heap.",
        "`worker-threads` (each has an arena), `flow-control-window`, message sizes",
        width=12,
    ),
]

JVM = [
    Panel(
        "Heap",
        {
            "{{instance}} used": f'sum by (instance) (jvm_memory_used_bytes{{{SERVER}, area="heap"}})',
            "{{instance}} committed": f'sum by (instance) (jvm_memory_committed_bytes{{{SERVER}, area="heap"}})',
            "{{instance}} maximum": f'max by (instance) (jvm_memory_max_bytes{{{SERVER}, area="heap"}})',
        },
        "bytes",
        above(2**30, 4 * 2**30),
        "Heap in use, taken from the machine, and the most that it may become.",
        "`max-concurrent-calls-per-connection`: each open call is held here; `-Xmx`",
    ),
    Panel(
        "Heap after collection",
        {"{{instance}}": f"max by (instance) (jvm_memory_usage_after_gc{{{SERVER}}})"},
        "percentunit",
        above(0.7, 0.9),
        "Share of the old generation that a collection did not free. Near 100 % the JVM runs out of memory.",
        "`max-concurrent-calls-per-connection`, `limit.concurrent-calls`; `-Xmx`",
    ),
    Panel(
        "Time in garbage collection",
        {"{{instance}}": f"instance:jvm_gc_pause_seconds_sum:rate1m{{{SERVER}}}"},
        "percentunit",
        above(0.05, 0.1),
        "Share of its time in which the JVM was paused.",
        "the collector (`-XX:+UseParallelGC`), `-XX:NewRatio`, `-Xmx`; the number of open calls",
        decimals=1,
    ),
    Panel(
        "Longest pause",
        {
            "{{instance}}": f"max by (instance) (jvm_gc_pause_seconds_max{{{SERVER}}})"
            f" or 0 * max by (instance) (jvm_info{{{SERVER}}})"
        },
        "s",
        above(0.1, 1),
        "The longest stop of the last minutes for a collection.",
        "the collector, `-XX:NewRatio`, `-Xmx`; the number of open calls",
    ),
    Panel(
        "Allocation",
        {"{{instance}}": rate("instance", f"jvm_gc_memory_allocated_bytes_total{{{SERVER}}}")},
        "Bps",
        above(2**30, 4 * 2**30),
        "Bytes per second that were allocated, noted at each collection.",
        "the handler (`hello.work.allocation`), the rate of calls",
    ),
    Panel(
        "Processors",
        {
            "{{instance}} in use": f"instance:process_cpu_time_seconds:rate1m{{{SERVER}}}",
            "{{instance}} there": f"max by (instance) (system_cpu_count{{{SERVER}}})",
        },
        "none",
        above(2, 4),
        "Processor seconds per second that the process took, and how many processors it sees.",
        "`transport`, `executor.type`; the container's `cpus`",
        decimals=2,
    ),
    Panel(
        "Threads",
        {
            "{{instance}} live": f"max by (instance) (jvm_threads_live_threads{{{SERVER}}})",
            "{{instance}} peak": f"max by (instance) (jvm_threads_peak_threads{{{SERVER}}})",
        },
        "short",
        above(200, 1000),
        "Platform threads of the process, now and at most since its start; virtual threads are not among them.",
        "`executor.type` (`cached` grows with the open calls), `executor.threads`, `worker-threads`",
        width=12,
    ),
    Panel(
        "Classes",
        {"{{instance}}": f"max by (instance) (jvm_classes_loaded_classes{{{SERVER}}})"},
        "short",
        above(30000, 60000),
        "Classes that are loaded. They stay level after the start; a rise without an end is a leak.",
        "none",
        width=12,
    ),
]

CHANGES = f"sum by (instance, outcome) (grpc_tuning_changes_total{{{I}}})"
BEFORE = f"sum by (instance, outcome) (grpc_tuning_changes_total{{{I}}} offset 10s)"
ANNOTATIONS = [
    annotation(
        "Changes",
        "blue",
        f"{CHANGES} > ({BEFORE} or 0 * {CHANGES})",
        "Change of {{instance}}: {{outcome}}",
        "The last changes stand in /actuator/grpctuning.",
    ),
    annotation(
        "Effective tuning",
        "purple",
        f"grpc_tuning_info{{{I}}} unless grpc_tuning_info{{{I}}} offset 10s",
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
    description="What a server is tuned to, and what it does under it. Changes of the tuning are marked in all panels.",
    variables=[
        choice("instance", "Server", "label_values(grpc_tuning_generation, instance)"),
        choice("method", "Method", 'label_values(grpc_server_call_started_total{instance=~"$instance"}, grpc_method)'),
        percentile(),
    ],
    annotations=ANNOTATIONS,
    rows={
        "What is in force": IN_FORCE,
        "Calls": CALLS_ROW,
        "Executor": EXECUTOR,
        "Event loops and connections": TRANSPORT,
        "JVM and process": JVM,
    },
)
