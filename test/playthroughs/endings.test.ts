import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { joinHardWrappedLines } from '#engine/util/hard-wrapped-lines.ts';
import { openEngine } from '../support/engine.ts';
import {
  beginStory,
  createDeedProvider,
  type Deed,
  playDeeds,
  readSnapshot,
} from '../support/scripted-endings.ts';
import { copyShippedPacks } from '../support/shipped-packs.ts';

const DAY = 24 * 60;

type Ending = {
  readonly id: string;
  readonly deeds: readonly Deed[];
  /** Status of missions and threads at the end. */
  readonly missions?: Readonly<Record<string, string>>;
  readonly threads?: Readonly<Record<string, string>>;
};

const examineLion: Deed = { does: 'examine the carousel lion' };
const liftTube: readonly Deed[] = [{ travels: 'drowned_arcade' }, examineLion, { takes: 'sealed dry tube' }];
const findJin: readonly Deed[] = [{ travels: 'the_raft' }, { does: 'read the manifest' }];

/** Every ending of the shipped stories that is proved here, by what a player does. */
const STORIES: Readonly<Record<string, readonly Ending[]>> = {
  'neo_seattle:dead_drop': [
    {
      id: 'laid_and_found',
      deeds: [
        ...liftTube,
        ...findJin,
        { travels: 'survey_office' },
        { does: "lay the drum on the Board's table" },
      ],
      missions: {
        find_the_courier: 'completed',
        lift_the_orphan: 'completed',
        lay_it_on_the_table: 'completed',
      },
      threads: {
        find_jin: 'resolved',
        the_package: 'resolved',
        nineteen_centimetres: 'resolved',
        who_sold_jin: 'active',
      },
    },
    { id: 'read_wet', deeds: [{ waits: 5 * DAY }], threads: { nineteen_centimetres: 'failed' } },
  ],
  'neo_seattle:down_is_free': [
    {
      id: 'a_key_to_b_flat',
      deeds: [
        { travels: 'drip_house' },
        { does: 'mend the sill of room seventeen' },
        { travels: 'first_first' },
        { does: 'look in the gutter' },
        { travels: 'river_court' },
        { does: 'tell Delphine about the fish in the arch' },
        { waits: 6 * DAY },
      ],
      missions: { mend_seventeen: 'completed', count_the_strays: 'completed' },
      threads: { a_dry_room: 'resolved', the_remeasure: 'resolved' },
    },
    { id: 'nobodys', deeds: [{ waits: 6 * DAY }], missions: { mend_seventeen: 'offered' } },
  ],
  'neo_seattle:slack_water': [
    {
      id: 'green_hands',
      deeds: [{ does: "look at Fenna's gloves" }, { does: 'give judgment against Fenna' }],
      missions: { give_judgment: 'completed' },
      threads: { who_broke_the_slack: 'resolved', who_paid_for_it: 'active' },
    },
    {
      id: 'the_wrong_name',
      deeds: [{ does: 'name Ketch' }],
      missions: { give_judgment: 'failed' },
      threads: { who_broke_the_slack: 'failed' },
    },
    { id: 'the_doors_float', deeds: [{ waits: 40 }], threads: { who_broke_the_slack: 'failed' } },
  ],
  'neo_seattle:up_is_extra': [
    {
      id: 'level_88',
      deeds: [
        { does: 'carry the piano up the Forty Stair' },
        { travels: 'bilge_hall' },
        { does: 'ask Obadiah about the burial club' },
        { does: "ask Obadiah for the tuba player's coffin" },
        { travels: 'the_arid' },
        { does: 'announce the piano to Featherstone' },
      ],
      missions: { the_piano_by_monday: 'completed', a_surprise_for_featherstone: 'completed' },
      threads: { piano_goes_up: 'resolved' },
    },
    { id: 'curtain', deeds: [{ waits: 4 * DAY }], missions: { the_piano_by_monday: 'accepted' } },
  ],
  'castile_1430:fifty_days_of_may': [
    {
      id: 'the_ledger_balances',
      deeds: [
        { does: 'go through the ledger line by line' },
        { does: 'look for Ruy de la Hoz' },
        { does: 'sell the wool to Ruy de la Hoz' },
      ],
      missions: { sell_the_wool: 'completed' },
      threads: { wool_ring: 'resolved' },
    },
    {
      id: 'no_bidder',
      deeds: [
        { does: 'refuse the price of the three gentlemen' },
        { does: 'refuse the price of the three gentlemen' },
        { does: 'refuse the price of the three gentlemen' },
      ],
      missions: { sell_the_wool: 'accepted' },
    },
    { id: 'waggons_home', deeds: [{ waits: 50 * DAY }], missions: { sell_the_wool: 'accepted' } },
  ],
  'castile_1430:the_ransom_road': [
    {
      id: 'the_count',
      deeds: [
        { travels: 'granada_albaicin' },
        { does: 'ask at the silk hall for the broker' },
        { does: 'buy the three in the cellar from the broker' },
        { does: 'ransom Juan the shepherd' },
        { does: 'ask for the Castilian smith' },
        { does: 'ask the smith for a word for his mother' },
        { travels: 'alcala_la_real' },
        { does: 'count them in at the gate' },
      ],
      missions: { bring_them_home: 'completed' },
      threads: { seven_names: 'resolved' },
    },
    { id: 'the_book_is_closed', deeds: [{ waits: 45 * DAY }], missions: { bring_them_home: 'accepted' } },
  ],
  'castile_1430:the_royal_banner': [
    {
      id: 'i_the_king',
      deeds: [
        { says: 'I ride to the gate and have the summons read.', fulfils: 'mission:the_summons' },
        { does: "pay the lords' retinues out of the war chest" },
        { does: 'write to my sister the Queen of Aragon' },
        { waits: 89 * DAY },
        { waits: 80 * DAY },
        { travels: 'majano' },
        { does: 'sign the truce of Majano' },
        { waits: 89 * DAY },
        { waits: 89 * DAY },
      ],
      missions: { the_summons: 'completed' },
      threads: { banner_and_pardon: 'resolved', truce_with_aragon: 'resolved' },
    },
    {
      id: 'treasury',
      deeds: [
        { does: "pay the lords' retinues out of the war chest" },
        ...[89, 89, 89, 89].map((days) => ({ waits: days * DAY })),
      ],
      threads: { truce_with_aragon: 'dormant' },
    },
    { id: 'for_the_kings_liberty', deeds: [89, 89, 89].map((days) => ({ waits: days * DAY })) },
  ],
  'castile_1430:the_sharing_out': [
    {
      id: 'a_pebble_kept',
      deeds: [
        { does: 'have the Count of Benavente shown in' },
        { does: "add up the Constable's list" },
        { does: 'keep Peñafiel for the Crown' },
        { waits: 18 * 60 },
      ],
      missions: { keep_one_for_the_crown: 'completed', read_the_grants: 'completed' },
    },
    {
      id: 'the_stair_comes_up',
      deeds: Array.from({ length: 5 }, () => ({ does: 'keep the lords waiting on the stair' })),
    },
    { id: 'an_empty_column', deeds: [{ waits: 18 * 60 }], missions: { keep_one_for_the_crown: 'offered' } },
  ],
  'motel_verse:night_shift': [
    {
      id: 'asked_to_stay',
      deeds: [
        { does: 'ring for June' },
        { does: 'ask Gordon how many cars' },
        { does: 'ask Gordon to give his count at the hearing' },
        { travels: 'tower_hall' },
        { does: 'ask Tilly whether the Lift could be moved' },
        { does: 'ask Tilly to stand up for the Lift' },
        { waits: 11 * DAY },
      ],
      missions: { keep_the_desk: 'completed', coconut: 'completed' },
      threads: { the_man_who_counts: 'resolved', the_hearing: 'resolved' },
    },
    { id: 'aye', deeds: [{ waits: 11 * DAY }], threads: { the_man_who_counts: 'active' } },
  ],
  'motel_verse:room_twelve': [
    {
      id: 'out_of_sight',
      deeds: [
        { takes: 'cake tin' },
        { travels: 'cabins' },
        { does: 'look at the cabins' },
        { does: 'bring Mr. Dell in from the cold' },
        { travels: 'verse_office' },
        { does: 'telephone Ruthanne' },
        { gives: 'cake tin', to: 'Ruthanne' },
      ],
      missions: { find_the_guest: 'completed', whose_is_it: 'completed' },
      threads: { what_was_left: 'resolved', who_was_he: 'active' },
    },
    { id: 'the_stump', deeds: [{ waits: 12 * 60 }], missions: { find_the_guest: 'accepted' } },
  ],
  'motel_verse:seven_minutes_01': [
    {
      id: 'home_safe',
      deeds: [{ does: 'tell Lena the truth' }, { waits: 7 }],
      missions: { one_true_sentence: 'completed' },
      threads: { two_voices: 'resolved', who_told: 'resolved' },
    },
    { id: 'politeness', deeds: [{ waits: 7 }], missions: { one_true_sentence: 'accepted' } },
  ],
  'motel_verse:three_minutes_each': [
    {
      id: 'begin_again',
      deeds: [
        { does: 'sign the sheet' },
        { does: 'ask Connie about Corvale' },
        { does: 'tell the board about the breakfast in Corvale' },
        { waits: 140 },
      ],
      missions: { one_more_name: 'completed' },
      threads: { what_was_for_breakfast: 'resolved', the_hearing: 'resolved' },
    },
    { id: 'aye', deeds: [{ waits: 140 }], missions: { one_more_name: 'offered' } },
  ],
  'mystika:five_days_of_flour': [
    {
      id: 'company_for_dinner',
      deeds: [
        { does: 'look under the empty chair' },
        { does: 'lay a place for the river' },
        { waits: 6 * DAY },
      ],
      threads: { the_late_chair: 'resolved', first_loaf_contest: 'resolved' },
    },
    { id: 'high_water', deeds: [{ waits: 6 * DAY }], threads: { the_late_chair: 'active' } },
  ],
  'mystika:the_quiet_road': [
    {
      id: 'she_was_bidden',
      deeds: [
        { travels: 'thanking_stair' },
        { does: 'greet the river by name' },
        { does: 'welcome the river' },
        { waits: 10 * DAY },
      ],
      threads: { the_late_chair: 'resolved' },
    },
    { id: 'another_nail', deeds: [{ waits: 10 * DAY }], threads: { the_late_chair: 'active' } },
  ],
  'mystika:the_stillstone': [
    {
      id: 'extremely_rude',
      deeds: [
        { travels: 'grey_cut' },
        { does: 'search behind the spoil heap' },
        { travels: 'obedient_rooms' },
        { does: 'study the mouthpiece' },
        { does: 'say no to the stone' },
      ],
      missions: { empty_the_stone: 'completed' },
      threads: { under_the_keep: 'resolved', the_quiet: 'resolved' },
    },
    { id: 'dawn', deeds: [{ waits: 3 * DAY }], missions: { empty_the_stone: 'offered' } },
  ],
  'mystika:whispercross_at_dusk': [
    {
      id: 'so_i_heard',
      deeds: [{ does: 'ask Perry what he could promise' }, { does: 'say what was agreed' }],
      missions: { say_what_was_agreed: 'completed' },
      threads: { truce_at_dusk: 'resolved', wages_of_the_fourth: 'resolved' },
    },
    { id: 'steel', deeds: Array.from({ length: 3 }, () => ({ does: 'say what was agreed' })) },
  ],
};

