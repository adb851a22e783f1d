import type { Content, Library } from '#engine/content/library.ts';
import type { ContentSegment } from '#engine/content/segments.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { type Failure, NotFound, notFound } from './failure.ts';
import { PromptSegment, segmentsIn } from './prompt-segment.ts';

const SetSegmentActiveInput = builder.inputType('SetSegmentActiveInput', {
  description: 'Which segment prompts are to use or to leave out.',
  fields: (t) => ({
    segmentId: t.string({ required: true, description: 'The segment: `npc:neo_seattle:viktor`.' }),
    active: t.boolean({ required: true, description: 'Whether prompts are to use it.' }),
  }),
});

type Switched = { readonly segment: ContentSegment };

const SetSegmentActivePayload = builder.objectRef<Switched>('SetSegmentActivePayload').implement({
  description: 'The segment is used, or left out, from the next turn of every campaign on.',
  fields: (t) => ({
    segment: t.expose('segment', { type: PromptSegment, description: 'The segment as it is now.' }),
  }),
});

const SetSegmentActiveResult = builder.unionType('SetSegmentActiveResult', {
  description: 'The segment, or why nothing was changed.',
  types: [SetSegmentActivePayload, NotFound],
  resolveType: (result) => ('failure' in result ? result.failure : 'SetSegmentActivePayload'),
});

builder.mutationField('setSegmentActive', (t) =>
  t.field({
    type: SetSegmentActiveResult,
    description:
      'Switches a prompt segment on or off, in all its versions and for every campaign of this server.',
    args: {
      input: t.arg({ type: SetSegmentActiveInput, required: true, description: 'Which segment, and how.' }),
    },
    resolve: (_root, { input: { segmentId, active } }, context) => set(segmentId, active, context),
  }),
);

async function set(segmentId: string, active: boolean, context: Context): Promise<Switched | Failure> {
  const library = context.library();
  const segment = segmentsIn(library, contentOf(segmentId, library), new Set()).find(
    ({ id }) => id === segmentId,
  );
  if (segment === undefined) {
    return notFound(
      ['input', 'segmentId'],
      'there is no such segment; `authoring { segments }` of a content names them.',
    );
  }
  await context.authoring.switchSegment(segmentId, active);
  context.renewPacks();
  return { segment: { ...segment, active } };
}

function contentOf(segmentId: string, library: Library): Content | null {
  return library.findAny(segmentId.slice(segmentId.indexOf(':') + 1));
}
