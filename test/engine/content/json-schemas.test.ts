import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { buildFileSchemas } from '#engine/content/json-schemas.ts';
import { LANTERN_QUAY } from './lantern-quay.ts';

const FOLDERS: Readonly<Record<string, string>> = {
  world: 'worlds',
  ruleset: 'rulesets',
  entry_point: 'entry_points',
  character: 'characters',
  location: 'locations',
  faction: 'factions',
  culture: 'culture',
  history: 'history',
  technology: 'technology',
  item: 'items',
  event: 'events',
  law: 'laws',
  bestiary: 'creatures',
  spellbook: 'spells',
};

function dataOf(kind: string): readonly [path: string, data: Record<string, unknown>][] {
  return [...LANTERN_QUAY]
    .filter(([path]) => (kind === 'pack' ? path === 'pack.yaml' : path.startsWith(`${FOLDERS[kind]}/`)))
    .map(([path, text]) => [path, parse(path.endsWith('.md') ? (text.split('---\n')[1] ?? '') : text)]);
}

it.each(buildFileSchemas())(
  'accepts what the guide shows of $kind and refuses an unknown key',
  ({ kind, schema }) => {
    const validate = new Ajv({ strict: false, allErrors: true, formats: { uri: true } }).compile(
      schema as object,
    );
    const examples = dataOf(kind);

    expect(examples.length).toBeGreaterThan(0);
    for (const [path, data] of examples) {
      expect([path, validate(data), validate.errors]).toEqual([path, true, null]);
      expect(validate({ ...data, colour_of_the_sea: 'grey' })).toBe(false);
    }
  },
);

it('describes keys, so that an editor can explain them', () => {
  const character = buildFileSchemas().find(({ kind }) => kind === 'character')?.schema;

  expect(character).toMatchObject({
    properties: { withholds: { description: expect.stringContaining('hide') } },
  });
});
