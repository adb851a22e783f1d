import type { Revealed } from '#engine/contracts/narrate-input.ts';
import type { ListedTrigger, MetTrigger } from '#engine/contracts/reading.ts';
import { type ApplyContext, applyOperations, applyTrigger } from '#engine/state/apply-operations.ts';
import type { Effect } from '#engine/state/effect.ts';
import { findWitnessingPersonas } from '#engine/state/knowledge.ts';
import type { Entity, Fact, Faction, Item, Response } from '#engine/state/record.ts';
import { isConditionMet } from '#engine/state/settle-story.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { isKnownToPersona } from '#engine/state/visibility.ts';
import { memoizeByObject, memoizeText } from '#engine/util/memoize.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { hasText } from '#engine/util/text-search.ts';
import type { TurnContext } from '../context.ts';
import { writeFact } from '../packet/format-lines.ts';
import type { Recorder } from '../recording/recorder.ts';
import { normaliseName } from '../resolvers/name-index.ts';
import { createDicePosition, createEngineApplyContext } from './apply-context.ts';
import { describeChanges } from './describe-changes.ts';
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
  const isTelling = getTellingTest(entities);
  const findName = createWordFinder(wanted.flatMap((entity) => listNames(entity, isTelling)));
  return (condition) => findName(splitCondition(condition));
}

/** Lists those of these entities that a text names; see `createNameFinder`. */
export function findNamedEntities(
  text: string,
  { entities }: Pick<Snapshot, 'entities'>,
  wanted: readonly Entity[],
): readonly Entity[] {
  const isTelling = getTellingTest(entities);
  const split = splitCondition(text);
  return wanted.filter((entity) => createWordFinder(listNames(entity, isTelling))(split));
}

type SplitText = { readonly plain: string; readonly words: readonly string[] };

/** Splits a text into its normalised words. Conditions are the same in every turn. */
const splitCondition: (text: string) => SplitText = memoizeText((text) => {
  const plain = normaliseName(text);
  return { plain, words: plain.split(' ') };
});

/** Returns a test whether a text has one of some normalised names. Names of one word are looked up, however many there are. */
function createWordFinder(names: readonly string[]): (text: SplitText) => boolean {
  const spaced = names.filter((name) => !UNSPACED.test(name));
  const single = new Set(spaced.filter((name) => !name.includes(' ')));
  const longer = [...new Set(spaced)].filter((name) => name.includes(' ')).map((name) => ` ${name} `);
  const unspaced = names.filter((name) => UNSPACED.test(name));
  return ({ plain, words }) =>
    words.some((word) => single.has(word)) ||
    (longer.length > 0 && isAnyIn(longer, ` ${plain} `)) ||
    isAnyIn(unspaced, plain);
}

function isAnyIn(wanted: readonly string[], text: string): boolean {
  return wanted.some((one) => text.includes(one));
}

/** Returns a test whether a word of a name tells its bearer from others. */
const getTellingTest: (entities: Snapshot['entities']) => (word: string) => boolean = memoizeByObject(
  (entities) => {
    const bearers = countBearers(Object.values(entities));
    return (word) =>
      UNSPACED.test(word) ||
      (word.length >= SHORTEST &&
        (bearers.get(word) ?? 0) <= (word.length <= SHORT ? MOST_BEARERS_OF_SHORT : MOST_BEARERS));
  },
);

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

type Placed = Pick<TurnContext, 'snapshot' | 'view' | 'persona' | 'sceneIndex' | 'seed' | 'diceIndex'> & {
  readonly playbook: Pick<TurnContext['playbook'], 'calendar' | 'rules'>;
};
type Listed = {
  readonly id: string;
  readonly subjectId: Fact['subjectId'];
  readonly when: string;
  readonly rank: number;
};
/** Something a player may do: it brings a fact to light, or a character or a place answers it. */
type Trigger = Listed &
  (
    | { readonly kind: 'fact'; readonly fact: Fact }
    | { readonly kind: 'response'; readonly response: Response }
  );

/**
 * Lists the triggers within reach by their conditions, the nearest first; the prompt's budget decides how many are sent. What they reveal
 * is not in it.
 */
