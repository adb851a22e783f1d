import { PROFILE_REFRESH_EVENTS } from '#engine/memory/profile.ts';
import type { NewJob } from '#engine/store/jobs.ts';
import type { NewId } from '#engine/util/new-id.ts';
import type { AppliedTurn, TurnContext } from '../context.ts';
import { SCENES_PER_CONDENSING } from './condense-story.ts';

/** Once so many passing details could have piled up, they are looked through. */
const SCENES_PER_CONSOLIDATION = 50;

/**
 * Lists the background jobs due after this turn. The jobs are written with the scene, so none is lost. Each has a name of its
 * own within the session, so none is done twice.
 */
export function listFollowUpJobs(draft: TurnContext & AppliedTurn, newId: NewId): readonly NewJob[] {
  const { snapshot: before, nextSnapshot: after, sceneIndex } = draft;
  const profiles = (count: number) => Math.floor(count / PROFILE_REFRESH_EVENTS);
  const isProfileDue = profiles(after.counters.events) > profiles(before.counters.events);
  const hasChapterEnded = after.chapter.number > before.chapter.number;
  return [
    ...(isProfileDue ? after.personas : []).map((personaId) => ({
      id: newId(),
      kind: 'profile',
      key: `profile:${personaId}:${sceneIndex}`,
      payload: after.personas.length > 1 ? { personaId, of: 'party' } : { personaId },
    })),
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
    ...(sceneIndex % SCENES_PER_CONDENSING === 0
      ? [{ id: newId(), kind: 'running', key: `running:${sceneIndex}`, payload: {} }]
      : []),
    ...(sceneIndex % SCENES_PER_CONSOLIDATION === 0 ? rememberers(draft) : []).map((characterId) => ({
      id: newId(),
      kind: 'consolidate',
      key: `consolidate:${characterId}:${sceneIndex}`,
      payload: { characterId },
    })),
  ];
}

/** Lists the characters present, who therefore remember the most. */
function rememberers({ nextSnapshot: { scene, entities } }: AppliedTurn): readonly string[] {
  return scene.presentIds.filter((id) => entities[id]?.kind === 'character');
}
