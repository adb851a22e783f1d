import type { CharacterId } from '#engine/state/ids.ts';
import type { Content } from '../library/content.ts';
import type { CampaignIds } from './campaign-ids.ts';

/** What somebody remembers when the campaign begins, in the shape in which observations are proposed. */
export type FirstObservation = {
  readonly characterId: CharacterId;
  readonly content: string;
  readonly importance: number;
  readonly provenance:
    | { readonly kind: 'witnessed' }
    | { readonly kind: 'told'; readonly by: string }
    | { readonly kind: 'inferred'; readonly from: readonly string[] };
  readonly confidence?: number;
  readonly about: readonly string[];
  readonly tags: readonly string[];
};

type EntryObservation = Content<'entry_point'>['data']['observations'][number];

/** Everybody's own memories, then those of the entry point. */
export function firstMemories(
  { data }: Content<'entry_point'>,
  characters: readonly Content<'character'>[],
  ids: CampaignIds,
): readonly FirstObservation[] {
  const own = characters.flatMap(({ id, data: { memories } }) =>
    memories.map(({ text, importance }) => ({
      character: id,
      text,
      importance,
      source: 'witnessed' as const,
    })),
  );
  return [...own, ...data.observations].flatMap((observation) => {
    const characterId = ids.character(observation.character);
    return characterId === null ? [] : [observationOf(characterId, observation, ids)];
  });
}

function observationOf(
  characterId: CharacterId,
  observation: Pick<EntryObservation, 'text' | 'importance' | 'source'> & Partial<EntryObservation>,
  ids: CampaignIds,
): FirstObservation {
  const { text, importance, confidence } = observation;
  const sure = confidence === undefined ? {} : { confidence };
  const provenance = provenanceOf(observation, ids);
  return { characterId, content: text, importance, provenance, ...sure, about: [], tags: [] };
}

function provenanceOf(
  { source, told_by, inferred_from = [] }: Partial<EntryObservation>,
  ids: CampaignIds,
): FirstObservation['provenance'] {
  if (source === 'told') return { kind: 'told', by: ids.character(told_by) ?? told_by ?? '' };
  return source === 'inferred' ? { kind: 'inferred', from: inferred_from } : { kind: 'witnessed' };
}
