// One chart for each figure of a run against time, in which every variant has a line.

import { dash } from './charts.js';
import { timeline } from './timeline.js';

const machine = (processors) => (processors ? 'of ' + processors + (processors === 1 ? ' processor' : ' processors') : '');

/*
 * What is drawn: the key of its points, and `server` if there are none while the server does not answer. Figures that are `more` are
 * folded away, and rare ones are there only if they happened.
 */
const METRICS = [
  { key: 'answered', name: 'Calls answered', unit: 'per second', kind: 'rate' },
  { key: 'responseP50', name: 'Response time p50', kind: 'time', scaled: true },
  { key: 'responseP99', name: 'Response time p99', kind: 'time', scaled: true },
  { key: 'failed', name: 'Calls failed', unit: 'per second', kind: 'rate', rare: true },
  { key: 'refused', name: 'Calls refused by a limit', unit: 'per second', kind: 'rate', rare: true, server: true },
  { key: 'queued', name: 'Executor queue', unit: 'waiting calls', kind: 'count', server: true },
  { key: 'loopLagMax', name: 'Event-loop lag', unit: 'longest', kind: 'time', scaled: true, server: true },
  { key: 'serverCpu', name: 'Server CPU', unit: (of) => machine(of.server), kind: 'percent', server: true },
  { key: 'heapUsed', name: 'Heap', unit: 'used by the server', kind: 'megabytes', server: true },
  { key: 'gc', name: 'GC', unit: 'share of the time', kind: 'percent', server: true },
  { key: 'threads', name: 'Threads', unit: 'of the server', kind: 'count', server: true },
  { key: 'started', name: 'Calls sent', unit: 'per second', kind: 'rate', more: true },
  { key: 'open', name: 'Open calls', unit: 'at the end of each interval', kind: 'count', more: true },
  { key: 'lagP99', name: 'Send lag p99', unit: 'how late calls are sent', kind: 'time', scaled: true, more: true },
  { key: 'serviceP50', name: 'Service time p50', unit: 'from sending a call', kind: 'time', scaled: true, more: true },
  { key: 'serviceP99', name: 'Service time p99', unit: 'from sending a call', kind: 'time', scaled: true, more: true },
  { key: 'serverP99', name: 'Time in the server p99', kind: 'time', scaled: true, server: true, more: true },
  { key: 'active', name: 'Running tasks', unit: 'of calls', kind: 'count', server: true, more: true },
  { key: 'pending', name: 'Event-loop queue', unit: 'tasks', kind: 'count', server: true, more: true },
  { key: 'waitP99', name: 'Executor wait p99', unit: 'of tasks', kind: 'time', scaled: true, server: true, more: true },
  { key: 'wait', name: 'Executor wait mean', unit: 'of tasks', kind: 'time', scaled: true, server: true, more: true },
  { key: 'run', name: 'Executor run mean', unit: 'of tasks', kind: 'time', scaled: true, server: true, more: true },
  { key: 'loopLag', name: 'Event-loop lag mean', kind: 'time', scaled: true, server: true, more: true },
  { key: 'heapSize', name: 'Heap size', unit: 'of the server', kind: 'megabytes', server: true, more: true },
  { key: 'peakThreads', name: 'Peak threads', unit: 'of the server so far', kind: 'count', server: true, more: true },
  { key: 'classes', name: 'Classes', unit: 'loaded by the server', kind: 'count', server: true, more: true },
  { key: 'clientCpu', name: 'Client CPU', unit: (of) => machine(of.client), kind: 'percent', more: true },
  { key: 'clientGc', name: 'Client GC', unit: 'share of the time', kind: 'percent', more: true },
  { key: 'clientHeap', name: 'Client heap', unit: 'used', kind: 'megabytes', more: true },
  { key: 'clientThreads', name: 'Client threads', kind: 'count', more: true }
];

/** The last second in which any of the variants was measured. */
export const lastSecond = (variants) => variants.flatMap((variant) => Object.values(variant.time ?? {})).flat()
  .reduce((last, [second]) => Math.max(last, second), 0);

/** When the only variant had no metrics of its server; nothing of several, which would hide each other. */
export const silent = (variants) => (variants.length === 1 ? variants[0].time?.silent ?? [] : []);

/**
 * Adds the charts of the figures that some variant has.
 *
 * variants: [{ name, color, time, processors: { server, client } }, ...]
 * more: whether those that are folded away, or the others
 * span: { start, end } in seconds
 */
export function overTime(parent, variants, more, span) {
  return METRICS.filter((it) => Boolean(it.more) === more).flatMap((it) => {
    const measured = variants.filter((variant) => variant.time?.[it.key] && !(it.rare && variant.time[it.key].every((point) => !point[1])));
    return measured.length === 0 ? [] : [timeline(parent, {
      ...it, unit: typeof it.unit === 'function' ? it.unit(measured[0].processors) : it.unit, place: 'third', bare: true
    }, () => ({
      start: span.start, end: span.end, silent: it.server ? silent(variants) : [],
      lines: measured.map((variant) => ({ name: variant.name, points: variant.time[it.key], color: variant.color, dash: dash(variant.color) }))
    }))];
  });
}
