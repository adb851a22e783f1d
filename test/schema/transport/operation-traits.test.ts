import { parse } from 'graphql';
import { expect, it, vi } from 'vitest';
import { parseLoggedEvent } from '#engine/live/live-event.ts';
import { schema } from '#schema/schema.ts';
import { ResultSharing } from '../../../src/schema/transport/result-sharing.ts';
import { analyseOperation } from '../../../src/schema/transport/use-live-streams.ts';
import { deltaRow } from '../../support/event-rows.ts';

const traits = (selection: string, more = '') =>
  analyseOperation(
    schema,
    parse(
      `subscription ($id: ID!, $after: Cursor) { turnEvents(sessionId: $id, after: $after) { ${selection} } } ${more}`,
    ),
    null,
  );

it.each([
  [
    'what events carry themselves',
    '__typename ... on LiveEvent { cursor } ... on NarrationDelta { text }',
    true,
  ],
  ['the same in a fragment', '...F', true],
  ['a scene', '... on TurnCommitted { sceneIndex scene { narration } }', false],
  ['another session', '... on SessionContinued { continuedBy { id } }', false],
])('knows whether it matters who asks for %s', (_case, selection, isImpersonal) => {
  expect(traits(selection, selection === '...F' ? 'fragment F on LiveEvent { cursor }' : '')).toMatchObject({
    isImpersonal,
  });
});

it('leaves the cursor out of account only when it says where to begin and nothing else', () => {
  expect([...(traits('__typename')?.startVariables ?? [])]).toEqual(['after']);
  const twice = analyseOperation(
    schema,
    parse(
      'subscription ($id: ID!, $after: String) { turnEvents(sessionId: $id, after: $after) { ... on TurnCommitted { scene { id } } ... on SessionContinued { continuedBy { scenes(after: $after) { nodes { id } } } } } }',
    ),
    null,
  );
  expect(twice?.startVariables.size).toBe(0);
});

it('finds the field of a subscription that begins with a fragment', () => {
  const document = parse(
    'subscription ($id: ID!) { ...S } fragment S on Subscription { turnEvents(sessionId: $id) { __typename } }',
  );
  expect(analyseOperation(schema, document, null)?.rootField.name.value).toBe('turnEvents');
});

it('gives a result to those who come at about the same time, and a fresh one to those who come later', async () => {
  let now = 0;
  const execute = vi.fn(() => ({ data: {} }));
  const sharing = new ResultSharing(() => now);
  const [one, other] = [sharing.join('same', execute), sharing.join('same', execute)];
  const event = parseLoggedEvent(deltaRow(1));
  expect(await one.resultOf(event)).toBe(await other.resultOf(event));
  expect(execute).toHaveBeenCalledTimes(1);
  now = 2_000;
  await other.resultOf(event);

  expect(execute).toHaveBeenCalledTimes(2);
});

it('keeps nothing of those who left', async () => {
  const [first, second] = [vi.fn(() => ({ data: {} })), vi.fn(() => ({ data: {} }))];
  const sharing = new ResultSharing(() => 0);
  const membership = sharing.join('same', first);
  await membership.resultOf(parseLoggedEvent(deltaRow(1)));
  membership.leave();
  await sharing.join('same', second).resultOf(parseLoggedEvent(deltaRow(1)));

  expect(second).toHaveBeenCalledTimes(1);
});
