import { expect, it } from 'vitest';
import type { Segment } from '#engine/prompt/segment.ts';
import { aCharacter, anInput, aPacket, assembled, exchanges, lastMessage, SEGMENTS } from './a-narration.ts';

const words = (count: number, word = 'water') => `${word} `.repeat(count).trim();

/** A scene with something on every rung: long words, much state, lore, talk, people, a world and an entry. */
const HEAVY = anInput({
  playerText: words(400, 'please'),
  conversation: exchanges(12).map(({ player }) => ({ player, narration: words(150) })),
  packet: aPacket({
    facts: Array.from({ length: 40 }, (_, index) => ({
      id: `fact_${index}`,
      subjectId: index % 2 === 0 ? 'npc_ada_001' : 'npc_far_001',
      text: `Fact ${index}: ${words(12)}.`,
    })),
    lore: [
      { id: 'made', title: 'made', text: words(150), kind: 'materialised' },
      { id: 'old', title: 'old', text: words(150), kind: 'pull' },
      { id: 'new', title: 'new', text: words(150), kind: 'pull' },
    ],
    cast: [1, 2, 2, 3].map((tier, index) => ({
      ...aCharacter(`npc_${index}_001`, `Npc ${index}`, tier),
      description: words(120),
    })),
  }),
});
const LONG: readonly Segment[] = SEGMENTS.map((segment) =>
  segment.scope === 'world' || segment.scope === 'entry' ? { ...segment, text: words(300) } : segment,
);

const heavy = (budget: number) => assembled({ input: HEAVY, segments: LONG, budget });
const types = (budget: number) => heavy(budget).audit.decisions.map(({ type }) => type);
const whole = heavy(1_000_000).audit.tokens;

it('cuts nothing while everything fits', () => {
  const { audit } = heavy(whole);
  expect(audit).toMatchObject({
    decisions: [],
    warnings: [],
    variant: 'full',
    tokens: whole,
    tokensBefore: whole,
  });
  expect(audit.summary).toBe(`${whole} of ${whole} tokens, nothing cut.`);
});

const ORDER = [
  'input-trimmed',
  'game-state-compressed',
  'lore-dropped',
  'exchanges-dropped',
  'npc-tier-dropped',
  'scope-dropped',
];

it('goes down rung by rung, in the published order', () => {
  const seen = new Set<string>();
  for (let budget = whole; budget > 300; budget -= 50) {
    const rungs = types(budget).filter((type) => type !== 'essentials-used');
    const places = rungs.map((type) => ORDER.indexOf(type));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    for (const type of rungs) seen.add(type);
  }
  expect([...seen].sort()).toEqual([...ORDER].sort());
});

it.each([whole - 1, 4500, 4000, 3500])('stays within a budget of %i', (budget) => {
  const { audit } = heavy(budget);
  expect(audit.tokens).toBeLessThanOrEqual(budget);
  expect(audit.tokensBefore).toBe(whole);
});

it('trims the words of the player first, only as far as needed, and says so', () => {
  const { audit } = heavy(whole - 50);
  expect(audit.decisions).toEqual([
    { type: 'input-trimmed', fromCharacters: HEAVY.playerText.length, toCharacters: expect.any(Number) },
  ]);
  expect(lastMessage(heavy(whole - 50))).toContain('[…]\n</player_words>');
});

it('never trims words that are short', () => {
  const input = { ...HEAVY, playerText: 'I wait.' };
  const { audit } = assembled({ input, segments: LONG, budget: 3000 });
  expect(audit.decisions.some(({ type }) => type === 'input-trimmed')).toBe(false);
});

it('keeps the facts nearest at hand when it compresses the state', () => {
  const budget = whole - 600;
  expect(types(budget)).toEqual(['input-trimmed', 'game-state-compressed']);
  const message = lastMessage(heavy(budget));
  expect(message).not.toContain('Fact 39:');
  expect(message).not.toContain('Fact 1:');
});

