import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { QBFilterQuery } from '@mikro-orm/sql';
import type { PinnedPack } from '#engine/domain/pinned-pack.ts';
import { compressJson } from './database/compressed-json.ts';
import type { Database } from './database/database.ts';
import { Campaign, CampaignMember } from './entities/campaign.ts';
import { Scene } from './entities/scene.ts';
import { Session } from './entities/session.ts';
import { ChatAnswer } from './entities/viewer.ts';
import { UNREAD } from './members.ts';
import { insertMemories, type MemoryRecord } from './memories.ts';
import { type Page, type PageRequest, toPage, toPageQuery } from './page.ts';
import { insertRolls, type NewRoll } from './rolls.ts';
import { type ChronicleRecord, insertChronicleEntries } from './scene-rows/chronicle.ts';
import { readWorldDay } from './scenes.ts';
import { insertSummaries, type SummaryRecord } from './summaries.ts';

export type CampaignRecord = {
  readonly id: string;
  readonly name: string;
  readonly entryPointId: string;
  readonly packs: readonly PinnedPack[];
  /** Prompt id → version. */
  readonly promptPins: Readonly<Record<string, number>>;
  readonly createdAt: Date;
  /** Time of the last committed turn; absent in records that are about to be written. */
  readonly lastPlayedAt?: Date | null;
  readonly archivedAt?: Date | null;
  /** Time at which it was asked to be deleted; null when it was not. */
  readonly deletedAt?: Date | null;
};

/** Order of a list of campaigns. */
export type CampaignSort = 'last-played' | 'created' | 'name';

/** Limits a list of campaigns. */
export type CampaignFilter = {
  /** Part of the name, in any case. */
  readonly search?: string;
  readonly entryPointId?: string;
  /** Default: those that are not archived. */
  readonly archived?: boolean;
  /** Default: those that are not deleted. */
  readonly deleted?: boolean;
};

/** Everything `start` writes at once: the campaign, its first session, and scene 0 that needed no model. */
export type NewCampaign = {
  readonly campaign: CampaignRecord;
  readonly session: {
    readonly id: string;
    readonly smallModel: string;
    readonly largeModel: string;
    readonly seed: string;
    readonly seedCommitment: string;
  };
  readonly scene: { readonly id: string; readonly snapshot: unknown; readonly narration: string };
  /** Memories of characters when play begins; rows that name scene 0. */
  readonly memories?: readonly MemoryRecord[];
  /** Rolls that made scene 0. */
  readonly rolls?: readonly NewRoll[];
  /** Events from before play; rows that name scene 0. */
  readonly chronicle?: readonly ChronicleRecord[];
  /** Texts about scene 0, such as the profiles the personas begin with. */
  readonly summaries?: readonly SummaryRecord[];
  /** Recognises a start that is sent again. */
  readonly startKey?: string;
  /** Game master from the start. */
  readonly owner?: { readonly viewerId: string; readonly name: string };
};

/** Bounds on the campaigns a viewer may see; null stands for no bound. */
export type CampaignBounds = {
  /** Only those this viewer is a member of. */
  readonly viewerId: string | null;
  readonly campaignIds: readonly string[] | null;
};

const NO_BOUNDS: CampaignBounds = { viewerId: null, campaignIds: null };

export type CampaignStore = {
  /**
   * Writes a campaign with its first session, scene 0 and what is known by then, or nothing. Returns false when there is a
   * campaign with this start key already.
   */
  readonly start: (start: NewCampaign) => Promise<boolean>;
  readonly findByStartKey: (startKey: string) => Promise<CampaignRecord | null>;
  readonly find: (id: string) => Promise<CampaignRecord | null>;
  readonly findMany: (ids: readonly string[]) => Promise<readonly CampaignRecord[]>;
  /** Holds a campaign to a version of a prompt, or lets go of it with null. Gives the campaign as it is now. */
  readonly pinPrompt: (
    id: string,
    promptId: string,
    version: number | null,
  ) => Promise<CampaignRecord | null>;
  /** Pins a campaign to another version of one of its packs. Gives the campaign as it is now. */
  readonly pinPack: (id: string, pack: PinnedPack) => Promise<CampaignRecord | null>;
  /** Changes name or marks of a campaign. Gives the campaign as it is now. */
  readonly change: (
    id: string,
    change: Partial<Pick<CampaignRecord, 'name' | 'archivedAt' | 'deletedAt'>>,
  ) => Promise<CampaignRecord | null>;
  /** Lists the campaigns that were asked to be deleted at or before a time. */
  readonly deletedBefore: (at: Date) => Promise<readonly CampaignRecord[]>;
  /** Removes a deleted campaign with everything in it. Returns false when it was restored or is gone. */
  readonly purge: (id: string, deletedBefore: Date) => Promise<boolean>;
  /** Returns a page of campaigns in an order; keys come from `toCampaignKey`. */
  readonly list: (
    request: PageRequest,
    sort: CampaignSort,
    filter: CampaignFilter,
    bounds: CampaignBounds,
  ) => Promise<Page<CampaignRecord>>;
  readonly count: (filter: CampaignFilter, bounds: CampaignBounds) => Promise<number>;
  /** Returns a page of campaigns, newest first. */
  readonly page: (request: PageRequest, bounds?: CampaignBounds) => Promise<Page<CampaignRecord>>;
};

