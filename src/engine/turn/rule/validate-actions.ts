import type { ActionKind, ReadAction } from '#engine/contracts/reading.ts';
import { ENGLISH_ONLY, type Say } from '#engine/language/languages.ts';
import { limitCosts } from '#engine/rules/attempt-consequences.ts';
import { getPotionHealing } from '#engine/srd5e/feature-uses.ts';
import { findConsumable, type Srd5eStock } from '#engine/srd5e/resources.ts';
import { parseStatBlock, Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { listConditions } from '#engine/state/conditions.ts';
import type { CharacterId } from '#engine/state/ids.ts';
import { findPurse, hasMoney, readMoney } from '#engine/state/meters.ts';
import type { Character, Entity, Item, Location } from '#engine/state/record.ts';
import { findRoute } from '#engine/state/routes.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { StateRules } from '#engine/state/state-rules.ts';
import { isKnownToPersona } from '#engine/state/visibility.ts';
import { hasText } from '#engine/util/text-search.ts';
import type { ReadingResult, TurnContext } from '../context.ts';
import { TurnSuspension } from '../pipeline.ts';

/** Returns the opponents in a character's fight who are here and still on their feet. */
function findFoes({ combat, entities, scene }: Snapshot, id: CharacterId): readonly Character[] {
  const own = combat?.combatants.find((combatant) => combatant.id === id);
  if (combat === null || own === undefined) return [];
  return combat.combatants.flatMap((combatant) => {
    const entity = entities[combatant.id];
    const isUp = entity?.kind === 'character' && entity.status === 'conscious' && !combatant.out;
    const isFoe = combatant.side !== own.side && combatant.side !== 'neutral';
    return isUp && isFoe && scene.presentIds.includes(combatant.id) ? [entity] : [];
  });
}

/** An action that may be tried, with its target looked up. */
export type AllowedAction = ReadAction & { readonly entity: Entity | null };

export type Validation = {
  readonly allowed: readonly AllowedAction[];
  readonly blocked: readonly { readonly action: string; readonly reason: string }[];
  /** People among whom the target has to be chosen before anything can be ruled; null when nothing is open. */
  readonly unclear: { readonly action: string; readonly candidates: readonly Entity[] } | null;
};

/** The ruleset's class of cost for each kind of action; kinds that are absent belong to `other`. */
const COST_CLASS: Partial<Record<ActionKind, string>> = {
  talk: 'talk',
  look: 'look',
  search: 'investigate',
  move: 'move',
  trade: 'trade',
  threaten: 'threaten',
  attack: 'violence',
  sneak: 'sneak',
  tamper: 'tamper',
};

/** Returns the class of cost of an attempt: that of its check, else that of its kind. */
export function findCostClass({ kind, check }: ReadAction, { checks }: Pick<StateRules, 'checks'>): string {
  const declared = checks.find(({ id }) => id === check);
  return declared?.costClass ?? COST_CLASS[kind] ?? 'other';
}

/**
 * Decides what may be tried: whether the target is here, the way is open, the things are held, the price can be paid, a
 * known fact stands against it. It judges possibility, not wisdom, and never refuses ordinary talk.
 */
export function validateActions(
  actions: readonly ReadAction[],
  snapshot: Snapshot,
  persona: Character & { readonly id: CharacterId },
  rules: StateRules,
  say: Say = ENGLISH_ONLY.speak('en'),
): Validation {
  const allowed: AllowedAction[] = [];
  const blocked: { action: string; reason: string }[] = [];
  let unclear: Validation['unclear'] = null;
  for (const action of actions) {
    const aimed = findTarget(action, snapshot, persona, say);
    if (aimed.kind === 'several') {
      unclear ??= { action: describeAction(action), candidates: aimed.candidates };
      continue;
    }
    const entity = aimed.kind === 'one' ? aimed.entity : null;
    const reason =
      aimed.kind === 'nobody'
        ? aimed.reason
        : findObstacle({ ...action, entity }, { snapshot, persona, rules, say });
    if (reason === null) allowed.push({ ...action, entity });
    else blocked.push({ action: describeAction(action), reason });
  }
  return { allowed, blocked, unclear };
}

export function describeAction({ does, kind }: Pick<ReadAction, 'does' | 'kind'>): string {
  return does === '' ? kind : does;
}

type Aimed =
  | { readonly kind: 'one'; readonly entity: Entity }
  | { readonly kind: 'none' }
  | { readonly kind: 'several'; readonly candidates: readonly Entity[] }
  | { readonly kind: 'nobody'; readonly reason: string };

/** Kinds of action that mean nothing without a person they are done to. */
const NEEDS_PERSON: readonly ActionKind[] = ['attack', 'threaten'];

function findTarget(action: ReadAction, snapshot: Snapshot, persona: Character, say: Say): Aimed {
  // Targets were resolved to ids before; an id that is not on record finds nothing.
  const entity = snapshot.entities[action.target as keyof Snapshot['entities']];
  if (entity !== undefined) return { kind: 'one', entity };
  if (!NEEDS_PERSON.includes(action.kind)) return { kind: 'none' };
  const foes = findFoes(snapshot, persona.id);
  if (action.kind === 'attack' && foes[0] !== undefined) return { kind: 'one', entity: foes[0] };
  // An attack without a target never falls on a friend.
  const others = findOthers(snapshot, persona.id).filter(
    ({ id, side }) => side !== 'party' && !snapshot.personas.includes(id),
  );
  const [only, second] = others;
  if (only === undefined)
    return { kind: 'nobody', reason: say('refused.nobody_here', { who: persona.name }) };
  return second === undefined ? { kind: 'one', entity: only } : { kind: 'several', candidates: others };
}

function findOthers({ scene, entities }: Snapshot, personaId: string): readonly Character[] {
  return scene.presentIds.flatMap((id) => {
    const entity = entities[id];
    const isMet = entity?.kind === 'character' && entity.status !== 'dead' && !scene.obscuredIds.includes(id);
    return isMet && id !== personaId ? [entity] : [];
  });
}

type Acting = {
  readonly snapshot: Snapshot;
  readonly persona: Character;
  readonly rules: StateRules;
  readonly say: Say;
};

function findObstacle(action: AllowedAction, acting: Acting): string | null {
  return (
    unableToAct(action.kind, acting) ??
    struckWhenDead(action, acting) ??
    outOfReach(action, acting) ??
    notAtHand(action, acting) ??
    missingItem(action, acting) ??
    tooMany(action, acting) ??
    notGivenFromSheet(action, acting) ??
    tooExpensive(action, acting) ??
    contradicted(action, acting)
  );
}

const STILL_POSSIBLE: readonly ActionKind[] = ['look', 'talk', 'other', 'wait'];
/** Conditions, by the names rulesets use, under which nothing but looking and talking is possible. */
const INCAPACITATING: ReadonlySet<string> = new Set([
  'incapacitated',
  'paralyzed',
  'petrified',
  'stunned',
  'bound',
]);

function unableToAct(kind: ActionKind, { persona, say }: Acting): string | null {
  const who = persona.name;
  if (persona.status === 'dead') return say('refused.dead', { who });
  if (persona.status === 'unconscious') return say('refused.unconscious', { who });
  if (persona.captive && kind === 'move') return say('refused.captive', { who });
  const bound = listConditions(persona).find(({ name }) => INCAPACITATING.has(name.toLowerCase()));
  return bound === undefined || STILL_POSSIBLE.includes(kind)
    ? null
    : say('refused.condition', { who, condition: bound.name });
}

function struckWhenDead({ kind, entity }: AllowedAction, { say }: Acting): string | null {
  const isDead = entity?.kind === 'character' && entity.status === 'dead';
  return kind === 'attack' && isDead ? say('refused.dead', { who: entity.name }) : null;
}

/** Kinds of action that can be aimed at a character or thing far away. */
const REACHES_ANYWHERE: readonly ActionKind[] = ['look', 'other', 'wait', 'rest'];

function outOfReach(action: AllowedAction, { snapshot, persona, say }: Acting): string | null {
  const { entity, kind } = action;
  if (entity === null || entity.id === persona.id) return null;
  if (entity.kind === 'location') return placeOutOfReach(entity, kind, snapshot, say);
  if (entity.kind !== 'character' || REACHES_ANYWHERE.includes(kind)) return null;
  // A character who is not here can be gone to, or reached by a device or a power that is named.
  const isReached = action.items.some((id) => Object.hasOwn(snapshot.entities, id)) || action.means !== '';
  // Those here can be spoken to about a character who is not, or asked to send for them.
  if (kind === 'move' || (kind === 'talk' && (isReached || findOthers(snapshot, persona.id).length > 0)))
    return null;
  const isHere =
    snapshot.scene.presentIds.includes(entity.id) && !snapshot.scene.obscuredIds.includes(entity.id);
  return isHere ? null : say('refused.not_here', { what: entity.name });
}

function placeOutOfReach(
  { id, name }: Location,
  kind: ActionKind,
  snapshot: Snapshot,
  say: Say,
): string | null {
  const { placeId } = snapshot.scene;
  if (placeId === null || placeId === id || REACHES_ANYWHERE.includes(kind) || kind === 'talk') return null;
  const route = findRoute(snapshot, placeId, id);
  if (!route.open) return route.reason;
  // Here or near by: one way off is close enough for everything but what needs hands on it.
  return kind === 'move' || route.through.length <= 1 ? null : say('refused.too_far', { place: name });
}

/** Tells whether the persona carries a thing or it lies where the scene plays, by its place or in the place's inventory. */
function isAtHand(snapshot: Snapshot, item: Item, personaId: CharacterId): boolean {
  if (snapshot.inventory[personaId]?.[item.id] !== undefined) return true;
  return isLyingHere(snapshot, item);
}

export function isLyingHere({ scene, inventory }: Snapshot, item: Item): boolean {
  const { placeId } = scene;
  if (placeId === null) return false;
  return item.placeId === placeId || inventory[placeId]?.[item.id] !== undefined;
}

const NEEDS_HAND: readonly ActionKind[] = ['take', 'drop', 'give', 'use', 'tamper'];

function notAtHand({ entity, kind }: AllowedAction, { snapshot, persona, say }: Acting): string | null {
  if (entity?.kind !== 'item' || !NEEDS_HAND.includes(kind)) return null;
  if (isAtHand(snapshot, entity, persona.id)) return null;
  // A thing a character here holds can be asked for, stolen or fought over.
  const isHeldHere = snapshot.scene.presentIds.some(
    (id) => snapshot.inventory[id]?.[entity.id] !== undefined,
  );
  if (isHeldHere && kind === 'take') return null;
  return kind === 'take'
    ? say('refused.not_here', { what: entity.name })
    : say('refused.not_held', { who: persona.name, thing: entity.name });
}

/** Kinds of action that cannot be done with a thing that is not on record. Any other may be done without it. */
const NEEDS_THING: readonly ActionKind[] = ['attack', 'use', 'tamper', 'give', 'drop'];

function missingItem(action: AllowedAction, acting: Acting): string | null {
  const { items, kind } = action;
  const { snapshot, persona, say } = acting;
  for (const id of items) {
    if (kind === 'give' && listGivenConsumables({ items: [id], means: '' }, persona, acting).length > 0)
      continue;
    // Names were resolved to ids before; what is still a name is no thing on record.
    const item = snapshot.entities[id as keyof Snapshot['entities']];
    const isThere =
      item?.kind === 'item'
        ? isAtHand(snapshot, item, persona.id)
        : !NEEDS_THING.includes(kind) ||
          isOnSheet(id, acting) ||
          (!HANDS_OVER.includes(kind) && isOwn(id, acting));
    if (isThere) continue;
    return say('refused.not_held', { who: persona.name, thing: item?.name ?? id });
  }
  return null;
}

/** Lists the consumables of a sheet that an action hands over: what it names that is no thing at hand. */
export function listGivenConsumables(
  { items, means }: Pick<ReadAction, 'items' | 'means'>,
  giver: Character,
  { snapshot, rules }: Pick<Acting, 'snapshot' | 'rules'>,
): readonly Srd5eStock[] {
  const block = rules.srd5e ? parseStatBlock(giver.stats).data : undefined;
  if (block === undefined) return [];
  const named = items.length === 0 && means !== '' ? [means] : items;
  return named.flatMap((name) => {
    const item = snapshot.entities[name as keyof Snapshot['entities']];
    if (item?.kind === 'item' && isAtHand(snapshot, item, giver.id)) return [];
    return findConsumable(block, item?.name ?? name) ?? [];
  });
}

/** Returns the refusal when too few of a consumable are left to give, or the receiver cannot take it. */
function notGivenFromSheet(action: AllowedAction, acting: Acting): string | null {
  const { kind, entity, quantity } = action;
  const { persona, say } = acting;
  if (kind !== 'give') return null;
  for (const { key, count } of listGivenConsumables(action, persona, acting)) {
    const thing = key.replaceAll('_', ' ');
    if (count === 0) return say('refused.not_held', { who: persona.name, thing });
    if (quantity > count)
      return count === 1 ? say('refused.only_one', { thing }) : say('refused.too_many', { thing, count });
    if (entity?.kind !== 'character' || entity.status !== 'unconscious') continue;
    // What heals is given to one who lies dying by the rules.
    if (getPotionHealing(key) === null || !parseStatBlock(entity.stats).success)
      return say('refused.unconscious', { who: entity.name });
  }
  return null;
}

/** Kinds of action after which another has the thing, so that it has to be on record. */
const HANDS_OVER: readonly ActionKind[] = ['give', 'drop'];

/** Tells whether a thing belongs to a character without being on record: its description or its sheet names it, as a shield. */
function isOwn(thing: string, { persona }: Acting): boolean {
  return hasText([persona.description, ...listSheetWords(persona.stats)].join(' '), thing);
}

/** Lists the words of a sheet: its texts, and the names of what it has at all. */
function listSheetWords(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(inner === true || Number(inner) > 0 ? [name] : []),
    ...listSheetWords(inner),
  ]);
}

