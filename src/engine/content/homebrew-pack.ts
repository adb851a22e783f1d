import type { Json } from '#engine/kit/canonical-json.ts';
import type { ContentKind } from './format/content-kinds.ts';
import type { ReadPack } from './pack/parse-pack.ts';

export type JsonData = { readonly [key: string]: Json };

/** One content of a homebrew pack: what its file would say. */
export type HomebrewContent = {
  readonly kind: ContentKind;
  readonly id: string;
  readonly data: JsonData;
  /** The text below the frontmatter. */
  readonly body: string;
};

/** A pack as plain values, in the same shapes as files. */
export type HomebrewPack = { readonly manifest: JsonData; readonly contents: readonly HomebrewContent[] };

/** A pack that was read, as values that can be kept and changed. */
export function homebrewFrom({ authoredManifest, files }: ReadPack): HomebrewPack {
  const isObject = (value: Json): value is JsonData =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  return {
    manifest: isObject(authoredManifest) ? authoredManifest : {},
    contents: files
      .filter(({ isRead }) => isRead)
      .map(({ kind, id, data, body }) => ({ kind, id, data, body })),
  };
}

/** The pack with a content added, or put in the place of the one with its id. */
export function withContent(pack: HomebrewPack, content: HomebrewContent): HomebrewPack {
  const others = pack.contents.filter(({ id }) => id !== content.id);
  return { ...pack, contents: [...others, content] };
}

export function withoutContent(pack: HomebrewPack, id: string): HomebrewPack {
  return { ...pack, contents: pack.contents.filter((content) => content.id !== id) };
}
