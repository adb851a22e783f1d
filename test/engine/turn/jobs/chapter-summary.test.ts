import { afterEach, expect, it, vi } from 'vitest';
import { openEngine } from '../../../support/engine.ts';
import { promptedNarrator } from '../../../support/prompted-provider.ts';
import { beginAtQuay, playAtQuay } from '../../../support/quay.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
afterEach(() => engine.close());

it('sums a chapter up from what was noted in it, although the new one begins with an empty page', async () => {
  engine = await openEngine({
    provider: promptedNarrator({
      'I count the seals.': {
        prose: 'Seven seals, and one of them is warm.',
        outcome: { summary_update: 'Seven seals were counted and one was warm.' },
      },
      'I leave for the winter.': {
        prose: 'The quay empties. Snow comes.',
        outcome: { operations: [{ op: 'start_chapter', title: 'Winter' }] },
      },
    }),
  });
  const sessionId = await beginAtQuay(engine);
  const read = vi.spyOn(engine.store.scenes, 'snapshots');
  for (const text of ['I count the seals.', 'I leave for the winter.', 'I wait.'])
    await playAtQuay(engine, sessionId, text, text);
  await engine.tidied();

  // The worlds are remembered; nobody presses and reads one again that was just made.
  expect(read).not.toHaveBeenCalled();
  const asked = engine.asked.filter(({ step }) => step === 'chapter-summary');
  expect(asked).toHaveLength(1);
  expect(Object(asked[0]?.input).summary).toContain('Seven seals were counted');
  const lineage = await engine.store.sessions.lineageOf(sessionId);
  expect(await engine.store.summaries.last(lineage, 'chapter', 5)).toMatchObject([
    { subjectId: '1', scene: { sessionId, index: 3 } },
  ]);
  const opening = engine.asked.findLast(({ step }) => step === 'narrate');
  expect(Object(opening?.input)).toMatchObject({ callType: 'chapter_start' });
});
