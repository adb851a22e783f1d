import { isJsonObject, type Json } from '#engine/util/canonical-json.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import type { ApplyContext } from '../apply-operations.ts';
import type { CharacterId } from '../ids.ts';
import type { Proposal } from '../operations.ts';
import type { Snapshot } from '../snapshot.ts';
import { suggestName } from '../suggest-name.ts';

/** Value by which the protocol deletes something. */
export const DELETE = '__DELETE__';

/** One thing the protocol wants changed: a path, and what is to stand there. */
export type Assignment = { readonly path: readonly string[]; readonly value: Json };

/** Input of a translator. The snapshot already includes the changes of earlier lines. */
export type TranslationContext = Pick<ApplyContext, 'asker' | 'rules' | 'calendar'> & {
  readonly snapshot: Snapshot;
  /** Persona that `player_character_data` refers to. */
  readonly personaId: CharacterId;
};

/** Operations that create a record, and the assignments to apply once it exists. */
export type Creation = {
  readonly operations: readonly Proposal[];
  readonly details: readonly Assignment[];
  /** Assignments that cannot be applied, with the reasons. */
  readonly refused: readonly { readonly assignment: Assignment; readonly rejection: Rejection }[];
};

/** Entries of a list, each of which stands alone. */
type ListEntries = { readonly parts: readonly Assignment[] };

/** Result of a translation: equivalent operations, a rejection, or `descend` to translate the parts one by one. */
export type Translation = readonly Proposal[] | Creation | ListEntries | Rejection | 'descend';

/** Returns the `x` of `{"append": x}`; undefined for every other value. */
export function readAppended(value: Json): Json | undefined {
  return isJsonObject(value) && Object.keys(value).length === 1 ? value.append : undefined;
}

/** Formats an assignment as a person would write it, shortened. */
export function formatAssignment({ path, value }: Assignment): string {
  const text = value === DELETE ? DELETE : JSON.stringify(value);
  return `${path.join('.')} = ${text.length <= 120 ? text : `${text.slice(0, 117)}…`}`;
}

export function rejectUnknownField({ path }: Assignment, known: readonly string[]): Rejection {
  const field = path.at(-1) ?? '';
  return reject('unknown-path', `The state has no ${path.join('.')}.${suggestName(field, known)}`, path);
}

export function rejectValue({ path, value }: Assignment, right: string): Rejection {
  const found = JSON.stringify(value).slice(0, 60);
  return reject('wrong-value', `${path.join('.')} cannot be ${found}; write ${right}.`, path);
}

export function rejectDerivedField({ path }: Assignment, from: string): Rejection {
  return reject('derived-field', `${path.join('.')} is not kept: the engine reckons it from ${from}.`, path);
}

export function rejectWholeReplacement({ path }: Assignment, example: string): Rejection {
  return reject(
    'replaces-parent',
    `${path.join('.')} cannot be replaced whole; name what changes, like ${example}.`,
    path,
  );
}

/** Rejects a shape the protocol forbids and names the right one. */
export function rejectShape({ path }: Assignment, fault: string, right: string): Rejection {
  return reject('wrong-shape', `${path.join('.')} ${fault}; write ${right}`, path);
}
