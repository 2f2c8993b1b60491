"""Builds the dashboards from rows of panels, laid out from left to right, as Grafana's JSON."""

from dataclasses import dataclass, field

DATASOURCE = {"type": "prometheus", "uid": "${datasource}"}
WIDTH = 24
PERCENTILES = {"p50": "0.5", "p90": "0.9", "p95": "0.95", "p99": "0.99", "p99.9": "0.999"}


def above(warning, critical):
    """Thresholds of values that should stay low."""
    return [("green", None), ("yellow", warning), ("red", critical)]


def below(warning, critical):
    """Thresholds of values that should stay high."""
    return [("red", None), ("yellow", critical), ("green", warning)]


@dataclass
class Panel:
    """A panel. Its description names what it shows and which knob changes it."""

    title: str
    queries: dict  # from the text of the legend to the query
    unit: str
    thresholds: list
    shows: str
    moved_by: str
    width: int = 8
    height: int = 8
    type: str = "timeseries"
    decimals: int | None = None
    no_value: str | None = None
    columns: dict = field(default_factory=dict)  # of a table, from the label to the heading
    words: dict = field(default_factory=dict)  # texts shown instead of numbers

    def json(self, number, x, y):
        table = self.type == "table"
        defaults = {
            "unit": self.unit,
            "thresholds": {
                "mode": "absolute",
                "steps": [{"color": color, "value": value} for color, value in self.thresholds],
            },
            "color": {"mode": "palette-classic" if self.type == "timeseries" else "thresholds"},
        }
        if self.type == "timeseries":
            defaults["min"] = 0
            defaults["custom"] = {
                "lineWidth": 1,
                "fillOpacity": 5,
                "showPoints": "never",
                "spanNulls": False,
                "thresholdsStyle": {"mode": "dashed"},
            }
        if self.decimals is not None:
            defaults["decimals"] = self.decimals
        if self.no_value:
            defaults["noValue"] = self.no_value
        if self.words:
            texts = {value: {"text": text} for value, text in self.words.items()}
            defaults["mappings"] = [{"type": "value", "options": texts}]
        panel = {
            "id": number,
            "type": self.type,
            "title": self.title,
            "description": f"{self.shows}\n\nMoved by: {self.moved_by}",
            "datasource": DATASOURCE,
            "gridPos": {"x": x, "y": y, "w": self.width, "h": self.height},
            "targets": [
                {
                    "refId": chr(ord("A") + index),
                    "datasource": DATASOURCE,
                    "expr": expr,
                    "legendFormat": legend,
                    "instant": table,
                    "range": not table,
                    "format": "table" if table else "time_series",
                }
                for index, (legend, expr) in enumerate(self.queries.items())
            ],
            "fieldConfig": {"defaults": defaults, "overrides": []},
            "options": OPTIONS[self.type],
        }
        if table:
            panel["transformations"] = [
                {
                    "id": "organize",
                    "options": {
                        "excludeByName": {"Time": True, "Value": True},
                        "indexByName": {label: index for index, label in enumerate(self.columns)},
                        "renameByName": self.columns,
                    },
                }
            ]
        return panel


def stat(title, queries, unit, thresholds, shows, moved_by, **more):
    """The current value of each series, with a graph behind it."""
    return Panel(title, queries, unit, thresholds, shows, moved_by, **{"width": 4, "height": 4, "type": "stat"} | more)


OPTIONS = {
    "timeseries": {
        "legend": {
            "showLegend": True,
            "displayMode": "table",
            "placement": "bottom",
            "calcs": ["lastNotNull", "max"],
        },
        "tooltip": {"mode": "multi", "sort": "desc"},
    },
    "stat": {
        "reduceOptions": {"calcs": ["lastNotNull"], "fields": "", "values": False},
        "colorMode": "value",
        "graphMode": "area",
        "justifyMode": "auto",
        "orientation": "auto",
        "textMode": "auto",
        "wideLayout": True,
        "showPercentChange": False,
        "percentChangeColorMode": "standard",
    },
    "table": {"showHeader": True, "frameIndex": 0, "cellHeight": "sm"},
}


