import type { Outcome } from '#engine/contracts/outcome.ts';
import { createRecordNameIndex, normaliseName } from './name-index.ts';
import {
  createReplyNames,
  type DroppedName,
  ENTITY_KINDS,
  type NameKind,
  type NameResolver,
  type ReplyNames,
} from './name-resolver.ts';
import { resolveOperation } from './resolve-operations.ts';

const NEW = 'new:';

/**
 * A reference to something that the same outcome introduces and that has no id yet. In a resolved Outcome it stands wherever an id
 * stands; `replaceNewNames` replaces it once the introduction was applied.
 */
export type NewName = `new:${string}`;

export function toNewName(name: string): NewName {
  return `${NEW}${name}`;
}

/** Returns the name behind a `NewName`, or null for an id. */
export function readNewName(reference: string): string | null {
  return reference.startsWith(NEW) ? reference.slice(NEW.length) : null;
}

/** Words for places that are no names. */
const HERE = 'here';
const GONE = 'gone';

type Newcomer = { readonly name: string; readonly kind: NameKind; readonly normalised: string };

/**
 * Turns every name of an Outcome into an id or a `NewName`. A person, thing or place introduced although it is on record is not
 * introduced: references to it mean the record. Items that name no record are dropped and reported; nothing here fails a turn.
 */
export function resolveOutcome(
  outcome: Outcome,
  resolver: NameResolver,
): { readonly outcome: Outcome; readonly dropped: readonly DroppedName[] } {
  const { kept, newcomers, known, dropped: introduced } = sortIntroductions(outcome, resolver);
  const names = createReferences(resolver, newcomers, known);
  for (const one of introduced) names.drop(one);
  const resolved: Outcome = {
    ...outcome,
    ...kept,
    things: kept.things.map((thing, index) => {
      const where = thing.where.trim().toLowerCase() === HERE ? '' : thing.where;
      return { ...thing, where: names.one(`things.${index}.where`, where, ['location', 'character']) ?? '' };
    }),
    place:
      outcome.place.trim().toLowerCase() === HERE
        ? ''
        : (names.one('place', outcome.place, ['location']) ?? ''),
    where: outcome.where.flatMap((item, index) => resolveWhere(item, `where.${index}`, names)),
    ...resolveHappenings(outcome, names),
    ...resolveRecords(outcome, names),
    operations: outcome.operations.flatMap(
      (operation, index) => resolveOperation(operation, `operations.${index}`, names.one, resolver) ?? [],
    ),
    rows: outcome.rows.map((row, index) => ({
      ...row,
      operations: row.operations.flatMap(
        (operation, at) =>
          resolveOperation(operation, `rows.${index}.operations.${at}`, names.one, resolver) ?? [],
      ),
    })),
  };
  return { outcome: resolved, dropped: names.dropped };
}

/**
 * Replaces every `NewName` by the id its introduction was given. Items whose introduction was refused are dropped and reported. `ids` is
 * keyed by the name as it was introduced.
 */
export function replaceNewNames(
  outcome: Outcome,
  ids: ReadonlyMap<string, string>,
): { readonly outcome: Outcome; readonly dropped: readonly DroppedName[] } {
  const settled = createReferences({
    find: (reference) => {
      const name = readNewName(reference);
      if (name === null) return { id: reference };
      const id = ids.get(name);
      return id === undefined ? { reason: 'unknown' } : { id };
    },
  });
  const resolver = { resolve: (name: string) => name };
  const { things, place, where, operations, rows } = outcome;
  return {
    outcome: {
      ...outcome,
      things: things.map((thing, index) => ({
        ...thing,
        where: settled.one(`things.${index}.where`, thing.where) ?? '',
      })),
      place: settled.one('place', place) ?? '',
      where: where.flatMap((item, index) => resolveWhere(item, `where.${index}`, settled)),
      ...resolveHappenings(outcome, settled),
      ...resolveRecords(outcome, settled),
      operations: operations.flatMap(
        (operation, index) => resolveOperation(operation, `operations.${index}`, settled.one, resolver) ?? [],
      ),
      rows: rows.map((row, index) => ({
        ...row,
        operations: row.operations.flatMap(
          (operation, at) =>
            resolveOperation(operation, `rows.${index}.operations.${at}`, settled.one, resolver) ?? [],
        ),
      })),
    },
    dropped: settled.dropped,
  };
}

type Introductions = Pick<Outcome, 'people' | 'things' | 'places'>;

