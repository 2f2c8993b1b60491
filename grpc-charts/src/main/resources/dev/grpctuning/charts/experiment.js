// The charts of an experiment or a run.

import { bars, ratios } from './bars.js';
import { CONTROL, discardIn, draw, drawnIn } from './charts.js';
import { bar, below, choice } from './choice.js';
import { details } from './detail.js';
import { duration, number } from './figures.js';
import { matrix } from './matrix.js';
import { lastSecond } from './over-time.js';
import { percentiles } from './percentiles.js';
import { causes, stages } from './stages.js';

const tag = (name, properties) => Object.assign(document.createElement(name), properties);
const distinct = (values) => [...new Set(values)];

/** Draws the charts of an experiment into a part of the page, in place of those that are there. It may be called again and again. */
export function render(data, root = document.getElementById('charts')) {
  discardIn(root);
  root.replaceChildren();
  const names = distinct(data.variants.map((variant) => variant.plain));
  const controls = new Set(data.variants.filter((variant) => variant.control).map((variant) => variant.plain));
  const compared = names.filter((name) => !controls.has(name));
  // A variant looks the same in each workload.
  const colors = new Map(names.map((name) => [name, controls.has(name) ? CONTROL : compared.indexOf(name)]));
  const variants = data.variants.map((variant) => ({
    ...variant, title: variant.plain + (variant.plain === data.baseline ? ' (baseline)' : variant.control ? ' (A/A control)' : ''),
    color: colors.get(variant.plain), processors: { server: variant.serverProcessors, client: data.processors }
  }));
  if (!variants.some((variant) => variant.measured)) {
    return;
  }
  const workloads = distinct(variants.map((variant) => variant.workload).filter((workload) => workload));
  const chosen = choice(colors, workloads);
  const parts = tag('div', {});
  const chooser = bar(colors, workloads, lastSecond(variants), chosen, () => show(parts, data, variants, chosen, chooser.choose));
  root.append(chooser.bar, parts);
  below(chooser.bar, document.querySelector('nav'));
  show(parts, data, variants, chosen, chooser.choose);
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

const heading = (parent, text, more) => parent.append(tag('h3', { textContent: text, ...more }));

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
  stages(parent, 'Where the response time goes', 'share of the mean at the right',
    variants.map((variant) => ({ name: variant.name, color: variant.color, parts: variant.split })));
  causes(parent, variants.map((variant) => ({ name: variant.name, color: variant.color, parts: variant.tail?.causes, text: variant.tail?.calls ?? '' })));
}

// The variants of one workload, which can be compared.
function compared(parent, data, all, variants, crossed) {
  const place = crossed ? { place: 'third', height: 240 } : {};
  if (crossed) {
    heading(parent, variants[0].workload);
  }
  const rows = (key) => variants.map((variant) => ({ name: variant.title, color: variant.color, figure: variant[key], answered: variant.answered }));
  // The table has the figures of a single run.
  if (data.variants.length > 1 || variants[0].rate.runs.length > 1) {
    bars(parent, { name: 'Calls answered per second', unit: data.twoLoads ? 'closed load' : '', text: number, ...place }, rows('rate'));
    bars(parent, { name: 'Response time', unit: data.twoLoads ? 'p99, Poisson arrivals' : 'p99', time: true, text: duration, ...place }, rows('p99'));
  }
  if (!crossed) {
    rounds(parent, all, data, variants);
  }
  const lines = variants.filter((variant) => variant.percentiles?.length > 0)
    .map((variant) => ({ name: variant.plain, color: variant.color, points: variant.percentiles }));
  if (lines.length > 0) {
    percentiles(parent, crossed ? { place: 'third curve', height: 240 } : { place: 'broad', height: lines.length > 8 ? 440 : 340 }, lines);
  }
}

// Runs from which the intervals of the comparison are computed.
function rounds(parent, all, data, variants) {
  const baseline = all.find((variant) => variant.plain === data.baseline);
  if (!baseline) {
    return;
  }
  [['rate', 'Rate'], ['p99', 'p99']].forEach(([key, name]) => {
    const before = new Map(baseline[key].rounds.map((round, index) => [round, baseline[key].runs[index]]));
    ratios(parent, { name: name + ' of each round against the baseline' },
      variants.filter((variant) => variant !== baseline && variant[key].rounds.length > 1).map((variant) => ({
        name: variant.title, color: variant.color, interval: variant[key].ratio,
        ratios: variant[key].rounds.map((round, index) => ({ round, ratio: variant[key].runs[index] / before.get(round) })).filter((pair) => pair.ratio > 0 && pair.ratio < Infinity)
      })));
  });
}

function cells(parent, data, variants) {
  distinct(variants.map((variant) => variant.plain)).forEach((name) => {
    const some = variants.filter((variant) => variant.plain === name && variant.cell);
    [['rate', 'calls per second', number], ['p99', 'response time p99', duration]].forEach(([key, unit, text]) => {
      matrix(parent, { name: name + ': ' + unit, unit, x: (clients) => clients + (clients === 1 ? ' client' : ' clients'), y: (micros) => 'delay ' + duration(micros / 1000), text, color: some[0]?.color },
        some.filter((variant) => variant[key].value != null).map((variant) => ({ x: variant.cell.clients, y: variant.cell.delayMicros, value: variant[key].value })));
    });
  });
}
