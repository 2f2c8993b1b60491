// The parts of response times, and what the slowest calls waited for.

import { stacked } from './bars.js';
import { duration, number } from './figures.js';

// The parts of a response time: the stages of calls or, of servers that do not report them, by meters.
const STAGES = {
  scheduleSlip: ['schedule slip', 0], streamWait: ['wait for a stream', 1], writeAndNetwork: ['write and network', 2], eventLoop: ['event loop', 3],
  executorQueue: ['executor queue', 4], handler: ['handler', 5], flushAndNetwork: ['flush and network', 6], bothWays: ['network, both ways', 2],
  clientEventLoop: ["client's event loop", 7], clientWait: ['waiting in the client', 0], network: ['between client and server', 2],
  executorWait: ['waiting for a thread', 4], server: ['server as a whole', 7]
};

// What the slowest calls waited for.
const CAUSES = {
  'young-collection': ['young collection', 2], 'full-collection': ['full collection', 3], 'other-pause': ["other GC pause of the server", 0],
  change: ["change of the server's settings", 8], 'event-loop': ['blocked event loop', 5], 'client-collection': ['GC of the client', 1],
  'client-pause': ['pause of the client', 7], 'cpu-pressure': ['waiting for a processor', 4], unexplained: ['unexplained', 6]
};

/** all: [{ name, color, parts: { stage: milliseconds } }, ...] */
export function stages(parent, name, unit, all) {
  return stacked(parent, { name, unit, parts: STAGES, part: (value, whole) => duration(value) + ' (' + number(100 * value / whole) + ' %)' },
    all.map((row) => ({ ...row, text: duration(Object.values(row.parts ?? {}).reduce((sum, part) => sum + part, 0)) })));
}

/** all: [{ name, color, parts: { cause: share }, text }, ...] with which calls these are */
export function causes(parent, all) {
  return stacked(parent, {
    name: 'What the slowest calls waited for', unit: 'share of these calls', parts: CAUSES, part: (share, whole) => number(100 * share / whole) + ' %'
  }, all);
}
