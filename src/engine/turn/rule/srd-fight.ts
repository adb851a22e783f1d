import { isIncapacitated } from '#engine/rules/srd5e-conditions.ts';
import { countAttacksPerAction, isDying } from '#engine/rules/srd5e-derived-numbers.ts';
import { rollHoursUntilAwake } from '#engine/rules/srd5e-hit-points.ts';
import type { Srd5eStatBlock } from '#engine/rules/srd5e-stat-block.ts';
import type { Character } from '#engine/state/record.ts';
import { performSrdAction, type SrdAction } from './srd-action.ts';
import { areFoes, isAbleToFight, type SrdResolution } from './srd-resolution.ts';

/** Makes the death save of a dying character, once a turn; no other character makes one. */
function makeDeathSave(bout: SrdResolution, characterId: string): void {
  const dying = bout.fighter(characterId);
  if (dying === null || !isDying(dying.block) || bout.settled.deathSaves.has(characterId)) return;
  bout.settled.deathSaves.add(characterId);
  const before = dying.block.death_saves.failures;
  bout.apply([{ op: 'make_death_save', characterId }]);
  const after = bout.fighter(characterId);
  if (after === null) return;
  const isWorse = after.block.status === 'dead' || after.block.death_saves.failures > before;
  bout.judge(characterId, !isWorse);
}

/**
 * Plays the fight in the order of initiative from the combatant whose turn it is. With `until: 'persona'` it ends once the
 * acting persona has had its turn. With `'next-player'` it goes on to the next combatant a player decides for. Combatants
 * without an action of their own act by their stat block. The fight ends when a side has no combatant left standing.
 */
export function playFight(
  bout: SrdResolution,
  personaId: string,
  deeds: readonly SrdAction[],
  until: 'persona' | 'next-player',
): void {
  const most = 2 * (bout.snapshot.combat?.combatants.length ?? 0);
  for (let step = 0; step < most; step += 1) {
    const current = findNext(bout, personaId);
    if (current === null) break;
    bout.acted.add(current.id);
    if (current.acts) takeFightTurn(bout, current.id, personaId, deeds);
    if (endFinishedFight(bout)) break;
    bout.apply([{ op: 'advance_combat' }]);
    if (until === 'persona' && current.id === personaId) break;
  }
}

/** Finds the combatant whose turn it is, and whether it acts; null when another player decides or all have acted. */
function findNext(
  { snapshot: { combat, personas }, acted }: SrdResolution,
  personaId: string,
): { readonly id: string; readonly acts: boolean } | null {
  const current = combat?.combatants[combat.turn];
  if (current === undefined || acted.has(current.id)) return null;
  const isOtherPlayers = current.id !== personaId && personas.includes(current.id);
  if (isOtherPlayers && acted.has(personaId)) return null;
  return { id: current.id, acts: !isOtherPlayers && !current.surprised && !current.out };
}

function takeFightTurn(
  bout: SrdResolution,
  id: string,
  personaId: string,
  deeds: readonly SrdAction[],
): void {
  makeDeathSave(bout, id);
  const fighter = bout.fighter(id);
  if (fighter === null || isIncapacitated(fighter.block) || !isAbleToFight(bout, id)) return;
  const own = deeds.filter(({ actorId }) => actorId === id);
  const chosen = own.length > 0 || id === personaId ? own : attackByStatBlock(bout, id);
  let attacksLeft = countAttacks(fighter.block);
  for (const deed of chosen) {
    if (deed.kind === 'attack') attacksLeft -= 1;
    if (deed.kind !== 'attack' || attacksLeft >= 0) performSrdAction(bout, deed);
  }
}

/** Lists the attacks of a combatant without a decision: its first attack, as often as it may, at the first foe who stands. */
function attackByStatBlock(bout: SrdResolution, id: string): readonly SrdAction[] {
  const fighter = bout.fighter(id);
  const attack = fighter?.block.attacks[0];
  const target = bout.snapshot.combat?.combatants.find(
    (other) => !other.out && areFoes(bout.snapshot, id, other.id) && isAbleToFight(bout, other.id),
  );
  if (fighter === null || attack === undefined || target === undefined) return [];
  const deed: SrdAction = {
    actorId: id,
    slot: null,
    kind: 'attack',
    attack,
    targetId: target.id,
    difficulty: 15,
    knockOut: false,
  };
  return Array.from({ length: countAttacks(fighter.block) }, () => deed);
}

const COUNTS: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5 };

/**
 * Counts the attacks of a turn: the Attack action, a monster's multiattack (a term of the SRD), and one more with the other
 * hand.
 */
function countAttacks(block: Srd5eStatBlock): number {
  const [, word = ''] =
    /multiattack\W+(?:makes? )?(two|three|four|five)/i.exec(block.features.join('\n')) ?? [];
  const offHand = block.attacks.some(({ name }) => /off.?hand/i.test(name)) ? 1 : 0;
  return Math.max(countAttacksPerAction(block) + offHand, COUNTS[word.toLowerCase()] ?? 1);
}

