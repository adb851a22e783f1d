import type { Revealed } from '#engine/contracts/narrate-input.ts';
import type { ListedTrigger, MetTrigger } from '#engine/contracts/reading.ts';
import { applyOperations } from '#engine/state/apply-operations.ts';
import type { Effect } from '#engine/state/effect.ts';
import { isRecordKnown } from '#engine/state/knowledge.ts';
import type { Entity, Fact, Faction, Item } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { hasText } from '#engine/util/text-search.ts';
import type { TurnContext } from '../context.ts';
import { writeFact } from '../packet/format-lines.ts';
import type { Recorder } from '../recording/recorder.ts';
import { normaliseName } from '../resolvers/name-index.ts';
import { createDicePosition, createEngineApplyContext } from './apply-context.ts';
import { isLyingHere } from './validate-actions.ts';

/** Words that more entities bear in their names stand for none of them; short ones, such as articles, sooner. */
const MOST_BEARERS = 8;
const MOST_BEARERS_OF_SHORT = 3;
const SHORT = 3;
/** Shorter words, initials and particles, never stand for a name. */
const SHORTEST = 3;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Tells whether an authored condition names an entity. */
type NameFinder = (condition: string) => boolean;

/**
 * Returns a test whether a condition names one of these entities. A name is the whole name, the title, the author's own id in
 * the pack, or, for people, one telling word. Works on whole words in any language; capitals do not matter.
 */
export function createNameFinder(
  { entities }: Pick<Snapshot, 'entities'>,
  wanted: readonly Entity[],
): NameFinder {
  const bearers = countBearers(Object.values(entities));
  const isTelling = (word: string) =>
    UNSPACED.test(word) ||
    (word.length >= SHORTEST &&
      (bearers.get(word) ?? 0) <= (word.length <= SHORT ? MOST_BEARERS_OF_SHORT : MOST_BEARERS));
  const names = [...new Set(wanted.flatMap((entity) => listNames(entity, isTelling)))];
  return (condition) => {
    const plain = normaliseName(condition);
    return names.some((name) =>
      UNSPACED.test(name) ? plain.includes(name) : ` ${plain} `.includes(` ${name} `),
    );
  };
}

function listNames(entity: Entity, isTelling: (word: string) => boolean): readonly string[] {
  const name = normaliseName(entity.name);
  const packName = normaliseName(entity.packEntityId?.split(':').at(-1) ?? '');
  const words = name.split(' ');
  // "The Night Book" is also called "Night Book".
  const bare = words.length > 1 && (words[0]?.length ?? 0) <= SHORT ? words.slice(1).join(' ') : name;
  const own =
    entity.kind === 'character' ? [normaliseName(entity.title ?? ''), ...words.filter(isTelling)] : [];
  return [name, bare, packName, ...own].filter((one) => one !== '');
}

function countBearers(entities: readonly Entity[]): ReadonlyMap<string, number> {
  const bearers = new Map<string, number>();
  for (const { name } of entities)
    for (const word of new Set(normaliseName(name).split(' ')))
      bearers.set(word, (bearers.get(word) ?? 0) + 1);
  return bearers;
}

/** At most this many may be met in one turn. */
const MOST_MET = 2;

type Placed = Pick<TurnContext, 'snapshot' | 'view' | 'persona'>;
type Trigger = { readonly id: string; readonly fact: Fact; readonly when: string; readonly rank: number };

/**
 * Lists the triggers within reach by their conditions, the nearest first; the prompt's budget decides how many are sent. What they reveal
 * is not in it.
 */
export function listTriggers(placed: Placed): readonly ListedTrigger[] {
  return findTriggers(placed).map(({ id, fact, when }) => {
    // A name the persona has not heard would be a leak.
    return { id, when, about: placed.view.entities[fact.subjectId]?.name ?? '' };
  });
}

function findTriggers({ snapshot, persona }: Placed): readonly Trigger[] {
  const here = rankHere(snapshot, persona.id);
  const isNamedHere = createNameFinder(
    snapshot,
    [...here.keys()].flatMap((id) => snapshot.entities[id as keyof Snapshot['entities']] ?? []),
  );
  const triggers = Object.values(snapshot.facts).flatMap((fact) => {
    if (fact.visibility !== 'hidden' || isRecordKnown(fact, persona.id)) return [];
    const rank = here.get(fact.subjectId);
    return fact.triggers.flatMap((when, at) => {
      const isWithinReach = rank !== undefined || isNamedHere(when);
      return isWithinReach ? [{ id: `${fact.id}.${at}`, fact, when, rank: rank ?? RANKS.named }] : [];
    });
  });
  return triggers.toSorted((one, other) => one.rank - other.rank);
}

/**
 * Rank of a trigger by the nearness of its subject: the place, things at hand, people, their factions. Last are those that
 * only name one of them.
 */
const RANKS = { place: 0, thing: 1, person: 2, faction: 3, named: 4 } as const;

