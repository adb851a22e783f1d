import type { Content, Library } from '#engine/content/library.ts';
import { buildContentSegments, type ContentSegment } from '#engine/content/prompt-segments.ts';
import { AUTHORING_ONLY, builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { createNotFound, type Failure, Forbidden, InvalidInput, NotFound } from '../failure.ts';

const SegmentScope = builder.enumType('SegmentScope', {
  description: 'Subject of a segment, in prompt order.',
  values: {
    CORE: { value: 'core', description: 'General narration rules; written in prompt files, not in packs.' },
    RULESET: { value: 'ruleset', description: 'The rules.' },
    WORLD: { value: 'world', description: 'The setting.' },
    ENTRY: { value: 'entry', description: 'The story, on every turn.' },
    ENTRY_START: { value: 'entry_start', description: 'The opening, on the first turn only.' },
    NPC: { value: 'npc', description: 'Character the players may meet.' },
  } as const,
});

/** Never a node: clients reach it only through `authoring`, where they name their role. */
export const PromptSegment = builder.objectRef<ContentSegment>('PromptSegment').implement({
  description: 'One versioned piece of prompt text, compiled from what an author wrote.',
  fields: (t) => ({
    segmentId: t.exposeID('id', {
      description: 'The same for all its versions: `npc:neo_seattle:viktor`.',
    }),
    scope: t.field({ type: SegmentScope, description: 'Subject.', resolve: ({ scope }) => scope }),
    contentId: t.exposeID('refId', { description: 'The content it was compiled from.' }),
    version: t.exposeString('version', { description: 'The version of the pack it was compiled from.' }),
    isActive: t.exposeBoolean('active', {
      description: 'Whether prompts use it; see `setSegmentActive`.',
    }),
    text: t.exposeString('text', { description: 'Text sent to the model.' }),
    essentials: t.exposeString('essentials', {
      nullable: true,
      description: 'Short form for tight budgets; null when the author wrote none.',
    }),
    tier: t.int({
      nullable: true,
      description:
        'Of people: 1 carries the story, higher numbers leave a full prompt first; null for all else.',
      resolve: ({ tier }) => tier,
    }),
    secrets: t.exposeStringList('secrets', {
      description: 'Text sent only to a game master that is one single model, or to the character itself.',
    }),
    tags: t.stringList({ description: 'The tags of its content.', resolve: ({ metadata }) => metadata.tags }),
    tokens: t.int({
      description: 'About how many tokens it takes.',
      resolve: ({ metadata }) => metadata.tokens,
    }),
    hash: t.string({
      description: 'SHA-256 of the text: two versions of the same hash say the same.',
      resolve: ({ metadata }) => metadata.hash,
    }),
  }),
});

/** Lists the prompt segments of a content; empty for kinds that have none. */
export function compilePromptSegments(
  library: Library,
  content: Content | null,
  off: ReadonlySet<string>,
): readonly ContentSegment[] {
  const version = content === null ? undefined : library.findPack(content.packId)?.version;
  if (content === null || version === undefined || !speaks(content)) return [];
  return buildContentSegments(content, version).map((segment) => ({
    ...segment,
    active: !off.has(segment.id),
  }));
}

function speaks(content: Content): content is Parameters<typeof buildContentSegments>[0] {
  return ['ruleset', 'world', 'entry_point', 'character'].includes(content.kind);
}

const SetSegmentActiveInput = builder.inputType('SetSegmentActiveInput', {
  description: 'Segment to use in prompts or to leave out.',
  fields: (t) => ({
    segmentId: t.id({ required: true, description: 'The segment: `npc:neo_seattle:viktor`.' }),
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
  types: [SetSegmentActivePayload, NotFound, InvalidInput, Forbidden],
  resolveType: (result) => ('failure' in result ? result.failure : 'SetSegmentActivePayload'),
});

builder.mutationField('setSegmentActive', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: SetSegmentActiveResult,
    description:
      'Switches a prompt segment on or off, in all its versions and for every campaign of this server.',
    args: {
      input: t.arg({ type: SetSegmentActiveInput, required: true, description: 'Segment and its setting.' }),
    },
    resolve: (_root, { input: { segmentId, active } }, context) => set(segmentId, active, context),
  }),
);

async function set(segmentId: string, active: boolean, context: Context): Promise<Switched | Failure> {
  const library = context.library();
  const segment = compilePromptSegments(library, contentOf(segmentId, library), new Set()).find(
    ({ id }) => id === segmentId,
  );
  if (segment === undefined) {
    return createNotFound(
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