export function listTriggers(placed: Placed): readonly ListedTrigger[] {
  return findTriggers(placed).map(({ id, subjectId, when }) => {
    // A name the persona has not heard would be a leak.
    return { id, when, about: placed.view.entities[subjectId]?.name ?? '' };
  });
}

/** Returns the id of what a listed trigger is about; undefined when no fact or response has the trigger. */
export function findTriggerSubject(
  triggerId: string,
  { facts, responses = {} }: Snapshot,
): string | undefined {
  const factId = triggerId.slice(0, triggerId.lastIndexOf('.'));
  return (facts[factId as keyof typeof facts] ?? responses[triggerId])?.subjectId;
}

function findTriggers(placed: Placed): readonly Trigger[] {
  const { snapshot, persona } = placed;
  const here = rankHere(snapshot, persona.id);
  const isNamedHere = createNameFinder(
    snapshot,
    [...here.keys()].flatMap((id) => snapshot.entities[id as keyof Snapshot['entities']] ?? []),
  );
  const namesOnlyAbsent = createAbsenceTest(snapshot, persona.id);
  const facts = Object.values(snapshot.facts).flatMap((fact): Trigger[] => {
    if (fact.visibility !== 'hidden' || isKnownToPersona(fact, persona.id)) return [];
    const rank = here.get(fact.subjectId);
    return fact.triggers.flatMap((when, at) => {
      const isWithinReach = rank !== undefined || isNamedHere(when);
      const { subjectId } = fact;
      const nearest = rank !== RANKS.thing && namesOnlyAbsent(when) ? RANKS.absent : (rank ?? RANKS.named);
      const listed = { id: `${fact.id}.${at}`, subjectId, when, rank: nearest };
      return isWithinReach ? [{ ...listed, kind: 'fact', fact }] : [];
    });
  });
  return [...facts, ...findResponses(placed)].toSorted((one, other) => one.rank - other.rank);
}

/**
 * Finds the responses of the place and of people in the scene who can answer, as far as they may be given now. One whose
 * operations would be refused no longer fits: the thing is taken, the person is here or gone, the matter is settled.
 */
function findResponses(placed: Placed): readonly Trigger[] {
  const { snapshot, playbook } = placed;
  return Object.entries(snapshot.responses ?? {}).flatMap(([id, response]): Trigger[] => {
    const { subjectId, trigger: when } = response;
    if (!canRespond(subjectId, placed) || !isGivable(response, snapshot, playbook)) return [];
    if (!isFeasible(response, placed)) return [];
    const rank = subjectId === snapshot.scene.placeId ? RANKS.place : RANKS.person;
    return [{ id, subjectId, when, rank, kind: 'response', response }];
  });
}

/**
 * Lists the commands the author offers as choices: the first trigger of each response that can be given now and asks to be offered.
 * Responses that were not given yet stand first, and among them those whose conditions have come true.
 */
export function listOffers(placed: Placed): readonly string[] {
  return findResponses(placed)
    .flatMap((trigger) => (trigger.kind === 'response' && trigger.response.offered ? [trigger.response] : []))
    .toSorted(
      (one, other) =>
        one.given - other.given || Number(other.requires !== undefined) - Number(one.requires !== undefined),
    )
    .flatMap(({ trigger }) => trigger.split(';', 1))
    .map((command) => command.trim());
}

function canRespond(subjectId: string, { snapshot, view }: Pick<Placed, 'snapshot' | 'view'>): boolean {
  if (subjectId === snapshot.scene.placeId) return true;
  const person = view.scene.presentIds.find((id) => id === subjectId);
  const subject = person === undefined ? undefined : snapshot.entities[person];
  return subject?.kind === 'character' && subject.status === 'conscious';
}

function isGivable(
  { once, given, requires }: Response,
  snapshot: Snapshot,
  { calendar }: Placed['playbook'],
): boolean {
  if (once && given > 0) return false;
  return requires === undefined || isConditionMet(requires, snapshot, calendar);
}

/** Tries the operations of a response on the state as it is. */
function isFeasible({ operations }: Response, placed: Placed): boolean {
  if (operations.length === 0) return true;
  const engine = { ...createEngineApplyContext(placed), dice: createDicePosition(placed, 0) };
  return !isRejection(applyTrigger(placed.snapshot, operations, placed.persona.id, engine));
}

