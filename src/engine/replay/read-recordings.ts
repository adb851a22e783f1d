import type { Page } from '#engine/store/page.ts';
import type { Store } from '#engine/store/store.ts';
import type { TurnRecord } from '#engine/store/turns.ts';
import { type Recording, readRecording } from './recording.ts';

const AT_ONCE = 50;

/** Every attempt at every turn of a session, oldest first; those an earlier version recorded otherwise are left out. */
export async function recordingsOfSession(
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
    found.push(...recordings.flatMap(({ content }) => readRecording(content) ?? []));
    after = ids.at(-1) ?? null;
    if (!page.hasMore || after === null) return found;
  }
}

/** The same of all sessions of a campaign. */
export async function recordingsOfCampaign(
  store: Pick<Store, 'turns' | 'sessions'>,
  campaignId: string,
): Promise<readonly Recording[]> {
  const sessions = await store.sessions.ofCampaigns([campaignId]);
  const all: Recording[] = [];
  for (const { id } of sessions) all.push(...(await recordingsOfSession(store, id)));
  return all;
}
