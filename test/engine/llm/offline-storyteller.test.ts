import { expect, it } from 'vitest';
import type { NarrateInput } from '#engine/llm/narrate-input.ts';
import { NarrateOutcome } from '#engine/llm/narrate-outcome.ts';
import { offlineStoryteller } from '#engine/llm/offline-storyteller.ts';
import type { ModelRequest } from '#engine/llm/provider.ts';
import { nightAtThePierHouse } from '../../support/narrations.ts';

const requestFor = (input: NarrateInput, change: Partial<ModelRequest> = {}): ModelRequest => ({
  step: 'narrate',
  system: [],
  messages: [],
  input: JSON.parse(JSON.stringify(input)),
  seed: 'a seed',
  maxTokens: 1_000,
  signal: new AbortController().signal,
  ...change,
});

async function tell(input: NarrateInput, seed = 'a seed', step = 'narrate'): Promise<string> {
  let text = '';
  const request = requestFor(input, { seed, step });
  for await (const part of offlineStoryteller({ wordsPerSecond: 0 }).stream(request)) {
    if (part.type === 'text-delta') text += part.text;
  }
  return text;
}

const proseOf = (reply: string) => reply.split('```json')[0] ?? '';
const outcomeOf = (reply: string) =>
  NarrateOutcome.parse(JSON.parse(/```json\n([\s\S]*)\n```/.exec(reply)?.[1] ?? ''));

it('tells the same for the same seed and something else for another', async () => {
  const input = nightAtThePierHouse();

  expect(await tell(input)).toBe(await tell(input));
  const tellings = new Set(await Promise.all(['a', 'b', 'c', 'd', 'e'].map((seed) => tell(input, seed))));
  expect(tellings.size).toBeGreaterThan(2);
});

it('says plainly at the opening that no language model is in use, and reads out the prologue, not the directions', async () => {
  const opening = {
    text: 'Directions: Tomas is the thief.',
    prologue: 'The boat does not wait.',
    stakes: '',
    goals: [],
  };
  const prose = proseOf(await tell(nightAtThePierHouse({ opening })));

  expect(prose).toContain('The boat does not wait.');
  expect(prose).toContain('No language model is in use');
  expect(prose).not.toContain('Tomas is the thief');
});

it('lets whoever is named answer, with what the lore says when asked', async () => {
  const prose = proseOf(await tell(nightAtThePierHouse({ playerText: 'Marit, who built the mole?' })));

  expect(prose).toContain('Marit');
  expect(prose).toContain('The mole was built by convicts in 1802.');
});

it.each([
  ['success', /holds|give|works|comes off/i],
  ['mixed', /not for free|half|catch|bill/i],
  ['failure', /wrong|does not hold|slips|nothing gives/i],
] as const)('tells a %s as one, whatever the ruleset calls it', async (degree, words) => {
  const outcome = { text: '', band: 'Brackish', degree, rolls: [], costs: [], consequences: [] };

  expect(proseOf(await tell(nightAtThePierHouse({ outcome })))).toMatch(words);
});

it('never acts, speaks or thinks for the player’s character', async () => {
  for (let seed = 0; seed < 60; seed += 1) {
    const prose = proseOf(
      await tell(nightAtThePierHouse({ playerText: 'I ask about the mole?' }), String(seed)),
    );
    expect(prose).not.toMatch(/\bInes\b|\byou (say|nod|walk|turn|feel|think|decide|step|take|open|ask)\b/i);
  }
});

it('does not repeat itself from one exchange to the next', async () => {
  const conversation: NarrateInput['conversation'] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const reply = await tell(nightAtThePierHouse({ conversation: [...conversation] }), `turn ${turn}`);
    conversation.push({ player: 'I wait.', narration: proseOf(reply).trim() });
  }
  const replies = conversation.map(({ narration }) => narration);

  expect(new Set(replies).size).toBe(5);
});

it('offers three to five choices with snake_case keys, the last of them free', async () => {
  const { choices, elapsed_minutes } = outcomeOf(await tell(nightAtThePierHouse()));

  expect(choices.length).toBeGreaterThanOrEqual(3);
  expect(choices.length).toBeLessThanOrEqual(5);
  expect(choices.at(-1)?.key).toBe('other_action');
  expect(elapsed_minutes).toBeGreaterThan(0);
});

it('stops at once when it is told to', async () => {
  const cancel = new AbortController();
  const request = requestFor(nightAtThePierHouse(), { signal: cancel.signal });
  const parts = offlineStoryteller({ wordsPerSecond: 30 }).stream(request)[Symbol.asyncIterator]();
  await parts.next();
  cancel.abort(new Error('enough'));

  await expect(parts.next()).rejects.toThrow();
});

it('refuses a step it has no answer for', async () => {
  await expect(tell(nightAtThePierHouse(), 's', 'divine')).rejects.toThrow(/no answer for the step divine/);
});
