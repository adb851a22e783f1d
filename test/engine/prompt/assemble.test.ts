import { expect, it } from 'vitest';
import type { LoreView } from '#engine/llm/context-packet.ts';
import type { NarrateInput } from '#engine/llm/narrate-input.ts';
import { anInput, aPacket, assembled, exchanges, lastMessage, prompts, SEGMENTS } from './a-narration.ts';

const lore = (
  id: string,
  kind: 'materialised' | 'pull',
  text = `All about ${id}.`,
): LoreView & { kind: typeof kind } => ({
  id,
  title: id,
  text,
  kind,
});

const secrets: NarrateInput['secrets'] = {
  audience: 'gm',
  facts: [
    {
      id: 'fact_0009',
      subjectId: 'npc_ada_001',
      text: 'Ada put the light out.',
      triggers: ['ask about the oil'],
    },
  ],
  withholds: [{ characterId: 'npc_tom_001', text: 'He saw her do it.' }],
  notes: [],
};

it('puts the scopes in their order', () => {
  const { audit } = assembled({
    input: anInput({
      conversation: exchanges(2),
      secrets,
      packet: aPacket({ lore: [lore('the-lamp', 'materialised')] }),
      outcome: {
        text: 'Ada answers.',
        band: 'mixed',
        degree: 'mixed',
        rolls: ['2d6 = 8'],
        costs: [],
        consequences: [],
      },
      plan: { beats: ['Ada hesitates.'], tensionMove: 'It rises.' },
      actions: [{ characterId: 'npc_tom_001', name: 'Tom', action: 'drops a can', intents: [] }],
      revealed: ['The oil was low.'],
    }),
  });
  expect(audit.order).toEqual([
    'core',
    'ruleset',
    'world',
    'entry',
    'npc',
    'profile',
    'secrets',
    'scene_lore',
    'summary',
    'events',
    'conversation',
    'call_type',
    'situation',
    'game_state',
    'player',
    'plan',
    'actions',
    'revealed',
    'rng',
    'input',
  ]);
});

it('sends what opens the story on the first turn only', () => {
  const prologue = 'A ship went down.';
  const opening = { text: 'The tide is out.', prologue, stakes: 'The truth.', goals: ['Ada: silence'] };
  const first = assembled({ input: anInput({ opening, playerText: '' }) });
  expect(lastMessage(first)).toContain('You wake on the shingle.');
  expect(lastMessage(first)).toContain('The tide is out.');
  expect(lastMessage(first)).toContain('do not repeat it:\nA ship went down.');
  expect(first.audit.order).toContain('entry_start');
  expect(first.audit.scopes.find(({ scope }) => scope === 'entry_start')?.segmentIds).toEqual(['s_start']);

  const later = assembled();
  expect(JSON.stringify(later.request)).not.toContain('You wake on the shingle.');
  expect(later.audit.notes).toContain('entry_start is left out: this is not the first turn.');
});

it('says directions once that it is handed twice', () => {
  const opening = { text: 'You wake on the shingle.', prologue: null, stakes: '', goals: [] };
  const first = lastMessage(assembled({ input: anInput({ opening, playerText: '' }) }));
  expect(first.split('You wake on the shingle.')).toHaveLength(2);
});

it('marks four prefixes: fixed texts, people, lore and conversation', () => {
  const packet = aPacket({
    lore: [lore('the-lamp', 'materialised'), lore('the-wreck', 'pull'), lore('the-oil', 'pull')],
  });
  const { request } = assembled({ input: anInput({ packet, conversation: exchanges(3) }) });
  expect(request.system.map(({ cacheable, ttl }) => [cacheable, ttl ?? null])).toEqual([
    [true, '1h'],
    [true, null],
    [false, null],
    [false, null],
    [true, null],
  ]);
  expect(request.messages.map(({ cacheable }) => cacheable ?? false)).toEqual([
    false,
    false,
    false,
    false,
    false,
    true,
    false,
  ]);
});

