// The form of all knobs.

import { byId, el, say } from './dom.js';
import { inForce, isChanged, SCOPES } from './words.js';

const GROUPS = [
  ['Executor', /^executor\./], ['Limits', /^limit\./], ['Connections', /^(connection\.|keep-alive\.|max-connections)/],
  ['Transport and threads', /^(transport|boss-|worker-|io-uring|allocator|listen-)/], ['Sockets', /^socket\./],
  ['HTTP/2 and messages', /^(flow-|initial-|max-)/], ['Services, generations and metrics', /^(services|generation|stages|metrics)\./],
  ['JVM', /^jvm\./], ['Others', /./]
];
const EXAMPLES = {
  'executor.routes': 'package.Service/* type=fixed threads=4',
  'limit.methods': 'package.Service/* concurrent-calls=20, other.Service/Method priority=low'
};

export function form(draft) {
  const rows = new Map();
  const groups = new Map();
  let writable = false;

  byId('search').addEventListener('input', search);
  byId('knobs').addEventListener('submit', (event) => event.preventDefault());

  function search() {
    const words = byId('search').value.toLowerCase().split(/\s+/).filter((word) => word);
    let found = 0;
    rows.forEach((row) => {
      row.element.hidden = !words.every((word) => row.text.includes(word));
      found += row.element.hidden ? 0 : 1;
    });
    groups.forEach((group) => {
      group.hidden = !group.querySelector('.knob:not([hidden])');
      if (words.length > 0) {
        group.open = true;
      }
    });
    byId('found').textContent = words.length === 0 ? '' : found === 1 ? '1 knob' : found + ' knobs';
  }

  function groupOf(name) {
    const [title] = GROUPS.find(([, names]) => names.test(name));
    if (!groups.has(title)) {
      groups.set(title, el('details', { class: 'card', open: title === 'Executor' }, el('summary', {}, el('h3', {}, title), ' ', el('small', {}))));
      GROUPS.filter(([each]) => groups.has(each)).forEach(([each]) => byId('knobs').append(groups.get(each)));
    }
    return groups.get(title);
  }

  // Typed text stays, even if the service sends another value meanwhile.
  function shown() {
    rows.forEach((row, name) => {
      const edit = draft.edits.get(name);
      const value = edit === undefined || edit === null ? draft.configured(name) ?? '' : Array.isArray(edit) ? JSON.stringify(edit) : edit;
      if (document.activeElement !== row.input || edit === undefined) {
        row.input.value = value;
        if (row.input.value !== value) {
          row.input.append(el('option', {}, value));
          row.input.value = value;
        }
      }
      row.element.classList.toggle('edited', edit !== undefined);
      const problem = draft.problem(name);
      say(row.problem, problem ?? '');
      row.input.setAttribute('aria-invalid', problem ? 'true' : 'false');
    });
  }

  return {
    shown,
    update(tuning, mayWrite) {
      writable = mayWrite;
      draft.tuning(tuning.knobs);
      tuning.knobs.forEach((knob) => {
        if (!rows.has(knob.name)) {
          rows.set(knob.name, rowOf(knob, draft));
          groupOf(knob.name).append(rows.get(knob.name).element);
        }
        rows.get(knob.name).update(knob, writable && knob.scope !== 'JVM');
      });
      groups.forEach((group, title) => {
        const set = tuning.knobs.filter((knob) => knob.configured !== null && GROUPS.find(([, names]) => names.test(knob.name))[0] === title).length;
        group.querySelector('small').textContent = set > 0 ? set + ' set' : '';
      });
      shown();
    }
  };
}

function rowOf(knob, draft) {
  const id = 'knob-' + knob.name;
  const input = inputOf(knob, id);
  const facts = el('p', { class: 'facts', id: id + '-facts' });
  const problem = el('p', { class: 'bad', id: id + '-problem', role: 'alert' });
  const reset = el('button', {
    type: 'button', class: 'small', 'aria-label': 'Set ' + knob.name + ' as the application is configured', onclick: () => draft.set({ [knob.name]: null })
  }, 'reset');
  input.addEventListener('input', () => draft.set({ [knob.name]: valueOf(input.value) }));
  input.setAttribute('aria-describedby', [id + '-problem', id + '-facts', id + '-about'].join(' '));
  const element = el('div', { class: 'knob' },
    el('div', { class: 'title' }, el('label', { for: id }, el('code', {}, knob.name)), el('span', { class: 'scope' }, SCOPES[knob.scope] ?? knob.scope)),
    el('div', { class: 'field' }, input, reset), problem, facts,
    el('p', { class: 'about', id: id + '-about' }, knob.description + (EXAMPLES[knob.name] ? ' Written as ' + EXAMPLES[knob.name] + '.' : '')));
  return {
    element, input, problem, text: (knob.name + ' ' + knob.description + ' ' + (SCOPES[knob.scope] ?? '')).toLowerCase(),
    update(current, mayWrite) {
      input.disabled = !mayWrite;
      reset.hidden = !mayWrite || !isChanged(current);
      facts.replaceChildren('In force: ', el('b', {}, inForce(current.effective, current.unit)),
        current.origin ? ' · set in ' + current.origin : ' · not set', current.pending ? ' · pending: ' + current.pending : '');
    }
  };
}

function inputOf(knob, id) {
  return knob.choices?.length > 0
    ? el('select', { id }, el('option', { value: '' }, 'not set'), ...knob.choices.map((choice) => el('option', {}, choice)))
    : el('input', { id, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', placeholder: 'not set' });
}

// A list of objects is written as JSON. While it is incomplete, the service's error is shown.
function valueOf(text) {
  const trimmed = text.trim();
  try {
    return trimmed.startsWith('[') ? JSON.parse(trimmed) : trimmed;
  } catch {
    return trimmed;
  }
}
