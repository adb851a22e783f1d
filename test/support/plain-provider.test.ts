import { describe, expect, it } from 'vitest';
import { GodReply, ThinkReply } from '#engine/contracts/aside.ts';
import { JudgeReply } from '#engine/contracts/findings.ts';
import { Outcome } from '#engine/contracts/outcome.ts';
import { Plan } from '#engine/contracts/plan.ts';
import { Reaction } from '#engine/contracts/reaction.ts';
import { Reading } from '#engine/contracts/reading.ts';
import { RulebookResolution } from '#engine/contracts/rulebook-resolution.ts';
import { type ModelRequest, type Provider, ProviderError } from '#engine/llm/provider.ts';
import { RepairReply } from '#engine/turn/narration/repair-prose.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { answerInTurn, cut, fail, refuse } from './plain/reply.ts';
import { STEP_INPUTS } from './plain/step-inputs.ts';
import { createPlainProvider } from './plain-provider.ts';
import { promptedNarrator } from './prompted-provider.ts';
import { scriptedProvider, told } from './scripted-provider.ts';
import { type StepScript, scriptedSteps, telling } from './step-script.ts';

const request = (step: string, input: object, signal = new AbortController().signal): ModelRequest => ({
  step,
  system: [],
  messages: [],
  // Inputs of steps are plain values by their schemas.
  input: input as Json,
  seed: 'a seed:1',
  maxTokens: 1_000,
  signal,
});

async function ask(provider: Provider, step: string, input: object) {
  let text = '';
  let pieces = 0;
  for await (const part of provider.stream(request(step, input))) {
    if (part.type === 'reply-end') return { text, pieces, reason: part.reason };
    text += part.text;
    pieces += 1;
  }
  throw new Error('the reply did not end');
}

const saying = (playerText: string) => ({ ...STEP_INPUTS.read, playerText });
const recording = (more: object) => ({ ...STEP_INPUTS.record, ...more });

describe('a plain answer', () => {
  it.each([
    ['read', Reading, STEP_INPUTS.read],
    ['resolve', RulebookResolution, STEP_INPUTS.resolve],
    ['react', Reaction, STEP_INPUTS.react],
    ['plan', Plan, STEP_INPUTS.plan],
    ['record', Outcome, STEP_INPUTS.record],
    ['judge', JudgeReply, STEP_INPUTS.judge],
    [
      'check-repair',
      RepairReply,
      { sentences: ['It rains.', 'You go.'], problems: ['Sentence 2, “You go.”: no'] },
    ],
    ['mode-think', ThinkReply, STEP_INPUTS.aside],
    ['mode-god', GodReply, STEP_INPUTS.aside],
  ])('to %s keeps the contract', async (step, contract, input) => {
    const { text } = await ask(createPlainProvider(), step, input);
    expect(contract.safeParse(JSON.parse(text)).error).toBeUndefined();
  });

  it.each([
    ['mode-dm', STEP_INPUTS.aside],
    ['retell', { prose: 'The lamp burns.', persona: 'Ines' }],
    ['profile-refresh', { name: 'Ines', events: 'A bell rang.' }],
    ['chapter-summary', { chapter: 'Chapter 1', summary: '', events: 'A bell rang.' }],
    ['running-summary', { persona: 'Ines', noted: '', exchanges: '> I wait.\nA bell rang.' }],
    ['session-summary', { persona: 'Ines', events: '', exchanges: 'A bell rang.' }],
    ['recap', { persona: 'Ines', summary: 'A bell rang.', events: '' }],
  ])('to %s is some text', async (step, input) => {
    expect((await ask(createPlainProvider(), step, input)).text).toMatch(/\S/);
  });

  it('narrates place and person in small pieces, with three choices and notes', async () => {
    const { text, pieces } = await ask(createPlainProvider(), 'narrate', STEP_INPUTS.narrate);
    const [prose, behind] = text.split('\n===\n');
    expect(prose).toMatch(/The Pier House.*Marit Sund/);
    expect(behind?.split('\n')).toEqual([
      'safe | Look around | Take in The Pier House.',
      'low | Speak to Marit Sund',
      'safe | Wait a while',
      'notes: Nothing is decided at The Pier House.',
    ]);
    expect(pieces).toBeGreaterThan(5);
  });

  it('offers five rows when a table is due, and tells the row that was rolled', async () => {
    const due = { ...STEP_INPUTS.narrate, tableDue: 'persuasion' };
    const { text } = await ask(createPlainProvider(), 'narrate', due);
    expect(text.match(/^\d+-\d+ \| /gm)).toHaveLength(5);
    const row = { type: 'persuasion', purpose: '', value: 42, from: 41, to: 60, outcome: 'She wavers' };
    const after = await ask(createPlainProvider(), 'narrate', { ...STEP_INPUTS.narrate, rolled: row });
    expect(after.text).toContain('She wavers.');
  });

  it('records the fixed minutes, and choices only when they are needed', async () => {
    const plain = JSON.parse((await ask(createPlainProvider(), 'record', STEP_INPUTS.record)).text);
    expect(plain).toMatchObject({ minutes: 5 });
    expect(plain.observations).toHaveLength(2);
    expect(plain.choices).toBeUndefined();
    const needed = await ask(createPlainProvider(), 'record', recording({ needsChoices: true }));
    expect(Outcome.parse(JSON.parse(needed.text)).choices).toHaveLength(3);
  });

  it('reads shared sentences from the list and any other as an act', async () => {
    const read = async (words: string, more: object = {}) =>
      Reading.parse(
        JSON.parse((await ask(createPlainProvider(), 'read', { ...saying(words), ...more })).text),
      );
    expect((await read('I sneak past the clerk.')).actions).toMatchObject([{ kind: 'sneak', check: 'wits' }]);
    expect(await read('I hum.')).toEqual(Reading.parse({}));
    const tables = { tableTypes: ['persuasion'], checks: [{ id: 'persuasion', label: '', covers: '' }] };
    expect(await read('I try to persuade the keeper.', tables)).toMatchObject({
      call_type: 'persuasion',
      actions: [{ check: 'persuasion' }],
    });
    expect((await read('I threaten somebody.')).question?.options).toEqual(['Marit Sund']);
    const clarified = { clarified: { question: 'Whom?', answer: 'Marit.' } };
    expect((await read('I threaten somebody.', clarified)).actions).toMatchObject([{ target: 'Marit' }]);
    expect((await read('I walk to the mole.')).moves_to).toBe('loc_mole_001');
  });

  it('fails for an input that breaks its contract, and for a step it does not know', async () => {
    await expect(ask(createPlainProvider(), 'react', {})).rejects.toThrow('characterId');
    await expect(ask(createPlainProvider(), 'route', {})).rejects.toThrow('no answer for the step route');
  });
});

