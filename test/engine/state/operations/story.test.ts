import { describe, expect, it } from 'vitest';
import { applyOperations } from '#engine/state/apply-operations.ts';
import { MAX_SUMMARY } from '#engine/state/snapshot.ts';
import {
  ADA,
  applied,
  asking,
  BRUNO,
  GUILD,
  HALL,
  hallAndCellar,
  refusal,
  VIKTOR,
} from '../../../support/worlds.ts';

const LEDGER_LENGTH = 50;
const engine = asking({ asker: 'engine' });
const tax = { op: 'enact_law', lawId: 'salt_tax', title: 'Salt tax', summary: 'A tenth of all salt.' };
const repeal = { op: 'repeal_law', lawId: 'salt_tax' };
const book = (more: object = {}) => ({
  op: 'record_economy',
  accountId: 'treasury',
  amount: 100,
  reason: 'taxes',
  currency: 'maravedi',
  ...more,
});

describe('a law', () => {
  it('is made, repealed, and may be made again', () => {
    const { laws } = applied(hallAndCellar(), [tax, { op: 'advance_time', days: 2 }, repeal]);

    expect(laws.salt_tax).toMatchObject({
      status: 'repealed',
      enactedAt: { day: 10 },
      repealedAt: { day: 12 },
    });
    expect(applied(hallAndCellar(), [tax, repeal, tax]).laws.salt_tax).toMatchObject({
      status: 'active',
      repealedAt: null,
    });
  });

  it('that few knew of is known to all who hear of it when it is made again', () => {
    const repealed = applied(hallAndCellar(), [{ ...tax, knownTo: [ADA] }, repeal], engine);
    const again = (knownTo?: readonly string[]) =>
      applied(repealed, [{ ...tax, ...(knownTo && { knownTo }) }], engine).laws.salt_tax;

    expect(repealed.laws.salt_tax?.knownTo).toEqual([ADA]);
    expect(again([ADA])).toMatchObject({ status: 'active', knownTo: [ADA] });
    expect(again([BRUNO])).not.toHaveProperty('knownTo');
    expect(again()).not.toHaveProperty('knownTo');
  });

  it.each([
    ['made twice', [tax], tax, 'already-there'],
    ['repealed twice', [tax, repeal], repeal, 'not-in-force'],
    ['repealed though unknown', [], repeal, 'unknown-law'],
    ['without a title', [], { ...tax, title: '' }, 'bad-input'],
  ])('is refused: %s', (_case, proposals, proposal, code) => {
    expect(refusal(applied(hallAndCellar(), proposals), proposal).rejected).toBe(code);
  });
});

describe('the economy', () => {
  it('sums what is booked and numbers the entries', () => {
    const { snapshot, effects } = applyOperations(
      hallAndCellar(),
      [book(), book({ amount: -130, reason: 'war' })],
      asking(),
    );

    expect(snapshot.economy.accounts.treasury).toEqual({
      name: 'treasury',
      currency: 'maravedi',
      balance: -30,
    });
    expect(effects).toMatchObject([
      { type: 'economy-entry', entry: { sequence: 1 } },
      { type: 'economy-entry', entry: { sequence: 2 } },
    ]);
  });

  it('keeps the latest entries and the whole balance', () => {
    const { economy } = applied(hallAndCellar(), Array(LEDGER_LENGTH + 10).fill(book({ amount: 1 })));

    expect(economy.ledger).toHaveLength(LEDGER_LENGTH);
    expect(economy.ledger[0]?.sequence).toBe(11);
    expect(economy.accounts.treasury?.balance).toBe(LEDGER_LENGTH + 10);
  });

  it.each([
    ['nothing', [], book({ amount: 0 }), 'bad-input'],
    ['a new account without its currency', [], book({ currency: undefined }), 'bad-input'],
    ['another currency', [book()], book({ currency: 'florin' }), 'wrong-currency'],
    ['more than fits', [], book({ amount: 1e13 }), 'bad-input'],
  ])('refuses %s', (_case, proposals, proposal, code) => {
    expect(refusal(applied(hallAndCellar(), proposals), proposal).rejected).toBe(code);
  });
});

