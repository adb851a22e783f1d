import { basename } from 'node:path';
import { z } from 'zod';
import { suggestName } from '#engine/state/suggest-name.ts';
import { isJsonObject, type Json } from '#engine/util/canonical-json.ts';
import { createTextCache } from '#engine/util/lru-cache.ts';
import { CONTENT_KINDS, type ContentKind, KIND_NAMES } from '../format/content-kinds.ts';
import { ContentId } from '../format/field-types.ts';
import { findSchemaProblems, toProblem } from '../format/schema-problems.ts';
import type { PackFile } from '../pack-files.ts';
import { createFileProblem, type Problem } from '../problem.ts';
import { type Locate, readYaml, type YamlData } from './read-yaml.ts';

/** One content file as its author wrote it: nothing filled in, references short or full as they stand. */
export type AuthoredFile = {
  readonly path: string;
  readonly kind: ContentKind;
  readonly id: string;
  readonly data: { readonly [key: string]: Json };
  /** The text below the frontmatter; empty in YAML files. */
  readonly body: string;
  /** The line of the file the body begins on. */
  readonly bodyLine: number;
  readonly locate: Locate;
  /** Whether its own keys are as the format wants them. */
  readonly isSound: boolean;
  /** False when nothing of it could be understood; then its id is only guessed from its name. */
  readonly isRead: boolean;
};

/** A Markdown file taken apart: its data, and the text below with the line it begins on. */
type MarkdownFile = YamlData & { readonly body: string; readonly bodyLine: number };

const FENCE = /^---[ \t]*$/;

/** Reads the frontmatter between the first line `---` and the next one; positions are those of the file. */
export function readFrontmatter(text: string, file: string): MarkdownFile {
  const lines = text.split('\n');
  if (!FENCE.test(lines[0] ?? ''))
    return withoutFrontmatter(file, 'The file does not begin with frontmatter.');
  const end = lines.findIndex((line, at) => at > 0 && FENCE.test(line));
  if (end === -1) return withoutFrontmatter(file, 'The frontmatter is never closed.');
  const yaml = readYaml(
    lines
      .slice(1, end)
      .map((line) => `${line}\n`)
      .join(''),
    file,
    2,
  );
  const body = lines.slice(end + 1).join('\n');
  const leading = /^\s*?(?=\S|$)/.exec(body)?.[0].split('\n').length ?? 1;
  return { ...yaml, body: body.trim(), bodyLine: end + 1 + leading };
}

function withoutFrontmatter(file: string, message: string): MarkdownFile {
  const advice = 'Begin with a line ---, then the keys, then another line ---, then the text.';
  return {
    data: undefined,
    problems: [createFileProblem('no-frontmatter', file, message, advice)],
    locate: () => ({ line: 1, column: 1 }),
    body: '',
    bodyLine: 1,
  };
}

/** Role of a pack file, decided by its path. */
type FileRole =
  | { readonly role: 'content'; readonly kind: ContentKind }
  | { readonly role: 'attachment' }
  | { readonly role: 'ignored' }
  | { readonly role: 'problem'; readonly problem: Problem };

const FOLDERS = new Map<string, ContentKind>(
  KIND_NAMES.flatMap((kind) => CONTENT_KINDS[kind].folders.map((folder) => [folder, kind] as const)),
);

const ENDINGS = { markdown: /\.md$/, yaml: /\.ya?ml$/ } as const;

export function detectFileRole({ path }: PackFile): FileRole {
  const slash = path.indexOf('/');
  if (slash === -1) return atTheTop(path);
  const folder = path.slice(0, slash);
  const kind = FOLDERS.get(folder);
  if (kind === undefined) return unknownFolder(path, folder);
  const { written } = CONTENT_KINDS[kind];
  if (ENDINGS[written].test(path)) return { role: 'content', kind };
  if (kind === 'ruleset') return { role: 'attachment' };
  const ending = written === 'markdown' ? '.md' : '.yaml';
  const message = `Files in ${folder}/ end in ${ending}.`;
  return {
    role: 'problem',
    problem: createFileProblem('wrong-ending', path, message, `Rename it to end in ${ending}.`),
  };
}

function atTheTop(path: string): FileRole {
  if (/^pack\.ya?ml$/.test(path) || !/\.ya?ml$/.test(path)) return { role: 'ignored' };
  const problem = createFileProblem(
    'misplaced-file',
    path,
    'At the top of a pack only pack.yaml is read.',
    `Move it into one of ${[...FOLDERS.keys()].map((name) => `${name}/`).join(', ')}.`,
  );
  return { role: 'problem', problem: { ...problem, severity: 'warning' } };
}

function unknownFolder(path: string, folder: string): FileRole {
  const known = [...FOLDERS.keys()];
  const near = suggestName(folder, known).trim();
  const advice = near === '' ? `The folders of a pack are ${known.join(', ')}.` : near;
  const problem = createFileProblem(
    'unknown-folder',
    path,
    `No kind of content lives in ${folder}/; the file is not read.`,
    advice,
  );
  return { role: 'problem', problem: { ...problem, severity: 'warning' } };
}

type Data = { readonly [key: string]: Json };

/** Keys of a ruleset that may stand in a file of their own, and how that file is read. */
const ATTACHED = {
  rulebook_file: 'rulebook',
  stat_block_schema_file: 'stat_block_schema',
  scene_state_schema_file: 'scene_state_schema',
} as const;

