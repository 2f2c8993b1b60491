// The figures of now, and the charts of the last ten minutes.

import { draw, listen, refresh } from './charts.js';
import { units } from './figures.js';
import { timeline } from './timeline.js';
import { byId, clock, clockMinutes, el } from './dom.js';
import { who, what, OUTCOMES } from './words.js';

// A colour means one thing in all charts. Lines that mean the same differ by their dashes.
const SERVICE = 0, REFUSED = 1, CANARY = 3, WAITING = 4, LATE = 5, UNAVAILABLE = 6;
const STATUSES = { OK: SERVICE, RESOURCE_EXHAUSTED: REFUSED, CANCELLED: 'quiet', DEADLINE_EXCEEDED: LATE, UNAVAILABLE };
const DASHES = ['solid', 'dashed', 'dotted'];

const figure = (name, color, read, dash) => ({ name, color, read, dash });
const fixed = (...figures) => () => figures;

// `figures` are those that the points have. A rare one is shown only if it happened.
const CHARTS = [
  { name: 'Calls', unit: 'per second, by status', kind: 'rate', named: true, place: 'half', figures: statuses },
  {
    name: 'Latency', unit: 'of calls', kind: 'time', scaled: true, named: true, place: 'half', figures: fixed(figure('p50', SERVICE, (point) => point.latency.p50, 'dotted'),
      figure('p99', SERVICE, (point) => point.latency.p99), figure('p99.9', SERVICE, (point) => point.latency.p999, 'dashed'))
  },
  { name: 'Calls by executor', unit: 'per second', kind: 'rate', place: 'half', figures: executors((executor) => executor.calls) },
  { name: 'p99 by executor', unit: '', kind: 'time', scaled: true, place: 'half', figures: executors((executor) => executor.p99) },
  { name: 'Queue', unit: 'tasks', kind: 'count', figures: fixed(figure('queued', WAITING, (point) => point.work.queued), figure('running', SERVICE, (point) => point.work.active)) },
  { name: 'Waiting time', unit: '', kind: 'time', scaled: true, named: true, figures: fixed(figure('mean', WAITING, (point) => point.work.waiting.mean, 'dotted'), figure('p99', WAITING, (point) => point.work.waiting.p99)) },
  { name: 'Event-loop lag', unit: '', kind: 'time', scaled: true, named: true, figures: fixed(figure('mean', SERVICE, (point) => point.lag.mean, 'dotted'), figure('maximum', SERVICE, (point) => point.lag.max)) },
  { name: 'Open calls', unit: '', kind: 'count', named: true, figures: fixed(figure('calls', SERVICE, (point) => point.calls.open), figure('streams', SERVICE, (point) => point.calls.openStreams, 'dashed')) },
  { name: 'Goodput', unit: 'per second', kind: 'rate', figures: fixed(figure('goodput', SERVICE, (point) => point.calls.good)) },
  { name: 'Connections', unit: 'open', kind: 'count', figures: fixed(figure('open', SERVICE, (point) => point.connections)) },
  { name: 'Calls refused by a limit', unit: 'per second', kind: 'rate', rare: true, figures: fixed(figure('refused', REFUSED, (point) => point.calls.refused)) },
  { name: 'Threads', unit: '', kind: 'count', figures: fixed(figure('threads', SERVICE, (point) => point.jvm.threads)) },
  { name: 'CPU', unit: 'of all processors', kind: 'percent', figures: fixed(figure('CPU', SERVICE, (point) => point.jvm.cpu)) },
  { name: 'Heap', unit: 'in use', kind: 'megabytes', figures: fixed(figure('heap', SERVICE, (point) => point.jvm.heapUsed)) },
  { name: 'GC', unit: 'of the time', kind: 'percent', figures: fixed(figure('GC', SERVICE, (point) => point.jvm.gc)) }
];

