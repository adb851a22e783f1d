import { LAYERS } from '../format/manifest.ts';
import type { ReadPack } from '../pack/parse-pack.ts';
import type { Problem } from '../problem.ts';
import { dependencyProblems } from './dependency-problems.ts';
import type { NamedPack } from './named-pack.ts';
import { manifestProblem } from './named-pack.ts';

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
  for (const pack of byId.values()) problems.push(...dependencyProblems(pack, byId, closures, unreadable));
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
  return manifestProblem(
    pack,
    'duplicate-pack',
    ['id'],
    message,
    'Give one of the two packs another id, or remove one.',
  );
}
