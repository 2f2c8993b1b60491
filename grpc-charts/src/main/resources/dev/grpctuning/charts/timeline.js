// Lines against time: of a run in a report, of a run that is under way, or of a service as it is now.

import { add, axis, base, color, legend, scale } from './charts.js';
import { number, ticks, units } from './figures.js';

const seconds = (value) => number(value) + ' s';

/*
 * Adds a chart of lines against time.
 *
 * it: { name, unit, kind, scaled, place, tall, height } with kind one of those in figures.js, and scaled whether the axis may be
 *   logarithmic.
 * read: a function that returns what there is now, which is asked again when the chart is refreshed:
 *   { lines: [{ name, points: [[time, value], ...], color, dash }], start, end, silent: [[from, to], ...],
 *     marks: [{ at, text }], time: how a time is written }
 *   Times are numbers, seconds unless `time` writes something else. A color is an index of the theme. Nothing was measured in
 *   silent spans; marks are lines through the chart.
 */
export function timeline(parent, it, read) {
  const first = read();
  const unit = [it.unit, it.scaled && axisOf(it, first).type === 'log' ? 'logarithmic' : ''].filter((part) => part).join(', ');
  return add(parent, it.name, unit, it.height ?? 210, it.place ?? '', (look) => option(look, it, read()));
}

function axisOf(it, now) {
  const values = now.lines.flatMap((line) => line.points.map((point) => point[1]));
  return it.scaled ? scale(values) : {
    type: 'value', min: 0, minInterval: it.kind === 'count' ? 1 : undefined,
    ...(it.kind === 'percent' && values.some((value) => value > 60) ? { max: 100, interval: 25 } : {})
  };
}

function option(look, it, now) {
  const names = now.lines.map((line) => line.name);
  const few = now.lines.every((line) => line.points.length < 80);
  const time = now.time ?? seconds;
  const marks = now.marks ?? [];
  const silent = now.silent ?? [];
  return Object.assign(base(look), {
    grid: { left: 4, right: 16, top: it.tall ? 46 : names.length > 1 ? 30 : 12, bottom: 8, containLabel: true },
    legend: Object.assign(legend(look, names), it.tall ? { type: 'plain' } : {}),
    tooltip: Object.assign(base(look).tooltip, { valueFormatter: (value) => (value == null ? '-' : units[it.kind](value)) }),
    xAxis: axis(look, {
      type: 'value', min: now.start ?? 0, max: now.end, splitLine: { show: false },
      axisLabel: { color: look.quiet, fontSize: 11, hideOverlap: true, showMaxLabel: false, formatter: time },
      axisPointer: { label: { formatter: (pointer) => time(pointer.value) } }
    }),
    yAxis: axis(look, Object.assign({ splitNumber: 4 }, axisOf(it, now), { axisLabel: { color: look.quiet, fontSize: 11, formatter: ticks[it.kind] } })),
    series: now.lines.map((line, index) => ({
      name: line.name, type: 'line', data: line.points, showSymbol: few, symbolSize: 3, symbol: 'circle',
      lineStyle: { width: 1.7, type: line.dash ?? 'solid' }, color: color(look, line.color ?? index),
      markArea: index === 0 && silent.length > 0 ? {
        silent: true, itemStyle: { color: look.silent }, data: silent.map((span) => [{ xAxis: span[0] }, { xAxis: span[1] }])
      } : undefined,
      markLine: index === 0 && marks.length > 0 ? {
        symbol: 'none', lineStyle: { color: look.text, type: 'dashed', width: 1 },
        label: { show: false }, data: marks.map((mark) => ({ xAxis: mark.at, name: mark.text })),
        tooltip: { formatter: (hit) => globalThis.echarts.format.encodeHTML(hit.name) }
      } : undefined
    }))
  });
}
