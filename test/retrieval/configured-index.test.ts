import { expect, it } from 'vitest';
import { readConfig } from '#config';
import { isRejection } from '#engine/util/rejection.ts';
import { readIndexSettings } from '#retrieval/configured-index.ts';

const settingsOf = (environment: Record<string, string>) => {
  const settings = readIndexSettings(readConfig(environment), '/data');
  if (isRejection(settings)) return settings.reason;
  const { folder, cacheMegabytes, embedding } = settings;
  const key = 'apiKey' in embedding ? (embedding.apiKey?.reveal() ?? null) : undefined;
  return { index: folder, cacheMegabytes, ...embedding, ...(key === undefined ? {} : { apiKey: key }) };
};

it('keeps everything in the data folder and embeds on this machine when nothing is set', () => {
  expect(settingsOf({})).toEqual({
    index: '/data/lance',
    cacheMegabytes: 128,
    kind: 'offline',
    folder: '/data/models',
  });
});

it.each([
  ['full text alone', { EMBEDDINGS: 'none' }, { kind: 'none' }],
  ['more memory', { LORE_CACHE_MEGABYTES: '1024' }, { cacheMegabytes: 1024 }],
  ['another place', { LANCEDB_URI: '/mnt/fast/lore' }, { index: '/mnt/fast/lore' }],
  ['Voyage', { EMBEDDINGS: 'voyage', EMBEDDINGS_API_KEY: 'pa-1' }, { kind: 'voyage', apiKey: 'pa-1' }],
  [
    'OpenAI with the key its models use',
    { EMBEDDINGS: 'openai', OPENAI_API_KEY: 'sk-1' },
    { url: 'https://api.openai.com/v1', model: 'text-embedding-3-small', dimension: 1536, apiKey: 'sk-1' },
  ],
  [
    'a server of one’s own, which never gets the key for OpenAI',
    {
      EMBEDDINGS: 'openai',
      EMBEDDINGS_URL: 'http://localhost:11434/v1',
      EMBEDDINGS_MODEL: 'nomic-embed-text',
      EMBEDDINGS_DIMENSION: '768',
      OPENAI_API_KEY: 'sk-1',
    },
    { url: 'http://localhost:11434/v1', model: 'nomic-embed-text', dimension: 768, apiKey: null },
  ],
])('takes %s', (_case, environment, settings) => {
  expect(settingsOf(environment)).toMatchObject(settings);
});

it.each([
  ['EMBEDDINGS_API_KEY', { EMBEDDINGS: 'voyage' }],
  ['EMBEDDINGS_API_KEY', { EMBEDDINGS: 'openai' }],
  ['EMBEDDINGS_MODEL', { EMBEDDINGS: 'openai', EMBEDDINGS_URL: 'http://localhost:1/v1' }],
  ['EMBEDDINGS_DIMENSION', { EMBEDDINGS: 'openai', EMBEDDINGS_MODEL: 'm', OPENAI_API_KEY: 'sk-1' }],
])('says that %s is missing and why', (name, environment) => {
  expect(settingsOf(environment)).toMatch(new RegExp(`^${name}: is not set, and it has to be: .+\\.$`));
});

it('refuses an address that several servers would share', () => {
  expect(settingsOf({ LANCEDB_URI: 's3://bucket/lore' })).toBe(
    'LANCEDB_URI: s3://bucket/lore is an address that servers would share. Every server keeps a copy of the index of its own: name a folder of this machine.',
  );
});
