import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadLibrary } from '#engine/content/library.ts';
import type { Models } from '#engine/llm/models.ts';
import type { ModelRequest } from '#engine/llm/provider.ts';
import type { ReplayChanges } from '#engine/replay/changes.ts';
import { createTurnReplayer, type Replay } from '#engine/replay/replay-turns.ts';
import { writeReplayReport } from '#engine/replay/text-reports.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { LANTERN_QUAY, openEngine } from '../../support/engine.ts';
import { begin, takeTurn } from '../../support/play.ts';
import { scriptedProvider, told } from '../../support/scripted-provider.ts';
import { openScriptedTable } from '../../support/scripted-turns.ts';

const RISKY = 'I force the drawer open before anybody sees me.';

let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;
/** What the other model was asked. */
const askedOther: ModelRequest[] = [];

beforeAll(async () => {
  engine = await openEngine({ changesPacks: true });
  const globalId = await begin(engine.url);
  await takeTurn(engine.url, globalId, { text: RISKY });
  await engine.tidied();
  sessionId = Buffer.from(globalId, 'base64').toString('utf8').slice('Session:'.length);
});
afterAll(() => engine.close());

/** The models of the engine and one more, `other`, which costs a dollar for each token and tells of gulls. */
function withOther(models: Models): Models {
  const gulls = scriptedProvider([told('Gulls, and nothing but gulls.')]);
  const provider: typeof gulls = {
    ...gulls,
    stream: (request) => {
      askedOther.push(request);
      return gulls.stream(request);
    },
  };
  const offline = models.open('offline');
  const rates = {
    input: 1_000_000,
    output: 1_000_000,
    cacheWrite: null,
    cacheWriteHour: null,
    cacheRead: null,
  };
  const prices = { ...rates, date: '2026-11-16', currency: 'USD' } as const;
  const entry = { ...offline.entry, prices };
  return {
    ...models,
    list: () => [...models.list(), { key: 'other', entry, usable: true, isFound: false, keyFault: null }],
    open: (key) => (key === 'other' ? { ...offline, key, entry, provider } : models.open(key)),
  };
}

async function replayed(changes: ReplayChanges, more: { readonly budgetUsd?: number } = {}): Promise<Replay> {
  const { replayTools, packRepository } = engine;
  const replays = createTurnReplayer({
    ...replayTools,
    models: withOther(replayTools.models),
    live: replayTools,
    withInstalledPacks: (campaign) => ({
      ...campaign,
      packs: packRepository.library().packs.map(({ id, version, hash }) => ({ id, version, hash })),
    }),
  });
  const result = await replays({ sessionId, from: 2, to: 2, changes, ...more });
  if (isRejection(result)) throw new Error(result.reason);
  return result;
}

it('rolls other dice by another seed, and the same by its own', async () => {
  const [same, other] = [await replayed({ seed: 'a seed' }), await replayed({ seed: 'another' })];
  const [turn] = other.turns;

  expect(same.turns[0]?.rolls).toMatchObject({ onlyRecorded: [], onlyReplayed: [] });
  expect(turn?.rolls.onlyRecorded).toHaveLength(1);
  expect(turn?.rolls.onlyReplayed).toHaveLength(1);
  expect(turn?.rolls.onlyReplayed).not.toEqual(turn?.rolls.onlyRecorded);
  expect(turn?.models).toMatchObject({ onlyRecorded: [], onlyReplayed: [] });
  // Questions that come before the dice are the same; those after them differ in what the dice showed, and in little else.
  expect(turn?.prompts.map(({ step }) => step)).not.toContain('read');
  expect(turn?.prompts.find(({ step }) => step === 'narrate')?.lines.both).toBeGreaterThan(100);
  expect(other.isSame).toBe(false);
  expect(writeReplayReport(other)).toContain('Changed\n  dice by the seed another\n');
  expect(writeReplayReport(other)).toContain(`    + ${turn?.rolls.onlyReplayed[0]}`);
});

it('asks another large model, leaves the small one alone, and shows both tellings side by side', async () => {
  const replay = await replayed({ models: { large: 'other' } });
  const [turn] = replay.turns;

  expect(turn).toMatchObject({
    models: { onlyRecorded: ['narrate (ask) by offline'], onlyReplayed: ['narrate (ask) by other'] },
    rolls: { onlyRecorded: [], onlyReplayed: [] },
    prose: { replayed: 'Gulls, and nothing but gulls.' },
  });
  expect(turn?.changed).toContain('narration');
  // The narrator is asked the same; only the steps that read its prose are asked otherwise.
  expect(turn?.prompts.map(({ step }) => step).toSorted()).toEqual(['judge', 'record']);
  expect(turn?.cost.replayed.usd).toBeGreaterThan(1);
  expect(writeReplayReport(replay)).toContain('+ narrate (ask) by other');
  expect(writeReplayReport(replay)).toContain(
    `  prose, recorded\n    ${turn?.prose.recorded.split('\n')[0]}`,
  );
  expect(writeReplayReport(replay)).toContain('  prose, replayed\n    Gulls, and nothing but gulls.');
});