it('lets pulled lore go, oldest first, and keeps what the scene was made with', () => {
  // The window is full: nothing has to be kept free for exchanges to come.
  const conversation = exchanges(16).map(({ player }) => ({ player, narration: words(150) }));
  const input = { ...HEAVY, playerText: 'I wait.', conversation };
  let budget = assembled({ input, segments: LONG, budget: 1_000_000 }).audit.tokens;
  const droppedAt = () =>
    assembled({ input, segments: LONG, budget }).audit.decisions.find(({ type }) => type === 'lore-dropped');
  while (droppedAt() === undefined) budget -= 10;
  const { audit, request } = assembled({ input, segments: LONG, budget });
  expect(audit.decisions.at(-1)).toEqual({ type: 'lore-dropped', ids: ['old'] });
  expect(request.system.some(({ text }) => text.includes('id="made"'))).toBe(true);
});

it('lets records go together that were pulled for the same few exchanges', () => {
  const pull = (id: string, exchange: number) => ({
    id,
    title: id,
    text: words(900),
    kind: 'pull' as const,
    exchange,
  });
  const lore = [pull('a', 4), pull('b', 6), pull('c', 9)];
  const input = anInput({ conversation: exchanges(10), packet: aPacket({ lore, facts: [] }) });
  const { audit } = assembled({ input, budget: 1_000_000 });
  const tight = assembled({ input, budget: audit.tokens - 200 }).audit;
  expect(tight.decisions.find(({ type }) => type === 'lore-dropped')).toEqual({
    type: 'lore-dropped',
    ids: ['a', 'b'],
  });
});

it('drops exchanges in steps, so that the start of the conversation stands still', () => {
  const firstSent = (count: number) => {
    const conversation = exchanges(count).map(({ player }) => ({ player, narration: words(100) }));
    const { audit } = assembled({ input: anInput({ conversation }), budget: 3600 });
    return count - audit.window.exchanges;
  };
  const starts = [8, 9, 10, 11, 12, 13, 14, 15, 16].map(firstSent);
  expect(starts.every((start) => start % 4 === 0)).toBe(true);
  expect(new Set(starts).size).toBeGreaterThan(1);
  expect(new Set(starts).size).toBeLessThan(5);
});

it('takes away at once what will do until the window is cut again', () => {
  const pull = (exchange: number) => ({
    id: `pull_${exchange}`,
    title: 'pull',
    text: words(150),
    kind: 'pull' as const,
    exchange,
  });
  const beginnings = [9, 10, 11, 12, 13, 14, 15, 16].map((count) => {
    const conversation = exchanges(count).map(({ player }) => ({ player, narration: words(150) }));
    const packet = aPacket({ lore: [0, 2, 5, 7].map(pull) });
    const { request, audit } = assembled({ input: anInput({ conversation, packet }), budget: 5200 });
    expect(audit.tokens).toBeLessThanOrEqual(5200);
    return request.messages[0]?.text;
  });
  // What is sent first is written at the start of the window, and once more when it gets too long.
  expect(new Set(beginnings).size).toBeLessThanOrEqual(2);
});

it('says the prompts in their essentials before it forgets who people are', () => {
  const cast = [1, 2, 3].map((tier) => ({
    ...aCharacter(`npc_${tier}_001`, `Npc ${tier}`, tier),
    description: words(900),
  }));
  const { audit } = assembled({ input: anInput({ packet: aPacket({ cast }) }), budget: 3500 });
  expect(audit.decisions.map(({ type }) => type)).toEqual([
    'essentials-used',
    'game-state-compressed',
    'npc-tier-dropped',
  ]);
});

const BRIEF = SEGMENTS.map((segment) => ({
  ...segment,
  essentials: segment.scope === 'world' ? 'Cold coast.' : null,
}));

it('says prompts and then segments briefly when there is nothing else left to cut before people', () => {
  const lore = [{ id: 'one', title: 'one', text: words(3000), kind: 'pull' as const }];
  const input = anInput({ conversation: exchanges(1), packet: aPacket({ lore }) });
  const { audit } = assembled({ input, segments: BRIEF, budget: 1_000_000 });
  const least = assembled({ input, segments: BRIEF, budget: 1 }).audit;
  expect(audit.decisions).toEqual([]);
  expect(
    least.decisions.flatMap((decision) => (decision.type === 'essentials-used' ? [decision.of] : [])),
  ).toEqual(['prompts', 'segments']);
});

