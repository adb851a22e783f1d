import { expect, it } from 'vitest';
import { anInput, aPacket, assembled } from './a-narration.ts';

const exchanges = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ player: `Words ${at}.`, narration: `Answer ${at}.` }));
const noted = (count: number) => Array.from({ length: count }, (_, at) => `Line ${at}.`).join('\n');
const STORY = [
  { upTo: 8, text: 'The first eight.' },
  { upTo: 16, text: 'The first sixteen.' },
  { upTo: 24, text: 'The first twenty-four.' },
];

/** What a narrator is told after so many exchanges, of which the last sixteen are at hand. */
function promptAfter(total: number, storySoFar = STORY.filter(({ upTo }) => upTo <= total)): string {
  const conversation = exchanges(total).slice(-16);
  const packet = aPacket({ summary: noted(total), storySoFar });
  const input = anInput({ conversation, conversationStart: total - conversation.length, packet });
  return assembled({ input })
    .request.messages.map(({ text }) => text)
    .join('\n');
}

it('tells nothing condensed while every exchange is still sent', () => {
  expect(promptAfter(10)).not.toContain('The first eight.');
});

it.each([18, 20, 24])(
  'tells after %i exchanges what lies before those that are sent, and nothing of them',
  (total) => {
    const prompt = promptAfter(total);
    expect(prompt).toContain('The first eight.');
    expect(prompt).not.toContain('The first sixteen.');
  },
);

it('fills the gap between the condensed text and the conversation with what was noted', () => {
  const prompt = promptAfter(30, STORY.slice(0, 1));
  expect(prompt).toContain('The first eight.');
  expect(prompt).toContain('Line 15.');
});

it('does not say in lines what the condensed text already tells', () => {
  expect(promptAfter(24, [{ upTo: 8, text: 'The first eight.' }])).not.toContain('Line 1.');
});

it('makes do with what was noted while nothing is condensed', () => {
  const prompt = promptAfter(24, []);
  expect(prompt).toContain('Line 6.');
  expect(prompt).not.toContain('The first');
});
