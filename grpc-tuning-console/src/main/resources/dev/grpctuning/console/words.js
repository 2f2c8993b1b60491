// Texts about values and changes.

import { units } from './figures.js';

// Placeholder that the service sends for a value or an origin that this page may not see.
export const HIDDEN = '******';

// Whether a knob may have a value that was set in this console or by another request.
export const isChanged = (knob) => ['actuator', HIDDEN].includes(knob?.origin);

export const written = (value) => (value === null || value === undefined || value === '' ? 'not set' : Array.isArray(value) ? JSON.stringify(value) : String(value));

// A text of the service as a sentence, unless it begins with a name such as maxHeap.
export const sentence = (text) => text.replace(/^[a-z](?![A-Z])/, (first) => first.toUpperCase()) + (text.endsWith('.') ? '' : '.');

const UNITS = { bytes: [['GB', 2 ** 30], ['MB', 2 ** 20], ['KB', 2 ** 10], ['bytes', 1]], ms: [['h', 36e5], ['min', 6e4], ['s', 1e3], ['ms', 1]] };

// A value in force, in its unit.
export function inForce(value, unit) {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) {
    return 'none';
  }
  if (typeof value === 'object') {
    return Array.isArray(value) ? value.map((each) => inForce(each)).join(', ') : Object.values(value).filter((each) => each !== null).join(' ');
  }
  // The largest unit of which it is a whole number.
  const whole = typeof value === 'number' && UNITS[unit]?.find(([, by]) => value >= by && value % by === 0);
  if (whole) {
    return (value / whole[1]).toLocaleString('en-US') + ' ' + whole[0];
  }
  const text = typeof value === 'number' ? value.toLocaleString('en-US') : String(value);
  return unit && unit.length < 15 ? text + ' ' + unit : text;
}

// When a change of a knob takes effect.
export const SCOPES = { LIVE: 'next call', NEW_CONNECTIONS: 'new connections', RESTART: 'new server', JVM: 'start of the JVM' };
export const EFFECTS = {
  LIVE: 'with the next call', NEW_CONNECTIONS: 'with new connections', NEW_GENERATION: 'with a new server', NOTHING: 'nothing to do, already in force'
};
export const OUTCOMES = {
  APPLIED: 'applied', ROLLED_BACK: 'rolled back', RESTORED: 'failed, and the former settings restored', FAILED: 'failed, the server does not listen',
  CONFIRMED: 'kept', RETURNED: 'time over, and the former values returned', UNDONE: 'taken back', REVERTED: 'taken back by the guard',
  SLICES_STARTED: 'slices started', SLICES_ENDED: 'slices ended'
};

export function what(change, most = Infinity) {
  const texts = change.changes.map((each) => each.knob + ': ' + written(each.from) + ' → ' + written(each.to));
  return texts.slice(0, most).join('; ') + (texts.length > most ? ' and ' + (texts.length - most) + ' more' : '');
}

export const who = (change) => change.by ?? 'unknown user';

export function replacement(change) {
  return {
    SWAP: 'Swaps the server: a new one takes over the port, and open calls end on the old one.',
    RESTART: 'Restarts the server: nothing listens for a moment.'
  }[change.replacement];
}

export function became(change) {
  const how = { SWAP: ' by a swap to generation ' + change.generation, RESTART: ' by a restart as generation ' + change.generation }[change.replacement] ?? '';
  return (OUTCOMES[change.outcome] ?? change.outcome) + how + ' in ' + units.time(change.tookMillis) + (change.detail ? ': ' + change.detail : '');
}
