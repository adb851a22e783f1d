import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createStoryInput, type TurnInput, type TurnMode } from '#engine/domain/turn.ts';
import { verifyRolls } from '#engine/rules/verifiable-rolls.ts';
import { askingMystika } from '../../support/asking-packs.ts';
import { openEngine } from '../../support/engine.ts';
import { ask } from '../../support/graphql-clients.ts';
import { watchedStoryteller } from '../../support/prompted-provider.ts';
import { beginAtQuay, globalIdOf, playAtQuay } from '../../support/quay.ts';
import { played, rollsAlong, sitDownAt } from '../../support/waiting-table.ts';

const RISK = 'I force the drawer open before anybody sees me.';
const ASIDES: readonly [string, TurnInput][] = [
  ['a thought', aside('THINK', 'What would the harbour master do?')],
  ['a command to the world', aside('GOD', 'GOD_MODE_SET:\nscene.mood = tense')],
  ['a change by hand', { kind: 'operations', asker: 'gm', proposals: [{ op: 'advance_time', minutes: 5 }] }],
];

let engine: Awaited<ReturnType<typeof openEngine>>;
let tellsNothing = false;
let sessionId: string;
beforeAll(async () => {
  engine = await openEngine({
    provider: watchedStoryteller(async ({ step, signal }) => {
      if (step !== 'narrate' || !tellsNothing) return;
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    }),
  });
});
afterAll(() => engine.close());
beforeEach(async () => {
  sessionId = await beginAtQuay(engine);
});

function aside(mode: TurnMode, text: string): TurnInput {
  return createStoryInput(text, { mode });
}

/** The dice of the deed, seen while it is told; then it is called off. */
async function glimpsed(actionId: string): Promise<string> {
  tellsNothing = true;
  try {
    const submission = await engine.turns.submit({ sessionId, actionId, input: createStoryInput(RISK) });
    if (!('submission' in submission)) throw new Error(submission.claim);
    const line = await expect
      .poll(async () => diceShown(submission.turn.id), { timeout: 10_000 })
      .not.toBeNull()
      .then(() => diceShown(submission.turn.id));
    await engine.turns.cancel(submission.turn.id);
    return line ?? '';
  } finally {
    tellsNothing = false;
  }
}

async function diceShown(turnId: string): Promise<string | null> {
  const events = await engine.store.events.after(sessionId, 0, 500);
  const shown = events.find((event) => event.turnId === turnId && event.type === 'dice-rolled');
  return shown === undefined ? null : String(Object(shown.payload).roll.line);
}

it.each(ASIDES)('gives a deed the same dice before and after %s', async (_what, between) => {
  const before = await glimpsed('first');
  expect(await played(engine, sessionId, 'between', between)).toMatchObject({ status: 'committed' });
  expect(await glimpsed('second')).toBe(before);
});

it('goes on when the story does, and in every branch from where it stood', async () => {
  await played(engine, sessionId, 'thought', aside('THINK', 'What now?'));
  await playAtQuay(engine, sessionId, 'one', RISK);
  const { currentSceneId } = (await engine.store.sessions.find(sessionId)) ?? { currentSceneId: '' };
  await playAtQuay(engine, sessionId, 'two', RISK);
  const branch = await engine.branches.forkSession({ sceneId: currentSceneId, keepParentActive: true });
  if ('rejected' in branch) throw new Error(branch.reason);
  await playAtQuay(engine, branch.id, 'two', RISK);
  const [first, second] = await rollsAlong(engine, sessionId);
  expect(await rollsAlong(engine, branch.id)).toEqual([first, second]);
  // Scene 1 is the opening, scene 2 the thought: they are made in scenes 3 and 4.
  expect([first, second]).toMatchObject([
    { position: { sceneIndex: 3, diceIndex: 2, ordinal: 0 } },
    { position: { sceneIndex: 4, diceIndex: 3, ordinal: 0 } },
  ]);
});

it('can be followed from the seed, with a thought in between', async () => {
  await playAtQuay(engine, sessionId, 'one', RISK);
  await played(engine, sessionId, 'thought', aside('THINK', 'What now?'));
  await playAtQuay(engine, sessionId, 'two', RISK);
  expect(await verdictsOn(engine, sessionId)).toEqual(['FACES_VERIFIED', 'FACES_VERIFIED']);
});

it('shows whoever checks the dice also those of deeds that were called off', async () => {
  const lines = [await glimpsed('first'), await glimpsed('second')];
  await playAtQuay(engine, sessionId, 'third', RISK);
  const query = `query ($sessionId: ID!, $seed: String!) { verifyRolls(sessionId: $sessionId, seed: $seed) {
    ... on RollsReport { rolls { roll { line } } unplayed { line ending attempt diceIndex ordinal turn { actionId } } }
  } }`;
  const seed = await engine.store.sessions.seedOf(sessionId);
  const asked = { sessionId: globalIdOf('Session', sessionId), seed };
  const [line] = lines;
  const ended = { line, ending: 'CANCELLED', attempt: 1, diceIndex: 2, ordinal: 0 };
  expect(await ask(engine.url, query, asked)).toEqual({
    verifyRolls: {
      rolls: [{ roll: { line } }],
      unplayed: ['first', 'second'].map((actionId) => ({ ...ended, turn: { actionId } })),
    },
  });
  expect(lines).toEqual([line, line]);
});

it('moves past dice the game master has thrown by hand, so that no faces fall twice', async () => {
  const mystika = await openEngine({ writePacks: askingMystika });
  try {
    const table = await sitDownAt(mystika, 'mystika:the_quiet_road');
    const heal = {
      op: 'grant_temporary_hit_points',
      targetId: await personaAt(mystika, table),
      dice: '1d20',
    };
    for (const actionId of ['one', 'two']) {
      const input: TurnInput = { kind: 'operations', asker: 'gm', proposals: [heal] };
      expect(await played(mystika, table, actionId, input)).toMatchObject({ status: 'committed' });
    }
    expect(await verdictsOn(mystika, table)).toEqual(['VERIFIED', 'VERIFIED']);
  } finally {
    await mystika.close();
  }
});

async function personaAt({ store }: typeof engine, id: string): Promise<string> {
  const { currentSceneId } = (await store.sessions.find(id)) ?? { currentSceneId: '' };
  const snapshots = await store.scenes.snapshots([currentSceneId]);
  return Object(snapshots.get(currentSceneId)).personas[0];
}

/** What the seed says of every roll along a session. */
async function verdictsOn({ store }: typeof engine, id: string): Promise<readonly string[]> {
  const session = await store.sessions.find(id);
  const rolls = await rollsAlong({ ...engine, store }, id);
  const report = verifyRolls(await store.sessions.seedOf(id), session?.seedCommitment ?? '', rolls);
  return report.rolls.map(({ verdict }) => verdict);
}
