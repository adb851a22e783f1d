import { describe, expect, it } from 'vitest';
import {
  type CharacterRecord,
  type EventRecord,
  type LawRecord,
  recallEvent,
  searchCharacters,
  searchEvents,
  searchLaws,
} from '#retrieval/record-search.ts';

const found = <Kind extends { readonly id: string }>(
  results: readonly { readonly record: Kind; readonly score: number }[],
) => results.map(({ record, score }) => [record.id, score]);

describe('characters', () => {
  const person = (id: string, more: Partial<CharacterRecord> = {}): CharacterRecord => ({
    id,
    name: id,
    title: null,
    task: null,
    categories: [],
    location: null,
    status: ['active'],
    ...more,
  });
  const luna = person('npc_luna_001', {
    otherIds: ['castile_1430:alvaro_de_luna'],
    name: 'Álvaro de Luna',
    title: 'Constable of Castile',
    task: 'Managing frontier defence',
    categories: ['court_advisor', 'nobility'],
    location: { id: 'loc_palace_001', name: 'Valladolid, Royal Palace' },
  });

  it.each([
    ['its id', { ids: ['npc_luna_001'] }, 50],
    ['the id it has in its pack', { ids: ['castile_1430:alvaro_de_luna'] }, 50],
    ['a keyword in its name, accents and case aside', { keywords: ['ALVARO'] }, 20],
    ['a keyword in its title', { keywords: ['constable'] }, 10],
    ['a keyword in its task', { keywords: ['frontier'] }, 5],
    ['a category', { categories: ['nobility'] }, 8],
    ['two categories', { categories: ['nobility', 'court_advisor'] }, 16],
    ['its place by name', { locations: ['valladolid'] }, 12],
    ['its place by id', { locations: ['loc_palace_001'] }, 12],
    ['two keywords in its name', { keywords: ['álvaro', 'luna'] }, 40],
    ['a keyword that comes twice, once', { keywords: ['luna', 'Luna'] }, 20],
    [
      'everything together',
      { ids: ['npc_luna_001'], keywords: ['luna'], categories: ['nobility'], locations: ['palace'] },
      90,
    ],
  ])('gives points for %s', (_case, search, score) => {
    expect(found(searchCharacters([luna], search))).toEqual([['npc_luna_001', score]]);
  });

  it.each([
    ['nothing', {}],
    ['empty words', { keywords: ['', '  '], locations: [''] }],
    ['what nobody has', { keywords: ['pirate'] }],
    ['another status', { keywords: ['luna'], status: ['dead'] }],
  ])('finds nobody for %s', (_case, search) => {
    expect(searchCharacters([luna], search)).toEqual([]);
  });

  it('returns the best four and breaks ties by id', () => {
    const crowd = ['e', 'd', 'c', 'b', 'a'].map((id) => person(id, { name: `Guard ${id}` }));
    const captain = person('z', { name: 'Guard captain', title: 'Captain of the guard' });

    expect(found(searchCharacters([...crowd, captain], { keywords: ['guard'] }))).toEqual([
      ['z', 30],
      ['a', 20],
      ['b', 20],
      ['c', 20],
    ]);
  });

  it('filters by status before anything is scored', () => {
    const dead = { ...luna, id: 'npc_dead_001', status: ['dead'] };

    expect(
      found(searchCharacters([luna, dead], { keywords: ['luna'], status: ['dead', 'captive'] })),
    ).toEqual([['npc_dead_001', 20]]);
  });

  it('says what every point was for', () => {
    const [first] = searchCharacters([luna], { keywords: ['luna'], categories: ['nobility'] });

    expect(first?.because).toEqual([
      { match: '"luna" in name', points: 20 },
      { match: 'category nobility', points: 8 },
    ]);
  });
});