type Filled = { readonly data: Data; readonly problems: readonly Problem[] };
type Owner = { readonly path: string; readonly data: Data; readonly locate: Locate };

/** Puts what stands in files beside a ruleset where it belongs. Only files of this very pack can be named. */
function withAttachments(owner: Owner, files: ReadonlyMap<string, PackFile>): Filled {
  const problems: Problem[] = [];
  const data: Record<string, Json> = { ...owner.data };
  for (const [fileKey, key] of Object.entries(ATTACHED)) {
    const path = owner.data[fileKey];
    if (typeof path !== 'string') continue;
    const fault = attachmentFault(path, owner.data[key] === undefined ? null : key, files);
    if (fault !== null) {
      const [message, advice] = fault;
      const described = { code: 'bad-attachment', path: [fileKey], part: 'value', message, advice } as const;
      problems.push(toProblem(described, owner.path, owner.locate));
      continue;
    }
    const text = files.get(path)?.text ?? '';
    // JSON is YAML, and the YAML reader has the bounds.
    const read = key === 'rulebook' ? { data: text.trim(), problems: [] } : readYaml(text, path);
    problems.push(...read.problems);
    delete data[fileKey];
    data[key] = read.data ?? null;
  }
  return { data, problems };
}

const FROM_THE_TOP = 'Name a file of this pack from its top: rulesets/name.md.';
const LEAVES = /^(?:[/\\]|[A-Za-z]:)|\\|(?:^|\/)\.\.?(?:\/|$)/;

function attachmentFault(
  path: string,
  doubled: string | null,
  files: ReadonlyMap<string, PackFile>,
): readonly [message: string, advice: string] | null {
  if (LEAVES.test(path)) return [`${path} leaves the pack.`, FROM_THE_TOP];
  if (doubled !== null) return [`${doubled} stands here and in a file.`, 'Keep one of them.'];
  if (files.has(path)) return null;
  const near = suggestName(
    path,
    [...files.keys()].filter((known) => !/\.ya?ml$/.test(known)),
  ).trim();
  return [`There is no file ${path} in this pack.`, near === '' ? FROM_THE_TOP : near];
}

type ReadFile = { readonly file: AuthoredFile | null; readonly problems: readonly Problem[] };

const KEPT_CHARACTERS = 4_000_000;
/** Files as they were read last. A pack is checked again whenever one of its files changes; the others are not parsed again. */
const keptFiles = createTextCache<ReadFile>(KEPT_CHARACTERS);

/** Reads one content file and holds it against the schema of its kind. */
export function readContentFile(
  source: PackFile,
  kind: ContentKind,
  files: ReadonlyMap<string, PackFile>,
): ReadFile {
  // Attached files may have changed since, and the key does not have their texts.
  if (Object.keys(ATTACHED).some((key) => source.text.includes(key))) return readAnew(source, kind, files);
  const key = `${source.path}\n${source.text}`;
  const known = keptFiles.get(key);
  if (known !== undefined) return known;
  const read = readAnew(source, kind, files);
  keptFiles.set(key, read);
  return read;
}

function readAnew(source: PackFile, kind: ContentKind, files: ReadonlyMap<string, PackFile>): ReadFile {
  const read = takenApart(source, kind);
  if (read.data === undefined) return { file: unread(source, kind), problems: read.problems };
  if (!isJsonObject(read.data)) return { file: unread(source, kind), problems: [notKeys(source.path, read)] };

  const filled = withAttachments({ path: source.path, data: read.data, locate: read.locate }, files);
  const { data } = filled;
  const problems = [
    ...filled.problems,
    ...findSchemaProblems(schemaFor(kind, data), data, source.path, read.locate),
  ];
  const id = ContentId.safeParse(data.id);
  if (!id.success) return { file: unread(source, kind), problems };
  const { body, bodyLine, locate } = read;
  const file = {
    path: source.path,
    kind,
    id: id.data,
    data,
    body,
    bodyLine,
    locate,
    isSound: problems.length === 0,
    isRead: true,
  };
  return { file, problems };
}

/** Keeps the name of a file that could not be read, so that references to it are not reported as well. */
function unread({ path }: PackFile, kind: ContentKind): AuthoredFile | null {
  const id = ContentId.safeParse(basename(path).replace(/\.[a-z]+$/, ''));
  if (!id.success) return null;
  const locate = () => ({ line: 1, column: 1 });
  return { path, kind, id: id.data, data: {}, body: '', bodyLine: 1, locate, isSound: false, isRead: false };
}

function takenApart({ path, text }: PackFile, kind: ContentKind): MarkdownFile {
  if (CONTENT_KINDS[kind].written === 'markdown') return readFrontmatter(text, path);
  return { ...readYaml(text, path), body: '', bodyLine: 1 };
}

/** Returns the schema for a file. One that overrides another contains only the changed keys. */
function schemaFor(kind: ContentKind, data: { readonly [key: string]: Json }): z.ZodType {
  const { schema } = CONTENT_KINDS[kind];
  if (data.overrides === undefined) return schema;
  return z.strictObject(schema.shape).partial().required({ id: true, overrides: true });
}

function notKeys(path: string, { locate }: MarkdownFile): Problem {
  const message = 'The file is not a list of keys with values.';
  return createFileProblem(
    'wrong-type',
    path,
    message,
    'Write keys like id: and name:, one to a line.',
    locate([]),
  );
}
