import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openEngine } from '../support/engine.ts';
import { writeGuidePack } from '../support/guide-pack.ts';
import { complaintsAbout } from '../support/integrity.ts';
import { beginAtQuay, globalIdOf, playAtQuay } from '../support/quay.ts';
import { rowIdOf } from '../support/row-id.ts';
import { copyShippedPack } from '../support/shipped-packs.ts';
import { type Answer, inTurn, type StepScript, scriptedSteps } from '../support/step-script.ts';
import { beginAt, cameTo } from '../support/story.ts';

/** What Mystika's ruleset allows a turn. */
const MOST_CHECKS = 8;

type Engine = Awaited<ReturnType<typeof openEngine>>;

const script: StepScript = new Map();
const provider = scriptedSteps(script);
afterEach(() => script.clear());
const ruling = (reply: object): Answer => ({ say: JSON.stringify(reply) });
const purposes = ({ asked }: Engine, from: number) =>
  asked.slice(from).flatMap(({ step, purpose }) => (step === 'resolve' ? (purpose ?? 'ask') : []));

describe('under rules of tables', () => {
  const rows = [20, 40, 60, 80, 100].map((to) => ({ from: to - 19, to, outcome: `It comes to ${to}.` }));
  const offered = (table: readonly object[]) =>
    ruling({ roll_table: { purpose: 'What comes of it', rows: table } });
  let engine: Engine;
  let sessionId: string;
  beforeAll(async () => {
    const writePacks = (folder: string) => {
      writeGuidePack(folder);
      const path = join(folder, 'lantern_quay', 'rulesets', 'tide_dice.yaml');
      const ruleset = readFileSync(path, 'utf8')
        .replace(/pipeline: full.*/, 'pipeline: ensemble')
        .replace(/resolution: \{.*\}/, 'resolution: { kind: table_d100, roll_types: [persuasion, chaos] }');
      writeFileSync(path, ruleset);
    };
    engine = await openEngine({ writePacks, provider });
    sessionId = await beginAtQuay(engine);
  });
  afterAll(() => engine.close());

  it.each([
    ['has a hole in it', rows.map((row, at) => (at === 2 ? { ...row, from: 45 } : row))],
    ['ends too soon', rows.map((row, at) => (at === 4 ? { ...row, to: 90 } : row))],
    ['has too few rows', rows.slice(0, 2)],
  ])('a table that %s is set right, never left aside', async (_how, table) => {
    const from = engine.asked.length;
    script.set('resolve', inTurn(offered(table), offered(rows)));
    const turn = await playAtQuay(engine, sessionId, _how, 'I gamble everything on it.');

    expect(turn).toMatchObject({ status: 'awaiting-roll', sceneId: null, suspension: { rows } });
    expect(purposes(engine, from)).toEqual(['ask', 'repair']);
    await engine.turns.cancel(turn.id);
  });

  it('a table that cannot be set right ends the turn, and nothing is rolled', async () => {
    const before = await cameTo(engine.store, globalIdOf('Session', sessionId));
    script.set('resolve', () => offered(rows.slice(0, 2)));
    const turn = await playAtQuay(engine, sessionId, 'never', 'I gamble everything on it.');

    expect(turn).toMatchObject({ status: 'failed', failure: { code: 'MODEL_OUTPUT_INVALID' } });
    expect(await cameTo(engine.store, globalIdOf('Session', sessionId))).toEqual(before);
    expect(await complaintsAbout(engine.store, sessionId)).toEqual([]);
  });
});

describe('under the SRD', () => {
  let engine: Engine;
  let sessionId: string;
  beforeAll(async () => {
    engine = await openEngine({ writePacks: copyShippedPack('mystika'), provider });
    sessionId = rowIdOf(await beginAt(engine.url, 'The Quiet Road'));
  });
  afterAll(() => engine.close());

  it('a referee who never stops asking for dice gets as many as a turn may have', async () => {
    const from = engine.asked.length;
    script.set('resolve', () =>
      ruling({ dice_request: [{ expression: '1d20', purpose: 'Perception check' }] }),
    );
    const turn = await playAtQuay(engine, sessionId, 'dice', 'I search the verge of the road.');
    const { rolls } = await cameTo(engine.store, globalIdOf('Session', sessionId));

    expect(turn).toMatchObject({ status: 'committed' });
    expect(rolls).toHaveLength(MOST_CHECKS);
    expect(purposes(engine, from)).toHaveLength(MOST_CHECKS + 1);
  });

  it('what a referee says the dice showed counts for nothing beside what fell', async () => {
    script.set(
      'resolve',
      inTurn(
        ruling({ dice_request: [{ expression: '1d20', purpose: 'Perception check', difficulty: 30 }] }),
        ruling({ resolved_outcome: 'A natural 20: she finds everything there is.' }),
      ),
    );
    await playAtQuay(engine, sessionId, 'claims', 'I search the ditch.');
    const narrated = engine.asked.findLast(({ step }) => step === 'narrate');

    expect(Object(narrated?.input).outcome).toMatchObject({ degree: 'failure' });
    expect(await complaintsAbout(engine.store, sessionId)).toEqual([]);
  });
});
