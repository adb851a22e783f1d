import { beforeAll, expect, it } from 'vitest';
import type { Json } from '#engine/util/canonical-json.ts';
import { LANTERN_QUAY } from './engine/content/lantern-quay.ts';
import {
  type Leaf,
  listCandidates,
  listLeaves,
  openPackFiles,
  type PackFile,
  readPackFiles,
  replaceValue,
  tellProblems,
  writePackTexts,
} from './support/wiring/pack-variants.ts';
import { type Evening, openVariants } from './support/wiring/play-evening.ts';

/*
 * Every field an author can write has a reader. The pack of the authors' guide shows every key there is. Each value is changed
 * alone, the same evening is played, and something must differ: in a prompt, in the world, or where the lists below say.
 */

const FILES = readPackFiles(LANTERN_QUAY);
const LEAVES = listLeaves(FILES);

/**
 * Ids name records for other files, and a type repeats the folder. World, rulesets and cast are what everything else hangs on;
 * everybody in the guide's story is named by one of its records, so that they all belong to it.
 * Figures of SRD 5e are tested against the published ones.
 */
const EXEMPT =
  /\.(id|type)$|^(bestiary|spellbook)\.|^entry_point\.(world|rulesets|cast\.character|include\.characters)$/;
const FIELDS = [...new Set(LEAVES.map(({ field }) => field))].filter((field) => !EXEMPT.test(field));

/** Fields that clients show: in lists of packs and stories, and in the pages of the content API. */
const SHOWN: readonly string[] = [
  'pack.name',
  'pack.summary',
  'pack.genre',
  'pack.layer',
  'pack.starter',
  'pack.authors',
  'pack.license.publisher',
  'pack.license.attribution',
  'pack.license.url',
  'pack.license.sku',
  'pack.event_types.name',
  'pack.event_types.description',
  'pack.character_categories.name',
  'pack.character_categories.description',
  'world.summary',
  'ruleset.name',
  'ruleset.summary',
  'ruleset.tags',
  'character.playable',
  'entry_point.summary',
  'entry_point.tags',
  'entry_point.max_personas',
  'entry_point.cast.role',
  'entry_point.openings.name',
  'entry_point.openings.prologue',
];

/** Fields by which lore is found, or kept from players, in the index. */
const INDEXED: readonly string[] = [
  'world.tags',
  'world.related_factions',
  'world.related_locations',
  'world.related_threads',
  'world.visibility',
  'character.related_entities',
  'character.related_locations',
  'character.related_threads',
  'location.related_entities',
  'location.related_factions',
  'location.related_threads',
  'culture.tags',
  'history.tags',
  'history.related_entities',
  'technology.tags',
  'event.factions',
  'event.location',
];

/** Fields that the checker alone reads: what is wrong with them is told to the author. */
const CHECKED: readonly string[] = [
  'pack.format',
  'pack.version',
  'pack.language',
  'pack.provides.worlds',
  'pack.provides.rulesets',
  'pack.provides.entry_points',
  'pack.provides.characters',
  'pack.provides.locations',
  'pack.provides.chunks',
  'ruleset.stat_block_schema',
  'location.exits.one_way',
];

type Edit = readonly [file: string, at: readonly (string | number)[], value: Json];
const STORY = 'entry_points/the_second_ledger.yaml';
const RULES = 'rulesets/tide_dice.yaml';
const FACT = { op: 'add_fact', subject_id: 'mole', predicate: 'is', object: 'awash', visibility: 'public' };

