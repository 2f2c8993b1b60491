import { add, axis, barGrid, base, color, dash, draw, drawnIn, legend, listen, longest, nameAxes, rows, scale } from './charts.js';
import { duration, number, percentile, short, ticks } from './figures.js';
import { timeline } from './timeline.js';

const data = JSON.parse(document.getElementById('data').textContent);

// --- All variants

const names = data.variants.map((variant) => variant.name);
// A variant looks the same in each workload.
const looks = [...new Set(data.variants.map((variant) => variant.plain))];
const lookOf = (variant) => looks.indexOf(variant.plain);

const heading = (parent, text) => parent.append(Object.assign(document.createElement('h3'), { textContent: text }));

// Fewer than six runs have no 95 % interval but a range.
function medians(runs) {
  if (Math.max(...runs) < 6) {
    return 'median and range of the runs';
  }
  return 'median of the runs with its 95 % interval' + (Math.min(...runs) < 6 ? ', or range of fewer than six' : '');
}

// A bar for each variant; where there were rounds it is the median of them, with its interval, and a dot for each run.
// A logarithmic axis has no zero at which bars could begin: there it is a point.
function bars(parent, variants, place, height, name, unit, key, text) {
  const figures = variants.map((variant) => variant[key]);
  const names = variants.map((variant) => variant.plain);
  const several = figures.some((figure) => figure.runs.length > 1);
  const intervals = figures.map((figure, index) => ({ index, interval: figure.interval })).filter((it) => it.interval);
  const x = key === 'p99' ? scale(figures.flatMap((figure) => [figure.value ?? 0, ...figure.runs, ...(figure.interval ?? [])])) : { type: 'value', min: 0 };
  const about = [unit, intervals.length > 0 ? medians(intervals.map((it) => figures[it.index].runs.length)) : '', x.type === 'log' ? 'logarithmic' : '']
    .filter((part) => part).join(', ');
  add(parent, name, about, Math.max(rows(names.length), height), place, (look, room) => Object.assign(base(look), {
    grid: barGrid(6),
    tooltip: Object.assign(base(look).tooltip, {
      axisPointer: { type: 'shadow' },
      formatter: (hits) => {
        const index = hits[0].dataIndex;
        const figure = figures[index];
        return echarts.format.encodeHTML(names[index]) + '<br><b>' + (figure.value == null ? '-' : text(figure.value)) + '</b>'
          + (figure.interval ? ' (' + text(figure.interval[0]) + ' to ' + text(figure.interval[1]) + ')' : '');
      }
    }),
    xAxis: axis(look, Object.assign(x, { splitNumber: 3, axisLabel: { color: look.quiet, fontSize: 11, hideOverlap: true, formatter: key === 'p99' ? ticks.time : short } })),
    yAxis: nameAxes(look, room, names, (index) => (figures[index].value == null ? 'none' : text(figures[index].value))),
    series: [{
      ...(x.type === 'log' ? { type: 'scatter', symbolSize: 14, itemStyle: { opacity: 1 } } : { type: 'bar', barMaxWidth: 18, barMinHeight: 2 }), name,
      data: figures.map((figure, index) => ({ value: figure.value ?? null, itemStyle: { color: color(look, lookOf(variants[index])) } })),
      markLine: intervals.length > 0 ? {
        silent: true, animation: false, symbol: 'rect', symbolSize: [9, 1.5], symbolKeepAspect: false, label: { show: false },
        lineStyle: { type: 'solid', width: 1.5, color: look.text }, itemStyle: { color: look.text },
        data: intervals.map((it) => it.interval.map((value) => ({ coord: [value, it.index] })))
      } : undefined
    }].concat(several ? [{
      name: 'each run', type: 'scatter', symbolSize: 5, silent: true, tooltip: { show: false },
      itemStyle: { color: look.card, borderColor: look.text, borderWidth: 1, opacity: .8 },
      data: figures.flatMap((figure, index) => (figure.runs.length > 1 ? figure.runs.map((value) => [value, index]) : []))
    }] : [])
  }));
}

