import { expect, it } from 'vitest';
import { beginCampaign } from '#engine/content/begin-campaign.ts';
import { CHUNKED_KINDS, splitIntoChunks } from '#engine/content/content-chunks.ts';
import { loadLibrary } from '#engine/content/library.ts';
import { compileRules } from '#engine/content/ruleset-rules.ts';
import { planRoll } from '#engine/rules/checks.ts';
import { isRejection } from '#engine/util/rejection.ts';

const library = await loadLibrary(['content_packs']);
const rulesOfShipped = (id: string) => {
  const ruleset = library.find('ruleset', id);
  const rules = ruleset === null ? null : compileRules(ruleset);
  if (rules === null || isRejection(rules)) throw new Error(`${id} is not shipped`);
  return rules;
};
/** Packs of the layer `core` serve other packs: no story begins in them. */
const CORE_PACKS = library.packs.filter(({ manifest }) => manifest.layer === 'core');
const STORY_PACKS = library.packs.filter(({ manifest }) => manifest.layer !== 'core' && !manifest.starter);
const STARTER_PACKS = library.packs.filter(({ manifest }) => manifest.starter);
const of = <Item extends { readonly packId: string }>(packId: string, items: readonly Item[]) =>
  items.filter((item) => item.packId === packId);

it('ships packs without a single problem', () => {
  expect(library.problems).toEqual([]);
  expect(library.packs.map(({ id }) => id).toSorted()).toEqual([
    'castile_1430',
    'just_talk',
    'motel_verse',
    'mystika',
    'neo_seattle',
    'red_lamp',
    'srd_5e',
  ]);
});

it.each(STORY_PACKS)('ships $id with enough to play', ({ id }) => {
  const entryPoints = of(id, library.all('entry_point'));
  const chunks = CHUNKED_KINDS.flatMap((kind) =>
    of(id, library.all(kind)).flatMap((content) => splitIntoChunks(content)),
  );

  expect(of(id, library.all('location')).length).toBeGreaterThanOrEqual(12);
  expect(of(id, library.all('character')).length).toBeGreaterThanOrEqual(15);
  expect(new Set(entryPoints.map(({ data }) => data.type)).size).toBeGreaterThanOrEqual(2);
  expect(chunks.length).toBeGreaterThanOrEqual(130);
  expect(new Set(chunks.map((chunk) => chunk.id)).size).toBe(chunks.length);
});

it.each(STARTER_PACKS)('ships $id small enough for a first quarter of an hour', ({ id }) => {
  const [story, ...others] = of(id, library.all('entry_point'));

  expect(others).toEqual([]);
  expect(story?.data.endings).toHaveLength(2);
  expect(of(id, library.all('location'))).toHaveLength(3);
  expect(story?.data.cast.filter(({ role }) => role === 'npc')).toHaveLength(3);
});

it.each(CORE_PACKS)('ships $id with figures or rules alone and no story', ({ id }) => {
  const served = [...library.all('bestiary'), ...library.all('spellbook'), ...library.all('ruleset')];
  expect(of(id, served).length).toBeGreaterThan(0);
  expect(of(id, library.all('entry_point'))).toEqual([]);
  expect(of(id, library.all('location'))).toEqual([]);
});

it.each(library.all('entry_point'))('begins $id with every persona it offers', ({ id, data }) => {
  const personas = data.cast.filter(({ role }) => role === 'persona');

  expect(personas.length).toBeGreaterThan(0);
  for (const { character } of personas) {
    expect(beginCampaign(library, id, { personaIds: [character] })).toMatchObject({
      entryPointId: id,
      snapshot: { personas: [expect.stringMatching(/^pc_/)] },
    });
  }
});

it.each(
  library.all('ruleset').filter(({ data }) => !['rulebook', 'none'].includes(data.mechanics.resolution.kind)),
)('ships $id with a written list of checks', ({ id, data }) => {
  const { checks } = rulesOfShipped(id);

  expect(data.mechanics.checks.length).toBeGreaterThan(2);
  expect(new Set(checks.map(({ covers }) => covers)).size).toBe(checks.length);
  for (const stat of statsRolled(data.mechanics.resolution)) {
    expect(checks.map((check) => check.stat)).toContain(stat);
  }
});

function statsRolled(resolution: object): readonly string[] {
  if ('stats' in resolution) return resolution.stats as readonly string[]; // a resolution lists names
  return 'aspects' in resolution ? (resolution.aspects as readonly string[]) : []; // as above
}

it.each(
  library.all('ruleset').flatMap(({ id, data }) => {
    const block = data.default_stat_block;
    return block === undefined ? [] : [{ id, block }];
  }),
)('can roll every check of $id for somebody without a stat block of their own', ({ id, block }) => {
  const { checks, mechanics } = rulesOfShipped(id);

  for (const check of checks) {
    const plan = planRoll(mechanics.resolution, check, { actor: block, opponent: block, difficulty: 'hard' });
    expect(plan).toMatchObject({ expression: expect.any(String) });
  }
});

it('ships Seven Minutes with a check for a confession, and a ruleset that is text and schemas alone', () => {
  expect(rulesOfShipped('motel_verse:seven_minutes').checks).toContainEqual(
    expect.objectContaining({ id: 'confess', label: 'Say what you feel', stat: null }),
  );
  expect(rulesOfShipped('motel_verse:public_comment')).toMatchObject({
    checks: [],
    mechanics: { pipeline: 'ensemble', resolution: { kind: 'rulebook' } },
  });
});
