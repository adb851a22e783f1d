import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createStoryInput, type TurnInput, type TurnRecord } from '#engine/domain/turn.ts';
import { readRecording } from '#engine/replay/recording.ts';
import { openEngine } from '../support/engine.ts';
import { writeGuidePack } from '../support/guide-pack.ts';
import { beginAtQuay, globalIdOf } from '../support/quay.ts';
import {
  type Answer,
  judging,
  repairing,
  type StepScript,
  scriptedSteps,
  telling,
} from '../support/step-script.ts';
import { cameTo } from '../support/story.ts';

type Policy = 'repair' | 'flag' | 'fail';

const LONG = 'The fog stands at the pane and the stove ticks as it cools. '.repeat(22).trim();
/** A fault of each kind, in the second sentence. The judge is scripted to find it; secrets and length are found by the engine. */
const FAULTS = {
  agency: 'The stove ticks. You decide that she is lying, and you walk out into the fog without a word.',
  internal_labels:
    'The stove ticks. Marit Sund, lawful neutral to the bone, counts the spoons a second time.',
  secrets:
    'The stove ticks. Under the salt in the third herring barrel lies a ledger wrapped in sailcloth, dry as bread.',
  dice: 'The stove ticks. You rolled a 17 on that one, and the whole house seems to hold its breath.',
  contradiction:
    'The stove ticks. Tomas Rell steps in out of the fog and nods to Marit, who is not surprised.',
  binding_row:
    'The stove ticks as it cools. Marit Sund refuses flatly, and everybody within earshot hears the refusal.',
  sheet_numbers: 'The stove ticks. Marit reads you at nerve 2 and wits 1, and pours.',
  boundaries: 'The stove ticks. A drowned child lies on the counter, and nobody covers it.',
  length: LONG,
} as const;
type Fault = keyof typeof FAULTS;
const KINDS = Object.keys(FAULTS).filter((kind): kind is Fault => kind in FAULTS);
const HARMFUL: readonly Fault[] = ['secrets', 'boundaries'];
const FIRST = 'The stove ticks.';
const GOOD = 'Somebody on the stairs coughs twice, and a board answers.';

/** Finds the second sentence. */
const judged = (kind: Fault) =>
  judging((sentence) =>
    kind === 'secrets' || kind === 'length' || !FAULTS[kind].endsWith(sentence) ? null : kind,
  );
/** Replaces the fault; prose that is too long is cut after its first sentence. */
function repaired(kind: Fault, row: string): Answer {
  if (kind !== 'length') return repairing({ 2: row === '' ? GOOD : row });
  const numbers = Array.from({ length: 21 }, (_, at) => [at + 2, ''] as const);
  return repairing(Object.fromEntries(numbers));
}

/** Lantern Quay with one policy for every kind of fault, and d100 tables. */
const heldBy = (policy: Policy) => (folder: string) => {
  writeGuidePack(folder);
  const path = join(folder, 'lantern_quay', 'rulesets', 'tide_dice.yaml');
  const checks = KINDS.map((kind) => `${kind}: ${policy}`).join(', ');
  const ruleset = readFileSync(path, 'utf8')
    .replace(/^ {2}on_finding:.*\n/m, '')
    .replace(/pipeline: full.*/, `pipeline: full\n  on_finding: { ${checks} }`)
    .replace(
      /resolution: \{.*\}/,
      'resolution: { kind: table_d100, roll_types: [persuasion, chaos, battle] }',
    );
  writeFileSync(path, ruleset);
};

function stage(policy: Policy) {
  const script: StepScript = new Map();
  let engine: Awaited<ReturnType<typeof openEngine>>;
  let sessionId = '';
  let actions = 0;
  beforeAll(async () => {
    const provider = scriptedSteps(script);
    engine = await openEngine({ provider, writePacks: heldBy(policy) });
    sessionId = await beginAtQuay(engine);
    const agreed = { op: 'set_calibration', boundaries: ['No dead children.'] };
    await submit({ kind: 'operations', asker: 'gm', proposals: [agreed] }, 'agreed');
  });
  afterEach(() => script.clear());
  afterAll(() => engine.close());

  const submit = async (input: TurnInput, actionId: string): Promise<TurnRecord> => {
    const taken = await engine.turns.submit({ sessionId, actionId, input });
    if (!('submission' in taken)) throw new Error(taken.claim);
    return engine.turns.finished(taken.turn.id);
  };

  /** Has a table offered; gives the row that 42 will hit. */
  const offered = async (actionId: string): Promise<string> => {
    const turn = await submit(createStoryInput('I persuade the clerk to open the ledger.'), actionId);
    const { pendingRoll } = await engine.snapshots.of(turn.sceneId ?? '');
    return pendingRoll?.rows.find(({ from, to }) => from <= 42 && 42 <= to)?.outcome ?? '';
  };

  /** Has the fault told, and the repair answered. */
  const play = async (kind: Fault, isRepaired: boolean, times = 1) => {
    actions += 1;
    const actionId = `a${actions}`;
    const from = engine.asked.length;
    const row = kind === 'binding_row' ? await offered(`${actionId} offer`) : '';
    script.set('narrate', () => telling(FAULTS[kind]));
    script.set('judge', judged(kind));
    script.set('check-repair', () => (isRepaired ? repaired(kind, row) : repairing({})));
    const input: TurnInput =
      kind === 'binding_row' ? { kind: 'roll', personaId: null, faces: [42] } : createStoryInput('I wait.');
    let turn = await submit(input, actionId);
    for (let time = 1; time < times; time += 1) turn = await submit(input, actionId);
    const recording = readRecording(await engine.store.turns.recording(turn.id, turn.attempt));
    const events = await engine.store.events.after(sessionId, 0, 100_000);
    const own = events.filter(({ turnId }) => turnId === turn.id);
    const repairs = engine.asked.slice(from).filter(({ step }) => step === 'check-repair').length;
    // The story waits for the roll of a table until it is told.
    if (turn.status === 'failed' && kind === 'binding_row') await submit(input, actionId);
    return {
      turn,
      row,
      repairs,
      recorded: (recording?.verdicts ?? []).filter(({ of }) => of === 'prose').map(({ check }) => check),
      flags: JSON.stringify(own.find(({ type }) => type === 'turn-committed')?.payload ?? null),
      shown: own
        .flatMap(({ type, payload }) => (type === 'narration-delta' ? [String(Object(payload).text)] : []))
        .join(''),
      replaced: own.flatMap(({ type, payload }) =>
        type === 'narration-repaired' ? [String(Object(payload).text)] : [],
      ),
    };
  };
  const world = () => cameTo(engine.store, globalIdOf('Session', sessionId));
  return { play, world };
}

