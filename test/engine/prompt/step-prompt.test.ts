import { expect, it } from 'vitest';
import { characterIndex, eventIndex } from '#engine/prompt/record-index.ts';
import { outcomeRepairWriter, repairWriter } from '#engine/prompt/repair-writers.ts';
import { writeStepPrompt } from '#engine/prompt/step-prompt.ts';
import { prompts } from './a-narration.ts';

it('writes a step with its instructions first, its limit and the version it used', () => {
  const variables = {
    name: 'Ada',
    profile: 'Keeper.',
    stats: '',
    rulebook: '',
    scene: 'Night.',
    memories: 'The wreck.',
    outcome: 'A knock.',
    recent: '',
  };
  const prompt = writeStepPrompt('reflect', variables, { prompts });
  expect(prompt.system).toEqual([
    { text: expect.stringContaining('You decide for one person in a story: Ada.'), cacheable: true },
  ]);
  expect(prompt.messages[0]?.text).toContain('<just_happened>\nA knock.\n</just_happened>');
  expect(prompt.maxTokens).toBe(500);
  expect(prompt.prompts).toEqual([{ id: 'reflect', version: 1, hash: prompts.get('reflect').hash }]);
});

it('writes the essentials when it is asked to', () => {
  const variables = { tone: '', persona: 'Mara', summary: 'x', events: '', threads: '' };
  const full = writeStepPrompt('recap', variables, { prompts });
  const short = writeStepPrompt('recap', variables, { prompts, variant: 'essentials' });
  expect(short.system[0]?.text.length).toBeLessThan(full.system[0]?.text.length ?? 0);
  expect(short.messages).toEqual(full.messages);
});

it('shows a model what is wrong with its reply', () => {
  const write = repairWriter({ prompts });
  const {
    system,
    user,
    prompts: used,
  } = write({ contract: '{"type":"object"}', problems: ['wind: too strong'], reply: '{"wind":40}' });
  expect(system).toContain('{"type":"object"}');
  expect(user).toBe('<problems>\n- wind: too strong\n</problems>\n<reply>\n{"wind":40}\n</reply>');
  expect(used.map(({ id }) => id)).toEqual(['repair']);
});

it('asks for the outcome of a passage that stands, with or without a faulty one', () => {
  const write = outcomeRepairWriter({ prompts });
  const first = write({ contract: '{}', problems: ['x'], prose: 'The lamp goes out.', reply: '{"a":1}' });
  expect(first.user).toContain('<passage>\nThe lamp goes out.\n</passage>');
  expect(first.user).toContain('<faulty_version>');
  const second = write({ contract: '{}', problems: [], prose: '', reply: '' });
  expect(second.user).not.toMatch(/<passage>|<faulty_version>|<problems>/);
});

it('lists everyone on a line of their own', () => {
  const ada = {
    id: 'npc_ada_001',
    name: 'Ada | the Elder',
    title: 'Keeper',
    location: 'Lamp\nroom',
    status: 'active',
  };
  expect(characterIndex([ada])).toBe('npc_ada_001 | Ada   the Elder | Keeper | Lamp room | active');
});

it('lists the last hundred events, their summaries cut at eighty characters', () => {
  const events = Array.from({ length: 120 }, (_, index) => ({
    id: `evt_${index}`,
    date: '1430-03-12',
    type: 'promise',
    summary: '🌊'.repeat(index === 119 ? 81 : 3),
    characters: ['npc_ada_001', 'npc_tom_001'],
  }));
  const lines = eventIndex(events).split('\n');
  expect(lines).toHaveLength(100);
  expect(lines[0]).toBe('evt_20 | 1430-03-12 | promise | 🌊🌊🌊 | npc_ada_001, npc_tom_001');
  const summary = lines.at(-1)?.split(' | ')[3] ?? '';
  expect([...summary]).toHaveLength(80);
  expect(summary.endsWith('…')).toBe(true);
});
