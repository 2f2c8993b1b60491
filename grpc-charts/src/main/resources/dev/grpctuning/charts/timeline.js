// Lines against time: of the runs in a report, of a run that is under way, or of a service as it is now.

import { add, axis, base, color, legend, scale, tip } from './charts.js';
import { number, ticks, units } from './figures.js';

const IN = { rate: ' (per second)', time: ' (ms)', percent: ' (%)', megabytes: ' (MB)' };
const seconds = (value) => number(value) + ' s';

/*
 * Adds a chart of lines against time.
 *
 * it: { name, unit, kind, scaled, place, tall, height, bare, named, plain } with kind one of those in figures.js, scaled whether the axis
 *   may be logarithmic, bare whether the page has the legend, named whether even a single line has one, and plain whether points have no
 *   symbols however few there are.
 * read: a function that returns what there is now, which is asked again when the chart is refreshed:
 *   { lines: [{ name, points: [[time, value], ...], color, dash }], start, end, silent: [[from, to], ...],
 *     marks: [{ at, text }], time: how a time is written }
 *   Times are numbers, seconds unless `time` writes something else. A color is an index or a name of the theme. Nothing was measured in
 *   silent spans; marks are lines through the chart.
 */
export function timeline(parent, it, read) {
  return add(parent, it.name, it.unit, it.height ?? 210, it.place ?? '', (look, _, element) => {
    const drawn = option(look, it, shown(read()), element);
    if (it.scaled && element) {
      caption(element.closest('figure'), [it.unit, drawn.yAxis.type === 'log' ? 'log scale' : ''].filter((part) => part).join(', '));
    }
    return drawn;
  }, ['time', it.name + (IN[it.kind] ?? '')]);
}

// The scale may change with the figures.
function caption(figure, text) {
  const small = figure.querySelector('figcaption > small') ?? document.createElement('small');
  if (small.textContent !== text) {
    small.textContent = text;
    figure.querySelector('.save').before(small, ' ');
  }
}

// The points between start and end, and one beyond each, so that lines go to the edge.
function shown(now) {
  const [start, end] = [now.start ?? -Infinity, now.end ?? Infinity];
  return { ...now, lines: now.lines.map((line) => ({ ...line, points: line.points.filter((_, index, all) =>
    (all[index + 1] ?? all[index])[0] >= start && (all[index - 1] ?? all[index])[0] <= end) })) };
}

function axisOf(it, now) {
  const values = now.lines.flatMap((line) => line.points.map((point) => point[1]));
  return it.scaled ? scale(values) : {
    type: 'value', min: 0, minInterval: it.kind === 'count' ? 1 : undefined,
    ...(it.kind === 'percent' && values.some((value) => value > 60) ? { max: 100, interval: 25 } : {})
  };
}

// No line leads to a point between two gaps.
const lone = (points, index) => points[index][1] != null && points[index - 1]?.[1] == null && points[index + 1]?.[1] == null;

const symbols = (points, all) => (all || !points.some((_, index) => lone(points, index)) ? { showSymbol: all, symbol: 'circle' }
  : { showSymbol: true, symbol: (_, { dataIndex }) => (lone(points, dataIndex) ? 'circle' : 'none') });

// The point of each line that is nearest to a time. Lines have different times, so ECharts would show only one of
// them.
function nearest(look, it, now, at) {
  return now.lines.flatMap((line, index) => {
    const points = line.points.filter((point) => point[1] != null);
    const step = points.length > 1 ? (points.at(-1)[0] - points[0][0]) / (points.length - 1) : Infinity;
    const point = points.reduce((best, other) => (best && Math.abs(best[0] - at) <= Math.abs(other[0] - at) ? best : other), null);
    return point && Math.abs(point[0] - at) <= step
      ? [{ name: line.name, value: point[1], text: units[it.kind](point[1]), swatch: color(look, line.color ?? index) }] : [];
  });
}

// Pointing at one chart shows the time in all connected charts. With more than a few lines, only that chart shows
// their values.
function option(look, it, now, element) {
  const names = now.lines.map((line) => line.name);
  // Symbols would hide the dashes.
  const few = !it.plain && now.lines.every((line) => line.points.length < (it.named ? 10 : 80));
  const time = now.time ?? seconds;
  const marks = now.marks ?? [];
  const silent = now.silent ?? [];
  const bare = it.bare && !look.saved;
  return Object.assign(base(look), {
    title: { show: now.lines.length === 0, text: 'No value yet', left: 'center', top: 'middle', textStyle: { color: look.quiet, fontSize: 12, fontWeight: 400 } },
    grid: { left: names.length > 0 ? 4 : 12, right: 16, top: bare ? 12 : it.tall ? 46 : names.length > 1 || it.named ? 30 : 12, bottom: 8, containLabel: true },
    // Without height, the legend has no symbols, which would hide the dashes there.
    legend: Object.assign(legend(look, names), it.tall ? { type: 'plain' } : {}, it.named ? { show: true, icon: 'inherit', itemWidth: 24, itemHeight: 0 } : {}, bare ? { show: false } : {}),
    tooltip: Object.assign(base(look).tooltip, {
      formatter: (hits) => (names.length > 3 && element && !element.matches(':hover') ? ''
        : tip(time([hits].flat()[0].axisValue), nearest(look, it, now, [hits].flat()[0].axisValue)))
    }),
    xAxis: axis(look, {
      type: 'value', min: now.start ?? 0, max: now.end, splitLine: { show: false },
      axisLabel: { color: look.quiet, fontSize: 11, hideOverlap: true, showMaxLabel: false, formatter: time },
      axisPointer: { label: { formatter: (pointer) => time(pointer.value) } }
    }),
    yAxis: axis(look, Object.assign({ splitNumber: 4 }, axisOf(it, now), { axisLabel: { color: look.quiet, fontSize: 11, formatter: ticks[it.kind] } })),
    series: now.lines.map((line, index) => ({
      name: line.name, type: 'line', data: line.points, symbolSize: 3,
      ...symbols(line.points, few),
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
