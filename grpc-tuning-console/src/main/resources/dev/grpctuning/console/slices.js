// Candidates that take turns in slices, with the time that is left, and a button that ends the slices.

import { byId, el, keepFocus, say } from './dom.js';
import { left } from './leases.js';
import { endSlices, readEndpoint, urlOf } from './service.js';
import { who, written } from './words.js';

// history: has the start and the end of slices among its changes.
export function slices(history) {
  const line = byId('slices');
  const time = el('b', { class: 'left' });
  let end;
  let url;
  let writable;

  const running = () => url && history.changes.find((change) => /^SLICES_/.test(change.outcome) && !change.former)?.outcome === 'SLICES_STARTED';

  function tick() {
    say(time, left(end - Date.now()));
  }

  async function stop() {
    byId('slices-line').textContent = '';
    byId('slices-line').textContent = (await endSlices(url)).line ?? '';
  }

  async function update() {
    // The slices themselves are not shown.
    const state = running() && await readEndpoint(url + '?from=' + Number.MAX_SAFE_INTEGER).catch(() => undefined);
    const shown = state && state.ended === null && running() ? state : undefined;
    const focused = line.contains(document.activeElement);
    // The clock of this machine may not be the service's.
    end = shown && Date.now() + (shown.startsAtMicros + shown.planned * shown.sliceMicros - shown.nowMicros) / 1000;
    const key = JSON.stringify([shown?.startsAtMicros, writable]);
    if (line.dataset.shown !== key) {
      line.dataset.shown = key;
      line.replaceChildren(...shown ? parts(shown) : []);
      if (focused) {
        keepFocus(line.querySelector('button'), byId('undo'));
      }
    }
    tick();
  }

  const parts = (state) => ['Candidates take turns every ' + state.sliceMicros / 1000 + ' ms: ', ...state.candidates.flatMap((candidate, i) => [i > 0 ? ', ' : '', el('code', {}, values(candidate))]),
    '. Started by ' + who(state) + '. Ends in ', time, ' ', ...writable ? [el('button', { type: 'button', onclick: stop }, 'Stop')] : []];

  setInterval(tick, 1000);

  return {
    // endpoint: not known if this page may not read it.
    endpoint(known) {
      url = known && urlOf(known);
      writable = known?.writable;
    },
    update
  };
}

const values = (candidate) => Object.entries(candidate).map(([name, value]) => name + ': ' + written(value)).join(', ') || 'unchanged';