/**
 * Ranks by id what is here: the place, what the persona carries, what lies here, and the people here with what they carry.
 * Factions with their seat or a member here count as well. The persona counts too: some things come to light by what they own
 * up to.
 */
function rankHere(snapshot: Snapshot, personaId: string): ReadonlyMap<string, number> {
  const { placeId, presentIds } = snapshot.scene;
  const lying = Object.values(snapshot.entities).filter(
    (item) => item.kind === 'item' && isLyingHere(snapshot, item),
  );
  const carried = Object.keys(snapshot.inventory[personaId as keyof Snapshot['inventory']] ?? {});
  const ranks = new Map<string, number>();
  if (placeId !== null) ranks.set(placeId, RANKS.place);
  for (const id of [...carried, ...lying.map((item) => item.id)]) ranks.set(id, RANKS.thing);
  for (const id of presentIds) {
    for (const itemId of Object.keys(snapshot.inventory[id] ?? {}))
      if (!ranks.has(itemId)) ranks.set(itemId, RANKS.person);
    ranks.set(id, RANKS.person);
  }
  for (const faction of Object.values(snapshot.entities))
    if (faction.kind === 'faction' && isRepresented(faction, snapshot)) ranks.set(faction.id, RANKS.faction);
  return ranks;
}

/** Tells whether a faction has its seat, its leader or a member here. A persona stands for their own. */
function isRepresented({ id, attributes, leaderId }: Faction, { entities, scene }: Snapshot): boolean {
  if (scene.placeId !== null && attributes.seat === scene.placeId) return true;
  return scene.presentIds.some((presentId) => {
    const present = entities[presentId];
    return presentId === leaderId || (present?.kind === 'character' && present.factionId === id);
  });
}

type Revelation = {
  readonly snapshot: Snapshot;
  readonly effects: readonly Effect[];
  readonly revealed: readonly Revealed[];
};

/**
 * Brings to light what the Reading's triggers reveal, as far as they are within reach and the player's words are quoted. A
 * persona kept from acting finds nothing.
 */
export function revealMetTriggers(
  met: readonly MetTrigger[],
  snapshot: Snapshot,
  context: TurnContext,
  recorder: Pick<Recorder, 'operations' | 'note'>,
): Revelation {
  const { persona, playerText } = context;
  const within = new Map(
    findTriggers({ ...context, snapshot: context.snapshot }).map((one) => [one.id, one]),
  );
  const confirmed = met.flatMap((one) => {
    const trigger = within.get(one.id);
    return trigger !== undefined && hasText(playerText, one.quote) ? [trigger] : [];
  });
  if (confirmed.length < met.length) {
    recorder.note('rule', {
      triggersNotMet: met.filter(({ id }) => !confirmed.some((one) => one.id === id)),
    });
  }
  const facts = [...new Map(confirmed.map((one) => [one.fact.id, one])).values()].slice(0, MOST_MET);
  if (facts.length === 0) return { snapshot, effects: [], revealed: [] };
  const proposals = facts.flatMap(({ fact, when }) => [
    { op: 'discover_fact', factId: fact.id, personaIds: [persona.id], method: when },
    ...uncoverItems(snapshot, fact, persona.id).map((entityId) => {
      return { op: 'discover_entity', entityId, personaIds: [persona.id], method: when };
    }),
  ]);
  const applied = applyOperations(snapshot, proposals, {
    ...createEngineApplyContext(context),
    dice: createDicePosition(context, 0),
  });
  recorder.operations({ asker: 'engine', proposals, effects: applied.effects, rejected: applied.rejected });
  const found = new Set<string>(
    applied.effects.flatMap((effect) => (effect.type === 'discovered' ? effect.subject.id : [])),
  );
  return {
    snapshot: applied.snapshot,
    effects: applied.effects,
    revealed: facts
      .filter(({ fact }) => found.has(fact.id))
      .map(({ fact, when }) => ({
        text: writeFact(fact, snapshot),
        how: when,
        saidBy: findSpeaker(fact, context),
      })),
  };
}

/** Finds the person who tells it: one who was spoken to and whom the fact is about. Null when it is seen or found. */
function findSpeaker(fact: Fact, { snapshot, view }: TurnContext): string | null {
  const subject = snapshot.entities[fact.subjectId];
  if (subject?.kind !== 'character' || subject.status !== 'conscious') return null;
  const isTold = subject.internal.knows?.some((known) => known === fact.object) === true;
  return isTold && view.scene.presentIds.includes(subject.id) ? subject.id : null;
}

/** Lists hidden things that lie here and that the fact is about or names. */
function uncoverItems(snapshot: Snapshot, fact: Fact, personaId: string): readonly Item['id'][] {
  const told = writeFact(fact, snapshot).toLowerCase();
  return Object.values(snapshot.entities).flatMap((item) => {
    if (item.kind !== 'item' || item.visibility !== 'hidden' || item.retired || !isLyingHere(snapshot, item))
      return [];
    if (item.knownTo.some((id) => id === personaId)) return [];
    return item.id === fact.subjectId || told.includes(item.name.toLowerCase()) ? [item.id] : [];
  });
}
