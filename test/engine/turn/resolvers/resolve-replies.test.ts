import { describe, expect, it } from 'vitest';
import { Outcome } from '#engine/contracts/outcome.ts';
import { Reaction } from '#engine/contracts/reaction.ts';
import { Reading } from '#engine/contracts/reading.ts';
import { RulebookResolution } from '#engine/contracts/rulebook-resolution.ts';
import { createPlayerView } from '#engine/state/player-view.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { createNameResolver } from '#engine/turn/resolvers/name-resolver.ts';
import { resolveRulebookResolution } from '#engine/turn/resolvers/resolve-operations.ts';
import { readNewName, replaceNewNames, resolveOutcome } from '#engine/turn/resolvers/resolve-outcome.ts';
import { resolveReaction, resolveReading } from '#engine/turn/resolvers/resolve-reading.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { ADA, CELLAR, GUILD, HALL, hallAndCellar, KEY, LAMP, MIRA, VIKTOR } from '../../../support/worlds.ts';

function resolverOf(world: Snapshot = hallAndCellar()) {
  const view = createPlayerView(world, ADA);
  if (isRejection(view)) throw new Error(view.reason);
  return createNameResolver(world, view);
}
const resolver = resolverOf();
const LISTS = {
  checks: [
    { id: 'legs', label: 'Legs', covers: 'running' },
    { id: 'silver_tongue', label: 'Silver Tongue', covers: 'persuading' },
  ],
  triggers: [{ id: 'tin_open' }, { id: 'lamp_lit' }, { id: 'door' }],
};

describe('a Reading', () => {
  it('has ids wherever a model wrote names', () => {
    const { reading, dropped } = resolveReading(
      Reading.parse({
        actions: [
          {
            kind: 'give',
            does: 'hand over the key',
            target: 'Viktor',
            items: ['the rusty key'],
            check: 'Silver Tongue',
            opposed_by: 'viktor',
          },
        ],
        moves_to: 'the cellar',
        company: ['Viktor'],
        addressed: ['VIKTOR', 'npc_viktor_001'],
        refers_to: ['Mira', 'lamp'],
        needs: { characters: { ids: ['Mira'], keywords: ['wife'] }, events: { characters: ['viktor'] } },
      }),
      resolver,
      LISTS,
    );
    expect(reading).toMatchObject({
      actions: [{ target: VIKTOR, items: [KEY], check: 'silver_tongue', opposed_by: VIKTOR }],
      moves_to: CELLAR,
      company: [VIKTOR],
      addressed: [VIKTOR],
      refers_to: [MIRA, LAMP],
      needs: { characters: { ids: [MIRA], keywords: ['wife'] }, events: { characters: [VIKTOR] } },
    });
    expect(dropped).toEqual([]);
  });

  it('loses what no record has, and says so', () => {
    const { reading, dropped } = resolveReading(
      Reading.parse({
        actions: [
          {
            kind: 'attack',
            does: 'shoot the dragon',
            target: 'dragon',
            items: ['rifle', 'key'],
            check: 'shooting',
          },
        ],
        moves_to: 'Atlantis',
        addressed: ['Gudrun', 'Viktor'],
        needs: { recall: ['evt_0099'] },
      }),
      resolver,
      LISTS,
    );
    expect(reading.actions[0]).toMatchObject({
      does: 'shoot the dragon',
      target: '',
      items: ['rifle', KEY],
      check: '',
    });
    expect(reading).toMatchObject({ moves_to: '', addressed: [VIKTOR], needs: { recall: [] } });
    expect(dropped).toEqual([
      { path: 'actions.0.target', value: 'dragon', reason: 'unknown' },
      { path: 'actions.0.items.0', value: 'rifle', reason: 'unknown' },
      { path: 'actions.0.check', value: 'shooting', reason: 'not-listed' },
      { path: 'moves_to', value: 'Atlantis', reason: 'unknown' },
      { path: 'addressed.0', value: 'Gudrun', reason: 'unknown' },
      { path: 'needs.recall.0', value: 'evt_0099', reason: 'unknown' },
    ]);
  });

  it('meets two listed triggers at most', () => {
    const met = (id: string) => ({ id, quote: 'open the tin' });
    const { reading, dropped } = resolveReading(
      Reading.parse({ triggers: ['tin_open', 'secret_vault', 'Tin Open', 'lamp_lit', 'door'].map(met) }),
      resolver,
      LISTS,
    );
    expect(reading.triggers.map(({ id }) => id)).toEqual(['tin_open', 'lamp_lit']);
    expect(dropped.map(({ value, reason }) => [value, reason])).toEqual([
      ['secret_vault', 'not-listed'],
      ['door', 'too-many'],
    ]);
  });
});

