import type { HomebrewContent, JsonData } from '#engine/content/homebrew-pack.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { toSlug, UniqueSlugs } from '#engine/util/slugs.ts';
import { listEntries } from '../book/book-entry.ts';
import { convertEntries } from '../book/entry-lore.ts';
import { keepJson } from '../files/kept-json.ts';
import { isJsonObject, type JsonObject } from '../files/read-json.ts';
import { type ImportedPack, type ImportOptions, Report } from '../import-report.ts';
import { createPersona, createSetting, createStage, JUST_TALK, VISITOR } from '../pack/imported-setting.ts';
import { type CardFile, OLD_FIELDS } from './card-file.ts';
import { type CardNames, cleanCardText } from './card-text.ts';
import { convertDialogue } from './dialogue.ts';

/** Name under which a character keeps the card it was made of. */
export const CARD_EXTENSION = 'character_card';

/** Longest texts the format takes. */
const MOST = {
  prompt: 24_000,
  prologue: 12_000,
  speech: 6_000,
  line: 400,
  name: 120,
  summary: 1_500,
  tags: 40,
};

/** Texts about a character, as keys of its file. The same card always gives the same keys. */
export type CharacterFields = {
  readonly character: JsonData;
  readonly prologue: string;
  readonly openings: readonly { readonly name: string; readonly prologue: string }[];
  readonly scenario: string;
};

/** Reads one field of a card as clean text, and reports what was done to it. */
class FieldReader {
  readonly #data: JsonObject;
  readonly #names: CardNames;
  readonly #report: Report;
  readonly #prefix: string;

  constructor({ version, data }: CardFile, names: CardNames, report: Report) {
    this.#data = data;
    this.#names = names;
    this.#report = report;
    this.#prefix = version === 'V1' ? '' : 'data.';
  }

  text(field: string, to: string, most: number): string {
    const value = this.#data[field];
    if (value === undefined || value === null || value === '') return '';
    if (typeof value !== 'string') {
      this.#report.kept(`${this.#prefix}${field}`, `It is no text but ${describeType(value)}.`);
      return '';
    }
    return this.clean(value, field, to, most);
  }

