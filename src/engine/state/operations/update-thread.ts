import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { EntityId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { findRecord } from '../parts/find.ts';
import { union } from '../parts/replace.ts';
import { Line, Prose, Slug } from '../records/bounds.ts';
import { ThreadStatus } from '../records/thread.ts';

/** Moves a story thread on, or closes it. */
export const updateThread = defineOperation({
  name: 'update_thread',
  summary: 'Changes the status or the stakes of a thread, or whom it concerns.',
  input: z.strictObject({
    threadId: Slug,
    status: ThreadStatus.optional(),
    stakes: Prose.optional(),
    relatedIds: z.array(EntityId).max(60).optional().describe('Added to those it concerns already.'),
    reason: Line.optional(),
  }),

  apply(snapshot, { threadId, status, stakes, relatedIds, reason }) {
    const thread = findRecord('thread', snapshot.threads, threadId, ['threadId']);
    if ('rejected' in thread) return thread;
    const next = {
      ...thread,
      status: status ?? thread.status,
      stakes: stakes ?? thread.stakes,
      relatedIds: union(thread.relatedIds, relatedIds ?? []),
    };
    if (
      next.status === thread.status &&
      next.stakes === thread.stakes &&
      next.relatedIds === thread.relatedIds
    ) {
      return reject('nothing-to-do', `${thread.title} would stay as it is.`);
    }
    const why = reason === undefined ? '' : ` (${reason})`;
    const text = `Thread ${thread.title}: ${thread.status} to ${next.status}${why}.`;
    return {
      snapshot: { ...snapshot, threads: { ...snapshot.threads, [threadId]: next } },
      effects: next.status === thread.status ? [] : [{ type: 'notice', audience: 'gm', text }],
    };
  },
});
