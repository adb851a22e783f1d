import { basename } from 'node:path';
import type { Json } from '#engine/kit/canonical-json.ts';
import { fileProblem } from '../files/file-problem.ts';
import type { PackManifest } from '../format/manifest.ts';
import type { PackFile, PackFiles } from '../pack-files.ts';
import type { Problem } from '../problem.ts';
import type { Locate } from '../yaml/read-yaml.ts';
import type { AuthoredFile } from './authored-file.ts';
import { duplicateIds } from './duplicate-ids.ts';
import { fileRole } from './file-kind.ts';
import { packHash } from './pack-hash.ts';
import { readContentFile } from './read-content-file.ts';
import { readManifest } from './read-manifest.ts';

/** A pack on its own: what its author wrote, and every problem that can be seen without other packs. */
export type ReadPack = {
  readonly origin: string;
  /** Its id, or the name of its folder when it has no usable one. */
  readonly label: string;
  /** Null when there is no usable pack.yaml; then nothing of the pack can be played. */
  readonly manifest: PackManifest | null;
  /** pack.yaml as written. */
  readonly authoredManifest: Json;
  readonly manifestFile: { readonly path: string; readonly locate: Locate };
  readonly files: readonly AuthoredFile[];
  /** SHA-256 of what the pack says, whatever its comments, line ends and order of keys. */
  readonly hash: string;
  readonly problems: readonly Problem[];
};

/** Understands the files of a pack. Pure, total, and blind to the outside. */
export function parsePack(source: PackFiles): ReadPack {
  const { manifest, authored, file, locate, problems } = readManifest(source);
  const label = manifest?.id ?? basename(source.origin);
  const byPath = new Map(source.files.map((one) => [one.path, one]));
  const read = source.files.map((one) => readOne(one, byPath));
  const files = read.flatMap((one) => one.file ?? []);
  // A place that could not be read at all has no manifest either; that need not be told.
  const isUnread = source.files.length === 0 && source.problems.length > 0;
  const found = [
    ...source.problems,
    ...(isUnread ? [] : problems),
    ...read.flatMap((one) => one.problems),
    ...duplicateIds(files),
  ];
  return {
    origin: source.origin,
    label,
    manifest,
    authoredManifest: authored,
    manifestFile: { path: file, locate },
    files,
    hash: packHash(authored, files),
    problems: found.map((problem) => ({ ...problem, packId: label })),
  };
}

type ReadOne = { readonly file: AuthoredFile | null; readonly problems: readonly Problem[] };

function readOne(source: PackFile, files: ReadonlyMap<string, PackFile>): ReadOne {
  const found = fileRole(source);
  if (found.role === 'content' && source.text.includes('\0'))
    return { file: null, problems: [notText(source)] };
  if (found.role === 'content') return readContentFile(source, found.kind, files);
  return { file: null, problems: found.role === 'problem' ? [found.problem] : [] };
}

/** Files on disk are looked at when they are decoded; texts from elsewhere only here. */
function notText({ path, text }: PackFile): Problem {
  const line = text.slice(0, text.indexOf('\0')).split('\n').length;
  const message = 'The file holds a NUL character, so it is not text.';
  return fileProblem('not-utf8', path, message, 'Remove the character.', { line, column: 1 });
}
