import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEngine } from '../support/engine.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

/** Audits of the GraphQL over HTTP specification that are not met, by id, and why. There are none. */
const NOTICES: Readonly<Record<string, string>> = {};

const AUDITS = ['/graphql', '/graphql/authoring'].flatMap((path) =>
  serverAudits({ url: () => `${engine.url}${path}` }).map((audit) => ({ ...audit, path })),
);

it('is held to all the audits there are', () => {
  const levels = AUDITS.map(({ name }) => name.split(' ')[0]);

  expect(AUDITS).toHaveLength(2 * 61);
  expect(new Set(levels)).toEqual(new Set(['MUST', 'SHOULD', 'MAY']));
});

it.each(AUDITS.map((audit) => [audit.path, audit.id, audit.name, audit] as const))(
  '%s %s: %s',
  async (_path, id, _name, audit) => {
    const result = await audit.fn();

    expect(result.status === 'ok' ? null : `${result.status}: ${result.reason}`).toBe(NOTICES[id] ?? null);
  },
);