describe('events', () => {
  const at = (day: number) => ({ day, microsecond: 0 });
  const event = (id: string, day: number | null, more: Partial<EventRecord> = {}): EventRecord => ({
    id,
    summary: 'The court moved.',
    type: 'ceremony',
    characterIds: [],
    time: day === null ? null : at(day),
    ...more,
  });
  const treaty = event('evt_0001', 10, {
    summary: 'Count of Haro proposes a treaty',
    type: 'treaty',
    characterIds: ['npc_haro_001'],
  });

  it.each([
    ['a keyword in the summary', { keywords: ['treaty'] }, 11],
    ['a character', { characters: ['npc_haro_001'] }, 16],
    ['a type', { types: ['treaty'] }, 9],
    ['all three', { keywords: ['haro'], characters: ['npc_haro_001'], types: ['treaty'] }, 34],
    ['dates alone', { after: at(5) }, 1],
  ])('gives points for %s, and one for having a date', (_case, search, score) => {
    expect(found(searchEvents([treaty], search))).toEqual([['evt_0001', score]]);
  });

  it('gives no point for a date it does not have', () => {
    expect(found(searchEvents([event('e', null)], { keywords: ['court'] }))).toEqual([['e', 10]]);
  });

  it('finds nothing for a search that asks nothing, or for words nobody said', () => {
    expect(searchEvents([treaty], {})).toEqual([]);
    expect(searchEvents([treaty], { keywords: ['dragon'], after: at(1) })).toEqual([]);
  });

  it.each([
    ['after, the day itself included', { after: at(10) }, ['c', 'b']],
    ['before, the day itself included', { before: at(10) }, ['b', 'a']],
    ['between', { after: at(6), before: at(14) }, ['b']],
    ['a span that ends before it begins', { after: at(14), before: at(6) }, []],
  ])('filters hard by date: %s', (_case, search, ids) => {
    const events = [event('a', 5), event('b', 10), event('c', 15), event('undated', null)];

    expect(searchEvents(events, search).map(({ record }) => record.id)).toEqual(ids);
  });

  it('returns the best six, the latest first among equals, the undated last', () => {
    const events = [null, 1, 2, 3, 4, 5, 6, 7].map((day, n) => event(`evt_000${n}`, day));

    expect(searchEvents(events, { keywords: ['court'] }).map(({ record }) => record.time?.day)).toEqual([
      7, 6, 5, 4, 3, 2,
    ]);
    const [first, second] = searchEvents([event('evt_0001', 3), event('evt_0002', 3)], {
      keywords: ['court'],
    });
    expect([first?.record.id, second?.record.id]).toEqual(['evt_0002', 'evt_0001']);
  });
});

describe('laws', () => {
  const law = (
    id: string,
    title: string,
    summary: string,
    status: LawRecord['status'] = 'active',
  ): LawRecord => ({
    id,
    title,
    summary,
    status,
  });
  const LAWS = [
    law('a', 'Cortes Tax Reform', 'New tax structure'),
    law('b', 'Alcabala', 'A tax of a tenth on every sale'),
    law('c', 'Old Tax', 'Repealed long ago', 'repealed'),
    law('d', 'Tax on salt', 'Salt'),
    law('e', 'Mesta', 'Sheep go free'),
  ];

  it('gives points for title and summary and returns the best three', () => {
    expect(found(searchLaws(LAWS, { keywords: ['tax'] }))).toEqual([
      ['a', 25],
      ['c', 15],
      ['d', 15],
    ]);
  });

  it.each([
    ['active', ['a', 'd', 'b']],
    ['repealed', ['c']],
    ['', ['a', 'c', 'd']],
  ] as const)('filters hard by status %j', (status, ids) => {
    expect(searchLaws(LAWS, { keywords: ['tax'], status }).map(({ record }) => record.id)).toEqual(ids);
  });
});

describe('recalling an event', () => {
  const said = (player: string, day: number, eventIds: string[] = []) => ({
    player,
    narration: '',
    day,
    eventIds,
  });
  const PLAYED = [
    said('one', 1, ['evt_0001']),
    said('two', 1),
    said('three', 1),
    said('four', 1),
    said('five', 2),
  ];

  it('brings the exchanges that name it', () => {
    expect(recallEvent(PLAYED, { id: 'evt_0001', day: 1 }).map(({ player }) => player)).toEqual(['one']);
  });

  it('falls back to the last three of its day', () => {
    expect(recallEvent(PLAYED, { id: 'evt_0009', day: 1 }).map(({ player }) => player)).toEqual([
      'two',
      'three',
      'four',
    ]);
    expect(recallEvent(PLAYED, { id: 'evt_0009', day: 7 })).toEqual([]);
  });
});
