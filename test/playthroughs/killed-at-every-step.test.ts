import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createStoryInput, type TurnInput } from '#engine/domain/turn.ts';
import { ASIDES, PIPELINES } from '#engine/turn/turn.ts';
import { openEngine } from '../support/engine.ts';
import { writeGuidePack } from '../support/guide-pack.ts';
import { complaintsAbout } from '../support/integrity.ts';
import { beginAtQuay, finishLeftTurns } from '../support/quay.ts';
import { temporaryFolder } from '../support/stores.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

type Pipeline = keyof typeof PIPELINES;

/** Writes Lantern Quay for a pipeline; `ensemble` plays by its rulebook alone, so that `resolve` is asked. */
function writeQuay(pipeline: Pipeline): (packs: string) => void {
  return (packs) => {
    writeGuidePack(packs);
    const path = join(packs, 'lantern_quay', 'rulesets', 'tide_dice.yaml');
    const ruleset = readFileSync(path, 'utf8').replace(/pipeline: full.*/, `pipeline: ${pipeline}`);
    const rulebookOnly = ruleset.replace(/^ +(?:resolution|consequences):.*\n/gm, '');
    writeFileSync(path, pipeline === 'ensemble' ? rulebookOnly : ruleset);
  };
}

const WORDS = 'I ask Marit what became of the ledger.';
const STORY = createStoryInput(WORDS);
const AFTER_LAST = 'after the last step';
const BEFORE_STORY = ['intake', 'read'];

const TURNS: readonly (readonly [string, Pipeline, TurnInput, readonly string[], number])[] = [
  ['duet', 'duet', STORY, [...BEFORE_STORY, ...PIPELINES.duet.names], 1],
  ['ensemble', 'ensemble', STORY, [...BEFORE_STORY, ...PIPELINES.ensemble.names], 1],
  ['full', 'full', STORY, [...BEFORE_STORY, ...PIPELINES.full.names], 1],
  ['THINK', 'full', createStoryInput(WORDS, { mode: 'THINK' }), ['intake', ...ASIDES.think.names], 1],
  ['DM', 'full', createStoryInput(WORDS, { mode: 'DM' }), ['intake', ...ASIDES.dm.names], 0],
  ['GOD', 'full', createStoryInput('Let it rain.', { mode: 'GOD' }), ['intake', ...ASIDES.god.names], 1],
  [
    'by hand',
    'full',
    { kind: 'operations', asker: 'gm', proposals: [{ op: 'advance_time', minutes: 5 }] },
    ['intake', ...ASIDES.byHand.names],
    1,
  ],
];

/**
 * Plays one turn and copies the database at the start of each step and after the last, as it lies on the disk at that moment: it
 * is all that a process killed there leaves.
 */
async function playCopying(name: string, pipeline: Pipeline, input: TurnInput, last: string) {
  const copies: { readonly at: string; readonly folder: string }[] = [];
  const own = join(folder.path, name);
  let isCopying = false;
  const copy = (at: string): void => {
    if (!isCopying) return;
    const to = join(folder.path, `${name}, ${at}`);
    cpSync(join(own, 'data'), join(to, 'data'), { recursive: true });
    copies.push({ at, folder: to });
  };
  const engine = await openEngine({
    folder: own,
    writePacks: writeQuay(pipeline),
    observer: () => ({
      stepStarted: copy,
      stepFinished: (step) => {
        if (step === last) copy(AFTER_LAST);
      },
      called: () => {},
      ended: () => {},
    }),
  });
  try {
    const sessionId = await beginAtQuay(engine);
    await engine.tidied();
    isCopying = true;
    const submission = await engine.turns.submit({ sessionId, actionId: 'killed', input });
    if (!('submission' in submission)) throw new Error(submission.claim);
    await engine.turns.finished(submission.turn.id);
    isCopying = false;
    return { sessionId, copies };
  } finally {
    await engine.close();
  }
}

describe.each(TURNS)('a server killed in a turn of %s', (name, pipeline, input, steps, scenes) => {
  it('leaves a turn at every step that the next server finishes by itself, once', async () => {
    const { sessionId, copies } = await playCopying(name, pipeline, input, steps.at(-1) ?? '');
    expect(new Set(copies.map(({ at }) => at))).toEqual(new Set([...steps, AFTER_LAST]));

    for (const { at, folder: left } of copies) {
      const engine = await openEngine({ folder: left, writePacks: writeQuay(pipeline) });
      try {
        const count = async () => (await engine.store.sessions.find(sessionId))?.sceneIndex;
        await finishLeftTurns(engine);
        const turn = await engine.store.turns.findByAction(sessionId, 'killed');
        expect({ at, scenes: await count(), attempt: turn?.attempt, failure: turn?.failure }).toEqual({
          at,
          scenes: 1 + scenes,
          attempt: at === AFTER_LAST ? 1 : 2,
          failure: null,
        });
        expect(await complaintsAbout(engine.store, sessionId), at).toEqual([]);

        const again = await engine.turns.submit({ sessionId, actionId: 'killed', input });
        expect(again, at).toMatchObject({ submission: 'existing', turn: { id: turn?.id } });
      } finally {
        await engine.close();
      }
    }
  });
});
