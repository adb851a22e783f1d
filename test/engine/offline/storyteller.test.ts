import { describe, expect, it } from 'vitest';
import { type AsideInput, GodReply, ThinkReply } from '#engine/contracts/aside.ts';
import { JudgeReply } from '#engine/contracts/findings.ts';
import { NarrateInput } from '#engine/contracts/narrate-input.ts';
import { Outcome, RecordInput } from '#engine/contracts/outcome.ts';
import { Plan } from '#engine/contracts/plan.ts';
import { type ReactInput, Reaction } from '#engine/contracts/reaction.ts';
import { ReadInput, Reading } from '#engine/contracts/reading.ts';
import { type ResolveInput, RulebookResolution } from '#engine/contracts/rulebook-resolution.ts';
import { createOfflineProvider, OFFLINE_NOTICE } from '#engine/offline/storyteller.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { narrateInputFor, readInputFor, SCENE_NAMES } from '../../support/offline-scenes.ts';
import { aRequest, failureOf, partsOf, textOf } from '../../support/wire/a-request.ts';

const provider = createOfflineProvider({ wordsPerSecond: 0 });

async function ask(step: string, input: unknown, seed = 'seed'): Promise<string> {
  return textOf(await partsOf(provider, aRequest({ step, input: input as Json, seed }))); // inputs are JSON by their schemas
}

const reactInput: ReactInput = {
  characterId: 'npc_viktor_001',
  name: 'Viktor Hrynko',
  profile: [
    'Viktor Hrynko, Owner of the Neon Dragon. A heavy, tidy man.',
    'Says things like: House pours first. / She drank half. Jin never drinks half.',
    'Keeps to itself: "I sold Chen the hour."',
  ].join('\n'),
  relations: [],
  sheet: [],
  rulebook: '',
  checks: [],
  scene: '',
  present: [{ id: 'pc_abdi_001', name: 'Abdirahman Solberg' }],
  fights: false,
  memories: [],
  playerText: 'Abdirahman Solberg: talk to Viktor',
  outcome: [],
  agenda: 'Keep the debt hidden. Next: Viktor burns the slate.',
  lastNarration: '',
  language: '',
};

const recordInput: RecordInput = {
  sentences: [
    'You give the collar of the Scale to Leonor of Alburquerque.',
    '11 are left.',
    'You look at the letter.',
  ],
  playerText: 'give the collar to Leonor and look at the letter',
  personas: [{ id: 'pc_juan_001', name: 'Juan II' }],
  present: [{ id: 'npc_leonor_001', name: 'Leonor of Alburquerque', role: '' }],
  elsewhere: [],
  place: { id: 'loc_palace', name: 'The palace' },
  places: [],
  things: [{ id: 'item_letter', name: 'the letter', at: 'The palace' }],
  carried: [],
  threads: [],
  missions: [],
  clocks: [],
  laws: [],
  deadlines: [],
  facts: [],
  state: [],
  done: ['Juan II gives The collar of the Scale to Leonor of Alburquerque.'],
  minutes: { fixed: 5, most: 30 },
  operations: [],
  eventTypes: [],
  rows: [],
  needsChoices: true,
  language: '',
  packLanguage: 'en',
  date: '',
};

const resolveInput: ResolveInput = {
  playerText: '',
  intent: '',
  personaId: 'pc',
  rulebook: 'When it matters, roll 2d6 + 1. On 10 or more it works.',
  scene: '',
  involved: [],
  actions: ['climb the fence'],
  blocked: [],
  operations: [],
  language: '',
};

const asideInput: AsideInput = {
  playerText: 'How does fighting work?',
  personaId: 'pc',
  persona: 'Dez',
  scene: 'Room 12. The last room.\nPresent: June Amory (npc_june_001), owner.\nCarries: 1 × Flashlight',
  rulebook: 'Fighting: roll 2d6 and add edge.\nResting takes an hour.',
  operations: [],
  language: '',
};

