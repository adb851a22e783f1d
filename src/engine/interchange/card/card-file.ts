import type { Json } from '#engine/util/canonical-json.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import { findBookExcess, listEntries } from '../book/book-entry.ts';
import { IMPORT_LIMITS } from '../files/import-limits.ts';
import { decodeText, isJsonObject, type JsonObject, parseBoundedJson } from '../files/read-json.ts';

/** A character card of any version: its fields, and what stood around them. */
export type CardFile = {
  readonly version: 'V1' | 'V2' | 'V3';
  /** The fields of the character, as they were written. */
  readonly data: JsonObject;
  /** Everything beside `data`, as it was written; for V1 nothing. */
  readonly around: JsonObject;
};

/** Tells whether JSON is a character card: it says so, or has the fields of the first version. */
export function isCard(value: Json): boolean {
  if (!isJsonObject(value) || value.spec === 'lorebook_v3' || 'entries' in value) return false;
  if (isJsonObject(value.data) && typeof value.data.name === 'string') return true;
  if (typeof value.char_name === 'string' && value.char_name.trim() !== '') return true;
  return (
    typeof value.name === 'string' && ['first_mes', 'description', 'personality'].some((key) => key in value)
  );
}

/** Fields of the first version by the names that came before it, which some programs still write. */
export const OLD_FIELDS: Readonly<Record<string, string>> = {
  char_name: 'name',
  char_persona: 'description',
  world_scenario: 'scenario',
  char_greeting: 'first_mes',
  example_dialogue: 'mes_example',
};

/** Adds the fields of the first version that a card has by their older names alone. */
function addRenamedFields(value: JsonObject): JsonObject {
  const added = Object.entries(OLD_FIELDS).flatMap(([old, field]): [string, Json][] => {
    const [written, given] = [value[old], value[field]];
    return written === undefined || (typeof given === 'string' && given.trim() !== '')
      ? []
      : [[field, written]];
  });
  return added.length === 0 ? value : { ...value, ...Object.fromEntries(added) };
}

/** Reads a card. A card without a name is refused; any other field may be missing or wrong. */
export function readCard(value: Json): CardFile | Rejection {
  if (!isJsonObject(value))
    return reject('not-a-card', 'The file is no character card: it is not an object.');
  const { data: inner, ...around } = value;
  const hasData = isJsonObject(inner) && typeof inner.name === 'string';
  const data = hasData ? inner : addRenamedFields(value);
  if (typeof data.name !== 'string' || data.name.trim() === '')
    return reject('no-name', 'The card has no name: data.name is missing or empty.', ['data', 'name']);
  const book = isJsonObject(data.character_book) ? listEntries(data.character_book) : [];
  const excess = findBookExcess(book);
  if (excess !== null) return reject('too-large', `The book of the card ${excess}.`);
  if (!hasData) return { version: 'V1', data, around: {} };
  const isThird = value.spec === 'chara_card_v3' || String(value.spec_version ?? '').startsWith('3');
  return { version: isThird ? 'V3' : 'V2', data, around };
}

const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/;

/** Reads the card in the texts of a PNG: `ccv3`, else `chara`, each base64 of UTF-8 JSON. */
export function readPngCard(texts: ReadonlyMap<string, string>): { readonly value: Json } | Rejection {
  const keyword = texts.has('ccv3') ? 'ccv3' : 'chara';
  const encoded = texts.get(keyword);
  if (encoded === undefined) {
    const found =
      texts.size === 0 ? 'no text of the kind tEXt' : `only ${[...texts.keys()].slice(0, 10).join(', ')}`;
    return reject('no-card', `The PNG holds no character card: it has ${found}, neither ccv3 nor chara.`);
  }
  if (encoded.length > (IMPORT_LIMITS.jsonCharacters * 4) / 3)
    return reject('too-large', `The text ${keyword} of the PNG is too long for a card.`);
  if (!BASE64.test(encoded)) return reject('bad-base64', `The text ${keyword} of the PNG is not base64.`);
  const json = decodeText(Buffer.from(encoded, 'base64'), `The text ${keyword} of the PNG`);
  return isRejection(json) ? json : parseBoundedJson(json, `The text ${keyword} of the PNG`);
}

/** Encodes a card for a text of a PNG. */
export function encodePngCard(card: Json): string {
  return Buffer.from(JSON.stringify(card), 'utf8').toString('base64');
}