/** Tells whether a weapon is one of the attacks of an SRD stat block, which are no items. */
function isOnSheet(thing: string, { persona, rules }: Acting): boolean {
  const block = rules.srd5e ? Srd5eStatBlock.safeParse(persona.stats).data : undefined;
  return block?.attacks.some(({ name }) => name.toLowerCase().includes(thing.toLowerCase())) === true;
}

/** Returns the refusal when there are fewer things than the action takes, drops or gives, or less money than it pays. */
function tooMany(action: AllowedAction, acting: Acting): string | null {
  const { snapshot, persona, say } = acting;
  const { kind, entity, items, quantity, pays } = action;
  if (pays > 0) return findMoneyShortage(pays, acting);
  const id = kind === 'give' ? items[0] : entity?.id;
  const item = snapshot.entities[id as keyof Snapshot['entities']];
  if (!COUNTED.includes(kind) || quantity === 1 || item?.kind !== 'item') return null;
  const holder = kind === 'take' ? snapshot.scene.placeId : persona.id;
  const held = holder === null ? undefined : snapshot.inventory[holder]?.[item.id];
  const there = held?.quantity ?? 1;
  if (quantity <= there) return null;
  if (there === 1) return say('refused.only_one', { thing: item.name });
  return say('refused.too_many', { thing: item.name, count: there });
}

