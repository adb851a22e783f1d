import type { SqlEntityManager } from '@mikro-orm/sql';
import { Session } from './entities/session.ts';

export type SessionRecord = {
  readonly id: string;
  readonly campaignId: string;
  readonly smallModel: string;
  readonly largeModel: string;
  readonly seedCommitment: string;
  readonly currentSceneId: string;
  readonly sceneIndex: number;
  /** The turn that holds the session just now, if one does. */
  readonly runningTurnId: string | null;
  readonly createdAt: Date;
};

export type SessionStore = {
  readonly find: (id: string) => Promise<SessionRecord | null>;
  readonly findMany: (ids: readonly string[]) => Promise<readonly SessionRecord[]>;
  /** Oldest first. */
  readonly ofCampaigns: (campaignIds: readonly string[]) => Promise<readonly SessionRecord[]>;
  /** Changes the models of a session from its next turn on. Gives the session as it is now. */
  readonly setModels: (id: string, small: string, large: string) => Promise<SessionRecord | null>;
  /** The dice seed. Kept out of the record so that it cannot be shown by accident. */
  readonly seedOf: (id: string) => Promise<string>;
};

export function sessionStore(em: () => SqlEntityManager): SessionStore {
  return {
    find: async (id) => {
      const session = await em().findOne(Session, { id });
      return session === null ? null : sessionRecordOf(session);
    },
    findMany: async (ids) => (await em().find(Session, { id: { $in: [...ids] } })).map(sessionRecordOf),
    ofCampaigns: async (campaignIds) => {
      const found = await em().find(
        Session,
        { campaign: { $in: [...campaignIds] } },
        { orderBy: { id: 'asc' } },
      );
      return found.map(sessionRecordOf);
    },
    setModels: async (id, smallModel, largeModel) => {
      await em().nativeUpdate(Session, { id }, { smallModel, largeModel });
      const session = await em().findOne(Session, { id });
      return session === null ? null : sessionRecordOf(session);
    },
    seedOf: async (id) => (await em().findOneOrFail(Session, { id })).seed,
  };
}

export function sessionRecordOf(session: Session): SessionRecord {
  return {
    id: session.id,
    campaignId: session.campaign.id,
    smallModel: session.smallModel,
    largeModel: session.largeModel,
    seedCommitment: session.seedCommitment,
    currentSceneId: session.currentSceneId,
    sceneIndex: session.sceneIndex,
    runningTurnId: session.leaseTurnId,
    createdAt: session.createdAt,
  };
}
