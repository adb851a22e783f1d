import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { defined } from '../parts/defined.ts';
import { findCharacter } from '../parts/find.ts';
import { Line, Name, Prose, Slug } from '../records/bounds.ts';
import { Visibility } from '../records/knowledge.ts';
import { MissionStatus } from '../records/mission.ts';

const ENDED: readonly string[] = ['completed', 'failed', 'abandoned'];

/** Gives the personas a task, or says how it goes. */
export const upsertMission = defineOperation({
  name: 'upsert_mission',
  summary: 'Adds a mission (title and objective are then needed) or changes its status, title or objective.',
  input: z.strictObject({
    missionId: Slug,
    title: Name.optional(),
    status: MissionStatus.optional(),
    objective: Prose.optional(),
    giverId: CharacterId.optional(),
    visibility: Visibility.optional(),
    reason: Line.optional().describe('Why the status changes, for the game master.'),
  }),

  apply(snapshot, { missionId, reason, ...changes }, { asker }) {
    const before = snapshot.missions[missionId];
    if (changes.giverId !== undefined) {
      const giver = findCharacter(snapshot, changes.giverId, ['giverId']);
      if ('rejected' in giver) return giver;
    }
    if (before !== undefined && asker === 'model' && ENDED.includes(before.status)) {
      return reject('mission-ended', `${before.title} is ${before.status}; only a game master reopens it.`, [
        'missionId',
      ]);
    }
    const title = changes.title ?? before?.title;
    const objective = changes.objective ?? before?.objective;
    if (title === undefined || objective === undefined) {
      const missing = title === undefined ? 'title' : 'objective';
      return reject('bad-input', `upsert_mission: a new mission needs its ${missing}.`, [missing]);
    }
    const mission = {
      ...(before ?? {
        id: missionId,
        status: 'accepted' as const,
        visibility: 'public' as const,
        knownTo: [],
      }),
      ...defined(changes),
      title,
      objective,
    };
    const changed = { ...snapshot, missions: { ...snapshot.missions, [missionId]: mission } };
    if (before === undefined || before.status === mission.status || reason === undefined) return changed;
    const text = `Mission ${title}: ${before.status} to ${mission.status} (${reason}).`;
    return { snapshot: changed, effects: [{ type: 'notice', audience: 'gm', text }] };
  },
});
