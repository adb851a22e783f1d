import { expect, it } from 'vitest';
import type { ContextPacket } from '#engine/contracts/context-packet.ts';
import type { Decision } from '#engine/prompt/audit.ts';
import type { Segment } from '#engine/prompt/segment.ts';
import { aCharacter, anInput, aPacket, assembled, exchanges, lastMessage, SEGMENTS } from './a-narration.ts';

const words = (count: number, word = 'water') => `${word} `.repeat(count).trim();

const pull = (id: string, exchange: number): ContextPacket['lore'][number] => ({
  id,
  title: id,
  text: `${id} ${words(150)}`,
  kind: 'pull',
  exchange,
});

/** A scene with something on every rung, at the twelfth exchange. */
const HEAVY = anInput({
  playerText: words(700, 'please'),
  conversation: exchanges(12).map(({ player }, at) => ({ player, narration: `${at} ${words(150)}` })),
  packet: aPacket({
    facts: Array.from({ length: 40 }, (_, index) => ({
      id: `fact_${index}`,
      subjectId: index % 2 === 0 ? 'npc_0_001' : 'npc_far_001',
      text: `Fact ${index}: ${words(12)}.`,
    })),
    relationships: Array.from({ length: 12 }, (_, index) => ({
      fromId: 'npc_0_001',
      toId: `npc_far_${index}`,
      text: `Npc 0 is bound to Far ${index} by ${words(12)}`,
    })),
    lore: [
      { id: 'made_1', title: 'made 1', text: `first ${words(150)}`, kind: 'materialised' },
      { id: 'made_2', title: 'made 2', text: `second ${words(150)}`, kind: 'materialised' },
      { id: 'bio', title: 'Far', text: `far ${words(150)}`, kind: 'materialised', personId: 'npc_far_001' },
      pull('old', 2),
      pull('new', 12),
    ],
    cast: [1, 2, 2, 3].map((tier, index) => ({
      ...aCharacter(`npc_${index}_001`, `Npc ${index}`, tier),
      description: `${index} ${words(120)}`,
    })),
    left: [{ ...aCharacter('npc_gone_001', 'Gone', 1), description: `gone ${words(120)}`, to: 'home' }],
    recentEvents: [
      {
        id: 'evt_0',
        date: '1 May 1400',
        type: 'war',
        summary: `War, ${words(60)}.`,
        people: [{ id: 'npc_0_001', name: 'Npc 0' }],
      },
    ],
  }),
});

const LONG: readonly Segment[] = SEGMENTS.map((segment) => {
  const isLong = ['ruleset', 'world', 'entry'].includes(segment.scope);
  return isLong
    ? { ...segment, text: `${segment.text} ${words(300)}`, essentials: `Short ${segment.scope}.` }
    : segment;
});

/** Assembles a prompt once for each budget: the tests ask several things of the same ones. */
function createAssembler(segments: readonly Segment[]) {
  const made = new Map<number, ReturnType<typeof assembled>>();
  return (budget: number) => {
    const known = made.get(budget) ?? assembled({ input: HEAVY, segments, budget });
    made.set(budget, known);
    return known;
  };
}

const heavy = createAssembler(LONG);
const whole = heavy(1_000_000).audit.tokens;

/** The place of a decision in the published order. */
function rankOf(decision: Decision, seen: readonly Decision[]): number {
  const order = [
    'absent-ties-dropped',
    'history-dropped',
    'biographies-dropped',
    'lore-dropped',
    'exchanges-dropped',
    'input-trimmed',
    'game-state-compressed',
    'npc-tier-dropped',
    'essentials-used',
    'exchanges-dropped:late',
    'lore-dropped:late',
    'scope-dropped',
  ];
  const isLate = seen.some(({ type }) => type === 'essentials-used');
  return order.indexOf(
    isLate && order.includes(`${decision.type}:late`) ? `${decision.type}:late` : decision.type,
  );
}

it('cuts nothing while everything fits', () => {
  const { audit } = heavy(whole);
  expect(audit).toMatchObject({
    decisions: [],
    warnings: [],
    trimmedLore: [],
    variant: 'full',
    tokens: whole,
    tokensBefore: whole,
  });
  expect(audit.summary).toBe(`${whole} of ${whole} tokens, nothing cut.`);
});

it('goes down rung by rung, in the published order', () => {
  const seen = new Set<string>();
  for (let budget = whole; budget > 300; budget -= 150) {
    const { decisions } = heavy(budget).audit;
    const ranks = decisions.map((decision, at) => rankOf(decision, decisions.slice(0, at)));
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    for (const { type } of decisions) seen.add(type);
  }
  expect(seen.size).toBe(10);
});

