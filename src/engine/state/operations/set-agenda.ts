import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { findCharacter } from '../parts/find.ts';
import { plantedByModel } from '../parts/plans.ts';
import { Line, Prose } from '../records/bounds.ts';
import { StoredProposals } from '../records/stored-proposal.ts';

const Planned = z.strictObject({
  at: z.number().min(0).max(100),
  description: Line,
  operations: StoredProposals.default([]),
});

/** Gives a character something to work at while nobody looks, or changes the plan. */
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
    const planted = plantedByModel(
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