function statuses(history) {
  const names = [...new Set(history.points.flatMap((point) => Object.keys(point.calls.ended ?? {})))].sort((one, other) => (other === 'OK') - (one === 'OK') || one.localeCompare(other));
  const others = names.filter((name) => !(name in STATUSES));
  return names.map((name) => figure(name, STATUSES[name] ?? 'bad', (point) => point.calls.ended?.[name] ?? (point.calls.ended ? 0 : null), DASHES[others.indexOf(name) % DASHES.length]));
}

// With one executor, its lines would repeat those of all calls.
function executors(read) {
  return (history) => {
    const canary = (point) => point.work.executors.find((executor) => executor.canary);
    const main = (point) => point.work.executors.find((executor) => !executor.canary);
    if (!history.has(canary)) {
      return [];
    }
    const name = (find) => find(history.points.findLast(find))?.name;
    const value = (find) => (point) => (find(point) ? read(find(point)) : null);
    return [figure('main: ' + name(main), SERVICE, value(main)), figure('canary: ' + name(canary), CANARY, value(canary))];
  };
}

export function watch(history, isLost) {
  const parent = byId('charts');
  const seen = new Set();
  const now = (it) => {
    const { marks, ...window } = history.window(isLost());
    return { ...window, marks: marks.map((change) => ({ at: change.time, text: told(change) })), time: clock, lines: lines(it, history) };
  };
  const charts = CHARTS.map((it) => {
    const chart = timeline(parent, { height: it.place ? 210 : 150, place: 'third', plain: true, ...it }, () => now(it));
    const figure = chart.element.closest('figure');
    figure.hidden = true;
    const plain = chart.option;
    chart.option = (...place) => live(plain(...place), it, history, isLost());
    return Object.assign(chart, { figure, it });
  });
  const eye = new IntersectionObserver((entries) => entries.forEach((entry) => {
    const chart = charts.find((each) => each.element === entry.target);
    if (entry.isIntersecting) {
      seen.add(chart);
      show([chart]);
    } else {
      seen.delete(chart);
    }
  }), { rootMargin: '200px' });
  charts.forEach((chart) => eye.observe(chart.element));
  listen();

  function show(some) {
    some.forEach((chart) => {
      if (globalThis.echarts.getInstanceByDom(chart.element)) {
        refresh(chart);
      } else {
        draw([chart]);
      }
    });
  }

  let asked = false;

  // Charts that are not visible are not drawn.
  function update() {
    asked = false;
    if (document.hidden) {
      return;
    }
    figures(history, isLost());
    const turned = charts.filter((chart) => chart.figure.hidden === chart.it.figures(history).some((each) => history.has(chart.it.rare ? (point) => each.read(point) || null : each.read)));
    turned.forEach((chart) => {
      chart.figure.hidden = !chart.figure.hidden;
    });
    // Those beside it have another width now.
    draw(turned.length > 0 ? charts.filter((chart) => globalThis.echarts.getInstanceByDom(chart.element)) : []);
    show([...seen].filter((chart) => !chart.figure.hidden));
  }

  return {
    // Points that arrive together are drawn once.
    update() {
      if (!asked) {
        asked = true;
        requestAnimationFrame(update);
      }
    },
    // Puts the crosshair of all charts at a time, or takes it away.
    pointAt(time) {
      const chart = globalThis.echarts.getInstanceByDom(charts[0].element);
      const x = time === undefined ? undefined : chart?.convertToPixel({ xAxisIndex: 0 }, time);
      chart?.dispatchAction(x === undefined ? { type: 'hideTip' } : { type: 'showTip', x, y: 60 });
    }
  };
}

const lines = (it, history) => it.figures(history).filter((each) => history.has(each.read)).map((each) => ({ ...each, points: history.line(each.read) }));

const spoken = (it, history) => it.figures(history).map((each) => [each.name, history.last ? each.read(history.last) : null])
  .filter(([, value]) => (value ?? null) !== null).map(([name, value]) => name + ' ' + units[it.kind](value)).join(', ');