/** The prose with its second sentence repaired. */
function mended(kind: Fault, row: string): string {
  if (kind === 'length') return LONG.slice(0, LONG.indexOf('.') + 1);
  const [first] = FAULTS[kind].split(/(?<=[.]) /);
  return `${first} ${row === '' ? GOOD : row}`;
}

describe('where a ruleset asks for repair', () => {
  const { play, world } = stage('repair');

  it.each(KINDS)('tells %s as it was repaired, and records what was found', async (kind) => {
    const { turn, row, repairs, recorded, flags, replaced } = await play(kind, true);
    expect(turn).toMatchObject({ status: 'committed' });
    expect((await world()).narrations.at(-1)).toBe(mended(kind, row));
    expect(repairs).toBe(1);
    expect(recorded).toEqual([kind]);
    expect(replaced).toEqual([mended(kind, row)]);
    expect(flags).not.toContain(`"${kind}"`);
  });

  it.each(KINDS.filter((kind) => !HARMFUL.includes(kind)))(
    'tells %s with a flag when the one repair changes nothing',
    async (kind) => {
      const { turn, repairs, recorded, flags } = await play(kind, false);
      expect(turn).toMatchObject({ status: 'committed' });
      expect((await world()).narrations.at(-1)).toBe(FAULTS[kind]);
      expect(repairs).toBe(1);
      expect(recorded).toEqual([kind]);
      expect(flags).toContain(`"${kind}"`);
    },
  );

  it.each(HARMFUL)('takes %s out when the one repair changes nothing', async (kind) => {
    const { turn, repairs, replaced } = await play(kind, false);
    expect(turn).toMatchObject({ status: 'committed' });
    expect((await world()).narrations.at(-1)).toBe(FIRST);
    expect(repairs).toBe(1);
    expect(replaced).toEqual([FIRST]);
  });
});

describe('where a ruleset wants the flag alone', () => {
  const { play, world } = stage('flag');

  it.each(KINDS)('shows %s to the end, flagged and recorded, without asking for a repair', async (kind) => {
    const { turn, repairs, recorded, flags, shown } = await play(kind, true);
    expect(turn).toMatchObject({ status: 'committed' });
    expect((await world()).narrations.at(-1)).toBe(FAULTS[kind]);
    expect(shown).toBe(FAULTS[kind]);
    expect(repairs).toBe(0);
    expect(recorded).toEqual([kind]);
    expect(flags).toContain(`"${kind}"`);
  });
});

describe('where a ruleset lets the turn fail', () => {
  const { play, world } = stage('fail');

  it.each(KINDS)('tells nothing of %s when the one repair changes nothing', async (kind) => {
    const { turn, repairs, recorded, shown } = await play(kind, false);
    expect(turn).toMatchObject({ status: 'failed', sceneId: null, failure: { code: 'NARRATION_REFUSED' } });
    expect(repairs).toBe(1);
    expect(recorded).toEqual([kind]);
    expect(shown).toBe('');
  });

  it.each(KINDS)('tells %s with a flag, or without its sentence, when it is tried again', async (kind) => {
    const { turn, flags } = await play(kind, false, 2);
    expect(turn).toMatchObject({ status: 'committed', attempt: 2 });
    const isHarmful = HARMFUL.includes(kind);
    expect((await world()).narrations.at(-1)).toBe(isHarmful ? FIRST : FAULTS[kind]);
    expect(flags.includes(`"${kind}"`)).toBe(!isHarmful);
  });

  it.each(KINDS)('tells %s as it was repaired', async (kind) => {
    const { turn, row, recorded } = await play(kind, true);
    expect(turn).toMatchObject({ status: 'committed' });
    expect((await world()).narrations.at(-1)).toBe(mended(kind, row));
    expect(recorded).toEqual([kind]);
  });
});
