import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStoryInput, type TurnRecord } from '#engine/domain/turn.ts';
import { ProviderError } from '#engine/llm/provider.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { openEngine } from '../support/engine.ts';
import { complaintsAbout } from '../support/integrity.ts';
import { beginAtQuay, globalIdOf } from '../support/quay.ts';
import {
  type Answer,
  inTurn,
  judging,
  repairing,
  type StepScript,
  scriptedSteps,
  telling,
} from '../support/step-script.ts';
import { cameTo } from '../support/story.ts';

/** Words for which every model of the pipeline is asked. */
const EVERY_STEP = 'I sneak past the clerk and try to remember what happened last time.';
const GARBAGE: Answer = { say: 'I would rather talk about the weather.' };
const REFUSED: Answer = { end: 'refused' };
const NOTHING: Answer = { say: '  \n' };
const DOWN: Answer = { fail: new ProviderError('gone', { fault: 'bad-request', retryable: false }) };
const PROSE = 'The lamp by the door gutters and comes back. Somebody on the stairs coughs twice.';
const OUT_OF_TURN = 'You decide to burn the ledger and you walk out into the fog, thinking of your mother.';

const script: StepScript = new Map();
let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;
let actions = 0;
beforeAll(async () => {
  engine = await openEngine({ provider: scriptedSteps(script) });
  sessionId = await beginAtQuay(engine);
});
afterEach(() => script.clear());
afterAll(() => engine.close());

type Mode = 'STORY' | 'DM' | 'GOD' | 'THINK';
const take = async (mode: Mode, text = EVERY_STEP): Promise<TurnRecord> => {
  actions += 1;
  const input = createStoryInput(text, { mode });
  const taken = await engine.turns.submit({ sessionId, actionId: `a${actions}`, input });
  if (!('submission' in taken)) throw new Error(taken.claim);
  return engine.turns.finished(taken.turn.id);
};
const world = () => cameTo(engine.store, globalIdOf('Session', sessionId));
/** What was asked of a step since then, by purpose. */
const askedSince = (from: number, step: string) =>
  engine.asked.slice(from).flatMap((request) => (request.step === step ? (request.purpose ?? 'ask') : []));

/** A turn ends when one of these cannot be had. */
const NEEDED: readonly (readonly [string, Mode])[] = [
  ['record', 'STORY'],
  ['mode-think', 'THINK'],
  ['mode-god', 'GOD'],
];
/** A turn goes on without these. */
const DISPENSABLE = ['read', 'plan', 'react', 'judge'];

it.each([...DISPENSABLE.map((step) => [step, 'STORY'] as const), ...NEEDED])(
  'shows the model of %s once what is wrong with its reply',
  async (step, mode) => {
    const from = engine.asked.length;
    script.set(step, inTurn(GARBAGE));
    expect(await take(mode)).toMatchObject({ status: 'committed' });
    expect(askedSince(from, step).slice(0, 2)).toEqual(['ask', 'repair']);
  },
);

describe.each(NEEDED)('a reply to %s', (step, mode) => {
  it.each([
    ['that never can be read', () => GARBAGE, 'MODEL_OUTPUT_INVALID'],
    ['that is refused', () => REFUSED, 'MODEL_REFUSED'],
    ['that never comes', () => DOWN, 'MODEL_FAILED'],
  ] as const)('%s leaves nothing of the turn but a recording', async (_how, answer, code) => {
    const before = await world();
    const from = engine.asked.length;
    script.set(step, answer);
    const turn = await take(mode);

    expect(turn).toMatchObject({ status: 'failed', sceneId: null, failure: { code } });
    expect(askedSince(from, step).length).toBeLessThanOrEqual(2);
    expect(await world()).toEqual(before);
    expect(await engine.store.turns.recording(turn.id, 1)).not.toBeNull();
    expect(await engine.store.jobs.waiting(sessionId)).toBe(0);
    await engine.turns.cancel(turn.id);
  });
});

it.each(DISPENSABLE)('goes on when the reply to %s never can be read', async (step) => {
  const from = engine.asked.length;
  script.set(step, () => GARBAGE);
  expect(await take('STORY')).toMatchObject({ status: 'committed' });
  expect(askedSince(from, step).slice(0, 2)).toEqual(['ask', 'repair']);
});

it('tells a character’s model that nothing was done, and takes what it says then', async () => {
  const from = engine.asked.length;
  script.set('react', inTurn({ say: JSON.stringify({ action: '' }) }));
  expect(await take('STORY')).toMatchObject({ status: 'committed' });
  expect(askedSince(from, 'react').slice(0, 2)).toEqual(['ask', 'repair']);
});

it('drops what cannot be of an outcome and keeps the rest, without asking again', async () => {
  const from = engine.asked.length;
  const outcome = {
    summary: 'The lamp was seen.',
    operations: [{ op: 'grant_wish', sentence: 1 }],
    observations: [
      { character_id: 'npc_nobody_001', content: 'It was dark.', importance: 3 },
      { character_id: 'npc_marit_001', content: 'The lamp went out twice.', importance: 9 },
    ],
  };
  script.set('narrate', inTurn({ say: PROSE, record: outcome }));
  expect(await take('STORY', 'I wait.')).toMatchObject({ status: 'committed' });
  expect(askedSince(from, 'record')).toEqual(['ask']);
  const { snapshot, memories } = await world();
  expect(snapshot.runningSummary).toContain('The lamp was seen.');
  expect(memories.map(({ content }) => content)).toContain('The lamp went out twice.');
});

