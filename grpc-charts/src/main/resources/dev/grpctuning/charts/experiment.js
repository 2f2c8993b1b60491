// The charts of an experiment or a run.

import { bars, ratios, stacked } from './bars.js';
import { discardIn, draw, drawnIn } from './charts.js';
import { bar, choice } from './choice.js';
import { duration, number } from './figures.js';
import { heat, range } from './heat.js';
import { matrix } from './matrix.js';
import { lastSecond, overTime } from './over-time.js';
import { percentiles } from './percentiles.js';
import { spanOf } from './span.js';

// What a response time consists of, by the stages of calls or, of servers that do not report them, by meters.
const STAGES = {
  scheduleSlip: ['schedule slip', 0], streamWait: ['wait for a stream', 1], writeAndNetwork: ['write and network', 2], eventLoop: ['event loop', 3],
  executorQueue: ['executor queue', 4], handler: ['handler', 5], flushAndNetwork: ['flush and network', 6], bothWays: ['network, both ways', 2],
  clientEventLoop: ["client's event loop", 7], clientWait: ['waiting in the client', 0], network: ['between client and server', 2],
  executorWait: ['waiting for a thread', 4], server: ['server as a whole', 5]
};

// What the slowest calls waited for.
const CAUSES = {
  'young-collection': ['young collection', 2], 'full-collection': ['full collection', 5], 'other-pause': ["another pause of the server's collector", 0],
  change: ["change of the server's settings", 0], 'event-loop': ['blocked event loop', 3], 'client-collection': ['collection of the client', 1],
  'client-pause': ['pause of the client', 7], 'cpu-pressure': ['waiting for a processor', 4], unexplained: ['unexplained', 6]
};

// More heat maps than these nobody compares.
const MOST_HEAT_MAPS = 8;

const tag = (name, properties) => Object.assign(document.createElement(name), properties);
const distinct = (values) => [...new Set(values)];

/** Draws the charts of an experiment into a part of the page, in place of those that are there. It may be called again and again. */
export function render(data, root = document.getElementById('charts')) {
  discardIn(root);
  root.replaceChildren();
  const names = distinct(data.variants.map((variant) => variant.plain));
  // A variant looks the same in each workload.
  const variants = data.variants.map((variant) => ({
    ...variant, color: names.indexOf(variant.plain), processors: { server: variant.serverProcessors, client: data.processors }
  }));
  if (!variants.some((variant) => variant.measured)) {
    return;
  }
  const workloads = distinct(variants.map((variant) => variant.workload).filter((workload) => workload));
  const chosen = choice(names, workloads);
  const parts = tag('div', {});
  const chooser = bar(names, workloads, lastSecond(variants), chosen, () => show(parts, data, variants, chosen, chooser.choose));
  root.append(chooser.bar, parts);
  below(chooser.bar, document.querySelector('nav'));
  show(parts, data, variants, chosen, chooser.choose);
}

// Both stay at the top of the window.
function below(chooser, navigation) {
  if (navigation) {
    new ResizeObserver(() => { chooser.style.top = navigation.offsetHeight + 'px'; }).observe(navigation);
  }
}

function show(parts, data, all, chosen, choose) {
  discardIn(parts);
  parts.replaceChildren();
  const variants = all.filter((variant) => chosen.variants.has(variant.plain));
  if (variants.length === 0) {
    parts.append(tag('p', { className: 'note', textContent: 'No variant is chosen.' }));
    return;
  }
  const group = (id) => {
    const charts = tag('div', { className: 'charts', id });
    parts.append(charts);
    return charts;
  };
  overview(group('overview'), data, all, variants);
  const detailed = variants.filter((variant) => variant.measured && variant.workload === chosen.workload);
  details(group, parts, detailed, chosen, choose);
  draw(drawnIn(parts));
}

const heading = (parent, text, id) => parent.append(tag('h3', { textContent: text, id: id ?? '' }));

function overview(parent, data, all, variants) {
  const workloads = distinct(variants.map((variant) => variant.workload));
  const crossed = workloads[0] !== undefined;
  if (data.grid) {
    cells(parent, data, variants);
  }
  else {
    workloads.forEach((workload) => {
      const some = variants.filter((variant) => variant.workload === workload);
      if (some.some((variant) => variant.measured)) {
        compared(parent, data, all, some, crossed);
      }
    });
  }
  if (crossed && variants.some((variant) => variant.split || variant.tail)) {
    heading(parent, 'All workloads');
  }
  stages(parent, 'Where the response time goes', 'share of the mean, which stands at the right',
    variants.map((variant) => ({ name: variant.name, color: variant.color, parts: variant.split })));
  stacked(parent, {
    name: 'What the slowest calls waited for', unit: 'share of these calls', parts: CAUSES, part: (share, whole) => number(100 * share / whole) + ' %'
  }, variants.map((variant) => ({ name: variant.name, color: variant.color, parts: variant.tail?.causes, text: variant.tail?.calls ?? '' })));
}

