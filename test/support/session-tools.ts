import { randomUUID } from 'node:crypto';
import type { EventRow } from '#engine/store/event-rows.ts';
import type { Store } from '#engine/store/store.ts';
import type { SessionTools } from '#engine/turn/session-lifecycle.ts';
import { isRejection, type Rejection } from '#engine/util/rejection.ts';
import { later } from './campaigns.ts';

/** Tools to begin and end sessions; `announced` is what readers were told. Every look at the clock is a second later. */
export function sessionTools(store: Store): SessionTools & { readonly announced: EventRow[] } {
  const announced: EventRow[] = [];
  let seconds = 0;
  return {
    store,
    announced,
    log: { announce: (rows) => announced.push(...rows) },
    clock: () => later(++seconds),
    newId: randomUUID,
    newSeed: () => `fresh ${randomUUID()}`,
  };
}

/** What was asked for; a rejection here is a failure of the test. */
export function granted<Value extends object>(answer: Value | Rejection): Value {
  if (isRejection(answer)) throw new Error(`${answer.rejected}: ${answer.reason}`);
  return answer;
}
