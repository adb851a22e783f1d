import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GraphQLError } from 'graphql';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '#config';
import { NO_ALLOWANCE } from '#schema/turn-allowance.ts';
import { createProtection } from '../../src/server/api/open-api.ts';
import { temporaryFolder } from '../support/stores.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const protection = (environment: Record<string, string>, isLocal = true) =>
  createProtection(readConfig(environment), isLocal, NO_ALLOWANCE, {
    onSubscriptions: () => {},
    onUsage: () => {},
  });

it.each([
  ['a page of this machine', 'http://localhost:5173', {}, true, true],
  ['a page of this machine where there are accounts', 'http://localhost:5173', {}, false, false],
  ['a page elsewhere', 'https://play.example', {}, true, false],
  ['a page that is named', 'https://play.example', { CORS_ORIGINS: 'https://play.example' }, false, true],
  [
    'a page whose name begins alike',
    'https://play.example.evil',
    { CORS_ORIGINS: 'https://play.example' },
    false,
    false,
  ],
  ['a page without a name', 'null', {}, true, false],
])('knows whether %s may use the server', (_page, origin, environment, isLocal, isAllowed) => {
  expect(protection(environment, isLocal).allowsOrigin(origin)).toBe(isAllowed);
});

it('reads trusted documents, and closes introspection with the rest when only they are taken', () => {
  const file = join(folder.path, 'documents.json');
  writeFileSync(file, JSON.stringify({ 'sha256:abc': '{ __typename }' }));
  const { documents, introspection } = protection({ TRUSTED_DOCUMENTS: file, TRUSTED_DOCUMENTS_ONLY: '1' });

  expect(introspection).toBe('nobody');
  expect(documents.textFor({ documentId: 'sha256:abc' })).toBe('{ __typename }');
  expect(documents.textFor({ query: '{ viewer { id } }' })).toBeInstanceOf(GraphQLError);
  expect(protection({ TRUSTED_DOCUMENTS: file }).introspection).toBe('everyone');
});

it.each([
  ['no file', { TRUSTED_DOCUMENTS_ONLY: '1' }, 'there is no file of trusted documents'],
  [
    'a file that is not there',
    { TRUSTED_DOCUMENTS: '/nowhere.json' },
    'is not a JSON file of hashes and documents',
  ],
])('does not start with %s', (_case, environment, message) => {
  expect(() => protection(environment)).toThrow(message);
});
