#!/usr/bin/env python3
"""Prints a result of JMH as tables: jmh-tables.py RESULT.json"""
import json
import sys

NAMES = {
    "IN_PROCESS": "in-process", "NIO": "NIO", "EPOLL": "epoll", "IO_URING": "io_uring",
    "DIRECT": "`direct`", "FORK_JOIN": "`fork-join`", "VIRTUAL": "`virtual`",
    "PROTOBUF": "`protobuf`", "JSON": "`json`", "WIRE": "`wire`",
    "NOT": "grpc-java alone", "SERVICES": "+ services that can be withdrawn", "LIVE": "+ live switch",
    "LIMIT": "+ limit on open calls", "METERS": "+ meters",
    "record": "service and response time", "recordLag": "lag of the sender, open model", "nanoTime": "`System.nanoTime()`",
    "0": "0 B", "1024": "1 KiB", "65536": "64 KiB",
}


def load(path):
    try:
        with open(path) as file:
            return json.load(file)
    except (OSError, ValueError) as problem:
        sys.exit(f"jmh-tables.py: {path} is not a result of JMH ({problem}); run benchmarks/jmh.sh first")


def runs(results, benchmark, mode="avgt"):
    return [r for r in results if r["benchmark"].split(".")[-2] == benchmark and r["mode"] == mode]


def method(run):
    return run["benchmark"].split(".")[-1]


def param(run, name):
    return run["params"][name]


def values(runs, name):
    """The values of a parameter in the order in which JMH ran them."""
    return list(dict.fromkeys(param(run, name) for run in runs))


def find(runs, **params):
    return next((r for r in runs if all(param(r, k) == v for k, v in params.items())), None)


def number(value):
    return "–" if value is None else f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def mean(run):
    return number(run and run["primaryMetric"]["score"])


def percentile(run, percent):
    return number(run and run["primaryMetric"]["scorePercentiles"][percent])


def median(run):
    return percentile(run, "50.0")


def allocated(run):
    return number(run and run["secondaryMetrics"]["gc.alloc.rate.norm"]["score"])


def table(title, header, rows, texts=1):
    print(f"\n{title}\n\n| {' | '.join(header)} |")
    print("|" + "---|" * texts + "--:|" * (len(header) - texts))
    for row in rows:
        print(f"| {' | '.join(row)} |")


def calls(results):
    samples = runs(results, "UnaryCallBenchmark", "sample")
    means = runs(results, "UnaryCallBenchmark") or samples
    if not means:
        return
    sizes, rows = values(means, "bytes"), []
    for transport in values(means, "transport"):
        for executor in values(means, "executor"):
            row = [NAMES[transport], NAMES[executor]]
            for size in sizes:
                which = {"transport": transport, "executor": executor, "bytes": size}
                sample = find(samples, **which)
                row += [mean(find(means, **which)), median(sample), percentile(sample, "99.0")]
            rows.append(row)
    header = ["transport", "executor"] + [c for size in sizes for c in (NAMES.get(size, size + " B"), "p50", "p99")]
    table("Nanoseconds of a unary call with a payload of this size each way: mean, and sampled", header, rows, 2)


def codecs(results):
    found = runs(results, "CodecBenchmark", "sample")
    encode, decode = ([r for r in found if method(r) == name] for name in ("encode", "decode"))
    if not encode or not decode:
        return
    rows = []
    for codec in values(found, "codec"):
        written, read = find(encode, codec=codec), find(decode, codec=codec)
        size = written["secondaryMetrics"]["bytes"]["rawData"][0][0]
        rows.append([NAMES[codec], number(size), median(written), mean(written), allocated(written), median(read), mean(read),
                     allocated(read)])
    table("A request of 1,000 random longs: its bytes, and nanoseconds (median and mean) and allocated bytes to write and read it",
          ["codec", "bytes", "write, p50", "mean", "allocated", "read, p50", "mean", "allocated"], rows)


def latencies(results):
    found = sorted(runs(results, "LatencyBenchmark"), key=lambda run: list(NAMES).index(method(run)))
    rows = []
    for run in found:
        iterations = [value for fork in run["primaryMetric"]["rawData"] for value in fork]
        rows.append([NAMES[method(run)], mean(run), number(min(iterations))])
    if rows:
        table("Nanoseconds to record the latency of one call: mean, and in the fastest second", ["what", "mean", "fastest"], rows)


def tuning(results):
    found = runs(results, "TuningBenchmark", "sample")
    if not found:
        return
    ways = [(link, executor) for link in values(found, "link") for executor in values(found, "executor")]
    rows = []
    for tuned in values(found, "tuned"):
        row = [NAMES[tuned]]
        for link, executor in ways:
            run = find(found, tuned=tuned, link=link, executor=executor)
            row += [median(run), allocated(run)]
        rows.append(row)
    header = ["what a call passes"] + [c for w in ways for c in (f"{NAMES[w[0]]}, {NAMES[w[1]]}", "allocated")]
    table("Nanoseconds (median) and allocated bytes of a call without a payload", header, rows)


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: jmh-tables.py RESULT.json")
    results = load(sys.argv[1])
    if not results:
        sys.exit(f"jmh-tables.py: {sys.argv[1]} holds no benchmark; the options left none over")
    first = results[0]
    print(f"JMH {first['jmhVersion']}, {first['vmName']} {first['vmVersion']}")
    for section in (calls, codecs, latencies, tuning):
        section(results)


main()
