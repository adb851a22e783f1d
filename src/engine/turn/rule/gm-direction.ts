import { Direction } from '#engine/contracts/narrate-input.ts';
import type { TurnRecord } from '#engine/domain/turn.ts';
import { applyOperations } from '#engine/state/apply-operations.ts';
import type { Effect } from '#engine/state/effect.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { TurnContext } from '../context.ts';
import type { Recorder } from '../recording/recorder.ts';
import { createDicePosition, createEngineApplyContext } from './apply-context.ts';

/** As long as a title can be read at a glance. */
const LONGEST_TITLE = 80;

/** Returns the game master's request to the storyteller for this turn; nothing for any other kind of turn. */
export function readGmDirection({
  lease: {
    turn: { input },
  },
}: {
  readonly lease: { readonly turn: Pick<TurnRecord, 'input'> };
}): { readonly direction?: Direction } {
  if (input.kind !== 'instruction') return {};
  const type = Direction.shape.type.catch('scene_direction').parse(input.instructionType);
  return { direction: { type, text: input.text } };
}

type World = { readonly resolvedSnapshot: Snapshot; readonly effects: readonly Effect[] };

/**
 * Applies the game master's direction to the world of a turn without words. A chapter the game master opens has begun with
 * the end of the scene before.
 */
export function applyGmDirection<Found extends World>(
  found: Found,
  draft: TurnContext,
  recorder: Pick<Recorder, 'operations'>,
): Found {
  const { direction } = readGmDirection(draft);
  if (direction?.type !== 'chapter_start') return found;
  const { resolvedSnapshot, effects: before } = found;
  const { sceneIndex } = draft;
  const proposals = [{ op: 'start_chapter', title: titleOf(direction.text) }];
  const context = {
    ...createEngineApplyContext(draft),
    sceneIndex: sceneIndex - 1,
    dice: createDicePosition(draft, 0),
  };
  const { snapshot, effects, rejected } = applyOperations(resolvedSnapshot, proposals, context);
  recorder.operations({ asker: 'engine', proposals, effects, rejected });
  return { ...found, resolvedSnapshot: snapshot, effects: [...before, ...effects] };
}

/** Returns the first sentence of a request as a title, cut at a word where it is long. */
function titleOf(text: string): string {
  const [first = ''] = text.split(/(?<=[.!?])\s|\n/);
  const title = first.replace(/[.\s]+$/, '');
  if (title.length <= LONGEST_TITLE) return title;
  const cut = title.slice(0, LONGEST_TITLE);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), LONGEST_TITLE / 2)).trimEnd()}…`;
}

/** Tells whether the narration begins a chapter. A thought or a change by hand in between does not put it off. */
export function isChapterStart({ snapshot: { chapter }, lastNarrated }: TurnContext): boolean {
  return chapter.number > 1 && chapter.startedInScene >= lastNarrated;
}
