import { applyOperations } from '#engine/state/apply.ts';
import type { Effect } from '#engine/state/effect.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { Moment, Resolved, Validated } from './draft.ts';
import { laidOpen } from './laid-open.ts';
import type { Recorder } from './recorder.ts';
import { diceFrom, ruledBy } from './ruled-by.ts';

export type Revealed = {
  readonly standing: Snapshot;
  readonly effects: readonly Effect[];
  readonly revealed: readonly string[];
  readonly revealedBy: NonNullable<Resolved['revealedBy']>;
};

/** Brings to light what the player's action uncovers: from here on it is no secret, and the narrator is to tell it. */
export function reveal(
  standing: Snapshot,
  draft: Moment & Pick<Validated, 'discoveries'>,
  recorder: Pick<Recorder, 'operations'>,
): Revealed {
  const { discoveries, persona } = draft;
  if (discoveries.length === 0) return { standing, effects: [], revealed: [], revealedBy: [] };
  const personaIds = [persona.id];
  const [{ trigger: method = '' } = {}] = discoveries;
  const proposals = [
    ...discoveries.map(({ discoverable, trigger }) => ({
      op: 'discover_fact',
      factId: discoverable.id,
      personaIds,
      method: trigger,
    })),
    ...laidOpen(standing, draft).map((entityId) => ({ op: 'discover_entity', entityId, personaIds, method })),
  ];
  // Learning something throws no dice.
  const applied = applyOperations(standing, proposals, { ...ruledBy(draft), dice: diceFrom(draft, 0) });
  recorder.operations({ asker: 'engine', proposals, effects: applied.effects, rejected: applied.rejected });
  const found = new Set<string>(
    applied.effects.flatMap((effect) => (effect.type === 'discovered' ? effect.subject.id : [])),
  );
  return {
    standing: applied.snapshot,
    effects: applied.effects,
    revealed: discoveries.flatMap(({ discoverable: { id, content } }) => (found.has(id) ? [content] : [])),
    revealedBy: discoveries.flatMap(({ discoverable: { id, content }, saidBy }) =>
      found.has(id) && saidBy !== null ? [{ text: content, characterId: saidBy }] : [],
    ),
  };
}
