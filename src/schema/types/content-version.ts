import { asGiven, fileShape } from '../authored-input/file-shape.ts';
import type { SavedVersion } from '../authoring.ts';
import { builder } from '../builder.ts';
import { PromptSegment, segmentsIn } from './prompt-segment.ts';

/** Never a node: see `PromptSegment`. */
export const ContentVersion = builder.objectRef<SavedVersion>('ContentVersion').implement({
  description: 'A content as it was saved once. It never changes.',
  fields: (t) => ({
    version: t.exposeInt('version', { description: 'Its number, counted from 1.' }),
    isActive: t.exposeBoolean('active', {
      description: 'Whether it was part of its pack; false for the version that withdrew it.',
    }),
    savedAt: t.expose('savedAt', { type: 'DateTime', description: 'When it was saved.' }),
    input: t.field({
      type: 'JSON',
      description: 'What it says, as the mutation that saves its kind takes it.',
      resolve: ({ kind, data }) => asGiven(fileShape(kind === 'manifest' ? 'pack' : kind), data),
    }),
    text: t.exposeString('body', { description: 'The text below its fields.' }),
    segments: t.field({
      type: [PromptSegment],
      description: 'The prompt segments it was compiled to, among the rest of its pack as it was then.',
      resolve: async ({ packId, id, revision }, _args, { authoring, authored }) => {
        const library = await authoring.libraryAt(packId, revision);
        const off = await authored().segmentsOff();
        return [...segmentsIn(library, library.findAny(`${packId}:${id}`), off)];
      },
    }),
  }),
});
