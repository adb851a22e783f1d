import type { NewId } from '#engine/kit/new-id.ts';
import type { NewJob } from '#engine/store/jobs.ts';
import type { Applied, Moment } from '../draft.ts';

/** A profile is refreshed after so many events. */
const EVENTS_PER_PROFILE = 8;

/**
 * What is to be tidied up after this turn. The jobs are written with the scene, so none is lost; each has a name of its own
 * within the session, so none is done twice.
 */
export function jobsAfter(draft: Moment & Applied, newId: NewId): readonly NewJob[] {
  const { snapshot: before, nextSnapshot: after, persona, sceneIndex } = draft;
  const profiles = (count: number) => Math.floor(count / EVENTS_PER_PROFILE);
  const isProfileDue = profiles(after.counters.events) > profiles(before.counters.events);
  const hasChapterEnded = after.chapter.number > before.chapter.number;
  return [
    ...(isProfileDue
      ? [
          {
            id: newId(),
            kind: 'profile',
            key: `profile:${persona.id}:${sceneIndex}`,
            payload: { personaId: persona.id },
          },
        ]
      : []),
    ...(hasChapterEnded
      ? [
          {
            id: newId(),
            kind: 'chapter',
            key: `chapter:${before.chapter.number}`,
            payload: { chapter: before.chapter.number },
          },
        ]
      : []),
  ];
}