it('a reaction attempts something on somebody', () => {
  const reaction = Reaction.parse({
    action: 'He swings.',
    attempt: { kind: 'attack', target: 'Ada', check: 'Legs' },
  });
  expect(resolveReaction(reaction, resolver, LISTS.checks).reaction.attempt).toMatchObject({
    target: ADA,
    check: 'legs',
  });
  const nobody = Reaction.parse({ action: 'He swings.', attempt: { kind: 'attack', target: 'the moth' } });
  expect(resolveReaction(nobody, resolver)).toMatchObject({
    reaction: { attempt: { target: '' } },
    dropped: [{ path: 'attempt.target', value: 'the moth', reason: 'unknown' }],
  });
});

it('a resolution by the rulebook has ids', () => {
  const resolution = RulebookResolution.parse({
    dice: [{ expression: '2d6', character: 'you' }, '1d6'],
    bands: [
      {
        to: 6,
        observations: [
          { character_id: 'Viktor', content: 'She slipped.' },
          { character_id: 'Gudrun', content: 'She slipped.' },
        ],
        operations: [
          { op: 'transfer_item', item_id: 'rusty key', from_id: 'Ada', to_id: 'Viktor' },
          { op: 'heal', character_id: 'Gudrun' },
        ],
      },
    ],
  });
  const { resolution: resolved, dropped } = resolveRulebookResolution(resolution, resolver);
  expect(resolved.dice.map(({ character }) => character)).toEqual([ADA, '']);
  expect(resolved.bands[0]?.observations).toMatchObject([{ character_id: VIKTOR }]);
  expect(resolved.bands[0]?.operations).toEqual([
    { op: 'transfer_item', itemId: KEY, fromId: ADA, toId: VIKTOR },
  ]);
  expect(dropped.map(({ path }) => path)).toEqual([
    'bands.0.observations.1.character_id',
    'bands.0.operations.1.characterId',
  ]);
});

describe('operations', () => {
  it('lose people nobody knows from a list, and are dropped when they name one only', () => {
    const operations = [
      { op: 'log_event', summary: 'x', characterIds: ['Viktor', 'Gudrun', 'viktor'], knownTo: ['you'] },
      { op: 'deal_damage', characterId: 'Gudrun', amount: 3 },
      { op: 'tick_clock', clockId: 'a_new_clock' },
      { op: 'set_custom', path: 'Viktor', value: 'Viktor' },
    ];
    const { resolution, dropped } = resolveRulebookResolution(
      RulebookResolution.parse({ dice: [], bands: [{ to: 6, operations }] }),
      resolver,
    );
    expect(resolution.bands[0]?.operations).toEqual([
      { op: 'log_event', summary: 'x', characterIds: [VIKTOR], knownTo: [ADA] },
      { op: 'tick_clock', clockId: 'a_new_clock' },
      { op: 'set_custom', path: 'Viktor', value: 'Viktor' },
    ]);
    expect(dropped).toHaveLength(2);
  });
});

