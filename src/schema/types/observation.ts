import type { Memory } from '#engine/memory/memories.ts';
import { priorityOf } from '#engine/memory/priority.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { builder } from '../builder.ts';
import type { CampaignRules } from '../campaign-rules.ts';
import { connectionOf, pageRequest, textKey } from '../connection.ts';
import { pageOfList } from '../page-of-list.ts';
import type { Eyes, Seen } from '../seen.ts';
import { wordEnum } from '../word-enum.ts';
import { KnownEntity, knownThrough } from './known-entity.ts';
import { WorldTime } from './world-time.ts';

/** A memory as much as it matters at one moment; null weights when the rules of the campaign cannot be had any more. */
type Weighed = Memory & { readonly weight: ReturnType<typeof priorityOf> | null };

const ProvenanceKind = wordEnum('ProvenanceKind', 'How somebody came to know something.', {
  witnessed: 'They saw or heard it themselves.',
  told: 'Somebody told them.',
  inferred: 'They worked it out.',
});

export const ObservationOrder = wordEnum('ObservationOrder', 'In which order observations come.', {
  priority: 'What matters most at that scene comes first.',
  time: 'What was observed first comes first.',
});

export const Observation = builder.objectRef<Seen<Weighed>>('Observation').implement({
  description: 'Something one character remembers, as much as it matters at one scene.',
  fields: (t) => ({
    observationId: t.exposeString('id', { description: 'Its id inside the campaign.' }),
    characterId: t.exposeString('characterId', { description: 'Whose memory it is.' }),
    content: t.exposeString('content', { description: 'What is remembered.' }),
    importance: t.exposeInt('importance', {
      description: 'From 1, a passing detail, to 5, what changes a life.',
    }),
    priority: t.float({
      nullable: true,
      description:
        'How much it matters at that scene: importance, faded by the world’s time, strengthened by repetition. Null when the campaign’s rules cannot be had any more.',
      resolve: ({ weight }) => weight?.priority ?? null,
    }),
    decayWeight: t.float({
      nullable: true,
      description: 'What time has left of it: 1 when it is fresh, nearing 0. Null like `priority`.',
      resolve: ({ weight }) => weight?.decayWeight ?? null,
    }),
    reinforcementCount: t.exposeInt('reinforcementCount', { description: 'How often it came up again.' }),
    provenance: t.field({
      type: ProvenanceKind,
      description: 'How they came to know it.',
      resolve: ({ provenance }) => provenance.kind,
    }),
    toldBy: t.field({
      type: KnownEntity,
      nullable: true,
      description: 'Who told them; null when nobody did or that is not known.',
      resolve: ({ provenance, eyes }) =>
        provenance.kind === 'told' ? knownThrough(eyes, provenance.by) : null,
    }),
    inferredFrom: t.stringList({
      description: 'What it was worked out from; empty when it was not.',
      resolve: ({ provenance }) => (provenance.kind === 'inferred' ? [...provenance.from] : []),
    }),
    confidence: t.exposeFloat('confidence', { description: 'How sure they are: 0 to 1.' }),
    about: t.field({
      type: [KnownEntity],
      description: 'Whom and what it concerns, as far as that is known.',
      resolve: ({ about, eyes }) => about.flatMap((id) => knownThrough(eyes, id) ?? []),
    }),
    tags: t.exposeStringList('tags', { description: 'What it is filed under.' }),
    observedAt: t.field({
      type: WorldTime,
      description: 'When they observed it first.',
      resolve: ({ observedAt, eyes: { sessionId } }) => ({ time: observedAt, sessionId }),
    }),
    sceneIndex: t.int({
      description: 'The index of the scene they observed it in first.',
      resolve: ({ scene }) => scene.index,
    }),
    isEdited: t.exposeBoolean('edited', { description: 'Whether a game master has changed it.' }),
    isRetracted: t.exposeBoolean('retracted', { description: 'Whether a game master has taken it back.' }),
  }),
});

const HIGHEST = 100;

/** The place of a memory in one of the two orders. At one scene no place ever changes. */
function keyOf(order: 'priority' | 'time'): (memory: Weighed) => string {
  if (order === 'time') {
    return ({ scene, ordinal, id }) =>
      `${String(scene.index).padStart(8, '0')}.${String(ordinal).padStart(6, '0')}.${id}`;
  }
  return ({ weight, importance, id }) =>
    `${(HIGHEST - (weight?.priority ?? importance)).toFixed(9).padStart(14, '0')}.${id}`;
}

type Asked = Parameters<typeof pageRequest>[0] & { readonly by?: 'priority' | 'time' | null | undefined };

/** A page of memories as much as they matter at the moment of a snapshot. */
export function observationPage(
  memories: readonly Memory[],
  { time }: Pick<Snapshot, 'time'>,
  rules: CampaignRules | null,
  eyes: Eyes,
  { by, ...args }: Asked,
) {
  const request = pageRequest(args, textKey);
  const lambda = rules?.mechanics.memory.lambda_per_minute;
  const weighed = memories.map((memory) => ({
    ...memory,
    weight: lambda === undefined ? null : priorityOf(memory, time, lambda),
    eyes,
  }));
  const key = keyOf(by ?? 'priority');
  return connectionOf(pageOfList(weighed, request, key), request, key);
}