describe('an override', () => {
  it('is serialised when it is an object, sent as it is when it is a string, and skipped when undefined', async () => {
    const provider = createPlainProvider({
      read: answerInTurn<object | string>({ kind: 'speak' }, 'not json'),
      judge: () => ({ findings: [{ kind: 'agency', quote: 'You leave.' }] }),
    });
    expect((await ask(provider, 'read', STEP_INPUTS.read)).text).toBe('{"kind":"speak"}');
    expect((await ask(provider, 'read', STEP_INPUTS.read)).text).toBe('not json');
    expect(JSON.parse((await ask(provider, 'read', STEP_INPUTS.read)).text)).toMatchObject({ kind: 'act' });
    expect((await ask(provider, 'judge', STEP_INPUTS.judge)).text).toContain('You leave.');
  });

  it('fails, refuses and is cut', async () => {
    const error = new ProviderError('down', { retryable: false });
    const provider = createPlainProvider({ 'mode-dm': answerInTurn(fail(error), refuse(), cut('Half a')) });
    await expect(ask(provider, 'mode-dm', STEP_INPUTS.aside)).rejects.toBe(error);
    expect(await ask(provider, 'mode-dm', STEP_INPUTS.aside)).toMatchObject({ text: '', reason: 'refused' });
    expect(await ask(provider, 'mode-dm', STEP_INPUTS.aside)).toMatchObject({
      text: 'Half a',
      reason: 'length',
    });
  });

  it('waits for `before`, which may throw in its stead', async () => {
    const seen: string[] = [];
    const provider = createPlainProvider({
      before: async ({ step }) => {
        seen.push(step);
        if (step === 'judge') throw new Error('busy');
      },
    });
    await ask(provider, 'read', STEP_INPUTS.read);
    await expect(ask(provider, 'judge', STEP_INPUTS.judge)).rejects.toThrow('busy');
    expect(seen).toEqual(['read', 'judge']);
  });

  it('stops when the signal is aborted', async () => {
    const stop = new AbortController();
    const pieces: string[] = [];
    const reading = async () => {
      for await (const part of createPlainProvider().stream(
        request('narrate', STEP_INPUTS.narrate, stop.signal),
      )) {
        if (part.type === 'text-delta') pieces.push(part.text);
        stop.abort(new Error('enough'));
      }
    };
    await expect(reading()).rejects.toThrow('enough');
    expect(pieces).toHaveLength(1);
  });

  it('writes a narration for `outcome: inline` with a JSON block', async () => {
    const provider = createPlainProvider({
      inline: true,
      narrate: () => ({ prose: 'It rains.', choices: [], record: { minutes: 3 } }),
    });
    expect((await ask(provider, 'narrate', STEP_INPUTS.narrate)).text).toBe(
      'It rains.\n\n```json\n{"choices":[],"minutes":3}\n```',
    );
  });
});

