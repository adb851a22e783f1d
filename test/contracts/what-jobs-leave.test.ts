import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ProviderError } from '#engine/llm/provider.ts';
import { deriveMemories } from '#engine/memory/memories.ts';
import { MemoryRow } from '#engine/memory/observation.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { writeTwoPersonas } from '../support/accounts.ts';
import { LANTERN_QUAY, openEngine } from '../support/engine.ts';
import { complaintsAbout } from '../support/integrity.ts';
import { playAtQuay } from '../support/quay.ts';
import { type Answer, inTurn, type StepScript, scriptedSteps, telling } from '../support/step-script.ts';

const MARIT = 'pc_marit_001';
const TOMAS = 'npc_tomas_001';
const KINDS = ['profile', 'running', 'chapter', 'session', 'recap'] as const;
const STEPS = ['profile-refresh', 'running-summary', 'chapter-summary', 'session-summary', 'recap'];

const script: StepScript = new Map();
let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;
let ahead = 0;
beforeAll(async () => {
  engine = await openEngine({
    writePacks: writeTwoPersonas,
    clock: () => new Date(Date.now() + ahead),
    provider: scriptedSteps(script),
  });
  const personaIds = ['lantern_quay:auditor', 'lantern_quay:marit'];
  const started = await engine.campaigns.start({ entryPointId: LANTERN_QUAY, name: null, personaIds });
  if (isRejection(started)) throw new Error(started.reason);
  await engine.turns.finished(started.openingTurn.id);
  sessionId = started.sessionId;
});
afterEach(() => script.clear());
afterAll(() => engine.close());

let keys = 0;
const add = async (kinds: readonly string[], payload: { readonly [key: string]: string } = {}) => {
  keys += 1;
  const index = (await engine.store.sessions.find(sessionId))?.sceneIndex ?? 0;
  const jobs = kinds.map((kind) => ({ id: `${kind} ${keys}`, kind, key: `${kind} ${keys}`, payload }));
  await engine.store.jobs.add({ sessionId, index }, jobs, new Date(Date.now() + ahead));
  return jobs;
};
const summaries = async () => {
  const lineage = await engine.store.sessions.lineageOf(sessionId);
  const counted = KINDS.map(async (kind) => (await engine.store.summaries.last(lineage, kind, 50)).length);
  return Promise.all(counted);
};
const askedFor = (from: number) => engine.asked.slice(from).filter(({ step }) => STEPS.includes(step)).length;
const answerAll = (answer: Answer) => {
  for (const step of STEPS) script.set(step, () => answer);
};

it.each([
  ['breaks', { fail: new Error('a bug') }],
  ['says nothing', { say: ' ' }],
  ['refuses', { end: 'refused' }],
] as const)(
  'writes nothing while the model %s, and each text once when it does not',
  async (_how, answer) => {
    const before = await summaries();
    answerAll(answer);
    await add(KINDS);
    await engine.tidy();
    expect(await summaries()).toEqual(before);
    expect(await engine.store.jobs.waiting(sessionId)).toBe(KINDS.length);

    script.clear();
    ahead += 3_600_000;
    await engine.tidy();
    await engine.tidy();
    expect(await summaries()).toEqual(before.map((count) => count + 1));
    expect(await engine.store.jobs.waiting(sessionId)).toBe(0);
  },
);

it('gives up what cannot be helped by asking again, and asks nobody any more', async () => {
  const before = await summaries();
  answerAll({ fail: new ProviderError('no', { fault: 'bad-request', retryable: false }) });
  await add(KINDS);
  await engine.tidy();
  const from = engine.asked.length;
  ahead += 3_600_000;
  await engine.tidy();

  expect(await summaries()).toEqual(before);
  expect(askedFor(from)).toBe(0);
  expect(await engine.store.jobs.waiting(sessionId)).toBe(0);
});

