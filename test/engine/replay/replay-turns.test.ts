import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { createStoryInput } from '#engine/domain/turn.ts';
import { loadPrompts } from '#engine/prompt/registry.ts';
import { createTurnReplayer, type Replay } from '#engine/replay/replay-turns.ts';
import { writeReplayReport } from '#engine/replay/text-reports.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { openEngine } from '../../support/engine.ts';
import { answerInTurn } from '../../support/plain/reply.ts';
import { createPlainProvider } from '../../support/plain-provider.ts';
import { begin, takeTurn } from '../../support/play.ts';
import { scriptedProvider, told } from '../../support/scripted-provider.ts';
import { temporaryFolder } from '../../support/stores.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
afterEach(() => engine.close());

/** Plays the opening and three turns, and gives the campaign's own id of the session. */
async function played(
  words = ['I ask the keeper about the ledger.', 'I look for the second ledger.', 'I wait.'],
) {
  const globalId = await begin(engine.url);
  for (const text of words) await takeTurn(engine.url, globalId, { text });
  await engine.tidied();
  return Buffer.from(globalId, 'base64')
    .toString('utf8')
    .replace(/^Session:/, '');
}

function replayOf(result: Awaited<ReturnType<typeof engine.replays>>): Replay {
  if (isRejection(result)) throw new Error(result.reason);
  return result;
}

it('plays turns again to the byte and asks nobody', async () => {
  engine = await openEngine();
  const sessionId = await played();
  const asked = engine.asked.length;
  const replay = replayOf(await engine.replays({ sessionId, from: 1, to: 4 }));

  expect(replay.turns.map(({ isSame, failure, changed }) => ({ isSame, failure, changed }))).toEqual(
    Array.from({ length: 4 }, () => ({ isSame: true, failure: null, changed: [] })),
  );
  expect(replay).toMatchObject({ kind: 'exact', isSame: true });
  expect(replay.turns.flatMap(({ prompts }) => prompts)).toEqual([]);
  expect(replay.metrics.replayed).toMatchObject({ turns: 4, length: replay.metrics.recorded.length });
  expect(engine.asked).toHaveLength(asked);
});

it('plays turns again within the room their prompts had, whatever the server allows now', async () => {
  const folder = temporaryFolder();
  engine = await openEngine({ folder: folder.path, promptTokens: 3_000 });
  const sessionId = await played();
  await engine.close();
  engine = await openEngine({ folder: folder.path, promptTokens: 30_000 });
  const replay = replayOf(await engine.replays({ sessionId, from: 1, to: 4 }));

  expect(replay).toMatchObject({ kind: 'exact', isSame: true });
  expect(replay.turns.flatMap(({ prompts }) => prompts)).toEqual([]);

  const submission = await engine.turns.submit({
    sessionId,
    actionId: 'roomy',
    input: createStoryInput('I wait.'),
  });
  if (!('submission' in submission)) throw new Error(submission.claim);
  await engine.turns.finished(submission.turn.id);
  const recording = await engine.store.turns.recording(submission.turn.id, 1);
  expect(recording).toMatchObject({ prompts: [{ audit: { budget: 30_000, decisions: [] } }] });
  folder.remove();
});

it('tells exactly what another answer of the narrator changed, and leaves the campaign as it was', async () => {
  engine = await openEngine({
    provider: createPlainProvider({
      narrate: answerInTurn(
        { prose: 'The rain falls.' },
        { prose: 'The lamp burns.' },
        { prose: 'The lamp burns low.' },
      ),
      // The world stays the same, whatever is told.
      record: () => ({}),
    }),
  });
  const sessionId = await played(['I look at the lamp.']);
  const before = await engine.store.sessions.find(sessionId);
  const replay = replayOf(await engine.replays({ sessionId, from: 2, to: 2, changes: { asksAgain: true } }));

  expect(replay).toMatchObject({ kind: 'anew', isSame: false });
  expect(replay.turns).toMatchObject([
    {
      sceneIndex: 2,
      failure: null,
      changed: ['narration'],
      world: [],
      prose: { recorded: 'The lamp burns.', replayed: 'The lamp burns low.' },
    },
  ]);
  expect(writeReplayReport(replay)).toContain('Scene 2: differs in narration');
  expect(await engine.store.sessions.find(sessionId)).toEqual(before);
});

it('shows another version of the narrator’s prompt and the very lines it changed', async () => {
  engine = await openEngine();
  const sessionId = await played(['I look at the lamp.']);
  const folder = temporaryFolder();
  cpSync('prompts', folder.path, { recursive: true });
  const version = readdirSync(`${folder.path}/narrate`).length + 2; // v1 and v2 are gone
  const latest = readFileSync(`${folder.path}/narrate/v${version}.md`, 'utf8');
  const next = latest.replaceAll(/(<!-- (?:essentials )?system -->)/g, '$1\nEnd on something to be heard.');
  writeFileSync(`${folder.path}/narrate/v${version + 1}.md`, next);
  const tools = { ...engine.replayTools, live: engine.replayTools, prompts: loadPrompts(folder.path) };
  const replay = replayOf(
    await createTurnReplayer(tools)({
      sessionId,
      from: 2,
      to: 2,
      changes: { prompts: { narrate: version + 1 } },
    }),
  );
  folder.remove();

  expect(replay.turns[0]?.prompts).toEqual([
    {
      step: 'narrate',
      purpose: 'ask',
      versions: [`narrate@v${version} → narrate@v${version + 1}`],
      lines: { both: expect.any(Number), onlyRecorded: [], onlyReplayed: ['End on something to be heard.'] },
    },
  ]);
  expect(replay.isSame).toBe(true);
  expect(writeReplayReport(replay)).toContain('+ End on something to be heard.');
});

it('keeps no key, no header and no seed of dice in a recording', async () => {
  const canary = 'sk-canary-3f9a';
  const down = new Error(`POST https://model.example/v1 with authorization: Bearer ${canary} failed`);
  engine = await openEngine({
    provider: scriptedProvider([told('It begins.'), { say: ['Half'], fail: down }]),
  });
  const sessionId = await played(['I look at the lamp.']);
  const { items } = await engine.store.turns.ofSession(sessionId, {
    limit: 9,
    from: 'start',
    after: null,
    before: null,
  });
  const all = JSON.stringify(await engine.store.turns.recordings(items.map(({ id }) => id)));

  expect(all).toContain('Half');
  expect(all).not.toContain(canary);
  expect(all).not.toContain('"a seed"');
});

it.each([
  ['a session nobody knows', { sessionId: 'nobody', from: 1, to: 1 }, 'unknown-session'],
  ['scenes that were never played', { from: 1, to: 9 }, 'no-such-scenes'],
  ['the first scene, which no turn made', { from: 0, to: 1 }, 'bad-range'],
  ['a range that runs backward', { from: 2, to: 1 }, 'bad-range'],
])('refuses %s', async (_case, wish, code) => {
  engine = await openEngine();
  const sessionId = await played([]);

  expect(await engine.replays({ sessionId, ...wish })).toMatchObject({ rejected: code });
});
