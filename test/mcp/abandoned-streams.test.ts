import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createGraphqlApi } from '#client/graphql-api.ts';
import { createOwnRequests, OWN_ORIGIN } from '#schema/run-own-documents.ts';
import { LOCAL_OWNER } from '../../src/schema/access/viewer.ts';
import { openEngine } from '../support/engine.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine();
}, 60_000);
afterAll(() => engine.close());

const PROGRESS = 'subscription { indexProgress(packId: "lantern_quay") { phase } }';

it('lets go of a stream within the process at once when its reader gives up, though no event comes', async () => {
  const { onProgress } = engine.lore;
  let open = 0;
  vi.spyOn(engine.lore, 'onProgress').mockImplementation((listener) => {
    open += 1;
    const unlisten = onProgress(listener);
    return () => {
      open -= 1;
      unlisten();
    };
  });
  const api = createGraphqlApi(OWN_ORIGIN, null, createOwnRequests(engine.yoga, LOCAL_OWNER));
  const leaving = new AbortController();
  const events: unknown[] = [];
  const follow = async () => {
    for await (const event of api.authoring.follow(PROGRESS, {}, z.unknown(), leaving.signal)) {
      events.push(event);
      setTimeout(() => leaving.abort(), 50);
    }
  };

  await expect(follow()).rejects.toThrow();
  expect(events).toHaveLength(1);
  await vi.waitFor(() => expect(open).toBe(0), 2_000);
  await expect(follow()).rejects.toThrow();
  expect(events).toHaveLength(1);
});
