import { expect, it } from 'vitest';
import type { ContextPacket } from '#engine/contracts/context-packet.ts';
import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import { anInput, aPacket, assembled, exchanges, lastMessage, prompts, SEGMENTS } from './a-narration.ts';

type LoreEntry = ContextPacket['lore'][number];

const lore = (id: string, kind: LoreEntry['kind'], changes: Partial<LoreEntry> = {}): LoreEntry => ({
  id,
  title: id,
  text: `All about ${id}.`,
  kind,
  ...changes,
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
  background: ['The wreck was paid for.'],
};

it('puts the scopes in their order', () => {
  const { audit } = assembled({
    input: anInput({
      conversation: exchanges(2),
      conversationStart: 8,
      secrets,
      packet: aPacket({
        lore: [lore('the-lamp', 'materialised')],
        storySoFar: [{ upTo: 8, text: 'Before.' }],
      }),
      outcome: {
        text: 'Ada answers.',
        band: 'mixed',
        degree: 'mixed',
        rolls: ['2d6 = 8'],
        costs: [],
        consequences: [],
      },
      plan: { beats: ['Ada hesitates.'], tensionMove: 'It rises.', suggestions: [] },
      actions: [{ characterId: 'npc_tom_001', name: 'Tom', action: 'drops a can', intents: [] }],
      revealed: [{ text: 'The oil was low.', how: 'look at the can', saidBy: null }],
      fallsDue: ['The storm breaks.'],
      notes: ['Tom knows.'],
      rolled: { type: 'narrative', purpose: 'see', value: 3, from: 1, to: 9, outcome: 'Dark.' },
    }),
  });
  expect(audit.order).toEqual([
    'core',
    'ruleset',
    'world',
    'entry',
    'npc',
    'profile',
    'background',
    'scene_lore',
    'conversation',
    'summary',
    'events',
    'game_state',
    'secrets',
    'situation',
    'people',
    'player',
    'notes',
    'call_type',
    'plan',
    'actions',
    'due',
    'revealed',
    'rng',
    'row',
    'input',
  ]);
});

it('sends the opening on the first turn only', () => {
  const prologue = 'A ship went down.';
  const opening = { text: 'The tide is out.', prologue, stakes: 'The truth', goals: ['Keep it lit.'] };
  const first = assembled({ input: anInput({ opening, playerText: '' }) });
  expect(lastMessage(first)).toContain('You wake on the shingle.');
  expect(lastMessage(first)).toContain('The tide is out.');
  expect(lastMessage(first)).toContain('do not repeat it:\nA ship went down.');
  expect(lastMessage(first)).toContain('What the players are after:\n- Keep it lit.');
  expect(first.audit.context).toEqual({ isFirstTurn: true, worldIds: ['coast'], entryIds: ['wreck'] });
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

it('tells stakes and goals once where the entry point has them already', () => {
  const opening = {
    text: 'The tide is out.',
    prologue: null,
    stakes: 'The night after the wreck.',
    // "Wreck" stands in the world's text too, and is a goal all the same.
    goals: ['Keep it lit.', 'The night after the wreck.', 'Wreck'],
  };
  const first = lastMessage(assembled({ input: anInput({ opening, playerText: '' }) }));
  expect(first).not.toContain('At stake');
  expect(first).not.toContain('The night after the wreck.');
  expect(first).toContain('What the players are after:\n- Keep it lit.\n- Wreck');
});

it('names hidden lore that was looked up by its title', () => {
  const pulled = [{ exchange: 0, title: 'The oil', text: 'Somebody has watered it.' }];
  const input = anInput({ secrets: { audience: 'gm', facts: [], withholds: [], notes: [], pulled } });
  const { request } = assembled({ input: { ...input, conversation: exchanges(1) } });
  expect(request.messages.map(({ text }) => text).join('\n')).toContain(
    '<game_master_only title="The oil">\nSomebody has watered it.',
  );
});

it('marks at most four prefixes: fixed texts, people, lore and conversation', () => {
  const packet = aPacket({
    lore: [lore('the-lamp', 'materialised'), lore('the-wreck', 'pull'), lore('the-oil', 'pull')],
  });
  const { request } = assembled({ input: anInput({ packet, conversation: exchanges(3) }) });
  expect(request.system.map(({ cacheable, ttl }) => [cacheable, ttl ?? null])).toEqual([
    [true, '1h'],
    [true, null],
    [false, null],
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

it('gives the same bytes for people in any order', () => {
  const { cast } = aPacket();
  const request = (order: typeof cast) =>
    assembled({ input: anInput({ packet: aPacket({ cast: order }) }) }).request.messages;
  expect(request([...cast].reverse())).toEqual(request(cast));
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

it('tells a roll by the template of its own type, with the binding row alone between its tags', () => {
  const rolled = {
    type: 'persuasion',
    purpose: 'win her over',
    value: 12,
    from: 6,
    to: 20,
    outcome: 'She laughs at you.',
  } as const;
  const assembly = assembled({ input: anInput({ callType: 'roll_result', rolled }) });
  expect(assembly.sources.prompts.map(({ id }) => id)).toEqual([
    'core',
    'narrate',
    'call-roll-result',
    'call-persuasion',
  ]);
  expect(lastMessage(assembly)).toContain('<binding_row>\nShe laughs at you.\n</binding_row>');
  expect(lastMessage(assembly)).toContain('win her over');
  expect(lastMessage(assembly)).not.toMatch(/6-20|\b12\b.*rolled/);
  expect(assembly.request.maxTokens).toBe(600 + prompts.get('narrate').outcomeTokens);
});

it.each(['full', 'essentials'] as const)('states the shape of what it asks for at the end, %s', (variant) => {
  const asked = (tableDue: NarrateInput['tableDue']) => {
    const assembly = assembled({ input: anInput({ callType: 'chaos', tableDue }), variant });
    return { last: lastMessage(assembly).split('\n').at(-1), system: assembly.request.system[0]?.text };
  };
  expect(asked('chaos').last).toMatch(/`===`, 5 to 8 lines `from-to \| outcome`.* 1 to 100 .*`notes: …`/);
  expect(asked(null).last).toMatch(/`===`, three brief lines `risk \| text \| description`.*`notes: …`/);
  expect(asked(null).last).not.toContain('from-to');
  for (const shape of ['`===`', '`risk | text | description`', '`from-to | outcome`', '`notes: …`'])
    expect(asked(null).system).toContain(shape);
});

it('takes the template of the table that is due', () => {
  const { sources } = assembled({ input: anInput({ callType: 'narrative', tableDue: 'battle' }) });
  expect(sources.prompts.map(({ id }) => id)).toContain('call-battle');
});

it('gives secrets to a narrator who is the whole game master, and to no other', () => {
  const told = assembled({ input: anInput({ secrets }) });
  const message = lastMessage(told);
  expect(message).toContain('Ada put the light out. Comes out by this: ask about the oil.');
  expect(message).toContain('Tom: He saw her do it.');
  expect(told.request.system[1]?.text).toContain('The wreck was paid for.');
  expect(JSON.stringify(assembled().request)).not.toContain('game_master_');
});

it('names the language of the player, and none for that of the pack', () => {
  const end = (language: string) => lastMessage(assembled({ input: anInput({ language }) }));
  expect(end('es')).toContain('Write in Spanish (es).');
  expect(end('pt-BR')).toContain('Write in Brazilian Portuguese (pt-BR).');
  expect(end('not a tag!')).toContain('Write in not a tag!.');
  expect(end('')).not.toContain('Write in ');
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
    { id: 'core', version: 2, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    { id: 'narrate', version: 6, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    { id: 'call-narrative', version: 2, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
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
  const packet = aPacket({ lore: [lore('made', 'materialised')] });
  const input = anInput({ conversation: exchanges(7), pauses: [...pauses], packet });
  const { system, messages } = assembled({ input }).request;
  const kept = (blocks: readonly { cacheable?: boolean; ttl?: string }[]) =>
    blocks.filter(({ cacheable }) => cacheable === true).map(({ ttl }) => ttl ?? '5m');
  expect(kept(system)).toEqual(['1h', scene, scene]);
  expect(kept(messages)).toEqual([talk]);
});

it('asks for the block of document 000 with ids and operations when the outcome is inline', () => {
  const inline = {
    operations: [{ op: 'tick_clock', summary: 'Moves a clock on.', fields: 'clockId, by?' }],
    conditions: [{ id: 'thread:wreck', when: 'the log is read' }],
  };
  const assembly = assembled({ inline });
  expect(assembly.sources.prompts.map(({ id }) => id)).toEqual([
    'core',
    'narrate-inline',
    'narrate',
    'call-narrative',
  ]);
  const [fixed] = assembly.request.system;
  expect(fixed?.text).toContain('```json');
  expect(fixed?.text).toContain('- tick_clock {clockId, by?}: Moves a clock on.');
  expect(fixed?.text).toContain('Types: wreck, promise.');
  expect(fixed?.text).not.toContain('`===`');
  expect(lastMessage(assembly)).toContain('People: npc_ada_001 = Ada; npc_tom_001 = Tom');
  expect(lastMessage(assembly)).toContain('- thread:wreck: the log is read');
  expect(lastMessage(assembly)).toMatch(/Tell the next beat, then give the ```json block\.$/);
  const table = lastMessage(assembled({ inline, input: anInput({ tableDue: 'chaos' }) }));
  expect(table).toContain('`rows` of `{"from", "to", "outcome", "minutes", "operations"}`');
  expect(assembly.request.maxTokens).toBe(400 + prompts.get('narrate-inline').outcomeTokens);
});