describe('Every reply keeps its contract', () => {
  it('read and narrate, in every scene', async () => {
    for (const scene of SCENE_NAMES) {
      for (const text of [
        'look around',
        'talk to somebody',
        'yodel',
        '',
        'I ',
        '“',
        'ask',
        'give',
        'go',
        'wait until',
      ]) {
        const input = ReadInput.parse(readInputFor(scene, text));
        Reading.parse(JSON.parse(await ask('read', input)));
      }
      const reply = await ask(
        'narrate',
        NarrateInput.parse(narrateInputFor(scene, { playerActs: ['look around'] })),
      );
      expect(reply.split('\n===\n')).toHaveLength(2);
    }
  });

  it('plan plans nothing and judge finds nothing', async () => {
    expect(Plan.parse(JSON.parse(await ask('plan', {}))).beats).toEqual([]);
    expect(JudgeReply.parse(JSON.parse(await ask('judge', {}))).findings).toEqual([]);
  });

  it('react strikes in a fight, also while it answers, and attempts nothing outside one', async () => {
    const attempt = async (input: Partial<ReactInput>) =>
      Reaction.parse(JSON.parse(await ask('react', { ...reactInput, ...input }))).attempt?.kind;
    expect(await attempt({ fights: true })).toBe('attack');
    expect(await attempt({ fights: true, playerText: 'Abdirahman Solberg: I attack Viktor' })).toBe('attack');
    expect(await attempt({ playerText: 'Abdirahman Solberg: I attack Viktor' })).toBeUndefined();
  });

  it('react speaks in sample lines and tells neither agenda nor secrets', async () => {
    const react = async (playerText: string) =>
      Reaction.parse(JSON.parse(await ask('react', { ...reactInput, playerText }))).action;
    expect(await react('Abdirahman Solberg: talk to Viktor')).toMatch(
      /^Viktor Hrynko: “(House pours first\.|She drank half\..*)”$/,
    );
    expect(await react('Abdirahman Solberg: ask Viktor about Jin')).toBe(
      'Viktor Hrynko: “She drank half. Jin never drinks half.”',
    );
    expect(await react('Abdirahman Solberg: ask Viktor about Chen')).toBe(
      'Viktor Hrynko has no authored answer to that.',
    );
    expect(await react('Abdirahman Solberg: look around')).toBe('Viktor Hrynko waits.');
  });

  it('resolve takes the first dice of the rulebook, in bands without a gap', async () => {
    const { dice, bands } = RulebookResolution.parse(JSON.parse(await ask('resolve', resolveInput)));
    expect(dice.map(({ expression }) => expression)).toEqual(['2d6+1']);
    for (let total = -5; total <= 30; total += 1) {
      const hit = bands.filter(({ from, to }) => (from ?? -99) <= total && total <= (to ?? 99));
      expect(hit, String(total)).toHaveLength(1);
    }
    const plain = RulebookResolution.parse(
      JSON.parse(await ask('resolve', { ...resolveInput, rulebook: 'Talk it out.' })),
    );
    expect([plain.dice.length, plain.bands.length]).toEqual([0, 0]);
  });

  it('record keeps what the log told, for those who saw it, and proposes nothing', async () => {
    const outcome = Outcome.parse(JSON.parse(await ask('record', RecordInput.parse(recordInput))));
    const told = 'Juan II gives the collar of the Scale to Leonor of Alburquerque.';
    expect(outcome.summary).toBe(told);
    expect(outcome.minutes).toBe(5);
    expect(outcome.events).toMatchObject([{ summary: told, characters: ['pc_juan_001', 'npc_leonor_001'] }]);
    expect(
      outcome.observations.map(({ character_id, content, sentence }) => [character_id, content, sentence]),
    ).toEqual([
      ['pc_juan_001', told, 1],
      ['npc_leonor_001', told, 1],
    ]);
    expect(outcome.operations).toEqual([]);
    expect(outcome.facts).toEqual([]);
    expect(outcome.choices.length).toBeGreaterThanOrEqual(3);
    const rows = [{ from: 1, to: 100, outcome: 'It fails.' }];
    expect(Outcome.parse(JSON.parse(await ask('record', { ...recordInput, rows }))).rows).toMatchObject([
      { from: 1, minutes: 5 },
    ]);
  });

  it('asides quote the rules and the state, without ids', async () => {
    expect(await ask('mode-dm', asideInput)).toBe('Fighting: roll 2d6 and add edge.');
    expect(await ask('mode-dm', { ...asideInput, playerText: 'What do I carry?' })).toBe(
      'Carries: 1 × Flashlight',
    );
    expect(await ask('mode-dm', { ...asideInput, playerText: 'Who is present?' })).not.toContain('npc_');
    expect(await ask('mode-dm', { ...asideInput, playerText: 'zzz' })).toMatch(
      /^Nothing in the state or the rules/,
    );
    const think = ThinkReply.parse(
      JSON.parse(await ask('mode-think', { ...asideInput, playerText: 'What about June?' })),
    );
    expect(think.thinking).toBe('You know this:\nPresent: June Amory, owner.');
    for (const { text } of think.choices) {
      expect(
        Reading.parse(JSON.parse(await ask('read', readInputFor('room_twelve', text)))).question,
        text,
      ).toBeNull();
    }
    const god = GodReply.parse(JSON.parse(await ask('mode-god', asideInput)));
    expect(god.operations).toEqual([]);
    expect(god.god_mode_response).toContain('GOD_MODE_SET');
  });

  it('repair leaves faulty sentences out and retelling keeps the words', async () => {
    const problems = [
      'Sentence 3, “x”: a secret',
      'Sentences 1, 3, “y”: dice',
      'The whole passage: too long',
    ];
    expect(
      JSON.parse(await ask('check-repair', { sentences: ['a', 'b', 'c'], problems, persona: '', facts: [] })),
    ).toEqual({
      sentences: [
        { n: 3, text: '' },
        { n: 1, text: '' },
      ],
    });
    expect(await ask('retell', { prose: 'You wait.', persona: 'Dez' })).toBe('You wait.');
  });

  it('jobs shorten what they are given', async () => {
    const events = 'Dez opens the tin.\nJune leaves.';
    expect(await ask('chapter-summary', { chapter: 'Chapter 1', summary: '', events })).toBe(
      'Chapter 1. Dez opens the tin. June leaves.',
    );
    expect(await ask('recap', { summary: '', events, threads: 'Whose is it' })).toContain(
      'Open: Whose is it.',
    );
    for (const step of ['profile-refresh', 'running-summary', 'session-summary']) {
      expect(
        await ask(step, {
          name: 'Dez',
          persona: 'Dez',
          profile: '',
          summary: '',
          noted: '',
          events,
          exchanges: '',
          threads: '',
        }),
      ).toContain('Dez opens the tin.');
    }
  });
});

