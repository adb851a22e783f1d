import { z } from 'zod';
import type { Json } from '#engine/kit/canonical-json.ts';
import type { Degree } from '#engine/rules/bands.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { TurnRecord } from '#engine/store/turns.ts';
import type { Reacted, Ruled, TurnContext } from '../context.ts';
import { Suspended } from '../suspended.ts';
import type { TurnTools } from '../turn-tools.ts';
import type { Rolled } from './band-check.ts';
import { Bout } from './bout.ts';
import { endFightIfOver, playFight } from './fight-round.ts';
import { lyingDown } from './lying-down.ts';
import { openFight } from './open-fight.ts';
import { performDeed } from './perform-deed.ts';
import { PlayerHand, RollAwaited, rowsOf } from './player-hand.ts';
import { type Deed, toDeed } from './srd-deed.ts';
import { isStanding } from './standing.ts';
import type { AllowedAction } from './validate-actions.ts';

type Tools = Pick<TurnTools, 'events' | 'recorder'>;

/** What the SRD settled, and who was hurt by the engine so that no model hurts them again. */
export type SrdRolled = Rolled & { readonly harmed: readonly string[] };

/**
 * Resolves the player's actions by the SRD: attacks open or go on with a fight, checks are rolled against their difficulty. Where
 * players roll for themselves the turn is suspended at each of their dice and played again from the same Reading.
 */
export function rollBySrd(
  actions: readonly AllowedAction[],
  snapshot: Snapshot,
  context: TurnContext,
  kept: object,
  tools: Tools,
): SrdRolled | Suspended | null {
  const isAsked = context.playbook.mechanics.player_dice === 'asked';
  const hand = isAsked ? new PlayerHand(listGivenRolls(context.lease.turn)) : null;
  const bout = new Bout(context, tools, { snapshot, hand });
  try {
    return actBySrd(actions, context, bout);
  } catch (error) {
    if (!(error instanceof RollAwaited)) throw error;
    const { expression, purpose, modifier = 0 } = error.due;
    const sign = modifier > 0 ? '+' : '';
    return new Suspended({
      kind: 'roll',
      purpose,
      expression: modifier === 0 ? expression : `${expression}${sign}${modifier}`,
      rows: rowsOf(error.due),
      kept: JSON.parse(JSON.stringify(kept)) as Json, // a Reading is JSON
    });
  }
}

function actBySrd(actions: readonly AllowedAction[], context: TurnContext, bout: Bout): SrdRolled | null {
  const { persona, playbook } = context;
  const isDown = bout.fighter(persona.id) !== null && !isStanding(bout, persona.id);
  if (isDown && bout.snapshot.combat === null) {
    lyingDown(bout, persona.id);
    return toRolled(bout, persona.id);
  }
  const deeds = actions.flatMap((action) => toDeed(action, persona.id, bout, playbook.rules.checks) ?? []);
  const limited = deeds.slice(0, playbook.mechanics.checks_per_turn);
  openFight(bout, limited);
  if (bout.snapshot.combat === null) for (const deed of limited) performDeed(bout, deed);
  else playFight(bout, persona.id, limited, 'persona');
  return bout.rolls.length === 0 && bout.told.length === 0 ? null : toRolled(bout, persona.id);
}

/** Plays the rest of the round after the characters have decided. Their attempts count; the others act by their stat block. */
export function playReactions(
  { reactions }: Pick<Reacted, 'reactions'>,
  { resolvedSnapshot: snapshot, rolls: earlier }: Pick<Ruled, 'resolvedSnapshot' | 'rolls'>,
  context: TurnContext,
  tools: Tools,
): SrdRolled | null {
  const { persona, playbook } = context;
  const bout = new Bout(context, tools, { snapshot, earlier, acted: [persona.id] });
  const deeds = reactions.flatMap(({ characterId, reaction }): Deed[] => {
    const deed =
      reaction.attempt === null ? null : toDeed(reaction.attempt, characterId, bout, playbook.rules.checks);
    return deed === null ? [] : [deed];
  });
  const attacks = deeds.filter(({ kind }) => kind === 'attack');
  openFight(bout, attacks);
  if (bout.snapshot.combat === null) for (const deed of deeds) performDeed(bout, deed);
  else {
    playFight(bout, persona.id, deeds, 'next-player');
    if (bout.snapshot.combat !== null) endFightIfOver(bout);
  }
  return bout.rolls.length === 0 && bout.told.length === 0 ? null : toRolled(bout, persona.id);
}

/** Rolls the player gave while this action waited at the scene it goes on from, oldest first. */
function listGivenRolls({
  suspension,
  answers,
  baseSceneId,
}: TurnRecord): readonly { readonly faces: readonly number[] | null }[] {
  if (suspension?.kind !== 'roll' || suspension.sceneId !== baseSceneId) return [];
  const given = answers.flatMap((answer) => (answer.kind === 'roll' ? [{ faces: answer.faces }] : []));
  return given.slice(readGivenBefore(suspension.kept));
}

export function toRolled(bout: Bout, personaId: string): SrdRolled {
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

/** Some reached and some missed is mixed. */
function toDegree(judged: readonly boolean[]): Degree | null {
  if (judged.length === 0) return null;
  if (judged.every((isReached) => isReached)) return 'success';
  return judged.some((isReached) => isReached) ? 'mixed' : 'failure';
}

const Kept = z.object({ givenBefore: z.int().min(0) });

/** How many rolls had been given before this wait began, for something else. */
function readGivenBefore(kept: Json): number {
  return Kept.safeParse(kept).data?.givenBefore ?? 0;
}

/** The same for a wait that begins now or goes on. */
export function countGivenBefore({ suspension, answers, baseSceneId }: TurnRecord): number {
  if (suspension?.kind === 'roll' && suspension.sceneId === baseSceneId)
    return readGivenBefore(suspension.kept);
  return answers.filter(({ kind }) => kind === 'roll').length;
}
