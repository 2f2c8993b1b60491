#!/usr/bin/env python3
"""Draws panels of the dashboard Compare from the data of a running Prometheus: picture.py URL MINUTES FILE.svg"""

import json
import sys
import time
import urllib.parse
import urllib.request
from html import escape

# They are scripts: no folder of compiled modules beside them.
sys.dont_write_bytecode = True

import compare

PANELS = [
    "Calls per second",
    "Duration, ${percentile:text}",
    "Event-loop lag, ${percentile:text}",
    "Processor time of a call",
    "Heap in use",
    "Threads",
]
COLUMNS, WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 3, 400, 230, 60, 44, 44
COLORS = {"hello-service": "#1f77b4", "hello-plain": "#d62728"}
STEP = 5
VALUES = {"$namespace": ".*", "$job": ".*", "$instance": "hello-service|hello-plain", "$method": ".*", "$percentile": "0.99", "${percentile:text}": "p99"}


def filled(text):
    for variable, value in VALUES.items():
        text = text.replace(variable, value)
    return text


def series(url, expr, start, end):
    query = urllib.parse.urlencode({"query": expr, "start": start, "end": end, "step": STEP})
    with urllib.request.urlopen(f"{url}/api/v1/query_range?{query}") as answer:
        result = json.load(answer)["data"]["result"]
    return {
        each["metric"]["instance"]: [(at, float(value)) for at, value in each["values"] if value not in ("NaN", "+Inf")]
        for each in result
    }


def shown(value, unit):
    """A value in a readable unit."""
    if unit == "s":
        return next(f"{value * by:.3g} {name}" for name, by in [("s", 1), ("ms", 1e3), ("µs", 1e6)] if value * by >= 1 or by == 1e6)
    if unit == "bytes":
        return f"{value / 2**20:,.0f} MiB"
    return f"{value:,.0f}" + ("/s" if unit == "reqps" else "")


def text(x, y, content, anchor="start", color="#333", weight="normal"):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{color}" font-weight="{weight}">{escape(content)}</text>'


def drawn(panel, lines, start, end):
    """One panel, from its own upper left corner."""
    highest = max((value for points in lines.values() for _, value in points), default=0) * 1.05 or 1
    right, low = WIDTH - 12, HEIGHT - BOTTOM
    yield text(8, 18, filled(panel.title), weight="bold")
    for part in (0, 0.5, 1):
        y = low - part * (low - TOP)
        yield f'<path d="M{LEFT} {y:.1f}H{right}" stroke="#ddd"/>'
        yield text(LEFT - 6, y + 4, shown(part * highest, panel.unit) if part else "0", "end")
    for minute in range(int((end - start) / 60) + 1):
        x = LEFT + minute * 60 / (end - start) * (right - LEFT)
        yield text(x, low + 16, f"{minute} min" if minute else "0", "end" if x > right - 9 else "middle")
    for number, (name, points) in enumerate(sorted(lines.items())):
        path = " ".join(
            f"{LEFT + (at - start) / (end - start) * (right - LEFT):.1f},{low - value / highest * (low - TOP):.1f}"
            for at, value in points
        )
        yield f'<polyline points="{path}" fill="none" stroke="{COLORS[name]}" stroke-width="1.5"/>'
        middle = sorted(value for _, value in points)[len(points) // 2]
        yield text(LEFT - 20 + number * 182, HEIGHT - 8, f"{name}, median {shown(middle, panel.unit)}", color=COLORS[name])


def main():
    url, minutes, file = sys.argv[1].rstrip("/"), float(sys.argv[2]), sys.argv[3]
    end = time.time() // STEP * STEP
    start = end - minutes * 60
    known = {panel.title: panel for row in compare.DASHBOARD.rows.values() for panel in row}
    rows = -(-len(PANELS) // COLUMNS)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {COLUMNS * WIDTH} {rows * HEIGHT}" '
        'font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="#fff"/>'
    ]
    for number, title in enumerate(PANELS):
        panel = known[title]
        lines = series(url, filled(next(iter(panel.queries.values()))), start, end)
        x, y = number % COLUMNS * WIDTH, number // COLUMNS * HEIGHT
        out += [f'<g transform="translate({x} {y})">', *drawn(panel, lines, start, end), "</g>"]
    with open(file, "w", encoding="utf-8") as picture:
        picture.write("\n".join([*out, "</svg>"]) + "\n")


main()
