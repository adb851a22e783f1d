import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type ListedPrices, ModelEntry, type Prices } from './catalogue/model-entry.ts';

export type { ListedPrices, ModelEntry, Prices };

/** The models that can be named, by key. */
export type Catalogue = ReadonlyMap<string, ModelEntry>;

/** A catalogue file that cannot be used; the message names each field at fault. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
}

const BUILT_IN = new URL('./catalogue/models.json', import.meta.url);

const Key = z.string().regex(/^[a-z0-9][a-z0-9.-]*$/, 'a key is lower-case letters, digits, . and -');
const CatalogueFile = z.strictObject({ models: z.record(Key, z.record(z.string(), z.unknown())) });

/**
 * The models this version knows, with the user's own file laid over them: an entry for a known key replaces the
 * fields it names, an entry for a new key must be whole.
 */
export function loadCatalogue(userFile?: string): Catalogue {
  const builtIn = readEntries(BUILT_IN, new Map());
  return userFile === undefined ? builtIn : new Map([...builtIn, ...readEntries(userFile, builtIn)]);
}

function readEntries(file: string | URL, known: Catalogue): Map<string, ModelEntry> {
  const path = file instanceof URL ? file.pathname : file;
  const parsed = CatalogueFile.safeParse(readJson(file, path));
  if (!parsed.success) throw new CatalogueError(complaints(path, [], parsed.error).join('\n'));

  const problems: string[] = [];
  const entries = new Map<string, ModelEntry>();
  for (const [key, fields] of Object.entries(parsed.data.models)) {
    const entry = ModelEntry.safeParse({ ...known.get(key), ...fields });
    if (entry.success) entries.set(key, entry.data);
    else problems.push(...complaints(path, ['models', key], entry.error));
  }
  if (problems.length > 0) throw new CatalogueError(problems.join('\n'));
  return entries;
}

function readJson(file: string | URL, path: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new CatalogueError(`${path}: cannot be read as JSON`, { cause });
  }
}

function complaints(path: string, prefix: readonly string[], error: z.ZodError): string[] {
  return error.issues.map((issue) => `${path}: ${[...prefix, ...issue.path].join('.')}: ${issue.message}`);
}
