import { type AppliedOperations, applyOperations } from '#engine/state/apply-operations.ts';
import { settleStory } from '#engine/state/settle-story.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { TurnContext } from '../context.ts';
import type { Recorder } from '../recording/recorder.ts';
import { createDicePosition, createEngineApplyContext } from './apply-context.ts';

/**
 * Resolves what the story's conditions resolve in the world a step has made, and reaches its ending. An ending the rules reach
 * stands: the narrator tells it, and nothing after it can take it back.
 */
export function settleTurn(
  context: TurnContext,
  snapshot: Snapshot,
  recorder: Pick<Recorder, 'operations'>,
): Pick<AppliedOperations, 'snapshot' | 'effects'> {
  const settled = settleStory(snapshot, {
    ...createEngineApplyContext(context),
    dice: createDicePosition(context, 0),
  });
  const { effects, rejected } = settled;
  if (settled.snapshot !== snapshot || rejected.length > 0) {
    recorder.operations({ asker: 'engine', effects, rejected });
  }
  return settled;
}

/** Closes the question a scene asks the acting persona: its player has answered it or does something else. */
export function closeQuestion(
  context: TurnContext,
  snapshot: Snapshot,
  recorder: Pick<Recorder, 'operations'>,
): Snapshot {
  const { input } = context.lease.turn;
  if (input.kind !== 'story' || input.mode !== 'STORY') return snapshot;
  if (snapshot.pendingClarification?.personaId !== context.persona.id) return snapshot;
  const proposals = [{ op: 'settle_clarification' }];
  const closed = applyOperations(snapshot, proposals, {
    ...createEngineApplyContext(context),
    dice: createDicePosition(context, 0),
  });
  recorder.operations({
    asker: 'engine',
    proposals,
    effects: closed.effects,
    rejected: closed.rejected,
  });
  return closed.snapshot;
}

/** Tells whether the story ends in this turn, and returns the ending. */
export function findNewEnding(
  before: Pick<Snapshot, 'ending'>,
  after: Pick<Snapshot, 'ending'>,
): NonNullable<Snapshot['ending']> | null {
  return before.ending === undefined ? (after.ending ?? null) : null;
}
