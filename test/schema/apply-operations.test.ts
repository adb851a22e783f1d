import { buildSchema, type GraphQLInputObjectType, isInputObjectType } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPERATIONS } from '#engine/state/operations.ts';
import { toProposal } from '#schema/input/operation-input.ts';
import { printSchemaText } from '#schema/print-schema.ts';
import { openEngine } from '../support/engine.ts';
import { ask } from '../support/graphql-clients.ts';
import { begin, history, takeTurn } from '../support/play.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

const operationInput = buildSchema(printSchemaText('authoring')).getType(
  'OperationInput',
) as GraphQLInputObjectType;

const APPLY = `mutation ($input: ApplyOperationsInput!) { applyOperations(input: $input) {
  __typename
  ... on TurnPayload { turn { id status scene { index narration place { name } } } }
  ... on OperationsRefused { refused { index code reason path } }
  ... on Failure { code message }
} }`;

let actions = 0;
async function apply(sessionId: string, operations: object[], more: object = {}) {
  actions += 1;
  const input = { sessionId, actionId: `by-hand-${actions}`, operations, ...more };
  return (await ask<{ applyOperations: object }>(engine.url, APPLY, { input })).applyOperations;
}

it('offers every operation of the engine, and no other, as exactly one field', () => {
  const fields = Object.keys(operationInput.getFields());
  const ops = fields
    .map((field) => toProposal({ [field]: {} }))
    .map((proposal) => (proposal as { op: string }).op);

  expect(isInputObjectType(operationInput) && operationInput.isOneOf).toBe(true);
  expect(ops.sort()).toEqual(OPERATIONS.map(({ name }) => name).sort());
});

it.each([
  [
    'a value that may be any JSON',
    { updateEntity: { entityId: 'npc_a_001', path: 'factionId', value: null, action: null } },
    { op: 'update_entity', entityId: 'npc_a_001', path: 'factionId', value: null },
  ],
  [
    'a custom value',
    { setCustom: { path: 'x', value: { y: null } } },
    { op: 'set_custom', path: 'x', value: { y: null } },
  ],
])('hands on null as %s', (_case, operation, proposal) => {
  expect(toProposal(operation)).toEqual(proposal);
});

it.each([
  [
    'in an object',
    {
      addCondition: {
        characterId: 'pc_a_001',
        name: 'poisoned',
        source: null,
        lasts: { days: null, hours: 1 },
      },
    },
    { op: 'add_condition', characterId: 'pc_a_001', name: 'poisoned', lasts: { hours: 1 } },
  ],
  [
    'in the objects of a list',
    { takeRest: { kind: 'short', resters: [{ characterId: 'pc_a_001', spend: null, recover: null }] } },
    { op: 'take_rest', kind: 'short', resters: [{ characterId: 'pc_a_001' }] },
  ],
  [
    'as a list',
    {
      startClock: {
        clockId: 'c',
        name: 'C',
        max: 4,
        triggers: [{ at: 2, description: 'x', operations: null }],
      },
    },
    { op: 'start_clock', clockId: 'c', name: 'C', max: 4, triggers: [{ at: 2, description: 'x' }] },
  ],
])('takes null %s for something left out', (_case, operation, proposal) => {
  expect(toProposal(operation)).toEqual(proposal);
});

it('refuses an operation that is asked for by false', async () => {
  const sessionId = await begin(engine.url);

  expect(await apply(sessionId, [{ advanceTime: { hours: 1 } }, { advanceCombat: false }])).toMatchObject({
    __typename: 'InvalidInput',
    message: 'Write true, or leave the operation out.',
  });
  expect((await history(engine.url, sessionId)).turns).toHaveLength(1);
});

it('changes the world by the game master’s hand, as a scene of its own', async () => {
  const sessionId = await begin(engine.url);

  expect(
    await apply(sessionId, [
      { advanceTime: { hours: 2 } },
      { openThread: { threadId: 'lamp', title: 'Who lit the lamp?' } },
    ]),
  ).toMatchObject({
    turn: { status: 'COMMITTED', scene: { index: 2, narration: '' } },
  });
  expect(await takeTurn(engine.url, sessionId)).toMatchObject({ turn: { scene: { index: 3 } } });
});

it('applies none when one is refused, and says which and why', async () => {
  const sessionId = await begin(engine.url);
  const refused = await apply(
    sessionId,
    [{ advanceTime: { hours: 2 } }, { movePlace: null, moveParty: { placeId: 'loc_moon_001' } }].map(clean),
  );

  expect(refused).toMatchObject({
    __typename: 'OperationsRefused',
    refused: [{ index: 1, path: ['placeId'] }],
  });
  expect((await history(engine.url, sessionId)).scenes).toHaveLength(2);
});

const clean = ({ movePlace: _unknown, ...operation }: Record<string, unknown>) => operation;

it('turns back time for a god only', async () => {
  const sessionId = await begin(engine.url);
  const back = [{ setTime: { to: '1890-11-01T08:00:00' } }];

  expect(await apply(sessionId, back)).toMatchObject({ __typename: 'OperationsRefused' });
  expect(await apply(sessionId, back, { as: 'GOD' })).toMatchObject({ __typename: 'TurnPayload' });
});

it.each([
  ['two fields at once', [{ advanceTime: { hours: 1 }, heal: { targetId: 'x' } }]],
  ['none', [{}]],
  ['a wrong type', [{ advanceTime: { hours: 'two' } }]],
  ['an unknown operation', [{ explode: true }]],
])('refuses an operation with %s before anything runs', async (_case, operations) => {
  const sessionId = await begin(engine.url);

  await expect(apply(sessionId, operations)).rejects.toThrow();
  expect((await history(engine.url, sessionId)).turns).toHaveLength(1);
});

it.each([0, 101])('refuses %i operations', async (count) => {
  const sessionId = await begin(engine.url);
  const operations = Array.from({ length: count }, () => ({ advanceTime: { minutes: 1 } }));

  expect(await apply(sessionId, operations)).toMatchObject({
    __typename: 'InvalidInput',
    message: 'Give 1 to 100 operations.',
  });
});

it('gives the same turn for the same action, whatever the world has become since', async () => {
  const sessionId = await begin(engine.url);
  const operations = [{ openThread: { threadId: 'ghost', title: 'Who knocks?' } }];
  const first = await apply(sessionId, operations, { actionId: 'once' });

  expect(await apply(sessionId, operations, { actionId: 'once' })).toEqual(first);
});
