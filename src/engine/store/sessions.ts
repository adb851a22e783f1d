import { Session } from './entities/session.ts';
import type { Lineage } from './lineage-query.ts';
import type { Database } from './rows/database.ts';
import { type Ended, endSession, type SessionEnd } from './session-end.ts';
import { type Forked, forkSession, type SessionFork } from './session-fork.ts';
import { lineageOf, sessionRecordOf } from './session-record.ts';

/**
 * Whether turns are played in it. An inactive session was put aside by a branch that grew from it, an ended one was a
 * sitting that is over. Neither is taken up again itself; a new session can grow from any of its scenes.
 */
export type SessionStatus = 'active' | 'inactive' | 'ended';

export type SessionRecord = {
  readonly id: string;
  readonly campaignId: string;
  readonly status: SessionStatus;
  readonly smallModel: string;
  readonly largeModel: string;
  readonly seedCommitment: string;
  readonly currentSceneId: string;
  readonly sceneIndex: number;
  /** Where in the stream of the seed the dice of its next turn stand; absent in what was recorded by earlier versions. */
  readonly diceIndex?: number;
  /** The scene it grew from; null for the first of a campaign. */
  readonly parentSceneId: string | null;
  /** The scenes it can see: those of the sessions it grew from, and its own so far. */
  readonly lineage: Lineage;
  /** The turn that holds the session just now, if one does. */
  readonly runningTurnId: string | null;
  /** The turn that waits for an answer of the player, if one does. */
  readonly waitingTurnId: string | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
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
  /** The scenes a session can see, up to its current one. */
  readonly lineageOf: (id: string) => Promise<Lineage>;
  /** The sessions that still roll with the seed of this one, itself among them. */
  readonly openSessionsSharingSeed: (id: string) => Promise<readonly string[]>;
  /** Whether everybody may know the seed: nobody rolls with it any more. */
  readonly isSeedRevealed: (id: string) => Promise<boolean>;
  /** The seeds everybody may know, by session id; nothing for sessions whose seed somebody still rolls with. */
  readonly revealedSeeds: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Grows a new session from a scene, in one transaction, or says why not. */
  readonly fork: (fork: SessionFork) => Promise<Forked>;
  /** Ends a sitting, in one transaction, or says why not. */
  readonly end: (end: SessionEnd) => Promise<Ended>;
};

export function sessionStore(database: Database): SessionStore {
  const openSharing = async (id: string): Promise<string[]> => {
    const { seed } = await database.findOneOrFail(Session, { id }, { fields: ['seed'] });
    const open = await database.find(
      Session,
      { seed, status: 'active' },
      { fields: ['id'], orderBy: { id: 'asc' } },
    );
    return open.map((session) => session.id);
  };
  return {
    find: async (id) => {
      const session = await database.findOne(Session, { id });
      return session === null ? null : sessionRecordOf(session);
    },
    findMany: async (ids) => (await database.find(Session, { id: { $in: [...ids] } })).map(sessionRecordOf),
    ofCampaigns: async (campaignIds) => {
      const found = await database.find(
        Session,
        { campaign: { $in: [...campaignIds] } },
        { orderBy: { id: 'asc' } },
      );
      return found.map(sessionRecordOf);
    },
    setModels: async (id, smallModel, largeModel) => {
      await database.update(Session, { id }, { smallModel, largeModel });
      const session = await database.findOne(Session, { id });
      return session === null ? null : sessionRecordOf(session);
    },
    seedOf: async (id) => (await database.findOneOrFail(Session, { id }, { fields: ['seed'] })).seed,
    lineageOf: async (id) => lineageOf(await database.findOneOrFail(Session, { id })),
    openSessionsSharingSeed: openSharing,
    isSeedRevealed: async (id) => (await openSharing(id)).length === 0,
    revealedSeeds: async (ids) => {
      const asked = await database.find(Session, { id: { $in: [...ids] } }, { fields: ['seed'] });
      const seeds = asked.map(({ seed }) => seed);
      const open = await database.find(
        Session,
        { seed: { $in: seeds }, status: 'active' },
        { fields: ['seed'] },
      );
      const kept = new Set(open.map(({ seed }) => seed));
      return new Map(asked.flatMap(({ id, seed }) => (kept.has(seed) ? [] : [[id, seed]])));
    },
    fork: (fork) => database.transactional((tx) => forkSession(tx, fork)),
    end: (end) => database.transactional((tx) => endSession(tx, end)),
  };
}
