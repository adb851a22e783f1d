import { readFileSync } from 'node:fs';
import { type GraphQLArgument, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { printSchemaText } from '#schema/print-schema.ts';
import { schema } from '#schema/schema.ts';

it.each([
  ['schema.graphql', 'game'],
  ['authoring.graphql', 'authoring'],
] as const)('is what %s says (npm run schema:print)', (file, part) => {
  expect(readFileSync(`src/schema/${file}`, 'utf8')).toBe(printSchemaText(part));
});

it('describes every type, field, argument and value', () => {
  const missing: string[] = [];
  for (const type of Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))) {
    if (!type.description) missing.push(type.name);
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (!field.description) missing.push(`${type.name}.${field.name}`);
      const args: readonly GraphQLArgument[] = 'args' in field ? field.args : [];
      missing.push(
        ...args
          .filter(({ description }) => !description)
          .map((arg) => `${type.name}.${field.name}(${arg.name})`),
      );
    }
  }

  expect(Object.keys(schema.getTypeMap()).length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});