describe('an outcome that is scripted with a narration', () => {
  const outcome = {
    scene_characters: ['npc_tomas_001'],
    elapsed_minutes: 9,
    summary_update: 'A bell rang.',
    location: 'The Mole',
    established_facts: [{ subject_id: 'npc_marit_001', predicate: 'wears', detail: 'a coat' }],
    introduced_npcs: [{ name: 'Odd' }],
    introduced_items: [{ name: 'A glove', location: 'the mole' }],
    events: [{ type: 'note', summary: 'A bell rang.', characters: [], factions_affected: ['guild'] }],
    thread_updates: [{ id: 'rent', status: 'resolved' }],
    operations: [{ op: 'set_scene', noise: 'loud' }],
    choices: [{ key: 'ask_marit', text: 'Ask her' }],
    gm_notes: ['Watch the lamp.'],
    state_rationale: 'It rang.',
    roll_table: { purpose: 'try', rows: [{ from: 1, to: 100, outcome: 'It holds.' }] },
  };
  const sentences = ['A bell rings.', 'It stops.'];

  it('answers `record` for the same prose in today’s words, however often it is asked', async () => {
    const script: StepScript = new Map([['narrate', () => telling('A bell rings. It stops.', outcome)]]);
    const provider = scriptedSteps(script);
    const { text } = await ask(provider, 'narrate', STEP_INPUTS.narrate);
    expect(text).toBe('A bell rings. It stops.\n===\n1-100 | It holds.\nnotes: Watch the lamp.');
    script.clear();
    for (const _time of [1, 2]) {
      const reply = await ask(provider, 'record', recording({ sentences, needsChoices: true }));
      expect(Outcome.parse(JSON.parse(reply.text))).toMatchObject({
        summary: 'A bell rang.',
        minutes: 9,
        place: 'The Mole',
        where: [
          { id: 'npc_tomas_001', at: 'here' },
          { id: 'npc_marit_001', at: 'gone' },
        ],
        facts: [{ detail: 'a coat' }],
        people: [{ name: 'Odd' }],
        things: [{ name: 'A glove', where: 'the mole' }],
        events: [{ summary: 'A bell rang.', factions: ['guild'] }],
        threads: [{ id: 'rent', status: 'resolved' }],
        operations: [{ op: 'set_scene', noise: 'loud' }],
        rationale: 'It rang.',
        choices: [{ key: 'ask_marit' }],
      });
    }
    const other = await ask(provider, 'record', recording({ sentences: ['Snow.'], playerText: 'I leave.' }));
    expect(JSON.parse(other.text)).toMatchObject({ minutes: 5 });
  });

  it('is found by the player’s words when the prose was cleaned', async () => {
    const provider = promptedNarrator({ 'I wait.': { prose: 'A bell\u0000 rings.', outcome } });
    await ask(provider, 'narrate', STEP_INPUTS.narrate);
    const { text } = await ask(provider, 'record', recording({ sentences: ['A bell rings.'] }));
    expect(JSON.parse(text)).toMatchObject({ summary: 'A bell rang.' });
  });

  it('makes a new place of a transition with a description', async () => {
    const transition = { scene_transition: { name: 'The Loft', description: 'Nets.' } };
    const provider = promptedNarrator({ 'I wait.': { prose: 'Up.', outcome: transition } });
    await ask(provider, 'narrate', STEP_INPUTS.narrate);
    const { text } = await ask(provider, 'record', recording({ sentences: ['Up.'] }));
    expect(Outcome.parse(JSON.parse(text))).toMatchObject({
      place: 'The Loft',
      places: [{ name: 'The Loft', description: 'Nets.' }],
    });
  });
});

it('tells lines one after another and repeats the last', async () => {
  const provider = scriptedProvider([told('First.'), told('Second.')]);
  const prose = async () => (await ask(provider, 'narrate', STEP_INPUTS.narrate)).text.split('\n===\n')[0];
  expect([await prose(), await prose(), await prose()]).toEqual(['First.', 'Second.', 'Second.']);
  expect((await ask(provider, 'read', STEP_INPUTS.read)).text).toContain('act');
});
