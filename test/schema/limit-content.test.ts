import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTableOfTwo, type TableOfTwo } from '../support/table-of-two.ts';

let table: TableOfTwo;
let begun: Awaited<ReturnType<TableOfTwo['sitDown']>>;
beforeAll(async () => {
  table = await openTableOfTwo((ruleset) => ruleset);
  begun = await table.sitDown();
}, 60_000);
afterAll(() => table.close());

const limit = async (token: string, actionId: string, more: object) =>
  (
    await table.ask(
      token,
      'mutation ($input: LimitContentInput!) { limitContent(input: $input) { __typename ... on TurnPayload { turn { session { calibration { boundaries } } } } ... on Failure { code message } } }',
      { input: { sessionId: begun.sessionId, actionId, ...more } },
    )
  ).text;
const world = async () => {
  const session = await table.store.sessions.find(begun.session);
  return table.snapshots.of(session?.currentSceneId ?? '');
};
let told = '';
const listen = () =>
  table.script.set('narrate', ({ messages, system }) => {
    told = JSON.stringify([system, messages]);
    return undefined;
  });

it('lets any player leave content out for the whole table, without a turn or any time', async () => {
  const before = await world();
  expect(await limit(table.bob, 'stop', { how: 'STOP', topic: 'drowning' })).toContain('"drowning"]');
  expect((await world()).time).toEqual(before.time);
  expect((await world()).planning).toEqual(before.planning);

  listen();
  expect(await table.take(table.ann, begun, 'a', { text: 'I listen to the room.' })).toMatchObject({
    turn: { status: 'COMMITTED' },
  });
  expect(told).toContain('drowning');
});

it('calls off the turn that is being told when content is stopped, also while it waits for nothing else', async () => {
  const before = await world();
  const asked = Promise.withResolvers<void>();
  table.script.set('narrate', () => {
    asked.resolve();
    return { hangs: true };
  });
  const taken = table.take(table.ann, begun, 'into the cellar', { text: 'I listen to the room.' });
  await asked.promise;
  expect(await limit(table.bob, 'skip it', { how: 'SKIP', topic: 'the cellar' })).toContain(
    'go on behind it: the cellar',
  );
  expect(await taken).toMatchObject({ turn: { status: 'CANCELLED' } });
  expect((await world()).time).toEqual(before.time);
  table.script.delete('narrate');
});

it('says who asked only when that is wished', async () => {
  expect(await limit(table.bob, 'soften', { how: 'SOFTEN', topic: 'rats' })).not.toMatch(/bob/i);
  expect(await limit(table.bob, 'skip', { how: 'SKIP', topic: 'the knife', isAnonymous: false })).toContain(
    'the knife (asked for by bob)',
  );
  const seen = await table.ask(
    table.ann,
    '{ campaigns(first: 1) { nodes { sessions(first: 1) { nodes { turns(last: 5) { nodes { status playerText } } events(last: 20) { nodes { __typename } } } } } } }',
  );
  expect(seen.text).not.toMatch(/bob/i);
});

it('refuses a limit without a topic', async () => {
  expect(await limit(table.ann, 'empty', { how: 'STOP', topic: '  ' })).toContain('INVALID_INPUT');
});

it('drops none that was agreed on when there is no room for more', async () => {
  const { boundaries } = (await world()).calibration;
  const full = [...boundaries, ...Array.from({ length: 40 - boundaries.length }, (_, at) => `topic ${at}`)];
  await table.apply(begun, 'fill', [{ setCalibration: { boundaries: full } }]);
  expect(await limit(table.ann, 'one more', { how: 'STOP', topic: 'storms' })).toContain('INVALID_INPUT');
  expect((await world()).calibration.boundaries).toEqual(full);
});
