// The changes of the tuning: who changed what, the outcome, and a button to undo it.

import { units } from './figures.js';
import { byId, el, say, when } from './dom.js';
import { change } from './service.js';
import { undoable, undoing } from './undo.js';
import { became, EFFECTS, what, who, written } from './words.js';

// view: the parts of the page that are notified of a selected time, and of a change that was made here.
export function changes(history, view) {
  const button = byId('undo');
  const line = byId('undone');
  const list = byId('changes');
  const none = el('li', { class: 'quiet' }, 'No change since the service started.');

  let busy = false;

  // Not disabled meanwhile, which would take the focus from the button.
  button.addEventListener('click', async () => {
    if (busy) {
      return;
    }
    busy = true;
    const last = lastApplied();
    line.textContent = 'Undoing…';
    const undo = await undoing(last);
    const answer = undo.values ? await change(undo.values) : undo;
    line.textContent = answer.locked ? '' : answer.change ? 'Undo of ' + what(last, 2) + ': ' + became(answer.change) + '.' : answer.line ?? reasons(answer.problems);
    line.classList.toggle('bad', !answer.ok && !answer.locked);
    busy = false;
    if (answer.change) {
      view.changed(answer.change);
    }
  });

  const items = new Map();
  const lastApplied = () => history.changes.find(undoable);

  return {
    update(writable) {
      const last = lastApplied();
      button.hidden = !writable || !last;
      if (last) {
        button.textContent = 'Undo ' + last.changes[0].knob + (last.changes.length > 1 ? ' and ' + (last.changes.length - 1) + ' more' : '');
        button.title = 'Undoes: ' + what(last);
      }
      const known = new Set(items.keys());
      history.changes.forEach((each) => known.delete(each.at));
      known.forEach((at) => {
        items.get(at).remove();
        items.delete(at);
      });
      // Those that are there stay where they are, with what is unfolded and has the focus.
      let next = list.firstChild;
      history.changes.forEach((each) => {
        if (items.has(each.at)) {
          next = items.get(each.at).nextSibling;
        } else {
          items.set(each.at, item(each, view));
          list.insertBefore(items.get(each.at), next);
        }
        say(items.get(each.at).querySelector('time'), when(each.time, history.now));
      });
      if (items.size > 0) {
        none.remove();
      } else {
        list.append(none);
      }
    }
  };
}

const reasons = (problems) => problems.map((problem) => problem.knob + ' ' + problem.reason).join(' ');

function item(each, view) {
  const point = () => view.pointAt(each.time);
  const away = () => view.pointAt(undefined);
  return el('li', {},
    el('details', { onmouseenter: point, onmouseleave: away },
      el('summary', { onfocus: point, onblur: away },
        el('time', { datetime: each.at }), ' ', el('b', {}, who(each)), ' ', el('span', {}, what(each, 2)), ' ',
        el('span', { class: /^(APPLIED|CONFIRMED|RETURNED|UNDONE|SLICES_.*)$/.test(each.outcome) ? 'ended' : 'ended bad' }, each.outcome.toLowerCase().replace('_', ' '))),
      each.reason && el('p', {}, 'Reason: ' + each.reason),
      el('p', {}, became(each) + '.'),
      el('ul', {}, ...each.changes.map((knob) => el('li', {},
        el('code', {}, knob.knob), ' from ' + written(knob.from) + ' to ' + written(knob.to) + '. Takes effect: ' + (EFFECTS[knob.effect] ?? knob.effect)
        + (knob.tookMillis > 0 ? ', in ' + units.time(knob.tookMillis) : '') + '.')))));
}
