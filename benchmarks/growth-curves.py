#!/usr/bin/env python3
"""Draws the CSV file of growth.sh: one SVG file per axis, and prints the same figures as Markdown tables.

  benchmarks/growth-curves.py RESULT.csv [FOLDER]

FOLDER is the current one unless it is given. The figures are medians of the rounds. All scales are logarithmic.
"""
import csv
import math
import os
import statistics
import sys
from html import escape

AXES = {"connections": "connections", "calls": "open calls", "size": "bytes of each message, both ways", "rate": "calls per second"}
STYLES = {"bare": ("#848d97", ""), "plain": ("#e5534b", "7 3"), "tuned": ("#2f81f7", ""), "direct": ("#2da44e", "2 3"),
          "stub": ("#a371f7", "9 3 2 3")}
CSS = """svg { background: #fff; color: #24292f; font: 12px system-ui, sans-serif }
text { fill: currentColor } .b { font-weight: 600 } .e { text-anchor: end } .m { text-anchor: middle }
.g { stroke: #8884; fill: none } .l { stroke: currentColor; opacity: .4; stroke-dasharray: 1 4; fill: none } .c { fill: none; stroke-width: 2 }
@media (prefers-color-scheme: dark) { svg { background: #0d1117; color: #e6edf3 } }"""
WIDTH, HEIGHT, LEFT, TOP = 330, 220, 62, 34


def count(value):
    for unit, factor in (("M", 1e6), ("k", 1e3)):
        if value >= factor:
            return f"{value / factor:g}{unit}"
    return f"{value:g}"


def size(value):
    for unit, factor in (("GB", 1e9), ("MB", 1e6), ("KB", 1e3)):
        if value >= factor:
            return f"{value / factor:.3g} {unit}"
    return f"{value:.3g} B"


def binary(value):
    return f"{value >> 20}M" if value >= 1 << 20 else f"{value >> 10}K" if value >= 1 << 10 else f"{value}"


def micros(value):
    for unit, factor in (("s", 1e6), ("ms", 1e3)):
        if value >= factor:
            return f"{value / factor:.3g} {unit}"
    return f"{value:.3g} µs"


# Title, columns whose sum is drawn, format; and whether it is what a point adds to the first one.
CPU_AND_TIME = [("CPU of the server per call", ["server_cpu_us"], micros, False),
                ("CPU of the client per call", ["client_cpu_us"], micros, False), ("p99", ["p99_us"], micros, False)]
ADDED = [("Heap of the server, added", ["server_heap"], size, True),
         ("Other memory of the server, added", ["server_other"], size, True),
         ("Heap of the client, added", ["client_heap"], size, True)]
HELD = [("Live heap of the server", ["server_heap"], size, False),
        ("Other memory of the server", ["server_other"], size, False),
        ("Memory of the client", ["client_heap", "client_other"], size, False)]


def read(path):
    """Values by axis, series, column and point."""
    found = {}
    for row in csv.DictReader(open(path)):
        series = row["server"] if row["engine"] == "raw" else row["engine"]
        for column, text in row.items():
            if column not in ("axis", "value", "server", "engine", "round", "note") and text:
                found.setdefault(row["axis"], {}).setdefault(series, {}).setdefault(column, {}) \
                    .setdefault(int(row["value"]), []).append(float(text))
    return {axis: {series: {column: {point: statistics.median(all_) for point, all_ in sorted(points.items())}
                            for column, points in columns.items()} for series, columns in by_series.items()}
            for axis, by_series in found.items()}


def curve(columns, names, added):
    """Points of a series, those that have all columns."""
    points = [point for point in columns.get(names[0], {}) if all(point in columns.get(name, {}) for name in names)]
    values = {point: sum(columns[name][point] for name in names) for point in points}
    if added:
        first = next(iter(values.values()), 0)
        values = {point: value - first for point, value in list(values.items())[1:]}
    return {point: value for point, value in values.items() if value > 0}


def panels(axis):
    return CPU_AND_TIME + (ADDED if axis in ("connections", "calls") else HELD)


def shown(series, title):
    """The stub is a client: what it costs the server is not drawn, because the server is another series."""
    return series != "stub" or "client" in title or title == "p99"


class Scale:
    """A logarithmic scale; 0 is a quarter of the least value above it."""

    def __init__(self, values, start, end):
        positive = [value for value in values if value > 0]
        self.zero = min(positive) / 4
        self.low = math.log10(min(self.zero if 0 in values else min(positive), max(positive) / 2))
        self.high = math.log10(max(positive))
        self.start, self.end = start, end

    def at(self, value):
        share = (math.log10(value or self.zero) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self):
        decades = range(math.floor(self.low), math.ceil(self.high) + 1)
        steps = (1,) if self.high - self.low > 2 else (1, 2, 5)
        ticks = [step * 10.0 ** decade for decade in decades for step in steps]
        return [tick for tick in ticks if self.low - 1e-9 <= math.log10(tick) <= self.high + 1e-9]