const COUNTED: readonly ActionKind[] = ['take', 'drop', 'give'];

/** Returns the refusal when the check of an action costs more money than the persona has. */
function tooExpensive(action: AllowedAction, acting: Acting): string | null {
  const { mechanics } = acting.rules;
  const money = Object.keys(mechanics.meters).find((meter) => mechanics.meters[meter]?.money === true);
  if (action.check === '' || money === undefined) return null;
  const price = -(limitCosts(mechanics, findCostClass(action, acting.rules))[money] ?? 0);
  return price > 0 ? findMoneyShortage(price, acting) : null;
}

/** Returns the refusal when the persona, or the story's purse, has less money than is to be paid. */
export function findMoneyShortage(
  pays: number,
  { snapshot, persona, rules, say }: Pick<Acting, 'snapshot' | 'persona' | 'rules' | 'say'>,
): string | null {
  if (!hasMoney(rules)) {
    const purse = findPurse(snapshot, rules);
    // Without one the engine keeps no money, and the story tells whether there is enough.
    return purse === null || purse.amount >= pays
      ? null
      : say('refused.purse_too_light', { purse: purse.name });
  }
  const money = readMoney(persona, rules);
  if (money === null) return say('refused.no_money', { who: persona.name });
  if (money.amount >= pays) return null;
  return say('refused.too_little_money', { who: persona.name, amount: `${money.amount} ${money.name}` });
}

