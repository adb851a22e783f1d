import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openEngine } from '../support/engine.ts';
import { writeGuidePack } from '../support/guide-pack.ts';
import { complaintsAbout } from '../support/integrity.ts';
import { beginAtQuay, globalIdOf, playAtQuay } from '../support/quay.ts';
import { type Answer, inTurn, type StepScript, scriptedSteps } from '../support/step-script.ts';
import { cameTo } from '../support/story.ts';

const MARIT = 'npc_marit_001';
const WORDS = 'I row out against the tide.';

/** Lantern Quay by a rulebook alone: no mechanics decide, so `resolve` is asked. */
function writeTextOnlyRules(folder: string): void {
  writeGuidePack(folder);
  const path = join(folder, 'lantern_quay', 'rulesets', 'tide_dice.yaml');
  const ruleset = readFileSync(path, 'utf8')
    .replace(/pipeline: full.*/, 'pipeline: ensemble')
    .replace(/^ +(?:resolution|consequences):.*\n/gm, '');
  writeFileSync(path, ruleset);
}

const script: StepScript = new Map();
let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;
beforeAll(async () => {
  engine = await openEngine({ writePacks: writeTextOnlyRules, provider: scriptedSteps(script) });
  sessionId = await beginAtQuay(engine);
});
afterEach(() => script.clear());
afterAll(() => engine.close());

const GARBAGE: Answer = { say: 'I would rather talk about the weather.' };
const ruling = (reply: object): Answer => ({ say: JSON.stringify(reply) });
const told = (object: string) => ({
  op: 'add_fact',
  subjectId: MARIT,
  predicate: 'says',
  object,
  visibility: 'public',
});
const banded = (expression: string) =>
  ruling({
    dice: [{ expression, purpose: 'Rowing' }],
    bands: [
      { to: 3, name: 'Ebb', degree: 'failure', outcome: 'The tide wins.', operations: [told('it lost')] },
      { from: 4, name: 'Flood', degree: 'success', outcome: 'The boat wins.', operations: [told('it won')] },
    ],
  });
const purposes = (from: number) =>
  engine.asked.slice(from).flatMap(({ step, purpose }) => (step === 'resolve' ? (purpose ?? 'ask') : []));
const world = () => cameTo(engine.store, globalIdOf('Session', sessionId));

it('rolls the dice a rulebook asks for and takes the band of the total, in one call', async () => {
  const from = engine.asked.length;
  script.set('resolve', inTurn(banded('1d6')));
  expect(await playAtQuay(engine, sessionId, 'row', WORDS)).toMatchObject({ status: 'committed' });
  const { rolls, snapshot } = await world();
  const isWon = Number(Object(rolls.at(-1)?.roll).total) >= 4;
  const narrated = engine.asked.findLast(({ step }) => step === 'narrate');
  const facts = Object.values(snapshot.facts).map(({ object }) => object);

  expect(rolls).toHaveLength(1);
  expect(purposes(from)).toEqual(['ask']);
  expect(Object(narrated?.input).outcome).toMatchObject({
    band: isWon ? 'Flood' : 'Ebb',
    degree: isWon ? 'success' : 'failure',
    text: expect.stringContaining(isWon ? 'The boat wins.' : 'The tide wins.'),
  });
  expect(facts).toContain(isWon ? 'it won' : 'it lost');
  expect(facts).not.toContain(isWon ? 'it lost' : 'it won');
});

it.each([
  ['only their upper ends', [{ to: 3, name: 'Low' }, { to: 5, name: 'Middle' }, { name: 'High' }]],
  ['only their lower ends', [{ name: 'Low' }, { from: 4, name: 'Middle' }, { from: 6, name: 'High' }]],
  ['no order', [{ name: 'High' }, { to: 5, name: 'Middle' }, { to: 3, name: 'Low' }]],
])('takes the band of the total where bands have %s', async (_, bands) => {
  script.set('resolve', inTurn(ruling({ dice: [{ expression: '1d6' }], bands })));
  await playAtQuay(engine, sessionId, `ends-${bands[0]?.name}-${Object.keys(bands[0] ?? {}).length}`, WORDS);
  const total = Number(Object((await world()).rolls.at(-1)?.roll).total);
  const narrated = engine.asked.findLast(({ step }) => step === 'narrate');

  expect(Object(narrated?.input).outcome.band).toBe(total <= 3 ? 'Low' : total <= 5 ? 'Middle' : 'High');
});

it('says what the player attempts beside dice without a purpose', async () => {
  script.set('read', inTurn(ruling({ actions: [{ kind: 'other', does: 'row against the tide' }] })));
  script.set('resolve', inTurn(ruling({ dice: [{ expression: '1d6' }], bands: [{ name: 'Done' }] })));
  await playAtQuay(engine, sessionId, 'unsaid', WORDS);

  expect((await world()).rolls.at(-1)).toMatchObject({ roll: { purpose: 'row against the tide' } });
});

it('rolls nothing where the rulebook asks for no dice', async () => {
  const before = (await world()).rolls.length;
  script.set('resolve', inTurn(ruling({ bands: [{ name: 'Done', outcome: 'It works.' }] })));
  await playAtQuay(engine, sessionId, 'calm', WORDS);
  const narrated = engine.asked.findLast(({ step }) => step === 'narrate');

  expect((await world()).rolls).toHaveLength(before);
  expect(Object(narrated?.input).outcome).toMatchObject({ text: expect.stringContaining('It works.') });
});

it('has a ruling that cannot be read set right once', async () => {
  const from = engine.asked.length;
  script.set('resolve', inTurn(GARBAGE, banded('1d6')));
  expect(await playAtQuay(engine, sessionId, 'mended', WORDS)).toMatchObject({ status: 'committed' });
  expect(purposes(from)).toEqual(['ask', 'repair']);
});

it('ends a turn whose ruling cannot be set right, and nothing is rolled', async () => {
  const before = await world();
  script.set('resolve', () => GARBAGE);
  expect(await playAtQuay(engine, sessionId, 'never', WORDS)).toMatchObject({
    status: 'failed',
    failure: { code: 'MODEL_OUTPUT_INVALID' },
  });
  expect(await world()).toEqual(before);
  expect(await complaintsAbout(engine.store, sessionId)).toEqual([]);
});
