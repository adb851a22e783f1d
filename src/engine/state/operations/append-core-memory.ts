import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { defineOperation } from '../operation.ts';
import { remember } from '../parts/core-memory.ts';
import { Line } from '../records/bounds.ts';
import { Visibility } from '../records/knowledge.ts';
import { CoreMemoryReason } from '../records/story.ts';

const RECENT = 20;

/** Adds to what the campaign must never forget. */
export const appendCoreMemory = defineOperation({
  name: 'append_core_memory',
  summary: 'Keeps a sentence for ever: turning points, never rolls, small trades or passing moods.',
  input: z.strictObject({
    text: Line.min(1),
    reason: CoreMemoryReason.default('plot'),
    visibility: Visibility.default('public'),
  }),

  apply(snapshot, memory, context) {
    if (snapshot.coreMemories.slice(-RECENT).some((kept) => kept.text === memory.text)) {
      return reject('already-there', 'That is remembered already.', ['text']);
    }
    return remember(snapshot, { ...memory, knownTo: [] }, context);
  },
});
