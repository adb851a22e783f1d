import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { globalId } from '../../support/authoring.ts';
import { openTableOfTwo, type TableOfTwo } from '../../support/table-of-two.ts';

let table: TableOfTwo;
let begun: Awaited<ReturnType<TableOfTwo['sitDown']>>;
beforeAll(async () => {
  table = await openTableOfTwo((ruleset) => ruleset);
});
beforeEach(async () => {
  begun = await table.sitDown();
});
afterAll(() => table.close());

const committed = { turn: { status: 'COMMITTED' } };
type Where = {
  readonly sceneId: string;
  readonly sequenceId: number;
  readonly location: string;
  readonly missions: readonly string[];
};

/** Where the story stands, as somebody's client reads it. */
async function where(token: string): Promise<Where> {
  const { data, text } = await table.ask(
    token,
    'query ($id: ID!) { session(id: $id) { currentScene { id index place { name } missions { missionId status } } } }',
    { id: begun.sessionId },
  );
  if (data === null) throw new Error(text);
  const { id, index, place, missions } = Object(data.session).currentScene;
  const going = Object.values<{ missionId: string; status: string }>(missions)
    .filter(({ status }) => ['ACCEPTED', 'IN_PROGRESS'].includes(status))
    .map(({ missionId }) => missionId);
  return { sceneId: id, sequenceId: index, location: place?.name ?? '', missions: going };
}

const goOn = (token: string, continuation: object, actionId: string = randomUUID()) =>
  table.take(token, begun, actionId, { continuation });

it('goes on for anybody who knows where the story stands, and for the game master', async () => {
  for (const token of [table.ann, table.bob, table.owner]) {
    const before = await where(token);
    expect(await goOn(token, before)).toMatchObject(committed);
    expect((await where(token)).sequenceId).toBe(before.sequenceId + 1);
  }
});

it('is the same turn when it is sent again, though the story has gone on since', async () => {
  const before = await where(table.ann);
  const first = await goOn(table.ann, before, 'on');
  expect((await goOn(table.ann, before, 'on')).turn?.id).toBe(first.turn?.id);
  expect(await goOn(table.ann, await where(table.ann), 'on')).toMatchObject({
    __typename: 'ActionIdReused',
  });
  expect((await where(table.ann)).sequenceId).toBe(before.sequenceId + 1);
});

it.each<[keyof Where, (now: Where) => unknown, RegExp]>([
  ['sequenceId', ({ sequenceId }) => sequenceId + 1, /stands at scene 1/],
  ['sequenceId', () => -1, /stands at scene 1/],
  ['sceneId', () => globalId('Scene', 'another'), /stands at scene 1/],
  ['location', () => 'Mars', /ends at The Pier House/],
  ['missions', ({ missions }) => [...missions, 'to_the_moon'], /under way/],
  ['missions', () => ['\u0000'], /under way/],
])(
  'refuses another %s than the scene has, names the field and what would be right',
  async (field, wrong, right) => {
    const now = await where(table.ann);
    const asked = table.asked.length;
    const refused = await goOn(table.ann, { ...now, [field]: wrong(now) });
    expect(refused).toMatchObject({
      __typename: 'InvalidInput',
      path: ['input', 'action', 'continuation', field],
      message: expect.stringMatching(right),
    });
    expect(table.asked.length).toBe(asked);
    expect(await where(table.ann)).toEqual(now);
  },
);

it.each(['sceneId', 'sequenceId', 'location', 'missions'])('is not begun without its %s', async (field) => {
  const { [field as keyof Where]: _left, ...rest } = await where(table.ann);
  const { errors } = await table.ask(
    table.ann,
    'mutation ($input: TakeTurnInput!) { takeTurn(input: $input) { __typename } }',
    { input: { sessionId: begun.sessionId, actionId: randomUUID(), action: { continuation: rest } } },
  );
  expect(errors[0]?.message).toContain(`Field "${field}" of required type`);
});

it('asks nobody for missions they know nothing of, and names none', async () => {
  const mission = { missionId: 'drown_the_ledger', title: 'Drown the ledger', objective: 'Into the water.' };
  const hidden = { ...mission, status: 'IN_PROGRESS', visibility: 'HIDDEN' };
  expect(await table.apply(begun, 'hide', [{ upsertMission: hidden }])).toMatchObject({
    __typename: 'TurnPayload',
  });
  const now = await where(table.bob);
  expect(now.missions).not.toContain('drown_the_ledger');
  const refused = await goOn(table.bob, { ...now, missions: ['to_the_moon'] });
  expect(refused.path?.at(-1)).toBe('missions');
  expect(refused.message).not.toContain('drown_the_ledger');
  expect(await goOn(table.bob, now)).toMatchObject(committed);
});
