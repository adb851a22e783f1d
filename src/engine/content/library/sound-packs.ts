import { isError, type Problem } from '../problem.ts';
import { brokenDependency } from './dependency-problems.ts';
import type { NamedPack } from './named-pack.ts';
import type { OrderedPacks } from './order-packs.ts';

/** The packs without errors whose packs below have none either, and a problem for each pack pulled down by another. */
export function soundPacks(
  ordered: OrderedPacks,
  problems: readonly Problem[],
): { readonly ordered: OrderedPacks; readonly problems: readonly Problem[] } {
  const broken = new Set(problems.filter(isError).map(({ packId }) => packId));
  const brokenBelow = ({ manifest }: NamedPack) =>
    [...(ordered.closures.get(manifest.id) ?? [])].find((id) => id !== manifest.id && broken.has(id));
  const pulledDown = ordered.packs.flatMap((pack) => {
    const culprit = brokenBelow(pack);
    if (culprit === undefined || broken.has(pack.manifest.id)) return [];
    const at = Math.max(
      0,
      pack.manifest.depends_on.findIndex(({ id }) => id === culprit),
    );
    return [brokenDependency(pack, ['depends_on', at], culprit)];
  });
  const packs = ordered.packs.filter(
    (pack) => !broken.has(pack.manifest.id) && brokenBelow(pack) === undefined,
  );
  return { ordered: { ...ordered, packs }, problems: pulledDown };
}