it.each([whole - 1, 6000, 5000, 4000])('stays within a budget of %i', (budget) => {
  const { audit } = heavy(budget);
  expect(audit.tokens).toBeLessThanOrEqual(budget);
  expect(audit.tokensBefore).toBe(whole);
});

it('lets ties of absent people go first, then older history, then biographies of absent people', () => {
  const first = heavy(whole - 10);
  expect(first.audit.decisions).toEqual([{ type: 'absent-ties-dropped', count: 12 }]);
  expect(lastMessage(first)).not.toContain('is bound to Far');
  const [, second, third] = heavy(whole - 700).audit.decisions;
  expect(second).toEqual({ type: 'history-dropped', count: 1 });
  expect(third).toMatchObject({ type: 'biographies-dropped', ids: ['npc_gone_001'], loreIds: ['bio'] });
});

it('lets older pulls go before what the scene was made of, the lowest rank first, and this turn’s pulls last', () => {
  const dropped = (budget: number) =>
    heavy(budget).audit.decisions.flatMap((decision) =>
      decision.type === 'lore-dropped' ? [decision.ids] : [],
    );
  let budget = whole;
  while ((dropped(budget)[0]?.length ?? 0) < 3) budget -= 20;
  expect(dropped(budget)).toEqual([['old', 'made_2', 'made_1']]);
  expect(heavy(budget).audit.trimmedLore).toEqual(['bio', 'old', 'made_2', 'made_1']);
  expect(lastMessage(heavy(budget))).toContain('title="new"');
  expect(dropped(300).at(-1)).toEqual(['new']);
});

const briefIn = (budget: number) =>
  heavy(budget).audit.decisions.flatMap((decision) =>
    decision.type === 'essentials-used' ? [decision.id] : [],
  );

it('keeps eight exchanges until everything that can be is said in its essentials', () => {
  let budget = whole;
  while (heavy(budget - 40).audit.window.exchanges >= 8) budget -= 40;
  expect(briefIn(budget)).toEqual(['call', 'narrate', 'core', 's_world', 's_entry', 's_rules']);
});

it('takes cuts back that a later, larger cut has made needless', () => {
  const rules = LONG.map((segment) =>
    segment.scope === 'ruleset' ? { ...segment, text: words(3000) } : segment,
  );
  const assembledWithRules = createAssembler(rules);
  const at = (budget: number) => assembledWithRules(budget).audit;
  const isBrief = (budget: number, id: string) =>
    at(budget).decisions.some((decision) => decision.type === 'essentials-used' && decision.id === id);
  let budget = whole + 2700;
  while (!isBrief(budget, 's_rules')) budget -= 60;
  // The rulebook alone was too long; world, entry and our own prompts are whole again.
  for (const id of ['core', 'narrate', 's_world', 's_entry']) expect(isBrief(budget, id)).toBe(false);
  expect(at(budget).tokens).toBeLessThanOrEqual(budget);
  expect(at(budget).tokens).toBeGreaterThan(budget - 500);
});

it('trims long words of the player only as far as needed, and never short ones', () => {
  let budget = whole;
  const trimmed = () => heavy(budget).audit.decisions.find(({ type }) => type === 'input-trimmed');
  while (trimmed() === undefined) budget -= 20;
  expect(trimmed()).toMatchObject({ fromCharacters: HEAVY.playerText.length });
  expect(lastMessage(heavy(budget))).toContain('[…]\n</player_words>');
  const input = { ...HEAVY, playerText: words(150, 'please') };
  const { audit } = assembled({ input, segments: LONG, budget: 1000 });
  expect(audit.decisions.some(({ type }) => type === 'input-trimmed')).toBe(false);
});

it('lets people go by tier, those who stand furthest back first, and keeps naming them', () => {
  const { audit, request } = heavy(2200);
  const tiers = audit.decisions.flatMap((decision) =>
    decision.type === 'npc-tier-dropped' ? [decision.tier] : [],
  );
  expect(tiers).toEqual([3, 2]);
  expect(request.messages.at(-1)?.text).toContain('Npc 3, keeper');
});

it('says one thing after another in its essentials, our own prompts first, each with a warning', () => {
  const order = ['call', 'narrate', 'core', 's_world', 's_entry', 's_rules'];
  const counts = new Set<number>();
  for (let budget = whole; budget > 1000; budget -= 100) {
    const brief = briefIn(budget);
    counts.add(brief.length);
    expect(brief).toEqual(order.filter((id) => brief.includes(id)));
    for (const id of brief)
      expect(heavy(budget).audit.warnings).toContain(
        `${id} is said in its essentials: the prompt was over budget.`,
      );
  }
  // Texts are not shortened all at once.
  expect(counts.size).toBeGreaterThan(3);
});

