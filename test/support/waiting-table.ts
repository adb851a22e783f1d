import { type TurnInput, type TurnRecord, toWaitId } from '#engine/domain/turn.ts';
import { isRejection } from '#engine/util/rejection.ts';
import type { openEngine } from './engine.ts';

type Engine = Awaited<ReturnType<typeof openEngine>>;

/** Begins a story whose opening is told; gives its session. */
export async function sitDownAt(
  { campaigns, turns }: Engine,
  entryPointId: string,
  personaIds?: readonly string[],
): Promise<string> {
  const started = await campaigns.start({
    entryPointId,
    name: null,
    ...(personaIds === undefined ? {} : { personaIds }),
  });
  if (isRejection(started)) throw new Error(started.reason);
  await turns.finished(started.openingTurn.id);
  return started.sessionId;
}

/** Sends an input and gives its turn once it no longer runs. */
export async function played(
  { turns }: Engine,
  sessionId: string,
  actionId: string,
  input: TurnInput,
): Promise<TurnRecord> {
  const submission = await turns.submit({ sessionId, actionId, input });
  if (!('submission' in submission)) throw new Error(submission.claim);
  return turns.finished(submission.turn.id);
}

/** The dice a turn waits for, as a player gives them who says which they are. */
export function dice(waiting: TurnRecord, faces: readonly number[] | null): TurnInput {
  return { kind: 'roll', personaId: null, faces, rollId: toWaitId(waiting) };
}

export type ShownRoll = {
  readonly source: string;
  readonly purpose: string;
  readonly faces: readonly number[];
  readonly total: number;
  readonly result?: string;
  readonly line: string;
};

/** What was rolled along a session, oldest first. */
export async function rollsAlong({ store }: Engine, sessionId: string): Promise<readonly ShownRoll[]> {
  const lineage = await store.sessions.lineageOf(sessionId);
  const page = { limit: 1000, from: 'start', after: null, before: null } as const;
  return (await store.rolls.along(lineage, page)).items.map(({ roll }) => Object(roll));
}
