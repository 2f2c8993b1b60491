// Changes that are in force for a time, with the time that is left, and buttons to keep them or take them back.

import { byId, el, keepFocus, say } from './dom.js';
import { end } from './service.js';
import { who } from './words.js';

// changed: notified of a change that was made here.
export function leases(changed) {
  const list = byId('leases');
  const line = byId('leases-line');
  let open = [];
  // The clock of this machine may not be the service's.
  let ahead = 0;

  function tick() {
    open.forEach((lease) => say(lease.left, left(Date.parse(lease.until) - Date.now() - ahead)));
  }

  async function ended(id, how) {
    line.textContent = '';
    const answer = await end(id, how);
    line.textContent = answer.locked || answer.ok ? '' : answer.line ?? answer.problems.map((problem) => problem.reason).join(' ');
    if (answer.change) {
      changed(answer.change);
    }
  }

  function item(lease, writable) {
    lease.left = el('b', { class: 'left' });
    const button = (text, how) => writable && el('button', { type: 'button', onclick: () => ended(lease.id, how) }, text);
    return el('li', {}, el('code', {}, lease.knobs.join(', ') || 'all knobs'), ' by ' + who(lease) + (lease.reason ? ': ' + lease.reason : '') + '. Back in ',
      lease.left, ' ', button('Keep', 'confirm'), ' ', button('Take back', 'undo'));
  }

  setInterval(tick, 1000);

  return {
    update(tuning, writable) {
      ahead = Date.parse(tuning.at) - Date.now();
      const same = JSON.stringify([tuning.leases, writable]) === list.dataset.shown;
      if (!same) {
        list.dataset.shown = JSON.stringify([tuning.leases, writable]);
        open = tuning.leases;
        const focused = list.contains(document.activeElement);
        list.replaceChildren(...open.map((lease) => item(lease, writable)));
        if (focused) {
          keepFocus(list.querySelector('button'), byId('undo'));
        }
      }
      tick();
    }
  };
}

export function left(millis) {
  const seconds = Math.max(0, Math.round(millis / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] > 0 ? parts : parts.slice(1);
  return shown.map((part, i) => (i === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}
