import { createHash } from 'node:crypto';
import { getIntrospectionQuery } from 'graphql';
import { afterEach, expect, it, vi } from 'vitest';
import { createTrustedDocuments } from '#schema/trusted-documents.ts';
import { byHttp, TRANSPORTS } from '../support/either-transport.ts';
import { openEngine } from '../support/engine.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
afterEach(() => engine.close());

const DOCUMENT = 'query Who { __typename }';
const HASH = createHash('sha256').update(DOCUMENT).digest('hex');

it.each(TRANSPORTS)(
  'tells nothing of the schema over %s where introspection is off',
  async (_transport, send) => {
    engine = await openEngine({ protection: { introspection: 'nobody' } });
    const refused = { errors: [{ extensions: { code: 'INTROSPECTION_DISABLED' } }] };

    expect(await send(engine.url, getIntrospectionQuery())).toMatchObject(refused);
    expect(await send(engine.url, '{ __type(name: "Campaign") { name } }')).toMatchObject(refused);
    expect(
      await send(engine.url, '{ ...A } fragment A on Query { a: __schema { __typename } }'),
    ).toMatchObject(refused);
    expect(await send(engine.url, '{ __typename }')).toEqual({ data: { __typename: 'Query' } });
  },
);

it('tells it to those it may be told to', async () => {
  engine = await openEngine({ protection: { introspection: () => true } });

  expect(await byHttp(engine.url, '{ __schema { __typename } }')).toMatchObject({ data: { __schema: {} } });
});

it.each([
  ['a field', '{ campain(id: "x") { id } }', {}],
  ['a type', '{ ... on Querry { __typename } }', {}],
  ['an argument', '{ campaign(idd: "x") { id } }', {}],
  ['a value', '{ entryPoints(type: ADVENTUR) { nodes { id } } }', {}],
  [
    'a value in a variable',
    'query ($t: EntryPointType) { entryPoints(type: $t) { nodes { id } } }',
    { t: 'ADVENTUR' },
  ],
])(
  'suggests no other name for %s where introspection is off, and does where it is on',
  async (_what, query, variables) => {
    engine = await openEngine();
    expect(JSON.stringify(await byHttp(engine.url, query, variables))).toContain('Did you mean');
    await engine.close();

    engine = await openEngine({ protection: { introspection: 'nobody' } });
    for (const [, send] of TRANSPORTS) {
      const answer = await send(engine.url, query, variables);
      expect(answer.errors?.length).toBeGreaterThan(0);
      expect(JSON.stringify(answer)).not.toContain('Did you mean');
    }
  },
);

it.each(TRANSPORTS)('takes a trusted document by its name over %s', async (_transport, send) => {
  engine = await openEngine({
    protection: { documents: createTrustedDocuments({ [`sha256:${HASH}`]: DOCUMENT }, false) },
  });
  const known = { data: { __typename: 'Query' } };

  expect(await send(engine.url, '', {}, { documentId: `sha256:${HASH}` })).toEqual(known);
  expect(
    await send(engine.url, '', {}, { extensions: { persistedQuery: { version: 1, sha256Hash: HASH } } }),
  ).toEqual(known);
  expect(await send(engine.url, '{ __typename }')).toEqual(known);
  expect(await send(engine.url, '', {}, { documentId: 'nonsense' })).toMatchObject({
    errors: [{ extensions: { code: 'DOCUMENT_NOT_FOUND' } }],
  });
});

it.each(TRANSPORTS)(
  'takes nothing but trusted documents over %s when it is told to',
  async (_transport, send) => {
    engine = await openEngine({
      protection: { documents: createTrustedDocuments({ [HASH]: DOCUMENT }, true) },
    });

    expect(await send(engine.url, '', {}, { documentId: HASH })).toMatchObject({ data: {} });
    expect(await send(engine.url, DOCUMENT)).toMatchObject({ data: {} });
    expect(await send(engine.url, '{ __typename }')).toMatchObject({
      errors: [{ extensions: { code: 'DOCUMENT_NOT_TRUSTED' } }],
    });
  },
);

it('lets a page read that is allowed, and no other', async () => {
  engine = await openEngine({ protection: { allowsOrigin: (origin) => origin === 'https://play.example' } });
  const ask = (origin: string, method = 'POST') =>
    fetch(`${engine.url}/graphql`, {
      method,
      headers: { 'content-type': 'application/json', origin, 'access-control-request-method': 'POST' },
      ...(method === 'POST' ? { body: '{"query":"{ __typename }"}' } : {}),
    });
  const [allowed, preflight, other] = [
    await ask('https://play.example'),
    await ask('https://play.example', 'OPTIONS'),
    await ask('https://evil.example'),
  ];

  expect(allowed.status).toBe(200);
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://play.example');
  expect(allowed.headers.get('access-control-allow-credentials')).toBeNull();
  expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
  expect(other.status).toBe(403);
  expect(other.headers.get('access-control-allow-origin')).toBeNull();
});

it.each(TRANSPORTS)(
  'gives an error nobody foresaw an id over %s, under which the log has it',
  async (_transport, send) => {
    const error = vi.fn();
    const quiet = () => {};
    engine = await openEngine({ apiLog: { error, warn: quiet, info: quiet, debug: quiet } });
    vi.spyOn(engine.store.campaigns, 'list').mockRejectedValueOnce(new Error('a secret detail'));
    const answer = await send(engine.url, '{ campaigns { nodes { id } } }');
    const errorId = answer.errors?.[0]?.extensions?.errorId;

    expect(JSON.stringify(answer)).not.toContain('secret detail');
    expect(answer.errors?.[0]).toMatchObject({
      message: `Unexpected error. It is logged as ${errorId}.`,
      path: ['campaigns'],
      extensions: { code: 'INTERNAL_SERVER_ERROR' },
    });
    expect(error.mock.calls).toEqual([[{ errorId, err: new Error('a secret detail') }, expect.any(String)]]);
  },
);
