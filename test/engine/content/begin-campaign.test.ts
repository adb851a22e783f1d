import { expect, it } from 'vitest';
import { beginCampaign, type CampaignOptions, findChangedPacks } from '#engine/content/begin-campaign.ts';
import { buildLibrary } from '#engine/content/library.ts';
import { Snapshot } from '#engine/state/snapshot.ts';
import { begun, ENTRY, LEDGER, libraryWith } from './begin-lantern-quay.ts';
import { type Edit, lanternQuay, smallPack } from './lantern-quay.ts';

it('copies entities with where they came from, under ids of the campaign', () => {
  const { snapshot, entityIds } = begun();

  expect(entityIds.get('lantern_quay:marit')).toBe('npc_marit_001');
  expect(entityIds.get('lantern_quay:auditor')).toBe('pc_auditor_001');
  expect(snapshot.entities).toMatchObject({
    npc_marit_001: {
      kind: 'character',
      name: 'Marit Sund',
      origin: 'pack',
      packId: 'lantern_quay',
      packEntityId: 'lantern_quay:marit',
      placeId: 'loc_pier_house_001',
      factionId: 'faction_ropewalk_guild_001',
    },
    loc_pier_house_001: {
      kind: 'location',
      exits: [
        { to: 'loc_mole_001', minutes: 4 },
        { to: 'loc_ropewalk_001', blocked: expect.any(String) },
      ],
    },
    item_brass_key_001: { kind: 'item', placeId: null },
    faction_ropewalk_guild_001: { kind: 'faction', leaderId: 'npc_marit_001' },
  });
  expect(snapshot.counters.entities).toMatchObject({ npc_marit: 1, pc_auditor: 1, loc_mole: 1 });
});

it('is a snapshot the state room accepts and can change', () => {
  const { snapshot } = begun();

  expect(Snapshot.parse(JSON.parse(JSON.stringify(snapshot)))).toEqual(snapshot);
});

it('keeps what a character hides apart from what can be seen of it', () => {
  const marit = begun().snapshot.entities['npc_marit_001' as keyof Snapshot['entities']];

  expect(marit).toMatchObject({
    description: expect.not.stringContaining('ledger'),
    internal: {
      withholds: ["She copied the Guild's second ledger by hand over nine winters."],
      goals: ["Keep the pier house out of the Guild's hands.", 'Find out whether the auditor can be trusted'],
      escalationProfile: 'bystander',
    },
    stats: { nerve: 3, wits: 1 },
  });
});

it('sets the opening scene with the cast that is there', () => {
  const { snapshot } = begun();

  expect(snapshot.scene).toEqual({
    placeId: 'loc_pier_house_001',
    presentIds: ['pc_auditor_001', 'npc_marit_001'],
    obscuredIds: [],
    visibility: 'dim',
    noise: 'quiet',
    constraints: ['No boat leaves before morning.'],
  });
  expect(snapshot.personas).toEqual(['pc_auditor_001']);
});

it('stores what session zero agreed on over what the entry point starts from', () => {
  const { snapshot } = begun({}, { calibration: { difficulty: 'gentle', boundaries: ['fire'] } });

  expect(snapshot.calibration).toEqual({
    tone: 'patient dread',
    boundaries: ['fire'],
    difficulty: 'gentle',
    pacing: 'slow',
  });
});

it('keeps what players read apart from what the prompt reads', () => {
  const { playerTexts, gmTexts } = begun();

  expect(playerTexts).toEqual({
    title: 'The Second Ledger',
    summary: expect.any(String),
    prologue: expect.stringContaining('packet boat'),
    goals: ['Learn why the Adeline was insured twice'],
  });
  expect(gmTexts).toMatchObject({
    tone: 'patient dread',
    entryStart: expect.stringContaining('Marit counts out a key'),
  });
});

it('is the same start every time', () => {
  expect(begun()).toEqual(begun());
});

