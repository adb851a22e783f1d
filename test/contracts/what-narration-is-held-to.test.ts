import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { JudgeInput } from '#engine/contracts/findings.ts';
import { readRecording } from '#engine/replay/recording.ts';
import { storyInput, type TurnInput, type TurnRecord } from '#engine/store/turns.ts';
import { splitSentences } from '#engine/turn/narration/sentences.ts';
import { openEngine } from '../support/engine.ts';
import { writeGuidePack } from '../support/guide-pack.ts';
import { beginAtQuay, globalIdOf } from '../support/quay.ts';
import { type Answer, inTurn, type StepScript, scriptedSteps, telling } from '../support/step-script.ts';
import { cameTo } from '../support/story.ts';

type Policy = 'repair' | 'flag' | 'fail';

/** Finds the fault as long as its sentence is told. */
function judged(kind: Fault, sentences: readonly string[]): Answer {
  const quote = sentences
    .map((sentence) => sentence.trim())
    .find((sentence) => FAULTS[kind].endsWith(sentence));
  const findings = kind === 'length' || quote === undefined ? [] : [{ kind, quote }];
  return { say: JSON.stringify({ findings }) };
}

const LONG = 'The fog stands at the pane and the stove ticks as it cools. '.repeat(22).trim();
/** A fault of each kind. The judge is scripted to find it; length is counted by the engine. */
const FAULTS = {
  agency: 'The stove ticks. You decide that she is lying, and you walk out into the fog without a word.',
  internal_labels:
    'The stove ticks. Marit Sund, lawful neutral to the bone, counts the spoons a second time.',
  secrets:
    'The stove ticks. Under the salt in the third herring barrel lies a ledger wrapped in sailcloth, dry as bread.',
  dice: 'The stove ticks. You rolled a 17 on that one, and the whole house seems to hold its breath.',
  contradiction: 'The stove ticks. Tomas Rell steps in out of the fog and nods to Marit.',
  binding_row:
    'The stove ticks as it cools. Marit Sund refuses flatly, and everybody within earshot hears the refusal.',
  sheet_numbers: 'The stove ticks. Marit reads you at nerve 2 and wits 1, and pours.',
  boundaries: 'The stove ticks. A drowned child lies on the counter, and nobody covers it.',
  length: LONG,
} as const;
type Fault = keyof typeof FAULTS;
const KINDS = Object.keys(FAULTS).filter((kind): kind is Fault => kind in FAULTS);
const GOOD = 'Somebody on the stairs coughs twice, and a board answers.';

/** Has the second sentence replaced; of a passage that is too long two sentences are left. */
function mending(kind: Fault, text: string): string {
  const all = splitSentences(FAULTS[kind]);
  const shorter = all.slice(2).map((_, at) => ({ n: at + 3, text: '' }));
  return JSON.stringify({ sentences: kind === 'length' ? shorter : [{ n: 2, text }] });
}

/** The prose once it was mended. */
function mended(kind: Fault, text: string): string {
  const [first = '', second = ''] = splitSentences(FAULTS[kind]);
  return `${first}${kind === 'length' ? second : text}`.trim();
}

/** Gives the sentences back as they were. */
const unmended = (kind: Fault) => mending(kind, splitSentences(FAULTS[kind])[1]?.trim() ?? '');
const nothing = JSON.stringify({ sentences: [] });
/** What must not be read is taken out when nobody can mend it. */
const isHarmful = (kind: Fault) => kind === 'secrets' || kind === 'boundaries';

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
  });
  afterEach(() => script.clear());
  afterAll(() => engine.close());

  const submit = async (input: TurnInput, actionId: string): Promise<TurnRecord> => {
    const taken = await engine.turns.submit({ sessionId, actionId, input });
    if (!('submission' in taken)) throw new Error(taken.claim);
    return engine.turns.finished(taken.turn.id);
  };

  const world = () => cameTo(engine.store, globalIdOf('Session', sessionId));

  /** Has a table offered; gives the row that 42 will hit. */
  const offered = async (actionId: string): Promise<string> => {
    const turn = await submit(storyInput('I persuade the clerk to open the ledger.'), actionId);
    const { pendingRoll } = await engine.snapshots.of(turn.sceneId ?? '');
    return pendingRoll?.rows.find(({ from, to }) => from <= 42 && 42 <= to)?.outcome ?? '';
  };

  /** Has the fault told, and the repair answered with what `repair` makes of the row that binds. */
  const play = async (kind: Fault, repair: (row: string) => string) => {
    actions += 1;
    const actionId = `a${actions}`;
    const from = engine.asked.length;
    const row = kind === 'binding_row' ? await offered(`${actionId} offer`) : '';
    const before = await world();
    script.set('narrate', inTurn(telling(FAULTS[kind])));
    script.set('judge', ({ input }) => judged(kind, JudgeInput.parse(input).sentences));
    script.set('check-repair', () => ({ say: repair(row) }));
    const turn = await submit(
      kind === 'binding_row' ? { kind: 'roll', personaId: null, faces: [42] } : storyInput('I wait.'),
      actionId,
    );
    const recording = readRecording(await engine.store.turns.recording(turn.id, turn.attempt));
    const events = await engine.store.events.after(sessionId, 0, 100_000);
    const own = events.filter(({ turnId }) => turnId === turn.id);
    const after = await world();
    script.clear();
    // The story waits for a turn whose dice have fallen until it is tried again or called off.
    if (turn.status === 'failed') await engine.turns.cancel(turn.id);
    if (turn.status === 'failed' && kind === 'binding_row')
      await submit({ kind: 'roll', personaId: null, faces: [42] }, `${actionId} again`);
    return {
      before,
      after,
      turn,
      row,
      repairs: engine.asked.slice(from).filter(({ step }) => step === 'check-repair').length,
      recorded: (of: 'prose' | 'repair') => [
        ...new Set(
          (recording?.verdicts ?? []).filter((verdict) => verdict.of === of).map(({ check }) => check),
        ),
      ],
      flags: JSON.stringify(own.find(({ type }) => type === 'turn-committed')?.payload ?? null),
      shown: own
        .flatMap(({ type, payload }) => (type === 'narration-delta' ? [String(Object(payload).text)] : []))
        .join(''),
      replaced: own.flatMap(({ type, payload }) =>
        type === 'narration-repaired' ? [String(Object(payload).text)] : [],
      ),
    };
  };
  return { play, world, submit, script };
}

