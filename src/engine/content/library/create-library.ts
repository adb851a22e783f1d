import type { ImageInfo } from '#engine/util/image-file.ts';
import { createFigureLookups, type FigureLookups } from '../figures.ts';
import type { ContentKind } from '../format/content-kinds.ts';
import type { Layer, PackManifest } from '../format/manifest.ts';
import type { Problem } from '../problem.ts';
import { buildContents, type Contents, selectContents } from './build-contents.ts';
import { type Content, type Frozen, freezeDeeply, type Override } from './content.ts';
import type { NamedPack, OrderedPacks } from './order-packs.ts';

/** A pack that can be played. */
export type LibraryPack = {
  readonly id: string;
  readonly version: string;
  readonly name: string;
  readonly layer: Layer;
  /** SHA-256 of what it says; a campaign pins it. */
  readonly hash: string;
  readonly manifest: Frozen<PackManifest>;
  /** The folder, or the name of the homebrew pack. */
  readonly origin: string;
  /** Itself and every pack it stands on, lower layers first. */
  readonly closure: readonly string[];
  /** Sound images by their paths in the pack. */
  readonly images: Readonly<Record<string, ImageInfo>>;
};

function toLibraryPack(
  { manifest, hash, origin, images: read = {} }: NamedPack,
  closure: readonly string[],
): LibraryPack {
  const { id, version, name, layer } = manifest;
  const sound = Object.entries(read).flatMap(([path, image]) =>
    typeof image === 'string' ? [] : [[path, image] as const],
  );
  const images = Object.fromEntries(sound);
  return freezeDeeply({ id, version, name, layer, hash, manifest, origin, closure, images });
}

/**
 * Everything that can be played, read-only. Packs with errors are not in it; their problems are. Ids are full
 * `pack:id` everywhere.
 */
export type Library = FigureLookups & {
  /** Lower layers first. */
  readonly packs: readonly LibraryPack[];
  readonly findPack: (id: string) => LibraryPack | null;
  /** Returns every content of a kind, in the order of packs and ids. */
  readonly all: <Kind extends ContentKind>(kind: Kind) => readonly Content<Kind>[];
  /** Returns the content with this id, if it is of this kind. */
  readonly find: <Kind extends ContentKind>(kind: Kind, id: string) => Content<Kind> | null;
  readonly findAny: (id: string) => Content | null;
  /** Changes made by higher layers, key by key. */
  readonly overrides: readonly Override[];
  /** Problems of everything that was read, packs left out included. */
  readonly problems: readonly Problem[];
  /** Returns the library as if only these packs and their dependencies were installed. */
  readonly narrowedTo: (packIds: readonly string[]) => Library;
};

/** Makes a library of packs that have no errors. `built` is what these packs say, where that is already known. */
export function createLibrary(
  ordered: OrderedPacks,
  problems: readonly Problem[],
  built: Contents = buildContents(ordered),
): Library {
  const { byId, overrides } = built;
  const packs = ordered.packs.map((pack) => toLibraryPack(pack, closureOf(pack.manifest.id, ordered)));
  const packById = new Map(packs.map((pack) => [pack.id, pack]));
  const contents = [...byId.values()];
  const byKind = Map.groupBy(contents, ({ kind }) => kind);
  const narrowed = new Map<string, Library>();
  const all = <Kind extends ContentKind>(kind: Kind) =>
    (byKind.get(kind) ?? []).filter((content) => isOfKind(content, kind));

  return {
    packs,
    findPack: (id) => packById.get(id) ?? null,
    all,
    find: <Kind extends ContentKind>(kind: Kind, id: string) => {
      const found = byId.get(id);
      return found !== undefined && isOfKind(found, kind) ? found : null;
    },
    findAny: (id) => byId.get(id) ?? null,
    ...createFigureLookups({ bestiaries: () => all('bestiary'), spellbooks: () => all('spellbook') }),
    overrides,
    problems,
    narrowedTo(packIds) {
      const wanted = new Set(packIds.flatMap((id) => [...(ordered.closures.get(id) ?? [])]));
      if (wanted.size === packs.length) return this;
      const key = [...wanted].sort().join(' ');
      const known = narrowed.get(key);
      if (known !== undefined) return known;
      const fewer = { ...ordered, packs: ordered.packs.filter(({ manifest }) => wanted.has(manifest.id)) };
      const some = createLibrary(fewer, [], selectContents(built, wanted) ?? undefined);
      narrowed.set(key, some);
      return some;
    },
  };
}

function closureOf(id: string, { packs, closures }: OrderedPacks): readonly string[] {
  const members = closures.get(id) ?? new Set([id]);
  return packs.map(({ manifest }) => manifest.id).filter((other) => members.has(other));
}

function isOfKind<Kind extends ContentKind>(content: Content, kind: Kind): content is Content<Kind> {
  return content.kind === kind;
}
