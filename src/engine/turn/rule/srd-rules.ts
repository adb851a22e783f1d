import { z } from 'zod';
import type { Degree } from '#engine/rules/resolution.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { TurnRecord } from '#engine/store/turns.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import type { Reacted, Ruled, TurnContext } from '../context.ts';
import type { TurnTools } from '../engine-services.ts';
import { TurnSuspension } from '../pipeline.ts';
import type { RollResult } from './band-check.ts';
import { listTargetRows, PlayerDice, RollAwaited } from './player-rolls.ts';
import { performSrdAction, type SrdAction, toSrdAction } from './srd-action.ts';
import { endFinishedFight, openFight, playFight, resolveDownedPersona } from './srd-fight.ts';
import { isAbleToFight, SrdResolution } from './srd-resolution.ts';
import type { AllowedAction } from './validate-actions.ts';

type Tools = Pick<TurnTools, 'events' | 'recorder'>;

/** Result of the SRD rules, with the characters the engine hurt so that no model hurts them again. */
export type SrdResult = RollResult & { readonly harmed: readonly string[] };

/**
 * Resolves the player's actions by the SRD: attacks open or go on with a fight, checks are rolled against their difficulty. Where
 * players roll for themselves the turn is suspended at each of their dice and played again from the same Reading.
 */
export function resolveBySrd(
  actions: readonly AllowedAction[],
  snapshot: Snapshot,
  context: TurnContext,
  kept: object,
  tools: Tools,
): SrdResult | TurnSuspension | null {
  const isAsked = context.playbook.mechanics.player_dice === 'asked';
  const hand = isAsked ? new PlayerDice(listGivenRolls(context.lease.turn)) : null;
  const bout = new SrdResolution(context, tools, { snapshot, hand });
  try {
    return actBySrd(actions, context, bout);
  } catch (error) {
    if (!(error instanceof RollAwaited)) throw error;
    const { expression, purpose, modifier = 0 } = error.due;
    const sign = modifier > 0 ? '+' : '';
    return new TurnSuspension({
      kind: 'roll',
      purpose,
      expression: modifier === 0 ? expression : `${expression}${sign}${modifier}`,
      rows: listTargetRows(error.due),
      kept: JSON.parse(JSON.stringify(kept)) as Json, // a Reading is JSON
    });
  }
}

function actBySrd(
  actions: readonly AllowedAction[],
  context: TurnContext,
  bout: SrdResolution,
): SrdResult | null {
  const { persona, playbook } = context;
  const isDown = bout.fighter(persona.id) !== null && !isAbleToFight(bout, persona.id);
  if (isDown && bout.snapshot.combat === null) {
    resolveDownedPersona(bout, persona.id);
    return toSrdResult(bout, persona.id);
  }
  const deeds = actions.flatMap(
    (action) => toSrdAction(action, persona.id, bout, playbook.rules.checks) ?? [],
  );
  const limited = deeds.slice(0, playbook.mechanics.checks_per_turn);
  openFight(bout, limited);
  if (bout.snapshot.combat === null) for (const deed of limited) performSrdAction(bout, deed);
  else playFight(bout, persona.id, limited, 'persona');
  return bout.rolls.length === 0 && bout.told.length === 0 ? null : toSrdResult(bout, persona.id);
}

/** Plays the rest of the round after the characters have decided. Their attempts count; the others act by their stat block. */
export function playReactions(
  { reactions }: Pick<Reacted, 'reactions'>,
  { resolvedSnapshot: snapshot, rolls: earlier }: Pick<Ruled, 'resolvedSnapshot' | 'rolls'>,
  context: TurnContext,
  tools: Tools,
): SrdResult | null {
  const { persona, playbook } = context;
  const bout = new SrdResolution(context, tools, { snapshot, earlier, acted: [persona.id] });
  const deeds = reactions.flatMap(({ characterId, reaction }): SrdAction[] => {
    const deed =
      reaction.attempt === null
        ? null
        : toSrdAction(reaction.attempt, characterId, bout, playbook.rules.checks);
    return deed === null ? [] : [deed];
  });
  const attacks = deeds.filter(({ kind }) => kind === 'attack');
  openFight(bout, attacks);
  if (bout.snapshot.combat === null) for (const deed of deeds) performSrdAction(bout, deed);
  else {
    playFight(bout, persona.id, deeds, 'next-player');
    if (bout.snapshot.combat !== null) endFinishedFight(bout);
  }
  return bout.rolls.length === 0 && bout.told.length === 0 ? null : toSrdResult(bout, persona.id);
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
      rolls: bout.rolls.map(({ line }) => line),
      costs: [],
      consequences: [],
    },
    rolls: bout.rolls,
    effects: bout.effects,
    harmed: [...bout.settled.harmed],
  };
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