  clean(value: string, field: string, to: string, most: number): string {
    const { text, notes } = cleanCardText(value, this.#names);
    const all = text.length > most ? [...notes, `cut to ${most} characters`] : notes;
    if (all.length > 0) this.#report.changed(`${this.#prefix}${field}`, to, `${all.join('; ')}.`);
    else if (text !== '') this.#report.used(`${this.#prefix}${field}`, to);
    return text.slice(0, most).trim();
  }

  list(field: string): readonly string[] {
    const value = this.#data[field];
    if (value === undefined || value === null) return [];
    const items = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
    return items.flatMap((item) => (typeof item === 'string' && item.trim() !== '' ? [item] : []));
  }
}

function describeType(value: Json): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Names for the placeholders of a card. A nickname of V3 stands for the character in its texts. */
export function nameCard({ data }: CardFile, persona: string | undefined): CardNames {
  const nickname = typeof data.nickname === 'string' ? data.nickname.trim() : '';
  const name = typeof data.name === 'string' ? data.name.trim() : '';
  return { character: nickname === '' ? name : nickname, persona: persona ?? VISITOR };
}

/** Converts what a card says about its character. */
export function convertCharacter(
  card: CardFile,
  names: CardNames,
  allowPrompts: boolean,
  report: Report,
): CharacterFields {
  const read = new FieldReader(card, names, report);
  const name = read.text('name', 'character name', MOST.name);
  const description = read.text('description', 'character prompt', MOST.prompt - 2_000);
  const prompts = readPrompts(card, read, allowPrompts, report);
  const dialogue = convertDialogue(
    read.text('mes_example', 'character sample_lines', 200_000),
    names.character,
  );
  const personality = splitTraits(read.text('personality', 'character personality', 20 * MOST.line));
  const tags = read.list('tags').map((tag) => tag.trim().slice(0, 60));
  if (tags.length > 0) report.used('data.tags', 'character tags');
  const greetings = ['alternate_greetings', 'group_only_greetings'].flatMap((field) =>
    read.list(field).map((text, index) => ({
      name: `${field === 'alternate_greetings' ? 'Opening' : 'In company'} ${index + 2}`,
      prologue: read.clean(text, `${field}[${index}]`, 'entry point openings', MOST.prologue),
    })),
  );
  return {
    character: {
      name,
      tags: [...new Set(tags)].slice(0, MOST.tags),
      personality: [...personality],
      sample_lines: [...dialogue.lines],
      ...(dialogue.rest === '' ? {} : { speech_style: dialogue.rest.slice(0, MOST.speech) }),
      ...([description, ...prompts].join('') === ''
        ? {}
        : {
            prompt: [description, ...prompts]
              .filter((text) => text !== '')
              .join('\n\n')
              .slice(0, MOST.prompt),
          }),
    },
    prologue: read.text('first_mes', 'entry point prologue', MOST.prologue),
    openings: greetings.filter(({ prologue }) => prologue !== '').slice(0, 40),
    scenario: read.text('scenario', 'entry point entry', MOST.prompt - 2_000),
  };
}

/** Instructions to the model that stand in a card are untrusted: off until the importer allows them. */
function readPrompts(
  { data }: CardFile,
  read: FieldReader,
  isAllowed: boolean,
  report: Report,
): readonly string[] {
  return ['system_prompt', 'post_history_instructions'].flatMap((field) => {
    if (isAllowed) return [read.text(field, 'character prompt', MOST.prompt)];
    if (typeof data[field] === 'string' && data[field].trim() !== '')
      report.kept(`data.${field}`, 'It instructs the model. It has no part in play until you allow it.');
    return [];
  });
}

/** Cuts a description of a character at commas and line ends into traits. */
function splitTraits(text: string): readonly string[] {
  const parts = text.split(/[,;\n]/).map((trait) => trait.replace(/^[-*•\s]+/, '').trim());
  const traits = parts.filter((trait) => trait !== '');
  return traits.length <= 20
    ? traits.map((trait) => trait.slice(0, MOST.line))
    : (text
        .match(/[\s\S]{1,400}/g)
        ?.map((part) => part.trim())
        .filter((part) => part !== '')
        .slice(0, 20) ?? []);
}

/** Fields of a card that were read above or are shown to the importer. Every other one is kept for export. */
const READ: readonly string[] = [
  ...[
    'name',
    'nickname',
    'description',
    'personality',
    'scenario',
    'first_mes',
    'mes_example',
    'tags',
    'creator',
  ],
  ...[
    'alternate_greetings',
    'group_only_greetings',
    'system_prompt',
    'post_history_instructions',
    'creator_notes',
  ],
  ...['character_version', 'character_book', 'source', 'extensions', 'assets'],
  ...Object.keys(OLD_FIELDS),
];

/** Converts a card to a pack that plays at once. */
export function convertCard(card: CardFile, format: string, options: ImportOptions): ImportedPack {
  const report = new Report();
  const names = nameCard(card, options.persona);
  const { character, prologue, openings, scenario } = convertCharacter(
    card,
    names,
    options.allowPrompts === true,
    report,
  );
  const name = String(character.name);
  const id = toSlug(name, 'character');
  const slugs = new UniqueSlugs([id, ...SETTING_IDS]);
  const book = isJsonObject(card.data.character_book) ? card.data.character_book : {};
  const entries = listEntries(book);
  const lore = convertEntries(entries, {
    names,
    slugs,
    report,
    shape: 'card',
    path: 'data.character_book.entries',
  });
  reportRest(card, report);
  const setting = createSetting(card.data, { packId: options.packId ?? id, name }, report);
  const stage = createStage({
    packId: setting.packId,
    name,
    personaName: names.persona,
    characterId: id,
    persona: options.persona === undefined ? `${JUST_TALK}:visitor` : 'persona',
    prologue,
    openings,
    scenario,
  });
  const kept = keepCard(card, lore, entries, options, report);
  const contents: HomebrewContent[] = [
    ...stage,
    ...(options.persona === undefined ? [] : [createPersona(options.persona)]),
    {
      kind: 'character',
      id,
      data: { id, ...character, tier: 'major', location: 'the_scene', ...kept },
      body: '',
    },
    ...lore.flatMap((content) => content ?? []),
  ];
  return {
    format,
    pack: { manifest: setting.manifest, contents },
    entryPointId: `${setting.packId}:the_meeting`,
    images: [],
    report: report.lines,
  };
}

const SETTING_IDS = ['the_world', 'the_scene', 'the_meeting', 'persona'];

function reportRest({ data, around, version }: CardFile, report: Report): void {
  const rest = Object.keys(data).filter((key) => !READ.includes(key));
  for (const key of rest)
    report.kept(version === 'V1' ? key : `data.${key}`, 'Not known here; export writes it back.');
  for (const key of ['extensions', 'assets'] as const) {
    const value = data[key];
    const isFilled = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
    if (isFilled) report.kept(`data.${key}`, 'It belongs to other programs; export writes it back.');
  }
  for (const key of Object.keys(around)) {
    const note = key in data ? 'The same field in data counts' : 'Not known here';
    if (!['spec', 'spec_version'].includes(key)) report.kept(key, `${note}; export writes it back.`);
  }
}

/** Returns the card as the character keeps it: all of it but the entries of the book that became files of their own. */
function keepCard(
  { version, data, around }: CardFile,
  lore: readonly (HomebrewContent | null)[],
  entries: readonly JsonObject[],
  options: ImportOptions,
  report: Report,
): { readonly extensions?: JsonData } {
  const { character_book: book, ...rest } = data;
  const bookKept = isJsonObject(book)
    ? { ...book, entries: entries.map((entry, index) => lore[index]?.id ?? entry) }
    : book;
  const kept = keepJson(CARD_EXTENSION, {
    version,
    around,
    data: book === undefined ? rest : { ...rest, character_book: bookKept ?? null },
    ...(isJsonObject(book) && !Array.isArray(book.entries)
      ? { entry_names: Object.keys(Object(book.entries)) }
      : {}),
    ...(options.persona === undefined ? {} : { persona: options.persona }),
    ...(options.allowPrompts === true ? { allow_prompts: true } : {}),
  });
  if (kept !== null) return { extensions: kept };
  report.leftOut('data', 'It is too long to be kept as it was; export writes a card from the pack.');
  return {};
}
