import { describe, expect, it } from 'vitest';
import { narrated } from '../../support/wire/narrated.ts';
import { scriptedProvider } from '../../support/wire/scripted-provider.ts';

const PROSE = 'Rain ticks on the shutters.\n\n"Well?" she says, and *waits*.';
const OUTCOME = { summary: 'She asked.', minutes: 3 };
const BLOCK = JSON.stringify(OUTCOME, null, 2);
const FENCED = `\`\`\`json\n${BLOCK}\n\`\`\``;

/** Replies as models give them on an ordinary day, none of which leaves a doubt about what it says. */
const FORMS: readonly (readonly [string, string])[] = [
  ['a fence with a capital', `${PROSE}\n\n\`\`\`Json\n${BLOCK}\n\`\`\``],
  ['a fence of another dialect', `${PROSE}\n\n\`\`\`json5\n${BLOCK}\n\`\`\``],
  ['a fence of tildes', `${PROSE}\n\n~~~json\n${BLOCK}\n~~~`],
  ['a list with the one object in it', `${PROSE}\n\n\`\`\`json\n[${BLOCK}]\n\`\`\``],
  ['an object wrapped up in another', `${PROSE}\n\n\`\`\`json\n{"outcome": ${BLOCK}}\n\`\`\``],
  ['a block before the prose', `${FENCED}\n\n${PROSE}`],
  ['a bare object before the prose', `${BLOCK}\n\n${PROSE}`],
  ['prose in a fence of its own', `\`\`\`\n${PROSE}\n\`\`\`\n\n${FENCED}`],
  ['everything in one fence', `\`\`\`markdown\n${PROSE}\n\n${BLOCK}\n\`\`\``],
  ['a title', `# The Room\n\n${PROSE}\n\n${FENCED}`],
  ['labels', `**Narration:**\n\n${PROSE}\n\n---\n\n**Outcome:**\n\n${FENCED}`],
  ['tags', `<prose>\n${PROSE}\n</prose>\n<outcome>\n${BLOCK}\n</outcome>`],
  ['a word to whoever asked', `Sure! Here is the next beat:\n\n${PROSE}\n\n${FENCED}`],
  ['an offer to go on', `${PROSE}\n\n${FENCED}\n\nLet me know if I should go on!`],
  ['prose under another name', `{"text": ${JSON.stringify(PROSE)}, ${BLOCK.slice(1)}`],
  ['a comma too many', `${PROSE}\n\n\`\`\`json\n${BLOCK.replace('\n}', ',\n}')}\n\`\`\``],
  ['a bare object with a comma too many', `${PROSE}\n\n${BLOCK.replace('\n}', ',\n}')}`],
];

it.each(FORMS)('reads %s at the first reply, the same wherever it is cut in two', async (_what, reply) => {
  for (let at = 0; at <= reply.length; at += 1) {
    const pieces = [reply.slice(0, at), reply.slice(at)];
    const { deltas, end, error } = await narrated(scriptedProvider({ pieces }));
    expect(error, `cut at ${at}`).toBeNull();
    expect(end?.prose, `cut at ${at}`).toBe(PROSE);
    expect(deltas.join(''), `cut at ${at}`).toBe(PROSE);
    expect(end?.outcome).toMatchObject(OUTCOME);
  }
});

it.each(FORMS)('reads %s unit by unit', async (_what, reply) => {
  const { deltas, end } = await narrated(scriptedProvider({ pieces: reply.split('') }));
  expect(deltas.join('')).toBe(PROSE);
  expect(end?.outcome).toMatchObject(OUTCOME);
});

describe('prose that only looks like a label', () => {
  it.each([
    'Here is the thing about Marit: she counts.',
    'The story goes on. The scene: a quay.',
    '- "No," says the clerk.\n\n- "Yes," says Marit.',
    'The outcome was plain to see.',
    '*She waits.*\n\nThe scene does not change.',
    'Sure of herself, she counts the spoons.\n\n*Then she stops.*',
  ])('stays: %s', async (prose) => {
    const reply = `${prose}\n\n${FENCED}`;
    const { deltas, end } = await narrated(scriptedProvider({ pieces: reply.split('') }));
    expect(end?.prose).toBe(prose);
    expect(deltas.join('')).toBe(prose);
  });
});
