import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStoryInput } from '#engine/domain/turn.ts';
import { compareWorldTimes, countMinutes } from '#engine/util/world-time.ts';
import { openEngine } from '../../support/engine.ts';
import { copyShippedPacks } from '../../support/shipped-packs.ts';
import { inTurn, type StepScript, scriptedSteps, telling } from '../../support/step-script.ts';
import { played, sitDownAt } from '../../support/waiting-table.ts';

const DAY = 24 * 60;
const PROSE =
  'Rain runs down the window. Somewhere below a door closes, and steps go away along a passage. Nobody speaks for a while.';
const PACKS = [
  ['castile_1430:fifty_days_of_may', 3 * DAY],
  ['motel_verse:night_shift', DAY / 3],
  ['mystika:the_quiet_road', DAY / 3],
] as const;

/** Here a deadline comes earlier than the longest activity ends. */
const DEADLINE = 'neo_seattle:dead_drop';

const script: StepScript = new Map();
let engine: Awaited<ReturnType<typeof openEngine>>;
const sessions = new Map<string, string>();
beforeAll(async () => {
  engine = await openEngine({
    writePacks: copyShippedPacks,
    provider: scriptedSteps(script),
  });
  for (const entry of [...PACKS.map(([id]) => id), DEADLINE])
    sessions.set(entry, await sitDownAt(engine, entry));
}, 60_000);
afterAll(() => engine.close());

const worldOf = async (sessionId: string) =>
  engine.snapshots.of((await engine.store.sessions.find(sessionId))?.currentSceneId ?? '');

let actions = 0;
/** How many minutes a turn took that was told with this outcome, and what was recorded of it. */
async function told(entry: string, words: string, outcome: object | null, reading: object = {}) {
  const sessionId = sessions.get(entry) ?? '';
  actions += 1;
  const before = await worldOf(sessionId);
  if (outcome !== null) script.set('narrate', inTurn(telling(PROSE, outcome)));
  script.set('read', inTurn({ say: JSON.stringify(reading) }));
  const turn = await played(engine, sessionId, `a${actions}`, createStoryInput(words));
  script.clear();
  expect(turn, JSON.stringify(turn.failure)).toMatchObject({ status: 'committed' });
  const after = await worldOf(sessionId);
  expect(compareWorldTimes(after.time, before.time)).toBeGreaterThan(0);
  const recording = await engine.store.turns.recording(turn.id, turn.attempt);
  return { minutes: countMinutes(before.time, after.time), recorded: JSON.stringify(recording) };
}

it.each(PACKS)(
  'lets %s lose no more to a number than the longest activity takes',
  async (entry, most) => {
    for (const outcome of [
      { elapsed_minutes: 480_000 },
      { elapsed_minutes: 5_256_000 },
      { operations: [{ op: 'advance_time', days: 300 }] },
    ]) {
      const { minutes, recorded } = await told(entry, 'I look at the rain.', outcome);
      // A step of an agenda or a shortage may come before.
      expect(minutes).toBeLessThanOrEqual(most);
      expect(recorded).toMatch(/minutes were to pass at once; what was done takes \d+ at most/);
    }
  },
  60_000,
);

it('lets as much time pass as the Reading says the player asked for', async () => {
  const [entry] = PACKS[0];
  for (const [words, kind, days] of [
    ['I wait twenty days.', 'wait', 20],
    ['We ride to Burgos.', 'move', 6],
  ] as const) {
    const reading = { actions: [{ kind, minutes: days * DAY }] };
    const { minutes } = await told(entry, words, { elapsed_minutes: days * DAY }, reading);
    expect(minutes, words).toBe(days * DAY);
  }
}, 60_000);

it('lets no more than ninety days pass by one wish', async () => {
  const reading = { actions: [{ kind: 'wait', minutes: 1_095 * DAY }] };
  const { minutes } = await told(PACKS[0][0], 'I wait three years.', {}, reading);
  expect(minutes).toBe(90 * DAY);
}, 60_000);

it('lengthens a turn only up to the next deadline, which the player is told of when it comes', async () => {
  const world = await worldOf(sessions.get(DEADLINE) ?? '');
  const due = Object.values(world.deadlines)
    .filter(({ status, dueAt }) => status === 'active' && compareWorldTimes(dueAt, world.time) > 0)
    .map(({ dueAt }) => countMinutes(world.time, dueAt));
  const { minutes } = await told(DEADLINE, 'I look at the rain.', { elapsed_minutes: DAY / 3 });
  expect(minutes).toBe(Math.floor(Math.min(...due)) - 1);
}, 60_000);

it('lets a chapter begin long after the one before it', async () => {
  const [entry] = PACKS[1];
  await told(entry, 'I look at the rain.', { operations: [{ op: 'start_chapter', title: 'Spring' }] });
  expect((await told(entry, 'I look out.', { elapsed_minutes: 120 * DAY })).minutes).toBe(120 * DAY);
}, 60_000);
