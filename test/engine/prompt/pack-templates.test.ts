import { expect, it } from 'vitest';
import { anInput, assembled, lastMessage } from './a-narration.ts';

const ENGINES = 'There is fighting.';
const OWN = { call: 'battle', text: 'Nobody strikes a herald.', replaces: false } as const;

const taskWith = (changes: Parameters<typeof anInput>[0]) =>
  lastMessage(assembled({ input: anInput({ callType: 'battle', ...changes }) }));

it('adds what a pack says of a call type to the template of the engine', () => {
  const task = taskWith({ templates: [OWN, { ...OWN, call: 'chaos', text: 'The river decides.' }] });
  expect(task).toContain(ENGINES);
  expect(task).toContain('Nobody strikes a herald.');
  expect(task).not.toContain('The river decides.');
});

it('puts a template of the pack in place of the engine’s, except where a table is due', () => {
  const templates = [{ ...OWN, replaces: true }];
  expect(taskWith({ templates })).not.toContain(ENGINES);
  expect(taskWith({ templates })).toContain('Nobody strikes a herald.');
  expect(taskWith({ templates, tableDue: 'battle' })).toContain(ENGINES);
});