it('pins the very packs it began with, and notices when they change', () => {
  const { packs } = begun();
  const changed = libraryWith({ 'laws/weighing_right.md': ['Loss of the catch.', 'Loss of the boat.'] });
  const raised = libraryWith({ 'pack.yaml': ['version: 1.0.0', 'version: 1.1.0'] });

  expect(packs).toEqual([
    { id: 'lantern_quay', version: '1.0.0', hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ]);
  expect(findChangedPacks(libraryWith(), packs)).toEqual([]);
  expect(findChangedPacks(changed, packs)).toMatchObject([
    {
      rejected: 'pack-changed',
      reason:
        'This campaign began with lantern_quay 1.0.0; the installed one still calls itself 1.0.0 but says something else.',
    },
  ]);
  expect(findChangedPacks(raised, packs)).toMatchObject([
    { reason: 'This campaign began with lantern_quay 1.0.0; the installed one is now 1.1.0.' },
  ]);
  expect(findChangedPacks(buildLibrary([]), packs)).toMatchObject([{ rejected: 'pack-missing' }]);
});

it('plays with packs laid over the entry point only when asked', () => {
  const winter = smallPack('winter', 'layer: homebrew\ndepends_on: [{ id: lantern_quay }]\n', {
    'characters/marit.md': '---\nid: marit\noverrides: lantern_quay:marit\ntitle: Harbour mistress\n---\n',
  });
  const both = libraryWith({}, winter);
  const titleIn = (options: CampaignOptions) => {
    const start = beginCampaign(both, LEDGER, options);
    return 'rejected' in start
      ? start.reason
      : JSON.stringify(Object.values(start.snapshot.entities).find(({ id }) => id === 'npc_marit_001'));
  };

  expect(titleIn({})).toContain('Keeper of the pier house');
  expect(titleIn({ extraPackIds: ['winter'] })).toContain('Harbour mistress');
});

it.each([
  [
    'an entry point that does not exist',
    'lantern_quay:the_second_leger',
    {},
    'unknown-entry-point',
    'Did you mean lantern_quay:the_second_ledger?',
  ],
  [
    'a persona the cast does not offer',
    LEDGER,
    { personaIds: ['marit'] },
    'not-a-persona',
    'lantern_quay:marit cannot be played in The Second Ledger; there are lantern_quay:auditor.',
  ],
  [
    'the same persona twice',
    LEDGER,
    { personaIds: ['auditor', 'auditor'] },
    'same-persona-twice',
    'Every player takes a persona of their own.',
  ],
  [
    'a pack that cannot be played',
    LEDGER,
    { extraPackIds: ['winter'] },
    'unknown-pack',
    'There is no pack winter that can be played.',
  ],
])('refuses %s', (_what, entryPointId, options, rejected, words) => {
  expect(beginCampaign(libraryWith(), entryPointId, options)).toMatchObject({
    rejected,
    reason: expect.stringContaining(words),
  });
});

it('begins with several personas, each knowing what it knows', () => {
  const two = { [ENTRY]: LANTERN_ENTRY } satisfies Record<string, Edit>;
  const { snapshot } = begun(two, { personaIds: ['auditor', 'tomas'] });

  expect(snapshot.personas).toEqual(['pc_auditor_001', 'pc_tomas_001']);
  expect(snapshot.facts).toMatchObject({ fact_0001: { knownTo: ['pc_auditor_001', 'pc_tomas_001'] } });
});

it('leaves a persona nobody plays out of the opening, unless the entry point has them there', () => {
  const here = LANTERN_ENTRY.replace('location: mole', 'location: pier_house');
  const said = here.replace(
    'location: pier_house\n    status',
    'location: pier_house\n    present: true\n    status',
  );
  const presentIn = (text: string, personaIds: readonly string[]) =>
    begun({ [ENTRY]: text }, { personaIds }).snapshot.scene.presentIds;

  expect(presentIn(here, ['auditor'])).toEqual(['pc_auditor_001', 'npc_marit_001']);
  expect(presentIn(here, ['auditor', 'tomas'])).toContain('pc_tomas_001');
  expect(said).not.toBe(here);
  expect(presentIn(said, ['auditor'])).toContain('npc_tomas_001');
});

const LANTERN_ENTRY = (lanternQuay().files.find(({ path }) => path === ENTRY)?.text ?? '')
  .replace('max_personas: 1', 'max_personas: 2')
  .replace('  - character: tomas\n', '  - character: tomas\n    role: persona\n')
  .replace('known_to: [auditor]', 'known_to: [auditor, tomas]');
