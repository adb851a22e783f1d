import { createStoryInput } from '#engine/domain/turn.ts';
import type { Database } from '#engine/store/database/database.ts';
import { Campaign } from '#engine/store/entities/campaign.ts';
import { Session } from '#engine/store/entities/session.ts';

export const MOMENTS = [1, 2, 3, 4].map((hour) => new Date(Date.UTC(2091, 0, 1, hour, 0, 0, hour)));

/** A campaign and its session, bare, for rows that must belong to one. */
export async function fullCampaign(database: Database): Promise<void> {
  const createdAt = MOMENTS[0] as Date;
  await database.insert(Campaign, {
    id: 'campaign',
    name: 'A campaign',
    entryPointId: 'quay:start',
    packs: [],
    promptPins: {},
    createdAt,
  });
  await database.insert(Session, {
    id: 'session',
    campaign: 'campaign',
    smallModel: 'a',
    largeModel: 'b',
    seed: 'seed',
    seedCommitment: 'hash',
    endedAt: null,
    parentSceneId: null,
    currentSceneId: 'scene-0',
    sceneIndex: 0,
    eventSequence: 0,
    leaseTurnId: null,
    leaseExpiresAt: null,
    leaseFence: 0,
    waitingTurnId: null,
    createdAt,
  });
}

/** A dozen turns, each unlike the others in something a condition can ask for. */
export function someTurns() {
  return Array.from({ length: 12 }, (_, at) => ({
    id: `turn-${String(at).padStart(2, '0')}`,
    session: 'session',
    actionId: `action-${at}`,
    input: createStoryInput(`I say "${at}" and ?`),
    status: (['running', 'committed', 'failed'] as const)[at % 3] ?? 'failed',
    attempt: at % 5,
    baseSceneId: 'scene-0',
    sceneId: at % 2 === 0 ? `scene-${at}` : null,
    failure: at % 3 === 2 ? { code: 'TIME_LIMIT', message: 'too long', retryable: true } : null,
    suspension: null,
    answers: [],
    answer: null,
    finishedAt: at % 4 === 0 ? null : (MOMENTS[at % 4] ?? null),
    createdAt: MOMENTS[at % 4] ?? new Date(0),
  }));
}
