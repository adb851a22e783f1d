import type { HomebrewContent, JsonData } from '#engine/content/homebrew-pack.ts';
import type { ContentKind } from '#engine/content/library.ts';
import type { PackFile } from '#engine/content/pack-files.ts';
import { readNote } from '#engine/content/read-notes.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { UniqueSlugs } from '#engine/util/slugs.ts';
import { IMPORT_LIMITS } from './files/import-limits.ts';
import { isJsonObject } from './files/read-json.ts';
import { type ImportedPack, type ImportOptions, Report } from './import-report.ts';
import { createPersona, createSetting, createStage, JUST_TALK, VISITOR } from './pack/imported-setting.ts';

/** Kinds a note can become. Events and laws need dates that a note seldom has; they become history and culture. */
type NoteKind = Extract<
  ContentKind,
  'character' | 'location' | 'faction' | 'item' | 'culture' | 'history' | 'technology'
>;

const FOLDERS: Readonly<Record<string, NoteKind>> = {
  characters: 'character',
  npcs: 'character',
  people: 'character',
  locations: 'location',
  places: 'location',
  factions: 'faction',
  items: 'item',
  culture: 'culture',
  laws: 'culture',
  history: 'history',
  events: 'history',
  technology: 'technology',
};
const KINDS = new Set<string>(Object.values(FOLDERS));

export type VaultOptions = ImportOptions & {
  readonly name: string;
  /** Further folders and the kinds of their notes: `Personen` → `character`. */
  readonly folders?: Readonly<Record<string, string>> | undefined;
};

type Note = {
  readonly path: string;
  readonly id: string;
  readonly kind: NoteKind;
  readonly name: string;
  readonly frontmatter: JsonData;
  readonly body: string;
};

/** Converts an Obsidian vault to a pack: folders become kinds, links become references. Writes nothing. */
export function importVault(files: readonly PackFile[], options: VaultOptions): ImportedPack | Rejection {
  const wrong = Object.entries(options.folders ?? {}).find(([, kind]) => !KINDS.has(kind));
  if (wrong !== undefined)
    return reject(
      'bad-kind',
      `${wrong[1]} is no kind for the folder ${wrong[0]}: use ${[...KINDS].join(', ')}.`,
    );
  const written = files.filter(({ path }) => /\.md$/i.test(path));
  if (written.length === 0) return reject('no-notes', 'The folder holds no Markdown notes.');
  if (written.length > IMPORT_LIMITS.bookEntries)
    return reject(
      'too-large',
      `The vault has ${written.length} notes; at most ${IMPORT_LIMITS.bookEntries} are taken.`,
    );
  const report = new Report();
  const notes = readNotes(written, options, report);
  const found = new LinkTargets(notes);
  const contents = notes.map((note) => convertNote(note, found, report));
  const { name } = options;
  const setting = createSetting({}, { packId: options.packId ?? name, name }, report);
  const place = notes.find(({ kind }) => kind === 'location');
  const stage = createStage({
    packId: setting.packId,
    name,
    personaName: options.persona ?? VISITOR,
    characterId: null,
    persona: options.persona === undefined ? `${JUST_TALK}:visitor` : 'persona',
    prologue: '',
    openings: [],
    scenario: `A walk through the world of ${name}.`,
  });
  const people = options.persona === undefined ? [] : [createPersona(options.persona)];
  return {
    format: 'Obsidian vault',
    pack: {
      manifest: setting.manifest,
      contents: [...stage.flatMap((content) => openVault(content, place?.id)), ...people, ...contents],
    },
    entryPointId: `${setting.packId}:the_meeting`,
    images: [],
    report: report.lines,
  };
}

/** Lets the story of a vault begin at its first place, with all characters of the vault. */
function openVault(content: HomebrewContent, placeId: string | undefined): readonly HomebrewContent[] {
  if (placeId === undefined) return [content];
  if (content.kind === 'location') return [];
  if (content.kind !== 'entry_point') return [content];
  const { include: _all, cast, opening, ...data } = content.data;
  const [persona] = Array.isArray(cast) ? cast : [];
  const begins = isJsonObject(opening) ? { ...opening, location: placeId } : {};
  const player = isJsonObject(persona) ? { ...persona, location: placeId } : {};
  return [{ ...content, data: { ...data, cast: [player], opening: begins } }];
}

function readNotes(
  files: readonly PackFile[],
  { folders = {} }: VaultOptions,
  report: Report,
): readonly Note[] {
  const slugs = new UniqueSlugs(['the_world', 'the_scene', 'the_meeting', 'persona']);
  const byFolder = new Map(
    Object.entries({ ...FOLDERS, ...folders }).map(([folder, kind]) => [folder.toLowerCase(), kind]),
  );
  return files.flatMap((file) => {
    const { frontmatter, body, fault } = readNote(file);
    if (fault !== null) report.changed(file.path, file.path, `Its frontmatter was left out: ${fault}`);
    const title = file.path.split('/').at(-1)?.replace(/\.md$/i, '') ?? '';
    const name = readText(frontmatter.name) || readText(frontmatter.title) || title;
    if (body.trim() === '' && Object.keys(frontmatter).length === 0) {
      report.leftOut(file.path, 'The note is empty.');
      return [];
    }
    const kind = findKind(file.path, readText(frontmatter.type), byFolder);
    return [
      { path: file.path, id: slugs.idFor(title, 'note'), kind, name: name.slice(0, 120), frontmatter, body },
    ];
  });
}

