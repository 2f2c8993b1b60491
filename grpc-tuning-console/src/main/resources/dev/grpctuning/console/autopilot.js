// The autopilot: what it does, compares, has decided and recommends, and buttons for its mode.

import { number, units } from './figures.js';
import { byId, el, keepFocus, say, when } from './dom.js';
import { changeMode, readEndpoint, urlOf } from './service.js';
import { sentence, written } from './words.js';

const AGAIN = 2000;
const MODES = ['off', 'recommend', 'apply'];
const FIGURES = { OUTSIDE: 'outside the objective', GOODPUT: 'goodput', CPU_PER_CALL: 'CPU per call', P50: 'p50', P99: 'p99' };
// Limits of the scale of bounds, in percent. Those of the first batches are far apart.
const NARROWEST = 5;
const WIDEST = 100;

// prepare: is given the values that are to be sent, if the tuning can be changed.
export function autopilot(now, endpoint, prepare) {
  const url = urlOf(endpoint);
  const card = byId('autopilot');
  const doing = el('p', {});
  const line = el('p', { class: 'line bad', role: 'status' });
  const list = el('dl', {});
  const mode = el('span', { class: 'quiet' });
  const buttons = endpoint.writable ? MODES.map((each) => el('button', { type: 'button', class: 'small', onclick: () => change(each) }, each)) : [];
  const parts = new Map();
  card.replaceChildren(el('div', { class: 'title' }, el('h3', {}, 'Autopilot'), buttons.length > 0 ? el('div', { class: 'modes', role: 'group', 'aria-label': 'Mode of the autopilot' }, ...buttons) : mode), doing, line, list);
  setInterval(read, AGAIN);
  read();

  async function read() {
    const view = !document.hidden && await readEndpoint(url).catch(() => undefined);
    if (view) {
      show(view);
    }
  }

  async function change(wanted) {
    line.textContent = '';
    const answer = await changeMode(url, wanted);
    line.textContent = answer.line ?? '';
    if (answer.view) {
      show(answer.view);
    }
  }

  // A part stays as it is, and the focus in it, until its data change.
  function part(title, data, children) {
    if (!parts.has(title)) {
      parts.set(title, { name: el('dt', {}, title), value: el('dd', {}) });
      list.append(parts.get(title).name, parts.get(title).value);
    }
    const { name, value } = parts.get(title);
    const shown = JSON.stringify(data);
    if (value.dataset.shown !== shown) {
      value.dataset.shown = shown;
      const focused = value.contains(document.activeElement);
      value.replaceChildren(...data ? children(data, value).filter((child) => child) : []);
      name.hidden = value.hidden = !data;
      if (focused) {
        keepFocus(value.querySelector('button, summary'), ...buttons);
      }
    }
  }

  function show(view) {
    const { exploration } = view;
    const [last, ...earlier] = view.decisions;
    card.hidden = false;
    mode.textContent = view.mode.toLowerCase();
    buttons.forEach((button) => button.setAttribute('aria-pressed', String(button.textContent === view.mode.toLowerCase())));
    say(doing, sentence(view.doing) + (view.load ? ' ' + units.rate(view.load.callsPerSecond) + ', most to ' + view.load.method + '.' : ''));
    part('Compared now', view.trial, trial);
    part('Decided last', last, (each) => [el('p', {}, ...decision(each)), evidence(decisive(each))]);
    part('Before', some(earlier), (all, value) => [el('details', { open: value.querySelector('details')?.open }, el('summary', {}, all.length === 1 ? '1 decision' : all.length + ' decisions'),
      el('ul', { class: 'plain' }, ...all.map((each) => el('li', {}, ...decision(each), figures(each)))))]);
    part('Next', some(view.next.filter((each) => JSON.stringify(each.values) !== JSON.stringify(view.trial?.candidate.values))), (all) => [el('ol', {}, ...all.map((each) => el('li', {}, values(each.values), ' ', el('span', { class: 'quiet' }, each.why))))]);
    part('Recommended', some(view.recommended), (all) => [el('ul', { class: 'plain' }, ...all.map((each) => el('li', {}, values(each.candidate.values), figures(each), ' ',
      prepare && el('button', { type: 'button', class: 'small', onclick: () => prepare(each.candidate.values) }, 'Prepare'))))]);
    part('Its settings', Object.keys(view.settings).length > 0 && [view.settings, Math.round(view.savedCpuPercent)], ([set, saved]) => [values(set), saved > 0 && '. They save ' + saved + ' % of the CPU time per call.']);
    part('Cost', Object.keys(exploration.experiments).length > 0 && exploration, cost);
  }

  const decision = (each) => [el('time', { datetime: each.at }, when(Date.parse(each.at) / 1000, now())), ' ', el('span', { class: 'ended ' + ({ BETTER: '', HARMFUL: 'bad' }[each.verdict] ?? 'quiet') }, words(each.verdict)), ' ',
    values(each.candidate.values), (each.adopted ? ', adopted' : '') + (each.seconds > 0 ? ', after ' + Math.round(each.seconds) + ' s' : ''), each.detail ? ': ' + each.detail : ''];
}

