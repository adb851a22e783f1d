import { findEscalationProfile } from '#engine/rules/attempt-consequences.ts';
import { findTierBlock } from '#engine/srd5e/creatures.ts';
import { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import type { Srd5eEnding } from '#engine/srd5e/terms.ts';
import { completeStatBlock } from '#engine/srd5e/traits.ts';
import type { Character } from '#engine/state/record.ts';
import { listHarmed, type SrdAction } from './srd-action.ts';
import { findSide, isAbleToFight, type SrdResolution } from './srd-resolution.ts';

const PARTY = 'party';
const FOES = 'foes';
const NEUTRAL = 'neutral';

/** Begins a fight for a harmful action, or draws those it concerns into the one that goes on. */
export function openFight(bout: SrdResolution, actions: readonly SrdAction[]): void {
  for (const action of actions) {
    for (const targetId of listHarmed(action)) {
      if (bout.snapshot.combat === null) startFight(bout, action.actorId, targetId);
      else joinFight(bout, action.actorId, targetId);
    }
  }
  if (bout.snapshot.combat !== null) joinArrivals(bout);
}

/**
 * Sets the sides of a new fight. Personas and their companions are the party, the one they fight against and all who stand
 * by it are foes. Others stay out of it.
 */
function startFight(bout: SrdResolution, attackerId: string, targetId: string): void {
  const sides = setOpponents(bout, attackerId, targetId);
  const foe = [attackerId, targetId].find((id) => sides.get(id) === FOES) ?? targetId;
  const others = [...sides.values()].includes(PARTY) ? listBystanders(bout) : [];
  for (const id of others) {
    const side = sides.has(id) ? undefined : chooseSide(bout, id, foe);
    if (side !== undefined) sides.set(id, side);
  }
  for (const id of sides.keys()) ensureStatBlock(bout, id);
  const combatants = [...sides].map(([characterId, side]) => ({ characterId, side }));
  bout.apply([{ op: 'start_combat', combatants }]);
}

/** Puts attacker and target on two sides, also when they were friends before. */
function setOpponents(bout: SrdResolution, attackerId: string, targetId: string): Map<string, string> {
  const [attacker, target] = [attackerId, targetId].map((id) =>
    findOwnSide(bout, id) === PARTY ? PARTY : FOES,
  );
  if (attacker !== target || attacker === undefined || target === undefined) {
    return new Map([
      [attackerId, attacker ?? FOES],
      [targetId, target ?? FOES],
    ]);
  }
  const isOwn = attacker === PARTY && isPersona(bout, attackerId);
  return new Map([
    [attackerId, isOwn ? PARTY : 'attackers'],
    [targetId, isOwn ? FOES : target],
  ]);
}

/** Draws attacker and target into the fight. Opponents of the party's foes join its side; all others are foes. */
function joinFight(bout: SrdResolution, attackerId: string, targetId: string): void {
  for (const characterId of [attackerId, targetId]) {
    if (findSide(bout.snapshot, characterId) !== undefined) continue;
    const against = findSide(bout.snapshot, characterId === attackerId ? targetId : attackerId);
    const own = findOwnSide(bout, characterId) === PARTY || against === FOES ? PARTY : FOES;
    join(bout, characterId, own);
  }
}

/** Draws those into the fight who have come since it began: party, and those who stand by the foes. */
function joinArrivals(bout: SrdResolution): void {
  const foe = bout.snapshot.combat?.combatants.find(({ side }) => side === FOES)?.id;
  const hasParty = bout.snapshot.combat?.combatants.some(({ side }) => side === PARTY) === true;
  if (foe === undefined || !hasParty) return;
  for (const id of listBystanders(bout)) {
    const side = findSide(bout.snapshot, id) === undefined ? chooseSide(bout, id, foe) : undefined;
    if (side !== undefined) join(bout, id, side);
  }
  if ((bout.snapshot.combat?.round ?? 0) >= AMBUSH_ROUND) springAmbush(bout, foe);
}

/** First round in which those who lie in wait join the fight. */
const AMBUSH_ROUND = 2;

/** Lets those come out of hiding who take the part of the foes. */
function springAmbush(bout: SrdResolution, foe: string): void {
  for (const entityId of bout.snapshot.scene.obscuredIds) {
    const character = findCharacter(bout, entityId);
    if (character === null || character.captive || !isAbleToFight(bout, entityId)) continue;
    if (findSide(bout.snapshot, entityId) !== undefined || chooseSide(bout, entityId, foe) !== FOES) continue;
    const method = bout.say('fight.comes_out', { who: character.name });
    bout.apply([{ op: 'discover_entity', entityId, method }]);
    bout.tell(method);
    join(bout, entityId, FOES);
  }
}

function join(bout: SrdResolution, characterId: string, side: string): void {
  ensureStatBlock(bout, characterId);
  bout.apply([{ op: 'join_combat', characterId, side }]);
}

/** Chooses the side of a bystander; undefined for one who stays out of the fight. */
function chooseSide(bout: SrdResolution, id: string, foeId: string): string | undefined {
  const own = findOwnSide(bout, id);
  if (own === PARTY || own === FOES) return own;
  if (own === NEUTRAL) return undefined;
  return isWith(bout, id, foeId) ? FOES : undefined;
}

function findOwnSide(bout: SrdResolution, id: string): string | undefined {
  return isPersona(bout, id) ? PARTY : findCharacter(bout, id)?.side;
}

function isPersona({ snapshot }: SrdResolution, id: string): boolean {
  return snapshot.personas.some((persona) => persona === id);
}

/** Lists the characters who are here, visible, free and on their feet. */
function listBystanders(bout: SrdResolution): readonly string[] {
  const { presentIds, obscuredIds } = bout.snapshot.scene;
  return presentIds.filter((id) => {
    const character = findCharacter(bout, id);
    if (character === null || obscuredIds.includes(id) || character.hidden || character.captive) return false;
    return isAbleToFight(bout, id);
  });
}

/** Tells whether a character takes a foe's part: members of its faction, and those who mean to kill in any case. */
function isWith(bout: SrdResolution, id: string, foeId: string): boolean {
  const [one, foe] = [findCharacter(bout, id), findCharacter(bout, foeId)];
  if (one === null || foe === null) return false;
  const isKin = one.factionId !== null && one.factionId === foe.factionId;
  const { escalation, escalationProfile } = one.internal;
  const profile = findEscalationProfile(bout.playbook.mechanics.escalation, escalationProfile);
  // Those who meet people with blows from the start take part in a fight before they are provoked themselves.
  const isViolent = profile.starts !== 'soft' && profile.at_most === 'lethal';
  return isKin || isViolent || escalation?.level === 'lethal';
}

function findCharacter({ snapshot: { entities } }: SrdResolution, id: string): Character | null {
  const entity = entities[id as keyof typeof entities];
  return entity?.kind === 'character' ? entity : null;
}

/**
 * Gives a character a whole stat block before the first blow. What is written is kept; what is missing comes from the
 * bestiary (by `creature`, role or title), the ruleset's default, or figures by the character's tier.
 */
export function ensureStatBlock(bout: SrdResolution, id: string): void {
  const character = findCharacter(bout, id);
  if (character === null || !bout.playbook.rules.srd5e) return;
  const fighter = bout.fighter(id);
  const completed =
    fighter === null ? buildStatBlock(bout.playbook, character) : completeStatBlock(fighter.block);
  if (completed === null || completed === fighter?.block) return;
  bout.apply([{ op: 'set_stat_block', characterId: id, stats: completed }]);
}

/** Builds the stat block of a character who has none: the usual one of its kind, with what is on record of it. */
export function buildStatBlock(playbook: Figures, character: Character): Srd5eStatBlock | null {
  const base = findUsualBlock(playbook, character);
  const own = Srd5eStatBlock.safeParse({ ...base, ...character.stats });
  const block = own.success ? own.data : Srd5eStatBlock.safeParse(base).data;
  return block === undefined ? null : completeStatBlock(block);
}

type Figures = Pick<SrdResolution['playbook'], 'figures' | 'defaultStatBlock'>;

function findUsualBlock(playbook: Figures, character: Character): object {
  const { attributes, role, title = '', tier } = character;
  const named = [typeof attributes.creature === 'string' ? attributes.creature : '', role, title];
  const { findCreature } = playbook.figures;
  const [creature] = named.flatMap((name) => (name === '' ? [] : (findCreature(name) ?? [])));
  return creature?.block ?? playbook.defaultStatBlock ?? findTierBlock(tier);
}

/** Ends what a deed or suffering of a creature ends: its invisibility when it strikes, its one better blow. */
export function endLasting(bout: SrdResolution, characterId: string, event: Srd5eEnding): void {
  const block = bout.fighter(characterId)?.block;
  if (block === undefined) return;
  bout.apply([
    ...block.active_effects.flatMap(({ name, ends_on = [] }) =>
      ends_on.includes(event) ? [{ op: 'end_effect', characterId, name }] : [],
    ),
    ...block.conditions.flatMap(({ name, source, ends_on = [] }) =>
      ends_on.includes(event) ? [{ op: 'remove_condition', characterId, name, source }] : [],
    ),
  ]);
}

/**
 * Ends the fight when at most one side is on its feet; returns whether it is over. A party whose last members ran has fled;
 * foes who ran or gave up have lost.
 */
export function endFinishedFight(bout: SrdResolution): boolean {
  const { combat, personas } = bout.snapshot;
  if (combat === null) return true;
  const isUp = ({ id }: { readonly id: string }) => isAbleToFight(bout, id);
  const fighting = combat.combatants.filter((one) => !one.out && one.side !== 'neutral' && isUp(one));
  if (new Set(fighting.map(({ side }) => side)).size > 1) return false;
  const own = combat.combatants.find(({ id }) => personas.includes(id))?.side;
  const isOwnUp = own === undefined || fighting.some(({ side }) => side === own);
  const hasFled = combat.combatants.some((one) => one.side === own && one.out && isUp(one));
  bout.apply([{ op: 'end_combat', outcome: isOwnUp ? 'victory' : hasFled ? 'flight' : 'defeat' }]);
  return true;
}
