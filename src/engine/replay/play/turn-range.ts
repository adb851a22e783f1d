import type { TurnRecord } from '#engine/domain/turn.ts';
import type { CampaignRecord } from '#engine/store/campaigns.ts';
import { UNKNOWN_SEED } from '#engine/store/sessions.ts';
import type { Store } from '#engine/store/store.ts';
import type { RecordingRecord } from '#engine/store/turns.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { type Committed, type Recording, readRecording } from '../recording.ts';

/** Scene as a turn left it. */
export type KeptScene = {
  readonly snapshot: unknown;
  readonly sceneLore: unknown;
  readonly narration: string;
};

/** Turn that made a scene: its recording and the scene. */
export type RecordedTurn = {
  readonly recording: Recording & { readonly outcome: Committed };
  readonly scene: KeptScene;
};

/** Consecutive turns of a session with everything needed to replay them. A replay reads nothing else. */
export type TurnRange = {
  readonly campaign: CampaignRecord;
  /** The seed of the dice. It never leaves the replay. */
  readonly seed: string;
  /** Scene at which the first of the turns began. */
  readonly base: KeptScene;
  readonly turns: readonly RecordedTurn[];
};

/** Range of scenes. `from` defaults to the first scene a turn of the session made, `to` to the last. */
export type TurnRangeRequest = {
  readonly sessionId: string;
  readonly from?: number | null;
  readonly to?: number | null;
};

/** Maximum number of turns in one replay. */
export const MAX_REPLAYED_TURNS = 200;

/** Reads the turns that made the scenes `from` to `to` of a session, or explains why they cannot be replayed. */
export async function readTurnRange(
  { sessions, campaigns, scenes, turns }: Pick<Store, 'sessions' | 'campaigns' | 'scenes' | 'turns'>,
  { sessionId, from: first, to: last }: TurnRangeRequest,
): Promise<TurnRange | Rejection> {
  const session = await sessions.find(sessionId);
  const campaign = session === null ? null : await campaigns.find(session.campaignId);
  if (session === null || campaign === null)
    return reject('unknown-session', 'there is no such session.', ['sessionId']);
  const from = first ?? (await firstOf(sessionId, scenes));
  const to = last ?? session.sceneIndex;
  const wrong = wrongRange(from, to);
  if (wrong !== null) return wrong;
  const page = { limit: to - from + 1, from: 'start', after: from - 1, before: to + 1 } as const;
  const { items } = await scenes.ofSession(sessionId, page);
  const made = items.filter(({ turnId }) => turnId !== null);
  if (made.length < to - from + 1) {
    return reject(
      'no-such-scenes',
      `this session has no turn for each of the scenes ${from} to ${to}; its last is ${session.sceneIndex}.`,
      ['to'],
    );
  }
  const found = await turns.findMany(made.flatMap(({ turnId }) => turnId ?? []));
  const recordings = await turns.recordings(found.map(({ id }) => id));
  const played = made.map(({ turnId }) => committedRecording(turnId, found, recordings));
  const missing = played.indexOf(null);
  if (missing !== -1) {
    return reject('not-recorded', `scene ${from + missing} was not recorded in a way that can be replayed.`, [
      'from',
    ]);
  }
  const seed = await sessions.seedOf(sessionId);
  if (seed === UNKNOWN_SEED) {
    return reject('seed-unknown', 'only the server on which this session was played knows its dice.', [
      'sessionId',
    ]);
  }
  const whole = played.flatMap((recording) => recording ?? []);
  const ids = whole.flatMap(({ turn, outcome }) => [turn.baseSceneId, outcome.sceneId]);
  const [snapshots, lores] = await Promise.all([scenes.snapshots(ids), scenes.sceneLore(ids)]);
  const sceneOf = (id: string, narration: string): KeptScene => {
    return { snapshot: snapshots.get(id), sceneLore: lores.get(id) ?? null, narration };
  };
  return {
    campaign,
    seed,
    base: sceneOf(whole[0]?.turn.baseSceneId ?? '', ''),
    turns: whole.map((recording) => {
      return { recording, scene: sceneOf(recording.outcome.sceneId, recording.outcome.narration) };
    }),
  };
}

/**
 * Returns the first scene that a turn of the session made. A campaign's first session begins with scene 0, which no turn made;
 * a branch begins after its origin.
 */
async function firstOf(sessionId: string, scenes: Store['scenes']): Promise<number> {
  const page = { limit: 2, from: 'start', after: null, before: null } as const;
  const { items } = await scenes.ofSession(sessionId, page);
  return items.find(({ turnId }) => turnId !== null)?.index ?? 1;
}

function wrongRange(from: number, to: number): Rejection | null {
  if (from < 1) return reject('bad-range', 'from: the first turn made scene 1.', ['from']);
  if (to < from) return reject('bad-range', 'to: must not be less than from.', ['to']);
  if (to - from >= MAX_REPLAYED_TURNS)
    return reject('bad-range', `to: at most ${MAX_REPLAYED_TURNS} turns are replayed at once.`, ['to']);
  return null;
}

function committedRecording(
  turnId: string | null,
  turns: readonly TurnRecord[],
  recordings: readonly RecordingRecord[],
): RecordedTurn['recording'] | null {
  const turn = turns.find(({ id }) => id === turnId);
  const stored = recordings.find((one) => one.turnId === turnId && one.attempt === turn?.attempt);
  const recording = readRecording(stored?.content);
  if (recording?.outcome.type !== 'committed') return null;
  return { ...recording, outcome: recording.outcome };
}
