import { readFileSync } from 'node:fs';
import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';
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
