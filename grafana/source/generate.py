#!/usr/bin/env python3
"""Writes grafana/dashboards/*.json, the tables of docs/dashboards.md, and the PrometheusRule of deploy/kubernetes from
prometheus/rules.yml; with --check lists those that are not up to date."""

import json
import pathlib
import sys
import textwrap

# They are scripts: no folder of compiled modules beside them.
sys.dont_write_bytecode = True

import compare
import load
import server_tuning

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs" / "dashboards.md"
RULES = ROOT / "deploy" / "kubernetes" / "monitoring" / "prometheus-rule.yaml"
RULES_BEGIN = """\
# The rules of prometheus/rules.yml, written by grafana/source/generate.py.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: grpc-tuning
spec:
"""
MARK = "<!-- From here on written by grafana/source/generate.py. -->\n"


def tables(dashboards):
    for dashboard in dashboards:
        yield f"\n## {dashboard.title}\n\n{dashboard.description}\n\n| row | panels |\n|---|---|\n"
        for title, panels in dashboard.rows.items():
            yield f"| {title} | {'; '.join(dict.fromkeys(words(panel.title) for panel in panels))} |\n"


def words(title):
    """The title of a panel without its variables."""
    return title.replace(", ${percentile:text}", "").replace(", against $current", "")


def main():
    dashboards = [server_tuning.DASHBOARD, load.DASHBOARD, compare.DASHBOARD]
    wanted = {
        ROOT / "grafana" / "dashboards" / f"{dashboard.uid}.json": json.dumps(dashboard.json(), indent=2) + "\n"
        for dashboard in dashboards
    }
    introduction = DOCS.read_text().partition(MARK)[0]
    wanted[DOCS] = introduction + MARK + "".join(tables(dashboards))
    wanted[RULES] = RULES_BEGIN + textwrap.indent((ROOT / "prometheus" / "rules.yml").read_text(), "  ")
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text() != text]
    stale += set((ROOT / "grafana" / "dashboards").glob("*")) - set(wanted)
    if "--check" in sys.argv:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is not what grafana/source/generate.py writes: run it", file=sys.stderr)
        sys.exit(1 if stale else 0)
    for path, text in wanted.items():
        path.write_text(text)


if __name__ == "__main__":
    main()