describe('where a ruleset asks for repair', () => {
  const { play, world } = stage('repair');

  it.each(KINDS)('tells %s as it was repaired, and records what was found', async (kind) => {
    const { turn, row, repairs, recorded, flags, replaced } = await play(kind, (hit) =>
      mending(kind, hit || GOOD),
    );
    const told = mended(kind, row || GOOD);
    expect(turn).toMatchObject({ status: 'committed' });
    expect((await world()).narrations.at(-1)).toBe(told);
    expect(repairs).toBe(1);
    expect(recorded('prose')).toEqual([kind]);
    expect(recorded('repair')).toEqual([]);
    expect(replaced).toEqual([told]);
    expect(flags).not.toContain(`"${kind}"`);
  });

  it.each(KINDS.filter((kind) => !isHarmful(kind)))(
    'tells %s with a flag when the one repair is no better, and records both',
    async (kind) => {
      const { turn, repairs, recorded, flags, replaced } = await play(kind, () =>
        kind === 'length' ? nothing : unmended(kind),
      );
      expect(turn).toMatchObject({ status: 'committed' });
      expect((await world()).narrations.at(-1)).toBe(FAULTS[kind]);
      expect(repairs).toBe(1);
      expect(recorded('prose')).toEqual([kind]);
      expect(recorded('repair')).toEqual([kind]);
      expect(flags).toContain(`"${kind}"`);
      expect(replaced).toEqual([]);
    },
  );

  it.each(KINDS.filter(isHarmful))('takes %s out when the one repair is no better', async (kind) => {
    const { turn, repairs, recorded, replaced } = await play(kind, () => unmended(kind));
    expect(turn).toMatchObject({ status: 'committed' });
    expect((await world()).narrations.at(-1)).toBe('The stove ticks.');
    expect(replaced).toEqual(['The stove ticks.']);
    expect(repairs).toBe(1);
    expect(recorded('repair')).toEqual([kind]);
  });
});

describe('where a ruleset wants the flag alone', () => {
  const { play, world } = stage('flag');

  it.each(KINDS)('shows %s to the end, flagged and recorded, without asking for a repair', async (kind) => {
    const { turn, repairs, recorded, flags, shown } = await play(kind, () => mending(kind, GOOD));
    expect(turn).toMatchObject({ status: 'committed' });
    expect((await world()).narrations.at(-1)).toBe(FAULTS[kind]);
    expect(shown).toBe(FAULTS[kind]);
    expect(repairs).toBe(0);
    expect(recorded('prose')).toEqual([kind]);
    expect(flags).toContain(`"${kind}"`);
  });
});

describe('where a ruleset lets the turn fail', () => {
  const { play, world, submit, script } = stage('fail');

  it.each(KINDS)('tells nothing of %s when the one repair is no better, and records both', async (kind) => {
    const { turn, repairs, recorded, before, after } = await play(kind, () =>
      kind === 'length' ? nothing : unmended(kind),
    );
    expect(turn).toMatchObject({ status: 'failed', sceneId: null, failure: { code: 'NARRATION_REFUSED' } });
    expect(repairs).toBe(1);
    expect(recorded('prose')).toEqual([kind]);
    expect(recorded('repair')).toEqual([kind]);
    expect(after).toEqual(before);
  });

  it('fails an action once: the second attempt is told, with a flag where nobody is harmed', async () => {
    const narrated = () => telling(FAULTS.agency);
    script.set('narrate', narrated);
    script.set('judge', ({ input }) => judged('agency', JudgeInput.parse(input).sentences));
    script.set('check-repair', () => ({ say: nothing }));
    const first = await submit(storyInput('I wait.'), 'twice');
    expect(first).toMatchObject({
      status: 'failed',
      failure: { code: 'NARRATION_REFUSED', retryable: true },
    });
    const second = await submit(storyInput('I wait.'), 'twice');
    expect(second).toMatchObject({ id: first.id, attempt: 2, status: 'committed' });
    expect((await world()).narrations.at(-1)).toBe(FAULTS.agency);
  });

  it('tells a turn plainly when nothing of its prose can stand', async () => {
    const secret = FAULTS.secrets.replace('The stove ticks. ', '');
    script.set('narrate', () => telling(secret));
    script.set('check-repair', () => ({ say: nothing }));
    await submit(storyInput('I wait.'), 'plain');
    const second = await submit(storyInput('I wait.'), 'plain');
    expect(second).toMatchObject({ attempt: 2, status: 'committed' });
    expect((await world()).narrations.at(-1)).toBe('The moment passes.');
  });

  it.each(KINDS)('tells %s as it was repaired', async (kind) => {
    const { turn, row, recorded } = await play(kind, (hit) => mending(kind, hit || GOOD));
    expect(turn).toMatchObject({ status: 'committed' });
    expect((await world()).narrations.at(-1)).toBe(mended(kind, row || GOOD));
    expect(recorded('prose')).toEqual([kind]);
  });
});
