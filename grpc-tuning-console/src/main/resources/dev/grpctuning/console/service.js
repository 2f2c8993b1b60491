// Requests to the actuator. The password is kept in this module alone, and sent with changes alone.

import { byId } from './dom.js';

const base = location.pathname.replace(/\/console\/?$/, '');
export const EVENTS = base + '/console/events';
const TUNING = base;

let authorization;
let needed = false;

export const readTuning = () => read(TUNING);

// Path of another endpoint. The page may be behind a prefix, which the service does not know.
export const urlOf = ({ path, tuningPath }) => base.slice(0, -tuningPath.length) + path;
export const readEndpoint = (url) => read(url);

const isLocked = () => needed && authorization === undefined;

/*
 * Changes the tuning, or with `dryRun` only plans to. Returns { ok, change } or { problems, line }, or { locked } if a password
 * is wanted and `quiet` is set or none was given.
 */
export const change = (values, { dryRun = false, quiet = false } = {}) => post({ ...values, dryRun }, quiet);

// Keeps a change that is in force for a time (`confirm`), or takes it back (`undo`). Returns as `change` does.
export const end = (id, how) => post({ [how]: id }, false);

async function post(body, quiet) {
  const answer = await send(TUNING, { method: 'POST', body: JSON.stringify(body) }, quiet);
  if (answer.locked) {
    return answer;
  }
  const { status, body: made } = answer;
  if (status === 200 && made?.outcome) {
    return { ok: true, change: made };
  }
  if (status === 409 && made?.outcome) {
    return { change: made, problems: [] };
  }
  return { problems: made?.problems ?? [], line: made?.problems?.length > 0 ? undefined : line(status, made, 'grpctuning') };
}

export async function drain(url, id) {
  const answer = await send(url + '/' + encodeURIComponent(id), { method: 'DELETE' }, false);
  return answer.locked ? answer : { ok: answer.status === 202, line: answer.body?.message ?? line(answer.status, answer.body, 'grpcconnections') };
}

// Ends slices, unless they have ended. Returns { line } if that failed, or { locked } if no password was given.
export async function endSlices(url) {
  const answer = await send(url, { method: 'DELETE' }, false);
  return answer.locked || answer.status === 200 || answer.body?.error === 'no slices run' ? answer : { line: line(answer.status, answer.body, 'grpcslices') };
}

// Changes the mode of the autopilot. Returns { view } or { line }, or { locked } if no password was given.
export async function changeMode(url, mode) {
  const answer = await send(url, { method: 'POST', body: JSON.stringify({ mode }) }, false);
  return answer.locked ? answer : answer.status === 200 ? { view: answer.body } : { line: line(answer.status, answer.body, 'grpcautopilot') };
}

function line(status, body, endpoint) {
  if (status === 0) {
    return 'The service does not answer. Try again when the connection is back.';
  }
  if (status === 302) {
    return 'The service redirects to a login page. The console supports only HTTP basic authentication.';
  }
  if (status === 403) {
    return 'The service refuses this user (403). Reload the page and enter a user who may change settings.';
  }
  if (status === 404 || status === 405) {
    return 'The service does not allow this. Set management.endpoint.' + endpoint + '.access=unrestricted.';
  }
  return 'The service answered with status ' + status + (body?.error ? ': ' + body.error : '') + '.';
}

async function read(url) {
  const response = await fetch(url, { headers: { Accept: 'application/json' }, cache: 'no-store' });
  return response.ok ? response.json() : undefined;
}

async function send(url, request, quiet) {
  let wrong = '';
  for (;;) {
    if (isLocked() && (quiet || !await ask(wrong))) {
      return { locked: true };
    }
    const given = authorization;
    const answer = await once(url, request);
    if (answer.status !== 401 && !(answer.status === 403 && given === undefined && !needed)) {
      return answer;
    }
    needed = true;
    // Another request may have brought a better one meanwhile.
    if (authorization === given) {
      authorization = undefined;
    }
    wrong = given === undefined ? '' : 'The service does not accept this user and password. Try again.';
  }
}

async function once(url, request) {
  try {
    const headers = { Accept: 'application/json', ...(request.body ? { 'Content-Type': 'application/json' } : {}), ...(authorization ? { Authorization: authorization } : {}) };
    const response = await fetch(url, { ...request, headers, credentials: 'omit', redirect: 'manual', cache: 'no-store', referrerPolicy: 'no-referrer' });
    return { status: response.type === 'opaqueredirect' ? 302 : response.status, body: parsed(await response.text()) };
  } catch {
    return { status: 0 };
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

let asking;

// One dialog for all that wait for it.
function ask(wrong) {
  asking ??= dialog(wrong).finally(() => {
    asking = undefined;
  });
  return asking;
}

function dialog(wrong) {
  const login = byId('login');
  const [form, user, password] = [login.querySelector('form'), byId('user'), byId('password')];
  byId('login-line').textContent = wrong;
  return new Promise((resolve) => {
    let given = false;
    form.onsubmit = (event) => {
      event.preventDefault();
      const bytes = new TextEncoder().encode(user.value + ':' + password.value);
      authorization = 'Basic ' + btoa(String.fromCharCode(...bytes));
      given = true;
      login.close();
    };
    byId('login-cancel').onclick = () => login.close();
    login.onclose = () => {
      password.value = '';
      resolve(given);
    };
    login.showModal();
    (user.value ? password : user).focus();
  });
}