/**
 * Rank of a trigger by the nearness of its subject: the place, things at hand, people, their factions. Behind them are those that
 * only name one of them. Last are those that name a person elsewhere and none who is here, unless they are about a thing at hand.
 */
const RANKS = { place: 0, thing: 1, person: 2, faction: 3, named: 4, absent: 5 } as const;

/** Returns a test whether a condition names a person who is not here. Those that also name another person who is here fail it. */
function createAbsenceTest(snapshot: Snapshot, personaId: string): NameFinder {
  const people = Object.values(snapshot.entities).filter(
    ({ id, kind }) => kind === 'character' && id !== personaId,
  );
  const isHere = ({ id }: Entity) => snapshot.scene.presentIds.some((present) => present === id);
  const namesHere = createNameFinder(snapshot, people.filter(isHere));
  const namesAbsent = createNameFinder(
    snapshot,
    people.filter((one) => !isHere(one)),
  );
  return (condition) => namesAbsent(condition) && !namesHere(condition);
}

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
export function isRepresented({ id, attributes, leaderId }: Faction, { entities, scene }: Snapshot): boolean {
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
  /** Authored answers that were given, word for word. */
  readonly responses: readonly Revealed[];
  /** Sentences of what operations of the triggers have changed. */
  readonly done: readonly string[];
};

/**
 * Sets off the Reading's triggers that are within reach and quote the player's words. Facts come to light, characters and places
 * answer, and operations are applied. A persona kept from acting sets off nothing. While a table
 * leaves the attempt open, facts are held for its roll; authored answers are given at once.
 */
export function setOffTriggers(
  met: readonly MetTrigger[],
  snapshot: Snapshot,
  {
    context,
    arrived,
    nextOrdinal,
    isOpen,
  }: {
    readonly context: TurnContext;
    /** The same after the way the persona has gone in this turn; null where it has stayed. */
    readonly arrived: TurnContext | null;
    readonly nextOrdinal: number;
    readonly isOpen: boolean;
  },
  recorder: Pick<Recorder, 'operations' | 'note'>,
): Revelation & { readonly held: readonly { readonly id: string; readonly when: string }[] } {
  const confirmed = confirmTriggers(met, context, arrived, recorder);
  const waits = ({ trigger: { kind } }: Confirmed) => isOpen && kind === 'fact';
  const now = confirmed.filter((one) => !waits(one));
  return {
    ...setOff(now, snapshot, nextOrdinal, recorder),
    held: confirmed.filter(waits).map(({ trigger: { id, when } }) => ({ id, when })),
  };
}

/** Sets off the triggers that were held for a roll and that the row allows, as far as they are still within reach. */
export function setOffHeldTriggers(
  ids: readonly string[],
  snapshot: Snapshot,
  { context, nextOrdinal }: { readonly context: TurnContext; readonly nextOrdinal: number },
  recorder: Pick<Recorder, 'operations' | 'note'>,
): Revelation {
  const chosen = findTriggers(context).filter(({ id }) => ids.includes(id));
  return setOff(
    chosen.map((trigger) => ({ trigger, context })),
    snapshot,
    nextOrdinal,
    recorder,
  );
}

/** A trigger with the context in which it is within reach. */
type Confirmed = { readonly trigger: Trigger; readonly context: TurnContext };

/**
 * Returns the triggers that are within reach, here or where the persona has arrived, and whose quotation stands in the player's
 * words; one for each fact.
 */
function confirmTriggers(
  met: readonly MetTrigger[],
  context: TurnContext,
  arrived: TurnContext | null,
  recorder: Pick<Recorder, 'note'>,
): readonly Confirmed[] {
  if (met.length === 0) return [];
  const reached = arrived === null ? [context] : [arrived, context];
  const within = new Map(
    reached.flatMap((place) =>
      findTriggers(place).map((trigger) => [trigger.id, { trigger, context: place }] as const),
    ),
  );
  const confirmed = met.flatMap((one) => {
    const found = within.get(one.id);
    return found !== undefined && hasText(context.playerText, one.quote) ? [found] : [];
  });
  if (confirmed.length < met.length) {
    recorder.note('rule', {
      triggersNotMet: met.filter(({ id }) => !confirmed.some(({ trigger }) => trigger.id === id)),
    });
  }
  const bySubject = new Map(
    confirmed.map((one) => {
      const { trigger } = one;
      return [trigger.kind === 'fact' ? trigger.fact.id : trigger.id, one];
    }),
  );
  return [...bySubject.values()].slice(0, MOST_MET);
}

