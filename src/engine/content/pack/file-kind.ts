import { suggestName } from '#engine/state/suggest-name.ts';
import { fileProblem } from '../files/file-problem.ts';
import { CONTENT_KINDS, type ContentKind, KIND_NAMES } from '../format/content-kinds.ts';
import type { PackFile } from '../pack-files.ts';
import type { Problem } from '../problem.ts';

/** What a file of a pack is for, going by where it stands. */
export type FileRole =
  | { readonly role: 'content'; readonly kind: ContentKind }
  | { readonly role: 'attachment' }
  | { readonly role: 'ignored' }
  | { readonly role: 'problem'; readonly problem: Problem };

const FOLDERS = new Map<string, ContentKind>(
  KIND_NAMES.flatMap((kind) => CONTENT_KINDS[kind].folders.map((folder) => [folder, kind] as const)),
);

const ENDINGS = { markdown: /\.md$/, yaml: /\.ya?ml$/ } as const;

export function fileRole({ path }: PackFile): FileRole {
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
    problem: fileProblem('wrong-ending', path, message, `Rename it to end in ${ending}.`),
  };
}

function atTheTop(path: string): FileRole {
  if (/^pack\.ya?ml$/.test(path) || !/\.ya?ml$/.test(path)) return { role: 'ignored' };
  const problem = fileProblem(
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
  const problem = fileProblem(
    'unknown-folder',
    path,
    `No kind of content lives in ${folder}/; the file is not read.`,
    advice,
  );
  return { role: 'problem', problem: { ...problem, severity: 'warning' } };
}
