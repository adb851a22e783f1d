import { describe, expect, it } from 'vitest';
import { narrated } from '../../support/wire/narrated.ts';
import { scriptedProvider } from '../../support/wire/scripted-provider.ts';

const PROSE = 'The lamp goes out.';
const CHOICES = [
  { key: 'ask_again', text: 'Ask again' },
  { key: 'wait', text: 'Wait' },
];
const told = (block: string) => `${PROSE}\n\n\`\`\`json\n${block}\n\`\`\``;

/** Writes that leave no doubt about what is meant, although no parser of JSON takes them. */
const WRITTEN: readonly (readonly [string, string, string])[] = [
  ['commas too many', '{"summary": "Dark.", "events": [{"type": "x", "summary": "y",},],}', 'Dark.'],
  ['a comma too few', '{"minutes": 2\n"summary": "Dark."}', 'Dark.'],
  ['comments', '{ // what came of it\n"summary": "Dark.", /* no more */ "events": []}', 'Dark.'],
  ['single quotes', "{'summary': 'It's dark in the clerk's room.'}", "It's dark in the clerk's room."],
  ['curled quotes', '{“summary”: “Dark.”, “minutes”: 2}', 'Dark.'],
  ['keys without quotes', '{summary: "Dark.", minutes: 2}', 'Dark.'],
  ['a line break inside a string', '{"summary": "Dark\nand cold."}', 'Dark\nand cold.'],
  ['a quotation inside a string', '{"summary": "He said "no", and left."}', 'He said "no", and left.'],
  ['words of another language', '{"needs": False, "rows": None, "summary": "Dark."}', 'Dark.'],
];

it.each(WRITTEN)('understands %s without asking again', async (_what, block, summary) => {
  const provider = scriptedProvider({ pieces: [told(block)] });
  const { end, error } = await narrated(provider);
  expect(error).toBeNull();
  expect(end?.prose).toBe(PROSE);
  expect(end?.outcome?.summary).toBe(summary);
});

describe('an outcome that breaks off', () => {
  const whole = JSON.stringify({ summary: 'Dark.', choices: CHOICES, events: [] }, null, 2);

  it.each([
    ['in a fence', '```json\n', 1],
    ['without a fence', '', 20],
  ])(
    '%s is never taken for one of the objects inside it, and stays out of the prose',
    async (_form, fence, first) => {
      for (let at = first; at < whole.length - 1; at += 1) {
        const pieces = [`${PROSE}\n\n${fence}${whole.slice(0, at)}`];
        const { end, deltas } = await narrated(scriptedProvider({ pieces, reason: 'length' }));
        expect(end, `broken at ${at}`).toMatchObject({ prose: PROSE, outcome: null, reason: 'length' });
        expect(deltas.join('')).toBe(PROSE);
      }
    },
  );
});
