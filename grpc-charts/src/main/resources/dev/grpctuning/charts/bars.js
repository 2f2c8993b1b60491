// A row for each variant: its rate or latency with all runs, its runs against those of the baseline, and what its time consists of.

import { add, axis, barGrid, base, color, hatch, legend, legendLines, nameAxes, rows, scale, tip } from './charts.js';
import { number, short, ticks } from './figures.js';

// Fewer than six runs have a range instead of a 95 % interval.
function medians(runs) {
  if (Math.max(...runs) < 6) {
    return 'median and range';
  }
  return 'median and its 95 % interval' + (Math.min(...runs) < 6 ? ', or range of fewer than six' : '');
}

const whiskers = (look, intervals) => ({
  silent: true, animation: false, symbol: 'rect', symbolSize: [9, 1.5], symbolKeepAspect: false, label: { show: false },
  lineStyle: { type: 'solid', width: 1.5, color: look.text }, itemStyle: { color: look.text },
  data: intervals.map((it) => it.interval.map((value) => ({ coord: [value, it.index] })))
});

const dots = (look, data, more) => ({
  name: 'each run', type: 'scatter', symbolSize: 5, silent: true, tooltip: { show: false },
  itemStyle: { color: look.card, borderColor: look.text, borderWidth: 1, opacity: .8 }, data, ...more
});

/**
 * Adds a bar for each row; where there were rounds it is the median of them, with its interval, and a dot for each run. A
 * logarithmic axis has no zero at which bars could begin: there it is a point.
 *
 * it: { name, unit, place, height, time, text } with time whether the figures are latencies
 * all: [{ name, color, figure: { value, interval, runs }, answered }, ...] with the share of calls that a run answered which died
 */
export function bars(parent, it, all) {
  const figures = all.map((row) => row.figure);
  const intervals = figures.map((figure, index) => ({ index, interval: figure.interval })).filter((row) => row.interval);
  const x = it.time ? scale(figures.flatMap((figure) => [figure.value ?? 0, ...figure.runs, ...(figure.interval ?? [])])) : { type: 'value', min: 0 };
  const about = [it.unit, intervals.length > 0 ? medians(intervals.map((row) => figures[row.index].runs.length)) : '', x.type === 'log' ? 'log scale' : '']
    .filter((part) => part).join(', ');
  const died = (row) => it.time && row.answered != null;
  const answered = (row) => (row.answered < .01 ? 'below 1' : Math.round(100 * row.answered)) + ' % answered';
  const runs = figures.flatMap((figure, index) => (figure.runs.length > 1 ? figure.runs.map((value) => [value, index]) : []));
  return add(parent, it.name, about, Math.max(rows(all.length), it.height ?? 0), it.place ?? '', (look, room) => Object.assign(base(look), {
    grid: barGrid(6),
    tooltip: Object.assign(base(look).tooltip, {
      axisPointer: { type: 'shadow' },
      formatter: ([hit]) => tip(all[hit.dataIndex].name, [{
        swatch: color(look, all[hit.dataIndex].color), text: figures[hit.dataIndex].value == null ? '-' : it.text(figures[hit.dataIndex].value),
        name: [(figures[hit.dataIndex].interval ?? []).map(it.text).join(' to '), died(all[hit.dataIndex]) ? answered(all[hit.dataIndex]) : ''].filter((part) => part).join(', ')
      }])
    }),
    xAxis: axis(look, Object.assign({ ...x }, { splitNumber: 3, axisLabel: { color: look.quiet, fontSize: 11, hideOverlap: true, formatter: it.time ? ticks.time : short } })),
    yAxis: nameAxes(look, room, all.map((row) => row.name), (index) => (figures[index].value == null ? 'none'
      : it.text(figures[index].value) + (died(all[index]) ? '\n' + answered(all[index]) : ''))),
    series: [{
      ...(x.type === 'log' ? { type: 'scatter', symbolSize: 14 } : { type: 'bar', barMaxWidth: 18, barMinHeight: 2 }), name: it.name,
      data: figures.map((figure, index) => ({
        value: figure.value ?? null, itemStyle: { opacity: 1, color: color(look, all[index].color), decal: died(all[index]) ? hatch(look) : undefined }
      })),
      markLine: intervals.length > 0 ? whiskers(look, intervals) : undefined
    }].concat(runs.length > 0 ? [dots(look, runs)] : [])
  }), ['value', 'variant']);
}

/**
 * Adds the ratio of each round to the baseline's run of the same round, tied to 1 by a thin line. The rounds of a row lie below each
 * other, the first at the top.
 *
 * all: [{ name, color, ratios: [{ round, ratio }, ...], interval }, ...]
 */