describe('the chronicle', () => {
  const event = {
    op: 'log_event',
    type: 'promise',
    summary: 'Viktor promised a name.',
    characterIds: [VIKTOR],
    factionIds: [GUILD],
  };

  it('gives each event the next id, and the date, place and chapter it happened in', () => {
    const { snapshot, effects } = applyOperations(hallAndCellar(), [event, event], asking());

    expect(snapshot.counters.events).toBe(2);
    expect(effects[1]).toEqual({
      type: 'chronicle-entry',
      entry: {
        id: 'evt_0002',
        time: snapshot.time,
        chapter: 1,
        type: 'promise',
        summary: 'Viktor promised a name.',
        characterIds: [VIKTOR],
        factionIds: [GUILD],
        placeId: HALL,
        tags: [],
        status: 'resolved',
        scope: 'campaign',
        visibility: 'hidden',
        knownTo: [ADA, BRUNO, VIKTOR],
      },
    });
  });

  it('may tell of those who have left the story', () => {
    expect(applied(hallAndCellar(), [{ op: 'retire_entity', entityId: VIKTOR }, event]).counters.events).toBe(
      1,
    );
  });

  it.each([
    ['nobody', { ...event, characterIds: ['npc_x_001'] }, 'unknown-entity'],
    ['a stranger who knows of it', { ...event, knownTo: ['npc_x_001'] }, 'unknown-entity'],
    ['no faction', { ...event, factionIds: ['faction_x_001'] }, 'unknown-entity'],
    ['nothing', { ...event, summary: '' }, 'bad-input'],
    ['a type that is no word', { ...event, type: 'Big News!' }, 'bad-input'],
  ])('refuses an event about %s', (_case, proposal, code) => {
    expect(refusal(hallAndCellar(), proposal).rejected).toBe(code);
  });
});

describe('what is remembered', () => {
  const memory = { op: 'append_core_memory', text: 'Ada swore revenge.' };

  it('is kept with its time and scene', () => {
    const { snapshot, effects } = applyOperations(hallAndCellar(), [memory], asking());

    expect(snapshot.coreMemories).toEqual([
      {
        text: 'Ada swore revenge.',
        reason: 'plot',
        visibility: 'public',
        knownTo: [],
        time: snapshot.time,
        sceneIndex: 3,
      },
    ]);
    expect(effects).toMatchObject([{ type: 'core-memory' }]);
  });

  it.each([
    ['the same again', applied(hallAndCellar(), [memory]), memory, 'already-there'],
    ['nothing', hallAndCellar(), { ...memory, text: '' }, 'bad-input'],
    ['a novel', hallAndCellar(), { ...memory, text: 'x'.repeat(500) }, 'bad-input'],
    ['for no known reason', hallAndCellar(), { ...memory, reason: 'whim' }, 'bad-input'],
  ])('is refused: %s', (_case, snapshot, proposal, code) => {
    expect(refusal(snapshot, proposal).rejected).toBe(code);
  });
});