function live(option, it, history, lost) {
  const { start, end } = history.window(lost);
  const every = [[300, 120], [120, 60], [60, 30]].find(([span]) => end - start > span)?.[1] ?? 15;
  Object.assign(option.xAxis, { interval: every });
  // Half of a time, which may stand at the edge.
  option.grid.right = 28;
  Object.assign(option.xAxis.axisLabel, { showMinLabel: false, formatter: every < 60 ? clock : clockMinutes });
  Object.assign(option.tooltip, { formatter: (hits) => tip(hits, it, history, (end - start) / 100), padding: [4, 8] });
  option.aria = { enabled: true, label: { description: it.name + ', ' + (it.unit ? it.unit + ', ' : '') + 'now: ' + (spoken(it, history) || 'nothing') } };
  option.series.forEach((line) => Object.assign(line, { emphasis: { disabled: true } }));
  return option;
}

const told = (change) => clock(change.time) + ' ' + who(change) + ', ' + what(change, 2) + ', ' + (OUTCOMES[change.outcome] ?? change.outcome);

function tip(hits, { kind, place }, history, nearness) {
  const list = [].concat(hits);
  const at = list[0].axisValue ?? list[0].value[0];
  const rows = list.map((hit) => {
    const mark = el('i');
    mark.style.background = hit.color;
    return el('span', {}, mark, hit.seriesName + ' ', el('b', {}, (hit.value[1] ?? null) === null ? 'none' : units[kind](hit.value[1])));
  });
  const changes = history.changesNear(at, nearness).map((change) => el('span', { class: 'change' }, place ? told(change) : what(change, 1)));
  return el('div', { class: 'tip' }, el('span', {}, clock(at)), ...rows, ...changes);
}

// --- Figures of now

const shown = (kind, value) => ((value ?? null) === null ? undefined : units[kind](value));
const joined = (...parts) => parts.filter((part) => part).join('\u00a0· ');
const named = (name, text) => (text === undefined ? undefined : (name + ' ' + text).replaceAll(' ', '\u00a0'));

function current(history) {
  if (!history.last) {
    return [];
  }
  const { calls, latency, work, lag, connections, jvm } = history.last;
  const ended = calls.ended ? Object.values(calls.ended).reduce((sum, rate) => sum + rate, 0) : undefined;
  const failed = ended === undefined ? undefined : ended - (calls.ended.OK ?? 0);
  return [
    ['Calls', shown('rate', ended), failed > 0 ? units.rate(failed) + ' not OK' : ended > 0 ? 'all OK' : undefined, failed > 0],
    ['p99', shown('time', latency.p99), joined(named('p50', shown('time', latency.p50)), named('p99.9', shown('time', latency.p999)))],
    ['Waiting', shown('time', work.waiting.p99 ?? work.waiting.mean), joined(named('queued', shown('count', work.queued)), named('running', shown('count', work.active)))],
    ['Event-loop lag', shown('time', lag.max ?? lag.mean), named('mean', shown('time', lag.mean))],
    ['Open calls', shown('count', calls.open), named('streams', shown('count', calls.openStreams))],
    ['Connections', shown('count', connections)],
    ['CPU', shown('percent', jvm.cpu), history.processors ? 'of ' + history.processors + ' processors' : undefined],
    ['Heap', shown('megabytes', jvm.heapUsed), named('of', shown('megabytes', jvm.heapMax))],
    ['GC', shown('percent', jvm.gc), 'of the time'],
    ['Threads', shown('count', jvm.threads)]
  ].filter(([, value]) => value !== undefined);
}

function figures(history, lost) {
  byId('now').classList.toggle('stale', lost);
  byId('now').replaceChildren(...current(history).map(([name, value, more, bad]) => el('div', {}, el('dt', {}, name), el('dd', {}, value), el('dd', { class: bad ? 'bad' : null }, more || ' '))));
}
