// The current run, second by second, above the report so far. At the end, the page has only the report.

import { discardIn, draw, listen, refresh } from './charts.js';
import { timeline } from './timeline.js';

const panel = document.getElementById('now');
const report = document.getElementById('report');
const nonce = document.getElementById('nonce').nonce;
const find = (selector) => panel.querySelector(selector);

// --- The current run

const MOST_POINTS = 900;
// In the report below, colours stand for variants, so the lines here differ only by their dashes.
const PICTURES = [
  { name: 'Calls', unit: 'per second', kind: 'rate', lines: { sent: 'sent', answered: 'answered', failed: 'failed' } },
  { name: 'Response time', kind: 'time', scaled: true, lines: { p99: 'p99', p50: 'p50', lag: 'send lag p99' } },
  { name: 'Open calls', kind: 'count', lines: { open: 'open' } },
  { name: 'CPU', unit: 'of all processors', kind: 'percent', lines: { serverCpu: 'server', clientCpu: 'client' } }
].map((it) => ({ ...it, height: 190, named: Object.keys(it.lines).length > 1 }));
const LOOKS = [['text', 'solid'], ['text', 'dashed'], ['text', 'dotted']];
let current = null;
let points = [];
let load = 0;
// The charts show the run before until the next one has a second.
let begun = false;
let pictures = [];

const known = (key) => points.some((point) => point[key] != null && (key !== 'failed' || point[key] > 0));

function lines(it) {
  const keys = Object.keys(it.lines).filter(known);
  const warmed = points.findIndex((point) => point.warm);
  const cold = warmed < 0 ? points.at(-1) : points[warmed - 1];
  // The oldest seconds of a long run are not kept.
  const start = points[0].at > 2 ? points[0].at : 0;
  return {
    // Ten seconds at least, so that a single one does not fill the chart.
    start, end: Math.max(start + 10, points.at(-1).at), silent: cold ? [[start, cold.at]] : [],
    lines: keys.map((key) => {
      const [color, dash] = key === 'failed' ? ['bad', 'solid'] : LOOKS[Object.keys(it.lines).indexOf(key)];
      return { name: it.lines[key], color, dash, points: points.map((point) => [point.at, point[key] ?? null]) };
    })
  };
}

// Adds the charts, or updates them.
function drawSeconds() {
  if (points.length === 0) {
    return;
  }
  find('.cold').hidden = points.every((point) => point.warm);
  if (pictures.length === 0) {
    pictures = PICTURES.map((it) => timeline(find('.charts'), it, () => lines(it)));
    draw(pictures);
  }
  else {
    pictures.forEach(refresh);
  }
}

// --- How far it has got

let until = null;
let done = false;

function clock(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  const two = (number) => String(number).padStart(2, '0');
  return whole >= 3600 ? Math.floor(whole / 3600) + ':' + two(Math.floor(whole / 60) % 60) + ':' + two(whole % 60)
    : Math.floor(whole / 60) + ':' + two(whole % 60);
}

function progress(now) {
  const bar = find('progress');
  bar.hidden = now.share == null;
  bar.value = now.share ?? 0;
  done = now.share === 1;
  until = now.left == null ? null : performance.now() + now.left * 1000;
  left();
}

function left() {
  const seconds = (until - performance.now()) / 1000;
  find('.left').textContent = until === null ? '' : done ? 'finishing' : seconds < 0.5 ? 'takes longer than planned' : 'about ' + clock(seconds) + ' left';
}

function words() {
  const { part } = current;
  find('.step').textContent = part ? 'Run ' + part.number + (part.all ? ' of ' + part.all : '') + ': ' + part.name + (part.next ? ' – next: ' + part.next : '')
    : current.lines.at(-1) ?? 'Running';
  find('.lines pre').textContent = current.lines.join('\n');
  find('.lines').hidden = current.lines.length === 0;
}

function show(now) {
  current = now;
  begun ||= now.loads !== load;
  load = now.loads;
  if (now.points.length > 0) {
    points = [...(begun ? [] : points), ...now.points].slice(-MOST_POINTS);
    begun = false;
  }
  find('h1').textContent = now.title.split('\n')[0];
  find('.plan').textContent = now.plan ? 'Current load: ' + now.plan + '.'
    : points.length > 0 ? 'Preparing the next run. The charts show the previous run.' : 'Preparing the first run.';
  find('.charts').classList.toggle('before', !now.plan);
  words();
  progress(now);
  if (!document.hidden) {
    drawSeconds();
  }
}

// --- The report

