import type { ProposedObservation } from '#engine/contracts/proposed-changes.ts';
import { ChronicleEntry } from '#engine/memory/chronicle.ts';
import { deriveMemories } from '#engine/memory/memories.ts';
import { type MemoryRow, NewObservation } from '#engine/memory/observation.ts';
import { rememberObservations } from '#engine/memory/remember.ts';
import type { Roll } from '#engine/rules/roll.ts';
import type { Effect } from '#engine/state/effect.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { NewId } from '#engine/util/new-id.ts';
import type { TurnActionRow, TurnContext, TurnRelationRow, TurnResultRows } from '../context.ts';

type TurnChanges = {
  readonly effects: readonly Effect[];
  /** Rolls made before operations were applied; those they made themselves are among the effects. */
  readonly rolls: readonly Roll[];
  readonly observations: readonly ProposedObservation[];
  readonly actions: readonly TurnActionRow[];
  /** Existing memories of those who observed something. */
  readonly remembered: readonly MemoryRow[];
};

export const NO_CHANGES: TurnChanges = {
  effects: [],
  rolls: [],
  observations: [],
  actions: [],
  remembered: [],
};

/** Builds the rows a turn leaves beside its snapshot, as rows of the scene it makes. */
export function buildTurnRows(
  happened: TurnChanges,
  after: Snapshot,
  { lease, sceneIndex, playbook }: TurnContext,
  newId: NewId,
): TurnResultRows {
  const scene = { sessionId: lease.session.id, index: sceneIndex };
  const { effects, observations, remembered } = happened;
  const incoming = observations.flatMap(({ character_id, content, importance, told_by }) => {
    // A character who is not in the world remembers nothing; the rest of the report stands.
    if (after.entities[character_id as keyof Snapshot['entities']]?.kind !== 'character') return [];
    const heard = told_by === undefined ? {} : { provenance: { kind: 'told', by: told_by } };
    return NewObservation.parse({ characterId: character_id, content, importance, ...heard });
  });
  return {
    memories: rememberObservations(deriveMemories(remembered), incoming, {
      scene,
      now: after.time,
      policy: playbook.mechanics.memory,
      newId,
      firstOrdinal: 0,
    }),
    chronicle: effects.flatMap((effect) =>
      effect.type === 'chronicle-entry' ? ChronicleEntry.parse({ ...effect.entry, scene }) : [],
    ),
    rolls: [...happened.rolls, ...effects.flatMap((effect) => (effect.type === 'rolled' ? effect.roll : []))],
    actions: happened.actions,
    relations: lastOfEachPair(effects),
  };
}

/** Returns the last change of each relation: one that changed several times is written as it stands at the end. */
function lastOfEachPair(effects: readonly Effect[]): readonly TurnRelationRow[] {
  const byPair = new Map<string, TurnRelationRow>();
  for (const effect of effects) {
    if (effect.type !== 'relation-changed') continue;
    const first = byPair.get(effect.pair);
    byPair.set(effect.pair, first === undefined ? effect : { ...effect, before: first.before });
  }
  return [...byPair.values()];
}

type WitnessedObservations = {
  readonly kept: readonly ProposedObservation[];
  /** Observations of characters who were not there and were not told. */
  readonly dropped: readonly ProposedObservation[];
};

/**
 * Keeps observations of characters who could perceive them: those present when the turn began or when it ends. Another
 * character knows of it only from one who was there.
 */
export function keepWitnessedObservations(
  observations: readonly ProposedObservation[],
  worlds: readonly Pick<Snapshot, 'scene' | 'entities'>[],
): WitnessedObservations {
  const present = new Set<string>(
    worlds.flatMap(({ scene, entities }) =>
      scene.presentIds.filter((id) => entities[id]?.kind === 'character'),
    ),
  );
  const couldKnow = ({ character_id, told_by }: ProposedObservation) =>
    present.has(character_id) || (told_by !== undefined && present.has(told_by));
  return {
    // A character who was there has no informant.
    kept: observations.filter(couldKnow).map(({ told_by, ...observation }) => {
      const isHeard = told_by !== undefined && !present.has(observation.character_id);
      return isHeard ? { ...observation, told_by } : observation;
    }),
    dropped: observations.filter((observation) => !couldKnow(observation)),
  };
}