it('drops world and entry only above one and a half times the budget, core and ruleset never', () => {
  const dropped = (budget: number) =>
    heavy(budget).audit.decisions.flatMap((decision) =>
      decision.type === 'scope-dropped' ? [decision.scope] : [],
    );
  for (let budget = 2000; budget > 300; budget -= 50) {
    if (!dropped(budget).includes('world'))
      expect(heavy(budget).audit.tokens).toBeLessThanOrEqual(budget * 1.5);
  }
  expect(dropped(300)).toEqual(['npc', 'world', 'entry']);
  const { audit, request } = heavy(100);
  expect(request.system[0]?.text).toContain('Short ruleset.');
  expect(audit.order).toContain('core');
  expect(audit.warnings).toContainEqual(expect.stringContaining('what is left is never cut'));
  expect(audit.warnings).toContainEqual(expect.stringContaining('world was dropped'));
});

it('keeps the order of document 001 at its own budget of 8,000', () => {
  const description = words(900);
  const cast = [1, 2, 3, 4].map((tier) => ({
    ...aCharacter(`npc_${tier}_001`, `Npc ${tier}`, tier),
    description,
  }));
  const segments = LONG.map((segment) => {
    if (segment.scope === 'world') return { ...segment, text: words(6500), essentials: null };
    return segment.scope === 'ruleset' ? { ...segment, text: words(6000), essentials: null } : segment;
  });
  const input = { ...HEAVY, packet: { ...HEAVY.packet, cast } };
  const { audit } = assembled({ input, segments, budget: 8000 });
  const document = ['input-trimmed', 'game-state-compressed', 'npc-tier-dropped', 'scope-dropped'];
  const types = audit.decisions.map(({ type }) => type).filter((type) => document.includes(type));
  expect([...new Set(types)]).toEqual(document);
  const scopes = audit.decisions.flatMap((decision) =>
    decision.type === 'scope-dropped' ? [decision.scope] : [],
  );
  expect(scopes).toEqual(['npc', 'world']);
  expect(audit.tokens).toBeLessThanOrEqual(8000);
});

it('drops exchanges in steps, so that the start of the conversation stands still', () => {
  const firstSent = (count: number) => {
    const conversation = exchanges(count).map(({ player }) => ({ player, narration: words(250) }));
    const { audit } = assembled({ input: anInput({ conversation }), budget: 6200 });
    return count - audit.window.exchanges;
  };
  const starts = [9, 10, 11, 12, 13, 14, 15, 16].map(firstSent);
  expect(starts.every((start) => start % 4 === 0)).toBe(true);
  expect(new Set(starts).size).toBeGreaterThan(1);
  expect(new Set(starts).size).toBeLessThan(4);
});

it('makes the same cuts for turns that follow each other', () => {
  const beginnings = [9, 10, 11, 12].map((count) => {
    const conversation = exchanges(count).map(({ player }) => ({ player, narration: words(150) }));
    const packet = aPacket({ lore: [0, 2, 5, 7].map((exchange) => pull(`pull_${exchange}`, exchange)) });
    const { request, audit } = assembled({ input: anInput({ conversation, packet }), budget: 5100 });
    expect(audit.tokens).toBeLessThanOrEqual(5100);
    expect(audit.decisions.length).toBeGreaterThan(0);
    return JSON.stringify([request.system, request.messages.slice(0, 16).map(({ text }) => text)]);
  });
  expect(new Set(beginnings).size).toBe(1);
});

it('uses the essentials when it is asked to', () => {
  const { audit, request } = assembled({ segments: LONG, variant: 'essentials' });
  expect(audit.decisions.map((decision) => 'id' in decision && decision.id)).toEqual([
    'call',
    'narrate',
    'core',
    's_world',
    's_entry',
    's_rules',
  ]);
  expect(audit.variant).toBe('essentials');
  expect(audit.warnings).toEqual([]);
  expect(request.system[0]?.text).toContain('>\nShort world.\n<');
});

it('accounts for every scope before and after', () => {
  const { audit } = heavy(3000);
  const state = audit.scopes.find(({ scope }) => scope === 'game_state');
  expect(state?.tokens).toBeLessThan(state?.tokensBefore ?? 0);
  expect(audit.scopes.find(({ scope }) => scope === 'ruleset')).toMatchObject({ segmentIds: ['s_rules'] });
});

it('keeps the facts nearest at hand when it compresses the state', () => {
  const message = lastMessage(heavy(2200));
  expect(message).toContain('Fact 38:');
  expect(message).not.toContain('Fact 39:');
});
