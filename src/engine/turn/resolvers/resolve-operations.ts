import type { ProposedOperation } from '#engine/contracts/proposed-changes.ts';
import type { RulebookResolution } from '#engine/contracts/rulebook-resolution.ts';
import {
  createReplyNames,
  type DroppedName,
  ENTITY_KINDS,
  type NameKind,
  type NameResolver,
} from './name-resolver.ts';

/** Fields of operations that name entities, with the kinds each may name; null for any. */
const ENTITY_FIELDS: Readonly<Record<string, readonly NameKind[] | null>> = {
  entityId: null,
  subjectId: null,
  ownerId: null,
  relatedIds: null,
  fromId: null,
  toId: null,
  characterId: ['character'],
  characterIds: ['character'],
  companionIds: ['character'],
  stayingIds: ['character'],
  personaId: ['character'],
  personaIds: ['character'],
  targetId: ['character'],
  oneId: ['character'],
  otherId: ['character'],
  giverId: ['character'],
  leaderId: ['character'],
  knownTo: ['character'],
  presentIds: ['character'],
  placeId: ['location'],
  toPlaceId: ['location'],
  itemId: ['item'],
  itemIds: ['item'],
  factionId: ['faction'],
  factionIds: ['faction'],
};

/** Fields that name other records. Some operations make a new record under the id, so an unknown one stays as it is. */
const RECORD_FIELDS: Readonly<Record<string, NameKind>> = {
  threadId: 'thread',
  missionId: 'mission',
  clockId: 'clock',
  deadlineId: 'deadline',
  lawId: 'law',
  resourceId: 'resource',
};

/** Finds the id or placeholder a name means; null when it means nothing. */
export type ResolveName = (
  path: string,
  value: string,
  kinds: readonly NameKind[] | undefined,
) => string | null;

/**
 * Turns the names in an operation's fields into ids. Returns null when a single field names no record; a list of names only loses
 * those that do not.
 */
export function resolveOperation(
  operation: ProposedOperation,
  path: string,
  resolveName: ResolveName,
  resolver: Pick<NameResolver, 'resolve'>,
): ProposedOperation | null {
  const fields: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(operation)) {
    const field = resolveField(key, value, `${path}.${key}`, resolveName, resolver);
    if (field === null) return null;
    fields[key] = field.value;
  }
  return { ...fields, op: operation.op };
}

/** Returns a field in ids, or null when it names no record. */
function resolveField(
  key: string,
  value: unknown,
  path: string,
  resolveName: ResolveName,
  resolver: Pick<NameResolver, 'resolve'>,
): { readonly value: unknown } | null {
  const recordKind = RECORD_FIELDS[key];
  if (recordKind !== undefined && typeof value === 'string') {
    return { value: resolver.resolve(value, [recordKind]) ?? value };
  }
  if (!Object.hasOwn(ENTITY_FIELDS, key)) return { value };
  const kinds = ENTITY_FIELDS[key] ?? ENTITY_KINDS;
  if (Array.isArray(value)) {
    const ids = value.flatMap((item, index) =>
      typeof item === 'string' ? (resolveName(`${path}.${index}`, item, kinds) ?? []) : [item],
    );
    return { value: [...new Set(ids)] };
  }
  if (typeof value !== 'string' || value === '') return { value };
  const id = resolveName(path, value, kinds);
  return id === null ? null : { value: id };
}

/** Turns every name of a rulebook's resolution into an id. Observations of characters not on record are dropped. */
export function resolveRulebookResolution(
  resolution: RulebookResolution,
  resolver: NameResolver,
): { readonly resolution: RulebookResolution; readonly dropped: readonly DroppedName[] } {
  const names = createReplyNames(resolver);
  const dice = resolution.dice.map((request, index) => ({
    ...request,
    character: names.one(`dice.${index}.character`, request.character, ['character']) ?? '',
  }));
  const bands = resolution.bands.map((band, index) => ({
    ...band,
    observations: band.observations.flatMap((observation, at) => {
      const path = `bands.${index}.observations.${at}`;
      const id = names.one(`${path}.character_id`, observation.character_id, ['character']);
      return id === null ? [] : [{ ...observation, character_id: id }];
    }),
    operations: band.operations.flatMap(
      (operation, at) =>
        resolveOperation(operation, `bands.${index}.operations.${at}`, names.one, resolver) ?? [],
    ),
  }));
  return { resolution: { dice, bands }, dropped: names.dropped };
}