describe('an Outcome', () => {
  it('has ids wherever a model wrote names', () => {
    const { outcome, dropped } = resolveOutcome(
      Outcome.parse({
        place: 'cellar',
        where: [
          { id: 'Viktor', at: 'here' },
          { id: 'Mira', at: 'Hall' },
          { id: 'Bruno', at: 'gone' },
        ],
        events: [{ summary: 'A deal.', characters: ['Viktor', 'you', 'Gudrun'], factions: ['night market'] }],
        observations: [{ character_id: 'Mira', content: 'They came.', told_by: 'Viktor' }],
        facts: [{ subject_id: 'the lamp', predicate: 'is', detail: 'broken' }],
        relations: [{ one: 'Viktor', other: 'you', trust: 1 }],
        dialogue: [{ speaker: 'Viktor', to: 'Ada' }],
        operations: [{ op: 'transfer_item', item_id: 'key', from_id: 'you', to_id: 'Viktor', sentence: 2 }],
        rows: [{ from: 1, operations: [{ op: 'deal_damage', character_id: 'Ada' }] }],
      }),
      resolver,
    );
    expect(outcome).toMatchObject({
      place: CELLAR,
      where: [
        { id: VIKTOR, at: 'here' },
        { id: MIRA, at: HALL },
        { id: 'pc_bruno_001', at: 'gone' },
      ],
      events: [{ characters: [VIKTOR, ADA], factions: [GUILD] }],
      observations: [{ character_id: MIRA, told_by: VIKTOR }],
      facts: [{ subject_id: LAMP }],
      relations: [{ one: VIKTOR, other: ADA }],
      dialogue: [{ speaker: VIKTOR, to: ADA }],
      operations: [{ op: 'transfer_item', itemId: KEY, fromId: ADA, toId: VIKTOR, sentence: 2 }],
      rows: [{ operations: [{ characterId: ADA }] }],
    });
    expect(dropped.map(({ value }) => value)).toEqual(['Gudrun']);
  });

  it('drops items of nobody and keeps all others', () => {
    const { outcome, dropped } = resolveOutcome(
      Outcome.parse({
        summary: 'Kept.',
        where: [
          { id: 'Gudrun', at: 'here' },
          { id: 'Viktor', at: 'Atlantis' },
        ],
        observations: [{ character_id: 'Gudrun', content: 'x' }],
        facts: [{ subject_id: 'Atlantis', predicate: 'is', detail: 'wet' }],
        threads: [{ id: 'nothing', status: 'resolved' }],
        relations: [{ one: 'Viktor', other: 'viktor', trust: 1 }],
        place: 'Atlantis',
      }),
      resolver,
    );
    expect(outcome).toMatchObject({
      summary: 'Kept.',
      where: [],
      observations: [],
      facts: [],
      threads: [],
      relations: [],
      place: '',
    });
    expect(dropped).toHaveLength(7);
  });

  it('does not introduce a second time whoever is on record; references mean the record', () => {
    const { outcome, dropped } = resolveOutcome(
      Outcome.parse({
        people: [{ name: 'Mira', role: 'smuggler' }, { name: 'Ilse Brandt' }, { name: 'ilse brandt' }],
        places: [{ name: 'The Cellar' }],
        things: [{ name: 'Lamp' }],
        where: [{ id: 'Mira', at: 'here' }],
      }),
      resolver,
    );
    expect(outcome.people.map(({ name }) => name)).toEqual(['Ilse Brandt']);
    expect(outcome).toMatchObject({ places: [], things: [], where: [{ id: MIRA, at: 'here' }] });
    expect(dropped).toEqual([
      { path: 'people.0.name', value: 'Mira', reason: 'on-record', id: MIRA },
      { path: 'people.2.name', value: 'ilse brandt', reason: 'same' },
      { path: 'things.0.name', value: 'Lamp', reason: 'on-record', id: LAMP },
      { path: 'places.0.name', value: 'The Cellar', reason: 'on-record', id: CELLAR },
    ]);
  });

  it('keeps references to newcomers until they have ids', () => {
    const { outcome } = resolveOutcome(
      Outcome.parse({
        people: [{ name: 'Ilse Brandt' }, { name: 'Viktoria' }],
        places: [{ name: 'Smoke House' }],
        things: [{ name: 'Eel', where: 'Ilse Brandt' }],
        place: 'the Smoke House',
        where: [
          { id: 'Ilse', at: 'Smoke House' },
          { id: 'npc_viktoria_001', at: 'here' },
        ],
        observations: [{ character_id: 'Ilse Brandt', content: 'It was dark.' }],
        operations: [{ op: 'transfer_item', item_id: 'Eel', to_id: 'Viktoria' }],
      }),
      resolver,
    );
    expect(outcome).toMatchObject({
      place: 'new:Smoke House',
      where: [
        { id: 'new:Ilse Brandt', at: 'new:Smoke House' },
        { id: 'new:Viktoria', at: 'here' },
      ],
      things: [{ where: 'new:Ilse Brandt' }],
      observations: [{ character_id: 'new:Ilse Brandt' }],
      operations: [{ itemId: 'new:Eel', toId: 'new:Viktoria' }],
    });
    expect(readNewName(outcome.place)).toBe('Smoke House');
    expect(readNewName(VIKTOR)).toBeNull();

    const ids = new Map([
      ['Ilse Brandt', 'npc_ilse_brandt_001'],
      ['Smoke House', 'loc_smoke_house_001'],
      ['Eel', 'item_eel_001'],
    ]);
    const settled = replaceNewNames(outcome, ids);
    expect(settled.outcome).toMatchObject({
      place: 'loc_smoke_house_001',
      where: [{ id: 'npc_ilse_brandt_001', at: 'loc_smoke_house_001' }],
      things: [{ where: 'npc_ilse_brandt_001' }],
      observations: [{ character_id: 'npc_ilse_brandt_001' }],
      operations: [],
    });
    expect(settled.dropped.map(({ value }) => value)).toEqual(['new:Viktoria', 'new:Viktoria']);
    expect(JSON.stringify(settled.outcome)).not.toContain('"new:');
  });
});
