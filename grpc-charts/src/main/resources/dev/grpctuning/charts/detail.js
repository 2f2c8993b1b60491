// The variants of one workload in detail: where their time goes, and what was measured over time.

import { draw, drawnIn } from './charts.js';
import { heat, range } from './heat.js';
import { lastSecond, overTime, silent } from './over-time.js';
import { spanOf } from './span.js';
import { stages } from './stages.js';

// More heat maps would be too many to compare.
const MOST_HEAT_MAPS = 8;

const tag = (name, properties) => Object.assign(document.createElement(name), properties);
const heading = (parent, text, more) => parent.append(tag('h3', { textContent: text, ...more }));

/**
 * Adds what the page has of the variants of one workload alone: stages by percentile, figures over time and heat maps.
 *
 * group: a function that adds a part for charts
 * choose: a function that changes what is chosen
 */
export function details(group, parts, variants, chosen, choose) {
  const end = lastSecond(variants);
  if (variants.length === 0 || end === 0) {
    return;
  }
  const about = variants[0].workload ? ': ' + variants[0].workload : '';
  const bands = variants.flatMap((variant) => Object.entries(variant.bands ?? {}).map(([band, parts]) => ({
    name: (variants.length > 1 ? variant.plain + ' ' : '') + band, color: variant.color, parts
  })));
  if (bands.length > 0) {
    stages(group('stages'), 'Where the response time goes, by percentile' + about, 'of the calls around it; their mean at the right', bands);
  }
  heading(parts, 'Over time' + about, { id: 'over-time' });
  parts.append(tag('p', { className: 'note', textContent: (variants.some((variant) => variant.rate.runs.length > 1) ? 'Each variant is shown by its run with the median p99. ' : '') + 'Drag over a chart to zoom all charts; double-click to show the whole run.'
    + (silent(variants).length > 0 ? ' Grey: no metrics from the server.' : '') }));
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
    className: 'note', textContent: 'A stronger colour is a larger share of the calls that ended in the interval.'
      + (drawn.length === MOST_HEAT_MAPS && variants.length > MOST_HEAT_MAPS ? ' These are the first ' + MOST_HEAT_MAPS + ' chosen variants.' : '')
  }));
  const parent = timed(group('heat'));
  const { low, high } = range(drawn.map((variant) => variant.heat));
  return drawn.map((variant) => heat(parent, { name: 'Response times: ' + variant.plain, low, high }, variant.heat, () => ({ color: variant.color, ...span })));
}