it('keeps everything but the last message the same to the byte when only the moment changes', () => {
  const at = (changes: Partial<NarrateInput>) =>
    assembled({ input: anInput({ conversation: exchanges(3), ...changes }) }).request;
  const before = at({});
  const packet = aPacket({
    facts: [],
    clocks: [],
    recentEvents: [],
    inventory: [],
  });
  const after = at({
    packet,
    playerText: 'Something else entirely.',
    callType: 'battle',
    mayOfferRoll: true,
  });
  expect(after.system).toEqual(before.system);
  expect(after.messages.slice(0, -1)).toEqual(before.messages.slice(0, -1));
  expect(after.messages.at(-1)).not.toEqual(before.messages.at(-1));
});

it('adds what is pulled in behind the lore that is there', () => {
  const made = [lore('the-lamp', 'materialised'), lore('the-tower', 'materialised')];
  const before = assembled({ input: anInput({ packet: aPacket({ lore: made }) }) }).request.system;
  const after = assembled({
    input: anInput({ packet: aPacket({ lore: [...made, lore('the-oil', 'pull')] }) }),
  }).request.system;
  expect(after.slice(0, before.length).map(({ text }) => text)).toEqual(before.map(({ text }) => text));
  expect(after).toHaveLength(before.length + 1);
});

it('gives the same bytes for people in any order', () => {
  const { cast } = aPacket();
  const system = (order: typeof cast) =>
    assembled({ input: anInput({ packet: aPacket({ cast: order }) }) }).request.system;
  expect(system([...cast].reverse())).toEqual(system(cast));
});

it.each([
  ['nothing uncertain', {}, 'call-narrative', 400],
  ['a persuasion', { callType: 'persuasion' }, 'call-persuasion', 1500],
  ['a battle', { callType: 'battle' }, 'call-battle', 800],
  [
    'a new chapter',
    { callType: 'chapter_start', briefing: ['The first winter.'] },
    'call-chapter-start',
    1000,
  ],
  ['the end of a year', { callType: 'year_end', briefing: ['Oil: 12 barrels'] }, 'call-year-end', 2000],
] as const)('asks for %s by its own template and limit', (_what, changes, id, limit) => {
  const { request, sources } = assembled({
    input: anInput({ ...changes, briefing: [...('briefing' in changes ? changes.briefing : [])] }),
  });
  expect(sources.prompts.map((prompt) => prompt.id)).toEqual(['core', 'narrate', id]);
  expect(request.maxTokens).toBe(limit + prompts.get('narrate').outcomeTokens);
});

it('tells a roll by the template of its own type, with the row that binds', () => {
  const rolled = {
    type: 'persuasion',
    purpose: 'win her over',
    value: 12,
    from: 6,
    to: 20,
    outcome: 'She laughs at you.',
  } as const;
  const assembly = assembled({ input: anInput({ callType: 'roll_result', rolled, mayOfferRoll: true }) });
  expect(assembly.sources.prompts.map(({ id }) => id)).toEqual([
    'core',
    'narrate',
    'call-roll-result',
    'call-persuasion',
  ]);
  expect(lastMessage(assembly)).toContain('6-20: She laughs at you.');
  expect(lastMessage(assembly)).not.toContain('roll_table');
  expect(assembly.request.maxTokens).toBe(600 + prompts.get('narrate').outcomeTokens);
});

it('offers a table only where one may be offered', () => {
  const asked = (mayOfferRoll: boolean) =>
    lastMessage(assembled({ input: anInput({ callType: 'chaos', mayOfferRoll }) }));
  expect(asked(true)).toContain('roll_table');
  expect(asked(false)).not.toContain('roll_table');
});

it('gives what is hidden to a narrator who is the whole game master, and to no other', () => {
  const told = JSON.stringify(assembled({ input: anInput({ secrets }) }).request.system);
  expect(told).toContain('Ada put the light out.');
  expect(told).toContain('He saw her do it.');
  expect(JSON.stringify(assembled().request.system)).not.toContain('game_master_only>');
});

