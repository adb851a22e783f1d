import DataLoader from 'dataloader';
import type { PackRepository } from '#engine/authoring/pack-repository.ts';
import { isOnLineage, type Lineage, type ScenePosition, selectVisibleRows } from '#engine/domain/lineage.ts';
import type { TurnRecord } from '#engine/domain/turn.ts';
import { ChronicleEntry } from '#engine/memory/chronicle.ts';
import { deriveMemories, type Memory } from '#engine/memory/memories.ts';
import { MemoryRow } from '#engine/memory/observation.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { CampaignRecord } from '#engine/store/campaigns.ts';
import type { EventRow, EventViewer } from '#engine/store/event-rows.ts';
import type { PortraitRecord } from '#engine/store/images.ts';
import type { MemberRecord } from '#engine/store/members.ts';
import type { UsageOwner, UsageRecord } from '#engine/store/model-usage.ts';
import type { NarrationRecord } from '#engine/store/narrations.ts';
import type { Page, PageKey, PageRequest } from '#engine/store/page.ts';
import type { SceneRange, StoredRoll } from '#engine/store/rolls.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import type { Store } from '#engine/store/store.ts';
import type { RecordingRecord } from '#engine/store/turns.ts';
import { createPlaybookReader, MissingContentError, type Playbook } from '#engine/turn/playbook.ts';
import type { SnapshotCache } from '#engine/turn/snapshot-cache.ts';
import { memoizeByObject } from '#engine/util/memoize.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { readSceneLore, type SceneLore } from '#retrieval/scene-lore.ts';

/** Requested page of the events of a session that a reader may see. */
type EventPage = EventViewer & {
  readonly sessionId: string;
  readonly page: PageRequest<number>;
};

type TurnOfSession = { readonly sessionId: string; readonly turnId: string };

type SessionLoaders = {
  /** Number of a session's last event. */
  readonly lastSequence: DataLoader<string, number>;
  /** Private notices of a session, in order. */
  readonly notices: DataLoader<string, readonly EventRow[]>;
  /** Number of a turn's first event; null when it has none. */
  readonly firstSequence: DataLoader<TurnOfSession, number | null, string>;
  readonly eventPage: DataLoader<EventPage, Page<EventRow>, string>;
  /** Dice seed by session; null while rolls still use it. */
  readonly revealedSeed: DataLoader<string, string | null>;
  /** Recap of the last sitting along a line of scenes; null when there is none. */
  readonly recap: DataLoader<Lineage, string | null, string>;
};

/** Creates loaders of whole sessions. They batch the reads of one level of a document. */
function createSessionLoaders({
  events,
  sessions,
  summaries,
}: Pick<Store, 'events' | 'sessions' | 'summaries'>): SessionLoaders {
  return {
    lastSequence: new DataLoader(async (sessionIds) => {
      const last = await events.lastSequences(sessionIds);
      return sessionIds.map((id) => last.get(id) ?? 0);
    }),
    notices: new DataLoader(async (sessionIds) => {
      const rows = await events.ofTypes(sessionIds, ['persona-notified']);
      return sessionIds.map((id) => rows.filter(({ sessionId }) => sessionId === id));
    }),
    firstSequence: new DataLoader(
      async (turns) => {
        const first = await events.firstSequences(turns);
        return turns.map(({ turnId }) => first.get(turnId) ?? null);
      },
      { cacheKeyFn: ({ turnId }) => turnId },
    ),
    eventPage: new DataLoader(
      async (asked) => {
        const read = new Map<EventPage, Page<EventRow>>();
        for (const alike of Map.groupBy(asked, kindOf).values()) {
          const [first] = alike;
          if (first === undefined) continue;
          const ids = alike.map(({ sessionId }) => sessionId);
          const pages = await events.pages(ids, first, first.page);
          for (const one of alike) read.set(one, pages.get(one.sessionId) ?? NOTHING);
        }
        return asked.map((one) => read.get(one) ?? NOTHING);
      },
      { cacheKeyFn: (asked) => `${asked.sessionId} ${kindOf(asked)}` },
    ),
    revealedSeed: new DataLoader(async (sessionIds) => {
      const revealed = await sessions.revealedSeeds(sessionIds);
      return sessionIds.map((id) => revealed.get(id) ?? null);
    }),
    recap: new DataLoader(
      async (lineages) =>
        (await summaries.latestOfEach(lineages, 'recap')).map((found) => found?.text ?? null),
      { cacheKeyFn: (lineage) => JSON.stringify(lineage) },
    ),
  };
}

