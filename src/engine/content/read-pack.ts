import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import { type Json, toCanonicalJson } from '#engine/util/canonical-json.ts';
import { IMAGE_KEYS } from './format/field-types.ts';
import { PackManifest } from './format/manifest.ts';
import { findSchemaProblems } from './format/schema-problems.ts';
import type { PackFile, PackFiles, PackImages } from './pack-files.ts';
import { createFileProblem, type Problem } from './problem.ts';
import { type AuthoredFile, detectFileRole, readContentFile } from './reading/read-content-file.ts';
import { readFolder } from './reading/read-pack-files.ts';
import { type Locate, readYaml } from './reading/read-yaml.ts';

/**
 * Hashes the meaning of a pack instead of its bytes. Comments, line ends, the order of keys and the names of files do
 * not count, and neither do images. The hash is therefore the same on every machine and for a homebrew pack kept in a
 * database, and a campaign goes on when a pack gains a portrait.
 */
function hashPack(manifest: Json, files: readonly AuthoredFile[]): string {
  const content = files
    .map(({ kind, id, data, body }) => toCanonicalJson({ kind, id, data: withoutImages(data), body }))
    .sort()
    .join('\n');
  return createHash('sha256')
    .update(`${toCanonicalJson(withoutImages(manifest))}\n${content}`)
    .digest('hex');
}

function withoutImages(data: Json): Json {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data;
  return Object.fromEntries(
    Object.entries(data).filter(([key]) => !IMAGE_KEYS.some((imageKey) => imageKey === key)),
  );
}

/** Reports ids used by more than one file of a pack, even in different folders. */
function findDuplicateIds(files: readonly AuthoredFile[]): readonly Problem[] {
  const first = new Map<string, AuthoredFile>();
  return files
    .filter(({ isRead }) => isRead)
    .flatMap((file) => {
      const holder = first.get(file.id);
      if (holder === undefined) {
        first.set(file.id, file);
        return [];
      }
      const message = `The id ${file.id} is taken by ${holder.path}.`;
      const advice = 'Give one of the two files another id.';
      return [
        {
          ...createFileProblem('duplicate-id', file.path, message, advice, file.locate(['id'])),
          field: 'id',
        },
      ];
    });
}

type ReadManifest = {
  readonly manifest: PackManifest | null;
  /** The manifest as written, for hashing and for saving it again. */
  readonly authored: Json;
  readonly file: string;
  readonly locate: Locate;
  readonly problems: readonly Problem[];
};

function readManifest({ files }: PackFiles): ReadManifest {
  const source = files.find(({ path }) => /^pack\.ya?ml$/.test(path));
  if (source === undefined) return without();
  const { data, problems, locate } = readYaml(source.text, source.path);
  const faults = data === undefined ? problems : findSchemaProblems(PackManifest, data, source.path, locate);
  const parsed = PackManifest.safeParse(data);
  return {
    manifest: parsed.data ?? null,
    authored: data ?? null,
    file: source.path,
    locate,
    problems: faults,
  };
}

function without(): ReadManifest {
  const message = 'The folder has no pack.yaml, so it is not a pack.';
  const advice =
    'Write pack.yaml with id, name, version, summary and layer, or run: npm run packs -- new <id>.';
  return {
    manifest: null,
    authored: null,
    file: 'pack.yaml',
    locate: () => ({ line: 1, column: 1 }),
    problems: [createFileProblem('no-manifest', 'pack.yaml', message, advice)],
  };
}

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
  /** SHA-256 of the pack's meaning; comments, line ends and the order of keys do not count. */
  readonly hash: string;
  readonly problems: readonly Problem[];
  /** Its images by path; undefined where only its texts are known. */
  readonly images: PackImages | undefined;
};

/** Parses the files of a pack. Pure: faults of the files become problems of the result. */
export function parsePack(source: PackFiles): ReadPack {
  const byPath = indexByPath(source);
  return joinFiles(
    source,
    source.files.map((one) => readOne(one, byPath)),
  );
}

const indexByPath = ({ files }: PackFiles) => new Map(files.map((one) => [one.path, one]));

function joinFiles(source: PackFiles, read: readonly ReadOne[]): ReadPack {
  const { manifest, authored, file, locate, problems } = readManifest(source);
  const label = manifest?.id ?? basename(source.origin);
  const files = read.flatMap((one) => one.file ?? []);
  // A place that could not be read at all has no manifest either; that need not be told.
  const isUnread = source.files.length === 0 && source.problems.length > 0;
  const found = [
    ...source.problems,
    ...(isUnread ? [] : problems),
    ...read.flatMap((one) => one.problems),
    ...findDuplicateIds(files),
  ];
  return {
    origin: source.origin,
    label,
    manifest,
    authoredManifest: authored,
    manifestFile: { path: file, locate },
    files,
    hash: hashPack(authored, files),
    images: source.images,
    problems: found.map((problem) => ({ ...problem, packId: label })),
  };
}

type ReadOne = { readonly file: AuthoredFile | null; readonly problems: readonly Problem[] };

function readOne(source: PackFile, files: ReadonlyMap<string, PackFile>): ReadOne {
  const found = detectFileRole(source);
  if (found.role === 'content' && source.text.includes('\0'))
    return { file: null, problems: [notText(source)] };
  if (found.role === 'content') return readContentFile(source, found.kind, files);
  return { file: null, problems: found.role === 'problem' ? [found.problem] : [] };
}

/** Files on disk are looked at when they are decoded; texts from elsewhere only here. */
function notText({ path, text }: PackFile): Problem {
  const line = text.slice(0, text.indexOf('\0')).split('\n').length;
  const message = 'The file holds a NUL character, so it is not text.';
  return createFileProblem('not-utf8', path, message, 'Remove the character.', { line, column: 1 });
}

export type { AuthoredFile } from './reading/read-content-file.ts';

/**
 * Reads the pack in a folder. Never throws: every fault of the folder or its files becomes a problem. Other work goes on between
 * two files, because a campaign may be starting while turns run.
 */
export async function readPack(folder: string): Promise<ReadPack> {
  const source = await readFolder(folder);
  const byPath = indexByPath(source);
  const read: ReadOne[] = [];
  for (const one of source.files) {
    read.push(readOne(one, byPath));
    await nextTick();
  }
  return joinFiles(source, read);
}
