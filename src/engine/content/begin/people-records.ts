import { type CharacterId, toPairKey } from '#engine/state/ids.ts';
import type { Agenda, Holding, Relation, Relationship } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { omitUndefined } from '#engine/util/omit-undefined.ts';
import type { AgendaData } from '../format/character-file.ts';
import type { Content, Frozen } from '../library/content.ts';
import type { CampaignIds } from './campaign-ids.ts';
import { type RecordContext, toStoredOperations } from './story-records.ts';

type Characters = readonly Content<'character'>[];

export function buildRelations({ entryPoint, ids }: RecordContext): Snapshot['relations'] {
  const relations: Record<string, Relation> = {};
  for (const { between, trust, tension, closeness } of entryPoint.data.relations) {
    const [one, other] = [ids.character(between[0]), ids.character(between[1])];
    if (one === null || other === null || one === other) continue;
    const [low, high] = one < other ? [one, other] : [other, one];
    relations[toPairKey(one, other)] = { low, high, trust, tension, closeness };
  }
  return relations;
}

/** Builds the relationships: first those in the characters' own files, then those of the entry point. */
export function buildRelationships(
  { entryPoint, ids }: RecordContext,
  characters: Characters,
): Snapshot['relationships'] {
  const stated = [
    ...characters.flatMap(({ id, packId, data }) =>
      data.relationships.map((relationship) => ({ ...relationship, from: id, packId })),
    ),
    ...entryPoint.data.relationships.map((relationship) => ({ ...relationship, packId: entryPoint.packId })),
  ];
  const relationships: Record<string, Relationship> = {};
  for (const { from, to, type, kin, intensity, notes, visibility, packId } of stated) {
    const [fromId, toId] = [ids.character(from), ids.character(to)];
    if (fromId === null || toId === null) continue;
    const shared = { intensity, notes: notes ?? '', visibility, origin: 'pack' as const, packId };
    relationships[`${fromId}|${toId}|${type}`] = { fromId, toId, type, ...omitUndefined({ kin }), ...shared };
  }
  return relationships;
}

/** Builds the agendas: each character's own, unless the entry point gives another. */
export function buildAgendas(making: RecordContext, characters: Characters): Snapshot['agendas'] {
  const agendas: Record<string, Agenda> = {};
  const add = (character: string, agenda: Frozen<AgendaData> | undefined) => {
    const made = agenda === undefined ? null : agendaOf(making, character, agenda);
    if (made !== null) agendas[made.characterId] = made;
  };
  for (const { id, data } of characters) add(id, data.agenda);
  for (const agenda of making.entryPoint.data.agendas) add(agenda.character, agenda);
  return agendas;
}

function agendaOf(
  { ids, factIds }: RecordContext,
  character: string,
  agenda: Frozen<AgendaData>,
): Agenda | null {
  const characterId = ids.character(character);
  if (characterId === null) return null;
  const { goal, progress, pace_per_day, blocking_factors } = agenda;
  const steps = agenda.milestones
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, description, operations }) => {
      return { at, description, operations: toStoredOperations(operations, ids, factIds) };
    });
  const milestones = steps.filter(({ at }) => at > progress);
  return {
    characterId,
    goal,
    progress,
    pacePerDay: pace_per_day,
    milestones,
    nextMilestone: milestones[0]?.description ?? '',
    completedMilestones: steps.filter(({ at }) => at <= progress).map(({ description }) => description),
    blockingFactors: blocking_factors,
  };
}

type Held = {
  readonly owner: string;
  readonly item: string;
  readonly quantity: number;
  readonly flags: readonly string[];
};

/**
 * Builds the inventory at the start: the characters' own items, then those the entry point hands out. Equal items add
 * up.
 */
export function buildInventory(
  { data }: Content<'entry_point'>,
  characters: readonly Content<'character'>[],
  ids: CampaignIds,
): Snapshot['inventory'] {
  const held: readonly Held[] = [
    ...characters.flatMap(({ id, data: own }) => own.inventory.map((one) => ({ ...one, owner: id }))),
    ...data.cast.flatMap(({ character, inventory }) =>
      inventory.map((one) => ({ ...one, owner: character })),
    ),
    ...data.inventory,
  ];
  const inventory: Record<string, Record<string, Holding>> = {};
  for (const { owner, item, quantity, flags } of held) {
    const [ownerId, itemId] = [ids.entity(owner), ids.item(item)];
    if (ownerId === null || itemId === null) continue;
    const things = inventory[ownerId] ?? {};
    const before = things[itemId];
    things[itemId] = {
      quantity: (before?.quantity ?? 0) + quantity,
      flags: [...new Set([...(before?.flags ?? []), ...flags])],
    };
    inventory[ownerId] = things;
  }
  return inventory;
}

/** Memory of a character when the campaign begins, in the shape in which observations are proposed. */
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

/** Builds the characters' own memories, then those of the entry point. */
export function buildFirstMemories(
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
