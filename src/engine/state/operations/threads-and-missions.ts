import { z } from 'zod';
import { omitUndefined } from '#engine/util/omit-undefined.ts';
import { reject } from '#engine/util/rejection.ts';
import { grantExperience } from '../edits/experience.ts';
import { findCharacter, findRecord } from '../edits/find-records.ts';
import { addMissing } from '../edits/replace-records.ts';
import { CharacterId, EntityId } from '../ids.ts';
import { type ChangedState, defineOperation } from '../operation.ts';
import type { Mission } from '../record.ts';
import { Line, Name, Prose, Slug, Tags } from '../records/field-types.ts';
import { MissionStatus, ThreadStatus } from '../records/story.ts';
import type { Snapshot } from '../snapshot.ts';
import type { StateRules } from '../state-rules.ts';
import { Visibility } from '../visibility.ts';

/** Opens a question the story is to answer. */
export const openThread = defineOperation({
  name: 'open_thread',
  summary: 'Opens a story thread with its stakes.',
  input: z.strictObject({
    threadId: Slug,
    title: Name,
    stakes: Prose.default(''),
    relatedIds: z.array(EntityId).max(60).default([]),
    tags: Tags.default([]),
    visibility: Visibility.default('hidden'),
  }),

  apply(snapshot, { threadId, ...described }) {
    if (snapshot.threads[threadId] !== undefined) {
      return reject('already-there', `There is a thread ${threadId} already; use update_thread.`, [
        'threadId',
      ]);
    }
    const thread = {
      id: threadId,
      status: 'active' as const,
      ...described,
      knownTo: [],
      origin: 'campaign' as const,
    };
    return { ...snapshot, threads: { ...snapshot.threads, [threadId]: thread } };
  },
});

/** Moves a story thread on, or closes it. */
export const updateThread = defineOperation({
  name: 'update_thread',
  summary: 'Changes the status or the stakes of a thread, or whom it concerns.',
  input: z.strictObject({
    threadId: Slug,
    status: ThreadStatus.optional(),
    stakes: Prose.optional(),
    relatedIds: z.array(EntityId).max(60).optional().describe('Added to those it concerns already.'),
    reason: Line.optional(),
  }),

  apply(snapshot, { threadId, status, stakes, relatedIds, reason }) {
    const thread = findRecord('thread', snapshot.threads, threadId, ['threadId']);
    if ('rejected' in thread) return thread;
    const next = {
      ...thread,
      status: status ?? thread.status,
      stakes: stakes ?? thread.stakes,
      relatedIds: addMissing(thread.relatedIds, relatedIds ?? []),
    };
    if (
      next.status === thread.status &&
      next.stakes === thread.stakes &&
      next.relatedIds === thread.relatedIds
    ) {
      return reject('nothing-to-do', `${thread.title} would stay as it is.`);
    }
    const why = reason === undefined ? '' : ` (${reason})`;
    const text = `Thread ${thread.title}: ${thread.status} to ${next.status}${why}.`;
    return {
      snapshot: { ...snapshot, threads: { ...snapshot.threads, [threadId]: next } },
      effects: next.status === thread.status ? [] : [{ type: 'notice', audience: 'gm', text }],
    };
  },
});

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

  apply(snapshot, { missionId, reason, ...changes }, { asker, rules }) {
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
      ...omitUndefined(changes),
      title,
      objective,
    };
    const changed = { ...snapshot, missions: { ...snapshot.missions, [missionId]: mission } };
    if (before === undefined || before.status === mission.status) return changed;
    const rewarded = rewardMission(changed, before, mission, rules);
    if (reason === undefined) return rewarded;
    const text = `Mission ${title}: ${before.status} to ${mission.status} (${reason}).`;
    return {
      snapshot: rewarded.snapshot,
      effects: [{ type: 'notice', audience: 'gm', text }, ...rewarded.effects],
    };
  },
});

/** Gives the personas the experience of a mission that was just completed, once. Only SRD 5e counts experience. */
function rewardMission(
  snapshot: Snapshot,
  before: Mission,
  { status, experience }: Mission,
  { mechanics: { resolution } }: StateRules,
): ChangedState {
  if (status !== 'completed' || ENDED.includes(before.status) || resolution.kind !== 'srd5e')
    return { snapshot, effects: [] };
  return grantExperience(snapshot, snapshot.personas, experience ?? resolution.mission_experience);
}
