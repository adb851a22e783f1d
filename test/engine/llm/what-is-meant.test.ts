import { describe, expect, it } from 'vitest';
import { Plan } from '#engine/contracts/plan.ts';
import { Reading } from '#engine/contracts/reading.ts';
import { runStructured, type StructuredStep } from '#engine/llm/structured.ts';
import { aRequest } from '../../support/wire/a-request.ts';
import { narrated } from '../../support/wire/narrated.ts';
import { scriptedProvider } from '../../support/wire/scripted-provider.ts';

const asOutcome = async (fields: object) => {
  const provider = scriptedProvider(`It rains.\n\n\`\`\`json\n${JSON.stringify(fields)}\n\`\`\``);
  const { end, error } = await narrated(provider);
  return { outcome: end?.outcome, problems: end?.problems, error, asked: provider.asked.length };
};
const reply = async <Reply>(step: StructuredStep<Reply>, said: object, ...more: string[]) => {
  const provider = scriptedProvider(JSON.stringify(said), ...more);
  const writeRepair = () => ({ system: 'repair', user: 'repair', prompts: [] });
  const answer = await runStructured(step, aRequest(), { provider, writeRepair });
  return { ...answer, asked: provider.asked.map(({ purpose }) => purpose) };
};

const CHOICE = { key: 'ask_again', text: 'Ask again', description: '', risk: 'low' };

describe('is understood at once', () => {
  it.each([
    ['a number in quotation marks', { minutes: '5' }, { minutes: 5 }],
    ['a number with its unit', { minutes: '5 minutes' }, { minutes: 5 }],
    ['one thing where a list belongs', { mentioned: 'Marit' }, { mentioned: ['Marit'] }],
    ['an empty text for nothing', { events: '', facts: null }, { events: [], facts: [] }],
    [
      'people with their names',
      { events: [{ summary: 'He fell.', characters: [{ id: 'npc_a_001', name: 'A' }] }] },
      { events: [{ characters: ['npc_a_001'] }] },
    ],
    [
      'the number of a sentence in quotation marks',
      { dialogue: [{ speaker: 'Marit', sentence: '2' }] },
      { dialogue: [{ sentence: 2 }] },
    ],
    [
      'an event in one sentence',
      { events: ['He fell.'] },
      { events: [{ type: 'event', summary: 'He fell.' }] },
    ],
    ['speakers by name alone', { dialogue: ['Marit'] }, { dialogue: [{ speaker: 'Marit' }] }],
    [
      'a change under another word',
      { operations: [{ type: 'tickClock', clock_id: 'tide' }] },
      { operations: [{ op: 'tick_clock', clockId: 'tide' }] },
    ],
    [
      'a change with its fields apart',
      { operations: [{ op: 'tick_clock', args: { clock_id: 'tide' } }] },
      { operations: [{ op: 'tick_clock', clockId: 'tide' }] },
    ],
    [
      'choices as texts',
      { choices: ['Ask again', 'Wait'] },
      { choices: [CHOICE, { key: 'wait', text: 'Wait' }] },
    ],
    ['choices by their keys', { choices: { ask_again: { text: 'Ask again' } } }, { choices: [CHOICE] }],
    [
      'keys in other letters',
      {
        choices: [
          { ...CHOICE, key: 'Ask Again!' },
          { ...CHOICE, key: 'askOnceMore' },
        ],
      },
      { choices: [CHOICE, { key: 'ask_once_more' }] },
    ],
    [
      'risks in other words',
      { choices: [{ ...CHOICE, risk: 'Moderate' }] },
      { choices: [{ risk: 'medium' }] },
    ],
    ['a choice twice', { choices: [CHOICE, CHOICE] }, { choices: [CHOICE] }],
  ])('%s', async (_what, fields, outcome) => {
    const told = await asOutcome(fields);
    expect(told.error).toBeNull();
    expect(told.asked).toBe(1);
    expect(told.outcome).toMatchObject(outcome);
  });

  it('two choices under one key, each as its own', async () => {
    const { outcome } = await asOutcome({ choices: [CHOICE, { ...CHOICE, text: 'Ask her' }] });
    expect(outcome?.choices.map(({ key, text }) => [key, text])).toEqual([
      ['ask_again', 'Ask again'],
      ['ask_again_2', 'Ask her'],
    ]);
  });

  it('ten choices, of which four and the open one are offered', async () => {
    const many = Array.from({ length: 10 }, (_, at) => ({ ...CHOICE, key: `way_${at}` }));
    const { outcome } = await asOutcome({ choices: [...many, { ...CHOICE, key: 'other_action' }] });
    expect(outcome?.choices.map(({ key }) => key)).toEqual([
      'way_0',
      'way_1',
      'way_2',
      'way_3',
      'other_action',
    ]);
  });

  it('a text that is too long, cut at a word', async () => {
    const { outcome } = await asOutcome({ choices: [{ ...CHOICE, text: 'many words '.repeat(30) }] });
    expect(outcome?.choices[0]?.text).toMatch(/^many words .*(?:many|words)…$/);
  });

  it('an answer wrapped up in another object', async () => {
    const { reply: plan, asked } = await reply(
      { name: 'plan', contract: Plan },
      { plan: { beats: ['It rains.'] } },
    );
    expect(plan.beats).toEqual(['It rains.']);
    expect(asked).toEqual(['ask']);
  });

  it('a word in other letters, and an unknown one as none', async () => {
    const action = {
      kind: 'Attack',
      difficulty: 'HARD',
      risk: ['Violence', 'Hostile present', 'stealth'],
      minutes: '2',
    };
    const said = { kind: 'Speak', call_type: 'Dialogue', actions: [action, { kind: 'juggle' }] };
    const { reply: read, asked } = await reply({ name: 'read', contract: Reading }, said);
    expect(read).toMatchObject({
      kind: 'speak',
      call_type: 'narrative',
      actions: [
        { kind: 'attack', difficulty: 'hard', risk: ['violence', 'hostile_present'], minutes: 2 },
        { kind: 'other' },
      ],
    });
    expect(asked).toEqual(['ask']);
  });
});

describe('is reported', () => {
  it.each([
    ['a memory without its owner', { observations: ['It rained.'] }],
    ['an object with nothing in it that was asked for', { mood: 'tense', weather: 'rain' }],
  ])('%s', async (_what, fields) => {
    const { outcome, problems } = await asOutcome(fields);
    expect(outcome).toBeNull();
    expect(problems).not.toEqual([]);
  });
});
