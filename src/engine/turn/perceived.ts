import type { ProposedObservation } from '#engine/contracts/observation.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';

export type Perceived = {
  readonly kept: readonly ProposedObservation[];
  /** Of those who were not there and whom nobody told. */
  readonly dropped: readonly ProposedObservation[];
};

/**
 * What is remembered by those who could perceive it: whoever was there when the turn began, or is when it ends. Somebody else
 * knows of it only from one who was there.
 */
export function perceived(
  observations: readonly ProposedObservation[],
  worlds: readonly Pick<Snapshot, 'scene' | 'entities'>[],
): Perceived {
  const present = new Set<string>(
    worlds.flatMap(({ scene, entities }) =>
      scene.presentIds.filter((id) => entities[id]?.kind === 'character'),
    ),
  );
  const couldKnow = ({ character_id, told_by }: ProposedObservation) =>
    present.has(character_id) || (told_by !== undefined && present.has(told_by));
  return {
    // Whoever was there has it from nobody.
    kept: observations.filter(couldKnow).map(({ told_by, ...observation }) => {
      const isHeard = told_by !== undefined && !present.has(observation.character_id);
      return isHeard ? { ...observation, told_by } : observation;
    }),
    dropped: observations.filter((observation) => !couldKnow(observation)),
  };
}
