import type { Page } from '#engine/store/page.ts';
import type { Store } from '#engine/store/store.ts';
import type { TurnRecord } from '#engine/store/turns.ts';
import { onlyHits } from './lore-reads.ts';
import { type Recording, readRecording } from './recording.ts';

const AT_ONCE = 50;

/**
 * Every attempt at every turn of a session as far as it is counted, oldest first; those an earlier version recorded otherwise are
 * left out. What was sent, said and shown is let go page by page, so that a long session can be counted.
 */
export async function figuresOfSession(
  { turns }: Pick<Store, 'turns'>,
  sessionId: string,
): Promise<readonly Recording[]> {
  const found: Recording[] = [];
  let after: string | null = null;
  for (;;) {
    const request = { limit: AT_ONCE, from: 'start', after, before: null } as const;
    const page: Page<TurnRecord> = await turns.ofSession(sessionId, request);
    const ids = page.items.map(({ id }) => id);
    const recordings = await turns.recordings(ids);
    found.push(...recordings.flatMap(({ content }) => counted(readRecording(content))));
    after = ids.at(-1) ?? null;
    if (!page.hasMore || after === null) return found;
  }
}

const NOTHING_SENT = { system: [], messages: [], maxTokens: 0, seed: '' };

function counted(recording: Recording | null): Recording[] {
  if (recording === null) return [];
  const calls = recording.calls.map((call) => ({ ...call, request: NOTHING_SENT, input: null, reply: '' }));
  const reads = recording.reads.filter(({ of }) => of === 'lore.search').map(onlyHits);
  return [{ ...recording, calls, reads, prompts: [], searches: [] }];
}
