import { z } from 'zod';
import { clampCost } from '#engine/rules/elapsed-time.ts';
import type { RollDice } from '#engine/srd5e/checks.ts';
import {
  compareInitiative,
  endCombatTurn,
  refreshInitiativeFeatures,
  rollInitiative,
  startCombatTurn,
} from '#engine/srd5e/combat.ts';
import { getChallengeExperience } from '#engine/srd5e/levels.ts';
import { parseStatBlock, type Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { regenerate, rollEndingSaves, rollRecharges } from '#engine/srd5e/traits.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { addMicroseconds } from '#engine/util/world-time.ts';
import { convertRoundsToTime } from '../conditions.ts';
import { grantExperience } from '../edits/experience.ts';
import { findCharacter } from '../edits/find-records.ts';
import { withEntity } from '../edits/replace-records.ts';
import { removeFromCombat, removeFromScene } from '../edits/scene-members.ts';
import { withDice, withStatBlock } from '../edits/stat-block.ts';
import { setWorldTime } from '../edits/world-time.ts';
import type { Effect } from '../effect.ts';
import { CharacterId } from '../ids.ts';
import { createCharacterNotice } from '../knowledge.ts';
import { type ChangedState, defineOperation, type OperationContext } from '../operation.ts';
import type { Character, Combat, Combatant } from '../record.ts';
import { Slug } from '../records/field-types.ts';
import type { Snapshot } from '../snapshot.ts';
import { getDifficultyShift } from '../state-rules.ts';

type Fighter = Pick<Combatant, 'side' | 'surprised'> & { readonly characterId: CharacterId };
type Ranked = { readonly id: CharacterId; readonly total: number; readonly dexterity: number };

const ORDINARY_DEXTERITY = 10;

/** Rejects a character who cannot take part in a fight here and now. */
function rejectCombatant(
  snapshot: Snapshot,
  id: CharacterId,
  path: readonly (string | number)[],
): Rejection | null {
  const character = findCharacter(snapshot, id, path);
  if ('rejected' in character) return character;
  if (!snapshot.scene.presentIds.includes(id))
    return reject('not-present', `${character.name} is not here.`, path);
  if (character.status === 'dead') return reject('creature-dead', `${character.name} is dead.`, path);
  return null;
}

/** Throws initiative for each fighter, in the order named, and puts them in the order in which they act. */
function rollCombatants(
  snapshot: Snapshot,
  fighters: readonly Fighter[],
  context: OperationContext,
): { readonly snapshot: Snapshot; readonly combatants: readonly Combatant[] } | Rejection {
  let next = snapshot;
  const ranked: (Ranked & Fighter)[] = [];
  for (const fighter of fighters) {
    const character = findCharacter(next, fighter.characterId, ['combatants']);
    if ('rejected' in character) return character;
    const rolled = initiativeOf(next, character, context);
    if ('rejected' in rolled) return rolled;
    next = rolled.snapshot;
    ranked.push({ ...fighter, ...rolled.rank });
  }
  const combatants = ranked
    .toSorted(compareInitiative)
    .map(({ id, side, surprised, total }) => ({ id, side, initiative: total, surprised, out: false }));
  return { snapshot: next, combatants };
}

function initiativeOf(
  snapshot: Snapshot,
  character: Character,
  context: OperationContext,
): { readonly snapshot: Snapshot; readonly rank: Ranked } | Rejection {
  const { id } = character;
  const parsed = context.rules.srd5e ? parseStatBlock(character.stats) : null;
  if (parsed?.success !== true) {
    const roll = context.roll('1d20', 'Initiative', { characterId: id });
    if ('rejected' in roll) return roll;
    return { snapshot, rank: { id, total: roll.total, dexterity: ORDINARY_DEXTERITY } };
  }
  const rolled = withDice(context, { characterId: id }, (roll) =>
    rollInitiative([{ id, block: parsed.data }], roll),
  );
  if ('rejected' in rolled) return rolled;
  const [first] = rolled;
  const refreshed = refreshInitiativeFeatures(parsed.data);
  return {
    snapshot: refreshed === parsed.data ? snapshot : withStatBlock(snapshot, character, refreshed),
    rank: { id, total: first?.total ?? 0, dexterity: first?.dexterity ?? ORDINARY_DEXTERITY },
  };
}

const FighterInput = z.strictObject({
  characterId: CharacterId,
  side: Slug,
  surprised: z.boolean().default(false),
});

/** Begins a fight: the engine rolls initiative for every combatant and sets the order. */
export const startCombat = defineOperation({
  name: 'start_combat',
  summary: 'Begins a fight between characters who are here; the engine throws initiative.',
  input: z.strictObject({ combatants: z.array(FighterInput).min(2).max(60) }),

  apply(snapshot, { combatants }, context) {
    if (snapshot.combat !== null) return reject('in-combat', 'There is a fight already; end it first.');
    const refusal = refusalOf(snapshot, combatants);
    if (refusal !== null) return refusal;
    const rolled = rollCombatants(snapshot, combatants, context);
    if ('rejected' in rolled) return rolled;
    const combat = { round: 1, turn: 0, combatants: rolled.combatants, startedInScene: context.sceneIndex };
    return { ...rolled.snapshot, combat };
  },
});

function refusalOf(snapshot: Snapshot, fighters: readonly z.output<typeof FighterInput>[]): Rejection | null {
  for (const [at, { characterId }] of fighters.entries()) {
    const refusal = rejectCombatant(snapshot, characterId, ['combatants', at, 'characterId']);
    if (refusal !== null) return refusal;
    if (fighters.findIndex((other) => other.characterId === characterId) === at) continue;
    return reject('combatant-twice', `${characterId} is named twice.`, ['combatants', at, 'characterId']);
  }
  if (new Set(fighters.map(({ side }) => side)).size > 1) return null;
  return reject('one-side', 'A fight has at least two sides.', ['combatants']);
}

const Input = z.strictObject({
  characterId: CharacterId,
  side: Slug,
  surprised: z.boolean().default(false),
});

/** Adds a character to a fight in progress, at the place its initiative gives. */
export const joinCombat = defineOperation({
  name: 'join_combat',
  summary:
    'Lets a character who is here join the fight; the engine throws initiative, unless it was in it before.',
  input: Input,

  apply(snapshot, fighter, context) {
    const { combat } = snapshot;
    if (combat === null) return reject('no-combat', 'There is no fight; use start_combat.');
    const refusal = rejectCombatant(snapshot, fighter.characterId, ['characterId']);
    if (refusal !== null) return refusal;
    const known = combat.combatants.find(({ id }) => id === fighter.characterId);
    if (known?.out === true) return returned(snapshot, combat, fighter);
    if (known !== undefined) {
      return reject('combatant-twice', `${fighter.characterId} is in the fight already.`, ['characterId']);
    }
    const rolled = rollCombatants(snapshot, [fighter], context);
    if ('rejected' in rolled) return rolled;
    const [newcomer] = rolled.combatants;
    if (newcomer === undefined) return snapshot;
    const slower = combat.combatants.findIndex(({ initiative }) => initiative < newcomer.initiative);
    const at = slower < 0 ? combat.combatants.length : slower;
    const combatants = combat.combatants.toSpliced(at, 0, newcomer);
    // The acting combatant keeps its turn.
    const turn = at <= combat.turn ? combat.turn + 1 : combat.turn;
    return { ...rolled.snapshot, combat: { ...combat, combatants, turn } };
  },
});

/** Returns a combatant who fled or fell to the fight, with its earlier initiative. */
function returned(
  snapshot: Snapshot,
  combat: Combat,
  { characterId, side, surprised }: z.output<typeof Input>,
): Snapshot {
  const combatants = combat.combatants.map((fighter) =>
    fighter.id === characterId ? { ...fighter, side, surprised, out: false } : fighter,
  );
  return { ...snapshot, combat: { ...combat, combatants } };
}

/**
 * Ends the turn of the acting combatant and begins the next one's. After the last, a new round begins, six seconds
 * later.
 */
export const advanceCombat = defineOperation({
  name: 'advance_combat',
  summary: 'Passes the turn in the fight to the next who can still act; a new round costs six seconds.',
  input: z.strictObject({}),

  apply(snapshot, _input, context) {
    const { combat } = snapshot;
    if (combat === null) return reject('no-combat', 'There is no fight.');
    const next = nextTurn(combat);
    if (next === null) return reject('nobody-left', 'Nobody can act any more; end the fight.');
    const acting = combat.combatants[combat.turn]?.id;
    const bonus = getDifficultyShift(snapshot, context.rules, acting ?? '');
    const ended = changeBlock(snapshot, acting, context, (block, roll) =>
      endCombatTurn(rollEndingSaves(block, roll, bonus)),
    );
    if ('rejected' in ended) return ended;
    const clocked =
      next.round === combat.round ? { snapshot: ended, effects: [] } : roundPasses(ended, context);
    if ('rejected' in clocked) return clocked;
    const turned = { ...clocked.snapshot, combat: next };
    const begun = beginTurn(turned, next.combatants[next.turn]?.id, context);
    if ('rejected' in begun) return begun;
    return { snapshot: begun.snapshot, effects: [...clocked.effects, ...begun.effects] };
  },
});

function nextTurn(combat: Combat): Combat | null {
  const { combatants, turn, round } = combat;
  for (let step = 1; step <= combatants.length; step += 1) {
    const at = (turn + step) % combatants.length;
    if (combatants[at]?.out !== false) continue;
    const wrapped = turn + step >= combatants.length;
    // Surprise ends with the turn that was lost to it.
    const seen = combatants.map((fighter, index) =>
      index === turn ? { ...fighter, surprised: false } : fighter,
    );
    return { ...combat, combatants: seen, turn: at, round: wrapped ? round + 1 : round };
  }
  return null;
}

function roundPasses(snapshot: Snapshot, { rules }: OperationContext): ChangedState | Rejection {
  const cost = clampCost('combat_round', null, { costs: rules.timeCosts });
  return 'rejected' in cost
    ? cost
    : setWorldTime(snapshot, addMicroseconds(snapshot.time, cost.microseconds));
}

function beginTurn(
  snapshot: Snapshot,
  id: CharacterId | undefined,
  context: OperationContext,
): ChangedState | Rejection {
  const effects: Effect[] = [];
  const next = changeBlock(snapshot, id, context, (block, roll) => {
    const started = startCombatTurn(rollRecharges(regenerate(block), roll));
    const character = id === undefined ? undefined : snapshot.entities[id];
    if (started.deathSaveDue && character?.kind === 'character') {
      effects.push(createCharacterNotice(snapshot, character, `${character.name} must make a death save.`));
    }
    return started.block;
  });
  return 'rejected' in next ? next : { snapshot: next, effects };
}

function changeBlock(
  snapshot: Snapshot,
  id: CharacterId | undefined,
  context: OperationContext,
  change: (block: Srd5eStatBlock, roll: RollDice) => Srd5eStatBlock,
): Snapshot | Rejection {
  const character = id === undefined ? undefined : snapshot.entities[id];
  if (!context.rules.srd5e || character?.kind !== 'character') return snapshot;
  const parsed = parseStatBlock(character.stats);
  if (!parsed.success) return snapshot;
  const block = withDice(context, { characterId: character.id }, (roll) => change(parsed.data, roll));
  if ('rejected' in block) return block;
  return block === parsed.data ? snapshot : withStatBlock(snapshot, character, block);
}

/** Takes a combatant out of the fight who runs or gives up. One who runs is gone from the scene, unless it is a persona. */
export const leaveCombat = defineOperation({
  name: 'leave_combat',
  summary: 'Takes a combatant out of the fight who flees or gives up.',
  input: z.strictObject({ characterId: CharacterId, how: z.enum(['flight', 'surrender']) }),

  apply(snapshot, { characterId, how }, { asker }) {
    const { combat, personas } = snapshot;
    if (combat === null) return reject('no-combat', 'There is no fight.');
    const isPersona = personas.includes(characterId);
    if (asker === 'model' && isPersona)
      return reject('is-persona', 'A player decides for a persona.', ['characterId']);
    if (!combat.combatants.some(({ id, out }) => id === characterId && !out)) {
      return reject('not-in-combat', `${characterId} is not in the fight.`, ['characterId']);
    }
    if (how === 'flight' && !isPersona) {
      const character = findCharacter(snapshot, characterId, ['characterId']);
      if ('rejected' in character) return character;
      if (character.side !== 'party')
        return withEntity(removeFromScene(snapshot, characterId), { ...character, placeId: null });
    }
    return { ...snapshot, combat: removeFromCombat(combat, characterId) };
  },
});

/** Ends the fight. */
export const endCombat = defineOperation({
  name: 'end_combat',
  summary:
    'Ends the fight and says how: victory, defeat, flight or truce. Its last round costs six seconds; experience is awarded.',
  input: z.strictObject({ outcome: z.enum(['victory', 'defeat', 'flight', 'truce']) }),

  apply(snapshot, { outcome }, context) {
    const { combat } = snapshot;
    if (combat === null) return reject('no-combat', 'There is no fight.');
    if (context.asker === 'model' && (outcome === 'victory' || outcome === 'defeat')) {
      return reject(
        'not-yours-to-ask',
        'The rules decide who wins; a fight may be told to end in flight or truce.',
        ['outcome'],
      );
    }
    const rounds = combat.round;
    const clocked = roundPasses(snapshot, context);
    if ('rejected' in clocked) return clocked;
    const awarded = awardVictory(withoutRounds(clocked.snapshot, context), outcome, context);
    const text = `The fight ends in ${outcome} after ${rounds} ${rounds === 1 ? 'round' : 'rounds'}.`;
    const personaIds = snapshot.personas.filter((id) => snapshot.scene.presentIds.includes(id));
    const told =
      personaIds.length === 0 ? ({ audience: 'gm' } as const) : ({ audience: 'player', personaIds } as const);
    return {
      snapshot: { ...awarded.snapshot, combat: null },
      effects: [...clocked.effects, { type: 'notice', text, ...told }, ...awarded.effects],
    };
  },
});

/**
 * Gives the experience for all foes that were overcome, in equal shares, to those of the party who took part. Beaten,
 * fled and talked round count alike; foes the party ran from do not.
 */
function awardVictory(
  snapshot: Snapshot,
  outcome: 'victory' | 'defeat' | 'flight' | 'truce',
  { rules }: OperationContext,
): ChangedState {
  const { combat, personas } = snapshot;
  const own = combat?.combatants.find(({ id }) => personas.includes(id))?.side;
  if (!rules.srd5e || combat === null || own === undefined) return { snapshot, effects: [] };
  const blockOf = (id: CharacterId): Srd5eStatBlock | null => {
    const character = snapshot.entities[id];
    return character?.kind === 'character' ? (parseStatBlock(character.stats).data ?? null) : null;
  };
  const isOvercome = ({ id, out, side }: Combatant): boolean => {
    if (side === own || side === 'neutral') return false;
    const isAll = outcome === 'victory' || outcome === 'truce';
    return isAll || out || blockOf(id)?.status !== 'conscious';
  };
  const experience = combat.combatants
    .filter(isOvercome)
    .reduce((sum, { id }) => sum + computeWorth(blockOf(id)), 0);
  const sharers = combat.combatants.filter(({ id, side }) => {
    const block = blockOf(id);
    return side === own && block !== null && block.status !== 'dead' && block.classes.length > 0;
  });
  const share = Math.floor(experience / Math.max(1, sharers.length));
  return grantExperience(
    snapshot,
    sharers.map(({ id }) => id),
    share,
  );
}

function computeWorth(block: Srd5eStatBlock | null): number {
  return block === null ? 0 : getChallengeExperience(block);
}

/** Converts durations in rounds of this fight to equally long durations in world time. */
function withoutRounds(snapshot: Snapshot, { rules }: OperationContext): Snapshot {
  let next = snapshot;
  for (const { id } of snapshot.combat?.combatants ?? []) {
    const character = next.entities[id];
    const parsed = character?.kind === 'character' && rules.srd5e ? parseStatBlock(character.stats) : null;
    if (character?.kind !== 'character' || parsed?.success !== true) continue;
    const block = convertRoundsToTime(parsed.data, snapshot.time);
    if (block !== parsed.data) next = withStatBlock(next, character, block);
  }
  return next;
}
