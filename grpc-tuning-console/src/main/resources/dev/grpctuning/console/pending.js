// The prepared change, its effect, and its outcome.

import { byId, el, keepFocus, say } from './dom.js';
import { became, EFFECTS, replacement, written } from './words.js';

export function pending(draft, sent) {
  const send = el('button', {
    type: 'button', class: 'main', onclick: async () => {
      sent(await draft.send());
      keepFocus(send, discard);
    }
  }, 'Send');
  const discard = el('button', { type: 'button', onclick: () => {
    draft.clear();
    keepFocus(last, byId('search'));
  } }, 'Discard');
  const unlock = el('button', { type: 'button', onclick: async () => {
    await draft.check(false);
    keepFocus(unlock, send, discard);
  } }, 'Enter the password');
  const line = el('p', { role: 'status', class: 'line' });
  const list = el('ul', { class: 'plain' });
  const rows = new Map();
  // The knob that was edited last.
  let last;
  byId('pending').append(el('h3', {}, 'Changes to send'), list, line, el('div', { class: 'buttons' }, send, discard, unlock));
  // The focused element scrolls above it.
  new ResizeObserver(() => document.documentElement.style.setProperty('--pending', byId('pending').offsetHeight + 'px')).observe(byId('pending'));

  return () => {
    const { state, edits } = draft;
    byId('pending').hidden = edits.size === 0 && !state.sent;
    byId('pending').classList.toggle('empty', edits.size === 0);
    rows.forEach((row, name) => {
      if (!edits.has(name)) {
        row.element.remove();
        rows.delete(name);
      }
    });
    edits.forEach((value, name) => {
      if (!rows.has(name)) {
        rows.set(name, rowOf(draft, name));
        list.append(rows.get(name).element);
        last = byId('knob-' + name);
      }
      rows.get(name).update(value);
    });
    say(line, says(state, edits));
    line.classList.toggle('bad', Boolean(state.problems || (state.sent && state.sent.outcome !== 'APPLIED')));
    // After a request that failed, the list is empty, and one can try again.
    send.disabled = Boolean(state.problems?.length || state.checking || state.sending);
    send.hidden = edits.size === 0;
    unlock.hidden = !state.locked;
    discard.textContent = edits.size === 0 ? 'Close' : 'Discard';
  };
}

// The row of a knob stays while it is edited, and the focus in it.
function rowOf(draft, name) {
  const text = el('span', {});
  const remove = () => {
    draft.remove(name);
    keepFocus(byId('knob-' + name), byId('search'));
  };
  return {
    element: el('li', {}, text, el('button', { type: 'button', class: 'small', 'aria-label': 'Leave ' + name + ' as it is', onclick: remove }, '×')),
    update(value) {
      const planned = draft.state.plan?.changes.find((each) => each.knob === name);
      const problem = draft.problem(name);
      const to = planned ? written(planned.to) : value === null ? 'as configured' : written(value);
      text.replaceChildren(el('code', {}, name), ' ' + written(draft.configured(name)) + ' → ', el('b', {}, to),
        planned ? el('span', { class: 'quiet' }, ' ' + (EFFECTS[planned.effect] ?? planned.effect)) : '',
        problem ? el('span', { class: 'bad' }, ' ' + problem) : '');
    }
  };
}

function says(state, edits) {
  if (state.sending) {
    return 'Sending…';
  }
  if (state.checking) {
    return 'Checking…';
  }
  if (state.locked) {
    return 'The service needs a password to check this change.';
  }
  if (state.sent) {
    return capital(became(state.sent)) + '.';
  }
  if (state.plan) {
    const others = state.plan.changes.filter((each) => each.from !== each.to);
    return replacement(state.plan) ?? (others.length === 0 ? 'Changes nothing.' : 'Valid. Does not replace the server.');
  }
  return state.line ?? (state.problems ? problems(state.problems, edits) : '');
}

// Those of a value that is to be sent stand beside it.
function problems(list, edits) {
  const others = list.filter((problem) => ![...edits.keys()].some((name) => problem.knob === name || problem.knob?.startsWith(name + '[')));
  return ['Refused.', ...others.map((problem) => [problem.knob, problem.reason].filter((part) => part).join(' '))].join(' ');
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