/** Decides the kind of a note: by `type` in its frontmatter, else by the nearest folder that has one. */
function findKind(path: string, type: string, byFolder: ReadonlyMap<string, string>): NoteKind {
  const folders = path.toLowerCase().split('/').slice(0, -1).toReversed();
  const kind = [type.toLowerCase(), ...folders.map((folder) => byFolder.get(folder))].find(
    (one) => one !== undefined && KINDS.has(one),
  );
  // Every member of the set is a kind of note.
  return (kind ?? 'culture') as NoteKind;
}

/** Finds notes by the words of a link: a path, a title, or an alias. */
class LinkTargets {
  readonly #notes = new Map<string, Note>();

  constructor(notes: readonly Note[]) {
    for (const note of notes) {
      const path = note.path.replace(/\.md$/i, '');
      const aliases = readTexts(note.frontmatter.aliases);
      for (const key of [path, path.split('/').at(-1) ?? '', note.name, ...aliases]) {
        const folded = fold(key);
        if (!this.#notes.has(folded)) this.#notes.set(folded, note);
      }
    }
  }

  find(target: string): Note | null {
    return this.#notes.get(fold(target)) ?? null;
  }
}

function fold(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}

const LINK = /(!?)\[\[([^[\]|#^\n]{0,400})(?:[#^][^[\]|\n]{0,400})?(?:\|([^[\]\n]{0,400}))?\]\]/g;
const COMMENT = /%%([^%]{1,20000})%%/g;

function convertNote(note: Note, targets: LinkTargets, report: Report): HomebrewContent {
  const { path, id, kind, name } = note;
  const linked = new Map<string, Note>();
  const missing: string[] = [];
  const comments: string[] = [];
  const body = note.body
    .replace(COMMENT, (_whole, comment: string) => {
      comments.push(comment.trim());
      return '';
    })
    .replace(LINK, (_whole, embed: string, target: string, label?: string) => {
      const other = targets.find(target);
      if (other !== null && other.id !== id) linked.set(other.id, other);
      else if (other === null && target.trim() !== '') missing.push(target.trim());
      return embed === '' || other !== null ? (label ?? (target.split('/').at(-1) || name)).trim() : '';
    })
    .trim();
  const to = `${kind} ${id}`;
  report.used(path, to);
  if (missing.length > 0)
    report.leftOut(path, `There is no note for these links: ${missing.slice(0, 10).join(', ')}.`);
  if (comments.length > 0) report.changed(path, to, 'Comments became notes of the game master.');
  const hidden = comments.length === 0 ? '' : `\n\n## Comments {gm}\n\n${comments.join('\n\n')}`;
  return { kind, id, data: buildData(note, [...linked.values()]), body: `${body}${hidden}`.trim() };
}

const MOST_LINKS = 60;

function buildData({ id, kind, name, frontmatter, path }: Note, linked: readonly Note[]): JsonData {
  const ids = (...kinds: readonly NoteKind[]) =>
    linked
      .filter((other) => kinds.includes(other.kind))
      .map((other) => other.id)
      .slice(0, MOST_LINKS);
  const [place] = ids('location');
  const [faction] = ids('faction');
  const keys = readTexts(frontmatter.aliases)
    .map((alias) => alias.slice(0, 200))
    .slice(0, 20);
  const tags = readTexts(frontmatter.tags).map((tag) => tag.replace(/^#/, '').trim().slice(0, 60));
  const summary = readText(frontmatter.summary) || readText(frontmatter.description);
  return {
    id,
    name,
    ...(summary === '' ? {} : { summary: summary.replace(/\s+/g, ' ').slice(0, 400) }),
    tags: [...new Set(tags.filter((tag) => tag !== ''))].slice(0, 40),
    ...(keys.length === 0 ? {} : { keys }),
    related_entities: ids('character', 'location', 'faction', 'item'),
    related_locations: ids('location'),
    related_factions: ids('faction'),
    ...(kind === 'character' && place !== undefined ? { location: place } : {}),
    ...(kind === 'character' && faction !== undefined ? { faction } : {}),
    ...(kind === 'item' && place !== undefined ? { location: place } : {}),
    extensions: { obsidian: JSON.stringify({ path, frontmatter }) },
  };
}

function readText(value: Json | undefined): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' ? String(value) : '';
}

/** Reads a list of texts, or one text with commas. */
function readTexts(value: Json | undefined): readonly string[] {
  const items = Array.isArray(value) ? value.map(readText) : readText(value).split(',');
  return items.map((item) => item.trim()).filter((item) => item !== '');
}
