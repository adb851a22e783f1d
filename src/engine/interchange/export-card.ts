import { zipSync } from 'fflate';
import type { HomebrewContent, HomebrewPack, JsonData } from '#engine/content/homebrew-pack.ts';
import { type Json, toCanonicalJson } from '#engine/util/canonical-json.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { ENTRY_EXTENSION } from './book/entry-lore.ts';
import { exportEntry } from './book/export-entry.ts';
import { listCardAssets, toAssetAddress } from './card/card-assets.ts';
import { type CardFile, encodePngCard } from './card/card-file.ts';
import type { CardNames } from './card/card-text.ts';
import { CARD_EXTENSION, convertCharacter, nameCard } from './card/card-to-pack.ts';
import { readKeptJson } from './files/kept-json.ts';
import { drawPlainPng, isPng, writePngTexts } from './files/png-file.ts';
import { isJsonObject, type JsonObject } from './files/read-json.ts';
import { Report } from './import-report.ts';
import { createStage, VISITOR } from './pack/imported-setting.ts';

export { listCardAssets };

type Kept = {
  readonly card: CardFile;
  readonly persona: string | undefined;
  readonly allowPrompts: boolean;
  readonly entryNames: readonly string[] | null;
};

/**
 * Returns a character as a card of V3. One that was imported is written as it came, but for what was edited since; what a
 * character withholds is never written.
 */
export function exportCard(pack: HomebrewPack, characterId: string): JsonObject | Rejection {
  const character = pack.contents.find(({ kind, id }) => kind === 'character' && id === characterId);
  if (character === undefined)
    return reject('unknown-character', `There is no character ${characterId} in the pack.`, ['characterId']);
  const kept = readKept(character.data);
  const data = kept === null ? writeNewCard(pack, character) : writeKeptCard(pack, character, kept);
  const around = kept?.card.version === 'V3' ? kept.card.around : {};
  return { ...(kept?.card.around ?? {}), ...around, ...SPEC, data: completeData(data) };
}

const SPEC = { spec: 'chara_card_v3', spec_version: '3.0' };

/** Adds the fields V3 requires, where they are absent. */
function completeData(data: JsonObject): JsonObject {
  const empty: JsonObject = {
    ...Object.fromEntries(TEXTS.map((field) => [field, ''])),
    alternate_greetings: [],
    group_only_greetings: [],
    tags: [],
    extensions: {},
  };
  const absent = Object.entries(empty).filter(([field]) => !(field in data));
  return { ...data, ...Object.fromEntries(absent) };
}

const TEXTS = [
  ...['description', 'personality', 'scenario', 'first_mes', 'mes_example', 'creator_notes', 'system_prompt'],
  ...['post_history_instructions', 'creator', 'character_version'],
];

/** Puts a card into a PNG: as V3, and as V2 for programs that know no other. A picture that is no PNG gives way to a plain one. */
export function writeCardPng(card: JsonObject, image: Uint8Array | null): Uint8Array | Rejection {
  const older: JsonObject = { ...card, spec: 'chara_card_v2', spec_version: '2.0' };
  const texts = new Map([
    ['chara', encodePngCard(older)],
    ['ccv3', encodePngCard(card)],
  ]);
  return writePngTexts(image !== null && isPng(image) ? image : drawPlainPng(), texts);
}

/** Packs a card and the files that belong to it into a CHARX archive. The same card gives the same bytes. */
export function writeCharx(card: JsonObject, files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const mtime = new Date('1980-01-02T00:00:00Z');
  const named = isJsonObject(card.data) ? { ...card, data: nameIcon(card.data, [...files.keys()]) } : card;
  const parts: [string, Uint8Array][] = [['card.json', Buffer.from(JSON.stringify(named))], ...files];
  return zipSync(Object.fromEntries(parts.map(([path, bytes]) => [path, [bytes, { mtime }] as const])));
}

/** Names the icon among the assets of a card that lists none. */
function nameIcon(data: JsonObject, paths: readonly string[]): JsonObject {
  const icon = paths.find((path) => path.startsWith('assets/icon/'));
  const listed = Array.isArray(data.assets) ? data.assets : [];
  const isNamed = listed.some((one) => isJsonObject(one) && one.uri !== 'ccdefault:');
  if (icon === undefined || isNamed) return data;
  const asset = { type: 'icon', uri: toAssetAddress(icon), name: 'main', ext: icon.split('.').at(-1) ?? '' };
  return { ...data, assets: [asset] };
}

function readKept(data: JsonData): Kept | null {
  const kept = readKeptJson(data, CARD_EXTENSION);
  if (kept === null || !isJsonObject(kept.data) || !isJsonObject(kept.around)) return null;
  const version = kept.version === 'V3' || kept.version === 'V2' ? kept.version : 'V1';
  return {
    card: { version, data: kept.data, around: kept.around },
    persona: typeof kept.persona === 'string' ? kept.persona : undefined,
    allowPrompts: kept.allow_prompts === true,
    entryNames: Array.isArray(kept.entry_names) ? kept.entry_names.map(String) : null,
  };
}

const isEqual = (one: Json | undefined, other: Json | undefined) =>
  toCanonicalJson(one ?? null) === toCanonicalJson(other ?? null);

