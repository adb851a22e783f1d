import { stringify } from 'yaml';
import type { Json } from '#engine/util/canonical-json.ts';
import { CONTENT_KINDS, type ContentKind } from './format/content-kinds.ts';
import { ContentId } from './format/field-types.ts';
import type { PackFile, PackFiles } from './pack-files.ts';
import { createFileProblem } from './problem.ts';
import type { ReadPack } from './read-pack.ts';

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

/** Converts a pack that was read into values that can be stored and changed. */
export function toHomebrewPack({ authoredManifest, files }: ReadPack): HomebrewPack {
  const isObject = (value: Json): value is JsonData =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  return {
    manifest: isObject(authoredManifest) ? authoredManifest : {},
    contents: files
      .filter(({ isRead }) => isRead)
      .map(({ kind, id, data, body }) => ({ kind, id, data, body })),
  };
}

/** Adds a content to the pack, or replaces the one with its id. */
export function putContent(pack: HomebrewPack, content: HomebrewContent): HomebrewPack {
  const others = pack.contents.filter(({ id }) => id !== content.id);
  return { ...pack, contents: [...others, content] };
}

export function removeContent(pack: HomebrewPack, id: string): HomebrewPack {
  return { ...pack, contents: pack.contents.filter((content) => content.id !== id) };
}

/**
 * Converts a homebrew pack into the files it would be on disk. Contents that cannot be written as a file become
 * problems.
 */
export function toPackFiles(pack: HomebrewPack): PackFiles {
  const origin = typeof pack.manifest.id === 'string' ? pack.manifest.id : 'homebrew';
  try {
    const files = [written('pack.yaml', yamlOf(pack.manifest)), ...pack.contents.map(contentFile)];
    return { origin, files, problems: [] };
  } catch (cause) {
    const message = `The pack cannot be written: ${cause instanceof Error ? cause.message : String(cause)}.`;
    const problem = createFileProblem(
      'unwritable',
      '',
      message,
      'Nest less deeply, and write plain values only.',
    );
    return { origin, files: [], problems: [problem] };
  }
}

function contentFile({ kind, id, data, body }: HomebrewContent): PackFile {
  // These values come from clients and models: an id must never become a path that leads elsewhere.
  if (!ContentId.safeParse(id).success) throw new Error(`${id.slice(0, 60)} is no id`);
  const { folders, written: form } = CONTENT_KINDS[kind];
  if (form === 'yaml') return written(`${folders[0]}/${id}.yaml`, yamlOf(data));
  return written(`${folders[0]}/${id}.md`, `---\n${yamlOf(data)}---\n${body === '' ? '' : `\n${body}\n`}`);
}

/** Encodes a text as the bytes that a file on disk would be read as. */
function written(path: string, text: string): PackFile {
  return { path, text: text.toWellFormed().replace(/\r\n?/g, '\n') };
}

function yamlOf(data: JsonData): string {
  // No anchors: a pack is written as an author would write it. Lines are not folded, so that texts come back as they were.
  return stringify(data, {
    version: '1.2',
    lineWidth: 0,
    aliasDuplicateObjects: false,
    blockQuote: 'literal',
  });
}