/** Changes that are written by hand, where no other value of the same kind shows; `given` is changed in both packs. */
const BY_HAND: Readonly<Record<string, { readonly given?: readonly Edit[]; readonly change: Edit }>> = {
  'entry_point.scene_seed': { change: [STORY, ['scene_seed'], { fog: 4 }] },
  'entry_point.custom': { change: [STORY, ['custom'], { lamps: 2 }] },
  'entry_point.include.locations': { change: [STORY, ['include', 'locations'], ['pier_house', 'mole']] },
  'entry_point.include.factions': { change: [STORY, ['include', 'factions'], ['ropewalk_guild']] },
  'entry_point.include.items': {
    given: [
      [STORY, ['inventory'], []],
      ['characters/marit.md', ['inventory'], []],
      ['characters/marit.md', ['responses'], []],
    ],
    change: [STORY, ['include', 'items'], []],
  },
  'entry_point.include.laws': { change: [STORY, ['include', 'laws'], []] },
  'entry_point.cast.role': { change: [STORY, ['cast', 2, 'role'], 'persona'] },
  'entry_point.inventory.item': { change: [STORY, ['inventory'], []] },
  'entry_point.deadlines.operations': { change: [STORY, ['deadlines', 0, 'operations'], [FACT]] },
  'entry_point.resources.amount': { change: [STORY, ['resources', 0, 'amount'], 19] },
  'entry_point.resources.operations': { change: [STORY, ['resources', 0, 'operations'], [FACT]] },
  'entry_point.observations.source': {
    given: [
      [
        STORY,
        ['observations', 0],
        { character: 'marit', text: 'He counted.', source: 'inferred', inferred_from: ['steps'] },
      ],
    ],
    change: [
      STORY,
      ['observations', 0],
      { character: 'marit', text: 'He counted.', source: 'told', told_by: 'tomas' },
    ],
  },
  'entry_point.observations.confidence': { change: [STORY, ['observations', 0, 'confidence'], 0.4] },
  'entry_point.endings.when': { change: [STORY, ['endings', 1, 'when'], { visited: 'mole' }] },
  'character.memories.importance': { change: ['characters/marit.md', ['memories', 0, 'importance'], 1] },
  'character.agenda.milestones.at': {
    change: ['characters/marit.md', ['agenda', 'milestones', 0, 'at'], 95],
  },
  'character.inventory.item': { change: ['characters/marit.md', ['inventory'], []] },
  'item.location': {
    given: [
      [STORY, ['inventory'], []],
      ['characters/marit.md', ['inventory'], []],
    ],
    change: ['items/brass_key.md', ['location'], 'mole'],
  },
  'culture.keys': { change: ['culture/lamp_signals.md', ['keys'], ['semaphore']] },
  'culture.keys_also.any': { change: ['culture/lamp_signals.md', ['keys_also', 'any'], ['semaphore']] },
  'culture.keys_also.all': { change: ['culture/lamp_signals.md', ['keys_also', 'all'], ['semaphore']] },
  'culture.keys_also.none': { change: ['culture/lamp_signals.md', ['keys_also', 'none'], ['berth']] },
  'culture.always': { change: ['culture/quay_manners.md', ['always'], false] },
  'event.event_type': { change: ['events/night_of_the_adeline.md', ['event_type'], 'arrival'] },
  'ruleset.default_stat_block': {
    given: [['characters/tomas.md', ['stat_blocks'], {}]],
    change: [RULES, ['default_stat_block'], { nerve: 2, wits: 2 }],
  },
  // Without the name, the tag would still find the same clock.
  'ruleset.mechanics.consequences.clock': {
    given: [[STORY, ['clocks', 0, 'tags'], []]],
    change: [RULES, ['mechanics', 'consequences', 'clock'], null],
  },
  'ruleset.mechanics.resolution.kind': {
    change: [RULES, ['mechanics', 'resolution'], { kind: 'd20_stat', stats: ['nerve', 'wits'] }],
  },
};

/** Tokens of a prompt so small that essentials stand in for whole texts. */
const TIGHT = 2_000;

const MARKED = /^[a-z0-9_:.^~/-]*$|^\d+ \w+$|^\d{4}-/i;

/** Puts a word of its own into every text that may have one. */
function markTexts(): { readonly files: readonly PackFile[]; readonly fields: ReadonlyMap<string, string> } {
  let files = FILES;
  const fields = new Map<string, string>();
  for (const leaf of LEAVES) {
    if (typeof leaf.value !== 'string' || MARKED.test(leaf.value)) continue;
    const word = `zq${fields.size}x`;
    files = replaceValue(files, leaf, `${leaf.value} ${word}`);
    fields.set(word, leaf.field);
  }
  return { files, fields };
}

function withPipeline(files: readonly PackFile[], pipeline: string): readonly PackFile[] {
  return replaceValue(files, { file: 'rulesets/tide_dice.yaml', at: ['mechanics', 'pipeline'] }, pipeline);
}

const evidence = new Map<string, Set<string>>();
const note = (field: string, channel: string) => {
  const known = evidence.get(field) ?? new Set();
  evidence.set(field, known.add(channel));
};

function noteMarks(fields: ReadonlyMap<string, string>, { prompts }: Evening): void {
  const text = prompts.join('\n');
  for (const [word, field] of fields) if (text.includes(word)) note(field, 'prompt');
}

/** Chooses the first sound change of a value; null when none of the values tried is. */
function changeValue(leaf: Leaf): readonly PackFile[] | null {
  for (const candidate of listCandidates(leaf, FILES)) {
    const files = replaceValue(FILES, leaf, candidate);
    if (openPackFiles(files).isSound) return files;
  }
  return null;
}

type Pair = {
  readonly field: string;
  readonly base: readonly PackFile[];
  readonly changed: readonly PackFile[];
};

function applyEdits(edits: readonly Edit[], files = FILES): readonly PackFile[] {
  return edits.reduce((edited, [file, at, value]) => replaceValue(edited, { file, at }, value), files);
}

/** Places of the pack in which a field is tried, one after another until its change shows. */
const MOST_PLACES = 3;

