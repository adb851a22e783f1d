import type { TurnRecord } from '#engine/domain/turn.ts';
import { upgradeSnapshot } from '#engine/state/upgrade-snapshot.ts';
import type { EventRow } from '#engine/store/event-rows.ts';
import type { Store } from '#engine/store/store.ts';

const WHOLE = { limit: 2_000, from: 'start', after: null, before: null } as const;
const FORESEEN = [
  'MODEL_FAILED',
  'MODEL_OUTPUT_INVALID',
  'MODEL_REFUSED',
  'NARRATION_REFUSED',
  'SERVER_LOST',
  'SERVER_STOPPING',
];
const ENDS: Readonly<Record<string, string>> = {
  committed: 'turn-committed',
  failed: 'turn-failed',
  cancelled: 'turn-cancelled',
  answered: 'turn-answered',
};

/** Everything in the store of a session that does not agree with the rest, as sentences; nothing when all is well. */
export async function complaintsAbout(store: Store, sessionId: string): Promise<string[]> {
  return [
    ...(await aboutScenes(store, sessionId)),
    ...(await aboutTurns(store, sessionId)),
    ...(await aboutRows(store, sessionId)),
  ];
}

async function aboutScenes(store: Store, sessionId: string): Promise<string[]> {
  const session = await store.sessions.find(sessionId);
  const { items } = await store.scenes.ofSession(sessionId, WHOLE);
  const grownFrom = await store.scenes.find(session?.parentSceneId ?? '');
  const first = grownFrom === null ? 0 : grownFrom.index + 1;
  const indices = items.map(({ index }) => index);
  // A branch stands at the scene it grew from until it has one of its own.
  const last = items.at(-1) ?? grownFrom;
  return [
    ...unless(
      same(
        indices,
        indices.map((_, at) => first + at),
      ),
      `scenes have gaps: ${indices}`,
    ),
    ...unless(last?.id === session?.currentSceneId, 'the current scene is not the last'),
    ...unless(last?.index === session?.sceneIndex, 'the session counts other scenes than it has'),
    ...items.flatMap(({ turnId, index }) =>
      unless(turnId !== null || index === 0, `scene ${index} was made by no turn`),
    ),
  ];
}

async function aboutTurns(store: Store, sessionId: string): Promise<string[]> {
  const { items: turns } = await store.turns.ofSession(sessionId, WHOLE);
  const { items: scenes } = await store.scenes.ofSession(sessionId, WHOLE);
  const events = await store.events.after(sessionId, 0, 100_000);
  const sequences = events.map(({ sequence }) => sequence);
  const complaints = await Promise.all(
    turns.map(async (turn) => {
      const own = events.filter(({ turnId }) => turnId === turn.id);
      // The end of a story is announced after its last turn.
      const last = own.findLast(({ type }) => type !== 'story-ended');
      const commits = own.filter(({ type }) => type === 'turn-committed').length;
      const made = scenes.filter(({ turnId }) => turnId === turn.id).map(({ id }) => id);
      const isCommitted = turn.status === 'committed';
      const isRecorded = (await store.turns.recording(turn.id, turn.attempt)) !== null;
      return [
        ...unless(same(made, turn.sceneId === null ? [] : [turn.sceneId]), 'has other scenes than it names'),
        ...unless(isCommitted === (turn.sceneId !== null), 'is committed without a scene, or the reverse'),
        ...unless(commits === (isCommitted ? 1 : 0), `was told ${commits} times to be committed`),
        ...unless(last?.type === ENDS[turn.status], `ends with ${last?.type}`),
        ...unless(isRecorded || mayBeUnrecorded(turn, store), 'has no recording'),
        ...aboutAttempts(turn, own),
        ...aboutFailure(turn),
      ].map((complaint) => `${turn.actionId} (${turn.status}, attempt ${turn.attempt}) ${complaint}`);
    }),
  );
  return [
    ...unless(
      same(
        sequences,
        sequences.map((_, at) => at + 1),
      ),
      'events have gaps',
    ),
    ...complaints.flat(),
  ];
}

/** A server that is gone wrote no recording; among several, its turn may have been called off on another. */
function mayBeUnrecorded({ status, failure }: TurnRecord, { isExclusive }: Store): boolean {
  return failure?.code === 'SERVER_LOST' || (status === 'cancelled' && !isExclusive);
}

const WAITS = ['player-prompted'];

/** Every attempt begins at most once, and ends once: for good, by waiting for its player, or taken over by another server. */
function aboutAttempts({ attempt: last }: TurnRecord, own: readonly EventRow[]): string[] {
  return Array.from({ length: last }, (_, at) => at + 1).flatMap((attempt) => {
    const types = own.filter(({ payload }) => Object(payload).attempt === attempt).map(({ type }) => type);
    const ends = types.filter((type) => Object.values(ENDS).includes(type)).length;
    const isLeft = types.some((type) => WAITS.includes(type) || type === 'narration-withdrawn');
    const isOver = ends === 1 || (ends === 0 && isLeft);
    const starts = types.filter((type) => type === 'turn-started').length;
    return [
      ...unless(starts <= 1, `began attempt ${attempt} ${starts} times`),
      ...unless(isOver, `ended attempt ${attempt} ${ends} times`),
    ];
  });
}

function aboutFailure({ status, failure }: TurnRecord): string[] {
  if (status === 'failed')
    return unless(FORESEEN.includes(failure?.code ?? ''), `failed with ${failure?.code}`);
  return unless(status in ENDS, 'has not ended');
}

async function aboutRows(store: Store, sessionId: string): Promise<string[]> {
  const lineage = await store.sessions.lineageOf(sessionId);
  const { items: scenes } = await store.scenes.along(lineage, WHOLE);
  const snapshots = await store.scenes.snapshots(scenes.map(({ id }) => id));
  const events = await store.chronicle.along(lineage);
  const memories = await store.memories.along(lineage);
  const { items: rolls } = await store.rolls.along(lineage, WHOLE);
  const { items: relations } = await store.relations.along(lineage, WHOLE);
  const indices = new Set(scenes.map(({ index }) => index));
  const counted = scenes.flatMap(({ id, index }) => {
    const snapshot = upgradeSnapshot(snapshots.get(id));
    if ('rejected' in snapshot) return [`the snapshot of scene ${index} cannot be read: ${snapshot.reason}`];
    const logged = events.filter(({ scene }) => scene.index <= index).length;
    return unless(
      snapshot.counters.events === logged,
      `scene ${index} counts ${snapshot.counters.events} events, the chronicle has ${logged}`,
    );
  });
  const rolled = rolls.map(({ scene, roll }) => `${scene.index}:${Object(roll.position).ordinal}`);
  const pairs = relations.map(({ scene, relation: { low, high } }) => `${scene.index}:${low}|${high}`);
  return [
    ...counted,
    ...unless(same(rolled, [...new Set(rolled)]), `rolls are there twice: ${rolled}`),
    ...unless(same(pairs, [...new Set(pairs)]), `relations are there twice: ${pairs}`),
    ...unless(
      relations.every(({ relation: { low, high } }) => low < high),
      'a pair is the wrong way round',
    ),
    ...[...events, ...memories, ...rolls].flatMap(({ scene }) =>
      unless(indices.has(scene.index), `a row names scene ${scene.index}, which is not there`),
    ),
  ];
}

function unless(isWell: boolean, complaint: string): string[] {
  return isWell ? [] : [complaint];
}

function same<Item>(one: readonly Item[], other: readonly Item[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at]);
}