/** Ends the fight when at most one side is on its feet; returns whether it is over. */
export function endFinishedFight(bout: SrdResolution): boolean {
  const { combat, personas } = bout.snapshot;
  if (combat === null) return true;
  const up = combat.combatants.filter(({ id, out }) => !out && isAbleToFight(bout, id));
  const sides = new Set(combat.combatants.map(({ side }) => side));
  if (sides.size > 1 && new Set(up.map(({ side }) => side)).size > 1) return false;
  const hasParty = combat.combatants.some(({ id }) => personas.includes(id));
  const isPartyUp = up.some(({ side }) =>
    combat.combatants.some((fighter) => fighter.side === side && personas.includes(fighter.id)),
  );
  bout.apply([{ op: 'end_combat', outcome: hasParty && !isPartyUp ? 'defeat' : 'victory' }]);
  return true;
}

const PARTY = 'party';
const FOES = 'foes';

/** Begins a fight for an attack, or draws those it concerns into the one that goes on. */
export function openFight(bout: SrdResolution, deeds: readonly SrdAction[]): void {
  for (const deed of deeds) {
    if (deed.kind !== 'attack' || deed.targetId === null) continue;
    const { actorId: attackerId, targetId } = deed;
    if (bout.snapshot.combat === null) bout.apply([startOf(bout, attackerId, targetId)]);
    else bout.apply(joining(bout, attackerId, targetId));
  }
}

function startOf(bout: SrdResolution, attackerId: string, targetId: string): object {
  const sides = new Map<string, string>([
    [attackerId, sideOf(bout, attackerId, FOES)],
    [targetId, sideOf(bout, targetId, FOES)],
  ]);
  // Two of the same kind who fall out are still two sides.
  if (sides.get(attackerId) === sides.get(targetId)) sides.set(attackerId, 'attackers');
  const isPartyIn = [...sides.values()].includes(PARTY);
  const foe = [attackerId, targetId].find((id) => sides.get(id) === FOES);
  for (const id of bystanders(bout)) {
    if (sides.has(id) || !isPartyIn) continue;
    if (isPersona(bout, id)) sides.set(id, PARTY);
    else if (foe !== undefined && isWith(bout, id, foe)) sides.set(id, FOES);
  }
  return {
    op: 'start_combat',
    combatants: [...sides].map(([characterId, side]) => ({ characterId, side })),
  };
}

/**
 * Lists the operations that draw attacker and target into the fight. Opponents of the party's foes join its side; all others
 * are foes.
 */
function joining(bout: SrdResolution, attackerId: string, targetId: string): readonly object[] {
  const fighters = bout.snapshot.combat?.combatants ?? [];
  const side = (id: string) => fighters.find((fighter) => fighter.id === id)?.side;
  return [attackerId, targetId].flatMap((characterId) => {
    if (side(characterId) !== undefined) return [];
    const against = side(characterId === attackerId ? targetId : attackerId);
    const own = sideOf(bout, characterId, against === FOES ? PARTY : FOES);
    return [{ op: 'join_combat', characterId, side: own }];
  });
}

function sideOf(bout: SrdResolution, id: string, otherwise: string): string {
  return isPersona(bout, id) ? PARTY : otherwise;
}

function isPersona({ snapshot }: SrdResolution, id: string): boolean {
  return snapshot.personas.some((persona) => persona === id);
}

/** Lists the characters who are here, visible and on their feet. */
function bystanders(bout: SrdResolution): readonly string[] {
  const { presentIds, obscuredIds } = bout.snapshot.scene;
  return presentIds.filter((id) => !obscuredIds.includes(id) && isAbleToFight(bout, id));
}

/** Tells whether a character takes a foe's part: members of its faction, and those who mean to kill in any case. */
function isWith({ snapshot }: SrdResolution, id: string, foeId: string): boolean {
  const [one, foe] = [characterOf(snapshot.entities, id), characterOf(snapshot.entities, foeId)];
  if (one === null || foe === null || one.hidden || one.captive) return false;
  const isKin = one.factionId !== null && one.factionId === foe.factionId;
  return isKin || one.internal.escalation?.level === 'lethal';
}

function characterOf(entities: SrdResolution['snapshot']['entities'], id: string): Character | null {
  const entity = entities[id as keyof typeof entities];
  return entity?.kind === 'character' ? entity : null;
}

/** Resolves the state of a persona who is down and out of any fight: a death save, hours until it wakes, or nothing more. */
export function resolveDownedPersona(bout: SrdResolution, personaId: string): void {
  const fighter = bout.fighter(personaId);
  if (fighter === null) return;
  const { block, character } = fighter;
  if (isDying(block)) {
    makeDeathSave(bout, personaId);
    return;
  }
  if (block.status === 'dead') {
    bout.tell(bout.say('refused.dead', { who: character.name }));
    return;
  }
  if (block.hit_points.current > 0) {
    bout.tell(bout.say('refused.unconscious', { who: character.name }));
    return;
  }
  const hours = rollHoursUntilAwake(bout.diceOf(personaId));
  const who = character.name;
  bout.tell(
    hours === 1
      ? bout.say('fight.wakes_after_hour', { who })
      : bout.say('fight.wakes_after_hours', { who, hours }),
  );
  bout.apply([
    { op: 'advance_time', minutes: hours * 60 },
    { op: 'heal', targetId: personaId, amount: 1 },
  ]);
}
