import { expect, it } from 'vitest';
import { writeRegenerationPrompt } from '#engine/prompt/regeneration-prompt.ts';
import { prompts } from './a-narration.ts';

const input = {
  persona: 'Mara',
  playerText: 'I open the tin.',
  prose: 'The lid gives.',
  summary: 'Mara opened the tin.',
  events: ['The letter was found.'],
  done: ['Mara has the letter.'],
  row: 'The lid gives, and cuts her.',
  place: 'The lamp room',
  language: 'es',
};

it('gives a retelling the committed facts, the row and the first telling, in the same language', () => {
  const { system, messages, prompts: used } = writeRegenerationPrompt(input, { prompts });
  const text = messages[0]?.text ?? '';
  for (const part of [
    'Mara opened the tin.',
    'The letter was found.',
    'Mara has the letter.',
    'The lamp room',
  ])
    expect(text).toContain(part);
  expect(text).toContain('<binding_row>\nThe lid gives, and cuts her.\n</binding_row>');
  expect(text).toContain('<first_telling>\nThe lid gives.\n</first_telling>');
  expect(system[0]?.text).toContain('in Spanish (es)');
  expect(used.map(({ id, version }) => [id, version])).toEqual([['retell', 2]]);
});

it('leaves out what a turn did not have', () => {
  const { messages, system } = writeRegenerationPrompt(
    { ...input, row: '', playerText: '', language: '' },
    { prompts },
  );
  expect(messages[0]?.text).not.toMatch(/binding_row|player_words/);
  expect(system[0]?.text).not.toContain('in Spanish');
});
