import { z } from 'zod';
import { reject } from '#engine/util/rejection.ts';
import { rejectModelPlans } from '../checks/model-limits.ts';
import { findCharacter, findRecord } from '../edits/find-records.ts';
import type { Effect } from '../effect.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import type { Agenda } from '../record.ts';
import { Line, Prose, roundAmount, StoredProposals } from '../records/field-types.ts';

const Planned = z.strictObject({
  at: z.number().min(0).max(100),
  description: Line,
  operations: StoredProposals.default([]),
});

/** Gives a character a plan to pursue in the background, or changes the plan. */
export const setAgenda = defineOperation({
  name: 'set_agenda',
  summary: "Sets a character's hidden agenda: goal, pace in points of 100 a day, milestones, what blocks it.",
  input: z.strictObject({
    characterId: CharacterId,
    goal: Prose.optional(),
    pacePerDay: z.number().min(0).max(100).optional(),
    milestones: z.array(Planned).max(20).optional(),
    nextMilestone: Line.optional(),
    blockingFactors: z.array(Line).max(20).optional(),
  }),

  apply(snapshot, { characterId, milestones, ...changes }, context) {
    const character = findCharacter(snapshot, characterId, ['characterId']);
    if ('rejected' in character) return character;
    const planted = rejectModelPlans(
      milestones?.flatMap(({ operations }) => operations),
      context,
      ['milestones'],
    );
    if (planted !== null) return planted;
    const before = snapshot.agendas[characterId];
    const goal = changes.goal ?? before?.goal;
    if (goal === undefined) return reject('bad-input', 'set_agenda: a new agenda needs its goal.', ['goal']);

    const progress = before?.progress ?? 0;
    const ahead = (milestones ?? before?.milestones ?? [])
      .filter(({ at }) => at > progress)
      .toSorted((one, other) => one.at - other.at);
    const agenda = {
      characterId,
      goal,
      progress,
      pacePerDay: changes.pacePerDay ?? before?.pacePerDay ?? 0,
      milestones: ahead,
      nextMilestone:
        changes.nextMilestone ??
        (milestones === undefined ? before?.nextMilestone : undefined) ??
        ahead[0]?.description ??
        '',
      completedMilestones: before?.completedMilestones ?? [],
      blockingFactors: changes.blockingFactors ?? before?.blockingFactors ?? [],
    };
    return { ...snapshot, agendas: { ...snapshot.agendas, [characterId]: agenda } };
  },
});

const MAX_COMPLETED = 60;

/** Many small steps may fall short of a whole by the noise of floating point. */
const NEARLY = 1e-9;

/** Moves an agenda on or back. Milestones it passes are done, and what they bring happens. */
export const progressAgenda = defineOperation({
  name: 'progress_agenda',
  summary: "Moves a character's agenda by some points of 100; setbacks are negative.",
  input: z.strictObject({ characterId: CharacterId, by: z.number().min(-100).max(100) }),

  apply(snapshot, { characterId, by }) {
    const agenda = findRecord('agenda', snapshot.agendas, characterId, ['characterId']);
    if ('rejected' in agenda) return agenda;
    const progress = roundAmount(Math.min(100, Math.max(0, agenda.progress + by)));
    if (progress === agenda.progress) {
      return reject(
        'agenda-does-not-move',
        `The agenda stands at ${agenda.progress} of 100 and stays there.`,
        ['by'],
      );
    }
    const reached = agenda.milestones.filter(({ at }) => at <= progress + NEARLY);
    const next = { ...agenda, progress, ...passed(agenda, reached) };
    return {
      snapshot: { ...snapshot, agendas: { ...snapshot.agendas, [characterId]: next } },
      effects: reached.map(({ description, operations }): Effect => {
        const source = { kind: 'agenda', id: characterId } as const;
        return { type: 'trigger-fired', source, description, operations };
      }),
    };
  },
});

function passed(agenda: Agenda, reached: Agenda['milestones']): Partial<Agenda> {
  if (reached.length === 0) return {};
  const milestones = agenda.milestones.filter((milestone) => !reached.includes(milestone));
  const done = [...agenda.completedMilestones, ...reached.map(({ description }) => description)];
  return {
    milestones,
    nextMilestone: milestones[0]?.description ?? '',
    completedMilestones: done.slice(-MAX_COMPLETED),
  };
}
