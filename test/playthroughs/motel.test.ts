import { afterEach, expect, it } from 'vitest';
import { ReadInput } from '#engine/contracts/reading.ts';
import { openEngine } from '../support/engine.ts';
import { complaintsAbout } from '../support/integrity.ts';
import { readAttempt } from '../support/plain/shared-readings.ts';
import { createPlainProvider } from '../support/plain-provider.ts';
import { rowIdOf } from '../support/row-id.ts';
import { copyShippedPack } from '../support/shipped-packs.ts';
import { act, beginAt, cameTo } from '../support/story.ts';

type Engine = Awaited<ReturnType<typeof openEngine>>;
const engines: Engine[] = [];
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
});

const WORDS = [
  'I flirt.',
  'I bluff about the sign.',
  'I break the silence.',
  'I try to persuade Lena to talk.',
  'I force the gate.',
  'I climb on the seat.',
  'I resist the urge to joke.',
];

/** Seven minutes in a lift. */
async function sevenMinutes() {
  const provider = createPlainProvider({
    read: ({ input }) => readAttempt(ReadInput.parse(input), { kind: 'other' }),
  });
  const engine = await openEngine({ writePacks: copyShippedPack('motel_verse'), provider });
  engines.push(engine);
  const sessionId = await beginAt(engine.url, 'Seven Minutes');
  const hours: number[] = [];
  for (const [at, text] of WORDS.entries()) {
    await act(engine.url, sessionId, `action-${at}`, { text });
    const { clocks, ending } = (await cameTo(engine.store, sessionId)).snapshot;
    hours.push(clocks.the_hour?.value ?? -1);
    // The doors open, and the story is over.
    if (ending !== undefined) break;
  }
  await engine.tidied();
  return { engine, sessionId, hours, story: await cameTo(engine.store, sessionId) };
}

it('ends the scene when its clock is full: the light comes up, the gate opens, once and for good', async () => {
  const { engine, sessionId, hours, story } = await sevenMinutes();
  const { clocks, rulesetState, scene, entities } = story.snapshot;

  expect(hours[0]).toBeLessThan(7);
  expect(hours).toEqual(hours.toSorted((one, other) => one - other));
  expect(clocks.the_hour).toMatchObject({ value: 7, max: 7 });
  expect(clocks.the_hour?.triggers.map(({ fired }) => fired)).toEqual([true, true, true, true]);
  expect(rulesetState).toMatchObject({ minutes_left: 0, light: 'full' });
  expect(scene).toMatchObject({ visibility: 'clear', constraints: [] });
  const lift = entities['loc_between_floors_001' as keyof typeof entities];
  expect(lift).toMatchObject({
    exits: expect.arrayContaining([expect.objectContaining({ to: 'loc_skyline_room_001' })]),
  });
  expect(
    story.chronicle.filter((event) => JSON.stringify(event).includes('let out of the Lift')),
  ).toHaveLength(1);
  expect(story.rolls).toHaveLength(hours.length);
  expect(story.snapshot.ending?.id).toBe('politeness');
  expect(await complaintsAbout(engine.store, rowIdOf(sessionId))).toEqual([]);

  const again = await sevenMinutes();
  expect(again.story).toEqual(story);
}, 400_000);
