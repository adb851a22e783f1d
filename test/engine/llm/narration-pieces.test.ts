import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toPlainText } from '#engine/util/plain-text.ts';
import { narrated } from '../../support/wire/narrated.ts';
import { scriptedProvider } from '../../support/wire/scripted-provider.ts';

const OUTCOME = { summary: 'A “quoted” \\ line\nand 🌊.', minutes: 3 };
const BLOCK = JSON.stringify(OUTCOME);

const REPLIES: readonly (readonly [string, string, string])[] = [
  [
    'prose and a block',
    `The sea is grey 🌊.\n\n"Go," she says.\n\n\`\`\`json\n${BLOCK}\n\`\`\``,
    'The sea is grey 🌊.\n\n"Go," she says.',
  ],
  ['a block on the same line', `Grey. \`\`\`json\n${BLOCK}\`\`\``, 'Grey.'],
  ['a fence without a language', `Grey.\n\`\`\`\n${BLOCK}\n\`\`\`\n`, 'Grey.'],
  [
    'ticks and braces in the prose',
    `She wrote \`x\` and \`\`y\`\`, {so} it\n{goes} on.\n\`\`\`json\n${BLOCK}\n\`\`\``,
    'She wrote `x` and ``y``, {so} it\n{goes} on.',
  ],
  ['a bare object', `Grey.\n${BLOCK}`, 'Grey.'],
  ['white space before and after', `\n\n  Grey.  \n\n\`\`\`json\n${BLOCK}\n\`\`\`\n\n`, 'Grey.'],
  [
    'two blocks',
    `Grey.\n\`\`\`json\n{"context": "old"}\n\`\`\`\nThen gold.\n\`\`\`json\n${BLOCK}\n\`\`\``,
    'Grey.\n\nThen gold.',
  ],
  [
    'one object',
    `{"narration": "The sea \\u0022is\\u0022 grey 🌊 \\ud83c\\udf0a.\\n\\tDone \\\\ \\/.", ${BLOCK.slice(1)}`,
    'The sea "is" grey 🌊 🌊.\n\tDone \\ /.',
  ],
  [
    'one object with the prose last',
    `{"outcome": ${BLOCK}, "list": [{"narration": "not this"}], "prose": "Grey \\"sea\\"."}`,
    'Grey "sea".',
  ],
  ['one object in a fence', `\`\`\`json\n{"narration": "Grey.", ${BLOCK.slice(1)}\n\`\`\``, 'Grey.'],
];

it.each(REPLIES)('reads %s the same wherever it is cut in two', async (_what, reply, prose) => {
  for (let at = 0; at <= reply.length; at += 1) {
    const pieces = [reply.slice(0, at), reply.slice(at)];
    const { deltas, end, error } = await narrated(scriptedProvider({ pieces }));
    expect(error, `cut at ${at}`).toBeNull();
    expect(deltas.join(''), `cut at ${at}`).toBe(prose);
    expect(end?.prose).toBe(prose);
    expect(end?.outcome).toMatchObject(OUTCOME);
    for (const delta of deltas) expect(delta.isWellFormed(), `cut at ${at}`).toBe(true);
  }
});

it.each(REPLIES)('reads %s unit by unit', async (_what, reply, prose) => {
  const { deltas, end } = await narrated(scriptedProvider({ pieces: reply.split('') }));
  expect(deltas.join('')).toBe(prose);
  expect(end?.outcome).toMatchObject(OUTCOME);
  for (const delta of deltas) expect(delta.isWellFormed()).toBe(true);
});

const cutAnywhere = (text: string, cuts: readonly number[]): string[] => {
  const at = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...at].map((start, index) => text.slice(start, at[index] ?? text.length));
};

it('decodes any prose inside JSON as a JSON parser would, in any pieces, but for what is no text', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary', minLength: 1 }).filter((prose) => toPlainText(prose) !== ''),
      fc.array(fc.nat(), { maxLength: 12 }),
      fc.boolean(),
      async (prose, cuts, escaped) => {
        const written = escaped ? escapeAll(JSON.stringify(prose)) : JSON.stringify(prose);
        const pieces = cutAnywhere(`{"context": "d", "narration": ${written}, "place": "Pier"}`, cuts);
        const { deltas, end } = await narrated(scriptedProvider({ pieces }));
        expect(deltas.join('')).toBe(toPlainText(prose));
        expect(end?.outcome).toMatchObject({ place: 'Pier', context: 'd' });
      },
    ),
    { numRuns: 200 },
  );
});

it('lets any prose through in any pieces and keeps the block to itself', async () => {
  const plain = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .map((text) => text.replaceAll('`', "'").replaceAll('{', '(').trim())
    .filter((text) => text !== '');
  await fc.assert(
    fc.asyncProperty(plain, fc.array(fc.nat(), { maxLength: 12 }), async (prose, cuts) => {
      const pieces = cutAnywhere(`${prose}\n\n\`\`\`json\n${BLOCK}\n\`\`\``, cuts);
      const { deltas, end } = await narrated(scriptedProvider({ pieces }));
      expect(deltas.join('')).toBe(prose);
      expect(end).toMatchObject({ prose, outcome: OUTCOME });
    }),
    { numRuns: 200 },
  );
});

/** Every unit of a JSON string as an escape. */
function escapeAll(json: string): string {
  const text: string = JSON.parse(json);
  const units = text.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `"${units.join('')}"`;
}
