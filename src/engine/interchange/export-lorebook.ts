import type { HomebrewPack } from '#engine/content/homebrew-pack.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { BOOK_EXTENSION } from './book/book-to-pack.ts';
import { exportEntry, fromWorldInfo } from './book/export-entry.ts';
import { listLore } from './export-card.ts';
import { readKeptJson } from './files/kept-json.ts';
import { isJsonObject, type JsonObject } from './files/read-json.ts';
import { VISITOR } from './pack/imported-setting.ts';

/** Returns the lore of a pack as a lorebook of V3. What a book brought along and is not used here is written back. */
export function exportLorebook(pack: HomebrewPack): JsonObject | Rejection {
  const lore = new Map(listLore(pack).map((content) => [content.id, content]));
  const kept = readKept(pack);
  const name = typeof pack.manifest.name === 'string' ? pack.manifest.name : 'Lorebook';
  const persona = typeof kept.persona === 'string' ? kept.persona : VISITOR;
  const names = { character: name, persona };
  const listed = Array.isArray(kept.entries) ? kept.entries : [];
  const toEntry = (entry: JsonObject) => (kept.shape === 'world-info' ? fromWorldInfo(entry) : entry);
  const old = listed.flatMap((one) => {
    if (typeof one !== 'string') return isJsonObject(one) ? [toEntry(one)] : [];
    const content = lore.get(one);
    lore.delete(one);
    return content === undefined ? [] : [exportEntry(content, names)];
  });
  const entries = [...old, ...[...lore.values()].map((content) => exportEntry(content, names))];
  if (entries.length === 0)
    return reject('no-lore', 'The pack has no lore that players may read.', ['packId']);
  const book = isJsonObject(kept.book) ? kept.book : {};
  return { spec: 'lorebook_v3', data: { name, extensions: {}, ...book, entries } };
}

function readKept({ contents }: HomebrewPack): JsonObject {
  for (const { data } of contents) {
    const kept = readKeptJson(data, BOOK_EXTENSION);
    if (kept !== null) return kept;
  }
  return {};
}
