import { CONTENT_KINDS } from '../format/content-kinds.ts';
import { LAYERS } from '../format/manifest.ts';
import { findSchemaProblems } from '../format/schema-problems.ts';
import { createFileProblem, type Problem } from '../problem.ts';
import { parseOutline } from '../reading/markdown-sections.ts';
import { type Content, freezeDeeply, type Override } from './content.ts';
import type { NamedPack, OrderedPacks } from './order-packs.ts';
import { indexReferences, type ResolvedFile, resolveFile } from './resolve-references.ts';

/** A file with what higher layers made of it. */
type LayeredFile = ResolvedFile & {
  readonly body: string;
  readonly overriddenBy: readonly Override[];
  /** The files whose keys replaced its own, by key; `text` for the body. */
  readonly replacedBy: ReadonlyMap<string, ResolvedFile>;
};

type Layered = {
  readonly files: ReadonlyMap<string, LayeredFile>;
  readonly problems: readonly Problem[];
};

/**
 * Lays overriding files over what they override, key by key, in the order the packs are in. What a key said
 * before is gone; who said it last is kept.
 */
function applyOverrides(resolved: readonly ResolvedFile[], packs: ReadonlyMap<string, NamedPack>): Layered {
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
    return { ...createFileProblem(code, file.path, message, advice, at), packId, field: 'overrides' };
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

export type Contents = {
  readonly byId: ReadonlyMap<string, Content>;
  readonly overrides: readonly Override[];
  readonly problems: readonly Problem[];
  /** The file each content came from, for those who want to point at a line. */
  readonly sources: ReadonlyMap<string, LayeredFile>;
};

/** Resolves, layers and parses the files of packs that are already in order. */
export function buildContents({ packs, closures }: Pick<OrderedPacks, 'packs' | 'closures'>): Contents {
  const byPackId = new Map(packs.map((pack) => [pack.manifest.id, pack]));
  const { resolved, problems } = resolveAll(packs, closures);
  const layered = applyOverrides(resolved, byPackId);
  const byId = new Map<string, Content>();
  const found = [...problems, ...layered.problems];
  for (const [id, file] of layered.files) {
    if (!file.file.isSound) continue;
    const content = contentOf(id, file);
    if (content !== null) byId.set(id, content);
    else found.push(...overriddenBadly(file));
  }
  const overrides = [...byId.values()].flatMap(({ overriddenBy }) => overriddenBy);
  return { byId, overrides, problems: found, sources: layered.files };
}

/** Selects the contents of some packs; null when packs outside have changed them, so that they must be built anew. */
export function selectContents(built: Contents, packIds: ReadonlySet<string>): Contents | null {
  const packOf = (id: string) => id.slice(0, id.indexOf(':'));
  const isInside = ({ target, byPackId }: Override) => packIds.has(packOf(target)) && packIds.has(byPackId);
  const touchesInside = ({ target }: Override) => packIds.has(packOf(target));
  if (built.overrides.some((override) => touchesInside(override) && !isInside(override))) return null;
  const some = <Value>(all: ReadonlyMap<string, Value>) =>
    new Map([...all].filter(([id]) => packIds.has(packOf(id))));
  const overrides = built.overrides.filter(isInside);
  return { byId: some(built.byId), overrides, problems: [], sources: some(built.sources) };
}

function resolveAll(packs: readonly NamedPack[], closures: OrderedPacks['closures']) {
  const names = indexReferences(packs);
  const installed = new Map(packs.map(({ manifest }) => [manifest.id, manifest.version]));
  const resolved: ResolvedFile[] = [];
  const problems: Problem[] = [];
  for (const { manifest, files } of packs) {
    const visible = closures.get(manifest.id) ?? new Set([manifest.id]);
    const viewpoint = { packId: manifest.id, visible, installed, names };
    for (const file of files) {
      const one = resolveFile(file, viewpoint);
      resolved.push(one.resolved);
      problems.push(...one.problems);
    }
  }
  return { resolved, problems };
}

function contentOf(id: string, { file, packId, data, body, overriddenBy }: LayeredFile): Content | null {
  const parsed = CONTENT_KINDS[file.kind].schema.safeParse(data);
  if (!parsed.success) return null;
  const { title, sections } = parseOutline(body);
  const content = {
    id,
    packId,
    localId: file.id,
    kind: file.kind,
    name: parsed.data.name ?? title ?? spelledOut(file.id),
    data: parsed.data,
    sections,
    file: file.path,
    overriddenBy,
  };
  // The schema was chosen by the kind, so kind and data belong together; the compiler cannot follow that.
  return freezeDeeply(content) as Content;
}

/** Reports overrides that make a valid file invalid. The problem is reported at the overriding file. */
function overriddenBadly({ file, packId, data }: LayeredFile): readonly Problem[] {
  return findSchemaProblems(CONTENT_KINDS[file.kind].schema, data, file.path, file.locate).map((problem) => {
    return {
      ...problem,
      packId,
      code: 'bad-override',
      message: `After being overridden: ${problem.message}`,
    };
  });
}

function spelledOut(id: string): string {
  const words = id.replaceAll(/[_-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
