// How the latencies of each interval are spread: a column for each interval, a cell for each range of latencies, in a stronger colour for more calls.

import { add, axis, base, color, tip } from './charts.js';
import { duration, number, ticks } from './figures.js';

const LEVELS = 8;
const echarts = globalThis.echarts;

// A kind of series, since the smaller build of ECharts has none for cells whose sides are values.
echarts?.extendSeriesModel({
  type: 'series.cells',
  dependencies: ['grid'],
  getInitialData() {
    return echarts.helper.createList(this);
  },
  defaultOption: { coordinateSystem: 'cartesian2d', z: 2 }
});
echarts?.extendChartView({
  type: 'cells',
  render(series) {
    this.group.removeAll();
    const axes = series.coordinateSystem;
    const area = axes.getArea();
    const within = (value, low, length) => Math.max(low, Math.min(low + length, value));
    const levels = Array.from({ length: LEVELS }, () => []);
    series.option.data.forEach(([from, low, to, high, share]) => {
      const [left, bottom] = axes.dataToPoint([from, low]);
      const [right, top] = axes.dataToPoint([to, high]);
      const [x, y] = [within(left, area.x, area.width), within(top, area.y, area.height)];
      const shape = { x, y, width: within(right, area.x, area.width) - x, height: within(bottom, area.y, area.height) - y };
      if (shape.width > 0 && shape.height > 0) {
        levels[Math.min(LEVELS - 1, Math.floor(Math.sqrt(share) * LEVELS))].push(new echarts.graphic.Rect({ shape }));
      }
    });
    // One path for each level: thousands of cells would make a page slow.
    levels.forEach((cells, level) => cells.length > 0 && this.group.add(echarts.graphic.mergePath(cells, {
      silent: true, style: { fill: series.option.color, opacity: .15 + .85 * (level + 1) / LEVELS }
    })));
  }
});

const edge = (bucket) => 2 ** (bucket / 2) / 1000;

/**
 * Adds the latencies of a variant against time.
 *
 * it: { name, place, height, end, low, high } with the ends of the axis in milliseconds
 * columns: [[from, to, first, count, ...], ...] where count i is of calls that took at least 2^((first + i) / 2) microseconds
 * read: a function that returns { color, start, end } with an index of the theme's colours and the span of time that is shown
 */
export function heat(parent, it, columns, read) {
  const cells = columns.flatMap(([from, to, first, ...counts]) => {
    const all = counts.reduce((sum, count) => sum + count, 0);
    return counts.map((count, index) => [from, edge(first + index), to, edge(first + index + 1), count / all, count]).filter((cell) => cell[5] > 0);
  });
  return add(parent, it.name, '', it.height ?? 190, it.place ?? 'third', (look) => {
    const now = read();
    return Object.assign(base(look), {
      grid: { left: 4, right: 16, top: 12, bottom: 8, containLabel: true },
      tooltip: Object.assign(base(look).tooltip, {
        formatter: (hits) => column(cells, [hits].flat()[0].axisValue, color(look, now.color))
      }),
      xAxis: axis(look, {
        type: 'value', min: now.start ?? 0, max: now.end, splitLine: { show: false },
        axisLabel: { color: look.quiet, fontSize: 11, hideOverlap: true, showMaxLabel: false, formatter: (value) => number(value) + ' s' },
        axisPointer: { snap: false, label: { formatter: (pointer) => number(pointer.value) + ' s' } }
      }),
      yAxis: axis(look, {
        type: 'log', min: 10 ** Math.floor(Math.log10(it.low)), max: 10 ** Math.ceil(Math.log10(it.high)),
        axisLabel: { color: look.quiet, fontSize: 11, formatter: ticks.time }, axisPointer: { show: false }
      }),
      series: [{ name: it.name, type: 'cells', color: color(look, now.color), data: cells }]
    });
  }, ['from second', 'from ms', 'to second', 'below ms', 'share of the interval', 'calls']);
}

function column(cells, at, swatch) {
  const hits = cells.filter((cell) => cell[0] < at && at <= cell[2]);
  return hits.length === 0 ? '' : tip(number(hits[0][0]) + ' to ' + number(hits[0][2]) + ' s', hits.reverse()
    .map((cell) => ({ swatch, name: duration(cell[1]) + ' to ' + duration(cell[3]), value: cell[4], text: number(100 * cell[4]) + ' %' })));
}

/** The lowest and highest latency of some variants' columns, so that all have the same axis. */
export function range(all) {
  const columns = all.flat();
  return { low: Math.min(...columns.map((it) => edge(it[2]))), high: Math.max(...columns.map((it) => edge(it[2] + it.length - 3))) };
}
