import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStoryInput, type TurnInput } from '#engine/domain/turn.ts';
import { openEngine } from '../../support/engine.ts';
import { copyShippedPacks } from '../../support/shipped-packs.ts';
import { inTurn, type StepScript, scriptedSteps, telling } from '../../support/step-script.ts';
import { played, sitDownAt } from '../../support/waiting-table.ts';

const DAYS = 20;
const STORY = 'castile_1430:fifty_days_of_may';
/** The same story without its endings. */
const ENDLESS = 'castile_1430:endless_days_of_may';
const script: StepScript = new Map();
let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine({
    writePacks: copyPacksWithEndlessStory,
    provider: scriptedSteps(script),
  });
}, 60_000);
afterAll(() => engine.close());

function copyPacksWithEndlessStory(folder: string): void {
  copyShippedPacks(folder);
  const entryPoints = `${folder}/castile_1430/entry_points`;
  const story = readFileSync(`${entryPoints}/fifty_days_of_may.yaml`, 'utf8');
  const endless = story
    .replace(/^id: .*$/m, 'id: endless_days_of_may')
    .replace(/^endings:\n(?: .*\n|\n)*/m, '');
  writeFileSync(`${entryPoints}/endless_days_of_may.yaml`, endless);
}

/** The world after one input to a new story. */
async function after(input: TurnInput, story = STORY) {
  const sessionId = await sitDownAt(engine, story);
  const before = await worldOf(sessionId);
  const turn = await played(engine, sessionId, 'a', input);
  expect(turn, JSON.stringify(turn.failure)).toMatchObject({ status: 'committed' });
  return { sessionId, before, world: await worldOf(sessionId) };
}
const worldOf = async (sessionId: string) =>
  engine.snapshots.of((await engine.store.sessions.find(sessionId))?.currentSceneId ?? '');
const byHand = (asker: 'gm' | 'god', days: number): TurnInput => ({
  kind: 'operations',
  asker,
  proposals: [{ op: 'advance_time', days }],
});
type World = Awaited<ReturnType<typeof worldOf>>;
const progress = ({ agendas }: World) => Object.values(agendas).map((agenda) => agenda.progress);
const deadlines = ({ deadlines: all }: World) => Object.values(all).map(({ status }) => status);

it.each<[string, () => TurnInput]>([
  ['a game master lets pass', () => byHand('gm', DAYS)],
  ['the owner lets pass', () => byHand('god', DAYS)],
  [
    'the owner commands to pass',
    () => {
      const operations = [{ op: 'advance_time', days: DAYS }];
      const say = JSON.stringify({ god_mode_response: 'So it is.', operations, choices: [] });
      script.set('mode-god', inTurn({ say }));
      return createStoryInput('Let twenty days pass.', { mode: 'GOD' });
    },
  ],
])(
  'brings with the time %s what it brings in the story',
  async (_who, input) => {
    script.set('narrate', (request) =>
      JSON.stringify(request.messages).includes('I wait twenty days.')
        ? telling('The fair fills and empties. Carts come and go, and the rain with them.', {
            elapsed_minutes: DAYS * 24 * 60,
          })
        : undefined,
    );
    const waiting = { actions: [{ kind: 'wait', minutes: DAYS * 24 * 60 }] };
    script.set('read', () => ({ say: JSON.stringify(waiting) }));
    const told = await after(createStoryInput('I wait twenty days.'));
    script.clear();
    const given = await after(input());

    expect(progress(given.world)).not.toEqual(progress(given.before));
    expect(progress(given.world)).toEqual(progress(told.world));
    expect(deadlines(given.world)).toEqual(deadlines(told.world));
  },
  60_000,
);

it('begins with the reckoning of a year that ended by hand', async () => {
  const { sessionId, world } = await after(byHand('gm', 400), ENDLESS);
  expect(world.ending).toBeUndefined();
  await played(engine, sessionId, 'b', createStoryInput('I look around.'));
  const asked = engine.asked.findLast(({ step }) => step === 'narrate');
  expect(Object(asked?.input).callType).toBe('year_end');
}, 60_000);

it('ends the story when the time that passes by hand brings an ending', async () => {
  const { sessionId, world } = await after(byHand('gm', 400));
  expect(world.ending?.id).toBe('waggons_home');
  const next = { sessionId, actionId: 'b', input: createStoryInput('I look around.') };
  expect(await engine.turns.submit(next)).toEqual({ claim: 'story-ended', title: 'What Is Not Sold' });
}, 60_000);

it('brings nothing when the owner turns time back', async () => {
  const input: TurnInput = {
    kind: 'operations',
    asker: 'god',
    proposals: [{ op: 'set_time', to: '1430-01-02' }],
  };
  const { before, world } = await after(input);
  expect(progress(world)).toEqual(progress(before));
}, 60_000);