/** Writes the card that was imported, with what was edited in the pack since. */
function writeKeptCard(pack: HomebrewPack, { id, data }: HomebrewContent, kept: Kept): JsonObject {
  const { card, persona, allowPrompts } = kept;
  const names = nameCard(card, persona);
  const before = convertCharacter(card, names, allowPrompts, new Report());
  const was = before.character;
  const edited: [string, Json][] = [];
  const note = (isSame: boolean, field: string, value: Json) => {
    if (!isSame) edited.push([field, value]);
  };
  note(isEqual(was.name, data.name), 'name', data.name ?? '');
  note(isEqual(was.tags, data.tags), 'tags', data.tags ?? []);
  note(isEqual(was.personality, data.personality), 'personality', readTexts(data.personality).join(', '));
  note(isEqual(was.prompt, data.prompt), 'description', data.prompt ?? '');
  const isDialogue =
    isEqual(was.sample_lines, data.sample_lines) && isEqual(was.speech_style, data.speech_style);
  note(isDialogue, 'mes_example', writeDialogue(data));
  const entry = findStory(pack, id);
  if (entry !== null) {
    const name = String(was.name);
    const [, , staged] = createStage({ ...before, name, personaName: names.persona, ...NOWHERE });
    note(isEqual(before.prologue, entry.prologue ?? ''), 'first_mes', entry.prologue ?? '');
    note(isEqual(staged?.data.entry, entry.entry), 'scenario', entry.entry ?? '');
    const openings = listOpenings(entry);
    const isSame = isEqual(
      before.openings.map(({ prologue }) => prologue),
      openings,
    );
    note(isSame, 'alternate_greetings', openings);
  }
  const book = exportBook(pack, kept, names);
  return { ...card.data, ...Object.fromEntries(edited), ...(book === null ? {} : { character_book: book }) };
}

const NOWHERE = { packId: '', characterId: null, persona: '' };

/** Writes the book of a card: entries in their old order, those of lore files as they are now, new lore behind them. */
function exportBook(
  pack: HomebrewPack,
  { card: { data }, entryNames }: Kept,
  names: CardNames,
): JsonObject | null {
  const lore = new Map(listLore(pack).map((content) => [content.id, content]));
  const book = data.character_book;
  if (!isJsonObject(book))
    return lore.size === 0 ? null : { entries: exportAll([...lore.values()], names), extensions: {} };
  const listed = Array.isArray(book.entries) ? book.entries : [];
  const old = listed.map((one) => {
    if (typeof one !== 'string') return one;
    const content = lore.get(one);
    lore.delete(one);
    return content === undefined ? null : exportEntry(content, names);
  });
  const added = [...lore.values()].filter(({ data: own }) => !hasEntry(own));
  const entries = [...old, ...exportAll(added, names)];
  const named = entryNames === null || added.length > 0 ? null : entryNames;
  return {
    ...book,
    entries:
      named === null
        ? entries.filter((entry) => entry !== null)
        : Object.fromEntries(
            entries.flatMap((entry, index) => (entry === null ? [] : [[named[index] ?? '', entry]])),
          ),
  };
}

function exportAll(contents: readonly HomebrewContent[], names: CardNames): JsonObject[] {
  return contents.map((content) => exportEntry(content, names));
}

function hasEntry({ extensions }: JsonData): boolean {
  return isJsonObject(extensions) && ENTRY_EXTENSION in extensions;
}

/** Lists the lore of a pack: files of culture, history and technology that players may read. */
export function listLore({ contents }: HomebrewPack): readonly HomebrewContent[] {
  return contents.filter(
    ({ kind, data, body }) =>
      ['culture', 'history', 'technology'].includes(kind) && data.visibility !== 'gm' && body.trim() !== '',
  );
}

function findStory({ contents }: HomebrewPack, characterId: string): JsonData | null {
  const story = contents.find(
    ({ kind, data }) =>
      kind === 'entry_point' &&
      Array.isArray(data.cast) &&
      data.cast.some((member) => isJsonObject(member) && member.character === characterId),
  );
  return story?.data ?? null;
}

function listOpenings(entry: JsonData): string[] {
  const openings = Array.isArray(entry.openings) ? entry.openings : [];
  return openings.flatMap((one) =>
    isJsonObject(one) && typeof one.prologue === 'string' ? [one.prologue] : [],
  );
}

function readTexts(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function writeDialogue(data: JsonData): string {
  const lines = readTexts(data.sample_lines).map((line) => `<START>\n{{char}}: ${line}`);
  return [...lines, ...(typeof data.speech_style === 'string' ? [data.speech_style] : [])].join('\n');
}

/** Writes a card for a character of a pack that never was one. */
function writeNewCard(pack: HomebrewPack, { id, data, body }: HomebrewContent): JsonObject {
  const text = (field: string) => (typeof data[field] === 'string' ? data[field] : '');
  const open = body.split(/^(?=#{1,2}\s)/m).filter((section) => !/^#{1,2}\s.*\{gm\}\s*$/im.test(section));
  const story = findStory(pack, id);
  const lore = listLore(pack).filter(({ data: own }) => {
    const isAbout = readTexts(own.related_entities).includes(id);
    return isAbout || own.always === true || readTexts(own.keys).length > 0;
  });
  const names = { character: text('name'), persona: VISITOR };
  const { manifest } = pack;
  return {
    name: text('name') || id,
    description: [text('title'), text('summary'), text('appearance'), open.join('').trim(), text('prompt')]
      .filter((part) => part !== '')
      .join('\n\n'),
    personality: readTexts(data.personality).join(', '),
    scenario: typeof story?.summary === 'string' ? story.summary : '',
    first_mes: typeof story?.prologue === 'string' ? story.prologue : '',
    alternate_greetings: story === null ? [] : listOpenings(story),
    mes_example: writeDialogue(data),
    tags: readTexts(data.tags),
    creator: readTexts(manifest.authors).join(', '),
    character_version: typeof manifest.version === 'string' ? manifest.version : '1.0.0',
    creator_notes: typeof manifest.summary === 'string' ? manifest.summary : '',
    ...(lore.length === 0 ? {} : { character_book: { entries: exportAll(lore, names), extensions: {} } }),
  };
}