export function ratios(parent, it, all) {
  const values = all.flatMap((row) => row.ratios.map((pair) => pair.ratio));
  if (values.length === 0) {
    return null;
  }
  const last = Math.max(...all.flatMap((row) => row.ratios.map((pair) => pair.round)));
  const [low, high] = [Math.min(1, ...values), Math.max(1, ...values)];
  const times = (value) => number(value) + '×';
  // After two or three rounds, the interval is too wide to read and shows nothing.
  const told = (row) => row.interval && row.interval[0] > .01 && row.interval[1] < 100;
  const lines = all.map((row, index) => row.ratios.map((pair) => ({ ...pair, y: index - .3 + .6 * (last > 1 ? (pair.round - 1) / (last - 1) : .5) })));
  const about = 'first round at the top' + (all.some(told) ? ', interval at the right' : '');
  return add(parent, it.name, about, Math.max(90, 52 + all.length * Math.max(34, 8 * last)), it.place ?? '', (look, room) => Object.assign(base(look), {
    grid: barGrid(6),
    tooltip: Object.assign(base(look).tooltip, {
      trigger: 'item',
      formatter: (hit) => tip(all[hit.seriesIndex].name, [{ swatch: hit.color, name: 'round ' + hit.value[2], text: times(hit.value[0]) }])
    }),
    xAxis: axis(look, {
      ...(high / low > 4 ? { type: 'log', min: 10 ** Math.floor(Math.log10(low)), max: 10 ** Math.ceil(Math.log10(high)) } : { type: 'value', scale: true }),
      splitNumber: 4, axisLine: { onZero: false, lineStyle: { color: look.quiet } },
      axisLabel: { color: look.quiet, fontSize: 11, hideOverlap: true, formatter: times }
    }),
    yAxis: [
      ...nameAxes(look, room, all.map((row) => row.name), (index) => (told(all[index]) ? all[index].interval.map(times).join(' to ') : '')),
      { type: 'value', show: false, inverse: true, min: -.5, max: all.length - .5 }
    ],
    series: all.map((row, index) => ({
      name: row.name, type: 'scatter', yAxisIndex: 2, symbolSize: 9, itemStyle: { color: color(look, row.color), opacity: 1 },
      data: lines[index].map((pair) => [pair.ratio, pair.y, pair.round]),
      markLine: told(row) ? {
        silent: true, symbol: 'none', label: { show: false }, lineStyle: { type: 'solid', width: 8, opacity: .25, color: color(look, row.color) },
        data: [row.interval.map((ratio) => ({ coord: [ratio, index] }))]
      } : undefined
    })).concat([{
      name: 'against the baseline', type: 'line', yAxisIndex: 2, silent: true, showSymbol: false, tooltip: { show: false }, connectNulls: false,
      lineStyle: { width: 1, color: look.quiet, opacity: .6 },
      data: lines.flatMap((row) => row.flatMap((pair) => [[1, pair.y], [pair.ratio, pair.y], [null, null]])),
      markLine: { silent: true, symbol: 'none', label: { show: false }, lineStyle: { type: 'solid', width: 1.5, color: look.text }, data: [{ xAxis: 1 }] }
    }])
  }), () => [['variant', 'round', 'ratio'], ...all.flatMap((row) => row.ratios.map((pair) => [row.name, pair.round, pair.ratio]))]);
}

// Parts differ by brightness and hatching, because colours stand for variants.
const SHADES = [[.3, true], [.6, true], [.18, false], [.85, false], [.5, false], [1, false], [.3, false], [.75, true], [1, true]];

/**
 * Adds a stacked bar for each row, in percent, because rows lie orders of magnitude apart.
 *
 * it: { name, unit, place, parts: { key: [title, shade] }, part } with part a function that writes a share, and of what
 * all: [{ name, color, parts: { key: value }, text }, ...] with what stands at the right
 */
export function stacked(parent, it, all) {
  const keys = Object.keys(it.parts).filter((key) => all.some((row) => row.parts?.[key] > 0));
  if (keys.length === 0) {
    return null;
  }
  const whole = all.map((row) => Object.values(row.parts ?? {}).reduce((sum, share) => sum + share, 0));
  const style = (look, key) => {
    const [opacity, hatched] = SHADES[it.parts[key][1]];
    return { opacity, decal: hatched ? hatch(look) : undefined };
  };
  const above = (room) => 8 + 22 * legendLines(keys.map((key) => it.parts[key][0]), room);
  return add(parent, it.name, it.unit, (room) => rows(all.length) + above(room) - 6, it.place ?? 'broad', (look, room) => Object.assign(base(look), {
    grid: barGrid(above(room)),
    // The title does not name the parts, not even a single one.
    legend: Object.assign(legend(look, keys.map((key) => it.parts[key][0])), { show: true, type: 'plain' }),
    tooltip: Object.assign(base(look).tooltip, {
      axisPointer: { type: 'shadow' },
      formatter: ([hit]) => tip(all[hit.dataIndex].name, keys.filter((key) => all[hit.dataIndex].parts?.[key] != null).map((key) => ({
        swatch: color(look, all[hit.dataIndex].color), opacity: style(look, key).opacity, name: it.parts[key][0],
        text: it.part(all[hit.dataIndex].parts[key], whole[hit.dataIndex])
      })))
    }),
    xAxis: axis(look, { type: 'value', min: 0, max: 100, interval: room < 500 ? 50 : 25, axisLabel: { color: look.quiet, fontSize: 11, hideOverlap: true, formatter: (value) => value + ' %' } }),
    yAxis: nameAxes(look, room, all.map((row) => row.name), (index) => (whole[index] > 0 ? all[index].text.replace(', ', room < 500 ? ',\n' : ', ') : '-')),
    series: keys.map((key) => ({
      name: it.parts[key][0], type: 'bar', stack: 'parts', barMaxWidth: 18, itemStyle: { color: look.text, ...style(look, key) },
      data: all.map((row, index) => (row.parts?.[key] != null && whole[index] > 0
        ? { value: 100 * row.parts[key] / whole[index], itemStyle: { color: color(look, row.color), ...style(look, key) } } : null))
    }))
  }), ['percent', 'row']);
}
