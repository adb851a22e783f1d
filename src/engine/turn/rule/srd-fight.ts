import { isIncapacitated } from '#engine/rules/srd5e-conditions.ts';
import { computeSpeed, countAttacksPerAction, isDying } from '#engine/rules/srd5e-derived-numbers.ts';
import { rollHoursUntilAwake } from '#engine/rules/srd5e-hit-points.ts';
import { describeFeatureUse } from '#engine/rules/srd5e-resources.ts';
import type { Srd5eAttack, Srd5eStatBlock } from '#engine/rules/srd5e-stat-block.ts';
import { createAttack, type SrdAction } from './srd-action.ts';
import { findReadySaveAction, performSaveAction } from './srd-attack.ts';
import { performSrdAction } from './srd-perform.ts';
import { type Fighter, isAbleToFight, listFoes, type SrdResolution } from './srd-resolution.ts';

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
  actions: readonly SrdAction[],
  until: 'persona' | 'next-player',
): void {
  const most = 2 * (bout.snapshot.combat?.combatants.length ?? 0);
  for (let step = 0; step < most; step += 1) {
    const current = findNext(bout, personaId);
    if (current === null) break;
    bout.acted.add(current.id);
    bout.extraUsed.clear();
    if (current.acts) takeFightTurn(bout, current.id, personaId, actions);
    if (endFinishedFight(bout)) break;
    bout.apply([{ op: 'advance_combat' }]);
    if (until === 'persona' && current.id === personaId) break;
  }
}

/** Finds the combatant whose turn it is, and whether it acts; null when another player decides or all have acted. */
function findNext(
  bout: SrdResolution,
  personaId: string,
): { readonly id: string; readonly acts: boolean } | null {
  const { combat } = bout.snapshot;
  const current = combat?.combatants[combat.turn];
  if (current === undefined || bout.acted.has(current.id)) return null;
  if (current.id !== personaId && findAwaitedPersona(bout) === current.id) return null;
  return { id: current.id, acts: !current.surprised && !current.out };
}

/** Returns the persona whose turn it is in the fight and who is able to act; null when no player is waited for. */
export function findAwaitedPersona(bout: SrdResolution): string | null {
  const { combat, personas } = bout.snapshot;
  const current = combat?.combatants[combat.turn];
  if (current === undefined || current.out || current.surprised || !personas.includes(current.id))
    return null;
  const fighter = bout.fighter(current.id);
  const isAble = fighter === null ? isAbleToFight(bout, current.id) : !isIncapacitated(fighter.block);
  return isAble ? current.id : null;
}

function takeFightTurn(
  bout: SrdResolution,
  id: string,
  personaId: string,
  actions: readonly SrdAction[],
): void {
  makeDeathSave(bout, id);
  const fighter = bout.fighter(id);
  if (fighter === null || isIncapacitated(fighter.block) || !isAbleToFight(bout, id)) return;
  standUp(bout, fighter);
  const own = actions.filter(({ actorId }) => actorId === id);
  if (own.length === 0 && id !== personaId) {
    actByStatBlock(bout, id);
    return;
  }
  performInTurn(bout, fighter, own);
}

/** Gets a combatant to its feet who fell and can move. */
function standUp(bout: SrdResolution, { character, block }: Fighter): void {
  const isProne = block.conditions.some(({ name }) => name === 'prone');
  if (!isProne || computeSpeed(block).walk === 0) return;
  bout.apply([{ op: 'remove_condition', characterId: character.id, name: 'prone' }]);
}

/** Performs what was chosen for a turn, as far as one action, one bonus action and the attacks of an action allow it. */
function performInTurn(bout: SrdResolution, { character, block }: Fighter, own: readonly SrdAction[]): void {
  const left = { action: 1, bonus_action: 1, attacks: 0 };
  const standing = new Set(own.flatMap((one) => (isTargetUp(bout, one) ? [one] : [])));
  for (const action of repeatAttack(block, own)) {
    if (!isAbleToFight(bout, character.id) || bout.snapshot.combat === null) return;
    // A foe that fell to an earlier blow of the same turn is not struck again.
    if (standing.has(action) && !isTargetUp(bout, action)) continue;
    if (spendPart(block, action, left)) performSrdAction(bout, action);
    else bout.tell(bout.say('fight.no_time', { who: character.name }));
  }
}

function isTargetUp(bout: SrdResolution, action: SrdAction): boolean {
  return action.kind === 'attack' && action.targetId !== null && isAbleToFight(bout, action.targetId);
}

