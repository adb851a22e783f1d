import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { JudgeInput } from '#engine/contracts/findings.ts';
import { ReadInput } from '#engine/contracts/reading.ts';
import { createStoryInput } from '#engine/domain/turn.ts';
import { type ModelRequest, ProviderError } from '#engine/llm/provider.ts';
import { openEngine } from '../../../support/engine.ts';
import { copyShippedPacks } from '../../../support/shipped-packs.ts';
import {
  type Answer,
  inTurn,
  type StepScript,
  scriptedSteps,
  telling,
} from '../../../support/step-script.ts';
import { played, sitDownAt } from '../../../support/waiting-table.ts';

const WET =
  'Rain runs off the tiles of the gallery. Somewhere below a door closes, and a servant crosses the yard with a lamp held low against the wind. The candles lean and right themselves again.';
const DRY =
  'Water drips from the eaves. A lamp moves over the cobbles under some servant’s cloak, and the flames on the table bow before the draught.';
const ACTED = `${DRY} You draw your knife and stab the clerk in the neck. You laugh, and you walk out without looking back.`;
const ROWS = [
  'The guards seize the satchel and burn every letter in the brazier',
  'The captain laughs and demands forty doblas before he listens',
  'The captain wavers and asks for a day to think it over',
  'The captain agrees and opens the postern gate before dawn',
  'The captain kneels, swears fealty and hands over the keys of the tower',
];
/** Finds rows that were not rolled, and sentences that act for the player. */
const judged = ({ input }: ModelRequest): Answer => {
  const findings = JudgeInput.parse(input).sentences.flatMap((sentence) => {
    const quote = sentence.trim();
    if (ROWS.slice(1).some((row) => quote.includes(row))) return [{ kind: 'binding_row', quote }];
    return quote.startsWith('You ') ? [{ kind: 'agency', quote }] : [];
  });
  return { say: JSON.stringify({ findings }) };
};
/** Replaces sentences by their numbers. */
const mending = (...sentences: readonly (readonly [number, string])[]): Answer => ({
  say: JSON.stringify({ sentences: sentences.map(([n, text]) => ({ n, text })) }),
});
const ROW_SENTENCE = 3;
const withRow = (prose: string, row: number) => `${prose} ${ROWS[row]}.`;

/** A table at which leaks and wrong rows are never told. */
function writeStrictPacks(folder: string): void {
  copyShippedPacks(folder);
  const file = join(folder, 'castile_1430/rulesets/crown_d100.yaml');
  const ruleset = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    ruleset.replace('secrets: repair', 'secrets: fail').replace('binding_row: repair', 'binding_row: fail'),
  );
}

const script: StepScript = new Map();
let engine: Awaited<ReturnType<typeof openEngine>>;
/** The turn in which 7 was rolled, which is the first row. */
let turnId: string;
let sceneId: string;
/** What was to be told again, and what was to be set right, in the order it was asked for. */
let asked: string[] = [];

beforeAll(async () => {
  engine = await openEngine({
    writePacks: writeStrictPacks,
    provider: scriptedSteps(script),
  });
  const sessionId = await sitDownAt(engine, 'castile_1430:fifty_days_of_may');
  const rows = ROWS.map((outcome, at) => ({ from: at * 20 + 1, to: at * 20 + 20, outcome }));
  const table = { purpose: 'win the captain over', rows };
  const offer = { awaiting_roll: true, roll_type: 'persuasion', roll_table: table };
  script.set('read', ({ input }) => {
    const { checks } = ReadInput.parse(input);
    const check = checks.find(({ id }) => id === 'persuade')?.id;
    return { say: JSON.stringify({ call_type: 'persuasion', actions: [{ kind: 'talk', check }] }) };
  });
  script.set('narrate', inTurn(telling(WET, offer), telling(withRow(WET, 0))));
  await played(engine, sessionId, 'a', createStoryInput('I try to win the captain over.'));
  const turn = await played(engine, sessionId, 'b', { kind: 'roll', personaId: null, faces: [7] });
  turnId = turn.id;
  sceneId = turn.sceneId ?? '';
}, 60_000);
afterAll(() => engine.close());
beforeEach(() => {
  asked = [];
});
afterEach(() => {
  script.clear();
  vi.restoreAllMocks();
});

