// Advice, diagnosis and connections.

import { number } from './figures.js';
import { byId, el } from './dom.js';
import { drain, readEndpoint, urlOf } from './service.js';
import { sentence } from './words.js';

const SHOWN = 50;
const AGAIN = 5000;
const COLUMNS = ['Client', '', 'Open for', 'Open calls', 'Client may send', 'Server may send', 'Event loop'];

export function showDiagnosis(diagnosis) {
  byId('diagnosis').textContent = diagnosis.text;
}

export function showAdvice(advice) {
  byId('advice').replaceChildren(...advice.length > 0 ? advice.map((each) => el('li', {},
    el('p', {}, el('code', {}, each.knob), ': ', el('b', {}, each.found)), el('p', {}, sentence(each.reason)), el('p', {}, 'Instead: ', el('b', {}, each.set))))
    : [el('li', { class: 'quiet' }, 'No advice. Every setting has an effect, and none does harm.')]);
}

// Read again while the section is visible.
export function connections(now, endpoint) {
  const url = urlOf(endpoint);
  const card = byId('connections');
  const summary = el('p', { class: 'quiet' });
  const line = el('p', { class: 'line', role: 'status' });
  const body = el('tbody');
  const region = el('div', { class: 'wide', tabindex: 0, role: 'region', 'aria-label': 'Open connections' },
    el('table', {}, el('thead', {}, el('tr', {}, ...COLUMNS.map((name) => el('th', { scope: 'col' }, name || el('span', { class: 'unseen' }, 'Drain'))))), body));
  card.append(el('h3', {}, 'Open connections'), summary, line, region);
  card.hidden = false;
  let seen = false;
  new IntersectionObserver((entries) => {
    seen = entries.at(-1).isIntersecting;
    read();
  }).observe(card);
  setInterval(read, AGAIN);

  async function read() {
    if (!seen || document.hidden) {
      return;
    }
    const answer = await readEndpoint(url).catch(() => undefined);
    if (!answer || body.contains(document.activeElement)) {
      return;
    }
    summary.textContent = [number(answer.open) + ' open' + (answer.max ? ' of ' + number(answer.max) : ''), number(answer.accepted) + ' accepted', number(answer.refused) + ' refused',
      answer.connections.length > SHOWN ? 'the ' + SHOWN + ' with the most open calls are shown' : ''].filter((part) => part).join(' · ');
    body.replaceChildren(...busiest(answer.connections).map(row));
  }

  const busiest = (all) => [...all].sort((one, other) => (other.streams?.open ?? 0) - (one.streams?.open ?? 0)).slice(0, SHOWN);

  // On a phone, a row is a card, whose values have the names of their columns.
  const cell = (column, text) => el('td', { 'data-label': COLUMNS[column] }, text);

  const row = (connection) => el('tr', {},
    el('th', { scope: 'row' }, connection.remoteAddress.replace(/^\//, '')), el('td', {}, connection.streams?.draining ? 'draining' : endpoint.writable && button(connection)), cell(2, age(now() - Date.parse(connection.opened) / 1000)),
    ...connection.streams ? [connection.streams.open, bytes(connection.streams.receiveWindowBytes), bytes(connection.streams.sendWindowBytes)].map((value, index) => cell(3 + index, String(value)))
      : [el('td', { colspan: 3 }, 'event loop did not answer in time')],
    cell(6, connection.eventLoop));

  const button = (connection) => el('button', {
    type: 'button', 'aria-label': 'Drain ' + connection.remoteAddress, title: 'The client gets GOAWAY. Open calls continue.', onclick: async () => {
      // Its row goes away.
      region.focus();
      const answer = await drain(url, connection.id);
      line.textContent = answer.locked ? '' : answer.line;
      line.classList.toggle('bad', !answer.ok);
      read();
    }
  }, 'Drain');
}

const bytes = (value) => (value >= 2 ** 20 ? number(value / 2 ** 20) + ' MB' : value >= 1024 ? number(value / 1024) + ' KB' : value + ' B');
const age = (seconds) => (seconds >= 3600 ? Math.floor(seconds / 3600) + ' h ' + Math.floor(seconds % 3600 / 60) + ' min' : seconds >= 60 ? Math.floor(seconds / 60) + ' min' : Math.max(0, Math.round(seconds)) + ' s');
