import { expect, it } from 'vitest';
import { ChronicleEntry, formatEventLine, takeLastEvents, toEventId } from '#engine/memory/chronicle.ts';
import { harptos, julian } from '#engine/rules/time/built-in-calendars.ts';
import { applyOperations } from '#engine/state/apply-operations.ts';
import { ADA, asking, GUILD, hallAndCellar } from '../../support/worlds.ts';

const filed = {
  id: 'evt_0001',
  scene: { sessionId: 'main', index: 4 },
  // 15 March 1430 in the Julian calendar.
  time: { day: 522_013, microsecond: 0 },
  chapter: 2,
  placeId: 'loc_valladolid_001',
};

const proposal = ChronicleEntry.parse({
  ...filed,
  type: 'diplomatic_proposal',
  summary: 'The Count of Haro proposes an alliance.',
  characterIds: ['npc_haro_001', 'npc_luna_001'],
});

it.each([
  [1, 'evt_0001'],
  [9999, 'evt_9999'],
  [10_000, 'evt_10000'],
])('writes position %i as %s', (position, id) => {
  expect(toEventId(position)).toBe(id);
});

it('orders by position, not by letters or dates', () => {
  const entries = [9999, 10_000, 10_001].map((position) => ({ ...proposal, id: toEventId(position) }));

  expect(takeLastEvents(entries.toReversed(), 2).map(({ id }) => id)).toEqual(['evt_10000', 'evt_10001']);
  expect(takeLastEvents(entries, 0)).toEqual([]);
});

it.each([
  ['an event without words', { type: 'battle', summary: '' }],
  ['a type with spaces', { type: 'Big Battle', summary: 'x' }],
  ['an unknown scope', { type: 'battle', summary: 'x', scope: 'galaxy' }],
])('refuses %s', (_case, event) => {
  expect(ChronicleEntry.safeParse({ ...filed, ...event }).success).toBe(false);
});

it.each([
  ['the least', { type: 'battle', summary: 'x' }],
  ['a type with digits and dashes', { type: '3rd-battle_', summary: 'x' }],
  ['the longest type', { type: 'x'.repeat(80), summary: 'x' }],
  ['a type too long', { type: 'x'.repeat(81), summary: 'x' }],
  ['a type of the language', { type: 'constructor', summary: 'x' }],
  ['a type in capitals', { type: 'Battle', summary: 'x' }],
  ['the longest summary', { type: 'battle', summary: 'x'.repeat(6000) }],
  ['a summary too long', { type: 'battle', summary: 'x'.repeat(6001) }],
  ['a summary of spaces', { type: 'battle', summary: ' ' }],
  ['no summary', { type: 'battle', summary: '' }],
  ['as many people as fit', { type: 'battle', summary: 'x', characterIds: Array(60).fill(ADA) }],
  ['too many people', { type: 'battle', summary: 'x', characterIds: Array(61).fill(ADA) }],
  ['as many tags as fit', { type: 'battle', summary: 'x', tags: Array(40).fill('t'.repeat(60)) }],
  ['too many tags', { type: 'battle', summary: 'x', tags: Array(41).fill('t') }],
  ['a tag too long', { type: 'battle', summary: 'x', tags: ['t'.repeat(61)] }],
  [
    'everything said',
    {
      type: 'treaty',
      summary: 'x',
      characterIds: [ADA],
      factionIds: [GUILD],
      tags: ['war'],
      status: 'ongoing',
      scope: 'world_affecting',
    },
  ],
])('takes exactly what the state logs: %s', (_case, event) => {
  const { effects } = applyOperations(hallAndCellar(), [{ op: 'log_event', ...event }], asking());
  const logged = effects.flatMap((effect) => (effect.type === 'chronicle-entry' ? [effect.entry] : []));

  expect(ChronicleEntry.safeParse({ ...filed, ...event }).success).toBe(logged.length === 1);
  for (const entry of logged) {
    expect(ChronicleEntry.parse({ ...entry, scene: filed.scene })).toEqual({
      ...entry,
      scene: filed.scene,
    });
  }
});

function entryOf(summary: string): ChronicleEntry {
  return { ...proposal, summary };
}

it('writes the index line of an event', () => {
  expect(formatEventLine(entryOf('The Count proposes an alliance.'), julian)).toBe(
    'evt_0001 | 1430-03-15 | diplomatic_proposal | The Count proposes an alliance. | npc_haro_001, npc_luna_001',
  );
});

it.each([
  [80, 'x'.repeat(80)],
  [81, `${'x'.repeat(79)}…`],
  [500, `${'x'.repeat(79)}…`],
])('cuts a summary of %i characters at 80', (length, expected) => {
  const line = formatEventLine(entryOf('x'.repeat(length)), julian);

  expect(line.split(' | ')[3]).toBe(expected);
});

it('counts characters, not their parts, and keeps every line to its five columns', () => {
  const line = formatEventLine(entryOf(`${'🐉'.repeat(90)}`), julian);
  const broken = formatEventLine(entryOf('one | two\nthree'), harptos);

  expect([...(line.split(' | ')[3] ?? '')]).toHaveLength(80);
  expect(broken.split(' | ')).toHaveLength(5);
  expect(broken).toContain('one / two three');
});
