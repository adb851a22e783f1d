import { CONTENT_KINDS } from '../format/content-kinds.ts';
import type { Problem } from '../problem.ts';
import { schemaProblems } from '../schema/schema-problems.ts';
import { outlineOf } from '../text/sections.ts';
import { applyOverrides, type LayeredFile } from './apply-overrides.ts';
import { type Content, deepFreeze, type Override } from './content.ts';
import { indexNames } from './name-index.ts';
import type { NamedPack } from './named-pack.ts';
import type { OrderedPacks } from './order-packs.ts';
import { type ResolvedFile, resolveFile } from './resolve-file.ts';

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

/** The part that belongs to some of the packs; null when packs outside have changed it, and it must be built anew. */
export function contentsOf(built: Contents, packIds: ReadonlySet<string>): Contents | null {
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
  const names = indexNames(packs);
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
  const { title, sections } = outlineOf(body);
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
  return deepFreeze(content) as Content;
}

/** Each file was sound by itself; together they are not, and the overriding one has to give way. */
function overriddenBadly({ file, packId, data }: LayeredFile): readonly Problem[] {
  return schemaProblems(CONTENT_KINDS[file.kind].schema, data, file.path, file.locate).map((problem) => {
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