const some = (list) => list.length > 0 && list;
const words = (verdict) => verdict.toLowerCase().replace('_', ' ');
const signed = (percent) => percent.toLocaleString('en-US', { maximumFractionDigits: 1, signDisplay: 'exceptZero' }).replace('-', '−') + ' %';
const bounds = ({ low, high }) => (low === null && high === null ? 'no bounds yet' : (low === null ? 'unknown' : signed(low)) + ' to ' + (high === null ? 'unknown' : signed(high)));
// Whether a difference is more than chance.
const differs = ({ low, high }) => (low !== null && low > 0) || (high !== null && high < 0);
const decisive = (each) => each.differences.filter(differs);

const values = (set) => el('code', {}, Object.entries(set).map(([name, value]) => name + ': ' + (value === '' ? 'not set' : written(value))).join(', '));

// What decided, in words.
function figures(each) {
  const texts = decisive(each).map((one) => FIGURES[one.figure] + ' ' + signed(one.percent));
  return texts.length > 0 && ': ' + texts.join(', ');
}

const trial = ({ candidate, seconds, batches, differences }) => [el('p', {}, values(candidate.values), ' ', el('span', { class: 'quiet' }, candidate.why)),
  el('p', { class: 'quiet' }, Math.round(seconds) + ' s, ' + (batches === 1 ? '1 batch' : batches + ' batches')), evidence(differences)];

// Differences of the candidate from the settings in force, with their bounds around 0.
function evidence(differences) {
  const largest = (pick) => Math.max(...differences.flatMap(pick).map((each) => Math.abs(each ?? 0)));
  const scale = Math.max(NARROWEST, largest(({ percent }) => percent), Math.min(WIDEST, largest(({ low, high }) => [low, high])));
  return differences.length > 0 && el('ul', { class: 'plain evidence' }, ...differences.map((each) => el('li', { class: differs(each) && ((each.percent > 0) === (each.figure === 'GOODPUT') ? 'gain' : 'loss') },
    el('span', {}, FIGURES[each.figure] ?? each.figure), el('b', {}, signed(each.percent)), bar(each, scale), el('span', { class: 'quiet' }, bounds(each)))));
}

function bar({ percent, low, high }, scale) {
  const at = (value) => 50 + 50 * Math.min(1, Math.max(-1, value / scale));
  const [from, to] = [at(low ?? -scale), at(high ?? scale)];
  return el('span', { class: 'bar', 'aria-hidden': 'true' }, (low !== null || high !== null) && el('i', { style: 'left: ' + from + '%; width: ' + (to - from) + '%' }), el('em', { style: 'left: ' + at(percent) + '%' }));
}

function cost({ seconds, outside, secondsLeft, experiments }) {
  const counts = Object.entries(experiments).map(([verdict, count]) => number(count) + ' ' + words(verdict));
  return ['Experiments: ' + counts.join(', ') + '. Candidates were in force for ' + Math.round(seconds) + ' s, with ' + number(outside) + ' more calls outside the objective. ' + Math.round(secondsLeft) + ' s are left in this hour.'];
}
