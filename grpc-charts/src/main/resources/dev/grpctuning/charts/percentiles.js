// Response times by percentile, a line for each variant.

import { add, axis, base, color, dash, legend, scale, tip } from './charts.js';
import { duration, percentile, ticks } from './figures.js';

/** all: [{ name, color, points: [[1 / (1 - percentile), milliseconds], ...] }, ...] */
export function percentiles(parent, it, all) {
  const points = all.flatMap((line) => line.points);
  const last = Math.max(10, ...points.map((point) => point[0]));
  const y = scale(points.map((point) => point[1]));
  return add(parent, 'Response time by percentile', y.type === 'log' ? 'log scale; the last point is the longest' : 'the last point is the longest', it.height, it.place,
    (look) => Object.assign(base(look), {
      grid: { left: 8, right: 24, top: look.saved && all.length > 1 ? 34 : 12, bottom: 8, containLabel: true },
      legend: Object.assign(legend(look, all.map((line) => line.name)), look.saved ? {} : { show: false }),
      tooltip: Object.assign(base(look).tooltip, {
        formatter: (hits) => tip(percentile(hits[0].axisValue), hits.map((hit) => ({ swatch: hit.color, name: hit.seriesName, value: hit.value[1], text: duration(hit.value[1]) })))
      }),
      xAxis: axis(look, {
        type: 'log', min: 1, max: last, axisLabel: { color: look.quiet, fontSize: 11, formatter: (x) => percentile(x).replace(' ', ''), hideOverlap: true, showMaxLabel: false },
        axisPointer: { snap: false, label: { show: false } }
      }),
      yAxis: axis(look, Object.assign({ ...y }, { axisLabel: { color: look.quiet, fontSize: 11, formatter: ticks.time } })),
      series: all.map((line) => ({
        name: line.name, type: 'line', showSymbol: false, data: line.points, endLabel: { show: false },
        lineStyle: { width: 2, color: color(look, line.color), type: dash(line.color) }, itemStyle: { color: color(look, line.color) }
      }))
    }), ['one in', 'milliseconds']);
}
