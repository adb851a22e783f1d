import { createTokenCounter } from '#engine/llm/models.ts';
import { ChronicleEntry } from '#engine/memory/chronicle.ts';
import { MemoryRow } from '#engine/memory/observation.ts';
import type { JobRecord } from '#engine/store/jobs.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import type { CountTokens } from '#engine/util/estimate-tokens.ts';
import type { HistoryEntry } from '#retrieval/history-entry.ts';
import { readSceneLore } from '#retrieval/scene-lore.ts';
import type { EngineServices } from './engine-services.ts';
import { CONSOLIDATED_TAG } from './jobs/consolidate-memories.ts';
import { listSceneHistory } from './jobs/history-entries.ts';
import { toSessionHistory } from './jobs/summaries.ts';
import type { Playbook } from './playbook.ts';

const SCENES_AT_ONCE = 50;
const MOST_SITTINGS = 1_000;

/** Rows that a turn of the session wrote, by the scene they name. */
type Rows = {
  readonly chronicle: ReadonlyMap<number, readonly ChronicleEntry[]>;
  readonly memories: ReadonlyMap<number, readonly MemoryRow[]>;
};

type Gathering = {
  readonly session: SessionRecord;
  readonly playbook: Playbook;
  readonly rows: Rows;
  readonly countTokens: CountTokens;
};

type HistorySources = Pick<EngineServices, 'store' | 'snapshots' | 'playbookFor' | 'models'>;

/**
 * Makes anew everything the turns of a session left for the index, under the same ids: for a campaign that came from elsewhere. No
 * model is asked, so that it works where the models of the session cannot be had.
 */
export async function rebuildSessionHistory(
  { scene }: Pick<JobRecord, 'scene'>,
  services: HistorySources,
): Promise<{ readonly history?: readonly HistoryEntry[] }> {
  const { store, playbookFor, models } = services;
  const session = await store.sessions.find(scene.sessionId);
  const campaign = session === null ? null : await store.campaigns.find(session.campaignId);
  if (session === null || campaign === null) return {};
  const listed = models.list();
  const model = listed.find(({ key }) => key === session.largeModel) ?? listed[0];
  const gathering = {
    session,
    playbook: await playbookFor(campaign),
    rows: await rowsOf(session, services),
    countTokens:
      model === undefined
        ? (text: string) => Math.ceil(text.length / 4)
        : createTokenCounter(model.entry).count,
  };
  const history: HistoryEntry[] = [];
  let after: number | null = null;
  for (;;) {
    const request = { limit: SCENES_AT_ONCE, from: 'start', after, before: null } as const;
    const { items, hasMore }: { readonly items: readonly SceneRecord[]; readonly hasMore: boolean } =
      await store.scenes.ofSession(session.id, request);
    history.push(...(await historyOfPage(items, gathering, services)));
    after = items.at(-1)?.index ?? null;
    if (!hasMore || after === null) break;
  }
  return { history: [...history, ...(await sittingsOf(gathering, services))] };
}

async function rowsOf(
  { id: sessionId, sceneIndex: upTo }: SessionRecord,
  { store }: Pick<EngineServices, 'store'>,
): Promise<Rows> {
  const own = [{ sessionId, upTo }];
  const chronicle = (await store.chronicle.along(own)).map((entry) => ChronicleEntry.parse(entry));
  const memories = (await store.memories.along(own)).map((row) => MemoryRow.parse(row));
  return {
    chronicle: Map.groupBy(chronicle, ({ scene }) => scene.index),
    memories: Map.groupBy(memories.filter(wasObserved), ({ scene }) => scene.index),
  };
}

/** Tells whether a memory was observed in play; one consolidated later was not. */
function wasObserved(row: MemoryRow): boolean {
  return row.row === 'observation' && !row.tags.includes(CONSOLIDATED_TAG);
}

async function historyOfPage(
  scenes: readonly SceneRecord[],
  { session, playbook, rows, countTokens }: Gathering,
  { store, snapshots }: Pick<EngineServices, 'store' | 'snapshots'>,
): Promise<readonly HistoryEntry[]> {
  const turns = await store.turns.findMany(scenes.flatMap(({ turnId }) => turnId ?? []));
  const bases = new Map(turns.map(({ id, baseSceneId }) => [id, baseSceneId]));
  const ids = scenes.map(({ id }) => id);
  const wanted = [...new Set([...ids, ...bases.values()])];
  const [worlds, lores] = await Promise.all([snapshots.ofMany(wanted), store.scenes.sceneLore(ids)]);
  const worldOf = new Map(wanted.map((id, at) => [id, worlds[at]]));
  return scenes.flatMap(({ id, index, turnId }) => {
    const base = turnId === null ? undefined : bases.get(turnId);
    const [before, after] = [base === undefined ? undefined : worldOf.get(base), worldOf.get(id)];
    // A scene that no turn made is where a session began; it left nothing for the index.
    if (before === undefined || after === undefined) return [];
    const made = {
      campaignId: session.campaignId,
      scene: { sessionId: session.id, index },
      before,
      after,
      rows: { chronicle: rows.chronicle.get(index) ?? [], memories: rows.memories.get(index) ?? [] },
      since: readSceneLore(lores.get(id))?.since ?? index,
      calendar: playbook.calendar,
      language: playbook.language,
    };
    return listSceneHistory(made, countTokens);
  });
}

async function sittingsOf(
  { session, playbook }: Gathering,
  { store, snapshots }: Pick<EngineServices, 'store' | 'snapshots'>,
): Promise<readonly HistoryEntry[]> {
  const own = [{ sessionId: session.id, upTo: session.sceneIndex }];
  const sittings = await store.summaries.last(own, 'session', MOST_SITTINGS);
  const entries = sittings.map(async ({ id, scene, text }) => {
    const page = { limit: 1, from: 'start', after: scene.index - 1, before: scene.index + 1 } as const;
    const [told] = (await store.scenes.ofSession(session.id, page)).items;
    const [world] = told === undefined ? [] : await snapshots.ofMany([told.id]);
    if (world === undefined) return [];
    const about = { id, campaignId: session.campaignId, scene, text };
    return [toSessionHistory(about, playbook.calendar.format(world.time, 'long'), playbook.language)];
  });
  return (await Promise.all(entries)).flat();
}

/** Reads everything that was played in a campaign as the index keeps it, from the store alone. */
export async function readCampaignHistory(
  campaignId: string,
  sources: HistorySources,
): Promise<readonly HistoryEntry[]> {
  const entries: HistoryEntry[] = [];
  for (const { id: sessionId, sceneIndex: index } of await sources.store.sessions.ofCampaigns([campaignId])) {
    const { history = [] } = await rebuildSessionHistory({ scene: { sessionId, index } }, sources);
    entries.push(...history);
  }
  return entries;
}
