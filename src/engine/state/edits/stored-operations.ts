import type { Json } from '#engine/util/canonical-json.ts';
import type { Rejection } from '#engine/util/rejection.ts';
import type { CharacterId } from '../ids.ts';
import { ACTING_PERSONA } from '../operation.ts';
import type { StoredProposal } from '../records/field-types.ts';
import type { Snapshot } from '../snapshot.ts';

/** Rejections of an operation whose result already holds. A trigger passes over them. */
const ALREADY_SO: ReadonlySet<string> = new Set([
  'already-known',
  'already-open',
  'already-present',
  'already-there',
  'already-warned',
  'clock-does-not-move',
  'deadline-over',
  'meter-does-not-move',
  'nothing-to-do',
  'over-already',
  'resource-does-not-move',
  'same-place',
  'scene-is-there',
]);

/** Returns whether an operation was rejected because its result already holds. */
export function isAlreadySo({ rejected }: Rejection): boolean {
  return ALREADY_SO.has(rejected);
}

/** Returns the persona a trigger counts for when no player's action set it off: the first in the scene, else the first. */
export function findFirstPersona({ personas, scene }: Snapshot): CharacterId | null {
  return personas.find((id) => scene.presentIds.includes(id)) ?? personas[0] ?? null;
}

/** Puts the id of a persona in the place of the word `persona` in an operation. */
export function fillActingPersona(proposal: StoredProposal, personaId: CharacterId | null): StoredProposal {
  return mapFields(proposal, (text) => (text === ACTING_PERSONA && personaId !== null ? personaId : text));
}

/** Puts campaign ids in the place of the ids of a pack. Operations of a ruleset are not copied into the campaign. */
export function toCampaignOperation(proposal: StoredProposal, { entities }: Snapshot): StoredProposal {
  const ids = new Map<string, string>(
    Object.values(entities).flatMap(({ id, packEntityId }) =>
      packEntityId === undefined ? [] : [[packEntityId, id]],
    ),
  );
  return mapFields(proposal, (text) => ids.get(text) ?? text);
}

/** Rewrites the values of fields that name entities: those whose key ends in `Id` or `Ids`. */
function mapFields(proposal: StoredProposal, rewrite: (text: string) => string): StoredProposal {
  const entries = Object.entries(proposal).map(([key, value]) => {
    return [key, /Ids?$|^knownTo$/.test(key) ? mapTexts(value, rewrite) : mapNested(value, rewrite)] as const;
  });
  return Object.fromEntries(entries);
}

function mapTexts(value: Json, rewrite: (text: string) => string): Json {
  if (typeof value === 'string') return rewrite(value);
  return Array.isArray(value) ? value.map((one) => mapTexts(one, rewrite)) : value;
}

function mapNested(value: Json, rewrite: (text: string) => string): Json {
  if (Array.isArray(value)) return value.map((one) => mapNested(one, rewrite));
  return typeof value === 'object' && value !== null ? mapFields(value as StoredProposal, rewrite) : value;
}
