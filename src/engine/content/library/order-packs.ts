import { suggestName } from '#engine/state/suggest-name.ts';
import { LAYERS, type PackManifest } from '../format/manifest.ts';
import { toProblem } from '../format/schema-problems.ts';
import type { FieldPath, Problem } from '../problem.ts';
import type { ReadPack } from '../read-pack.ts';
import { doRangesOverlap, isVersionInRange, isVersionRange } from '../version-range.ts';

/** A pack whose manifest could be read. */
export type NamedPack = ReadPack & { readonly manifest: PackManifest };

/** Creates a problem of a pack's manifest, with its place. */
export function createManifestProblem(
  pack: NamedPack,
  code: string,
  path: FieldPath,
  message: string,
  advice: string,
): Problem {
  const { path: file, locate } = pack.manifestFile;
  const problem = toProblem({ code, path, part: 'value', message, advice }, file, locate);
  return { ...problem, packId: pack.manifest.id };
}

type Packs = ReadonlyMap<string, NamedPack>;
type Closures = ReadonlyMap<string, ReadonlySet<string>>;

const RANGES = 'Write a range like ^1.2.0, ~1.2, >=1.0.0 <3 or 1.x.';

/** Reports problems with the packs a pack depends on. */
function checkDependencies(
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
      return createManifestProblem(pack, 'bad-range', [...path, 'version'], message, RANGES);
    }
    const needed = packs.get(id);
    if (needed === undefined && unreadable.has(id))
      return createBrokenDependencyProblem(pack, [...path, 'id'], id);
    if (needed === undefined) return missing(pack, path, id, packs);
    if (closures.get(id)?.has(manifest.id)) return cycle(pack, path, id, closures);
    return [
      ...unmet(pack, path, needed, version),
      ...wrongLayer(pack, path, needed),
      ...conflicts(pack, path, { id, version }, [...(closures.get(manifest.id) ?? [])], packs),
    ];
  });
}

/** Creates the problem of a pack whose only fault is a broken dependency. */
export function createBrokenDependencyProblem(pack: NamedPack, path: FieldPath, culprit: string): Problem {
  const message = `${culprit}, on which this pack stands, has errors, so neither can be played.`;
  return createManifestProblem(pack, 'broken-dependency', path, message, `Mend ${culprit} first.`);
}

function missing(pack: NamedPack, path: FieldPath, id: string, packs: Packs): Problem {
  const others = [...packs.keys()].filter((known) => known !== pack.manifest.id);
  const near = suggestName(id, others).trim();
  const advice = near === '' ? 'Install it beside this pack, or remove the line.' : near;
  return createManifestProblem(pack, 'missing-pack', [...path, 'id'], `There is no pack ${id}.`, advice);
}

function cycle(pack: NamedPack, path: FieldPath, id: string, closures: Closures): Problem {
  const own = pack.manifest.id;
  const ring = [...(closures.get(own) ?? [])].filter((member) => closures.get(member)?.has(own)).sort();
  const circle =
    id === own ? `${own} depends on itself.` : `The packs ${ring.join(', ')} depend on each other.`;
  return createManifestProblem(
    pack,
    'cycle',
    [...path, 'id'],
    circle,
    'Move what they share into a pack below them.',
  );
}

function unmet(pack: NamedPack, path: FieldPath, needed: NamedPack, range: string): readonly Problem[] {
  const { id, version } = needed.manifest;
  if (isVersionInRange(version, range)) return [];
  const message = `This pack wants ${id} ${range}; installed is ${version}.`;
  const advice = `Install a fitting ${id}, or write ^${version}.`;
  return [createManifestProblem(pack, 'unmet-version', [...path, 'version'], message, advice)];
}

function wrongLayer(pack: NamedPack, path: FieldPath, needed: NamedPack): readonly Problem[] {
  const { id, layer } = needed.manifest;
  if (LAYERS.indexOf(layer) <= LAYERS.indexOf(pack.manifest.layer)) return [];
  const message = `${id} is of the layer ${layer}, above this pack's ${pack.manifest.layer}.`;
  const advice = `Depend only on packs of the same or a lower layer, or make this one ${layer}.`;
  return [createManifestProblem(pack, 'wrong-layer', [...path, 'id'], message, advice)];
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
    if (doRangesOverlap(wanted.version, other.version)) return [];
    const message = `This pack wants ${wanted.id} ${wanted.version}, but ${member}, which it also stands on, wants ${other.version}.`;
    const advice = 'Choose ranges that share a version.';
    return [createManifestProblem(pack, 'conflicting-versions', [...path, 'version'], message, advice)];
  });
}

export type OrderedPacks = {
  /** Lower layers first, and every pack after those it depends on. */
  readonly packs: readonly NamedPack[];
  /** Pack id → itself and every pack below it. */
  readonly closures: ReadonlyMap<string, ReadonlySet<string>>;
  readonly problems: readonly Problem[];
};

/** Finds out which pack stands on which, and whether the versions fit. */
export function orderPacks(read: readonly ReadPack[]): OrderedPacks {
  const named = read.filter((pack): pack is NamedPack => pack.manifest !== null);
  const byId = new Map<string, NamedPack>();
  const problems: Problem[] = [];
  for (const pack of named) {
    const holder = byId.get(pack.manifest.id);
    if (holder === undefined) byId.set(pack.manifest.id, pack);
    else problems.push(twice(pack, holder));
  }
  const unreadable = new Set(read.filter(({ manifest }) => manifest === null).map(({ label }) => label));
  const closures = new Map([...byId.keys()].map((id) => [id, closureOf(id, byId)] as const));
  for (const pack of byId.values()) problems.push(...checkDependencies(pack, byId, closures, unreadable));
  return { packs: [...byId.values()].sort(byLayerAndNeed(closures)), closures, problems };
}

function closureOf(id: string, packs: ReadonlyMap<string, NamedPack>): ReadonlySet<string> {
  const found = new Set<string>([id]);
  // A set may grow while it is walked; new members are walked too.
  for (const member of found) {
    for (const { id: needed } of packs.get(member)?.manifest.depends_on ?? []) {
      if (packs.has(needed)) found.add(needed);
    }
  }
  return found;
}

function byLayerAndNeed(closures: ReadonlyMap<string, ReadonlySet<string>>) {
  const rank = ({ manifest }: NamedPack) => LAYERS.indexOf(manifest.layer);
  const depth = ({ manifest }: NamedPack) => closures.get(manifest.id)?.size ?? 0;
  return (a: NamedPack, b: NamedPack) =>
    rank(a) - rank(b) || depth(a) - depth(b) || (a.manifest.id < b.manifest.id ? -1 : 1);
}

function twice(pack: NamedPack, holder: NamedPack): Problem {
  const message = `The pack id ${pack.manifest.id} is taken by the pack in ${holder.origin}.`;
  return createManifestProblem(
    pack,
    'duplicate-pack',
    ['id'],
    message,
    'Give one of the two packs another id, or remove one.',
  );
}