# The variable that selects the Prometheus. Without a data source of this uid, Grafana takes the first Prometheus.
CHOOSE_DATASOURCE = {
    "name": "datasource",
    "label": "Data source",
    "type": "datasource",
    "query": "prometheus",
    "refresh": 1,
    "multi": False,
    "includeAll": False,
    "current": {"text": "Prometheus", "value": "prometheus"},
}


def jobs(metric):
    """The variables that select jobs. "All" means all jobs that export this metric, and no others."""
    # Without namespaces, as in docker-compose.yml, the value of "All" also matches the missing label.
    namespace = choice("namespace", "Namespace", f"label_values({metric}, namespace)")
    job = choice("job", "Job", f'label_values({metric}{{namespace=~"$namespace"}}, job)')
    del job["allValue"]
    return [namespace, job]


def choice(name, label, query, several=True, chosen=None):
    """A variable whose values Prometheus knows."""
    variable = {
        "name": name,
        "label": label,
        "type": "query",
        "datasource": DATASOURCE,
        "query": query,
        "refresh": 2,
        "sort": 1,
        "multi": several,
        "includeAll": several,
    }
    if several:
        variable |= {"allValue": ".*", "current": {"text": ["All"], "value": ["$__all"]}}
    else:
        variable["current"] = {"text": chosen, "value": chosen}
    return variable


def percentile():
    """The variable that selects the percentile of panels with room for only one."""
    return {
        "name": "percentile",
        "label": "Percentile",
        "type": "custom",
        "query": ", ".join(f"{text} : {value}" for text, value in PERCENTILES.items()),
        "options": [
            {"text": text, "value": value, "selected": text == "p99"} for text, value in PERCENTILES.items()
        ],
        "current": {"text": "p99", "value": "0.99"},
        "multi": False,
        "includeAll": False,
    }


def annotation(name, color, expr, title, text):
    """Marks the times at which a query returns a value."""
    return {
        "name": name,
        "datasource": DATASOURCE,
        "enable": True,
        "iconColor": color,
        "titleFormat": title,
        "textFormat": text,
        "target": {"refId": "Anno", "expr": expr, "interval": "5s"},
    }


ALERTS = annotation(
    "Alerts",
    "red",
    'ALERTS{alertstate="firing", namespace=~"$namespace", job=~"$job"}'
    ' or ALERTS{alertstate="firing", namespace=~"$namespace", alertname=~"(Grpc|Load).*"}',
    "{{alertname}}",
    "{{job}} {{instance}} {{target}}: {{severity}}",
)


@dataclass
class Dashboard:
    """A dashboard: rows of panels under variables."""

    uid: str
    title: str
    description: str
    variables: list
    annotations: list
    rows: dict  # from a row's title to its panels

    def json(self):
        panels = []
        y = 0
        for title, row in self.rows.items():
            panels.append(
                {
                    "id": len(panels) + 1,
                    "type": "row",
                    "title": title,
                    "collapsed": False,
                    "gridPos": {"x": 0, "y": y, "w": WIDTH, "h": 1},
                    "panels": [],
                }
            )
            y += 1
            x = line = 0
            for panel in row:
                if x + panel.width > WIDTH:
                    x, y, line = 0, y + line, 0
                panels.append(panel.json(len(panels) + 1, x, y))
                x, line = x + panel.width, max(line, panel.height)
            y += line
        return {
            "id": None,
            "uid": self.uid,
            "title": self.title,
            "description": self.description,
            "tags": ["grpc-tuning"],
            "schemaVersion": 41,
            "editable": True,
            "graphTooltip": 1,
            "refresh": "5s",
            "time": {"from": "now-15m", "to": "now"},
            "timezone": "browser",
            "links": [
                {
                    "title": "gRPC tuning",
                    "type": "dashboards",
                    "tags": ["grpc-tuning"],
                    "icon": "external link",
                    "tooltip": "",
                    "asDropdown": False,
                    "includeVars": False,
                    "keepTime": True,
                    "targetBlank": False,
                }
            ],
            "annotations": {"list": self.annotations},
            "templating": {"list": [CHOOSE_DATASOURCE, *self.variables]},
            "panels": panels,
        }
