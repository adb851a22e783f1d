import type { Session } from './entities/session.ts';
import type { Lineage } from './lineage-query.ts';
import type { SessionRecord } from './sessions.ts';

export function sessionRecordOf(session: Session): SessionRecord {
  return {
    id: session.id,
    campaignId: session.campaign.id,
    status: session.status,
    smallModel: session.smallModel,
    largeModel: session.largeModel,
    seedCommitment: session.seedCommitment,
    currentSceneId: session.currentSceneId,
    sceneIndex: session.sceneIndex,
    diceIndex: session.diceIndex ?? session.sceneIndex + 1,
    parentSceneId: session.parentSceneId,
    lineage: lineageOf(session),
    runningTurnId: session.leaseTurnId,
    waitingTurnId: session.waitingTurnId,
    createdAt: session.createdAt,
    endedAt: session.endedAt,
  };
}

/** The scenes a session can see: those it grew from, and its own so far. */
export function lineageOf({
  id,
  ancestors,
  sceneIndex,
}: Pick<Session, 'id' | 'ancestors' | 'sceneIndex'>): Lineage {
  return [...ancestors, { sessionId: id, upTo: sceneIndex }];
}