// What a response time consists of, by the stages of calls or, of servers that do not report them, by meters.
const PARTS = {
  scheduleSlip: ['schedule slip', 0], streamWait: ['wait for a stream', 1], writeAndNetwork: ['write and network', 2], eventLoop: ['event loop', 3],
  executorQueue: ['executor queue', 4], handler: ['handler', 5], flushAndNetwork: ['flush and network', 6], bothWays: ['network, both ways', 2],
  clientEventLoop: ["client's event loop", 7], clientWait: ['waiting in the client', 0], network: ['between client and server', 2],
  executorWait: ['waiting for a thread', 4], server: ['server as a whole', 5]
};

// What the slowest calls waited for.
const CAUSES = {
  'young-collection': ['young collection', 0], 'full-collection': ['full collection', 1], 'other-pause': ["another pause of the server's collector", 3],
  change: ["change of the server's settings", 3], 'event-loop': ['blocked event loop', 4], 'client-collection': ['collection of the client', 5],
  'client-pause': ['pause of the client', 6], 'cpu-pressure': ['waiting for a processor', 2], unexplained: ['unexplained', 7]
};

// In percent, because variants and percentiles lie orders of magnitude apart. The figure at the right is of all parts together.
function stacked(parent, it, names, splits, figure, part) {
  const keys = Object.keys(it.parts).filter((key) => splits.some((split) => split && split[key] > 0));
  if (keys.length === 0) {
    return;
  }
  const whole = splits.map((split) => (split ? Object.values(split).reduce((sum, share) => sum + share, 0) : 0));
  add(parent, it.title, it.about, rows(names.length) + 24, 'broad', (look, room) => Object.assign(base(look), {
    grid: barGrid(30),
    // The title does not name the parts, not even a single one.
    legend: Object.assign(legend(look, keys.map((key) => it.parts[key][0])), { show: true }),
    tooltip: Object.assign(base(look).tooltip, {
      axisPointer: { type: 'shadow' },
      formatter: (hits) => echarts.format.encodeHTML(names[hits[0].dataIndex]) + '<br>' + hits.filter((hit) => hit.value != null)
        .map((hit) => hit.marker + hit.seriesName + ' ' + part(hit.value, whole[hit.dataIndex])).join('<br>')
    }),
    xAxis: axis(look, { type: 'value', min: 0, max: 100, splitNumber: 4, axisLabel: { color: look.quiet, fontSize: 11, hideOverlap: true, formatter: (value) => value + ' %' } }),
    yAxis: nameAxes(look, room, names, (index) => (whole[index] > 0 ? figure(whole[index], index) : '-')),
    series: keys.map((key) => ({
      name: it.parts[key][0], type: 'bar', stack: 'parts', barMaxWidth: 18, color: color(look, it.parts[key][1]),
      data: splits.map((split, index) => (split && split[key] != null && whole[index] > 0 ? 100 * split[key] / whole[index] : null))
    }))
  }));
}

const stages = (parent, about, names, splits) => stacked(parent, { title: 'Where the response time goes', parts: PARTS, about }, names, splits,
  duration, (percent, whole) => '<b>' + duration(percent / 100 * whole) + '</b> (' + number(percent) + ' %)');

const split = (parent) => stages(parent, 'share of the mean, which stands at the right', names, data.variants.map((variant) => variant.split));

function bands(parent, variant) {
  if (variant.bands) {
    stages(parent, 'of the calls around each percentile; their mean stands at the right', Object.keys(variant.bands), Object.values(variant.bands));
  }
}

const tails = (parent) => stacked(parent, { title: 'What the slowest calls waited for', parts: CAUSES, about: 'share of these calls' }, names,
  data.variants.map((variant) => variant.tail && variant.tail.causes), (_, index) => data.variants[index].tail.calls, (percent) => '<b>' + number(percent) + ' %</b>');

