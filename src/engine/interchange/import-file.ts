import { putContent } from '#engine/content/homebrew-pack.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { readImage, removeImageMetadata } from '#engine/util/image-file.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import { convertBook, isLorebook } from './book/book-to-pack.ts';
import { addCardAssets, isCardAsset } from './card/card-assets.ts';
import { isCard, readCard, readPngCard } from './card/card-file.ts';
import { convertCard } from './card/card-to-pack.ts';
import { addChat, convertChat, parseChat } from './chat/chat-to-pack.ts';
import { IMPORT_LIMITS } from './files/import-limits.ts';
import { isPng, readPngTexts } from './files/png-file.ts';
import { decodeText, parseBoundedJson } from './files/read-json.ts';
import { unzipBounded } from './files/unzip.ts';
import type { ImportedImage, ImportedPack, ImportOptions } from './import-report.ts';

/** A file of another program. */
export type ForeignFile = { readonly name: string; readonly bytes: Uint8Array };

/** Tells whether a file may be a card, a lorebook or a chat, by its first bytes alone. */
export function isForeignFile({ name, bytes }: ForeignFile): boolean {
  // Another picture is no card, which `importFile` says better than any other command.
  if (isPng(bytes) || isZip(bytes) || describePicture(bytes) !== null) return true;
  return /\.(?:json|jsonl|lorebook)$/i.test(name) || startsWith(bytes, '{') || startsWith(bytes, '\uFEFF{');
}

/**
 * Converts a character card (V1, V2, V3 as JSON, PNG or CHARX), a lorebook or a chat to a pack. Writes nothing: the
 * caller checks and saves the pack, all of it or nothing.
 */
export function importFile(file: ForeignFile, options: ImportOptions = {}): ImportedPack | Rejection {
  const { name, bytes } = file;
  if (bytes.length > IMPORT_LIMITS.fileBytes) {
    const most = IMPORT_LIMITS.fileBytes / 1024 / 1024;
    return reject('too-large', `${name} has more than ${most} MiB.`);
  }
  if (isPng(bytes)) return importPng(bytes, options);
  if (isZip(bytes)) return importCharx(bytes, options);
  const picture = describePicture(bytes);
  if (picture !== null)
    return reject('no-card', `${name} is ${picture}. A card is a PNG, a JSON or a CHARX file.`);
  const text = decodeText(bytes, name);
  if (isRejection(text)) return text;
  if (/\.jsonl$/i.test(name)) return importChatText(text, options);
  const parsed = parseBoundedJson(text, name);
  if (isRejection(parsed)) {
    const chat = parsed.rejected === 'bad-json' ? parseChat(text) : parsed;
    return isRejection(chat) ? parsed : convertChat(chat, options);
  }
  return importJson(parsed.value, 'JSON', options, name);
}

/** Adds a chat to an imported card: what was said becomes history and memories. */
export function importChat(base: ImportedPack, { name, bytes }: ForeignFile): ImportedPack | Rejection {
  if (bytes.length > IMPORT_LIMITS.fileBytes) return reject('too-large', `${name} is too long for a chat.`);
  const text = decodeText(bytes, name);
  const chat = isRejection(text) ? text : parseChat(text);
  return isRejection(chat) ? chat : addChat(base, chat);
}

function importChatText(text: string, options: ImportOptions): ImportedPack | Rejection {
  const chat = parseChat(text);
  return isRejection(chat) ? chat : convertChat(chat, options);
}

function importJson(
  value: Json,
  container: string,
  options: ImportOptions,
  name: string,
): ImportedPack | Rejection {
  if (isCard(value)) {
    const card = readCard(value);
    return isRejection(card)
      ? card
      : convertCard(card, `character card ${card.version} (${container})`, options);
  }
  if (isLorebook(value)) return convertBook(value, name, options);
  const advice = 'A card has data.name, a lorebook has entries.';
  return reject('not-a-card', `This is neither a character card nor a lorebook. ${advice}`);
}

function importPng(bytes: Uint8Array, options: ImportOptions): ImportedPack | Rejection {
  const texts = readPngTexts(bytes);
  if (isRejection(texts)) return texts;
  const read = readPngCard(texts);
  if (isRejection(read)) return read;
  const imported = importJson(read.value, 'PNG', options, 'card');
  if (isRejection(imported)) return imported;
  const inside = [...texts.keys()].filter((keyword) => keyword.startsWith('chara-ext-asset_')).slice(0, 100);
  const note = 'Files in a PNG are not kept; a CHARX file keeps its pictures.';
  const leftOut = inside.map((field) => ({ field, outcome: 'left-out' as const, to: null, note }));
  return addPortrait({ ...imported, report: [...imported.report, ...leftOut] }, bytes);
}

function importCharx(bytes: Uint8Array, options: ImportOptions): ImportedPack | Rejection {
  const others: string[] = [];
  const unpacked = unzipBounded(bytes, (path) => {
    const isWanted = path === CARD || isCardAsset(path);
    if (!isWanted && !path.endsWith('/')) others.push(path);
    return isWanted;
  });
  if (isRejection(unpacked)) return unpacked;
  const { [CARD]: card, ...files } = Object.fromEntries(unpacked);
  if (card === undefined) return reject('no-card', 'The archive holds no card.json, so it is no CHARX file.');
  const text = decodeText(card, CARD);
  const parsed = isRejection(text) ? text : parseBoundedJson(text, CARD);
  if (isRejection(parsed)) return parsed;
  const imported = importJson(parsed.value, 'CHARX', options, CARD);
  if (isRejection(imported)) return imported;
  const leftOut = others.slice(0, 100).map((field) => {
    return { field, outcome: 'left-out' as const, to: null, note: 'It belongs to another program.' };
  });
  const { assets } = Object(Object(parsed.value).data);
  const report = [...imported.report, ...leftOut];
  return addCardAssets({ ...imported, report }, assets, new Map(Object.entries(files)));
}

const CARD = 'card.json';

function addPortrait(imported: ImportedPack, bytes: Uint8Array): ImportedPack {
  const character = imported.pack.contents.find(({ kind, id }) => kind === 'character' && id !== 'persona');
  if (character === undefined) return imported;
  // A card holds the character's secrets in the texts of its picture, and players get the picture.
  const plain = removeImageMetadata(bytes);
  const image: ImportedImage = { path: `images/${character.id}.png`, bytes: plain };
  const images = [...imported.images, image];
  // A picture that cannot be shown stays beside the pack; the character does not name it.
  if (typeof readImage(plain) === 'string') return { ...imported, images };
  const pictured = { ...character, data: { ...character.data, portrait: image.path } };
  return { ...imported, pack: putContent(imported.pack, pictured), images };
}

function isZip(bytes: Uint8Array): boolean {
  return startsWith(bytes, 'PK\u0003\u0004');
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return Buffer.from(bytes.subarray(0, 64)).toString('utf8').trimStart().startsWith(text);
}

function describePicture(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'a JPEG picture';
  if (head.startsWith('GIF8')) return 'a GIF picture';
  return head.startsWith('RIFF') && head.includes('WEBP') ? 'a WebP picture' : null;
}
