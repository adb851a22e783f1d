import { expect, it } from 'vitest';
import { openEngine } from '../../support/engine.ts';
import { beginAtQuay, playAtQuay } from '../../support/quay.ts';

const faulty = async () => {
  throw new Error('the files of the index are gone');
};

it('goes on without lore when the index cannot be searched, and the recording says why', async () => {
  const engine = await openEngine();
  const sessionId = await beginAtQuay(engine);
  Object.assign(engine.lore, { search: faulty });
  const turn = await playAtQuay(engine, sessionId, 'a1', 'I look around the quay.');

  expect(turn.status).toBe('committed');
  const { notes } = Object(await engine.store.turns.recording(turn.id, 1));
  expect(notes).toContainEqual({
    step: 'recall',
    note: { loreUnavailable: 'Error: the files of the index are gone' },
  });
  await engine.close();
});

it('says in the recording how much of the story is not indexed here', async () => {
  const engine = await openEngine();
  const sessionId = await beginAtQuay(engine);
  await engine.tidied();
  Object.assign(engine.lore, { addHistory: faulty });
  await playAtQuay(engine, sessionId, 'a1', 'I look around the quay.');
  const turn = await playAtQuay(engine, sessionId, 'a2', 'I look around again.');

  expect(turn.status).toBe('committed');
  const { notes } = Object(await engine.store.turns.recording(turn.id, 1));
  expect(notes).toContainEqual({ step: 'intake', note: { historyNotIndexed: expect.any(Number) } });
  await engine.close();
});
