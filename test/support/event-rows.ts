import type { EventRow } from '#engine/store/event-rows.ts';

export const SESSION = '01900000-0000-7000-8000-000000000001';
export const TURN = '01900000-0000-7000-8000-000000000002';

/** A piece of narration with its number as text, at that place in the log. */
export function deltaRow(
  sequence: number,
  sessionId = SESSION,
  audience: EventRow['audience'] = 'player',
): EventRow {
  return {
    sessionId,
    sequence,
    turnId: TURN,
    audience,
    type: 'narration-delta',
    payload: { attempt: 1, text: `${sequence} ` },
    createdAt: new Date('2026-11-16T12:00:00Z'),
  };
}

/** A log's rows in memory, as a store would keep them; counts how often it is asked. */
export function rowsInMemory() {
  const rows: EventRow[] = [];
  const asked = { times: 0 };
  return {
    asked,
    rows,
    after: async (sessionId: string, sequence: number, limit: number) => {
      asked.times += 1;
      return rows.filter((row) => row.sessionId === sessionId && row.sequence > sequence).slice(0, limit);
    },
    lastSequence: async (sessionId: string) =>
      rows.filter((row) => row.sessionId === sessionId).at(-1)?.sequence ?? null,
  };
}
