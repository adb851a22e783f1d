import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { EntityId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { Name, Prose, Slug, Tags } from '../records/bounds.ts';
import { Visibility } from '../records/knowledge.ts';

/** Opens a question the story is to answer. */
export const openThread = defineOperation({
  name: 'open_thread',
  summary: 'Opens a story thread with its stakes.',
  input: z.strictObject({
    threadId: Slug,
    title: Name,
    stakes: Prose.default(''),
    relatedIds: z.array(EntityId).max(60).default([]),
    tags: Tags.default([]),
    visibility: Visibility.default('hidden'),
  }),

  apply(snapshot, { threadId, ...described }) {
    if (snapshot.threads[threadId] !== undefined) {
      return reject('already-there', `There is a thread ${threadId} already; use update_thread.`, [
        'threadId',
      ]);
    }
    const thread = {
      id: threadId,
      status: 'active' as const,
      ...described,
      knownTo: [],
      origin: 'campaign' as const,
    };
    return { ...snapshot, threads: { ...snapshot.threads, [threadId]: thread } };
  },
});
