// A figure of two dimensions: a cell for each pair of values, with the figure in it, in a stronger colour for more.

import { add, axis, base, color, tip } from './charts.js';

const LEFT = 96;

/**
 * it: { name, unit, x, y, text, color, place } with functions that write what stands at the axes and in the cells
 * cells: [{ x, y, value }, ...] of numbers
 */
export function matrix(parent, it, cells) {
  if (cells.length === 0) {
    return null;
  }
  const [xs, ys] = ['x', 'y'].map((key) => [...new Set(cells.map((cell) => cell[key]))].sort((one, other) => one - other));
  const logs = cells.map((cell) => Math.log(Math.max(cell.value, 1e-9)));
  const [low, high] = [Math.min(...logs), Math.max(...logs)];
  const height = 44 + 40 * ys.length;
  const category = (look, values, says, more) => axis(look, {
    type: 'category', data: values.map(says), axisTick: { show: false }, axisLabel: { color: look.text, fontSize: 11, interval: 0, width: LEFT - 12, overflow: 'break' }, ...more
  });
  return add(parent, it.name, '', height, it.place ?? '', (look, room) => Object.assign(base(look), {
    grid: { left: LEFT, right: 8, top: 8, bottom: 32 },
    tooltip: Object.assign(base(look).tooltip, {
      trigger: 'item',
      formatter: (hit) => tip(it.x(xs[hit.value[0]]) + ', ' + it.y(ys[hit.value[1]]), [{ swatch: color(look, it.color), name: it.unit, text: it.text(hit.value[2]) }])
    }),
    xAxis: category(look, xs, it.x, {}),
    yAxis: category(look, ys, it.y, { inverse: true }),
    series: [{
      name: it.name, type: 'scatter', symbol: 'rect', symbolSize: [(room - LEFT - 8) / xs.length - 3, 37],
      label: { show: true, opacity: 1, color: look.text, fontSize: 11, formatter: (hit) => it.text(hit.value[2]) },
      data: cells.map((cell, index) => ({
        value: [xs.indexOf(cell.x), ys.indexOf(cell.y), cell.value],
        itemStyle: { opacity: 1, color: globalThis.echarts.color.lerp(.08 + .5 * (high > low ? (logs[index] - low) / (high - low) : .5), [look.card, color(look, it.color)]) }
      }))
    }]
  }), ['x', 'y', it.unit]);
}
