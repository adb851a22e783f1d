import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { Name } from '../records/bounds.ts';

/** Closes the chapter and opens the next; the running summary starts afresh. */
export const startChapter = defineOperation({
  name: 'start_chapter',
  summary: 'Opens the next chapter under a title; the running summary of the old one ends.',
  input: z.strictObject({ title: Name }),

  apply(snapshot, { title }, { sceneIndex }) {
    const number = snapshot.chapter.number + 1;
    const chapter = { number, title, startedAt: snapshot.time, startedInScene: sceneIndex };
    return {
      snapshot: { ...snapshot, chapter, runningSummary: '' },
      effects: [{ type: 'chapter-started', number, title }],
    };
  },
});