function percentiles(parent, variants, place, height) {
  const drawn = variants.filter((variant) => variant.percentiles && variant.percentiles.length > 0);
  if (drawn.length === 0) {
    return;
  }
  const points = drawn.flatMap((variant) => variant.percentiles);
  const last = Math.max(10, ...points.map((point) => point[0]));
  const lines = drawn.map((variant) => variant.plain);
  const y = scale(points.map((point) => point[1]));
  add(parent, 'Response time by percentile', y.type === 'log' ? 'logarithmic; the last point is the longest' : 'the last point is the longest', height, place,
    (look) => Object.assign(base(look), {
      grid: { left: 8, right: 24, top: lines.length > 1 ? 34 : 12, bottom: 8, containLabel: true },
      legend: legend(look, lines),
      tooltip: Object.assign(base(look).tooltip, { formatter: (hits) => '<b>' + percentile(hits[0].axisValue) + '</b><br>' + longest(hits) }),
      xAxis: axis(look, {
        type: 'log', min: 1, max: last, axisLabel: { color: look.quiet, fontSize: 11, formatter: (x) => percentile(x).replace(' ', ''), hideOverlap: true, showMaxLabel: false },
        axisPointer: { snap: false, label: { show: false } }
      }),
      yAxis: axis(look, Object.assign(y, { axisLabel: { color: look.quiet, fontSize: 11, formatter: ticks.time } })),
      series: drawn.map((variant) => ({
        name: variant.plain, type: 'line', showSymbol: false, data: variant.percentiles,
        lineStyle: { width: 2, color: color(look, lookOf(variant)), type: dash(look, lookOf(variant)) }, itemStyle: { color: color(look, lookOf(variant)) },
        endLabel: { show: false }
      }))
    }));
}

const rate = (parent, variants, place, height) => bars(parent, variants, place, height, 'Calls answered per second', data.twoLoads ? 'closed load' : '', 'rate', number);
const p99 = (parent, variants, place, height) => bars(parent, variants, place, height, 'Response time', data.twoLoads ? 'p99, Poisson arrivals' : 'p99', 'p99', duration);

// Across workloads nothing can be compared: each has charts of its own.
function workloads(parent) {
  new Set(data.variants.map((variant) => variant.workload)).forEach((workload) => {
    const variants = data.variants.filter((variant) => variant.workload === workload);
    if (variants.some((variant) => variant.measured)) {
      heading(parent, workload);
      rate(parent, variants, 'third', 240);
      p99(parent, variants, 'third', 240);
      percentiles(parent, variants, 'third curve', 240);
    }
  });
}

// --- One variant against time

function count(processors) {
  return processors + (processors === 1 ? ' processor' : ' processors');
}

// What each side's CPU is a share of.
function machines(server) {
  return server === data.processors ? 'of ' + count(server) : 'server of ' + count(server) + ', client of ' + data.processors;
}

// Whose figures a picture shows.
const whose = (server, client) => (variant) => 'of the ' + [variant.time[server] ? 'server' : '', variant.time[client] ? 'client' : '']
  .filter((side) => side).join(' and ');

