import { z } from 'zod';
import type { Reaction } from '#engine/contracts/reaction.ts';
import type { TurnRecord } from '#engine/domain/turn.ts';
import type { Degree } from '#engine/rules/resolution.ts';
import type { Roll } from '#engine/rules/roll.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import type { Reacted, Ruled, TurnContext } from '../context.ts';
import type { TurnTools } from '../engine-services.ts';
import { TurnSuspension } from '../pipeline.ts';
import type { RollResult } from './band-check.ts';
import { listTargetRows, PlayerDice, RollAwaited } from './player-rolls.ts';
import { listHarmed, type SrdAction, toSrdAction } from './srd-action.ts';
import { findAwaitedPersona, playFight, resolveDownedPersona, resolveDyingCompanions } from './srd-fight.ts';
import { performSrdAction } from './srd-perform.ts';
import { findSide, isAbleToFight, SrdResolution } from './srd-resolution.ts';
import { endFinishedFight, ensureStatBlock, openFight } from './srd-sides.ts';
import type { AllowedAction } from './validate-actions.ts';

type Tools = Pick<TurnTools, 'events' | 'recorder'>;

/** Result of the SRD rules, with the characters the engine hurt so that no model hurts them again. */
export type SrdResult = RollResult & {
  readonly harmed: readonly string[];
  /** Whether there was a fight in this turn, also when it is over. Its rounds take their own time. */
  readonly fought: boolean;
};

/**
 * Resolves the player's actions by the SRD: attacks open or go on with a fight, checks are rolled against their difficulty. Where
 * players roll for themselves the turn is suspended at each of their dice and played again from the same Reading.
 */
export function resolveBySrd(
  { actions, movesTo }: { readonly actions: readonly AllowedAction[]; readonly movesTo: string },
  snapshot: Snapshot,
  context: TurnContext,
  kept: object,
  tools: Tools,
): SrdResult | TurnSuspension | null {
  const isAsked = context.playbook.mechanics.player_dice === 'asked';
  const hand = isAsked ? new PlayerDice(listGivenRolls(context.lease.turn)) : null;
  const bout = new SrdResolution(context, tools, { snapshot, hand, movesTo });
  try {
    return actBySrd(actions, movesTo, context, bout);
  } catch (error) {
    if (!(error instanceof RollAwaited)) throw error;
    const { expression, purpose, modifier = 0, target } = error.due;
    const sign = modifier > 0 ? '+' : '';
    return new TurnSuspension({
      kind: 'roll',
      purpose,
      expression: modifier === 0 ? expression : `${expression}${sign}${modifier}`,
      rows: listTargetRows(error.due),
      ...(target === undefined ? {} : { target: { kind: target.kind, value: target.value } }),
      kept: JSON.parse(JSON.stringify(kept)) as Json, // a Reading is JSON
    });
  }
}

function actBySrd(
  actions: readonly AllowedAction[],
  movesTo: string,
  context: TurnContext,
  bout: SrdResolution,
): SrdResult | null {
  const { persona, playbook } = context;
  const isDown = bout.fighter(persona.id) !== null && !isAbleToFight(bout, persona.id);
  if (isDown && bout.snapshot.combat === null) {
    resolveDownedPersona(bout, persona.id);
    return toSrdResult(bout, persona.id);
  }
  prepareBodies(actions, persona.id, bout);
  const isFleeing = bout.snapshot.combat !== null && isSettingOut(actions, movesTo, bout.snapshot);
  const stated = isFleeing ? [...actions.filter(({ kind }) => kind !== 'move'), FLEE] : actions;
  const chosen = stated
    .flatMap((action) => toSrdAction(action, persona.id, bout) ?? [])
    .slice(0, playbook.mechanics.checks_per_turn);
  if (isOutOfTurn(chosen, persona.id, bout)) return toSrdResult(bout, persona.id);
  openFight(bout, chosen);
  if (bout.snapshot.combat === null) {
    for (const action of chosen) performSrdAction(bout, action);
    resolveDyingCompanions(bout, persona.id);
  } else {
    playFight(bout, persona.id, chosen, 'persona');
    tellToWait(chosen, persona.id, bout);
  }
  return bout.rolls.length === 0 && bout.told.length === 0 ? null : toSrdResult(bout, persona.id);
}

const FLEE = { kind: 'flee', target: '', check: '', means: '' } as const;

/** Tells whether the persona sets out for another place in the middle of a fight. */
function isSettingOut(actions: readonly AllowedAction[], movesTo: string, { scene }: Snapshot): boolean {
  if (movesTo !== '' && movesTo !== scene.placeId) return true;
  return actions.some(({ kind, entity }) => kind === 'move' && entity?.kind === 'location');
}

/** Gives the persona and all it attacks a stat block before the first blow. */
function prepareBodies(actions: readonly AllowedAction[], personaId: string, bout: SrdResolution): void {
  const hostile = actions.filter(({ kind }) => kind === 'attack' || kind === 'cast');
  if (hostile.length === 0) return;
  for (const id of [personaId, ...hostile.flatMap(({ target, targets }) => [target, ...targets])])
    ensureStatBlock(bout, id);
}

/** Tells a persona who wants to act in a fight while another player's persona has the turn to wait. */
function isOutOfTurn(actions: readonly SrdAction[], personaId: string, bout: SrdResolution): boolean {
  const awaited = findAwaitedPersona(bout);
  if (awaited === null || awaited === personaId) return false;
  const isIn = findSide(bout.snapshot, personaId) !== undefined;
  if (!isIn && actions.every((action) => listHarmed(action).length === 0)) return false;
  tellToWait(actions, personaId, bout);
  return true;
}

