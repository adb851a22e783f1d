import { isRejection, type Rejection } from '#engine/kit/rejection.ts';
import type { Calendar } from '#engine/rules/calendar.ts';
import type { Deadline, Law } from '#engine/state/record.ts';
import type { Content } from '../library/content.ts';
import { storedOperations } from './stored-operations.ts';
import { byId, type Making } from './story-records.ts';
import { after, readDate } from './world-dates.ts';

const NO_WARNINGS = { subtle: null, clear: null, urgent: null } as const;

export function startingDeadlines(
  { entryPoint, ids, factIds, knownTo, time }: Making,
  calendar: Calendar,
): Readonly<Record<string, Deadline>> | Rejection {
  const deadlines: Deadline[] = [];
  for (const one of entryPoint.data.deadlines) {
    const dueAt = one.due === undefined ? after(time, one.due_in ?? '') : readDate(calendar, one.due);
    if (isRejection(dueAt)) return dueAt;
    deadlines.push({
      id: one.id,
      description: one.description,
      startedAt: time,
      dueAt,
      consequences: one.consequences,
      operations: storedOperations(one.operations, ids, factIds),
      urgency: one.urgency,
      status: 'active',
      warnings: NO_WARNINGS,
      relatedIds: one.related.flatMap((id) => ids.entity(id) ?? []),
      visibility: one.visibility,
      knownTo: knownTo(one.known_to),
    });
  }
  return byId(deadlines);
}

export function startingLaws(
  laws: readonly Content<'law'>[],
  calendar: Calendar,
): Readonly<Record<string, Law>> | Rejection {
  const made: Law[] = [];
  for (const { localId, packId, name, data } of laws) {
    const enactedAt = readDate(calendar, data.enacted);
    if (isRejection(enactedAt)) return enactedAt;
    const repealedAt = data.repealed === undefined ? null : readDate(calendar, data.repealed);
    if (isRejection(repealedAt)) return repealedAt;
    const { status, summary = '' } = data;
    made.push({ id: localId, title: name, summary, status, enactedAt, repealedAt, origin: 'pack', packId });
  }
  return byId(made);
}
