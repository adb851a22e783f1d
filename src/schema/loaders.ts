import DataLoader from 'dataloader';
import type { Lineage } from '#engine/domain/lineage.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { CampaignRecord } from '#engine/store/campaigns.ts';
import type { MemberRecord } from '#engine/store/members.ts';
import type { UsageOwner, UsageRecord } from '#engine/store/model-usage.ts';
import type { Page, PageKey, PageRequest } from '#engine/store/page.ts';
import type { StoredRoll } from '#engine/store/rolls.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import type { Store } from '#engine/store/store.ts';
import type { RecordingRecord, TurnRecord } from '#engine/store/turns.ts';
import type { SnapshotCache } from '#engine/turn/snapshot-cache.ts';
import { type CampaignRules, campaignRules } from './campaign-rules.ts';
import { type HistoryLoaders, historyLoaders } from './history-loaders.ts';
import { type SessionLoaders, sessionLoaders } from './session-loaders.ts';
import type { Shelf } from './shelf.ts';

/** A page of what stands along a line of scenes. */
type LinePage = { readonly lineage: Lineage; readonly page: PageRequest<number> };

/** A page of what belongs to one session. */
type SessionPage<Key extends PageKey> = { readonly sessionId: string; readonly page: PageRequest<Key> };

/** Whose calls are added up; a turn names its session, by which its calls are found sooner. */
type Spender = { readonly owner: UsageOwner; readonly id: string; readonly sessionId?: string };

export type Loaders = HistoryLoaders &
  SessionLoaders & {
    readonly campaign: DataLoader<string, CampaignRecord | null>;
    /** By campaign, in the order they joined. */
    readonly members: DataLoader<string, readonly MemberRecord[]>;
    readonly session: DataLoader<string, SessionRecord | null>;
    readonly sessionsOfCampaign: DataLoader<string, readonly SessionRecord[]>;
    readonly turn: DataLoader<string, TurnRecord | null>;
    readonly scene: DataLoader<string, SceneRecord | null>;
    readonly snapshot: DataLoader<string, Snapshot>;
    readonly scenePage: DataLoader<LinePage, Page<SceneRecord>, string>;
    readonly rollPage: DataLoader<LinePage, Page<StoredRoll>, string>;
    readonly turnPage: DataLoader<SessionPage<string>, Page<TurnRecord>, string>;
    /** By turn; one for each attempt, oldest first. */
    readonly recordings: DataLoader<string, readonly RecordingRecord[]>;
    readonly usage: DataLoader<Spender, readonly UsageRecord[], string>;
    /** By campaign; null when its packs cannot be had any more. */
    readonly rules: DataLoader<string, CampaignRules | null>;
  };

type Sources = {
  readonly store: Store;
  readonly snapshots: SnapshotCache;
  readonly shelf: Pick<Shelf, 'libraryFor'>;
};

/** One query for all the rows of a kind that one level of a document asks for. */
export function loadersFor({ store, snapshots, shelf }: Sources): Loaders {
  const campaign = byId(store.campaigns.findMany);
  return {
    ...historyLoaders(store),
    ...sessionLoaders(store),
    campaign,
    members: new DataLoader(async (campaignIds) => {
      const members = await store.members.ofCampaigns(campaignIds);
      return campaignIds.map((id) => members.filter(({ campaignId }) => campaignId === id));
    }),
    session: byId(store.sessions.findMany),
    turn: byId(store.turns.findMany),
    scene: byId(store.scenes.findMany),
    sessionsOfCampaign: new DataLoader(async (campaignIds) => {
      const sessions = await store.sessions.ofCampaigns(campaignIds);
      return campaignIds.map((id) => sessions.filter(({ campaignId }) => campaignId === id));
    }),
    snapshot: new DataLoader(snapshots.ofMany),
    scenePage: linePages(store.scenes.alongEach),
    rollPage: linePages(store.rolls.alongEach),
    turnPage: pages(store.turns.ofSessions),
    recordings: new DataLoader(async (turnIds) => {
      const recordings = await store.turns.recordings(turnIds);
      return turnIds.map((id) => recordings.filter(({ turnId }) => turnId === id));
    }),
    usage: usageLoader(store),
    rules: new DataLoader(async (campaignIds) =>
      Promise.all(
        campaignIds.map(async (id) => {
          const found = await campaign.load(id);
          return found === null ? null : campaignRules(shelf, found);
        }),
      ),
    ),
  };
}

function byId<Row extends { readonly id: string }>(
  findMany: (ids: readonly string[]) => Promise<readonly Row[]>,
): DataLoader<string, Row | null> {
  return new DataLoader(async (ids) => {
    const rows = new Map((await findMany(ids)).map((row) => [row.id, row]));
    return ids.map((id) => rows.get(id) ?? null);
  });
}

/** The pages that were asked for by the same arguments are read together. */
function pages<Key extends PageKey, Item>(
  ofSessions: (ids: readonly string[], page: PageRequest<Key>) => Promise<ReadonlyMap<string, Page<Item>>>,
): DataLoader<SessionPage<Key>, Page<Item>, string> {
  return new DataLoader(
    async (asked) => {
      const alike = Map.groupBy(asked, ({ page }) => JSON.stringify(page));
      const read = new Map<string, ReadonlyMap<string, Page<Item>>>();
      for (const [key, group] of alike) {
        const [first] = group;
        const ids = group.map(({ sessionId }) => sessionId);
        if (first !== undefined) read.set(key, await ofSessions(ids, first.page));
      }
      const nothing: Page<Item> = { items: [], hasMore: false };
      return asked.map(({ sessionId, page }) => read.get(JSON.stringify(page))?.get(sessionId) ?? nothing);
    },
    { cacheKeyFn: (asked) => JSON.stringify(asked) },
  );
}

function linePages<Item>(
  alongEach: (lineages: readonly Lineage[], page: PageRequest<number>) => Promise<readonly Page<Item>[]>,
): DataLoader<LinePage, Page<Item>, string> {
  return new DataLoader(
    async (asked) => {
      const read = new Map<LinePage, Page<Item>>();
      for (const group of Map.groupBy(asked, ({ page }) => JSON.stringify(page)).values()) {
        const [first] = group;
        if (first === undefined) continue;
        const pages = await alongEach(
          group.map(({ lineage }) => lineage),
          first.page,
        );
        for (const [at, page] of pages.entries()) {
          const one = group[at];
          if (one !== undefined) read.set(one, page);
        }
      }
      return asked.map((one) => read.get(one) ?? { items: [], hasMore: false });
    },
    { cacheKeyFn: (asked) => JSON.stringify(asked) },
  );
}

function usageLoader({ calls }: Pick<Store, 'calls'>): Loaders['usage'] {
  return new DataLoader(
    async (asked) => {
      const read = new Map<UsageOwner, ReadonlyMap<string, readonly UsageRecord[]>>();
      for (const [owner, group] of Map.groupBy(asked, (one) => one.owner)) {
        const sessionIds = group.flatMap(({ sessionId }) => sessionId ?? []);
        const ids = group.map(({ id }) => id);
        read.set(owner, await calls.usageOf(owner, ids, owner === 'turn' ? sessionIds : undefined));
      }
      return asked.map(({ owner, id }) => read.get(owner)?.get(id) ?? []);
    },
    { cacheKeyFn: ({ owner, id }) => `${owner}:${id}` },
  );
}