/** Has the turn told again by these answers, each asked for once. */
async function retold(first: Answer, ...repairs: readonly Answer[]) {
  const answers = new Map([
    ['retell', inTurn(first)],
    ['check-repair', inTurn(...repairs)],
  ]);
  for (const [step, answer] of answers)
    script.set(step, (request) => {
      asked.push(`${step}: ${Object(request.input).prose}`);
      return answer(request);
    });
  script.set('judge', judged);
  const versions = (await engine.store.narrations.narrationsOf(sceneId)).length;
  const told = await engine.tellings.regenerate(turnId);
  const after = await engine.store.narrations.narrationsOf(sceneId);
  return { told, added: after.length - versions, stands: after.find(({ isChosen }) => isChosen)?.narration };
}

it('keeps a telling of the same row', async () => {
  const { told, added } = await retold({ say: withRow(DRY, 0) });
  expect(told).toMatchObject({ narration: withRow(DRY, 0), flags: [] });
  expect(added).toBe(1);
  expect(asked).toEqual([`retell: ${withRow(WET, 0)}`]);
});

it('has a telling of another row set right once', async () => {
  const { told, added } = await retold({ say: withRow(DRY, 4) }, mending([ROW_SENTENCE, `${ROWS[0]}.`]));
  expect(told).toMatchObject({ narration: withRow(DRY, 0), flags: [] });
  expect(added).toBe(1);
  expect(asked.at(-1)).toMatch(/^check-repair/);
});

it('refuses a telling that tells another row also when it was set right, and the one before it stands', async () => {
  const before = (await engine.store.scenes.find(sceneId))?.narration;
  const { told, added, stands } = await retold(
    { say: withRow(DRY, 4) },
    mending([ROW_SENTENCE, `${ROWS[4]}.`]),
  );
  expect(told).toMatchObject({ rejected: 'narration-refused' });
  expect({ added, stands }).toEqual({ added: 0, stands: before });
});

it('is bound by the row also when nothing was recorded of the turn', async () => {
  vi.spyOn(engine.store.turns, 'recording').mockResolvedValue(null);
  const { told } = await retold({ say: withRow(DRY, 4) }, mending());
  expect(told).toMatchObject({ rejected: 'narration-refused' });
});

it('has what it does in the player’s stead taken out', async () => {
  const { told } = await retold({ say: withRow(ACTED, 0) }, mending([3, ''], [4, '']));
  expect(told).toMatchObject({ narration: withRow(DRY, 0), flags: [] });
});

it.each<[string, Answer]>([
  ['it is left in', mending()],
  ['nobody can be asked', { fail: new ProviderError('gone', { fault: 'bad-request', retryable: false }) }],
])('is told with a flag when it acts in the player’s stead and %s', async (_how, repair) => {
  const { told, added } = await retold({ say: withRow(ACTED, 0) }, repair);
  expect(told).toMatchObject({ narration: withRow(ACTED, 0), flags: ['agency'] });
  expect(added).toBe(1);
});

it('refuses a telling that gives a secret away', async () => {
  const world = await engine.snapshots.of(sceneId);
  const secret = Object.values(world.facts).find(
    ({ visibility, knownTo, object }) =>
      visibility === 'hidden' && knownTo.length === 0 && String(object).split(' ').length > 12,
  );
  const leaking = `${withRow(DRY, 0)} ${secret?.object}`;
  const { told, added } = await retold({ say: leaking }, mending());
  expect(told).toMatchObject({ rejected: 'narration-refused' });
  expect(added).toBe(0);
});

it('is told from the first telling, whichever one was chosen since', async () => {
  await retold({ say: withRow(DRY, 0) });
  await retold({ say: withRow(DRY, 0) });
  expect(asked).toEqual([`retell: ${withRow(WET, 0)}`, `retell: ${withRow(WET, 0)}`]);
});
