import type { Content, Library } from '#engine/content/library.ts';
import { type ContentSegment, segmentsOf } from '#engine/content/segments.ts';
import { builder } from '../builder.ts';

const SegmentScope = builder.enumType('SegmentScope', {
  description: 'What a segment speaks of, in the order of a prompt.',
  values: {
    CORE: { value: 'core', description: 'How to tell any story; written in prompt files, not in packs.' },
    RULESET: { value: 'ruleset', description: 'The rules.' },
    WORLD: { value: 'world', description: 'The setting.' },
    ENTRY: { value: 'entry', description: 'The story, on every turn.' },
    ENTRY_START: { value: 'entry_start', description: 'The opening, on the first turn only.' },
    NPC: { value: 'npc', description: 'Somebody who may be met.' },
  } as const,
});

/** Never a node: whoever fetches it has to come through `authoring`, and has said in which role. */
export const PromptSegment = builder.objectRef<ContentSegment>('PromptSegment').implement({
  description: 'One versioned piece of prompt text, compiled from what an author wrote.',
  fields: (t) => ({
    segmentId: t.exposeString('id', {
      description: 'The same for all its versions: `npc:neo_seattle:viktor`.',
    }),
    scope: t.field({ type: SegmentScope, description: 'What it speaks of.', resolve: ({ scope }) => scope }),
    contentId: t.exposeString('refId', { description: 'The content it was compiled from.' }),
    version: t.exposeString('version', { description: 'The version of the pack it was compiled from.' }),
    isActive: t.exposeBoolean('active', {
      description: 'Whether prompts use it; see `setSegmentActive`.',
    }),
    text: t.exposeString('text', { description: 'What the model reads.' }),
    essentials: t.exposeString('essentials', {
      nullable: true,
      description: 'The same in a few lines, for when the budget is tight; null when nobody wrote that.',
    }),
    tier: t.int({
      nullable: true,
      description:
        'Of people: 1 carries the story, higher numbers leave a full prompt first; null for all else.',
      resolve: ({ tier }) => tier,
    }),
    secrets: t.exposeStringList('secrets', {
      description: 'What is told only to a game master who is one single model, or to the character itself.',
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

/** The segments of a content; none for kinds that do not speak to the prompt. */
export function segmentsIn(
  library: Library,
  content: Content | null,
  off: ReadonlySet<string>,
): readonly ContentSegment[] {
  const version = content === null ? undefined : library.findPack(content.packId)?.version;
  if (content === null || version === undefined || !speaks(content)) return [];
  return segmentsOf(content, version).map((segment) => ({ ...segment, active: !off.has(segment.id) }));
}

function speaks(content: Content): content is Parameters<typeof segmentsOf>[0] {
  return ['ruleset', 'world', 'entry_point', 'character'].includes(content.kind);
}