function setOff(
  chosen: readonly Confirmed[],
  snapshot: Snapshot,
  nextOrdinal: number,
  recorder: Pick<Recorder, 'operations' | 'note'>,
): Revelation {
  let state: Revelation = { snapshot, effects: [], revealed: [], responses: [], done: [] };
  for (const { trigger, context } of chosen) {
    const rolled = state.effects.filter(({ type }) => type === 'rolled').length;
    const dice = createDicePosition(context, nextOrdinal + rolled);
    const engine = { ...createEngineApplyContext(context), dice };
    const next =
      trigger.kind === 'fact'
        ? reveal(trigger, state.snapshot, { context, engine }, recorder)
        : respond(trigger, state.snapshot, { context, engine }, recorder);
    state = {
      snapshot: next.snapshot,
      effects: [...state.effects, ...next.effects],
      revealed: [...state.revealed, ...next.revealed],
      responses: [...state.responses, ...next.responses],
      done: [...state.done, ...describeChanges(state.snapshot, next.snapshot, context)],
    };
  }
  return state;
}

type Acting = { readonly context: TurnContext; readonly engine: ApplyContext };
type Effected = Omit<Revelation, 'done'>;

/** Brings a fact to light, with the hidden things here that it names. Its operations are applied with it. */
function reveal(
  { fact, when }: Extract<Trigger, { readonly kind: 'fact' }>,
  snapshot: Snapshot,
  { context, engine }: Acting,
  recorder: Pick<Recorder, 'operations'>,
): Effected {
  const personaIds = [context.persona.id];
  // All who are there hear what is said aloud; what is found or seen is the finder's own.
  const isSaid = findSpeaker(fact, context) !== null;
  const hearers = isSaid ? findWitnessingPersonas(snapshot, context.persona.id) : personaIds;
  const proposals = [
    { op: 'discover_fact', factId: fact.id, personaIds: hearers, method: when },
    ...uncoverItems(snapshot, fact, context.persona.id).map((entityId) => {
      return { op: 'discover_entity', entityId, personaIds, method: when };
    }),
  ];
  const applied = applyOperations(snapshot, proposals, engine);
  recorder.operations({ asker: 'engine', proposals, effects: applied.effects, rejected: applied.rejected });
  const isFound = applied.effects.some(
    (effect) => effect.type === 'discovered' && effect.subject.id === fact.id,
  );
  const revealed = {
    text: writeFact(fact, snapshot),
    how: when,
    saidBy: findSpeaker(fact, context),
    aboutId: fact.subjectId,
  };
  const { effects } = applied;
  return { snapshot: applied.snapshot, effects, revealed: isFound ? [revealed] : [], responses: [] };
}

/** Gives an authored answer with its operations. When one of them is refused, the answer is not given. */
function respond(
  { id, response, when }: Extract<Trigger, { readonly kind: 'response' }>,
  snapshot: Snapshot,
  { context, engine }: Acting,
  recorder: Pick<Recorder, 'operations' | 'note'>,
): Effected {
  const nothing = { snapshot, effects: [], revealed: [], responses: [] };
  // What the player did before in the same turn may have changed it.
  if (!isGivable(response, snapshot, context.playbook)) return nothing;
  const proposals = [{ op: 'give_response', responseId: id }, ...response.operations];
  const applied = applyTrigger(snapshot, proposals, context.persona.id, engine);
  if (isRejection(applied)) {
    recorder.note('rule', { responseNotGiven: { id, reason: applied.reason } });
    return nothing;
  }
  const { effects } = applied;
  recorder.operations({ asker: 'engine', proposals, effects, rejected: [] });
  const isPerson = snapshot.entities[response.subjectId]?.kind === 'character';
  // Other wordings of the trigger stand behind the first.
  const [how = when] = when.split(';');
  const given = { text: response.line, how, saidBy: isPerson ? response.subjectId : null };
  return { snapshot: applied.snapshot, effects, revealed: [], responses: [given] };
}

/** Finds the person who tells it: the fact is about them, they know it, and they are present and conscious. Null when it is seen or found. */
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
