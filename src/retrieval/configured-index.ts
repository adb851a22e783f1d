import { join, resolve } from 'node:path';
import { assertNever } from '#engine/util/assert-never.ts';
import type { Clock } from '#engine/util/clock.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import type { Secret } from '#engine/util/secret.ts';
import type { Embedder } from './embedding/embedder.ts';
import {
  createOpenAiEmbedder,
  createVoyageEmbedder,
  type OpenAiEmbeddingSettings,
  type VoyageSettings,
} from './embedding/http-embedders.ts';
import { createOfflineEmbedder } from './embedding/offline-embedder.ts';
import { openLanceLoreIndex } from './index/lance-lore-index.ts';
import type { LoreIndex } from './lore-index.ts';
import { openRebuildableIndex, type RebuildableIndex } from './rebuildable-index.ts';

type EmbeddingSettings =
  /** On this machine; `folder` keeps the derived weights. */
  | { readonly kind: 'offline'; readonly folder: string }
  | ({ readonly kind: 'voyage' } & VoyageSettings)
  | ({ readonly kind: 'openai' } & OpenAiEmbeddingSettings)
  /** Full text alone. */
  | { readonly kind: 'none' };

/** Creates the embedder the settings name; null when they name none. */
function chooseEmbedder(settings: EmbeddingSettings): Embedder | Rejection | null {
  switch (settings.kind) {
    case 'offline':
      return createOfflineEmbedder(settings.folder);
    case 'voyage':
      return createVoyageEmbedder(settings);
    case 'openai':
      return createOpenAiEmbedder(settings);
    case 'none':
      return null;
    default:
      return assertNever(settings);
  }
}

/** Server settings that concern the index. */
type IndexEnvironment = {
  readonly LANCEDB_URI?: string | undefined;
  readonly LORE_CACHE_MEGABYTES: number;
  readonly EMBEDDINGS: EmbeddingSettings['kind'];
  readonly EMBEDDINGS_URL?: string | undefined;
  readonly EMBEDDINGS_MODEL?: string | undefined;
  readonly EMBEDDINGS_DIMENSION?: number | undefined;
  readonly EMBEDDINGS_API_KEY?: Secret | undefined;
  readonly OPENAI_API_KEY?: Secret | undefined;
};

type IndexSettings = {
  readonly folder: string;
  readonly cacheMegabytes: number;
  readonly embedding: EmbeddingSettings;
};

const OPENAI = { url: 'https://api.openai.com/v1', model: 'text-embedding-3-small', dimension: 1536 };

/**
 * Reads the location of the index and the embedder from the settings. Rejects settings that do not belong together, and
 * names the missing ones.
 */
export function readIndexSettings(given: IndexEnvironment, dataFolder: string): IndexSettings | Rejection {
  const folder = resolve(given.LANCEDB_URI ?? join(dataFolder, 'lance'));
  if (given.LANCEDB_URI?.includes('://') === true) return sharedAddress(given.LANCEDB_URI);
  const embedding = embeddingSettings(given, dataFolder);
  return 'rejected' in embedding
    ? embedding
    : { folder, cacheMegabytes: given.LORE_CACHE_MEGABYTES, embedding };
}

function embeddingSettings(given: IndexEnvironment, dataFolder: string): EmbeddingSettings | Rejection {
  const { EMBEDDINGS: kind, EMBEDDINGS_API_KEY: key } = given;
  if (kind === 'none') return { kind };
  if (kind === 'offline') return { kind, folder: join(dataFolder, 'models') };
  if (kind === 'openai') return openAiSettings(given);
  if (key === undefined)
    return missing('EMBEDDINGS_API_KEY', 'EMBEDDINGS=voyage needs the key of an account');
  const { EMBEDDINGS_MODEL: model, EMBEDDINGS_DIMENSION: dimension, EMBEDDINGS_URL: url } = given;
  return { kind, apiKey: key, model, dimension, url };
}

function openAiSettings(given: IndexEnvironment): EmbeddingSettings | Rejection {
  const { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_DIMENSION: dimension } = given;
  const apiKey = openAiKey(given);
  if (url !== undefined && model === undefined)
    return missing('EMBEDDINGS_MODEL', `which of its models ${url} is to use`);
  if (model !== undefined && dimension === undefined)
    return missing('EMBEDDINGS_DIMENSION', `how many numbers a vector of ${model} has`);
  if (url === undefined && apiKey === null)
    return missing(
      'EMBEDDINGS_API_KEY',
      'EMBEDDINGS=openai needs a key, or OPENAI_API_KEY, or EMBEDDINGS_URL',
    );
  const chosen = model === undefined ? OPENAI : { model, dimension: dimension ?? OPENAI.dimension };
  return { kind: 'openai', ...chosen, url: url ?? OPENAI.url, apiKey };
}

/** Returns the key for the embedding service. The key for OpenAI's own models is never sent to another server. */
function openAiKey(given: IndexEnvironment): Secret | null {
  const own = given.EMBEDDINGS_URL === undefined ? given.OPENAI_API_KEY : undefined;
  return given.EMBEDDINGS_API_KEY ?? own ?? null;
}

function missing(name: string, why: string): Rejection {
  return reject('incomplete-settings', `${name}: is not set, and it has to be: ${why}.`, [name]);
}

function sharedAddress(address: string): Rejection {
  const reason = `LANCEDB_URI: ${address} is an address that servers would share. Every server keeps a copy of the index of its own: name a folder of this machine.`;
  return reject('shared-index', reason, ['LANCEDB_URI']);
}

type Outside = {
  readonly clock: Clock;
  /** Takes sentences for the operator, with their cause. */
  readonly say: (line: string, error?: unknown) => void;
};

/**
 * Opens the index of a configuration for this process alone. Without an embedding model it says so and uses full text
 * only. A damaged index is moved aside and begun anew.
 */
export function openConfiguredIndex(
  settings: IndexSettings,
  { clock, say }: Outside,
): Promise<RebuildableIndex> {
  const open = () => openIndexForReading(settings, { clock, say });
  return openRebuildableIndex({ folder: settings.folder, open, clock, onProblem: say });
}

/** Opens the index of a configuration beside a server that works on it. The caller writes nothing. */
export function openIndexForReading(
  { folder: uri, cacheMegabytes, embedding }: IndexSettings,
  { clock, say }: Outside,
): Promise<LoreIndex> {
  const embedder = chooseEmbedder(embedding);
  if (isRejection(embedder)) say(embedder.reason);
  const chosen = isRejection(embedder) ? null : embedder;
  return openLanceLoreIndex({ uri, cacheMegabytes, embedder: chosen, clock });
}