/** Tells a persona whose actions were not played that another player comes first, also when a fight has just begun. */
function tellToWait(actions: readonly SrdAction[], personaId: string, bout: SrdResolution): void {
  const awaited = findAwaitedPersona(bout);
  if (actions.length === 0 || bout.acted.has(personaId) || awaited === null || awaited === personaId) return;
  const nameOf = (id: string) => bout.fighter(id)?.character.name ?? id;
  bout.tell(bout.say('fight.not_your_turn', { who: nameOf(personaId), other: nameOf(awaited) }));
  bout.judge(personaId, false);
}

const HOSTILE: readonly string[] = ['attack', 'cast'];

/**
 * Plays the rest of the round after the characters have decided. Their attempts count; a character that attempts nothing the
 * rules decide does not strike. The others act by their stat block, as does one whose blow has no target it could hit.
 */
export function playReactions(
  { reactions }: Pick<Reacted, 'reactions'>,
  { resolvedSnapshot: snapshot, rolls: earlier }: Pick<Ruled, 'resolvedSnapshot' | 'rolls'>,
  context: TurnContext,
  tools: Tools,
): SrdResult | null {
  const { persona } = context;
  const bout = new SrdResolution(context, tools, { snapshot, earlier, acted: [persona.id] });
  const decided = readAttempts(reactions, bout);
  const actions = decided.flatMap(({ action }) => action ?? []);
  openFight(bout, actions);
  if (bout.snapshot.combat === null) for (const action of actions) performSrdAction(bout, action);
  else {
    for (const one of decided) if (isWaiting(one)) bout.waiting.add(one.characterId);
    const aimed = decided.flatMap((one) => (isAimless(one) ? [] : (one.action ?? [])));
    playFight(bout, persona.id, aimed, 'next-player');
    if (bout.snapshot.combat !== null) endFinishedFight(bout);
  }
  return bout.rolls.length === 0 && bout.told.length === 0 ? null : toSrdResult(bout, persona.id);
}

type Decided = {
  readonly characterId: string;
  readonly attempt: Reaction['attempt'];
  /** The attempt as an action of the SRD; null when the rules have nothing to decide. */
  readonly action: SrdAction | null;
};

/** Reads what the characters attempt as actions of the SRD. Those who strike and those they strike at get a stat block. */
function readAttempts(reactions: Reacted['reactions'], bout: SrdResolution): readonly Decided[] {
  for (const { characterId, reaction } of reactions) {
    if (reaction.attempt === null || !HOSTILE.includes(reaction.attempt.kind)) continue;
    for (const id of [characterId, reaction.attempt.target]) ensureStatBlock(bout, id);
  }
  return reactions.map(({ characterId, reaction: { attempt } }) => {
    const action = attempt === null ? null : toSrdAction(attempt, characterId, bout);
    return { characterId, attempt, action };
  });
}

/** Tells whether a character has decided to do nothing the rules resolve. A blow or spell they cannot make out is no such decision. */
function isWaiting({ attempt, action }: Decided): boolean {
  return action === null && (attempt === null || !HOSTILE.includes(attempt.kind));
}

/** Tells whether a character attacks without a target, or itself. */
function isAimless({ characterId, attempt, action }: Decided): boolean {
  return action?.kind === 'attack' && ['', characterId].includes(attempt?.target ?? '');
}

/** Lists the rolls the player gave while this action waited at the scene it goes on from, oldest first. */
function listGivenRolls({
  suspension,
  answers,
  baseSceneId,
}: TurnRecord): readonly { readonly faces: readonly number[] | null }[] {
  if (suspension?.kind !== 'roll' || suspension.sceneId !== baseSceneId) return [];
  const given = answers.flatMap((answer) => (answer.kind === 'roll' ? [{ faces: answer.faces }] : []));
  return given.slice(readGivenBefore(suspension.kept));
}

export function toSrdResult(bout: SrdResolution, personaId: string): SrdResult {
  const own = bout.rolls.filter(
    ({ characterId, result }) => characterId === personaId && result !== undefined,
  );
  return {
    snapshot: bout.snapshot,
    resolved: {
      text: bout.told.join(' '),
      band: own.at(-1)?.result ?? null,
      degree: toDegree(bout.judged),
      rolls: bout.rolls.map((roll) => writeRollLine(bout, roll, personaId)),
      costs: [],
      consequences: [],
    },
    rolls: bout.rolls,
    effects: bout.effects,
    harmed: [...bout.settled.harmed],
    fought: bout.fought,
  };
}

/** Writes a roll in a line; one of another character begins with its name. */
function writeRollLine(bout: SrdResolution, { line, characterId }: Roll, personaId: string): string {
  if (characterId === undefined || characterId === personaId) return line;
  const who = bout.fighter(characterId)?.character.name;
  return who === undefined ? line : `${who}: ${line}`;
}

/** Returns the degree of all attempts together; some successes and some failures are mixed. */
function toDegree(judged: readonly boolean[]): Degree | null {
  if (judged.length === 0) return null;
  if (judged.every((isReached) => isReached)) return 'success';
  return judged.some((isReached) => isReached) ? 'mixed' : 'failure';
}

const Kept = z.object({ givenBefore: z.int().min(0) });

/** Returns the number of rolls given for something else before this wait began. */
function readGivenBefore(kept: Json): number {
  return Kept.safeParse(kept).data?.givenBefore ?? 0;
}

/** Counts the rolls given for something else before a wait that begins now or goes on. */
export function countEarlierRolls({ suspension, answers, baseSceneId }: TurnRecord): number {
  if (suspension?.kind === 'roll' && suspension.sceneId === baseSceneId)
    return readGivenBefore(suspension.kept);
  return answers.filter(({ kind }) => kind === 'roll').length;
}
