// The live console of a gRPC service: its figures, its settings, and the effect of changes.

import { autopilot } from './autopilot.js';
import { changes } from './changes.js';
import { connect } from './connection.js';
import { byId, clock, say } from './dom.js';
import { Draft } from './draft.js';
import { History } from './history.js';
import { leases } from './leases.js';
import { pending } from './pending.js';
import { EVENTS, readTuning } from './service.js';
import { shortcuts } from './shortcuts.js';
import { slices } from './slices.js';
import { form } from './turn.js';
import { connections, showAdvice, showDiagnosis } from './understand.js';
import { watch } from './watch.js';

const ADVICE = 15000;

const history = new History();
let lostSince;
let writable = false;
let service = 'gRPC service';
const shownOnce = new Set();

const watched = watch(history, () => lostSince !== undefined);
const draft = new Draft(() => {
  knobs.shown();
  showPending();
});
const knobs = form(draft);
const showPending = pending(draft, (change) => change && changed(change));
const fillers = shortcuts(draft);
const open = leases(changed);
const turns = slices(history);
const list = changes(history, { changed: changedElsewhere, pointAt: watched.pointAt });

// A change from elsewhere. A change that is being prepared here may now have another effect.
function changedElsewhere(change) {
  const known = history.changes.some((each) => each.at === change.at);
  changed(change);
  if (!known) {
    draft.recheck();
  }
}

// A change that is in the answer to a request of this page, or among the events.
function changed(change) {
  history.change(change);
  list.update(writable);
  watched.update();
  readKnobs();
}

async function readKnobs() {
  turns.update();
  const tuning = await readTuning().catch(() => undefined);
  if (tuning) {
    knobs.update(tuning, writable);
    fillers.update(tuning, writable);
    showAdvice(tuning.advice);
    open.update(tuning, writable);
    // Today's changes are yesterday's at midnight.
    list.update(writable);
  }
}

// After a lost connection, the service sends everything again.
function once(endpoint, show, ...more) {
  if (endpoint && !shownOnce.has(show)) {
    shownOnce.add(show);
    show(() => history.now, endpoint, ...more);
  }
}

function showState(reason) {
  const lost = () => (reason ? 'not connected: ' + reason : 'connection lost since ' + clock(lostSince / 1000) + ', trying again');
  say(byId('state'), lostSince === undefined ? 'live' : lost());
  byId('state').className = lostSince === undefined ? 'live' : 'lost';
  document.title = (lostSince === undefined ? '' : 'Lost: ') + service + ' – gRPC console';
}

connect(EVENTS, {
  history(sent) {
    service = sent.service || service;
    writable = sent.writable;
    history.processors = sent.processors;
    history.replace(sent);
    byId('service').textContent = service;
    fillers.presets(sent.presets ?? []);
    once(sent.connections, connections);
    turns.endpoint(sent.slices);
    once(sent.autopilot, autopilot, writable && ((values) => draft.set(values)));
    list.update(writable);
    readKnobs();
    draft.recheck();
  },
  point(point) {
    history.add(point);
    watched.update();
  },
  change: changedElsewhere,
  diagnosis: showDiagnosis,
  state(state) {
    lostSince = state.since;
    showState(state.reason);
    watched.update();
  }
});

// While it is lost, the gap grows.
setInterval(() => lostSince !== undefined && watched.update(), 1000);
setInterval(() => !document.hidden && lostSince === undefined && readKnobs(), ADVICE);
document.addEventListener('visibilitychange', () => watched.update());
