import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CatalogueError, loadCatalogue } from '#engine/llm/catalogue.ts';

const userFile = (content: unknown): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'catalogue-')), 'models.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

it.each(['claude-haiku', 'claude-sonnet', 'claude-opus', 'gpt-5.2', 'google-pro', 'deepseek-v32', 'offline'])(
  'knows %s',
  (key) => {
    expect(loadCatalogue().has(key)).toBe(true);
  },
);

it('gives every listed price a date, and no priced model a price of zero', () => {
  for (const [key, { prices }] of loadCatalogue()) {
    if (typeof prices === 'string') continue;
    expect(prices.date, key).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(Math.min(prices.input, prices.output), key).toBeGreaterThan(0);
  }
});

it('lists the small model of the 4.5 family at one and five dollars', () => {
  expect(loadCatalogue().get('claude-haiku-4-5')).toMatchObject({
    model: 'claude-haiku-4-5-20251001',
    prices: { input: 1, output: 5 },
  });
});

it('lays the fields a user names over a known model and leaves the rest', () => {
  const file = userFile({ models: { 'gpt-5.2': { baseUrl: 'http://127.0.0.1:8080/v1', model: 'qwen' } } });
  const catalogue = loadCatalogue(file);
  expect(catalogue.get('gpt-5.2')).toMatchObject({ model: 'qwen', provider: 'openai', name: 'GPT-5.2' });
  expect(catalogue.get('claude-haiku')).toEqual(loadCatalogue().get('claude-haiku'));
});

it('takes a new model when it is whole', () => {
  const known = loadCatalogue().get('gpt-5.2');
  const catalogue = loadCatalogue(userFile({ models: { 'my-box': { ...known, name: 'My box' } } }));
  expect(catalogue.get('my-box')?.name).toBe('My box');
});

it('names every field at fault at once', () => {
  const file = userFile({ models: { 'my-box': { name: 'My box' }, offline: { prices: 'cheap' } } });
  const load = () => loadCatalogue(file);
  expect(load).toThrow(CatalogueError);
  expect(load).toThrow(/models\.my-box\.provider/);
  expect(load).toThrow(/models\.offline\.prices/);
});

it('says so when the file is not JSON', () => {
  expect(() => loadCatalogue(userFile('models: {}'))).toThrow(/cannot be read as JSON/);
});