it('sends the ten latest events and the end of a long summary', () => {
  const recentEvents = Array.from({ length: 25 }, (_, index) => ({
    id: `evt_${index}`,
    date: 'd',
    type: 't',
    summary: `event ${index}.`,
  }));
  const summary = Array.from({ length: 400 }, (_, index) => `Sentence number ${index}.`).join(' ');
  const input = anInput({ packet: aPacket({ recentEvents, summary }) });
  const assembly = assembled({ input });
  const message = lastMessage(assembly);
  expect(message).not.toContain('event 14.');
  expect(message).toContain('event 15.');
  expect(message).toContain('Sentence number 399.');
  expect(message).not.toContain('Sentence number 10.');
  expect(assembly.audit.notes).toContain(
    'Only that part of the running summary is sent which the conversation does not tell.',
  );
});

it('names the prompts and segments it used, by version', () => {
  const { sources, request } = assembled();
  expect(sources.segments).toEqual([
    { id: 's_rules', version: '1.0.0' },
    { id: 's_world', version: '1.2.0' },
    { id: 's_entry', version: '1.0.0' },
    { id: 's_ada', version: '2.0.0' },
  ]);
  expect(request.prompts).toEqual([
    { id: 'core', version: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    { id: 'narrate', version: 2, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    { id: 'call-narrative', version: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ]);
});

it('keeps several rulesets in the order in which they are given', () => {
  const more = {
    id: 's_more',
    scope: 'ruleset',
    refId: 'more',
    version: '1',
    text: 'And fear counts double.',
  } as const;
  const [fixed] = assembled({ segments: [...SEGMENTS, more] }).request.system;
  const at = (text: string) => fixed?.text.indexOf(text) ?? -1;
  expect(at('Roll 2d6')).toBeGreaterThan(0);
  expect(at('And fear')).toBeGreaterThan(at('Roll 2d6'));
  expect(at('A cold coast')).toBeGreaterThan(at('And fear'));
});

const minutes = (count: number) => count * 60_000;
const TABLES: readonly (readonly [string, readonly number[], string, string])[] = [
  ['nobody keeps count', [], '5m', '5m'],
  ['answers come at once', [1, 2, 1, 2, 1].map(minutes), '5m', '5m'],
  ['somebody made tea once', [1, 1, 1, 1, 1, 1, 15].map(minutes), '5m', '5m'],
  ['a third of the turns are thought over', [1, 7, 1, 1, 9, 1].map(minutes), '1h', '5m'],
  ['it is played beside something else', [12, 9, 14, 20].map(minutes), '1h', '1h'],
  ['it is played once a day', [1500, 1400, 1600].map(minutes), '5m', '5m'],
];

it.each(TABLES)('keeps a cache as long as it pays when %s', (_how, pauses, scene, talk) => {
  const lore = [{ id: 'made', title: 'made', text: 'Cold glass.', kind: 'materialised' as const }];
  const input = anInput({ conversation: exchanges(7), pauses: [...pauses], packet: aPacket({ lore }) });
  const { system, messages } = assembled({ input }).request;
  const kept = (blocks: readonly { cacheable?: boolean; ttl?: string }[]) =>
    blocks.filter(({ cacheable }) => cacheable === true).map(({ ttl }) => ttl ?? '5m');
  expect(kept(system)).toEqual(['1h', scene, scene]);
  expect(kept(messages)).toEqual([talk]);
});

it('tells the facts about whom and what is here, and of the rest the latest', () => {
  const fact = (number: number) => ({
    id: `fact_${number}`,
    subjectId: number < 3 ? 'npc_ada_001' : 'npc_far_001',
    text: `Fact ${number} holds.`,
  });
  const facts = Array.from({ length: 40 }, (_, number) => fact(number));
  const message = lastMessage(assembled({ input: anInput({ packet: aPacket({ facts }) }) }));
  const told = [...message.matchAll(/Fact (\d+) holds/g)].map(([, number]) => Number(number));
  expect(told).toEqual([0, 1, 2, ...Array.from({ length: 13 }, (_, index) => 27 + index)]);
});