/** Fact predicates that rule kinds of action out. They are record keys, part of the pack format. */
const RULED_OUT: Readonly<Record<string, readonly ActionKind[]>> = {
  destroyed: ['use', 'take', 'give', 'tamper', 'trade', 'move', 'search'],
  gone: ['use', 'take', 'give', 'tamper', 'trade', 'talk', 'threaten', 'attack'],
  missing: ['use', 'take', 'give', 'tamper', 'trade', 'talk', 'threaten', 'attack'],
  sealed: ['move'],
  locked: ['move'],
  closed: ['move', 'trade'],
  flooded: ['move'],
};
const ABSENCES: ReadonlySet<string> = new Set(['gone', 'missing']);
const SURE_ENOUGH = 0.5;

function contradicted({ entity, kind }: AllowedAction, { snapshot, persona, say }: Acting): string | null {
  if (entity === null) return null;
  const isDead = entity.kind === 'character' && entity.status === 'dead';
  if (isDead && ['talk', 'threaten', 'trade', 'give'].includes(kind))
    return say('refused.dead', { who: entity.name });
  const fact = Object.values(snapshot.facts).find(
    ({ subjectId, confidence, predicate, object, ...known }) =>
      subjectId === entity.id &&
      confidence >= SURE_ENOUGH &&
      object !== false &&
      RULED_OUT[predicate]?.includes(kind) === true &&
      isKnownToPersona({ ...known }, persona.id) &&
      !(ABSENCES.has(predicate) && isPresent(snapshot, entity, persona.id)),
  );
  return fact === undefined
    ? null
    : say('refused.condition', { who: entity.name, condition: fact.predicate });
}

