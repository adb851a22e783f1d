import { toPairKey } from '#engine/state/ids.ts';
import type { Agenda, Relation, Relationship } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { AgendaData } from '../format/agenda-data.ts';
import type { Content, Frozen } from '../library/content.ts';
import { storedOperations } from './stored-operations.ts';
import type { Making } from './story-records.ts';

type Characters = readonly Content<'character'>[];

export function startingRelations({ entryPoint, ids }: Making): Snapshot['relations'] {
  const relations: Record<string, Relation> = {};
  for (const { between, trust, tension, closeness } of entryPoint.data.relations) {
    const [one, other] = [ids.character(between[0]), ids.character(between[1])];
    if (one === null || other === null || one === other) continue;
    const [low, high] = one < other ? [one, other] : [other, one];
    relations[toPairKey(one, other)] = { low, high, trust, tension, closeness };
  }
  return relations;
}

/** What people are to each other: as their own files say, then as the entry point says. */
export function startingRelationships(
  { entryPoint, ids }: Making,
  characters: Characters,
): Snapshot['relationships'] {
  const stated = [
    ...characters.flatMap(({ id, packId, data }) =>
      data.relationships.map((relationship) => ({ ...relationship, from: id, packId })),
    ),
    ...entryPoint.data.relationships.map((relationship) => ({ ...relationship, packId: entryPoint.packId })),
  ];
  const relationships: Record<string, Relationship> = {};
  for (const { from, to, type, intensity, notes, visibility, packId } of stated) {
    const [fromId, toId] = [ids.character(from), ids.character(to)];
    if (fromId === null || toId === null) continue;
    const shared = { type, intensity, notes: notes ?? '', visibility, origin: 'pack' as const, packId };
    relationships[`${fromId}|${toId}|${type}`] = { fromId, toId, ...shared };
  }
  return relationships;
}

/** What people work at: their own agenda, unless the entry point gives them another. */
export function startingAgendas(making: Making, characters: Characters): Snapshot['agendas'] {
  const agendas: Record<string, Agenda> = {};
  const add = (character: string, agenda: Frozen<AgendaData> | undefined) => {
    const made = agenda === undefined ? null : agendaOf(making, character, agenda);
    if (made !== null) agendas[made.characterId] = made;
  };
  for (const { id, data } of characters) add(id, data.agenda);
  for (const agenda of making.entryPoint.data.agendas) add(agenda.character, agenda);
  return agendas;
}

function agendaOf({ ids, factIds }: Making, character: string, agenda: Frozen<AgendaData>): Agenda | null {
  const characterId = ids.character(character);
  if (characterId === null) return null;
  const { goal, progress, pace_per_day, blocking_factors } = agenda;
  const steps = agenda.milestones
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, description, operations }) => {
      return { at, description, operations: storedOperations(operations, ids, factIds) };
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