def panel(axis, title, curves, form, added):
    left, right, top, bottom = LEFT, WIDTH - 12, TOP, HEIGHT - 36
    out = [f'<text class="b" x="8" y="18">{escape(title)}</text>']
    everything = [value for points in curves.values() for value in points.values()]
    if not everything:
        return out + [f'<text x="{left}" y="{top + 40}">not measured</text>']
    x = Scale(sorted({point for points in curves.values() for point in points}), left, right)
    y = Scale(everything, bottom, top)
    for tick in y.ticks():
        out.append(f'<path class="g" d="M{left} {y.at(tick):.1f}H{right}"/>'
                   f'<text class="e" x="{left - 6}" y="{y.at(tick) + 4:.1f}">{form(tick)}</text>')
    points = sorted({point for each in curves.values() for point in each})
    for point in points:
        label = binary(point) if axis == "size" else count(point)
        out.append(f'<path class="g" d="M{x.at(point):.1f} {bottom}v4"/>'
                   f'<text class="m" x="{x.at(point):.1f}" y="{bottom + 18}">{label}</text>')
    if added and len(points) > 1:
        # In proportion to the last point.
        value = statistics.median(each[points[-1]] for each in curves.values() if points[-1] in each)
        line = [(point, value * point / points[-1]) for point in points]
        inside = [(point, each) for point, each in line if math.log10(each) >= y.low - 0.05]
        if len(inside) > 1:
            out.append('<polyline class="l" points="' + " ".join(f"{x.at(a):.1f},{y.at(b):.1f}" for a, b in inside) + '"/>')
    for series, each in curves.items():
        colour, dashes = STYLES.get(series, ("#bf8700", ""))
        line = " ".join(f"{x.at(point):.1f},{y.at(value):.1f}" for point, value in each.items())
        out.append(f'<polyline class="c" stroke="{colour}" stroke-dasharray="{dashes}" points="{line}"/>')
        out += [f'<circle cx="{x.at(point):.1f}" cy="{y.at(value):.1f}" r="3" fill="{colour}"/>' for point, value in each.items()]
    return out


def draw(axis, by_series):
    width, height = 3 * WIDTH, 2 * HEIGHT + 34
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
           f'aria-label="CPU per call, p99 and memory by {AXES[axis]}">', f"<style>\n{CSS}\n</style>"]
    for index, (title, names, form, added) in enumerate(panels(axis)):
        curves = {series: curve(columns, names, added) for series, columns in by_series.items() if shown(series, title)}
        out.append(f'<g transform="translate({index % 3 * WIDTH} {index // 3 * HEIGHT})">')
        out += panel(axis, title, {series: points for series, points in curves.items() if points}, form, added)
        out.append("</g>")
    out.append(f'<text x="8" y="{height - 12}">by {AXES[axis]}</text>')
    for index, series in enumerate(by_series):
        colour, dashes = STYLES.get(series, ("#bf8700", ""))
        at = 300 + index * 130
        out.append(f'<path class="c" stroke="{colour}" stroke-dasharray="{dashes}" d="M{at} {height - 16}h34"/>'
                   f'<text x="{at + 42}" y="{height - 12}">{escape(series) + (" (client)" if series == "stub" else "")}</text>')
    return "\n".join(out + ["</svg>", ""])


def table(axis, by_series):
    """The figures of an axis; memory that points add is given per connection or call."""
    unit = {"connections": " per connection", "calls": " per call"}.get(axis, "")
    for title, names, form, added in panels(axis):
        curves = {series: curve(columns, names, added) for series, columns in by_series.items() if shown(series, title)}
        points = sorted({point for each in curves.values() for point in each})
        first = min(next(iter(by_series.values()))[names[0]], default=0) if added else 0
        print(f"\n{title}{unit if added else ''}\n")
        print(f"| {AXES[axis]} | " + " | ".join(f"`{series}`" for series in curves) + " |")
        print("|--:|" + "--:|" * len(curves))
        for point in points:
            cells = [form(each[point] / (point - first if added else 1)) if point in each else "" for each in curves.values()]
            print(f"| {point:,} | " + " | ".join(cells) + " |")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder = sys.argv[2] if len(sys.argv) > 2 else "."
    os.makedirs(folder, exist_ok=True)
    for axis, by_series in read(sys.argv[1]).items():
        with open(os.path.join(folder, f"growth-{axis}.svg"), "w") as file:
            file.write(draw(axis, by_series))
        print(f"\n## {AXES[axis]}")
        table(axis, by_series)


main()
