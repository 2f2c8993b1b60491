// The change that is being prepared: checked while one types, and sent.

import { change } from './service.js';
import { isChanged } from './words.js';

const PAUSE = 350;

export class Draft {
  // By name of the knob: a text, a list, '' for the framework's default, or null for the configured value.
  edits = new Map();
  state = {};
  #tuning = new Map();
  #notify;
  #timer;
  #version = 0;

  constructor(notify) {
    this.#notify = notify;
  }

  tuning(knobs) {
    this.#tuning = new Map(knobs.map((knob) => [knob.name, knob]));
  }

  // A value that was already requested is not an edit.
  set(values) {
    Object.entries(values).forEach(([name, value]) => {
      const knob = this.#tuning.get(name);
      const same = value === null ? !isChanged(knob) : value === (knob?.configured ?? '');
      if (same) {
        this.edits.delete(name);
      } else {
        this.edits.set(name, value);
      }
    });
    this.#changed();
  }

  remove(name) {
    this.edits.delete(name);
    this.#changed();
  }

  clear() {
    this.edits.clear();
    this.#changed();
  }

  configured(name) {
    return this.#tuning.get(name)?.configured ?? null;
  }

  problem(name) {
    return this.state.problems?.find((problem) => problem.knob === name || problem.knob?.startsWith(name + '['))?.reason;
  }

  // Quietly, or asking for the password if the service wants one.
  async check(quiet = true) {
    this.#show({ checking: true });
    await this.recheck(quiet);
  }

  // After somebody else's change. Send is not disabled meanwhile, which would take the focus from it.
  async recheck(quiet = true) {
    if (this.edits.size === 0 || this.state.sending) {
      return;
    }
    const version = ++this.#version;
    const answer = await change(Object.fromEntries(this.edits), { dryRun: true, quiet });
    if (version === this.#version) {
      this.#show(answer.locked ? { locked: true } : answer.ok ? { plan: answer.change } : answer);
    }
  }

  // Resolves to the change that was tried, if one was.
  async send() {
    const before = this.state;
    const sent = new Map(this.edits);
    const version = ++this.#version;
    clearTimeout(this.#timer);
    this.#show({ ...before, sending: true });
    const answer = await change(Object.fromEntries(sent));
    if (answer.ok) {
      // What was typed meanwhile is still to be sent.
      sent.forEach((value, name) => this.edits.get(name) === value && this.edits.delete(name));
    }
    this.#show(answer.locked ? before : answer.change ? { sent: answer.change } : answer);
    if (version !== this.#version && this.edits.size > 0 && (answer.ok || answer.locked || answer.problems.length > 0)) {
      this.#changed();
    }
    return answer.change;
  }

  #changed() {
    this.#version++;
    clearTimeout(this.#timer);
    if (this.state.sending) {
      this.#notify();
      return;
    }
    this.#show(this.edits.size > 0 ? { checking: true } : {});
    if (this.edits.size > 0) {
      this.#timer = setTimeout(() => this.check(), PAUSE);
    }
  }

  #show(state) {
    this.state = state;
    this.#notify();
  }
}