/** Separates newcomers from what is on record already. `known` maps a name that was introduced again to its record. */
function sortIntroductions(
  outcome: Outcome,
  resolver: NameResolver,
): {
  readonly kept: Introductions;
  readonly newcomers: readonly Newcomer[];
  readonly known: ReadonlyMap<string, string>;
  readonly dropped: readonly DroppedName[];
} {
  const newcomers: Newcomer[] = [];
  const known = new Map<string, string>();
  const dropped: DroppedName[] = [];
  const isNew =
    (field: keyof Introductions, kind: (typeof ENTITY_KINDS)[number]) =>
    ({ name }: { readonly name: string }, index: number): boolean => {
      const normalised = normaliseName(name);
      const path = `${field}.${index}.name`;
      if (newcomers.some((one) => one.kind === kind && one.normalised === normalised)) {
        dropped.push({ path, value: name, reason: 'same' });
        return false;
      }
      const found = resolver.findOnRecord(name, kind);
      if ('id' in found) {
        known.set(normalised, found.id);
        dropped.push({ path, value: name, reason: 'on-record', id: found.id });
        return false;
      }
      if (found.reason === 'ambiguous' && kind === 'character') {
        dropped.push({ path, value: name, reason: 'ambiguous' });
        return false;
      }
      newcomers.push({ name, kind, normalised });
      return true;
    };
  const kept = {
    people: outcome.people.filter(isNew('people', 'character')),
    things: outcome.things.filter(isNew('things', 'item')),
    places: outcome.places.filter(isNew('places', 'location')),
  };
  return { kept, newcomers, known, dropped };
}

const NUMBERED = /^(?:npc|pc|loc|item)_(.+?)(?:_\d+)?$/;

/** Resolves references: records by their exact names first, then newcomers, then records by a part of a name. */
function createReferences(
  resolver: Pick<NameResolver, 'find'>,
  newcomers: readonly Newcomer[] = [],
  known: ReadonlyMap<string, string> = new Map(),
): ReplyNames {
  const introduced = createRecordNameIndex(
    newcomers.map(({ name, kind }) => ({
      id: toNewName(name),
      kind,
      isNear: true,
      aliases: [{ text: name, strength: 'name' }],
    })),
  );
  const find: NameResolver['find'] = (name, kinds = ENTITY_KINDS) => {
    const exact = resolver.find(name, kinds, 'exact');
    if ('id' in exact) return exact;
    const plain = NUMBERED.exec(name.trim())?.[1] ?? name;
    const onRecord = known.get(normaliseName(plain));
    if (onRecord !== undefined) return { id: onRecord };
    const newcomer = introduced.find(plain, kinds, 'same');
    return 'id' in newcomer ? newcomer : resolver.find(name, kinds);
  };
  return createReplyNames({ find });
}

function resolveWhere(item: Outcome['where'][number], path: string, names: ReplyNames): Outcome['where'] {
  const id = names.one(`${path}.id`, item.id, ['character', 'item']);
  if (id === null) return [];
  const said = item.at.trim().toLowerCase();
  if (said === HERE || said === GONE) return [{ ...item, id, at: said }];
  const at = names.one(`${path}.at`, item.at, ['location']);
  return at === null ? [] : [{ ...item, id, at }];
}

/** Resolves the names in events, memories, facts, speech and mentions. */
function resolveHappenings(
  { events, observations, facts, dialogue }: Outcome,
  names: ReplyNames,
): Pick<Outcome, 'events' | 'observations' | 'facts' | 'dialogue'> {
  return {
    events: events.map((event, index) => ({
      ...event,
      characters: names.many(`events.${index}.characters`, event.characters, ['character']),
      factions: names.many(`events.${index}.factions`, event.factions, ['faction']),
    })),
    observations: observations.flatMap(({ told_by, ...observation }, index) => {
      const path = `observations.${index}`;
      const id = names.one(`${path}.character_id`, observation.character_id, ['character']);
      if (id === null) return [];
      const teller = told_by === undefined ? null : names.one(`${path}.told_by`, told_by, ['character']);
      return [{ ...observation, character_id: id, ...(teller === null ? {} : { told_by: teller }) }];
    }),
    facts: facts.flatMap((fact, index) => {
      const id = names.one(`facts.${index}.subject_id`, fact.subject_id);
      return id === null ? [] : [{ ...fact, subject_id: id }];
    }),
    dialogue: dialogue.flatMap((line, index) => {
      const speaker = names.one(`dialogue.${index}.speaker`, line.speaker, ['character']);
      if (speaker === null) return [];
      return [{ ...line, speaker, to: names.one(`dialogue.${index}.to`, line.to, ['character']) ?? '' }];
    }),
  };
}

/** Resolves the names in threads, missions and relations. */
function resolveRecords(
  { threads, missions, relations }: Outcome,
  names: ReplyNames,
): Pick<Outcome, 'threads' | 'missions' | 'relations'> {
  return {
    threads: threads.flatMap((item, index) => {
      const id = names.one(`threads.${index}.id`, item.id, ['thread']);
      return id === null ? [] : [{ ...item, id }];
    }),
    missions: missions.flatMap((item, index) => {
      const id = names.one(`missions.${index}.id`, item.id, ['mission']);
      return id === null ? [] : [{ ...item, id }];
    }),
    relations: relations.flatMap((relation, index) => {
      const path = `relations.${index}`;
      const one = names.one(`${path}.one`, relation.one, ['character']);
      const other = names.one(`${path}.other`, relation.other, ['character']);
      if (one === null || other === null) return [];
      if (one !== other) return [{ ...relation, one, other }];
      names.drop({ path, value: relation.one, reason: 'same' });
      return [];
    }),
  };
}
