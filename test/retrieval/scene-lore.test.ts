import { expect, it } from 'vitest';
import {
  addPulledRecords,
  advanceExchange,
  appendBriefing,
  findBoundary,
  invalidateSceneLore,
  listLoadedIds,
} from '#retrieval/change-scene-lore.ts';
import {
  type Briefing,
  materialiseSceneLore,
  type PullWithVisibility,
  type SceneMaterial,
} from '#retrieval/materialise-scene-lore.ts';
import { countLoreTokens, readSceneLore, SCENE_LORE_TOKENS, type SceneLore } from '#retrieval/scene-lore.ts';

const briefing = (characterId: string, tokens = 50): Briefing => ({
  visible: { characterId, name: characterId, disposition: 'Nervous tonight.', tokens },
  hidden: { characterId, knows: ['the route'], withholds: ['a debt'], capabilities: 'Low threat.', tokens },
});
const pull = (id: string, tokens = 100, more: Partial<PullWithVisibility> = {}): PullWithVisibility => ({
  type: 'character',
  id,
  title: id,
  text: id,
  tokens,
  isHidden: false,
  ...more,
});
const passage = (id: string, tokens = 100) => ({ id, title: id, text: id, tokens });

/** The bar at the start of a session: Viktor is there, something is behind the bar, one thread is open. */
const BAR: SceneMaterial = {
  boundary: 'session-start',
  placeId: 'loc_bar_001',
  exchange: 0,
  pullLog: [],
  pulls: [],
  briefings: [briefing('npc_viktor_001')],
  discoverables: [
    {
      id: 'fact_0001',
      subjectId: 'loc_bar_001',
      triggers: ['search behind the bar'],
      content: 'A handset.',
      tokens: 20,
    },
  ],
  threads: [{ threadId: 'find_jin', title: 'Find Jin', text: 'Viktor saw her last.', tokens: 30 }],
  atmosphere: [passage('bar:overview'), passage('bar:night')],
};
const bar = () => materialiseSceneLore(BAR);
const pulledInto = (lore: SceneLore, pulls: readonly PullWithVisibility[]): SceneLore => {
  const pulled = addPulledRecords(lore, pulls);
  if (pulled.kind === 'overflow') throw new Error('it overflowed');
  return pulled.lore;
};

it('keeps what players may read apart from what only the game master may', () => {
  const { visible, hidden } = bar();

  expect(JSON.stringify(visible)).not.toMatch(/debt|handset|route|threat/i);
  expect(visible).toMatchObject({ audience: 'player', briefings: [{ disposition: 'Nervous tonight.' }] });
  expect(hidden).toMatchObject({
    audience: 'gm',
    briefings: [{ withholds: ['a debt'], capabilities: 'Low threat.' }],
    discoverables: [{ content: 'A handset.' }],
  });
});

it('comes back from JSON as it went in, and refuses what it does not know', () => {
  const lore = pulledInto(bar(), [pull('npc_jin_001'), pull('secret', 10, { isHidden: true, type: 'lore' })]);

  expect(readSceneLore(JSON.parse(JSON.stringify(lore)))).toEqual(lore);
  expect(readSceneLore({ ...lore, version: 2 })).toBeNull();
  expect(readSceneLore({ ...lore, notes: 'x' })).toBeNull();
  expect(readSceneLore(null)).toBeNull();
});

it('leaves room for pulls, and gives the place its share before a crowd', () => {
  const crowded = materialiseSceneLore({
    ...BAR,
    briefings: Array.from({ length: 30 }, (_, n) => briefing(`npc_${n}_001`, 60)),
    atmosphere: Array.from({ length: 30 }, (_, n) => passage(`chunk_${n}`, 100)),
  });

  expect(countLoreTokens(crowded)).toBeLessThanOrEqual(SCENE_LORE_TOKENS / 3);
  expect(crowded.visible.briefings).toHaveLength(11);
  expect(crowded.visible.atmosphere).toHaveLength(6);
});

it('gives what can be found here a budget of its own', () => {
  const secret = (n: number) => ({
    id: `fact_${n}`,
    subjectId: 'loc_bar_001',
    triggers: ['look'],
    content: 'x',
    tokens: 200,
  });
  const crowded = materialiseSceneLore({
    ...BAR,
    discoverables: Array.from({ length: 40 }, (_, n) => secret(n)),
    atmosphere: [passage('chunk_1', 100)],
  });
  const without = materialiseSceneLore({ ...BAR, discoverables: [], atmosphere: [passage('chunk_1', 100)] });

  expect(crowded.visible).toEqual(without.visible);
  expect(crowded.hidden.discoverables).toHaveLength(5);
});

