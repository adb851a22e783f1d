import type { PlayerView } from '#engine/state/player-view.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { createLazy } from '#engine/util/memoize.ts';
import { isLyingHere } from '../rule/validate-actions.ts';
import {
  type Alias,
  type Closeness,
  createRecordNameIndex,
  type NamedRecord,
  type NameMatch,
  normaliseName,
} from './name-index.ts';

export const ENTITY_KINDS = ['character', 'location', 'item', 'faction'] as const;
const RECORD_KINDS = ['thread', 'mission', 'clock', 'deadline', 'law', 'resource', 'event'] as const;
export type NameKind = (typeof ENTITY_KINDS)[number] | (typeof RECORD_KINDS)[number];

/** Finds out which record a name means. */
export type NameResolver = {
  /** Returns the id a name means among records of these kinds, or says why none. Without kinds, entities are searched. */
  readonly find: (name: string, kinds?: readonly NameKind[], closeness?: Closeness) => NameMatch;
  /** Returns the id a name means, or null when no record or more than one is meant. */
  readonly resolve: (name: string, kinds?: readonly NameKind[]) => string | null;
  /** Finds the record that a person, thing or place introduced by a narration already has, also when the persona does not know it yet. */
  readonly findOnRecord: (name: string, kind: (typeof ENTITY_KINDS)[number]) => NameMatch;
};

/** Words by which models mean the acting persona, in any language of the story. */
const PERSONA_WORDS = [
  'player',
  'the player',
  'you',
  'pc',
  'player character',
  'the player character',
  'persona',
];
const HERE = 'here';
const NUMBER = /_\d+$/;
const PREFIX = /^(?:npc|pc|loc|item|faction)_/;
const KINDS_BY_PREFIX: Readonly<Record<string, NameKind>> = {
  pc: 'character',
  npc: 'character',
  loc: 'location',
  item: 'item',
  faction: 'faction',
};
const UNKNOWN: NameMatch = { reason: 'unknown' };

/**
 * Resolves names to ids: by id (in any case, without number or prefix), pack id, name, title, further aliases, part of a name, and
 * small typing errors. Ids are accepted of every record; names only of what the acting persona knows.
 *
 * @param aliases further names by id, such as nicknames from a pack.
 */
export function createNameResolver(
  snapshot: Snapshot,
  view: PlayerView,
  aliases: Readonly<Record<string, readonly string[]>> = {},
): NameResolver {
  // Most replies keep to the ids they were given; names are only indexed when one does not.
  const index = createLazy(() => createRecordNameIndex(listRecords(snapshot, view, aliases)));
  const ids = createLazy(() => createRecordNameIndex(listIds(snapshot)));
  const unseen = createLazy(() => createRecordNameIndex(listUnseen(snapshot, view)));
  const remembered = new Map<string, NameMatch>();

  const search = (name: string, kinds: readonly NameKind[], closeness: Closeness): NameMatch => {
    const byId = ids().find(name, kinds, 'exact');
    if ('id' in byId) return byId;
    const said = normaliseName(name);
    if (kinds.includes('character') && PERSONA_WORDS.includes(said)) return { id: view.personaId };
    if (kinds.includes('location') && said === HERE && view.scene.placeId !== null)
      return { id: view.scene.placeId };
    return index().find(name, kinds, closeness);
  };
  const find: NameResolver['find'] = (name, kinds = ENTITY_KINDS, closeness = 'near') => {
    const written = name.trim();
    const kind = kindOfId(snapshot, written);
    if (kind !== null) return kinds.includes(kind) ? { id: written } : UNKNOWN;
    const key = `${closeness} ${kinds.join()} ${written}`;
    const found = remembered.get(key) ?? search(written, kinds, closeness);
    remembered.set(key, found);
    return found;
  };
  return {
    find,
    resolve(name, kinds) {
      const found = find(name, kinds);
      return 'id' in found ? found.id : null;
    },
    findOnRecord(name, kind) {
      // Things share their names; only a person or a place is recognised by a part of it.
      const found = find(name, [kind], kind === 'item' ? 'exact' : 'same');
      return 'id' in found || found.reason === 'ambiguous' ? found : unseen().find(name, [kind], 'exact');
    },
  };
}

function kindOfId(snapshot: Snapshot, id: string): NameKind | null {
  if (Object.hasOwn(snapshot.entities, id)) return KINDS_BY_PREFIX[/^[a-z]+/.exec(id)?.[0] ?? ''] ?? null;
  for (const [kind, records] of recordsByKind(snapshot)) if (Object.hasOwn(records, id)) return kind;
  const event = /^evt_(\d{4,})$/.exec(id)?.[1];
  return event !== undefined && Number(event) <= snapshot.counters.events ? 'event' : null;
}

function recordsByKind({ threads, missions, clocks, deadlines, laws, resources }: Snapshot) {
  return [
    ['thread', threads],
    ['mission', missions],
    ['clock', clocks],
    ['deadline', deadlines],
    ['law', laws],
    ['resource', resources],
  ] as const;
}

/** Lists every entity by the forms of its ids. */
function listIds(snapshot: Snapshot): readonly NamedRecord<NameKind>[] {
  const records = recordsByKind(snapshot).flatMap(([kind, all]) =>
    Object.keys(all).map((id) => ({ id, kind, isNear: false, aliases: toAliases('name', [id]) })),
  );
  const entities = Object.values(snapshot.entities).filter(({ retired }) => !retired);
  return [
    ...records,
    ...entities.map(({ id, kind, packEntityId }) => {
      const isNear = snapshot.scene.presentIds.some((present) => present === id);
      const aliases = toAliases('name', [id, id.replace(NUMBER, ''), packEntityId ?? '']);
      return { id, kind, isNear, aliases };
    }),
  ];
}

