import { expect, it } from 'vitest';
import { describeStateFields } from '../../../../src/engine/turn/packet/state-fields.ts';

it('describes the fields an author explains, with the values they may have', () => {
  const schema = {
    type: 'object',
    properties: {
      hush: { type: 'integer', minimum: 0, maximum: 3, description: 'How quiet it is.' },
      mood: { type: 'string', enum: ['easy', 'careful'], description: 'The air in the room.' },
      sign: { type: 'string', description: 'What it says.' },
      unexplained: { type: 'integer' },
      doom: { $ref: '#/$defs/doom', description: 'When the dam breaks.' },
      plot: { type: 'string', writeOnly: true, description: 'What nobody may know.' },
      standings: {
        type: 'object',
        properties: { church: { type: 'integer', minimum: 0, maximum: 10, description: 'The prelates.' } },
      },
      promises: {
        type: 'array',
        description: 'Every promise.',
        items: {
          type: 'object',
          properties: {
            what: { type: 'string' },
            kept: { enum: ['open', 'kept'] },
            broken_by: { enum: ['flood', 'fire'], writeOnly: true },
          },
        },
      },
      record: { type: 'array', description: 'For the minutes.', items: { type: 'string' } },
    },
  };

  expect(describeStateFields(schema)).toEqual([
    'hush: 0 to 3. How quiet it is.',
    'mood: easy|careful. The air in the room.',
    'sign: What it says.',
    'standings.church: 0 to 10. The prelates.',
    'promises: list of {what, kept: open|kept}. Every promise.',
    'record: list of string. For the minutes.',
  ]);
  expect(describeStateFields({ type: 'object' })).toEqual([]);
});
