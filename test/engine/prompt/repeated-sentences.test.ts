import { expect, it } from 'vitest';
import { createRepetitionFilter } from '#engine/prompt/assembly/write-lines.ts';
import { anInput, assembled } from './a-narration.ts';

it.each([
  ['He pours.', 'He pours. He lends.', ''],
  ['He pours. He waits.', 'He pours. He lends.', 'He waits.'],
  ['Low voice. “House pours first.”', 'Speech: Low\nvoice.\nLines:\n- House pours first.', ''],
  ['彼は待つ。彼女は笑う。', '彼は待つ。', '彼女は笑う。'],
  [
    'He owned the bar for years and lost it at cards. People\nbelow the Deck know him. He waits.',
    'He holds a review. People\nbelow the Deck know him.',
    'He owned the bar for years and lost it at cards. He waits.',
  ],
  ['Mrs. Quist waits. She reads.', 'Quist waits.', 'Mrs. Quist waits. She reads.'],
  [
    'A man of the IRS. Sixty-two, in a coat.',
    'At first sight: A man of the IRS.\nLooks: Sixty-two, in a coat.',
    '',
  ],
  ['He pours.', '', 'He pours.'],
  ['', 'anything', ''],
])('leaves of %j what %j does not say', (text, elsewhere, left) => {
  expect(createRepetitionFilter(elsewhere)(text)).toBe(left);
});

it('keeps a short word although it stands inside another sentence', () => {
  expect(createRepetitionFilter('She is always wary of strangers.', 16)('wary')).toBe('wary');
});

const { packet } = anInput();
const [member] = packet.cast;
if (member === undefined) throw new Error('somebody is there');
const told = (changes: Parameters<typeof assembled>[0]) => {
  const { request, audit } = assembled({ budget: 100_000, ...changes });
  const system = request.system.map(({ text }) => text).join('\n');
  return { system, last: request.messages.at(-1)?.text ?? '', audit };
};
const times = (text: string, part: string): number => text.split(part).length - 1;

it('tells of somebody once, in their author’s words where there are any', () => {
  const text = `Role: ${member.role}. ${member.description} ${member.speech}`;
  const segments = [{ id: 'own', scope: 'npc', refId: member.id, version: '1.0.0', text } as const];
  const { system } = told({ segments, input: { ...anInput(), packet: { ...packet, cast: [member] } } });
  expect(times(system, member.description)).toBe(1);
  expect(times(system, member.speech)).toBe(1);
});

it('leaves out of lore, mood and facts what a sheet or the lore says already', () => {
  const known = 'She came down the river in a barge of onions, forty years ago.';
  const lore = [
    { id: 'onions', title: 'Onions', text: `${known} Nobody asked why.`, kind: 'materialised' as const },
  ];
  const cast = [{ ...member, description: known, disposition: `${known} Tired tonight.` }];
  const facts = [{ id: 'f', subjectId: member.id, text: 'Nobody asked why.' }];
  const { system, last } = told({ input: { ...anInput(), packet: { ...packet, cast, lore, facts } } });
  expect(times(system, known)).toBe(1);
  expect(system).toContain('<lore title="Onions">\nNobody asked why.\n</lore>');
  expect(last).not.toContain(known);
  expect(last).not.toContain('Nobody asked why.');
  expect(last).toContain('- Background: Tired tonight.');
});
