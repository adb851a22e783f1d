import type { Json } from '#engine/kit/canonical-json.ts';
import type { Rejection } from '#engine/kit/rejection.ts';
import type { ApplyContext } from '../apply.ts';
import type { CharacterId } from '../ids.ts';
import type { Proposal } from '../operations.ts';
import { isJsonObject } from '../parts/json-path.ts';
import type { Snapshot } from '../snapshot.ts';

/** How the protocol says that something goes away. */
export const DELETE = '__DELETE__';

/** One thing the protocol wants changed: a path, and what is to stand there. */
export type Assignment = { readonly path: readonly string[]; readonly value: Json };

/** What a translator may look at. The snapshot is the one the earlier lines have made. */
export type Situation = Pick<ApplyContext, 'asker' | 'rules' | 'calendar'> & {
  readonly snapshot: Snapshot;
  /** Whose `player_character_data` is meant. */
  readonly personaId: CharacterId;
};

/** Operations that make something new, and what is to be said of it once it is there. */
export type Creation = {
  readonly operations: readonly Proposal[];
  readonly details: readonly Assignment[];
  /** What was said and cannot be so. */
  readonly refused: readonly { readonly assignment: Assignment; readonly rejection: Rejection }[];
};

/** Entries of a list, each of which stands alone. */
export type Parts = { readonly parts: readonly Assignment[] };

/** Operations that do the same, the reason why there are none, or `descend`: look at the parts one by one. */
export type Translation = readonly Proposal[] | Creation | Parts | Rejection | 'descend';

/** The `x` of `{"append": x}`; undefined for everything else. */
export function appended(value: Json): Json | undefined {
  return isJsonObject(value) && Object.keys(value).length === 1 ? value.append : undefined;
}

/** An assignment as a person would write it, short. */
export function written({ path, value }: Assignment): string {
  const text = value === DELETE ? DELETE : JSON.stringify(value);
  return `${path.join('.')} = ${text.length <= 120 ? text : `${text.slice(0, 117)}…`}`;
}
