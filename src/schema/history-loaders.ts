import DataLoader from 'dataloader';
import { type Lineage, type ScenePosition, selectVisibleRows } from '#engine/domain/lineage.ts';
import { ChronicleEntry } from '#engine/memory/chronicle.ts';
import { deriveMemories, type Memory } from '#engine/memory/memories.ts';
import { MemoryRow } from '#engine/memory/observation.ts';
import type { NarrationRecord } from '#engine/store/narrations.ts';
import type { SceneRange, StoredRoll } from '#engine/store/rolls.ts';
import type { Store } from '#engine/store/store.ts';
import { readSceneLore, type SceneLore } from '#retrieval/scene-lore.ts';

/** What one character remembers along a line of scenes; with null, what everybody does. */
export type Remembered = { readonly lineage: Lineage; readonly characterId: string | null };

export type HistoryLoaders = {
  readonly memories: DataLoader<Remembered, readonly Memory[], string>;
  readonly chronicle: DataLoader<Lineage, readonly ChronicleEntry[], string>;
  /** By scene, in the order they fell. */
  readonly rolls: DataLoader<ScenePosition, readonly StoredRoll[], string>;
  /** By scene; null when it was told without, or with what this version cannot read. */
  readonly sceneLore: DataLoader<string, SceneLore | null>;
  /** By scene, oldest first. */
  readonly narrations: DataLoader<string, readonly NarrationRecord[]>;
};

type Reads = Pick<Store, 'memories' | 'chronicle' | 'rolls' | 'scenes' | 'narrations'>;

/** One query for all the memories, and one for all the events, that one level of a document asks for. */
export function historyLoaders({ memories, chronicle, rolls, scenes, narrations }: Reads): HistoryLoaders {
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
        const found = Map.groupBy(await rolls.within(stretchesOf(scenes)), ({ scene }) => keyOf(scene));
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
  };
}

/** The stretches of several lineages, each session as far as any of them reaches. */
function joined(lineages: readonly Lineage[]): Lineage {
  const reach = new Map<string, number>();
  for (const { sessionId, upTo } of lineages.flat()) {
    reach.set(sessionId, Math.max(upTo, reach.get(sessionId) ?? 0));
  }
  return [...reach].map(([sessionId, upTo]) => ({ sessionId, upTo }));
}

const keyOf = ({ sessionId, index }: ScenePosition): string => `${sessionId} ${index}`;

/** One stretch for each session: scenes that are asked for together mostly follow each other. */
function stretchesOf(scenes: readonly ScenePosition[]): SceneRange[] {
  return [...Map.groupBy(scenes, ({ sessionId }) => sessionId)].map(([sessionId, own]) => {
    const indices = own.map(({ index }) => index);
    return { sessionId, first: Math.min(...indices), last: Math.max(...indices) };
  });
}
