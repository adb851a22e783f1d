import { suggestName } from '#engine/state/suggest-name.ts';
import { LAYERS } from '../format/manifest.ts';
import type { FieldPath, Problem } from '../problem.ts';
import { canRangesMeet, isVersionIn, isVersionRange } from '../version-range.ts';
import { manifestProblem, type NamedPack } from './named-pack.ts';

type Packs = ReadonlyMap<string, NamedPack>;
type Closures = ReadonlyMap<string, ReadonlySet<string>>;

const RANGES = 'Write a range like ^1.2.0, ~1.2, >=1.0.0 <3 or 1.x.';

/** What is wrong with the packs a pack stands on. */
export function dependencyProblems(
  pack: NamedPack,
  packs: Packs,
  closures: Closures,
  unreadable: ReadonlySet<string>,
): readonly Problem[] {
  const { manifest } = pack;
  return manifest.depends_on.flatMap(({ id, version }, at) => {
    const path = ['depends_on', at] as const;
    if (!isVersionRange(version)) {
      const message = `${version} is not a range of versions.`;
      return manifestProblem(pack, 'bad-range', [...path, 'version'], message, RANGES);
    }
    const needed = packs.get(id);
    if (needed === undefined && unreadable.has(id)) return brokenDependency(pack, [...path, 'id'], id);
    if (needed === undefined) return missing(pack, path, id, packs);
    if (closures.get(id)?.has(manifest.id)) return cycle(pack, path, id, closures);
    return [
      ...unmet(pack, path, needed, version),
      ...wrongLayer(pack, path, needed),
      ...conflicts(pack, path, { id, version }, [...(closures.get(manifest.id) ?? [])], packs),
    ];
  });
}

/** A pack that would be fine, if the one it stands on were. */
export function brokenDependency(pack: NamedPack, path: FieldPath, culprit: string): Problem {
  const message = `${culprit}, on which this pack stands, has errors, so neither can be played.`;
  return manifestProblem(pack, 'broken-dependency', path, message, `Mend ${culprit} first.`);
}

function missing(pack: NamedPack, path: FieldPath, id: string, packs: Packs): Problem {
  const others = [...packs.keys()].filter((known) => known !== pack.manifest.id);
  const near = suggestName(id, others).trim();
  const advice = near === '' ? 'Install it beside this pack, or remove the line.' : near;
  return manifestProblem(pack, 'missing-pack', [...path, 'id'], `There is no pack ${id}.`, advice);
}

function cycle(pack: NamedPack, path: FieldPath, id: string, closures: Closures): Problem {
  const own = pack.manifest.id;
  const ring = [...(closures.get(own) ?? [])].filter((member) => closures.get(member)?.has(own)).sort();
  const circle =
    id === own ? `${own} depends on itself.` : `The packs ${ring.join(', ')} depend on each other.`;
  return manifestProblem(
    pack,
    'cycle',
    [...path, 'id'],
    circle,
    'Move what they share into a pack below them.',
  );
}

function unmet(pack: NamedPack, path: FieldPath, needed: NamedPack, range: string): readonly Problem[] {
  const { id, version } = needed.manifest;
  if (isVersionIn(version, range)) return [];
  const message = `This pack wants ${id} ${range}; installed is ${version}.`;
  const advice = `Install a fitting ${id}, or write ^${version}.`;
  return [manifestProblem(pack, 'unmet-version', [...path, 'version'], message, advice)];
}

function wrongLayer(pack: NamedPack, path: FieldPath, needed: NamedPack): readonly Problem[] {
  const { id, layer } = needed.manifest;
  if (LAYERS.indexOf(layer) <= LAYERS.indexOf(pack.manifest.layer)) return [];
  const message = `${id} is of the layer ${layer}, above this pack's ${pack.manifest.layer}.`;
  const advice = `Depend only on packs of the same or a lower layer, or make this one ${layer}.`;
  return [manifestProblem(pack, 'wrong-layer', [...path, 'id'], message, advice)];
}

function conflicts(
  pack: NamedPack,
  path: FieldPath,
  wanted: { readonly id: string; readonly version: string },
  closure: readonly string[],
  packs: Packs,
): readonly Problem[] {
  const own = pack.manifest.id;
  return closure.flatMap((member) => {
    const other = packs.get(member)?.manifest.depends_on.find(({ id }) => id === wanted.id);
    if (member === own || other === undefined || !isVersionRange(other.version)) return [];
    if (canRangesMeet(wanted.version, other.version)) return [];
    const message = `This pack wants ${wanted.id} ${wanted.version}, but ${member}, which it also stands on, wants ${other.version}.`;
    const advice = 'Choose ranges that share a version.';
    return [manifestProblem(pack, 'conflicting-versions', [...path, 'version'], message, advice)];
  });
}
