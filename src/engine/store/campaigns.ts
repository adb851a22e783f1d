import { LockMode } from '@mikro-orm/core';
import type { PinnedPack } from '#engine/domain/pinned-pack.ts';
import { compressJson } from './database/compressed-json.ts';
import type { Database } from './database/database.ts';
import { Campaign, CampaignMember } from './entities/campaign.ts';
import { Scene } from './entities/scene.ts';
import { Session } from './entities/session.ts';
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
  /** Writes a campaign with its first session, scene 0 and what is known by then, or nothing. */
  readonly start: (start: NewCampaign) => Promise<void>;
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
  /** Returns a page of campaigns, newest first. */
  readonly page: (request: PageRequest, bounds?: CampaignBounds) => Promise<Page<CampaignRecord>>;
};

const IS_MEMBER = `exists (
  select 1 from campaign_member member where member.campaign_id = campaign.id and member.viewer_id = ?)`;

export function createCampaignStore(database: Database): CampaignStore {
  return {
    start: (start) => database.transactional((tx) => writeStart(tx, start)),

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

async function writeStart(
  tx: Database,
  { campaign, session, scene, memories = [], chronicle = [], rolls = [], summaries = [], owner }: NewCampaign,
): Promise<void> {
  const { createdAt } = campaign;
  await tx.insert(Campaign, campaign);
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
    await tx.insert(CampaignMember, { ...row, campaign: campaign.id });
  }
}

function recordOf(campaign: CampaignRecord): CampaignRecord {
  const { id, name, entryPointId, packs, promptPins, createdAt } = campaign;
  return { id, name, entryPointId, packs, promptPins, createdAt };
}
