import type { JsonData } from '#engine/content/homebrew-pack.ts';
import type { PackFiles } from '#engine/content/pack-files.ts';
import { writePackFiles } from './library/pack-sources.ts';
import type { PackRepository } from './pack-repository.ts';

/** Reads the ids a manifest depends on, as far as the manifest is well-formed. */
export function listDependencies({ depends_on: needed }: JsonData): readonly string[] {
  if (!Array.isArray(needed)) return [];
  return needed.flatMap((one) => {
    const id = typeof one === 'object' && one !== null && 'id' in one ? one.id : null;
    return typeof id === 'string' ? [id] : [];
  });
}

/** Collects the files of these packs and of all their dependencies: everything a dependent pack may refer to. */
export async function readDependencyFiles(
  packIds: readonly string[],
  packRepository: PackRepository,
): Promise<readonly PackFiles[]> {
  const library = packRepository.library();
  const ids = new Set(packIds.flatMap((id) => library.findPack(id)?.closure ?? [id]));
  const found = await Promise.all(
    [...ids].map(async (origin) => {
      const source = await packRepository.sourceOf(origin);
      return source === null ? [] : [{ origin, files: writePackFiles(source), problems: [] }];
    }),
  );
  return found.flat();
}

/** Collects the files of all dependencies of a pack. */
export async function readPackDependencies(
  packId: string,
  packRepository: PackRepository,
): Promise<readonly PackFiles[]> {
  const source = await packRepository.sourceOf(packId);
  return source === null ? [] : readDependencyFiles(listDependencies(source.manifest), packRepository);
}