// What is chosen for the charts is in the address; what is unfolded is not. A section has no other name that lasts than its heading.
const unfolded = (parts) => new Map(parts.flatMap((part) => [...part.querySelectorAll('details')]).map((details) =>
  [details.closest('section')?.querySelector('h2')?.textContent + '|' + details.querySelector('summary')?.textContent, details]));

function restore(next, before) {
  unfolded([next]).forEach((details, name) => {
    details.open = before.get(name)?.open ?? details.open;
  });
}

const named = (element) => [element.tagName, element.value, element.ariaLabel, element.textContent].join('|');

// A script runs once; this is another one with the same text. It reports that it has run, because only scripts with
// an address have a load event.
function run(next, text) {
  return new Promise((resolve) => {
    const script = Object.assign(document.createElement('script'), { type: 'module', textContent: text + "\ndispatchEvent(new Event('ran'));" });
    script.nonce = nonce;
    addEventListener('ran', resolve, { once: true });
    next.append(script);
    setTimeout(resolve, 2000);
  });
}

// The report before stays until the next one is drawn. That one is first in the document, so its scripts find their own elements.
async function replace(text) {
  const page = new DOMParser().parseFromString(text, 'text/html');
  const scripts = [...page.querySelectorAll('script')];
  const next = Object.assign(document.createElement('div'), { className: 'next' });
  scripts.forEach((script) => script.remove());
  next.append(...page.body.childNodes, ...scripts.filter((script) => script.type === 'application/json'));
  report.prepend(next);
  for (const script of scripts.filter((each) => each.type === 'module')) {
    await run(next, script.textContent);
  }
  const seen = document.elementFromPoint(innerWidth / 2, 100);
  const anchor = report.contains(seen) ? seen.closest('[id]') : null;
  const top = anchor?.getBoundingClientRect().top;
  const before = [...report.children].filter((child) => child !== next);
  const folds = unfolded(before);
  const focused = report.contains(document.activeElement) ? named(document.activeElement) : null;
  before.forEach(discardIn);
  before.forEach((child) => child.remove());
  next.className = '';
  restore(next, folds);
  [...next.querySelectorAll('a, button, input, select, summary')].find((element) => named(element) === focused)?.focus({ preventScroll: true });
  const moved = anchor && document.getElementById(anchor.id);
  if (moved) {
    scrollBy(0, moved.getBoundingClientRect().top - top);
  }
  return page;
}

const MOST_TRIES = 5;
let stale = false;
let busy = false;
let over = false;
// Requests that failed after the end.
let tries = 0;

async function fetchReport() {
  if (!panel.isConnected) {
    return;
  }
  stale = true;
  if (busy || (document.hidden && !over)) {
    return;
  }
  busy = true;
  try {
    while (stale) {
      stale = false;
      const last = over;
      // The command waits for the request with the name of this page.
      const answer = await fetch(last ? '/report?' + page : '/report');
      if (answer.status === 200) {
        const drawn = await replace(await answer.text());
        find('.so-far').hidden = !report.querySelector('tbody tr');
        if (last) {
          finish(drawn);
        }
      }
      else if (last) {
        find('.step').textContent = 'The command ended without a result. The terminal shows why.';
      }
    }
  }
  catch {
    // The connection was lost, and what is shown stays.
    if (over && ++tries < MOST_TRIES) {
      setTimeout(fetchReport, 1000);
    }
    else if (over) {
      find('.step').textContent = 'The report could not be loaded. The terminal shows its file.';
    }
  }
  finally {
    busy = false;
  }
}

function finish(drawn) {
  document.title = drawn.title;
  document.body.classList.remove('running');
  discardIn(panel);
  panel.remove();
}

// --- Changes

const page = crypto.randomUUID();
let version = 0;
let results = -1;

// Each request is answered after the next change. There is no timer between two, because those of a hidden page are slow.
async function follow() {
  while (!over) {
    try {
      const answer = await fetch('/now?page=' + page + '&version=' + version + '&seconds=' + (current?.seconds ?? 0));
      const now = await answer.json();
      panel.classList.remove('lost');
      document.body.classList.add('running');
      version = now.version;
      show(now);
      over = now.ended;
      if (now.results !== results && !over) {
        results = now.results;
        fetchReport();
      }
    }
    catch {
      panel.classList.add('lost');
      until = null;
      left();
      find('.step').textContent = 'The command does not answer. It was stopped, or the connection was lost.';
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
  clearInterval(ticking);
  until = null;
  left();
  find('.step').textContent = 'Drawing the report';
  fetchReport();
}

document.addEventListener('visibilitychange', () => {
  if (!document.hidden) {
    drawSeconds();
    fetchReport();
  }
});
const ticking = setInterval(left, 1000);
listen();
follow();