it('gives the same reply for the same seed', async () => {
  const input = narrateInputFor('neon_dragon', { playerActs: ['talk to Viktor Hrynko'] });
  const replies = await Promise.all(
    ['a', 'a', 'b', 'c', 'd', 'e'].map((seed) => ask('narrate', input, seed)),
  );
  expect(replies[0]).toBe(replies[1]);
  expect(new Set(replies).size).toBeGreaterThan(1);
});

it('streams prose by the word and can be aborted', async () => {
  const controller = new AbortController();
  const reason = new Error('cancelled');
  setTimeout(() => controller.abort(reason), 20);
  const slow = createOfflineProvider({ wordsPerSecond: 1 });
  const request = aRequest({ input: narrateInputFor('neon_dragon') as Json, signal: controller.signal }); // JSON by its schema
  await expect(partsOf(slow, request)).rejects.toBe(reason);
  const parts = await partsOf(provider, { ...request, signal: new AbortController().signal });
  expect(parts.at(-1)).toMatchObject({ type: 'reply-end', reason: 'finished', usage: { outputTokens: 0 } });
  expect(provider.id).toBe('offline/storyteller');
});

it('says that a step needs a language model', async () => {
  const failure = await failureOf(provider, aRequest({ step: 'scenario-outline' }));
  expect(String(failure)).toMatch(/scenario-outline needs a language model .* ANTHROPIC_API_KEY/);
  expect(OFFLINE_NOTICE).toContain('No language model is in use');
});
