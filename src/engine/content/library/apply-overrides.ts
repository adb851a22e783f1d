import { fileProblem } from '../files/file-problem.ts';
import { LAYERS } from '../format/manifest.ts';
import type { Problem } from '../problem.ts';
import type { Override } from './content.ts';
import type { NamedPack } from './named-pack.ts';
import type { ResolvedFile } from './resolve-file.ts';

/** A file with what higher layers made of it. */
export type LayeredFile = ResolvedFile & {
  readonly body: string;
  readonly overriddenBy: readonly Override[];
  /** The files whose keys replaced its own, by key; `text` for the body. */
  readonly replacedBy: ReadonlyMap<string, ResolvedFile>;
};

export type Layered = {
  readonly files: ReadonlyMap<string, LayeredFile>;
  readonly problems: readonly Problem[];
};

/**
 * Lays overriding files over what they override, key by key, in the order the packs are in. What a key said
 * before is gone; who said it last is kept.
 */
export function applyOverrides(
  resolved: readonly ResolvedFile[],
  packs: ReadonlyMap<string, NamedPack>,
): Layered {
  const files = new Map<string, LayeredFile>();
  const problems: Problem[] = [];
  for (const one of resolved) {
    if (one.data.overrides !== undefined) continue;
    files.set(`${one.packId}:${one.file.id}`, {
      ...one,
      body: one.file.body,
      overriddenBy: [],
      replacedBy: new Map(),
    });
  }
  for (const one of resolved) {
    const target = one.data.overrides;
    if (typeof target !== 'string') continue;
    const base = files.get(target);
    const problem = overrideProblem(one, base, target, packs);
    if (problem !== null) problems.push(problem);
    else if (base !== undefined) files.set(target, laidOver(base, one, target));
  }
  return { files, problems };
}

function laidOver(base: LayeredFile, over: ResolvedFile, target: string): LayeredFile {
  const { id: _id, overrides: _overrides, type: _type, ...changed } = over.data;
  const note = (field: string, line: number): Override => {
    return { target, field, byPackId: over.packId, file: over.file.path, line };
  };
  const notes = Object.keys(changed).map((field) => note(field, over.file.locate([field], 'key').line));
  const hasText = over.file.body !== '';
  if (hasText) notes.push(note('text', over.file.bodyLine));
  return {
    ...base,
    data: { ...base.data, ...changed },
    body: hasText ? over.file.body : base.body,
    overriddenBy: [...base.overriddenBy, ...notes],
    replacedBy: new Map([...base.replacedBy, ...notes.map(({ field }) => [field, over] as const)]),
  };
}

function overrideProblem(
  { file, packId }: ResolvedFile,
  base: LayeredFile | undefined,
  target: string,
  packs: ReadonlyMap<string, NamedPack>,
): Problem | null {
  const at = file.locate(['overrides']);
  const about = (code: string, message: string, advice: string): Problem => {
    return { ...fileProblem(code, file.path, message, advice, at), packId, field: 'overrides' };
  };
  const [targetPack = ''] = target.split(':');
  const dependsOn = packs.get(packId)?.manifest.depends_on.some(({ id }) => id === targetPack);
  if (!dependsOn) {
    const message = `This pack overrides ${target} but does not depend on ${targetPack}.`;
    return about('not-a-dependency', message, `Add ${targetPack} to depends_on in pack.yaml.`);
  }
  if (base === undefined)
    return about('unknown-reference', `There is nothing called ${target}.`, 'Name a file as pack:id.');
  if (base.file.kind !== file.kind) {
    const message = `${target} is a ${base.file.kind}, and this file is a ${file.kind}.`;
    return about('wrong-kind', message, 'Put the file into the folder of its kind.');
  }
  return layerProblem(packs.get(packId), packs.get(targetPack), about);
}

function layerProblem(
  over: NamedPack | undefined,
  base: NamedPack | undefined,
  about: (code: string, message: string, advice: string) => Problem,
): Problem | null {
  const rank = (pack: NamedPack | undefined) => LAYERS.indexOf(pack?.manifest.layer ?? 'core');
  if (rank(over) >= rank(base)) return null;
  const message = `A pack of the layer ${over?.manifest.layer} cannot override one of ${base?.manifest.layer}.`;
  return about('wrong-layer', message, 'Only the same or a higher layer overrides a lower one.');
}