function isPresent(snapshot: Snapshot, entity: Entity, personaId: CharacterId): boolean {
  if (entity.kind === 'item') return isAtHand(snapshot, entity, personaId);
  return snapshot.scene.presentIds.includes(entity.id) || snapshot.scene.placeId === entity.id;
}

/** Most options a question offers. */
const MOST_OPTIONS = 4;

/**
 * Suspends the turn for a question, once per action: the Reading's own, or whom an action is aimed at. A Reading that understood
 * nothing at all may ask again.
 */
export function suspendForClarification(
  { reading, lease, language }: TurnContext & ReadingResult,
  { unclear, allowed }: Validation,
): TurnSuspension | null {
  const isClarified = lease.turn.answers.some(({ kind }) => kind === 'clarification');
  const isNothingUnderstood =
    allowed.length === 0 && reading.moves_to === '' && reading.addressed.length === 0;
  const kept = JSON.parse(JSON.stringify({ reading, language }));
  if (reading.question !== null && (!isClarified || isNothingUnderstood)) {
    const { text, options } = reading.question;
    return new TurnSuspension({
      kind: 'clarification',
      question: text,
      options: options.slice(0, MOST_OPTIONS),
      kept,
    });
  }
  if (unclear === null || isClarified) return null;
  const options = unclear.candidates.slice(0, MOST_OPTIONS).map(({ name }) => name);
  return new TurnSuspension({
    kind: 'clarification',
    question: `${unclear.action}: ${options.join(' / ')}?`,
    options,
    kept,
  });
}
