import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { type Library, loadLibrary } from '#engine/content/library.ts';
import type { Clock } from '#engine/util/clock.ts';
import { openLanceLoreIndex } from '#retrieval/index/lance-lore-index.ts';
import { openRebuildableIndex, type RebuildableIndex } from '#retrieval/rebuildable-index.ts';
import { updateLoreIndex } from '../../src/server/packs/load-packs.ts';
import { writeGuidePack } from './guide-pack.ts';
import { sharedFolder } from './shared-folder.ts';
import { copyShippedPack, copyShippedPacks, SHIPPED_PACKS } from './shipped-packs.ts';

type WritePacks = (folder: string) => void;

/** Packs that are always the same, by the function that writes them. Reading, checking and indexing them is done once. */
const SAME: ReadonlyMap<WritePacks, string> = new Map([
  [writeGuidePack, 'guide'],
  [copyShippedPacks, 'shipped'],
  ...SHIPPED_PACKS.map((pack) => [copyShippedPack(pack), pack] as const),
]);

export type OpenedPacks = {
  readonly packs: string;
  readonly library: Library;
  readonly lore: RebuildableIndex;
};

type Options = {
  readonly folder: string;
  readonly writePacks: WritePacks;
  /** Whether the packs are in the folder itself, because a test changes them or comes back to them. */
  readonly isOwn: boolean;
  readonly clock: Clock;
  readonly onProblem: (problem: string, error: unknown) => void;
};

/** Opens packs, the library of them and an index of their lore that belongs to the caller alone. */
export async function openPacks(options: Options): Promise<OpenedPacks> {
  const { folder, writePacks, isOwn } = options;
  const uri = join(folder, 'lance');
  const name = isOwn ? undefined : SAME.get(writePacks);
  if (name !== undefined) {
    const { packs, library, index } = await openShared(name, options);
    cpSync(index, uri, { recursive: true });
    return { packs, library, lore: await openLore(uri, options) };
  }
  const packs = join(folder, 'packs');
  writePacks(packs);
  const library = await loadLibrary([packs]);
  const lore = await openLore(uri, options);
  await updateLoreIndex(library, lore, QUIET);
  return { packs, library, lore };
}

const QUIET = { info: () => {} };
type SharedPacks = { readonly packs: string; readonly library: Library; readonly index: string };
const shared = new Map<string, Promise<SharedPacks>>();

function openShared(name: string, options: Options): Promise<SharedPacks> {
  const known = shared.get(name) ?? openOnce(name, options);
  shared.set(name, known);
  return known;
}

async function openOnce(name: string, options: Options): Promise<SharedPacks> {
  const packs = await sharedFolder(`packs-${name}`, async (made) => options.writePacks(made));
  const library = await loadLibrary([packs]);
  const index = await sharedFolder(`lore-${name}`, async (made) => {
    const lore = await openLore(made, options);
    await updateLoreIndex(library, lore, QUIET);
    await lore.close();
  });
  return { packs, library, index };
}

function openLore(uri: string, { clock, onProblem }: Options): Promise<RebuildableIndex> {
  return openRebuildableIndex({
    folder: uri,
    open: () => openLanceLoreIndex({ uri, embedder: null, clock }),
    clock,
    onProblem,
  });
}
