// Presets, and the canary. Both only fill the form, which shows what they would do.

import { byId, el } from './dom.js';
import { HIDDEN } from './words.js';

const TYPES = ['direct', 'fork-join', 'fixed', 'cached', 'virtual', 'adaptive'];
const CANARY_THREADS = 'executor.canary.threads';
const CANARY = ['executor.canary.type', CANARY_THREADS, 'executor.canary.share'];

export function shortcuts(draft) {
  const presets = el('div', { class: 'presets', role: 'group', 'aria-label': 'Presets' });
  const share = el('input', { id: 'canary-share', type: 'number', min: 1, max: 100, step: 1, value: 10, inputmode: 'numeric' });
  const type = el('select', { id: 'canary-type' });
  const start = el('form', { class: 'canary', onsubmit: (event) => {
    event.preventDefault();
    draft.set({ 'executor.canary.type': type.value, 'executor.canary.share': String(Number(share.value) / 100) });
  } }, el('label', { for: 'canary-share' }, 'Send'), share, '% of the calls to', el('label', { for: 'canary-type', class: 'unseen' }, 'Executor of the canary'), type, el('button', { type: 'submit' }, 'Prepare'));
  const running = el('p', { class: 'canary' });
  byId('shortcuts').append(presets, el('div', { class: 'card' }, el('h3', {}, 'Canary'), start, running));

  return {
    presets(list) {
      presets.replaceChildren(...list.map((preset) => el('button', { type: 'button', title: preset.description, onclick: () => draft.set(preset.values) }, preset.name)));
      presets.hidden = list.length === 0;
    },
    update(tuning, writable) {
      byId('shortcuts').hidden = !writable;
      const [canaryType, canaryThreads, canaryShare] = CANARY.map((name) => tuning.knobs.find((knob) => knob.name === name));
      if (type.children.length === 0) {
        type.append(...(canaryType?.choices ?? TYPES).map((choice) => el('option', {}, choice)));
        type.value = 'virtual';
      }
      const on = Boolean(canaryType?.configured);
      start.hidden = on;
      running.hidden = !on;
      const hidden = [canaryType, canaryThreads].some((knob) => knob?.configured === HIDDEN);
      const share = canaryShare?.effective === HIDDEN ? HIDDEN : Math.round(1000 * (canaryShare?.effective ?? 0)) / 10;
      const says = on ? share + ' % of the calls run on ' : '';
      // Its buttons stay, and the focus in them, until it changes.
      if (running.dataset.says === says + canaryType?.configured) {
        return;
      }
      running.dataset.says = says + canaryType?.configured;
      running.replaceChildren(...on ? [
        el('span', {}, says, el('b', {}, canaryType.configured), '.'),
        el('button', { type: 'button', hidden, onclick: () => draft.set({ ...off(), 'executor.type': canaryType.configured, 'executor.threads': draft.configured(CANARY_THREADS) ?? '' }) }, 'Use it for all calls'),
        el('button', { type: 'button', onclick: () => draft.set(off()) }, 'End the canary')
      ] : []);
    }
  };
}

const off = () => Object.fromEntries(CANARY.map((name) => [name, '']));
