"""Reads each dashboard with Grafana's foundation SDK and writes it again: a key that is lost on the way is misspelt."""

import json
import pathlib
import sys

from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.cog.plugins import register_default_plugins
from grafana_foundation_sdk.models.dashboard import Dashboard

# The SDK does not know how Prometheus' annotations are written.
UNKNOWN = {"target", "titleFormat", "textFormat"}


def lost(before, after, path):
    """Yields the paths of what is missing or different afterwards; what is new is a default."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key, value in before.items():
            if path.startswith("annotations.list.") and key in UNKNOWN:
                continue
            if key in after:
                yield from lost(value, after[key], f"{path}{key}.")
            elif value is not None:
                yield f"{path}{key}"
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (one, other) in enumerate(zip(before, after)):
            yield from lost(one, other, f"{path}{index}.")
    elif before != after:
        yield path


def main():
    register_default_plugins()
    failed = False
    for file in map(pathlib.Path, sys.argv[1:]):
        before = json.loads(file.read_text())
        after = json.loads(json.dumps(Dashboard.from_json(before), cls=JSONEncoder))
        for path in lost(before, after, ""):
            print(f"{file}: {path} is lost by grafana-foundation-sdk", file=sys.stderr)
            failed = True
    sys.exit(1 if failed else 0)


main()
