import { expect, it } from 'vitest';
import { ProviderError } from '#engine/llm/provider.ts';
import { InvalidReply, ModelRefused } from '#engine/llm/structured.ts';
import { NARRATE, narrated } from '../../support/wire/narrated.ts';
import { scriptedProvider } from '../../support/wire/scripted-provider.ts';

const PROSE = 'The keeper does not turn round. "You are late," she says.';
const BLOCK = '```json\n{"summary_update": "She noticed.", "elapsed_minutes": 2}\n```';

it('lets the prose through before the outcome is there', async () => {
  const provider = scriptedProvider({ pieces: [PROSE, '\n\n', BLOCK] });
  const { deltas, end } = await narrated(provider);
  expect(deltas).toEqual([PROSE]);
  expect(end).toMatchObject({
    prose: PROSE,
    outcome: { summary_update: 'She noticed.', elapsed_minutes: 2 },
  });
});

it('fills in everything the outcome leaves out', async () => {
  const { end } = await narrated(scriptedProvider(`${PROSE}\n\n\`\`\`json\n{}\n\`\`\``));
  expect(end?.outcome).toMatchObject({
    scene_characters: [],
    location: '',
    date: '',
    awaiting_roll: false,
    roll_type: null,
    summary_update: '',
    events: [],
    dialogue: [],
    player_acted: false,
  });
});

it('lets the prose of a reply that is one JSON object through as it is written', async () => {
  const reply = JSON.stringify({ narration: PROSE, summary_update: 'She noticed.' });
  const pieces = reply.match(/.{1,7}/gs) ?? [];
  const { deltas, end } = await narrated(scriptedProvider({ pieces }));
  expect(deltas.length).toBeGreaterThan(5);
  expect(deltas.join('')).toBe(PROSE);
  expect(end).toMatchObject({ prose: PROSE, outcome: { summary_update: 'She noticed.' } });
});

it('repairs a faulty outcome from the prose as it was told', async () => {
  const provider = scriptedProvider(
    `${PROSE}\n\`\`\`json\n{"observations": [{}]}\n\`\`\``,
    '{"summary_update": "Repaired."}',
  );
  const { deltas, end } = await narrated(provider);
  expect(deltas.join('')).toBe(PROSE);
  expect(end).toMatchObject({ prose: PROSE, outcome: { summary_update: 'Repaired.' } });
  expect(provider.asked.map(({ purpose }) => purpose)).toEqual(['ask', 'repair']);
  expect(provider.asked[1]?.messages[0]?.text).toContain(PROSE);
});

it('asks once more for the outcome, with the story as context and not a word of it told again', async () => {
  const provider = scriptedProvider(PROSE, 'sorry', '{"summary_update": "Third time."}');
  const { deltas, end } = await narrated(provider);
  expect(deltas.join('')).toBe(PROSE);
  expect(end?.outcome.summary_update).toBe('Third time.');
  const retry = provider.asked[2];
  expect(retry).toMatchObject({ purpose: 'retry', system: provider.asked[0]?.system });
  expect(retry?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  expect(retry?.messages[1]?.text).toBe(PROSE);
});

it('ends with a typed error when the outcome cannot be had', async () => {
  const { end, error } = await narrated(scriptedProvider(PROSE, 'no', 'no'));
  expect(end).toBeNull();
  expect(error).toBeInstanceOf(InvalidReply);
});

it('holds the outcome to checks beyond its form', async () => {
  const step = {
    ...NARRATE,
    checks: [
      ({ location }: { location: string }) => (location === 'Moon' ? ['location: nobody gets there.'] : []),
    ],
  };
  const provider = scriptedProvider(
    `${PROSE}\n\`\`\`json\n{"location": "Moon"}\n\`\`\``,
    '{"location": "Pier"}',
  );
  const { end } = await narrated(provider, step);
  expect(end?.outcome.location).toBe('Pier');
  expect(provider.asked[1]?.messages[0]?.text).toContain('nobody gets there');
});

it('tells everything anew when there was no prose at all', async () => {
  const provider = scriptedProvider(BLOCK, `${PROSE}\n\n${BLOCK}`);
  const { deltas, end } = await narrated(provider);
  expect(deltas.join('')).toBe(PROSE);
  expect(end?.prose).toBe(PROSE);
  expect(provider.asked.map(({ purpose }) => purpose)).toEqual(['ask', 'retry']);
});

it('asks only for the outcome when the connection broke after the prose', async () => {
  const fails = new ProviderError('gone', { retryable: true, fault: 'connection-lost' });
  const provider = scriptedProvider(
    { pieces: [PROSE, '\n```json\n{"summ'], fails },
    '{"summary_update": "Saved."}',
  );
  const { deltas, end } = await narrated(provider);
  expect(deltas.join('')).toBe(PROSE);
  expect(end?.outcome.summary_update).toBe('Saved.');
});

it('fails when the connection broke in the middle of the prose', async () => {
  const fails = new ProviderError('gone', { retryable: true, fault: 'connection-lost' });
  const { deltas, end, error } = await narrated(scriptedProvider({ pieces: ['The keeper does '], fails }));
  expect(deltas.join('')).toBe('The keeper does');
  expect(end).toBeNull();
  expect(error).toBe(fails);
});

it('asks for the outcome of a story that ran out of room', async () => {
  const provider = scriptedProvider({ pieces: [`${PROSE}\n\`\`\`json\n{"eve`], reason: 'length' }, '{}');
  const { end } = await narrated(provider);
  expect(end).toMatchObject({ prose: PROSE, reason: 'length' });
  expect(provider.asked[1]?.messages[0]?.text).toContain('cut off');
});

it('stops when the model declines in the middle', async () => {
  const { error } = await narrated(scriptedProvider({ pieces: ['The keeper'], reason: 'refused' }));
  expect(error).toBeInstanceOf(ModelRefused);
});

it('asks for an outcome nobody wrote where the scene can still be read, since a repair knows no ids', async () => {
  const provider = scriptedProvider('The lamp goes out.', '{"summary_update": "Dark."}');
  const { end } = await narrated(provider);
  expect(end?.outcome.summary_update).toBe('Dark.');
  const [first, second] = provider.asked;
  expect(second?.purpose).toBe('repair');
  expect(second?.system).toEqual(first?.system);
  expect(second?.messages.slice(0, -1)).toEqual([
    ...(first?.messages ?? []),
    { role: 'assistant', text: 'The lamp goes out.' },
  ]);
});