const NOTHING: Page<EventRow> = { items: [], hasMore: false };

const kindOf = ({ audience, personaId = null, includesSteps = false, page }: EventPage): string =>
  JSON.stringify([audience, personaId, includesSteps, page]);

/** Key of the memories of one character along a line of scenes; with null, those of all characters. */
type MemoryKey = { readonly lineage: Lineage; readonly characterId: string | null };

type HistoryLoaders = {
  readonly memories: DataLoader<MemoryKey, readonly Memory[], string>;
  readonly chronicle: DataLoader<Lineage, readonly ChronicleEntry[], string>;
  /** Rolls by scene, in the order of the throws. */
  readonly rolls: DataLoader<ScenePosition, readonly StoredRoll[], string>;
  /** Lore by scene; null when the narration used none, or lore that this version cannot read. */
  readonly sceneLore: DataLoader<string, SceneLore | null>;
  /** Narrations by scene, oldest first. */
  readonly narrations: DataLoader<string, readonly NarrationRecord[]>;
  /** Scenes of a line that only some personas perceived. */
  readonly privateScenes: DataLoader<Lineage, readonly SceneRecord[], string>;
};

type Reads = Pick<Store, 'memories' | 'chronicle' | 'rolls' | 'scenes' | 'narrations'>;

/** Creates loaders that read all memories, and all events, of one level of a document with one query each. */
function createHistoryLoaders({ memories, chronicle, rolls, scenes, narrations }: Reads): HistoryLoaders {
  return {
    memories: new DataLoader(
      async (asked) => {
        const whose = asked.flatMap(({ characterId }) => characterId ?? []);
        const isEverybodys = whose.length < asked.length;
        const lineage = joined(asked.map((one) => one.lineage));
        const stored = await memories.along(lineage, isEverybodys ? undefined : whose);
        const rows = stored.map((row) => MemoryRow.parse(row));
        return asked.map((one) => {
          const own = rows.filter(({ characterId }) => (one.characterId ?? characterId) === characterId);
          return deriveMemories(selectVisibleRows(one.lineage, own));
        });
      },
      { cacheKeyFn: (asked) => JSON.stringify(asked) },
    ),
    chronicle: new DataLoader(
      async (lineages) => {
        const stored = await chronicle.along(joined(lineages));
        const entries = stored.map((entry) => ChronicleEntry.parse(entry));
        return lineages.map((lineage) => selectVisibleRows(lineage, entries));
      },
      { cacheKeyFn: (lineage) => JSON.stringify(lineage) },
    ),
    rolls: new DataLoader(
      async (scenes) => {
        const found = Map.groupBy(await rolls.within(toSceneRanges(scenes)), ({ scene }) => keyOf(scene));
        return scenes.map((scene) => found.get(keyOf(scene)) ?? []);
      },
      { cacheKeyFn: keyOf },
    ),
    sceneLore: new DataLoader(async (sceneIds) => {
      const kept = await scenes.sceneLore(sceneIds);
      return sceneIds.map((id) => readSceneLore(kept.get(id)));
    }),
    narrations: new DataLoader(async (sceneIds) => {
      const told = await narrations.narrationsOfMany(sceneIds);
      return sceneIds.map((id) => told.get(id) ?? []);
    }),
    privateScenes: new DataLoader(
      async (lineages) => {
        const found = await scenes.privateAlong(joined(lineages));
        return lineages.map((lineage) => found.filter((scene) => isOnLineage(lineage, { scene })));
      },
      { cacheKeyFn: (lineage) => JSON.stringify(lineage) },
    ),
  };
}

/** Joins the ranges of several lineages; each session reaches as far as its longest range. */
function joined(lineages: readonly Lineage[]): Lineage {
  const reach = new Map<string, number>();
  for (const { sessionId, upTo } of lineages.flat()) {
    reach.set(sessionId, Math.max(upTo, reach.get(sessionId) ?? 0));
  }
  return [...reach].map(([sessionId, upTo]) => ({ sessionId, upTo }));
}

