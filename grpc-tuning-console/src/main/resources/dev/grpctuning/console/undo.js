// Undoes a change.

import { change } from './service.js';
import { HIDDEN } from './words.js';

// A hidden value may have changed as well.
const differs = (knob) => knob.from === HIDDEN || (knob.from ?? null) !== (knob.to ?? null);

// Whether a change is in force, so that there is something to take back.
export const undoable = (done) => done.outcome === 'APPLIED' && !done.former && done.changes.some(differs);

// Returns { values } to send, or { line } if it cannot be done, or { locked }.
export async function undoing(done) {
  const knobs = done.changes.filter(differs);
  if (knobs.some((each) => each.from === HIDDEN || each.to === HIDDEN)) {
    return { line: 'The service hides the former values from this page. Set management.endpoint.grpctuning.show-values=always.' };
  }
  // If this is the configured value, the change is removed, as if the knob had never been changed.
  const plan = await change(Object.fromEntries(knobs.map((each) => [each.knob, null])), { dryRun: true });
  if (plan.locked) {
    return plan;
  }
  const planned = new Map(plan.ok ? plan.change.changes.map((each) => [each.knob, each]) : []);
  const other = knobs.find((each) => planned.has(each.knob) && (planned.get(each.knob).from ?? null) !== (each.to ?? null));
  if (other) {
    return { line: other.knob + ' was changed meanwhile. Undo the latest change first.' };
  }
  const values = knobs.map((each) => [each.knob, planned.has(each.knob) && (planned.get(each.knob).to ?? null) === (each.from ?? null) ? null : each.from ?? '']);
  return { values: Object.fromEntries(values) };
}
