import {
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, expect, it } from 'vitest';
import WebSocket from 'ws';
import { gameSchema, schema } from '#schema/schema.ts';
import { globalId } from '../support/authoring.ts';
import { LANTERN_QUAY, openEngine } from '../support/engine.ts';
import { ask } from '../support/graphql-clients.ts';

/** Types a game client has to know at most, scalars and inputs included. */
const MOST_TYPES = 260;

const typesOf = (part: GraphQLSchema): readonly GraphQLNamedType[] =>
  Object.values(part.getTypeMap()).filter(({ name }) => !name.startsWith('__'));

type Fields = Readonly<Record<string, GraphQLField<unknown, unknown> | GraphQLInputField>>;

function fieldsOf(type: GraphQLNamedType | undefined): Fields {
  return isObjectType(type) || isInterfaceType(type) || isInputObjectType(type) ? type.getFields() : {};
}

it(`has at most ${MOST_TYPES} types for a game client`, () => {
  const names = typesOf(gameSchema).map(({ name }) => name);

  expect(names.length).toBeLessThanOrEqual(MOST_TYPES);
  expect(names.filter((name) => /^(Gm|Authored(?!LoreChunk)|Replay|Prompt(?!Option))/.test(name))).toEqual(
    [],
  );
});

it('is a part of the whole: each of its fields is there with the same type, text and rule', () => {
  const others: string[] = [];
  for (const type of typesOf(gameSchema)) {
    const whole = schema.getType(type.name);
    if (isUnionType(type) && isUnionType(whole) && type.getTypes().join() !== whole.getTypes().join()) {
      others.push(type.name);
    }
    for (const [name, field] of Object.entries(fieldsOf(type))) {
      const same = fieldsOf(whole)[name];
      const isSame = String(same?.type) === String(field.type) && same?.description === field.description;
      // Rules of access are part of the resolver; those of `node` and `nodes` hide types that are not there.
      const isGuarded =
        !('resolve' in field && same !== undefined && 'resolve' in same) || field.resolve === same.resolve;
      if (!isSame || (!isGuarded && type.name !== 'Query')) others.push(`${type.name}.${name}`);
    }
  }

  expect(typesOf(gameSchema).length).toBeGreaterThan(150);
  expect(others).toEqual([]);
});

let engine: Awaited<ReturnType<typeof openEngine>>;
let campaignId: string;
beforeAll(async () => {
  engine = await openEngine();
  const started = await ask<{ startCampaign: { campaign: { id: string } } }>(
    engine.url,
    `mutation ($id: ID!) { startCampaign(input: { entryPointId: $id }) { ... on StartCampaignPayload { campaign { id } } } }`,
    { id: globalId('EntryPoint', LANTERN_QUAY) },
  );
  campaignId = started.startCampaign.campaign.id;
});
afterAll(() => engine.close());

async function send(path: string, query: string, variables: object = {}) {
  const response = await fetch(`${engine.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  return response.json();
}

it('answers what game masters and authors ask at the other address only', async () => {
  const query = 'query ($campaignId: ID!) { metrics(campaignId: $campaignId) { metrics { turns } } }';

  expect(await send('/graphql', query, { campaignId })).toMatchObject({
    errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
  });
  expect(await send('/graphql/authoring', query, { campaignId })).toMatchObject({
    data: { metrics: { metrics: { turns: 1 } } },
  });
});

it('has the same two schemas over WebSocket', async () => {
  const run = async (path: string) => {
    const client = createClient({
      url: `${engine.url.replace('http', 'ws')}${path}`,
      webSocketImpl: WebSocket,
      retryAttempts: 0,
    });
    try {
      const { value } = await client.iterate({ query: '{ prompts { id } }' }).next();
      return value;
    } catch (errors) {
      return { errors };
    } finally {
      await client.dispose();
    }
  };

  expect(await run('/graphql')).toMatchObject({
    errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
  });
  expect((await run('/graphql/authoring')).data.prompts.length).toBeGreaterThan(0);
});

it('takes the id of something it has no type for as the id of nothing', async () => {
  const { prompts } = await ask<{ prompts: { id: string }[] }>(engine.url, '{ prompts { id } }');
  const ids = [prompts[0]?.id, campaignId];
  const query =
    'query ($ids: [ID!]!, $id: ID!) { nodes(ids: $ids) { __typename } node(id: $id) { __typename } }';

  expect(await send('/graphql', query, { ids, id: ids[0] })).toEqual({
    data: { nodes: [null, { __typename: 'Campaign' }], node: null },
  });
  expect(await send('/graphql/authoring', query, { ids, id: ids[0] })).toEqual({
    data: { nodes: [{ __typename: 'Prompt' }, { __typename: 'Campaign' }], node: { __typename: 'Prompt' } },
  });
});

it('tells a client what the server is, what it takes and what the viewer may do', async () => {
  const query =
    '{ server { version needsSignIn usesLanguageModel hasChatEndpoint limits { itemsPerPage textCharacters bodyBytes turnsPerMinute } } viewer { mayStartCampaigns mayWritePacks mayAdminister } }';

  expect(await send('/graphql', query)).toEqual({
    data: {
      server: {
        version: '0.0.0',
        needsSignIn: false,
        usesLanguageModel: false,
        hasChatEndpoint: true,
        limits: { itemsPerPage: 100, textCharacters: 4000, bodyBytes: 262_144, turnsPerMinute: null },
      },
      viewer: { mayStartCampaigns: true, mayWritePacks: true, mayAdminister: true },
    },
  });
  for (const path of ['/schema.graphql', '/schema/authoring.graphql']) {
    expect(await (await fetch(`${engine.url}${path}`)).text()).toMatch(
      /^"""\nScenewright: [^"]+"""\nschema \{/,
    );
  }
});
