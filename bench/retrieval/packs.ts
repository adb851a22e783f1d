import { fileURLToPath } from 'node:url';
import { listPackChunks } from '#engine/content/content-chunks.ts';
import { loadLibrary } from '#engine/content/library.ts';
import type { NamedEntity } from '#retrieval/find-named.ts';
import type { LoreChunk } from '#retrieval/lore-chunk.ts';
import { KNOWN_GOOD } from '../../test/retrieval/known-good/questions.ts';
import type { Collection } from './collections.ts';

const FOLDER = fileURLToPath(new URL('../../content_packs', import.meta.url));

/** Kinds of lore whose subject a player can name. */
const NAMED = ['character', 'location', 'item', 'faction'];
const OVERVIEW = ':overview';

export type PackLore = { readonly chunks: readonly LoreChunk[]; readonly known: readonly NamedEntity[] };

/** The chunks of a shipped pack with their subjects, and everyone and everything one could name. */
export async function readPackLore(packId: string): Promise<PackLore> {
  const library = await loadLibrary([FOLDER]);
  const chunks = listPackChunks(library.narrowedTo([packId]), packId);
  const overviews = chunks.filter(({ id, type }) => id.endsWith(OVERVIEW) && NAMED.includes(type));
  return {
    chunks,
    known: overviews.map(({ id, title }) => ({ id: id.slice(0, -OVERVIEW.length), name: title })),
  };
}

/** Reads the shipped packs, each with questions in players' words and the one chunk that answers. */
export async function packsCollection(): Promise<Collection> {
  const library = await loadLibrary([FOLDER]);
  const groups = Object.entries(KNOWN_GOOD).map(([packId, questions]) => {
    const chunks = listPackChunks(library.narrowedTo([packId]), packId);
    return {
      id: packId,
      docs: chunks.map(({ id, title, text }) => ({ id, path: title, body: text })),
      queries: questions.map(([text, answer]) => ({ text, rel: { [`${packId}:${answer}`]: 1 } })),
    };
  });
  return { name: 'packs', groups };
}