const PICTURES = [
  { name: 'Calls', unit: 'per second', kind: 'rate', lines: { started: 'sent', answered: 'answered', failed: 'failed', refused: 'refused by a limit' } },
  {
    name: 'Latency', unit: 'of the calls that ended in each interval', kind: 'time', scaled: true,
    lines: { responseP99: 'response p99', responseP50: 'response p50', serviceP99: 'service p99', serviceP50: 'service p50', serverP99: 'server p99', lagP99: 'send lag p99' }
  },
  { name: 'Open calls', unit: 'at the end of each interval', kind: 'count', lines: { open: 'open' } },
  {
    name: 'Tasks', unit: 'of calls, at the end of each interval', kind: 'count', server: true,
    lines: { queued: 'waiting for a thread', active: 'running', pending: 'waiting for an event loop' }
  },
  {
    name: 'Executor', unit: 'times of the tasks of each interval', kind: 'time', scaled: true, server: true,
    lines: { waitP99: 'wait p99', wait: 'wait mean', run: 'run mean' }
  },
  { name: 'Event-loop lag', unit: 'of each interval', kind: 'time', scaled: true, server: true, lines: { loopLagMax: 'max', loopLag: 'mean' } },
  {
    name: 'CPU and GC', unit: (variant) => machines(variant.serverProcessors), kind: 'percent', server: true, monitor: true,
    lines: { serverCpu: 'server CPU', gc: 'GC', clientCpu: 'client CPU', clientGc: 'client GC' }
  },
  {
    name: 'Heap', unit: whose('heapUsed', 'clientHeap'), kind: 'megabytes', server: true, monitor: true,
    lines: { heapUsed: 'used', heapSize: 'size', clientHeap: 'client' }
  },
  { name: 'Classes', unit: 'loaded by the server', kind: 'count', server: true, monitor: true, lines: { classes: 'loaded' } },
  {
    name: 'Threads', unit: whose('threads', 'clientThreads'), kind: 'count', server: true, monitor: true,
    lines: { peakThreads: 'peak so far', threads: 'live', clientThreads: 'client' }
  }
];

// Lines of what should not happen are there only if it did.
const RARE = ['failed', 'refused'];

function picture(parent, variant, end, it) {
  const time = variant.time;
  const keys = Object.keys(it.lines).filter((key) => time[key] && !(RARE.includes(key) && time[key].every((point) => !point[1])));
  if (keys.length > 0) {
    timeline(parent, {
      ...it, unit: typeof it.unit === 'function' ? it.unit(variant) : it.unit, place: it.monitor ? '' : 'third',
      // Four of them stand in a row, in which a legend that scrolls would hide the client.
      tall: it.monitor && keys.length > 3
    }, () => ({
      end, silent: it.server ? time.silent : [], lines: keys.map((key) => ({ name: it.lines[key], points: time[key] }))
    }));
  }
}

function pictures(parent, variant) {
  bands(parent, variant);
  const end = Math.max(...Object.values(variant.time).flatMap((points) => points.map((point) => point[0])));
  PICTURES.forEach((it) => picture(parent, variant, end, it));
}

function unfold() {
  const section = location.hash.startsWith('#variant-') && document.getElementById(location.hash.slice(1));
  const details = section && section.querySelector('details:not(.runs)');
  if (details && !details.open) {
    details.open = true;
    section.scrollIntoView();
  }
}

const overview = document.getElementById('overview');
if (data.variants.some((it) => it.measured)) {
  const crossed = data.variants.some((variant) => variant.workload);
  if (!crossed) {
    rate(overview, data.variants, '', 0);
    p99(overview, data.variants, '', 0);
  }
  if (crossed) {
    workloads(overview);
    if (data.variants.some((variant) => variant.split || variant.tail)) {
      heading(overview, 'All workloads');
    }
    split(overview);
    tails(overview);
  }
  else {
    split(overview);
    tails(overview);
    percentiles(overview, data.variants, 'broad', data.variants.length > 8 ? 440 : 340);
  }
}
document.querySelectorAll('.charts[data-variant]').forEach((element) => {
  const details = element.closest('details');
  if (!details) {
    pictures(element, data.variants[element.dataset.variant]);
    return;
  }
  details.addEventListener('toggle', () => {
    if (details.open) {
      if (element.childElementCount === 0) {
        pictures(element, data.variants[element.dataset.variant]);
      }
      draw(drawnIn(element));
    }
  });
});
draw();
unfold();
addEventListener('hashchange', unfold);
document.querySelectorAll('a[href^="#variant-"]').forEach((link) => link.addEventListener('click', () => setTimeout(unfold)));
listen();