const IS_MEMBER = `exists (
  select 1 from campaign_member member where member.campaign_id = campaign.id and member.viewer_id = ?)`;

export function createCampaignStore(database: Database): CampaignStore {
  const findByStartKey = async (startKey: string | undefined) => {
    const campaign = startKey === undefined ? null : await database.findOne(Campaign, { startKey });
    return campaign === null ? null : recordOf(campaign);
  };
  return {
    start: async (start) => {
      try {
        await database.transactional((tx) => writeStart(tx, start));
        return true;
      } catch (error) {
        const isRepeated =
          error instanceof UniqueConstraintViolationException && start.startKey !== undefined;
        if (isRepeated && (await findByStartKey(start.startKey)) !== null) return false;
        throw error;
      }
    },

    findByStartKey,

    find: async (id) => {
      const campaign = await database.findOne(Campaign, { id });
      return campaign === null ? null : recordOf(campaign);
    },

    findMany: async (ids) => (await database.find(Campaign, { id: { $in: [...ids] } })).map(recordOf),

    pinPrompt: (id, promptId, version) =>
      database.transactional(async (tx) => {
        const campaign = await tx.findOne(Campaign, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
        if (campaign === null) return null;
        const { [promptId]: _former, ...others } = campaign.promptPins;
        const promptPins = version === null ? others : { ...others, [promptId]: version };
        await tx.update(Campaign, { id }, { promptPins });
        return recordOf({ ...campaign, promptPins });
      }),

    pinPack: (id, pack) =>
      database.transactional(async (tx) => {
        const campaign = await tx.findOne(Campaign, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
        if (campaign === null) return null;
        const packs = campaign.packs.map((pinned) => (pinned.id === pack.id ? pack : pinned));
        await tx.update(Campaign, { id }, { packs });
        return recordOf({ ...campaign, packs });
      }),

    change: async (id, change) => {
      await database.update(Campaign, { id }, change);
      const campaign = await database.findOne(Campaign, { id });
      return campaign === null ? null : recordOf(campaign);
    },

    deletedBefore: async (at) =>
      (await database.find(Campaign, { deletedAt: { $lte: at } }, { orderBy: { id: 'asc' } })).map(recordOf),

    purge: (id, deletedBefore) =>
      database.transactional(async (tx) => {
        const sessions = await tx.find(Session, { campaign: id });
        if ((await tx.remove(Campaign, { id, deletedAt: { $lte: deletedBefore } })) === 0) return false;
        // Everything else goes with the campaign's row; answers to chat clients name their session loosely.
        await tx.remove(ChatAnswer, { sessionId: { $in: sessions.map((session) => session.id) } });
        return true;
      }),

    list: async (request, sort, filter, bounds) => {
      const query = restrict(database, filter, bounds);
      const { from, limit, after, before } = request;
      const ascending = (sort === 'name') === (from === 'start');
      const order = ascending ? 'asc' : 'desc';
      const column = SORT_COLUMNS[sort];
      if (after !== null) query.andWhere(isBeyond(sort, after, sort === 'name'));
      if (before !== null) query.andWhere(isBeyond(sort, before, sort !== 'name'));
      query.orderBy({ [column]: order, id: order }).limit(limit + 1);
      return toPage(await query.getResult(), request, recordOf);
    },

    count: (filter, bounds) => restrict(database, filter, bounds).getCount('id'),

    page: async (request, { viewerId, campaignIds } = NO_BOUNDS) => {
      const { range, order, limit } = toPageQuery(request, 'desc');
      const query = database.orm.createQueryBuilder(Campaign, 'campaign').orderBy({ id: order }).limit(limit);
      if (range !== null) query.andWhere({ id: range });
      if (campaignIds !== null) query.andWhere({ id: { $in: [...campaignIds] } });
      if (viewerId !== null) query.andWhere(IS_MEMBER, [viewerId]);
      return toPage(await query.getResult(), request, recordOf);
    },
  };
}

const SORT_COLUMNS = { 'last-played': 'lastPlayedAt', created: 'createdAt', name: 'name' } as const;

/** Returns the key of a campaign in a sorted list: the value it is sorted by, and its id. */
export function toCampaignKey(sort: CampaignSort, campaign: CampaignRecord): string {
  const value = campaign[SORT_COLUMNS[sort]] ?? campaign.createdAt;
  return `${campaign.id} ${value instanceof Date ? value.toISOString() : value}`;
}

/** Builds the condition for campaigns behind a key, in ascending or descending order. */
function isBeyond(sort: CampaignSort, key: string, isAscending: boolean): QBFilterQuery<Campaign> & object {
  const id = key.slice(0, key.indexOf(' '));
  const text = key.slice(key.indexOf(' ') + 1);
  const value = sort === 'name' ? text : new Date(text);
  const column = SORT_COLUMNS[sort];
  const beyond = isAscending ? '$gt' : '$lt';
  return { $or: [{ [column]: { [beyond]: value } }, { [column]: value, id: { [beyond]: id } }] };
}

function restrict(database: Database, filter: CampaignFilter, { viewerId, campaignIds }: CampaignBounds) {
  const { search, entryPointId, archived = false, deleted = false } = filter;
  const query = database.orm.createQueryBuilder(Campaign, 'campaign').where({
    archivedAt: archived ? { $ne: null } : null,
    deletedAt: deleted ? { $ne: null } : null,
  });
  if (entryPointId !== undefined) query.andWhere({ entryPointId });
  if (search !== undefined) {
    const pattern = `%${search.toLowerCase().replaceAll(/[!%_]/g, '!$&')}%`;
    query.andWhere("lower(campaign.name) like ? escape '!'", [pattern]);
  }
  if (campaignIds !== null) query.andWhere({ id: { $in: [...campaignIds] } });
  if (viewerId !== null) query.andWhere(IS_MEMBER, [viewerId]);
  return query;
}

async function writeStart(
  tx: Database,
  {
    campaign,
    session,
    scene,
    memories = [],
    chronicle = [],
    rolls = [],
    summaries = [],
    ...rest
  }: NewCampaign,
): Promise<void> {
  const { createdAt } = campaign;
  const { startKey = null, owner } = rest;
  const marks = { lastPlayedAt: createdAt, archivedAt: null, deletedAt: null };
  await tx.insert(Campaign, { ...marks, ...campaign, startKey });
  await tx.insert(Session, {
    ...session,
    createdAt,
    campaign: campaign.id,
    currentSceneId: scene.id,
    sceneIndex: 0,
    diceIndex: 1,
    eventSequence: 0,
    leaseTurnId: null,
    leaseExpiresAt: null,
    leaseFence: 0,
    status: 'active',
    endedAt: null,
    parentSceneId: null,
    ancestors: [],
    waitingTurnId: null,
  });
  await tx.insert(Scene, {
    id: scene.id,
    createdAt,
    session: session.id,
    turnId: null,
    index: 0,
    diceIndex: 1,
    narration: scene.narration,
    flags: [],
    audience: null,
    snapshot: compressJson(scene.snapshot),
    snapshotBase: null,
    worldDay: readWorldDay(scene.snapshot),
    lore: null,
  });
  await insertMemories(tx, memories, createdAt);
  await insertChronicleEntries(tx, chronicle, createdAt);
  await insertRolls(tx, { id: scene.id, sessionId: session.id, index: 0 }, rolls, createdAt);
  await insertSummaries(tx, summaries);
  if (owner !== undefined) {
    const row = { ...owner, role: 'gm', personaId: null, createdAt } as const;
    await tx.insert(CampaignMember, { ...UNREAD, ...row, campaign: campaign.id });
  }
}

function recordOf(campaign: CampaignRecord): CampaignRecord {
  const { id, name, entryPointId, packs, promptPins, createdAt } = campaign;
  const { lastPlayedAt = null, archivedAt = null, deletedAt = null } = campaign;
  return { id, name, entryPointId, packs, promptPins, createdAt, lastPlayedAt, archivedAt, deletedAt };
}
