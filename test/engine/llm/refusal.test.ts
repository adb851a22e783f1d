import { describe, expect, it } from 'vitest';
import { Plan } from '#engine/contracts/plan.ts';
import { askForProse } from '#engine/llm/ask-for-text.ts';
import { ModelRefused, runStructured } from '#engine/llm/structured.ts';
import { aRequest } from '../../support/wire/a-request.ts';
import { narrated } from '../../support/wire/narrated.ts';
import { scriptedProvider } from '../../support/wire/scripted-provider.ts';

const REFUSALS = [
  "I'm sorry, but I can't help with that.",
  'I can’t continue this scene as written. I’d be happy to help with a gentler direction.',
  'I cannot assist with this request.',
  "I'm not able to write content that shows this.",
  'As an AI language model, I do not create such content.',
];
const STORIES = [
  '"I can\'t help you with that," says Marit, and counts on.',
  'I is the letter on the crate. You cannot make out the rest, and the clerk will not help.',
  'Unfortunately for the clerk, the stove has gone out.',
  'Sorry work, this: the salt is wet and nobody will help to carry it.',
];
const writeRepair = () => ({ system: 'repair', user: 'repair', prompts: [] });
const PLAN = { name: 'plan', contract: Plan };

describe('a narrator', () => {
  it.each(REFUSALS)('that refuses in words has refused, and nobody reads it: %s', async (refusal) => {
    const provider = scriptedProvider({ pieces: refusal.split('') });
    const { deltas, error } = await narrated(provider);
    expect(error).toBeInstanceOf(ModelRefused);
    expect(deltas).toEqual([]);
    expect(provider.asked).toHaveLength(1);
  });

  it.each(STORIES)('whose people refuse tells a story: %s', async (story) => {
    const { deltas, error, end } = await narrated(scriptedProvider({ pieces: story.split('') }));
    expect(error).toBeNull();
    expect(end?.prose).toBe(story);
    expect(deltas.join('')).toBe(story);
  });
});

describe('a step', () => {
  it('is asked once more, and not to set its refusal right', async () => {
    const provider = scriptedProvider(REFUSALS[0] ?? '', '{"beats": ["It rains."]}');
    const { reply } = await runStructured(PLAN, aRequest(), { provider, writeRepair });
    expect(reply.beats).toEqual(['It rains.']);
    expect(provider.asked.map(({ purpose }) => purpose)).toEqual(['ask', 'retry']);
  });

  it('that refuses twice has refused', async () => {
    const provider = scriptedProvider(REFUSALS[0] ?? '', REFUSALS[2] ?? '');
    const asked = runStructured(PLAN, aRequest(), { provider, writeRepair });
    await expect(asked).rejects.toBeInstanceOf(ModelRefused);
  });
});

describe('a text that is kept', () => {
  it('is never a refusal', async () => {
    const asked = askForProse(scriptedProvider(REFUSALS[1] ?? ''), aRequest());
    await expect(asked).rejects.toBeInstanceOf(ModelRefused);
  });

  it.each([
    ['a word to whoever asked', 'Here is the rewritten passage:\n\nIt rains.'],
    ['a fence', '```\nIt rains.\n```'],
    ['a heading', '## Summary\n\nIt rains.'],
    ['tags', '<passage>\nIt rains.\n</passage>'],
  ])('comes without %s', async (_what, reply) => {
    expect((await askForProse(scriptedProvider(reply), aRequest())).text).toBe('It rains.');
  });
});
