import { listAttacks } from '#engine/srd5e/attacks.ts';
import { isIncapacitated, isPrevented } from '#engine/srd5e/conditions.ts';
import { computeSpeed, countAttacksPerAction, isDying } from '#engine/srd5e/derived-numbers.ts';
import { describeFeatureUse } from '#engine/srd5e/feature-uses.ts';
import { rollHoursUntilAwake } from '#engine/srd5e/hit-points.ts';
import type { Srd5eAttack, Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { findRepeatable } from './spells/cast-spell.ts';
import { createAttack, type SrdAction } from './srd-action.ts';
import { findReadySaveAction, performSaveAction } from './srd-harm.ts';
import { letCompanionsHelp, performSrdAction, reviveDying } from './srd-perform.ts';
import { type Fighter, findSide, isAbleToFight, listFoes, type SrdResolution } from './srd-resolution.ts';
import { endFinishedFight } from './srd-sides.ts';
import { applyTurnEffects } from './srd-turn-effects.ts';

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
 * without an action of their own act by their stat block, except those who have decided to wait. The fight ends when a side has no combatant left standing.
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
    beginFightTurn(bout, current);
    // A player whose character comes to decides what it does.
    if (current.id !== personaId && findAwaitedPersona(bout) === current.id) break;
    applyTurnEffects(bout, current.id, 'turn_start');
    takeFightTurn(bout, current, personaId, actions);
    applyTurnEffects(bout, current.id, 'turn_end');
    if (endFinishedFight(bout)) break;
    bout.apply([{ op: 'advance_combat' }]);
    if (until === 'persona' && current.id === personaId) break;
  }
}

type Turn = { readonly id: string; readonly acts: boolean };

/** Begins the turn of a combatant: the dying make their death save. */
function beginFightTurn(bout: SrdResolution, { id, acts }: Turn): void {
  bout.acted.add(id);
  bout.extraUsed.clear();
  if (acts) makeDeathSave(bout, id);
}

/** Finds the combatant whose turn it is, and whether it acts; null when another player decides or all have acted. */
function findNext(bout: SrdResolution, personaId: string): Turn | null {
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
  { id, acts }: Turn,
  personaId: string,
  actions: readonly SrdAction[],
): void {
  const fighter = acts ? bout.fighter(id) : null;
  if (fighter === null || isIncapacitated(fighter.block) || !isAbleToFight(bout, id)) return;
  if (isKeptFromActing(bout, fighter)) return;
  standUp(bout, fighter);
  const own = actions.filter(({ actorId }) => actorId === id);
  if (own.length === 0 && id !== personaId) {
    if (!bout.waiting.has(id)) actByStatBlock(bout, id);
    return;
  }
  performInTurn(bout, fighter, own);
}

const NOTHING_UP_TO = 6;
const BLINDLY_UP_TO = 8;

