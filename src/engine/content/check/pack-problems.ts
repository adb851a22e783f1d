import { basename } from 'node:path';
import { CHUNKED_KINDS, chunksOf } from '../chunk.ts';
import { CONTENT_KINDS, KIND_NAMES } from '../format/content-kinds.ts';
import { manifestProblem, type NamedPack } from '../library/named-pack.ts';
import type { Problem } from '../problem.ts';
import type { Check, Checking } from './checking.ts';

/** Whether a pack keeps what its manifest promises. */
export const packProblems: Check = (checking) =>
  checking.ordered.packs.flatMap((pack) => [
    ...wrongFolder(pack),
    ...declaredTwice(pack, 'event_types'),
    ...declaredTwice(pack, 'character_categories'),
    ...brokenPromises(pack, checking),
  ]);

function wrongFolder(pack: NamedPack): readonly Problem[] {
  const folder = basename(pack.origin);
  const { id } = pack.manifest;
  if (folder === id) return [];
  const message = `The pack is called ${id}, its folder ${folder}.`;
  return [warned(manifestProblem(pack, 'folder-name', ['id'], message, `Rename the folder to ${id}.`))];
}

function declaredTwice(pack: NamedPack, key: 'event_types' | 'character_categories'): readonly Problem[] {
  const seen = new Set<string>();
  return pack.manifest[key].flatMap(({ id }, at) => {
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    return [
      manifestProblem(pack, 'duplicate-id', [key, at, 'id'], `${id} is declared twice.`, 'Keep one of them.'),
    ];
  });
}

function brokenPromises(pack: NamedPack, checking: Checking): readonly Problem[] {
  const counts = countsOf(pack, checking);
  return Object.entries(pack.manifest.provides ?? {}).flatMap(([key, promised]) => {
    const found = counts[key === 'npcs' ? 'characters' : key] ?? 0;
    const isUnsure = key === 'chunks' && pack.files.some(({ isSound }) => !isSound);
    if (promised === undefined || isUnsure || keeps(promised, found)) return [];
    const message = `pack.yaml promises ${promised} ${key}; there are ${found}.`;
    return [
      warned(manifestProblem(pack, 'wrong-count', ['provides', key], message, `Write ${key}: ${found}.`)),
    ];
  });
}

/** `~150` is kept by anything within a fifth of it. */
function keeps(promised: number | string, found: number): boolean {
  if (typeof promised === 'number') return promised === found;
  const about = Number(promised.slice(1));
  return Math.abs(found - about) <= Math.max(1, about / 5);
}

/** Files count whether or not they are sound, so that one mistake is told once. */
function countsOf({ manifest, files }: NamedPack, { library }: Checking): Readonly<Record<string, number>> {
  const own = KIND_NAMES.map((kind) => {
    const [folder] = CONTENT_KINDS[kind].folders;
    const count = files.filter((file) => file.kind === kind && file.data.overrides === undefined).length;
    return [folder, count] as const;
  });
  const lore = CHUNKED_KINDS.flatMap((kind) =>
    library.all(kind).filter(({ packId }) => packId === manifest.id),
  );
  return { ...Object.fromEntries(own), chunks: lore.flatMap((content) => chunksOf(content)).length };
}

function warned(problem: Problem): Problem {
  return { ...problem, severity: 'warning' };
}
