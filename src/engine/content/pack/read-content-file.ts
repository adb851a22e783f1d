import { basename } from 'node:path';
import { z } from 'zod';
import type { Json } from '#engine/kit/canonical-json.ts';
import { fileProblem } from '../files/file-problem.ts';
import { CONTENT_KINDS, type ContentKind } from '../format/content-kinds.ts';
import { ContentId } from '../format/words.ts';
import type { PackFile } from '../pack-files.ts';
import type { Problem } from '../problem.ts';
import { schemaProblems } from '../schema/schema-problems.ts';
import { type MarkdownFile, readFrontmatter } from '../text/frontmatter.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { withAttachments } from './attachments.ts';
import type { AuthoredFile } from './authored-file.ts';

type ReadFile = { readonly file: AuthoredFile | null; readonly problems: readonly Problem[] };

/** Reads one content file and holds it against the schema of its kind. */
export function readContentFile(
  source: PackFile,
  kind: ContentKind,
  files: ReadonlyMap<string, PackFile>,
): ReadFile {
  const read = takenApart(source, kind);
  if (read.data === undefined) return { file: unread(source, kind), problems: read.problems };
  if (!isObject(read.data)) return { file: unread(source, kind), problems: [notKeys(source.path, read)] };

  const filled = withAttachments({ path: source.path, data: read.data, locate: read.locate }, files);
  const { data } = filled;
  const problems = [
    ...filled.problems,
    ...schemaProblems(schemaFor(kind, data), data, source.path, read.locate),
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

/** A file that could not be read still has its name, so that what refers to it is not called broken as well. */
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

/** A file that overrides another carries only the keys that change. */
function schemaFor(kind: ContentKind, data: { readonly [key: string]: Json }): z.ZodType {
  const { schema } = CONTENT_KINDS[kind];
  if (data.overrides === undefined) return schema;
  return z.strictObject(schema.shape).partial().required({ id: true, overrides: true });
}

function notKeys(path: string, { locate }: MarkdownFile): Problem {
  const message = 'The file is not a list of keys with values.';
  return fileProblem(
    'wrong-type',
    path,
    message,
    'Write keys like id: and name:, one to a line.',
    locate([]),
  );
}

function isObject(data: Json): data is { readonly [key: string]: Json } {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}