/** Tells whether an effect keeps a combatant from acting in this turn: it cannot act, or confusion decides for it. */
function isKeptFromActing(bout: SrdResolution, { character: { id, name: who }, block }: Fighter): boolean {
  if (isPrevented(block, 'actions')) {
    bout.tell(bout.say('fight.cannot_act', { who }));
    return true;
  }
  if (block.active_effects.every(({ confused }) => confused !== true)) return false;
  const face = bout.diceOf(id)('1d10', 'Confusion').total;
  if (face > BLINDLY_UP_TO) return false;
  bout.tell(bout.say('fight.confused', { who }));
  const [attack] = block.attacks;
  const others =
    bout.snapshot.combat?.combatants.filter((one) => one.id !== id && isAbleToFight(bout, one.id)) ?? [];
  const [nearest] = others;
  if (face > NOTHING_UP_TO && attack !== undefined && nearest !== undefined)
    performSrdAction(bout, createAttack(id, attack, nearest.id));
  return true;
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

/** Repeats the only attack that was chosen as often as the actions allow: one, and those a feature adds. */
function repeatAttack(block: Srd5eStatBlock, own: readonly SrdAction[]): readonly SrdAction[] {
  const attacks = own.filter((action) => action.kind === 'attack');
  const [only] = attacks;
  if (attacks.length !== 1 || only === undefined || only.slot > 0) return own;
  const extra = (action: SrdAction) =>
    action.kind === 'feature' ? (describeFeatureUse(block, action.name).actions ?? 0) : 0;
  // What gives a further action comes before the blows it is used for.
  const ordered = own.toSorted((one, other) => extra(other) - extra(one));
  const isAlone = own.every(({ kind }) => kind === 'attack' || kind === 'feature');
  const more = isAlone ? own.reduce((sum, action) => sum + extra(action), 0) : 0;
  const count = countAttacks(block) * (1 + more);
  return ordered.flatMap((action) =>
    action === only ? Array.from({ length: count }, () => action) : [action],
  );
}

type TurnParts = { action: number; bonus_action: number; attacks: number };

/** Takes the part of the turn an action needs; false when it is used up. */
function spendPart(block: Srd5eStatBlock, action: SrdAction, left: TurnParts): boolean {
  if (action.kind === 'attack' && action.slot === 0) return spendAttack(block, action.attack, left);
  if (action.kind === 'feature') {
    const { takes, actions = 0 } = describeFeatureUse(block, action.name);
    left.action += actions;
    return takes === 'nothing' || spendOne(left, takes);
  }
  if (action.kind === 'cast') return spendOnSpell(block, action, left);
  return spendOne(left, 'action');
}

/** Takes the part of the turn a spell needs. A reaction held ready takes none; a spell used again its own part. */
function spendOnSpell(
  block: Srd5eStatBlock,
  { name, spell, slot }: Extract<SrdAction, { kind: 'cast' }>,
  left: TurnParts,
): boolean {
  if (spell?.casting === 'reaction') return true;
  const again = slot === 0 ? findRepeatable(block, name)?.again : undefined;
  return spendOne(left, again ?? (spell?.casting === 'bonus_action' ? 'bonus_action' : 'action'));
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
  const { active_effects: effects } = block;
  if (effects.some(({ single_attack }) => single_attack === true)) return 1;
  const extra = effects.some(({ extra_attack }) => extra_attack === true) ? 1 : 0;
  return Math.max(countAttacksPerAction(block), multiple) + extra;
}

/**
 * Lets a combatant without a decision act: help for an ally who lies dying, an action that is ready, else its attacks. A
 * creature that only casts spells uses a cantrip.
 */
function actByStatBlock(bout: SrdResolution, id: string): void {
  const fighter = bout.fighter(id);
  if (fighter === null || listFoes(bout, id).length === 0) return;
  const dying = findDyingAlly(bout, id);
  if (dying !== null && reviveDying(bout, fighter, dying)) return;
  const ready = findReadySaveAction(fighter);
  if (ready !== null) {
    performSaveAction(bout, fighter, ready);
    return;
  }
  const attacks = listTurnAttacks(fighter.block);
  if (attacks.length === 0) castCantrip(bout, fighter);
  for (const attack of attacks) {
    const targetId = chooseFoe(bout, id);
    if (targetId === undefined || !isAbleToFight(bout, id)) return;
    performSrdAction(bout, createAttack(id, attack, targetId));
  }
}

/** Chooses whom a combatant without a decision strikes: the party the first foe who stands, others each round another. */
function chooseFoe(bout: SrdResolution, id: string): string | undefined {
  const foes = listFoes(bout, id);
  const { combat } = bout.snapshot;
  if (combat === null || findSide(bout.snapshot, id) === 'party') return foes[0];
  const place = combat.combatants.findIndex((one) => one.id === id);
  return foes[(combat.round + place) % Math.max(1, foes.length)];
}

function findDyingAlly(bout: SrdResolution, id: string): string | null {
  const own = findSide(bout.snapshot, id);
  const dying = bout.snapshot.combat?.combatants.find((other) => {
    const block = other.side === own ? bout.fighter(other.id)?.block : undefined;
    return block !== undefined && isDying(block);
  });
  return dying?.id ?? null;
}

/** Lists the attacks of one turn: those of the multiattack, else the first attack as often as it may be made. */
function listTurnAttacks(block: Srd5eStatBlock): readonly Srd5eAttack[] {
  const all = listUsualAttacks(block);
  const { active_effects: effects } = block;
  const [first] = all;
  if (first === undefined || effects.every((one) => !one.single_attack && !one.extra_attack)) return all;
  return effects.some(({ single_attack }) => single_attack) ? [first] : [...all, first];
}

function listUsualAttacks(block: Srd5eStatBlock): readonly Srd5eAttack[] {
  const attacks = listAttacks(block);
  const { multiattack } = block;
  const [first] = attacks;
  if (first === undefined) return [];
  const parts = (multiattack ?? []).flatMap(({ attack: name, count }) => {
    const attack = attacks.find((one) => one.name === name);
    return attack === undefined ? [] : Array.from({ length: count }, () => attack);
  });
  if (parts.length > 0) return parts;
  const offHand = attacks.find(({ off_hand }) => off_hand === true);
  const count = countAttacksPerAction(block);
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

/** Resolves the state of a persona who is down and out of any fight: a death save, hours until it wakes, or nothing more. */
export function resolveDownedPersona(bout: SrdResolution, personaId: string): void {
  const fighter = bout.fighter(personaId);
  if (fighter === null) return;
  const { block, character } = fighter;
  if (isDying(block)) {
    letCompanionsHelp(bout, personaId);
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

/** Lets each companion who lies dying outside a fight be helped by the others, else make its death save. */
export function resolveDyingCompanions(bout: SrdResolution, personaId: string): void {
  const { scene, personas } = bout.snapshot;
  for (const id of scene.presentIds) {
    const fighter = id === personaId ? null : bout.fighter(id);
    if (fighter === null || !isDying(fighter.block)) continue;
    if (fighter.character.side !== 'party' && !personas.some((persona) => persona === id)) continue;
    letCompanionsHelp(bout, id);
    makeDeathSave(bout, id);
  }
}
