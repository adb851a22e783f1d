import { describe, expect, it } from 'vitest';
import { aRequest } from '../../support/wire/a-request.ts';
import { NARRATE, narrated } from '../../support/wire/narrated.ts';
import { scriptedProvider } from '../../support/wire/scripted-provider.ts';

const PROSE = 'The lamp goes out.';
const CHOICES = [
  { key: 'ask_again', text: 'Ask again' },
  { key: 'wait', text: 'Wait' },
];
const told = (block: string) => `${PROSE}\n\n\`\`\`json\n${block}\n\`\`\``;

/** Writes that leave no doubt about what is meant, although no parser of JSON takes them. */
const WRITTEN: readonly (readonly [string, string, string])[] = [
  ['commas too many', '{"summary_update": "Dark.", "events": [{"type": "x", "summary": "y",},],}', 'Dark.'],
  ['a comma too few', '{"elapsed_minutes": 2\n"summary_update": "Dark."}', 'Dark.'],
  ['comments', '{ // what came of it\n"summary_update": "Dark.", /* no more */ "events": []}', 'Dark.'],
  ['single quotes', "{'summary_update': 'It's dark in the clerk's room.'}", "It's dark in the clerk's room."],
  ['curled quotes', '{“summary_update”: “Dark.”, “elapsed_minutes”: 2}', 'Dark.'],
  ['keys without quotes', '{summary_update: "Dark.", elapsed_minutes: 2}', 'Dark.'],
  ['a line break inside a string', '{"summary_update": "Dark\nand cold."}', 'Dark\nand cold.'],
  ['a quotation inside a string', '{"summary_update": "He said "no", and left."}', 'He said "no", and left.'],
  [
    'words of another language',
    '{"player_acted": False, "roll_table": None, "summary_update": "Dark."}',
    'Dark.',
  ],
];

it.each(WRITTEN)('understands %s without asking again', async (_what, block, summary) => {
  const provider = scriptedProvider({ pieces: [told(block)] });
  const { end, error } = await narrated(provider);
  expect(error).toBeNull();
  expect(end?.prose).toBe(PROSE);
  expect(end?.outcome.summary_update).toBe(summary);
});

describe('an outcome that breaks off', () => {
  const whole = JSON.stringify({ summary_update: 'Dark.', choices: CHOICES, events: [] }, null, 2);

  it('is never taken for one of the objects inside it, wherever it breaks', async () => {
    for (let at = 1; at < whole.length - 1; at += 1) {
      const provider = scriptedProvider(
        { pieces: [`${PROSE}\n\n\`\`\`json\n${whole.slice(0, at)}`], reason: 'length' },
        { pieces: ['{"summary_update": "Dark, as it was set right."}'] },
      );
      const { end, deltas } = await narrated(provider, NARRATE, aRequest());
      expect(end?.outcome.summary_update, `broken at ${at}`).toBe('Dark, as it was set right.');
      expect(deltas.join('')).toBe(PROSE);
    }
  });

  it('without a fence stays out of the prose', async () => {
    for (let at = 20; at < whole.length - 1; at += 1) {
      const provider = scriptedProvider(
        { pieces: [`${PROSE}\n\n${whole.slice(0, at)}`], reason: 'length' },
        { pieces: ['{"summary_update": "Dark, as it was set right."}'] },
      );
      const { end, deltas } = await narrated(provider);
      expect(end?.prose, `broken at ${at}`).toBe(PROSE);
      expect(deltas.join('')).toBe(PROSE);
      expect(end?.outcome.summary_update).toBe('Dark, as it was set right.');
    }
  });
});