describe('a narration', () => {
  it('whose outcome was not had is recorded later with the prose that was read', async () => {
    script.set('narrate', inTurn({ say: PROSE }));
    script.set('record', () => GARBAGE);
    actions += 1;
    const send = async () => {
      const input = createStoryInput('I wait.', { mode: 'STORY' });
      const taken = await engine.turns.submit({ sessionId, actionId: `a${actions}`, input });
      if (!('submission' in taken)) throw new Error(taken.claim);
      return engine.turns.finished(taken.turn.id);
    };
    const failed = await send();
    expect(failed).toMatchObject({ status: 'failed', failure: { retryable: true } });
    script.delete('record');
    const from = engine.asked.length;
    expect(await send()).toMatchObject({ id: failed.id, status: 'committed', attempt: 2 });
    expect(askedSince(from, 'narrate')).toEqual([]);
    expect((await world()).narrations.at(-1)).toBe(PROSE);
  });

  it.each([
    ['that is empty', NOTHING, 'MODEL_OUTPUT_INVALID'],
    ['that is refused', REFUSED, 'MODEL_REFUSED'],
    ['that never comes', DOWN, 'MODEL_FAILED'],
  ] as const)('%s leaves nothing of the turn but a recording', async (_how, answer, code) => {
    const before = await world();
    script.set('narrate', () => answer);
    expect(await take('STORY')).toMatchObject({ status: 'failed', sceneId: null, failure: { code } });
    expect(await world()).toEqual(before);
  });

  it('without the line of choices gets them from its outcome', async () => {
    const choices = [{ key: 'ask_marit', text: 'Ask Marit' }, 'Leave'];
    script.set('narrate', inTurn({ say: PROSE, record: { choices } }));
    expect(await take('STORY', 'I wait.')).toMatchObject({ status: 'committed' });
    const { planning } = (await world()).snapshot;
    expect(planning.choices.map(({ key }) => key)).toEqual(expect.arrayContaining(['ask_marit', 'leave']));
  });
});

describe('a repair of prose', () => {
  beforeEach(() => {
    script.set(
      'judge',
      judging((sentence) => (sentence.startsWith('You decide') ? 'agency' : null)),
    );
  });

  it('that is right is what is told', async () => {
    script.set('narrate', inTurn(telling(OUT_OF_TURN)));
    script.set('check-repair', inTurn(repairing({ 1: PROSE })));
    expect(await take('STORY', 'I wait.')).toMatchObject({ status: 'committed' });
    expect((await world()).narrations.at(-1)).toBe(PROSE);
  });

  it.each([
    ['is no better', repairing({ 1: OUT_OF_TURN })],
    ['is empty', NOTHING],
    ['breaks off', { say: '{"sentences": [{"n": 1, "te', end: 'length' as const }],
    ['is refused', REFUSED],
    ['never comes', DOWN],
  ])('that %s does not cost the player the turn: it is told with a flag', async (_how, answer) => {
    script.set('narrate', inTurn(telling(OUT_OF_TURN)));
    script.set('check-repair', () => answer);
    const turn = await take('STORY', 'I wait.');
    expect(turn).toMatchObject({ status: 'committed' });
    expect((await world()).narrations.at(-1)).toBe(OUT_OF_TURN);
    const events = await engine.store.events.after(sessionId, 0, 100_000);
    const own = events.filter(({ turnId }) => turnId === turn.id);
    expect(JSON.stringify(own.find(({ type }) => type === 'turn-committed')?.payload)).toContain('agency');
  });
});

describe('an answer out of character', () => {
  it('is taken in any words, and leaves no scene', async () => {
    const before = await world();
    script.set('mode-dm', inTurn({ say: ' It is late. ' }));
    expect(await take('DM')).toMatchObject({
      status: 'answered',
      sceneId: null,
      answer: { text: 'It is late.' },
    });
    expect(await world()).toEqual(before);
  });

  it.each([
    ['is empty', NOTHING, 'MODEL_FAILED'],
    ['is refused', REFUSED, 'MODEL_REFUSED'],
    ['never comes', DOWN, 'MODEL_FAILED'],
  ])('that %s is no answer', async (_how, answer, code) => {
    script.set('mode-dm', () => answer);
    expect(await take('DM')).toMatchObject({ status: 'failed', answer: null, failure: { code } });
  });
});

it.each([
  ['is empty', NOTHING],
  ['is refused', REFUSED],
  ['never comes', DOWN],
])('keeps the telling there is when another one %s', async (_how, answer) => {
  const turn = await take('STORY', 'I wait.');
  const before = await world();
  script.set('retell', () => answer);
  expect(isRejection(await engine.tellings.regenerate(turn.id))).toBe(true);
  expect(await world()).toEqual(before);
  expect(await engine.store.narrations.narrationsOf(turn.sceneId ?? '')).toHaveLength(1);
});

it('leaves behind, after all of this, a session in which everything agrees', async () => {
  expect(await complaintsAbout(engine.store, sessionId)).toEqual([]);
});
