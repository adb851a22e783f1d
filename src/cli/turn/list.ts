import type { Page } from '#engine/store/page.ts';
import type { Store } from '#engine/store/store.ts';
import type { TurnRecord } from '#engine/store/turns.ts';

const AT_ONCE = 100;
const LONGEST = 70;

export type ListedTurn = {
  readonly id: string;
  /** The index of the scene it made; null when it made none. */
  readonly sceneIndex: number | null;
  readonly status: string;
  /** What was asked for, in a few words. */
  readonly asked: string;
};

export type ListedSession = { readonly sessionId: string; readonly turns: readonly ListedTurn[] };

type Doors = Pick<Store, 'campaigns' | 'sessions' | 'turns' | 'scenes'>;

/** Every turn of every session of a campaign, oldest first. */
export async function turnsOf(campaignId: string, store: Doors): Promise<readonly ListedSession[]> {
  const sessions = await store.sessions.ofCampaigns([campaignId]);
  const listed: ListedSession[] = [];
  for (const { id: sessionId } of sessions) {
    listed.push({ sessionId, turns: await turnsOfSession(sessionId, store) });
  }
  return listed;
}

async function turnsOfSession(sessionId: string, { turns, scenes }: Doors): Promise<readonly ListedTurn[]> {
  const found: ListedTurn[] = [];
  let after: string | null = null;
  for (;;) {
    const request = { limit: AT_ONCE, from: 'start', after, before: null } as const;
    const page: Page<TurnRecord> = await turns.ofSession(sessionId, request);
    const made = await scenes.findMany(page.items.flatMap(({ sceneId }) => sceneId ?? []));
    const indices = new Map(made.map(({ id, index }) => [id, index]));
    found.push(
      ...page.items.map(({ id, status, sceneId, input }) => {
        return { id, status, sceneIndex: indices.get(sceneId ?? '') ?? null, asked: wordsOf(input) };
      }),
    );
    after = page.items.at(-1)?.id ?? null;
    if (!page.hasMore || after === null) return found;
  }
}

/** The player's own words where there are some, else what kind of turn it is. */
function wordsOf(input: TurnRecord['input']): string {
  const { kind, text } = Object(input) as { readonly kind?: unknown; readonly text?: unknown };
  const words = typeof text === 'string' && text !== '' ? text : `(${String(kind)})`;
  return words.length <= LONGEST ? words : `${words.slice(0, LONGEST - 1)}…`;
}

export function linesOfTurns(sessions: readonly ListedSession[]): string {
  return sessions
    .map(({ sessionId, turns }) => {
      const lines = turns.map(({ id, sceneIndex, status, asked }) => {
        const scene = sceneIndex === null ? '' : String(sceneIndex);
        return `  ${scene.padStart(4)}  ${id}  ${status.padEnd(10)} ${asked}\n`;
      });
      return `Session ${sessionId}\n${lines.join('')}`;
    })
    .join('\n');
}