const keyOf = ({ sessionId, index }: ScenePosition): string => `${sessionId} ${index}`;

/** Merges scenes to one range for each session, because scenes requested together mostly follow each other. */
function toSceneRanges(scenes: readonly ScenePosition[]): SceneRange[] {
  return [...Map.groupBy(scenes, ({ sessionId }) => sessionId)].map(([sessionId, own]) => {
    const indices = own.map(({ index }) => index);
    return { sessionId, first: Math.min(...indices), last: Math.max(...indices) };
  });
}

/** Parts of a campaign's packs with which its scenes are read: dates, and the visible part of the ruleset's state. */
export type CampaignRules = Pick<Playbook, 'calendar' | 'rules' | 'mechanics'>;

const playbooksOf = memoizeByObject(createPlaybookReader);

/** Loads the rules a campaign began with; null when its packs are no longer available. Its scenes can be read without them. */
async function loadCampaignRules(
  { libraryFor }: Pick<PackRepository, 'libraryFor'>,
  campaign: CampaignRecord,
): Promise<CampaignRules | null> {
  const library = await libraryFor(campaign.packs);
  if (isRejection(library)) return null;
  try {
    return playbooksOf(library)(campaign);
  } catch (error) {
    if (error instanceof MissingContentError) return null;
    throw error;
  }
}

/** Requested page of items along a line of scenes. */
type LinePage = { readonly lineage: Lineage; readonly page: PageRequest<number> };

/** Requested page of items of one session. */
type SessionPage<Key extends PageKey> = { readonly sessionId: string; readonly page: PageRequest<Key> };

/** Owner whose model calls are added up. A turn names its session, which makes the query faster. */
type Spender = { readonly owner: UsageOwner; readonly id: string; readonly sessionId?: string };

export type Loaders = HistoryLoaders &
  SessionLoaders & {
    readonly campaign: DataLoader<string, CampaignRecord | null>;
    /** Members by campaign, in the order they joined. */
    readonly members: DataLoader<string, readonly MemberRecord[]>;
    /** Uploaded portraits by campaign. */
    readonly portraits: DataLoader<string, readonly PortraitRecord[]>;
    readonly session: DataLoader<string, SessionRecord | null>;
    readonly sessionsOfCampaign: DataLoader<string, readonly SessionRecord[]>;
    readonly turn: DataLoader<string, TurnRecord | null>;
    readonly scene: DataLoader<string, SceneRecord | null>;
    readonly snapshot: DataLoader<string, Snapshot>;
    readonly scenePage: DataLoader<LinePage, Page<SceneRecord>, string>;
    readonly rollPage: DataLoader<LinePage, Page<StoredRoll>, string>;
    readonly turnPage: DataLoader<SessionPage<string>, Page<TurnRecord>, string>;
    /** Recordings by turn; one for each attempt, oldest first. */
    readonly recordings: DataLoader<string, readonly RecordingRecord[]>;
    readonly usage: DataLoader<Spender, readonly UsageRecord[], string>;
    /** Rules by campaign; null when its packs are no longer available. */
    readonly rules: DataLoader<string, CampaignRules | null>;
  };

type Sources = {
  readonly store: Store;
  readonly snapshots: SnapshotCache;
  readonly packRepository: Pick<PackRepository, 'libraryFor'>;
};

/** Creates the loaders of an operation. Each reads all rows of a kind that one level of a document needs with one query. */
export function createLoaders({ store, snapshots, packRepository }: Sources): Loaders {
  const campaign = byId(store.campaigns.findMany);
  return {
    ...createHistoryLoaders(store),
    ...createSessionLoaders(store),
    campaign,
    members: new DataLoader(async (campaignIds) => {
      const members = await store.members.ofCampaigns(campaignIds);
      return campaignIds.map((id) => members.filter(({ campaignId }) => campaignId === id));
    }),
    portraits: new DataLoader(async (campaignIds) => {
      const portraits = await store.images.portraitsOf(campaignIds);
      return campaignIds.map((id) => portraits.filter(({ campaignId }) => campaignId === id));
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
          return found === null ? null : loadCampaignRules(packRepository, found);
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

/** Creates a loader that reads pages with the same arguments together. */
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
