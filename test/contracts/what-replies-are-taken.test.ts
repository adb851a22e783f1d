import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isRejection } from '#engine/kit/rejection.ts';
import { ProviderError } from '#engine/llm/provider.ts';
import { storyInput, type TurnRecord } from '#engine/store/turns.ts';
import { openEngine } from '../support/engine.ts';
import { complaintsAbout } from '../support/integrity.ts';
import { beginAtQuay, globalIdOf } from '../support/quay.ts';
import { type Answer, inTurn, type StepScript, scriptedSteps, telling } from '../support/step-script.ts';
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
  const input = storyInput(text, { mode });
  const taken = await engine.turns.submit({ sessionId, actionId: `a${actions}`, input });
  if (!('submission' in taken)) throw new Error(taken.claim);
  return engine.turns.finished(taken.turn.id);
};
const world = () => cameTo(engine.store, globalIdOf('Session', sessionId));
/** What was asked of a step since then, by purpose. */
const askedSince = (from: number, step: string) =>
  engine.asked.slice(from).flatMap((request) => (request.step === step ? (request.purpose ?? 'ask') : []));

const STRUCTURED: readonly (readonly [string, Mode])[] = [
  ['interpret', 'STORY'],
  ['plan', 'STORY'],
  ['resolve', 'STORY'],
  ['reflect', 'STORY'],
  ['mode-think', 'THINK'],
  ['mode-god', 'GOD'],
];

it.each(['STORY', 'THINK', 'GOD'] as const)(
  'shows a model of a %s turn once what is wrong with its reply, then asks once more',
  async (mode) => {
    const steps = STRUCTURED.filter(([, asked]) => asked === mode).map(([step]) => step);
    for (const [garbage, purposes] of [
      [[GARBAGE], ['ask', 'repair']],
      [
        [GARBAGE, GARBAGE],
        ['ask', 'repair', 'retry'],
      ],
    ] as const) {
      const from = engine.asked.length;
      for (const step of steps) script.set(step, inTurn(...garbage));
      expect(await take(mode)).toMatchObject({ status: 'committed' });
      for (const step of steps)
        expect(askedSince(from, step).slice(0, purposes.length), step).toEqual(purposes);
    }
  },
);

describe.each(STRUCTURED)('a reply to %s', (step, mode) => {
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
    expect(askedSince(from, step).length).toBeLessThanOrEqual(3);
    expect(await world()).toEqual(before);
    expect(await engine.store.turns.recording(turn.id, 1)).not.toBeNull();
    expect(await engine.store.jobs.waiting(sessionId)).toBe(0);
  });
});

it.each([
  ['a character nobody is', 'interpret', { referenced_entities: ['npc_nobody_001'] }],
  ['dice there are not', 'resolve', { dice_request: ['9d0'] }],
  ['a change nobody may make', 'resolve', { state_ops: [{ op: 'grant_wish' }] }],
  [
    'a memory of nobody',
    'resolve',
    { new_observations: [{ character_id: 'x', content: 'y', importance: 3 }] },
  ],
  [
    'a memory that matters too much',
    'resolve',
    { new_observations: [{ character_id: 'npc_marit_001', content: 'y', importance: 6 }] },
  ],
  ['nothing done', 'reflect', { action_text: '' }],
])('tells the model that it spoke of %s, and takes what it says then', async (_what, step, reply) => {
  const from = engine.asked.length;
  script.set(step, inTurn({ say: JSON.stringify(reply) }));
  expect(await take('STORY')).toMatchObject({ status: 'committed' });
  expect(askedSince(from, step).slice(0, 2)).toEqual(['ask', 'repair']);
});

it.each([
  ['cannot be read', GARBAGE],
  ['is refused', REFUSED],
  ['never comes', DOWN],
])('plays on without new knowledge when the reply to route %s', async (_how, answer) => {
  const from = engine.asked.length;
  script.set('route', () => answer);
  expect(await take('STORY')).toMatchObject({ status: 'committed' });
  expect(askedSince(from, 'route')).toEqual(['ask']);
});

describe('a narration', () => {
  it('whose outcome cannot be read keeps its prose: only the outcome is asked for again', async () => {
    script.set(
      'narrate',
      inTurn({ say: `${PROSE}\n\n\`\`\`json\n{"choices": "many"}\n\`\`\`` }, telling('', {})),
    );
    const turn = await take('STORY', 'I wait.');
    expect(turn).toMatchObject({ status: 'committed' });
    expect((await world()).narrations.at(-1)).toBe(PROSE);
  });

  it.each([
    [
      'whose outcome never can be read',
      { say: `${PROSE}\n\n\`\`\`json\n{"choices": "many"}\n\`\`\`` },
      'MODEL_OUTPUT_INVALID',
    ],
    ['that is empty', NOTHING, 'MODEL_OUTPUT_INVALID'],
    ['that is refused', REFUSED, 'MODEL_REFUSED'],
    ['that never comes', DOWN, 'MODEL_FAILED'],
  ] as const)('%s leaves nothing of the turn but a recording', async (_how, answer, code) => {
    const before = await world();
    script.set('narrate', () => answer);
    expect(await take('STORY')).toMatchObject({ status: 'failed', sceneId: null, failure: { code } });
    expect(await world()).toEqual(before);
  });
});

describe('a repair of prose', () => {
  it('that is right is what is told', async () => {
    script.set('narrate', inTurn(telling(OUT_OF_TURN)));
    script.set('check-repair', inTurn({ say: PROSE }));
    expect(await take('STORY', 'I wait.')).toMatchObject({ status: 'committed' });
    expect((await world()).narrations.at(-1)).toBe(PROSE);
  });

  it.each([
    ['is no better', { say: OUT_OF_TURN }],
    ['is empty', NOTHING],
    ['breaks off', { say: 'The lamp by the', end: 'length' as const }],
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
    expect(own.filter(({ type }) => type === 'narration-repaired')).toMatchObject([
      { payload: { text: OUT_OF_TURN } },
    ]);
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
