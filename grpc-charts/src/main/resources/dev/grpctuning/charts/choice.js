// The choice for all charts of a report: variants, one workload, and a span of time. The address has it after the #.

import { COLORS, CONTROL, cssColor, dash } from './charts.js';

/** A page begins with one variant of each colour, not of its shades. */
const first = (colors) => [...colors].filter(([, color]) => color === CONTROL || color < COLORS).map(([name]) => name);

const KEYS = ['variant', 'none', 'workload', 'from', 'to'];
// A link within the page replaces this part of the address.
let last = new URLSearchParams();

/**
 * The choice among names of variants and of workloads, with what the address says of it, or else the one before. Nothing is chosen where
 * that names no variant of this page: then the first of them are shown.
 */
export function choice(colors, workloads) {
  const address = new URLSearchParams(location.hash.slice(1));
  const asked = KEYS.some((key) => address.has(key)) ? address : last;
  last = asked;
  const seconds = (key) => (asked.has(key) && Number.isFinite(Number(asked.get(key))) ? Number(asked.get(key)) : null);
  const variants = asked.getAll('variant').filter((name) => colors.has(name));
  return {
    variants: new Set(variants.length > 0 || asked.has('none') ? variants : first(colors)),
    workload: workloads.includes(asked.get('workload')) ? asked.get('workload') : workloads[0],
    from: seconds('from'), to: seconds('to')
  };
}

function keep(chosen, colors, workloads) {
  const said = new URLSearchParams();
  const begin = first(colors);
  if (chosen.variants.size !== begin.length || !begin.every((name) => chosen.variants.has(name))) {
    chosen.variants.forEach((name) => said.append('variant', name));
    if (chosen.variants.size === 0) {
      said.append('none', '');
    }
  }
  if (chosen.workload !== workloads[0]) {
    said.append('workload', chosen.workload);
  }
  ['from', 'to'].filter((key) => chosen[key] !== null).forEach((key) => said.append(key, String(Math.round(chosen[key] * 1000) / 1000)));
  last = said;
  history.replaceState(null, '', said.size > 0 ? '#' + said : location.pathname + location.search);
}

const element = (name, properties, ...content) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...content);
  return made;
};

function chip(name, color) {
  const box = element('input', { type: 'checkbox', value: name });
  const line = element('i', {});
  Object.assign(line.style, { borderTopStyle: dash(color), borderTopColor: cssColor(color) });
  return element('label', { className: 'chip', title: name }, box, line, element('span', { textContent: name }));
}

/**
 * Returns the bar in which one chooses, and a function that shows a choice in it.
 *
 * colors: a map of the names of the variants to their colours
 * chosen: what choice() returned, which the bar changes; changed() is called then
 * until: the last second, 0 without charts against time
 */
export function bar(colors, workloads, until, chosen, changed) {
  const names = [...colors.keys()];
  const chips = names.map((name) => chip(name, colors.get(name)));
  const boxes = chips.map((label) => label.querySelector('input'));
  const from = element('input', { type: 'number', min: 0, max: until, step: 'any' });
  const to = element('input', { type: 'number', min: 0, max: until, step: 'any' });
  const all = element('button', { type: 'button', textContent: 'all' });
  const none = element('button', { type: 'button', textContent: 'none' });
  const whole = element('button', { type: 'button', textContent: 'whole run' });
  const workload = element('select', {}, ...workloads.map((name) => element('option', { value: name, textContent: name })));
  const show = () => {
    boxes.forEach((box) => { box.checked = chosen.variants.has(box.value); });
    workload.value = chosen.workload ?? '';
    from.value = chosen.from === null ? '' : Math.round(chosen.from * 1000) / 1000;
    to.value = chosen.to === null ? '' : Math.round(chosen.to * 1000) / 1000;
    from.placeholder = '0';
    to.placeholder = String(Math.ceil(until));
    whole.disabled = chosen.from === null && chosen.to === null;
  };
  const choose = (change) => {
    Object.assign(chosen, change);
    keep(chosen, colors, workloads);
    show();
    changed();
  };
  const seconds = (input) => (input.value === '' || !input.validity.valid ? null : Number(input.value));
  boxes.forEach((box) => box.addEventListener('change', () => choose({ variants: new Set(boxes.filter((other) => other.checked).map((other) => other.value)) })));
  all.addEventListener('click', () => choose({ variants: new Set(names) }));
  none.addEventListener('click', () => choose({ variants: new Set() }));
  workload.addEventListener('change', () => choose({ workload: workload.value }));
  [from, to].forEach((input) => input.addEventListener('change', () => {
    const [low, high] = [seconds(from), seconds(to)];
    choose(low !== null && high !== null && low >= high ? { from: null, to: null } : { from: low, to: high });
  }));
  whole.addEventListener('click', () => {
    choose({ from: null, to: null });
    // The button is disabled now.
    from.focus();
  });
  const parts = [
    names.length > 1 ? element('fieldset', {}, element('legend', { textContent: 'Variants' }), all, none, ...chips) : '',
    workloads.length > 1 ? element('fieldset', {}, element('label', {}, 'Workload ', workload)) : '',
    until > 0 ? element('fieldset', {}, element('legend', { textContent: 'Seconds' }), element('label', {}, 'from ', from), element('label', {}, 'to ', to), whole) : ''
  ];
  show();
  return { bar: element('form', { className: 'choice', onsubmit: () => false }, ...parts), show, choose };
}

/** Keeps a bar below the navigation; both stay at the top of the window. */
export function below(chooser, navigation) {
  if (navigation) {
    new ResizeObserver(() => { chooser.style.top = navigation.offsetHeight + 'px'; }).observe(navigation);
  }
}
