import type { PackManifest } from '../format/manifest.ts';
import type { ReadPack } from '../pack/parse-pack.ts';
import type { FieldPath, Problem } from '../problem.ts';
import { problemOf } from '../schema/schema-problems.ts';

/** A pack whose manifest could be read. */
export type NamedPack = ReadPack & { readonly manifest: PackManifest };

/** A problem of a pack's manifest, with its place. */
export function manifestProblem(
  pack: NamedPack,
  code: string,
  path: FieldPath,
  message: string,
  advice: string,
): Problem {
  const { path: file, locate } = pack.manifestFile;
  const problem = problemOf({ code, path, part: 'value', message, advice }, file, locate);
  return { ...problem, packId: pack.manifest.id };
}