const PACKS = join(import.meta.dirname, '../../content_packs');
type Authored = { readonly id: string; readonly title: string; readonly epilogue: string };

function readEndings(entry: string): readonly Authored[] {
  const [pack = '', id = ''] = entry.split(':');
  return parse(readFileSync(join(PACKS, pack, 'entry_points', `${id}.yaml`), 'utf8')).endings ?? [];
}

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine({ writePacks: copyShippedPacks, provider: createDeedProvider() });
}, 120_000);
afterAll(() => engine.close());

describe.each(Object.entries(STORIES))('%s', (entry, endings) => {
  it.each(endings)(
    'is brought to $id by what a player does',
    async ({ id, deeds, missions, threads }) => {
      const authored = readEndings(entry).find((one) => one.id === id);
      const sessionId = await beginStory(engine.url, entry);
      const { ending, after } = await playDeeds(engine, sessionId, deeds);
      expect(ending).toEqual({
        endingId: id,
        title: authored?.title,
        epilogue: joinHardWrappedLines(authored?.epilogue.trim() ?? ''),
      });
      expect(after?.code).toBe('STORY_ENDED');
      const snapshot = await readSnapshot(engine.store, sessionId);
      const statusOf = (records: Readonly<Record<string, { readonly status: string }>>, ids: object = {}) =>
        Object.fromEntries(Object.keys(ids).map((key) => [key, records[key]?.status]));
      expect(statusOf(snapshot.missions, missions)).toEqual(missions ?? {});
      expect(statusOf(snapshot.threads, threads)).toEqual(threads ?? {});
    },
    120_000,
  );
});