/** Lists everything the persona knows, by its names. */
function listRecords(
  snapshot: Snapshot,
  view: PlayerView,
  further: Readonly<Record<string, readonly string[]>>,
): readonly NamedRecord<NameKind>[] {
  const near = listNear(snapshot, view);
  const labels = listExitLabels(view);
  const packNames = new Map(
    Object.values(snapshot.entities).map(({ id, packEntityId }): [string, string] => [
      id,
      packEntityId?.split(':').at(-1) ?? '',
    ]),
  );
  const entities = Object.values(view.entities).map((entity): NamedRecord<NameKind> => {
    const { id, kind, name } = entity;
    const [title, role] = entity.kind === 'character' ? [entity.title ?? '', entity.role] : ['', ''];
    const aliases = [
      ...toAliases('name', [name]),
      ...toAliases('title', [title, ...(further[id] ?? [])]),
      ...toAliases('label', [role, localId(id), packNames.get(id) ?? '', ...(labels.get(id) ?? [])]),
    ];
    return { id, kind, aliases, isNear: near.has(id) };
  });
  const named = (kind: NameKind, records: readonly { readonly id: string; readonly name: string }[]) =>
    records.map(({ id, name }) => ({ id, kind, isNear: false, aliases: toAliases('name', [name]) }));
  return [
    ...entities,
    ...named(
      'thread',
      view.threads.map(({ id, title }) => ({ id, name: title })),
    ),
    ...named(
      'mission',
      view.missions.map(({ id, title }) => ({ id, name: title })),
    ),
    ...named('clock', view.clocks),
    ...named(
      'deadline',
      view.deadlines.map(({ id, description }) => ({ id, name: description })),
    ),
    ...named(
      'law',
      view.laws.map(({ id, title }) => ({ id, name: title })),
    ),
    ...named('resource', view.resources),
  ];
}

/** Entities the persona does not know, by their own names. */
function listUnseen(snapshot: Snapshot, view: PlayerView): readonly NamedRecord<NameKind>[] {
  return Object.values(snapshot.entities)
    .filter(({ id, retired }) => !retired && view.entities[id] === undefined)
    .map(({ id, kind, name }) => ({ id, kind, isNear: false, aliases: toAliases('name', [name]) }));
}

/** Shortens `npc_viktor_001` to `viktor`. */
function localId(id: string): string {
  return id.replace(NUMBER, '').replace(PREFIX, '');
}

function toAliases(strength: Alias['strength'], texts: readonly string[]): readonly Alias[] {
  return texts.filter((text) => text !== '').map((text) => ({ text, strength }));
}

/** Lists people of the scene, the place and where its exits lead, things that lie there or are carried by the persona. */
function listNear(snapshot: Snapshot, view: PlayerView): ReadonlySet<string> {
  const { placeId, presentIds } = view.scene;
  const things = Object.values(snapshot.entities).filter(
    (entity) =>
      entity.kind === 'item' && isLyingHere({ ...snapshot, scene: { ...snapshot.scene, placeId } }, entity),
  );
  return new Set<string>([
    view.personaId,
    ...presentIds,
    ...(placeId === null ? [] : [placeId]),
    ...listExits(view).map(({ to }) => to),
    ...things.map(({ id }) => id),
    ...Object.keys(view.inventory ?? {}),
  ]);
}

function listExits(view: PlayerView) {
  const { placeId } = view.scene;
  const place = placeId === null ? undefined : view.entities[placeId];
  return place?.kind === 'location' ? (place.exits ?? []) : [];
}

/** Lists the labels of exits as names of the places they lead to. */
function listExitLabels(view: PlayerView): ReadonlyMap<string, readonly string[]> {
  const labels = new Map<string, readonly string[]>();
  for (const { to, label } of listExits(view))
    if (label !== undefined) labels.set(to, [...(labels.get(to) ?? []), label]);
  return labels;
}

/** A name that was left out of a reply, and why. It is recorded, and told to the rules and the next narrator where it matters. */
export type DroppedName = {
  /** Path of the name in the reply: `actions.0.items.1`. */
  readonly path: string;
  readonly value: string;
  readonly reason: DropReason;
  /** The record that is meant, when a person, thing or place was introduced that has one already. */
  readonly id?: string;
};

/**
 * `unknown`: no record has the name. `ambiguous`: more than one has. `on-record`: introduced although it exists. `not-listed`: not among
 * what the prompt listed. `too-many`: more than a turn allows. `same`: both ends of a relation are one person.
 */
type DropReason = 'unknown' | 'ambiguous' | 'on-record' | 'not-listed' | 'too-many' | 'same';

/** Resolves the names of one reply and collects those it drops. */
export type ReplyNames = {
  readonly dropped: readonly DroppedName[];
  readonly drop: (name: DroppedName) => void;
  /** Returns the id, or null after dropping the name. An empty name is null and not dropped. */
  readonly one: (path: string, value: string, kinds?: readonly NameKind[]) => string | null;
  /** Returns the distinct ids of those that resolve. */
  readonly many: (path: string, values: readonly string[], kinds?: readonly NameKind[]) => string[];
};

export function createReplyNames(resolver: Pick<NameResolver, 'find'>): ReplyNames {
  const dropped: DroppedName[] = [];
  const one: ReplyNames['one'] = (path, value, kinds) => {
    if (value.trim() === '') return null;
    const found = resolver.find(value, kinds);
    if ('id' in found) return found.id;
    dropped.push({ path, value, reason: found.reason });
    return null;
  };
  return {
    dropped,
    drop: (name) => dropped.push(name),
    one,
    many: (path, values, kinds) => [
      ...new Set(values.flatMap((value, index) => one(`${path}.${index}`, value, kinds) ?? [])),
    ],
  };
}
