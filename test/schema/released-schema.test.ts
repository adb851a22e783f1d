import { readFileSync } from 'node:fs';
import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema, type GraphQLSchema, isEnumType } from 'graphql';
import { expect, it } from 'vitest';
import { API_PARTS, type ApiPart } from '#schema/endpoints.ts';
import { getReleasedSchemaFile, printSchemaText } from '#schema/print-schema.ts';

const released = (part: ApiPart): string => readFileSync(getReleasedSchemaFile(part), 'utf8');

/** Changes from one schema to another that break clients. */
async function findBreaks(before: string, after: string): Promise<readonly string[]> {
  const changes = await diff(buildSchema(before), buildSchema(after));
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .map(({ message }) => message);
}

it.each(API_PARTS)('breaks no client of the released schema: %s', async (part) => {
  expect(await findBreaks(released(part), printSchemaText(part))).toEqual([]);
});

it.each([
  [
    'a field that is gone',
    /^ {2}seedCommitment:/m,
    '  promise:',
    "Field 'seedCommitment' was removed from object type 'Session'",
  ],
  [
    'a field that may be null now',
    /^ {2}seedCommitment: String!/m,
    '  seedCommitment: String',
    "Field 'Session.seedCommitment' changed type from 'String!' to 'String'",
  ],
  [
    'an enum value that is gone',
    /^ {2}THINK$/m,
    '  THINKING',
    "Enum value 'THINK' was removed from enum 'TurnMode'",
  ],
  [
    'an input field that is needed now',
    /^input RenameCampaignInput \{\n/m,
    'input RenameCampaignInput {\n  reason: String!\n',
    "Input field 'reason' of type 'String!' was added to input object type 'RenameCampaignInput'",
  ],
])('would notice %s', async (_what, found, replacement, message) => {
  const before = released('game');
  const after = before.replace(found, replacement);

  expect(after).not.toBe(before);
  expect(await findBreaks(before, after)).toEqual([message]);
});

it('lets new fields be added', async () => {
  const before = released('game');
  const after = before.replace(/^type Session implements Node \{\n/m, '$&  mood: String\n');

  expect(after).not.toBe(before);
  expect(await findBreaks(before, after)).toEqual([]);
});

/** Lists the enums of a schema that share all values with another one, as `First = Second`. */
function findEqualEnums(schema: GraphQLSchema): readonly string[] {
  const enums = Object.values(schema.getTypeMap()).filter(
    (type) => isEnumType(type) && !type.name.startsWith('__'),
  );
  const byValues = Map.groupBy(enums.filter(isEnumType), (type) =>
    type
      .getValues()
      .map(({ name }) => name)
      .toSorted()
      .join(),
  );
  return [...byValues.values()].filter(({ length }) => length > 1).map((types) => types.join(' = '));
}

// A role and a view say other things in the same words.
it.each(API_PARTS)('has no enum that is a copy of another one: %s', (part) => {
  const equal = findEqualEnums(buildSchema(printSchemaText(part)));

  expect(equal).toEqual(['MemberRole = ViewAs']);
});