it('finds Jin: she is there, the mission is done and the question answered', async () => {
  const sessionId = await beginStory(engine.url, 'neo_seattle:dead_drop');
  const { ending } = await playDeeds(engine, sessionId, findJin);
  expect(ending).toBeNull();
  const { scene, missions, threads } = await readSnapshot(engine.store, sessionId);
  expect(scene.presentIds).toContain('npc_jin_001');
  expect(missions.find_the_courier?.status).toBe('completed');
  expect(threads.find_jin?.status).toBe('resolved');
}, 60_000);

it('finds the guest from Room 12, who answers', async () => {
  const sessionId = await beginStory(engine.url, 'motel_verse:room_twelve');
  const deeds: readonly Deed[] = [
    { travels: 'cabins' },
    { does: 'look at the cabins' },
    { does: 'bring Mr. Dell in from the cold' },
  ];
  await playDeeds(engine, sessionId, deeds);
  const { scene, missions } = await readSnapshot(engine.store, sessionId);
  expect(scene.presentIds).toContain('npc_mr_dell_001');
  expect(missions).toMatchObject({
    find_the_guest: { status: 'completed' },
    get_him_warm: { status: 'completed' },
  });
}, 60_000);

it('brings people who wait outside only when something brings them', async () => {
  const sessionId = await beginStory(engine.url, 'castile_1430:the_sharing_out');
  const present = async () => (await readSnapshot(engine.store, sessionId)).scene.presentIds;
  expect(await present()).not.toContain('npc_rodrigo_pimentel_001');
  await playDeeds(engine, sessionId, [{ does: 'have the Count of Benavente shown in' }]);
  expect(await present()).toContain('npc_rodrigo_pimentel_001');
}, 60_000);

it('has at least two endings for every shipped story, each with an epilogue of 80 to 200 words', () => {
  const entries = readdirSync(PACKS, { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .flatMap(({ name }) =>
      readdirSync(join(PACKS, name), { withFileTypes: true }).some((one) => one.name === 'entry_points')
        ? readdirSync(join(PACKS, name, 'entry_points')).map((file) => `${name}:${file.replace('.yaml', '')}`)
        : [],
    );
  expect(entries.length).toBeGreaterThanOrEqual(17);
  for (const entry of entries) {
    const endings = readEndings(entry);
    expect(endings.length, entry).toBeGreaterThanOrEqual(2);
    for (const { id, epilogue } of endings) {
      const words = epilogue.trim().split(/\s+/).length;
      expect(words, `${entry} ${id}`).toBeGreaterThanOrEqual(80);
      expect(words, `${entry} ${id}`).toBeLessThanOrEqual(200);
    }
  }
});