describe('chapters and summaries', () => {
  it('a summary grows by lines and ends with its chapter', () => {
    const told = applied(
      hallAndCellar(),
      ['One.', 'Two.'].map((text) => ({ op: 'append_summary', text })),
    );
    const next = applyOperations(told, [{ op: 'start_chapter', title: 'The siege' }], asking());

    expect(told.runningSummary).toBe('One.\nTwo.');
    expect(next.snapshot).toMatchObject({
      runningSummary: '',
      chapter: { number: 2, title: 'The siege', startedInScene: 3 },
    });
    expect(next.effects).toEqual([{ type: 'chapter-started', number: 2, title: 'The siege' }]);
  });

  it('a full summary lets its oldest lines go', () => {
    const lines = Array.from({ length: 20 }, (_, index) => ({
      op: 'append_summary',
      text: `${index} `.padEnd(1990, 'x'),
    }));
    const { runningSummary } = applied(hallAndCellar(), lines);

    expect(runningSummary.length).toBeLessThanOrEqual(MAX_SUMMARY);
    expect(runningSummary).toContain('\n19 ');
    expect(runningSummary).not.toContain('\n7 ');
  });

  it('a full summary begins at the same line for several turns', () => {
    const firstLines = new Set<string>();
    let told = hallAndCellar();
    for (let turn = 0; turn < 100; turn += 1) {
      told = applied(told, [{ op: 'append_summary', text: `${turn} `.padEnd(1000, 'x') }]);
      firstLines.add(told.runningSummary.slice(0, 3));
    }

    expect(firstLines.size).toBeLessThan(20);
  });

  it.each([
    ['an empty summary', { op: 'append_summary', text: '  ' }],
    ['a chapter without a title', { op: 'start_chapter', title: '' }],
  ])('refuses %s', (_case, proposal) => {
    expect(refusal(hallAndCellar(), proposal).rejected).toBe('bad-input');
  });
});

it('remembers a time skip of a day and more, and no smaller one', () => {
  expect(applied(hallAndCellar(), [{ op: 'advance_time', hours: 23 }]).coreMemories).toEqual([]);
  expect(applied(hallAndCellar(), [{ op: 'advance_time', days: 3 }]).coreMemories).toMatchObject([
    { text: '3 days passed.', reason: 'time_skip', visibility: 'public' },
  ]);
});

describe('fates', () => {
  const set = (path: string, value: unknown) => ({ op: 'update_entity', entityId: VIKTOR, path, value });
  const key = set('tags', ['key']);

  it.each([
    ['a death', { op: 'set_life', characterId: VIKTOR, status: 'dead' }, 'Viktor died.', 'death'],
    ['a capture', set('captive', true), 'Viktor was taken captive.', 'capture'],
  ])('of those who matter are remembered: %s', (_case, proposal, text, reason) => {
    expect(applied(hallAndCellar(), [key, proposal]).coreMemories).toMatchObject([
      { text, reason, knownTo: [ADA, 'pc_bruno_001'] },
    ]);
  });

  it('that change a side show on nobody’s face', () => {
    expect(applied(hallAndCellar(), [key, set('factionId', GUILD)]).coreMemories).toMatchObject([
      { text: 'Viktor went over to Night Market.', reason: 'allegiance', visibility: 'gm', knownTo: [] },
    ]);
  });

  it('of those a persona does not know of are not told to it', () => {
    const lurker = { op: 'introduce_entity', kind: 'character', name: 'Lurker', visibility: 'hidden' };
    const lurkerId = 'npc_lurker_001';
    const marked = { op: 'update_entity', entityId: lurkerId, path: 'tags', action: 'append', value: 'key' };
    const known = { op: 'discover_entity', entityId: lurkerId, personaIds: [ADA], method: 'a glimpse' };
    const death = { op: 'set_life', characterId: lurkerId, status: 'dead' };

    expect(applied(hallAndCellar(), [lurker, marked, death], engine).coreMemories).toMatchObject([
      { visibility: 'gm', knownTo: [] },
    ]);
    expect(applied(hallAndCellar(), [lurker, marked, known, death], engine).coreMemories).toMatchObject([
      { visibility: 'hidden', knownTo: [ADA] },
    ]);
  });

  it('of extras are not', () => {
    expect(applied(hallAndCellar(), [set('captive', true)]).coreMemories).toEqual([]);
  });

  it('of those out of sight are the game master’s', () => {
    const away = [key, { op: 'leave_scene', characterId: VIKTOR }, set('captive', true)];

    expect(applied(hallAndCellar(), away).coreMemories).toMatchObject([{ visibility: 'gm', knownTo: [] }]);
  });
});