/** Finds two packs between which only this field differs, in one of its places; null when there is none. */
function changeField(field: string, place: number): Pair | null {
  const byHand = BY_HAND[field];
  if (byHand !== undefined) {
    if (place > 0) return null;
    const base = byHand.given === undefined ? FILES : applyEdits(byHand.given);
    return { field, base, changed: applyEdits([byHand.change], base) };
  }
  const leaf = LEAVES.filter((one) => one.field === field)[place];
  const changed = leaf === undefined ? null : changeValue(leaf);
  return changed === null ? null : { field, base: FILES, changed };
}

/** Notes where the change of each pair of packs shows. An evening is played only where the worlds begin alike. */
async function comparePairs(pairs: readonly Pair[]): Promise<void> {
  for (const { field, base, changed } of pairs) {
    const [before, after] = [openPackFiles(base), openPackFiles(changed)];
    if (before.shown() !== after.shown()) note(field, 'shown');
    if (before.indexed() !== after.indexed()) note(field, 'indexed');
    if (before.world() !== after.world()) note(field, 'play');
  }
  const isPlain = ({ field }: Pair) =>
    !SHOWN.includes(field) && !INDEXED.includes(field) && !has(field, 'play');
  if (pairs.some(isPlain)) await playPairs(pairs.filter(isPlain));
}

/** Plays the evening with either pack, as long as it is the same. */
async function playPairs(pairs: readonly Pair[]): Promise<void> {
  const packs = [...new Set(pairs.flatMap(({ base, changed }) => [base, changed]))];
  const nameOf = (files: readonly PackFile[]) => `v_${packs.indexOf(files)}`;
  const many = await openVariants(new Map(packs.map((files) => [nameOf(files), writePackTexts(files)])));
  const bases = new Map<string, Evening>();
  for (const { field, base, changed } of pairs) {
    const played = bases.get(nameOf(base)) ?? (await many.play(nameOf(base)));
    bases.set(nameOf(base), played);
    if ((await many.play(nameOf(changed), played)).differs) note(field, 'play');
  }
  await many.close();
}

beforeAll(async () => {
  const marked = markTexts();
  expect(openPackFiles(marked.files)).toMatchObject({ isSound: true });
  const evenings = new Map([
    ['v_full', writePackTexts(marked.files)],
    ['v_duet', writePackTexts(withPipeline(marked.files, 'duet'))],
  ]);
  const table = await openVariants(evenings);
  for (const id of evenings.keys()) noteMarks(marked.fields, await table.play(id));
  await table.close();
  const tight = await openVariants(evenings, TIGHT);
  for (const id of evenings.keys()) noteMarks(marked.fields, await tight.play(id));
  await tight.close();

  for (let place = 0; place < MOST_PLACES; place += 1) {
    const left = FIELDS.filter((field) => !isShown(field) && !CHECKED.includes(field));
    const pairs = left.flatMap((field) => changeField(field, place) ?? []);
    const unsound = pairs
      .filter(({ field }) => BY_HAND[field] !== undefined)
      .flatMap(({ field, base, changed }) =>
        [base, changed]
          .filter((files) => !openPackFiles(files).isSound)
          .map((files) => [field, tellProblems(files)]),
      );
    expect(unsound).toEqual([]);
    if (pairs.length > 0) await comparePairs(pairs);
  }
}, 900_000);

/** Tells whether the change of a field has shown where it should. */
function isShown(field: string): boolean {
  if (SHOWN.includes(field)) return has(field, 'shown');
  return INDEXED.includes(field) ? has(field, 'indexed') : isPlayed(field);
}

const has = (field: string, channel: string) => evidence.get(field)?.has(channel) === true;
const isPlayed = (field: string) => has(field, 'prompt') || has(field, 'play');

it('gives every authored field an effect in play', () => {
  const elsewhere = new Set([...SHOWN, ...INDEXED, ...CHECKED]);

  expect(FIELDS.length).toBeGreaterThan(250);
  expect(FIELDS.filter((field) => !isPlayed(field) && !elsewhere.has(field))).toEqual([]);
});

it.each(SHOWN)('shows %s to clients', (field) => expect(has(field, 'shown')).toBe(true));
it.each(INDEXED)('finds lore by %s', (field) => expect(has(field, 'indexed')).toBe(true));

it('has the checker speak of the fields it alone reads', () => {
  const told = tellProblems(FILES);
  const silent = CHECKED.filter((field) => {
    const leaves = LEAVES.filter((leaf) => leaf.field === field);
    return !leaves.some((leaf) =>
      [...listCandidates(leaf, FILES), 'no such word'].some(
        (candidate) => tellProblems(replaceValue(FILES, leaf, candidate)) !== told,
      ),
    );
  });

  expect(silent).toEqual([]);
});