it.each([
  ['there is none yet', null, 'loc_bar_001', false, 'session-start'],
  ['a session begins', bar(), 'loc_bar_001', true, 'session-start'],
  ['the party has moved', bar(), 'loc_street_001', false, 'place-change'],
  [
    'it was invalidated',
    invalidateSceneLore(bar(), 'a pack was changed'),
    'loc_bar_001',
    false,
    'invalidated',
  ],
  ['nothing has changed', bar(), 'loc_bar_001', false, null],
])('is made anew when %s', (_case, lore, placeId, startsSession, boundary) => {
  expect(findBoundary(lore, { placeId, startsSession })).toBe(boundary);
});

it('logs every pull with its exchange, type, id and tokens', () => {
  const first = pulledInto(advanceExchange(bar()), [pull('npc_jin_001', 120)]);
  const second = pulledInto(advanceExchange(first), [pull('law_tax', 40, { type: 'law' })]);

  expect(second.pullLog).toEqual([
    { exchange: 1, type: 'character', id: 'npc_jin_001', tokens: 120 },
    { exchange: 2, type: 'law', id: 'law_tax', tokens: 40 },
  ]);
});

it('does not pull twice what is already there', () => {
  const once = pulledInto(bar(), [pull('npc_jin_001'), pull('npc_jin_001')]);
  const again = addPulledRecords(advanceExchange(once), [pull('npc_jin_001')]);

  expect(once.visible.pulls).toHaveLength(1);
  expect(again).toMatchObject({ kind: 'pulled', added: [], lore: { pullLog: once.pullLog } });
});

it('tells the router what is loaded', () => {
  const lore = pulledInto(bar(), [
    pull('npc_jin_001'),
    pull('evt_0003', 10, { type: 'event' }),
    pull('law_tax', 10, { type: 'law' }),
    pull('pack:secret', 10, { type: 'lore', isHidden: true }),
  ]);

  expect(listLoadedIds(lore)).toEqual({
    characterIds: ['npc_viktor_001', 'npc_jin_001'],
    eventIds: ['evt_0003'],
    lawIds: ['law_tax'],
    loreIds: ['bar:overview', 'bar:night', 'pack:secret'],
  });
});

it('reaches a boundary when a pull would go beyond 6,000 tokens, and not before', () => {
  const left = SCENE_LORE_TOKENS - countLoreTokens(bar());

  expect(addPulledRecords(bar(), [pull('fits', left)]).kind).toBe('pulled');
  expect(addPulledRecords(bar(), [pull('too_much', left + 1)]).kind).toBe('overflow');
});

it('keeps what caused the overflow, and the log, when it is made anew', () => {
  const before = pulledInto(bar(), [pull('npc_jin_001', 3_500)]);
  const wanted = pull('npc_ota_001', 5_000);
  expect(addPulledRecords(before, [wanted]).kind).toBe('overflow');
  const after = materialiseSceneLore({
    ...BAR,
    boundary: 'overflow',
    exchange: 4,
    pullLog: before.pullLog,
    pulls: [wanted],
  });

  expect(after.visible.pulls.map(({ id }) => id)).toEqual(['npc_ota_001']);
  expect(after.pullLog.map(({ id }) => id)).toEqual(['npc_jin_001', 'npc_ota_001']);
  expect(after).toMatchObject({ boundary: 'overflow', since: 4 });
  expect(countLoreTokens(after)).toBeLessThanOrEqual(SCENE_LORE_TOKENS);
});

it('appends somebody who arrives without touching anything else', () => {
  const lore = bar();
  const appended = appendBriefing(lore, briefing('npc_chen_001'));
  if (appended.kind === 'overflow') throw new Error('it overflowed');

  expect(appended.lore.visible.briefings.map(({ characterId }) => characterId)).toEqual([
    'npc_viktor_001',
    'npc_chen_001',
  ]);
  expect(appended.lore.visible.atmosphere).toBe(lore.visible.atmosphere);
  expect(appended.lore.since).toBe(lore.since);
  expect(appendBriefing(appended.lore, briefing('npc_chen_001'))).toMatchObject({
    added: [],
    lore: appended.lore,
  });
  expect(appendBriefing(lore, briefing('npc_crowd_001', 6_000)).kind).toBe('overflow');
});

it('does not carry the log of a whole campaign from boundary to boundary', () => {
  const pullLog = Array.from({ length: 1_000 }, (_, exchange) => {
    return { exchange, type: 'lore', id: `record_${exchange}`, tokens: 10 } as const;
  });
  const after = materialiseSceneLore({
    ...BAR,
    boundary: 'overflow',
    exchange: 1_000,
    pullLog,
    pulls: [pull('latest')],
  });

  expect(after.pullLog.length).toBeLessThan(40);
  expect(after.pullLog.slice(-2).map(({ id }) => id)).toEqual(['record_999', 'latest']);
});
