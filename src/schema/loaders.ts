import DataLoader from 'dataloader';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import type { Store } from '#engine/store/store.ts';
import type { TurnRecord } from '#engine/store/turns.ts';
import { readSnapshot } from '#engine/turn/read-snapshot.ts';

export type Loaders = {
  readonly session: DataLoader<string, SessionRecord | null>;
  readonly sessionsOfCampaign: DataLoader<string, readonly SessionRecord[]>;
  readonly turn: DataLoader<string, TurnRecord | null>;
  readonly scene: DataLoader<string, SceneRecord | null>;
  readonly snapshot: DataLoader<string, Snapshot>;
};

/** One query for all the rows of a kind that one level of a document asks for. */
export function loadersFor(store: Store): Loaders {
  return {
    session: byId(store.sessions.findMany),
    turn: byId(store.turns.findMany),
    scene: byId(store.scenes.findMany),
    sessionsOfCampaign: new DataLoader(async (campaignIds) => {
      const sessions = await store.sessions.ofCampaigns(campaignIds);
      return campaignIds.map((id) => sessions.filter(({ campaignId }) => campaignId === id));
    }),
    snapshot: new DataLoader(async (sceneIds) => {
      const stored = await store.scenes.snapshots(sceneIds);
      return sceneIds.map((id) => readSnapshot(stored.get(id), id));
    }),
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
