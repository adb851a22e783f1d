import { createStoryInput, type TurnInput, type TurnRecord } from '#engine/domain/turn.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { Secret } from '#engine/util/secret.ts';
import { openEngine } from '../../test/support/engine.ts';
import { copyShippedPacks } from '../../test/support/shipped-packs.ts';
import { LARGE_MODEL, type PacedModels, SMALL_MODEL } from './paced-models.ts';
import type { RecordedTurn } from './recorded-replies.ts';

export type WiredEngine = Awaited<ReturnType<typeof openWiredEngine>>;

/** Opens the engine with the shipped packs and the two models of the local server. */
export function openWiredEngine({ catalogue }: PacedModels) {
  const wired = { catalogue, credential: () => new Secret('local'), small: SMALL_MODEL, large: LARGE_MODEL };
  return openEngine({ wired, writePacks: copyShippedPacks });
}

/** Begins a campaign whose opening is told with the given replies; returns the session's id. */
export async function beginWired(
  engine: WiredEngine,
  models: PacedModels,
  entryPointId: string,
  opening: RecordedTurn,
): Promise<string> {
  models.expect(opening);
  const started = await engine.campaigns.start({ entryPointId, name: null });
  if (isRejection(started)) throw new Error(started.reason);
  const turn = await engine.turns.finished(started.openingTurn.id);
  if (turn.status !== 'committed') throw new Error(`the opening ended ${turn.status}: ${describe(turn)}`);
  return started.sessionId;
}

/** Plays one recorded turn to its end and throws dice whenever they are waited for. Returns null for a roll nobody waits for. */
export async function playRecorded(
  engine: WiredEngine,
  models: PacedModels,
  sessionId: string,
  turn: RecordedTurn,
): Promise<TurnRecord | null> {
  models.expect(turn);
  const actionId = `action-${models.calls.length}-${performance.now()}`;
  let ended = await submit(
    engine,
    sessionId,
    actionId,
    turn.says === null ? ROLL : createStoryInput(turn.says),
  );
  if (ended === null) {
    if (turn.says === null) return null;
    throw new Error(`a turn was refused: ${turn.says}`);
  }
  while (ended?.status === 'awaiting-roll') ended = await submit(engine, sessionId, `${actionId}-roll`, ROLL);
  if (ended?.status !== 'committed' && ended?.status !== 'answered') {
    throw new Error(`a turn ended ${ended === null ? 'refused' : `${ended.status}: ${describe(ended)}`}`);
  }
  return ended;
}

const ROLL: TurnInput = { kind: 'roll', personaId: null, faces: null };

async function submit(
  { turns }: WiredEngine,
  sessionId: string,
  actionId: string,
  input: TurnInput,
): Promise<TurnRecord | null> {
  const submission = await turns.submit({ sessionId, actionId, input });
  if (!('submission' in submission)) return null;
  return turns.finished(submission.turn.id);
}

function describe({ failure, suspension }: TurnRecord): string {
  return failure?.message ?? JSON.stringify(suspension);
}