it('asks at another temperature and says so', async () => {
  askedOther.length = 0;
  const replay = await replayed({ temperature: 0.2, models: { large: 'other' } });

  expect(askedOther.map(({ temperature }) => temperature)).toEqual([0.2]);
  expect(replay.turns[0]?.models.onlyReplayed).toContain('narrate (ask) by other at 0.2');
  expect(writeReplayReport(replay)).toContain('  temperature 0.2');
});

it('spends no more than its budget, and keeps the story where it was when that runs out', async () => {
  askedOther.length = 0;
  const replay = await replayed({ models: { large: 'other' } }, { budgetUsd: 0.01 });

  expect(askedOther).toEqual([]);
  expect(replay.turns[0]?.failure).toContain('budget');
  expect(replay.isSame).toBe(false);
});

it('plays by the ruleset that is installed now, and shows the very line that was changed in it', async () => {
  const file = join(engine.packsFolder, 'lantern_quay/rulesets/tide_dice.yaml');
  const before = readFileSync(file, 'utf8');
  const [was, is] = ['Roll only when failing would be interesting.', 'Roll when the tide says so.'];
  writeFileSync(file, before.replace(was, is));
  await engine.packRepository.place(await loadLibrary([engine.packsFolder]));
  const [then, now] = [await replayed({ asksAgain: true }), await replayed({ packs: 'installed' })];

  expect(then.turns[0]?.prompts).toEqual([]);
  expect(then.isSame).toBe(true);
  expect(now.turns[0]?.prompts).toMatchObject(
    ['narrate'].map((step) => ({
      step,
      versions: [],
      lines: {
        onlyRecorded: [expect.stringContaining(was)],
        onlyReplayed: [expect.stringContaining(is)],
      },
    })),
  );
  expect(writeReplayReport(now)).toContain('packs and rulesets as they are installed');
});

it.each([
  ['a prompt nobody wrote', { prompts: { narrate: 99 } }, 'narrate has no version 99; it has '],
  ['a model that cannot be asked', { models: { large: 'claude-opus' } }, 'claude-opus cannot be asked here'],
  ['a temperature beyond all models', { temperature: 3 }, 'must be a number from 0 to 2'],
])('refuses %s before anything is played', async (_case, changes, reason) => {
  const asked = engine.asked.length;
  const result = await engine.replays({ sessionId, changes });

  expect(result).toMatchObject({ rejected: 'unusable-change' });
  expect(isRejection(result) ? result.reason : '').toContain(reason);
  expect(engine.asked).toHaveLength(asked);
});

it('stops when it is told to', async () => {
  const stopped = AbortSignal.abort(new Error('enough'));

  await expect(engine.replays({ sessionId, changes: { asksAgain: true }, signal: stopped })).rejects.toThrow(
    'enough',
  );
});

it('reports no difference for a memory that a replayed turn repeats', async () => {
  const content = 'The stranger asked for the second ledger by name.';
  const observations = [{ character_id: 'npc_marit_001', content, importance: 3 }];
  const table = await openScriptedTable(LANTERN_QUAY);
  try {
    const script = () =>
      table.script.set('record', () => ({
        say: JSON.stringify({ summary: 'She was asked.', observations }),
      }));
    for (const text of ['I ask for the ledger.', 'I ask for the ledger again.']) {
      script();
      await table.say(text);
    }
    const again = await table.engine.replays({
      sessionId: table.sessionId(),
      from: 2,
      changes: { asksAgain: true },
    });
    if (isRejection(again)) throw new Error(again.reason);
    const rows = await table.engine.store.memories.recallable(
      await table.engine.store.sessions.lineageOf(table.sessionId()),
      ['npc_marit_001'],
      { newest: 50, heaviest: 0 },
    );

    expect(rows.map(({ row }) => row)).toContain('reinforcement');
    expect(again.turns.map(({ changed }) => changed)).toEqual([[], []]);
    expect(again.isSame).toBe(true);
  } finally {
    await table.engine.close();
  }
});
