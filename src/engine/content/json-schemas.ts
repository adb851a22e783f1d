import { z } from 'zod';
import type { Json } from '#engine/util/canonical-json.ts';
import { CONTENT_KINDS, KIND_NAMES } from './format/content-kinds.ts';
import { PackManifest } from './format/manifest.ts';

/** A JSON Schema for one kind of file, so that editors complete and check what an author types. */
export type FileSchema = {
  /** `pack`, or a kind of content. */
  readonly kind: string;
  /** Files the schema is for, relative to the top of a pack. */
  readonly files: readonly string[];
  readonly written: 'markdown' | 'yaml';
  readonly schema: Json;
};

/** Builds one schema for every kind of file, in draft 7, which every editor understands. */
export function buildFileSchemas(): readonly FileSchema[] {
  const pack = {
    kind: 'pack',
    files: ['pack.yaml'],
    written: 'yaml',
    schema: schemaOf(PackManifest, 'pack.yaml'),
  } as const;
  const kinds = KIND_NAMES.map((kind) => {
    const { folders, written, schema } = CONTENT_KINDS[kind];
    const ending = written === 'yaml' ? 'yaml' : 'md';
    const files = folders.map((folder) => `${folder}/**/*.${ending}`);
    return { kind, files, written, schema: schemaOf(schema, `${folders[0]}/*.${ending}`) };
  });
  return [pack, ...kinds];
}

function schemaOf(schema: z.ZodType, title: string): Json {
  const written = z.toJSONSchema(schema, { io: 'input', target: 'draft-7', unrepresentable: 'any' });
  // What zod writes is JSON through and through; its type only does not say so.
  return { title, ...written } as unknown as Json;
}