it('says what authors wrote in its essentials too, where there are any', () => {
  const segments = BRIEF;
  const [fixed] = assembled({ segments, variant: 'essentials' }).request.system;
  expect(fixed?.text).toContain('>\nCold coast.\n<');
  expect(fixed?.text).toContain('Roll 2d6 when it matters.');
});

it('lets people go by tier, those who stand furthest back first', () => {
  const tiers = heavy(1700).audit.decisions.flatMap((decision) =>
    decision.type === 'npc-tier-dropped' ? [decision.tier] : [],
  );
  expect(tiers).toEqual([3, 2]);
});

it('keeps naming people it no longer describes', () => {
  expect(lastMessage(heavy(1200))).toContain('Npc 3 (npc_3_001)');
});

it('drops world and entry only above one and a half times the budget', () => {
  const dropped = (budget: number) =>
    heavy(budget).audit.decisions.flatMap((decision) =>
      decision.type === 'scope-dropped' ? [decision.scope] : [],
    );
  let keptThoughOver = 0;
  for (let budget = 2000; budget > 300; budget -= 25) {
    const { audit } = heavy(budget);
    const scopes = dropped(budget);
    if (audit.tokens > budget && !scopes.includes('world')) keptThoughOver += 1;
    if (!scopes.includes('world')) expect(audit.tokens).toBeLessThanOrEqual(budget * 1.5);
    if (scopes.includes('entry')) expect(scopes).toEqual(['npc', 'world', 'entry']);
  }
  expect(keptThoughOver).toBeGreaterThan(0);
  expect(dropped(300)).toEqual(['npc', 'world', 'entry']);
});

it('never drops core and ruleset, and warns when they alone are too much', () => {
  const { audit, request } = heavy(100);
  expect(audit.order).toContain('core');
  expect(audit.order).toContain('ruleset');
  expect(request.system[0]?.text).toContain('Roll 2d6');
  expect(audit.warnings).toContainEqual(expect.stringContaining('what is left is never cut'));
  expect(audit.warnings).toContainEqual(expect.stringContaining('world was dropped'));
});

it('says its prompts briefly from the start when what stands leaves no room for a conversation', () => {
  const { audit } = assembled({ budget: 3000 });
  expect(audit.decisions).toEqual([{ type: 'essentials-used', of: 'prompts', reason: 'tight-budget' }]);
  expect(audit.variant).toBe('essentials');
});

it('says what authors wrote briefly as well when that is not enough', () => {
  const segments = BRIEF.map((segment) =>
    segment.scope === 'world' ? { ...segment, text: words(3000) } : segment,
  );
  const { audit } = assembled({ segments, budget: 5000 });
  expect(audit.decisions).toEqual([
    { type: 'essentials-used', of: 'prompts', reason: 'tight-budget' },
    { type: 'essentials-used', of: 'segments', reason: 'tight-budget' },
  ]);
});

it('decides so by what stands alone, so that the beginning is the same however long the conversation', () => {
  const beginnings = [0, 4, 9, 16].map((count) => {
    const conversation = exchanges(count).map(({ player }) => ({ player, narration: words(60) }));
    return assembled({ input: anInput({ conversation }), budget: 5000 }).request.system[0]?.text;
  });
  expect(new Set(beginnings).size).toBe(1);
});

it('uses the essentials when it is asked to', () => {
  const { audit, request } = assembled({ variant: 'essentials' });
  expect(audit.decisions).toEqual([
    { type: 'essentials-used', of: 'prompts', reason: 'asked-for' },
    { type: 'essentials-used', of: 'segments', reason: 'asked-for' },
  ]);
  expect(request.system[0]?.text.length).toBeLessThan(assembled().request.system[0]?.text.length ?? 0);
});

it('accounts for every scope before and after', () => {
  const { audit } = heavy(3000);
  const state = audit.scopes.find(({ scope }) => scope === 'game_state');
  expect(state?.tokens).toBeLessThan(state?.tokensBefore ?? 0);
  expect(audit.scopes.find(({ scope }) => scope === 'ruleset')).toMatchObject({ segmentIds: ['s_rules'] });
});