// What can be compared: the variants of one workload.
function compared(parent, data, all, variants, crossed) {
  const place = crossed ? { place: 'third', height: 240 } : {};
  if (crossed) {
    heading(parent, variants[0].workload);
  }
  const rows = (key) => variants.map((variant) => ({ name: variant.plain, color: variant.color, figure: variant[key], answered: variant.answered }));
  bars(parent, { name: 'Calls answered per second', unit: data.twoLoads ? 'closed load' : '', text: number, ...place }, rows('rate'));
  bars(parent, { name: 'Response time', unit: data.twoLoads ? 'p99, Poisson arrivals' : 'p99', time: true, text: duration, ...place }, rows('p99'));
  if (!crossed) {
    rounds(parent, all, data, variants);
  }
  const lines = variants.filter((variant) => variant.percentiles?.length > 0)
    .map((variant) => ({ name: variant.plain, color: variant.color, points: variant.percentiles }));
  if (lines.length > 0) {
    percentiles(parent, crossed ? { place: 'third curve', height: 240 } : { place: 'broad', height: lines.length > 8 ? 440 : 340 }, lines);
  }
}

// What the intervals of the comparison are made of.
function rounds(parent, all, data, variants) {
  const baseline = all.find((variant) => variant.plain === data.baseline);
  if (!baseline) {
    return;
  }
  [['rate', 'Rate'], ['p99', 'p99']].forEach(([key, name]) => {
    const before = new Map(baseline[key].rounds.map((round, index) => [round, baseline[key].runs[index]]));
    ratios(parent, { name: name + ' of each round against ' + data.baseline },
      variants.filter((variant) => variant !== baseline && variant[key].rounds.length > 1).map((variant) => ({
        name: variant.plain, color: variant.color, interval: variant[key].ratio,
        ratios: variant[key].rounds.map((round, index) => ({ round, ratio: variant[key].runs[index] / before.get(round) })).filter((pair) => pair.ratio > 0 && pair.ratio < Infinity)
      })));
  });
}

const stages = (parent, name, unit, all) => stacked(parent, {
  name, unit, parts: STAGES, part: (value, whole) => duration(value) + ' (' + number(100 * value / whole) + ' %)'
}, all.map((row) => ({ ...row, text: duration(Object.values(row.parts ?? {}).reduce((sum, part) => sum + part, 0)) })));

function cells(parent, data, variants) {
  distinct(variants.map((variant) => variant.plain)).forEach((name) => {
    const some = variants.filter((variant) => variant.plain === name && variant.cell);
    [['rate', 'calls per second', number], ['p99', 'response time p99', duration]].forEach(([key, unit, text]) => {
      matrix(parent, { name: name + ': ' + unit, unit, x: (clients) => clients + (clients === 1 ? ' client' : ' clients'), y: (micros) => 'delay ' + duration(micros / 1000), text, color: some[0]?.color },
        some.filter((variant) => variant[key].value != null).map((variant) => ({ x: variant.cell.clients, y: variant.cell.delayMicros, value: variant[key].value })));
    });
  });
}

// --- One workload in detail

function details(group, parts, variants, chosen, choose) {
  const end = lastSecond(variants);
  if (variants.length === 0 || end === 0) {
    return;
  }
  const about = variants[0].workload ? ': ' + variants[0].workload : '';
  const bands = variants.flatMap((variant) => Object.entries(variant.bands ?? {}).map(([band, parts]) => ({
    name: (variants.length > 1 ? variant.plain + ' ' : '') + band, color: variant.color, parts
  })));
  if (bands.length > 0) {
    stages(group('stages'), 'Where the response time goes, by percentile' + about, 'of the calls around each percentile; their mean stands at the right', bands);
  }
  heading(parts, 'Over time' + about, 'over-time');
  parts.append(tag('p', { className: 'note', textContent: 'The middle run of each variant. Drag over a chart to see a part of the time in all; double-click for the whole run.' }));
  const span = { start: chosen.from ?? 0, end: chosen.to ?? end };
  const timed = (parent) => {
    parent.dataset.group = 'time';
    return parent;
  };
  const zooming = (charts) => charts.forEach((drawn) => spanOf(drawn, (from, to) => choose({ from: from > 0 ? from : null, to: to < end ? to : null })));
  zooming(overTime(timed(group('time')), variants, false, span));
  zooming(heatMaps(parts, timed, group, variants, span));
  const fold = tag('details', { className: 'more' });
  const more = timed(tag('div', { className: 'charts' }));
  fold.append(tag('summary', { textContent: 'More figures over time' }), more);
  parts.append(fold);
  fold.addEventListener('toggle', () => {
    if (fold.open && more.childElementCount === 0) {
      zooming(overTime(more, variants, true, span));
      draw(drawnIn(more));
    }
    chosen.more = fold.open;
  });
  fold.open = Boolean(chosen.more);
}

function heatMaps(parts, timed, group, variants, span) {
  const drawn = variants.filter((variant) => variant.heat?.length > 0).slice(0, MOST_HEAT_MAPS);
  if (drawn.length === 0) {
    return [];
  }
  heading(parts, 'Response times over time');
  parts.append(tag('p', {
    className: 'note', textContent: 'The stronger the colour, the more of the calls that ended in an interval.'
      + (drawn.length === MOST_HEAT_MAPS && variants.length > MOST_HEAT_MAPS ? ' These are the first ' + MOST_HEAT_MAPS + ' of the variants that are chosen.' : '')
  }));
  const parent = timed(group('heat'));
  const { low, high } = range(drawn.map((variant) => variant.heat));
  return drawn.map((variant) => heat(parent, { name: 'Response times: ' + variant.plain, low, high }, variant.heat, () => ({ color: variant.color, ...span })));
}
