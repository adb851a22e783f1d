import type { Changed, OperationContext } from '../operation.ts';
import type { CoreMemory } from '../record.ts';
import { MAX_CORE_MEMORIES, type Snapshot } from '../snapshot.ts';

const MAX_TEXT = 400;

export type Memorable = Pick<CoreMemory, 'text' | 'reason' | 'visibility' | 'knownTo'>;

/** Keeps something for ever. When the list is full the oldest makes room; its row remains. */
export function remember(
  snapshot: Snapshot,
  memorable: Memorable,
  { sceneIndex }: Pick<OperationContext, 'sceneIndex'>,
): Changed {
  const text = memorable.text.slice(0, MAX_TEXT);
  const memory = { ...memorable, text, time: snapshot.time, sceneIndex };
  const coreMemories = [...snapshot.coreMemories, memory].slice(-MAX_CORE_MEMORIES);
  return { snapshot: { ...snapshot, coreMemories }, effects: [{ type: 'core-memory', memory }] };
}

/** What the game master overrules is never silent: one memory says what was corrected. */
export function correction(changes: readonly string[]): Memorable {
  return { text: `Correction: ${changes.join('; ')}`, reason: 'retcon', visibility: 'gm', knownTo: [] };
}
