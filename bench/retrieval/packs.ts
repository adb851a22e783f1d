import { fileURLToPath } from 'node:url';
import { listPackChunks } from '#engine/content/content-chunks.ts';
import { loadLibrary } from '#engine/content/library.ts';
import { KNOWN_GOOD } from '../../test/retrieval/known-good/questions.ts';
import type { Collection } from './collections.ts';

const FOLDER = fileURLToPath(new URL('../../content_packs', import.meta.url));

/** The shipped packs, each with questions in players' words and the one chunk that answers. */
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
