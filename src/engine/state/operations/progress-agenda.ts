import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import type { Effect } from '../effect.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { findRecord } from '../parts/find.ts';
import { rounded } from '../parts/rounded.ts';
import type { Agenda } from '../record.ts';

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
    const progress = rounded(Math.min(100, Math.max(0, agenda.progress + by)));
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
