import { describe, expect, it } from 'vitest';
import { InterpretReply } from '#engine/llm/interpret-reply.ts';
import { NarrateOutcome } from '#engine/llm/narrate-outcome.ts';
import { PlanReply } from '#engine/llm/plan-reply.ts';
import { runStructured, type StructuredStep } from '#engine/llm/structured.ts';
import { aRequest } from '../../support/wire/a-request.ts';
import { narrated } from '../../support/wire/narrated.ts';
import { scriptedProvider } from '../../support/wire/scripted-provider.ts';

const asOutcome = async (fields: object, ...more: string[]) => {
  const provider = scriptedProvider(`It rains.\n\n\`\`\`json\n${JSON.stringify(fields)}\n\`\`\``, ...more);
  const { end, error } = await narrated(provider, { name: 'narrate', contract: NarrateOutcome });
  return { outcome: end?.outcome, error, asked: provider.asked.length };
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
    ['a number in quotation marks', { elapsed_minutes: '5' }, { elapsed_minutes: 5 }],
    ['a number with its unit', { elapsed_minutes: '5 minutes' }, { elapsed_minutes: 5 }],
    ['yes and no in quotation marks', { player_acted: 'False' }, { player_acted: false }],
    ['one thing where a list belongs', { gm_notes: 'Watch him.' }, { gm_notes: ['Watch him.'] }],
    [
      'an empty text for nothing',
      { scene_transition: '', events: '' },
      { scene_transition: null, events: [] },
    ],
    [
      'people with their names',
      { scene_characters: [{ id: 'npc_a_001', name: 'A' }] },
      { scene_characters: ['npc_a_001'] },
    ],
    [
      'an event in one sentence',
      { events: ['He fell.'] },
      { events: [{ type: 'event', summary: 'He fell.' }] },
    ],
    ['speakers by name alone', { dialogue: ['Marit'] }, { dialogue: [{ speaker: 'Marit', type: 'speech' }] }],
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
      { name: 'plan', contract: PlanReply },
      { plan: { beats: ['It rains.'] } },
    );
    expect(plan.beats).toEqual(['It rains.']);
    expect(asked).toEqual(['ask']);
  });

  it('a kind nobody here knows, as none', async () => {
    const said = { intent: 'x', call_type: 'Dialogue', risk_flags: ['Violence', 'stealth'] };
    const { reply: read, asked } = await reply({ name: 'interpret', contract: InterpretReply }, said);
    expect(read).toMatchObject({ call_type: 'narrative', risk_flags: ['violence'] });
    expect(asked).toEqual(['ask']);
  });
});

describe('is shown to the model again', () => {
  it.each([
    ['two hours in minutes', { elapsed_minutes: '2 hours' }],
    [
      'a memory that matters too much',
      { observations: [{ character_id: 'a', content: 'b', importance: 9 }] },
    ],
    ['a memory without its owner', { observations: ['It rained.'] }],
    ['an object with nothing in it that was asked for', { mood: 'tense', weather: 'rain' }],
  ])('%s', async (_what, fields) => {
    const { asked, outcome } = await asOutcome(fields, '{"summary_update": "It rained."}');
    expect(asked).toBe(2);
    expect(outcome?.summary_update).toBe('It rained.');
  });
});