it('does a job once that was written twice', async () => {
  const before = await summaries();
  const from = engine.asked.length;
  const jobs = await add(KINDS);
  const again = jobs.map((job) => ({ ...job, id: `${job.id} again` }));
  await engine.store.jobs.add({ sessionId, index: 1 }, again, new Date());
  await engine.tidy();

  expect(await summaries()).toEqual(before.map((count) => count + 1));
  expect(askedFor(from)).toBe(KINDS.length);
});

it('writes the profile of the persona whose turn called for it', async () => {
  const from = engine.asked.length;
  await add(['profile'], { personaId: MARIT });
  await engine.tidy();
  const lineage = await engine.store.sessions.lineageOf(sessionId);

  expect(Object(engine.asked.slice(from)[0]?.input)).toMatchObject({ name: 'Marit Sund' });
  expect(await engine.store.summaries.latest(lineage, 'profile', MARIT)).toMatchObject({ subjectId: MARIT });
});

it.each([
  ['tells an age', 'A woman aged 40.', 'Born in March, and quick.', 'Born in March, and quick.'],
  ['is far too long', 'word '.repeat(700), 'word '.repeat(600), 'word '.repeat(500).trim()],
])(
  'has a profile that %s written once more, and keeps it within its bounds',
  async (_how, first, then, kept) => {
    const from = engine.asked.length;
    script.set('profile-refresh', inTurn({ say: first }, { say: then }));
    await add(['profile'], { personaId: MARIT });
    await engine.tidy();
    const lineage = await engine.store.sessions.lineageOf(sessionId);
    const text = (await engine.store.summaries.latest(lineage, 'profile', MARIT))?.text ?? '';

    expect(askedFor(from)).toBe(2);
    expect(text.startsWith(kept.slice(0, 20))).toBe(true);
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(500);
  },
);

it('folds what somebody remembers of little weight together, from their own alone, and asks no model', async () => {
  const seen = (characterId: string, at: number) => ({
    character_id: characterId,
    content: `Barrel ${at} of ${characterId === TOMAS ? 'tar' : 'salt'} was rolled past door ${at}.`,
    importance: 1,
    // Tomas is not there and has it from Marit, who is.
    ...(characterId === TOMAS ? { told_by: MARIT } : {}),
  });
  const half = (at: number) => [seen(TOMAS, at), seen(MARIT, at)];
  for (const round of [0, 1]) {
    const observations = Array.from({ length: 17 }, (_, at) => half(round * 17 + at)).flat();
    script.set(
      'narrate',
      inTurn(telling('Barrels are rolled past the open door, one by one.', { observations })),
    );
    expect(await playAtQuay(engine, sessionId, `barrels ${round}`, 'I wait.')).toMatchObject({
      status: 'committed',
    });
  }
  await engine.tidied();
  const from = engine.asked.length;
  for (const _time of [1, 2]) {
    await add(['consolidate'], { characterId: TOMAS });
    await engine.tidy();
  }
  const lineage = await engine.store.sessions.lineageOf(sessionId);
  const rows = (await engine.store.memories.along(lineage, [TOMAS])).map((row) => MemoryRow.parse(row));
  const kept = deriveMemories(rows).filter(({ retracted }) => !retracted);
  const folded = kept.filter(({ tags }) => tags.includes('consolidated'));

  expect(engine.asked.slice(from)).toEqual([]);
  expect(folded).toHaveLength(2);
  const told = folded.map(({ content }) => content).join(' ');
  for (let at = 0; at < 30; at += 1)
    expect(told).toContain(`Barrel ${at} of tar was rolled past door ${at}.`);
  expect(told).not.toContain('salt');
  expect(rows.filter(({ row }) => row === 'edit')).toHaveLength(30);
  expect(kept.filter(({ importance }) => importance === 1)).toHaveLength(4);
});

it('leaves behind, after all of this, a session in which everything agrees', async () => {
  expect(await complaintsAbout(engine.store, sessionId)).toEqual([]);
});
