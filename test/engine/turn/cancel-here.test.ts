import { afterEach, expect, it } from 'vitest';
import { openSqliteStore } from '#engine/store/open-store.ts';
import type { Store } from '#engine/store/store.ts';
import { askingQuay } from '../../support/asking-packs.ts';
import { openEngine } from '../../support/engine.ts';
import { beginAtQuay, playAtQuay, send } from '../../support/quay.ts';

type Endings = Store['endings'];

let engine: Awaited<ReturnType<typeof openEngine>>;
afterEach(() => engine.close());

/** Plays where checks wait for the player, and does something just before an ending is written. */
async function openAsking(ending: 'suspend' | 'commit', before: () => void): Promise<string> {
  engine = await openEngine({
    writePacks: askingQuay('full', 'resolution: { kind: banded, stats: [nerve, wits] }'),
    openStore: async (folder) => {
      const store = await openSqliteStore(folder);
      const written: Endings['suspend'] & Endings['commit'] = (lease, last) => {
        before();
        // Each is handed what it was called with.
        return store.endings[ending](lease, last as never);
      };
      return { ...store, endings: { ...store.endings, [ending]: written } };
    },
  });
  return beginAtQuay(engine);
}

async function toldOf(sessionId: string, turnId: string): Promise<readonly string[]> {
  const told = (await engine.store.events.after(sessionId, 0, 500)).filter(
    (event) => event.turnId === turnId,
  );
  return told.map(({ type }) => type).filter((type) => !type.startsWith('step-'));
}

it('calls a turn off that was just writing that it waits for dice, and the story goes on', async () => {
  let callOff = () => {};
  const sessionId = await openAsking('suspend', () => callOff());
  const cancelled = Promise.withResolvers<unknown>();
  const id = Promise.withResolvers<string>();
  callOff = () => void id.promise.then(engine.turns.cancel).then(cancelled.resolve, cancelled.reject);
  const turn = await send(engine, sessionId, 'a', 'I sneak past the clerk.');
  id.resolve(turn.id);

  expect(await cancelled.promise).toMatchObject({ id: turn.id, status: 'cancelled' });
  expect(await toldOf(sessionId, turn.id)).toEqual(['turn-started', 'player-prompted', 'turn-cancelled']);
  expect(await playAtQuay(engine, sessionId, 'b', 'I wait.')).toMatchObject({ status: 'committed' });
});

it('leaves a turn that was just being committed as it ended', async () => {
  let callOff = () => {};
  const sessionId = await openAsking('commit', () => callOff());
  const cancelled = Promise.withResolvers<unknown>();
  const id = Promise.withResolvers<string>();
  callOff = () => void id.promise.then(engine.turns.cancel).then(cancelled.resolve, cancelled.reject);
  const turn = await send(engine, sessionId, 'a', 'I wait.');
  id.resolve(turn.id);

  expect(await cancelled.promise).toMatchObject({ id: turn.id, status: 'committed' });
  expect((await toldOf(sessionId, turn.id)).at(-1)).toBe('turn-committed');
});
