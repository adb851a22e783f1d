import { IMAGE_KEYS } from '../format/field-types.ts';
import { createManifestProblem, type NamedPack } from '../library/order-packs.ts';
import type { Problem } from '../problem.ts';
import { createFieldProblem, type PackCheck } from './check-context.ts';

/** Whether every image that a file names is there, and is one that can be shown. A story can be played without its images. */
export const checkImages: PackCheck = (checking) => {
  const packs = new Map(checking.ordered.packs.map((pack) => [pack.manifest.id, pack]));
  const ofManifests = checking.ordered.packs.flatMap((pack) => {
    const fault = findFault(pack, pack.manifest.cover);
    if (fault === null) return [];
    return [
      { ...createManifestProblem(pack, 'bad-image', ['cover'], fault, ADVICE), severity: 'warning' as const },
    ];
  });
  const ofContents = [...checking.contents.byId.values()].flatMap((content): Problem[] => {
    const source = checking.contents.sources.get(content.id);
    return IMAGE_KEYS.flatMap((key) => {
      const path: unknown = Object(content.data)[key];
      // The pack that wrote the key brings the file, also where it overrides another one.
      const pack = packs.get((source?.replacedBy.get(key) ?? source)?.packId ?? content.packId);
      const fault = pack === undefined || typeof path !== 'string' ? null : findFault(pack, path);
      if (fault === null) return [];
      const found = { severity: 'warning', code: 'bad-image', message: fault, advice: ADVICE } as const;
      return [createFieldProblem(checking, content, [key], found)];
    });
  });
  return [...ofManifests, ...ofContents];
};

const ADVICE = 'Name a PNG, JPEG, WebP or AVIF file of this pack, like images/quay.webp.';

/** Returns the fault of an image; null for a sound one, and in packs of which only texts are known. */
function findFault({ images }: NamedPack, path: string | undefined): string | null {
  if (images === undefined || path === undefined) return null;
  const image = images[path];
  if (image === undefined) return `There is no file ${path} in the pack.`;
  return typeof image === 'string' ? `${path}: ${image}` : null;
}
