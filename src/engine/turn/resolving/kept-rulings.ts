import { z } from 'zod';
import type { Json } from '#engine/kit/canonical-json.ts';
import { ProposedAction } from '#engine/llm/interpret-reply.ts';
import { OfferedTable, ProposedObservation, ProposedOperation } from '#engine/llm/narrate-outcome.ts';
import { DiceRequest } from '#engine/llm/resolve-reply.ts';
import type { TurnRecord } from '#engine/store/turns.ts';
import type { Given } from './player-hand.ts';
import type { Ruling } from './ruling-of.ts';

const KeptRuling = z.object({
  text: z.string(),
  dice: z.array(DiceRequest),
  operations: z.array(ProposedOperation),
  observations: z.array(ProposedObservation),
  table: OfferedTable.nullable(),
});
const Kept = z.object({
  rulings: z.array(KeptRuling),
  actions: z.array(ProposedAction),
  /** So many rolls had been given before this stretch of waiting began, for something else. */
  before: z.int().min(0),
});

/** How far a turn had come when it began to wait for dice: what the model had ruled, and what the player has given since. */
export type RulingsSoFar = {
  readonly rulings: readonly Ruling[];
  /** What was being done; null when the turn has not waited yet. */
  readonly actions: readonly ProposedAction[] | null;
  readonly given: readonly Given[];
  readonly before: number;
};

/**
 * Reads what was kept. A turn that goes on from another scene than it waited at begins anew, and dice given for the old one
 * are not taken for the new.
 */
export function rulingsSoFar({
  suspension,
  answers,
  baseSceneId,
}: Pick<TurnRecord, 'suspension' | 'answers' | 'baseSceneId'>): RulingsSoFar {
  const all = answers.flatMap((answer) => (answer.kind === 'roll' ? [{ faces: answer.faces }] : []));
  const isSame = suspension?.kind === 'roll' && suspension.sceneId === baseSceneId;
  const kept = isSame ? Kept.safeParse(suspension.kept).data : undefined;
  if (kept === undefined) return { rulings: [], actions: null, given: [], before: all.length };
  return { ...kept, given: all.slice(kept.before) };
}

export function keptFor(
  rulings: readonly Ruling[],
  actions: readonly ProposedAction[],
  before: number,
): Json {
  // Everything in it came from JSON.
  return JSON.parse(JSON.stringify({ rulings, actions, before }));
}