/** Repeats the only attack that was chosen as often as one action allows. */
function repeatAttack(block: Srd5eStatBlock, own: readonly SrdAction[]): readonly SrdAction[] {
  const attacks = own.filter((action) => action.kind === 'attack');
  const [only] = attacks;
  if (attacks.length !== 1 || only === undefined || only.slot > 0) return own;
  const count = countAttacksPerAction(block);
  return own.flatMap((action) => (action === only ? Array.from({ length: count }, () => action) : [action]));
}

type TurnParts = { action: number; bonus_action: number; attacks: number };

/** Takes the part of the turn an action needs; false when it is used up. */
function spendPart(block: Srd5eStatBlock, action: SrdAction, left: TurnParts): boolean {
  if (action.kind === 'attack' && action.slot === 0) return spendAttack(block, action.attack, left);
  if (action.kind === 'feature') {
    const { takes, actions = 0 } = describeFeatureUse(block, action.name, 0);
    left.action += actions;
    return takes === 'nothing' || spendOne(left, takes);
  }
  if (action.kind === 'cast' && action.spell?.casting === 'bonus_action')
    return spendOne(left, 'bonus_action');
  return spendOne(left, 'action');
}

function spendAttack(block: Srd5eStatBlock, attack: Srd5eAttack, left: TurnParts): boolean {
  if (left.attacks > 0) {
    left.attacks -= 1;
    return true;
  }
  if (spendOne(left, 'action')) {
    left.attacks = countAttacks(block) - 1;
    return true;
  }
  return attack.off_hand === true && spendOne(left, 'bonus_action');
}

function spendOne(left: TurnParts, part: 'action' | 'bonus_action'): boolean {
  if (left[part] === 0) return false;
  left[part] -= 1;
  return true;
}

/** Counts the attacks of one action: by class, or by the multiattack of a monster. */
function countAttacks(block: Srd5eStatBlock): number {
  const multiple = (block.multiattack ?? []).reduce((sum, { count }) => sum + count, 0);
  return Math.max(countAttacksPerAction(block), multiple);
}

/**
 * Lets a combatant without a decision act: an action that is ready, else its attacks, each at the first foe who stands. A
 * creature that only casts spells uses a cantrip.
 */
function actByStatBlock(bout: SrdResolution, id: string): void {
  const fighter = bout.fighter(id);
  if (fighter === null || listFoes(bout, id).length === 0) return;
  const ready = findReadySaveAction(fighter);
  if (ready !== null) {
    performSaveAction(bout, fighter, ready);
    return;
  }
  const attacks = listTurnAttacks(fighter.block);
  if (attacks.length === 0) castCantrip(bout, fighter);
  for (const attack of attacks) {
    const [targetId] = listFoes(bout, id);
    if (targetId === undefined || !isAbleToFight(bout, id)) return;
    performSrdAction(bout, createAttack(id, attack, targetId));
  }
}

/** Lists the attacks of one turn: those of the multiattack, else the first attack as often as it may be made. */
function listTurnAttacks({ attacks, multiattack, ...block }: Srd5eStatBlock): readonly Srd5eAttack[] {
  const [first] = attacks;
  if (first === undefined) return [];
  const parts = (multiattack ?? []).flatMap(({ attack: name, count }) => {
    const attack = attacks.find((one) => one.name === name);
    return attack === undefined ? [] : Array.from({ length: count }, () => attack);
  });
  if (parts.length > 0) return parts;
  const offHand = attacks.find(({ off_hand }) => off_hand === true);
  const count = countAttacksPerAction({ ...block, attacks });
  return [...Array.from({ length: count }, () => first), ...(offHand === undefined ? [] : [offHand])];
}

function castCantrip(bout: SrdResolution, { character: { id }, block }: Fighter): void {
  const { findSpell } = bout.playbook.figures;
  const cantrip = block.spells_known
    .flatMap((name) => findSpell(name) ?? [])
    .find(({ figures }) => figures.level === 0 && figures.damage.length > 0);
  if (cantrip === undefined) return;
  const { name, figures: spell } = cantrip;
  performSrdAction(bout, {
    actorId: id,
    kind: 'cast',
    name,
    spell,
    slot: 0,
    targetIds: listFoes(bout, id).slice(0, 1),
  });
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

/** Lets each companion who lies dying outside a fight make its death save. */
export function resolveDyingCompanions(bout: SrdResolution, personaId: string): void {
  const { scene, personas } = bout.snapshot;
  for (const id of scene.presentIds) {
    const fighter = id === personaId ? null : bout.fighter(id);
    if (fighter === null || !isDying(fighter.block)) continue;
    if (fighter.character.side === 'party' || personas.some((persona) => persona === id))
      makeDeathSave(bout, id);
  }
}
