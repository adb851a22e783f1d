import { describe, expect, it } from 'vitest';
import type { CharacterDraft } from '#engine/characters/making.ts';
import { beginCampaign } from '#engine/content/begin-campaign.ts';
import { createStoryMaker } from '#engine/content/character-maker.ts';
import { loadLibrary } from '#engine/content/library.ts';
import { compileRules } from '#engine/content/ruleset-rules.ts';
import { commitToSeed, verifyRolls } from '#engine/rules/verifiable-rolls.ts';
import { computeArmorClass } from '#engine/srd5e/derived-numbers.ts';
import { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { Srd5eClassName } from '#engine/srd5e/terms.ts';
import { isRejection } from '#engine/util/rejection.ts';

const library = await loadLibrary(['content_packs']);

function openStory(entryPointId: string) {
  const entryPoint = library.find('entry_point', entryPointId);
  const story = entryPoint === null ? null : createStoryMaker(library, entryPoint);
  if (story === null || isRejection(story)) throw new Error(`${entryPointId} has no guide`);
  return story;
}

const MYSTIKA = library.all('entry_point').find(({ packId }) => packId === 'mystika')?.id ?? '';
const noDice = () => {
  throw new Error('no dice were asked for');
};

/** Answers every question with its first possible answer, until none is left. */
function fillIn(story: ReturnType<typeof openStory>, draft: CharacterDraft): CharacterDraft {
  const open = story.maker
    .listSteps(draft)
    .flatMap(({ fields }) => fields)
    .find(({ key, required, preset }) => required && preset === null && draft[key] === undefined);
  if (open === undefined) return draft;
  const values = open.options.map(({ value }) => value);
  const answers = {
    text: 'Somebody',
    number: open.min ?? 0,
    flag: true,
    choice: values[0] ?? null,
    choices: values.slice(0, open.min ?? 0),
    order: values,
  };
  return fillIn(story, { ...draft, [open.key]: answers[open.kind] });
}

const SCORES = { strength: 15, dexterity: 14, constitution: 13, intelligence: 12, wisdom: 10, charisma: 8 };
const PERSON = { name: 'Mira Voss', role: 'a carter out of work' };

describe('making an SRD character', () => {
  const story = openStory(MYSTIKA);

  it('asks step by step, and later questions by earlier answers', () => {
    const steps = (draft: CharacterDraft) => story.maker.listSteps(draft).map(({ key }) => key);

    expect(steps({})).toEqual(['person', 'origin', 'abilities']);
    expect(steps({ class: 'fighter' })).toEqual(['person', 'origin', 'abilities', 'skills', 'equipment']);
    expect(steps({ class: 'wizard' })).toContain('spells');
  });

  it('says in sentences what is missing', () => {
    const messages = story.maker
      .findProblems({ class: 'wizard', shoes: 'red' })
      .map(({ message }) => message);

    expect(messages).toContain('Name is missing.');
    expect(messages).toContain('Race is missing.');
    expect(messages).toContain('Spells is missing.');
    expect(messages).toContain('There is no question shoes for this character.');
  });

  it.each([
    [{ ...SCORES, charisma: 15 }, 'array', 'The scores are 15, 14, 13, 12, 10, 8, each once.'],
    [{ ...SCORES, intelligence: 15, wisdom: 15 }, 'points', 'These scores cost 39 points; there are 27.'],
    [{ ...SCORES, strength: 18 }, 'points', 'Strength is at most 15.'],
    [{ ...SCORES, strength: 14.5 }, 'points', 'Scores are whole numbers.'],
  ])('refuses scores %j by %s', (scores, method, message) => {
    const problems = story.maker.findProblems({ ...scores, method });

    expect(problems.map((problem) => problem.message)).toContain(message);
  });

  it.each(Srd5eClassName.options)('makes a %s that passes every check', (name) => {
    const draft = fillIn(story, {
      ...PERSON,
      ...SCORES,
      class: name,
      race: 'half_elf',
      background: 'sage',
      method: 'array',
    });
    const made = story.maker.make(draft, noDice);
    if (isRejection(made)) throw new Error(made.reason);
    const block = Srd5eStatBlock.parse(made.stats);

    expect(story.maker.findProblems(draft)).toEqual([]);
    expect(block.classes).toMatchObject([{ class: name, level: 3, subclass: expect.any(String) }]);
    expect(block.hit_points.current).toBe(block.hit_points.max);
    expect(block.experience).toBe(900);
    expect(block.attacks.length).toBeGreaterThan(0);
    expect(Object.keys(block.skills).length).toBeGreaterThanOrEqual(6);
    expect(story.preview(draft)?.groups.length).toBeGreaterThan(6);
  });

  it('computes hit points, armor, slots and race', () => {
    const draft = fillIn(story, {
      ...PERSON,
      ...SCORES,
      class: 'cleric',
      race: 'hill_dwarf',
      background: 'soldier',
      method: 'array',
      equipment: 'chain_mail_and_mace',
    });
    const made = story.maker.make(draft, noDice);
    if (isRejection(made)) throw new Error(made.reason);
    const block = Srd5eStatBlock.parse(made.stats);

    // Constitution 13 + 2: 8 + 2, then 5 + 2 twice, and one more for each level.
    expect(block.hit_points.max).toBe(10 + 7 + 7 + 3);
    expect(computeArmorClass(block)).toBe(18);
    expect(block.abilities).toMatchObject({ constitution: 15, wisdom: 11 });
    expect(block.resources.spell_slots).toMatchObject({ 1: { total: 4 }, 2: { total: 2 } });
    expect(block.resistances).toEqual(['poison']);
    expect(block.skills).toMatchObject({ athletics: 'proficient', intimidation: 'proficient' });
  });

  it('offers only spells of the class and of levels it can cast', () => {
    const draft = { class: 'wizard', method: 'array', ...SCORES };
    const fields = story.maker.listSteps(draft).find(({ key }) => key === 'spells')?.fields ?? [];
    const names = (key: string) =>
      fields.find((field) => field.key === key)?.options.map(({ value }) => value) ?? [];

    expect(names('cantrips')).toContain('Fire Bolt');
    expect(names('cantrips')).not.toContain('Sacred Flame');
    expect(names('spells')).toContain('Shatter');
    expect(names('spells')).not.toContain('Fireball');
    expect(
      story.maker.findProblems({ ...draft, spells: ['Fireball'] }).map(({ message }) => message),
    ).toContain('Spells: Fireball cannot be chosen.');
  });

  it('begins a campaign with the new persona alone, its scores rolled from the seed', () => {
    const seed = 'a'.repeat(64);
    const order = ['intelligence', 'dexterity', 'constitution', 'wisdom', 'charisma', 'strength'];
    const draft = fillIn(story, {
      ...PERSON,
      class: 'wizard',
      race: 'human',
      background: 'sage',
      method: 'roll',
      order,
    });
    const start = beginCampaign(library, MYSTIKA, { newPersonas: [draft], seed });
    if (isRejection(start)) throw new Error(start.reason);
    const persona = Object.values(start.snapshot.entities).find(({ name }) => name === PERSON.name);
    if (persona?.kind !== 'character') throw new Error('there is no persona');
    const { abilities } = Srd5eStatBlock.parse(persona.stats);
    const totals = start.rolls.map(({ total }) => total).toSorted((one, other) => other - one);

    expect(start.snapshot.personas).toEqual(['pc_mira_voss_001']);
    expect(start.snapshot.scene.presentIds).toContain('pc_mira_voss_001');
    expect(start.rolls).toHaveLength(6);
    expect(order.map((ability) => Object(abilities)[ability])).toEqual(totals.map((total) => total + 1));
    const report = verifyRolls(seed, commitToSeed(seed), start.rolls);
    expect(report).toMatchObject({ commitmentHolds: true, missing: [] });
    expect(report.rolls.map(({ verdict }) => verdict)).not.toContain('MISMATCH');
    expect(beginCampaign(library, MYSTIKA, { newPersonas: [draft], seed })).toEqual(start);
  });

  it('refuses an incomplete draft and one persona too many', () => {
    expect(beginCampaign(library, MYSTIKA, { newPersonas: [{ name: 'Mira' }] })).toMatchObject({
      rejected: 'incomplete-character',
      path: ['newPersonas', 0],
    });
    const many = Array.from({ length: 16 }, () => ({}));
    expect(beginCampaign(library, MYSTIKA, { newPersonas: many })).toMatchObject({
      rejected: 'too-many-personas',
    });
  });
});

describe('making a character by a JSON Schema', () => {
  const rulesets = library.all('entry_point').filter(({ packId }) => packId !== 'mystika');

  it.each(rulesets)('makes a persona for $id that its ruleset accepts', ({ id, data }) => {
    const story = openStory(id);
    const draft = fillIn(story, PERSON);
    const made = story.maker.make(draft, noDice);
    const ruleset = library.find('ruleset', data.rulesets[0] ?? '');
    const rules = ruleset === null ? null : compileRules(ruleset);
    if (rules === null || isRejection(rules) || isRejection(made)) throw new Error(`${id}: no persona`);

    expect(rules.statFaults(made.stats)).toEqual([]);
    expect(story.preview(draft)?.groups[0]?.fields.length).toBeGreaterThan(1);
  });

  it('holds players to the budget and the bounds of the ruleset', () => {
    const entry = library.all('entry_point').find(({ packId }) => packId === 'neo_seattle');
    const { maker } = openStory(entry?.id ?? '');
    const best = { ...PERSON, edge: 3, wire: 3, tongue: 3, legs: 3, eyes: 3 };

    expect(maker.findProblems(best).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Edge, Wire, Tongue, Legs, Eyes add up to 15; the most is \d+\.$/),
    ]);
    expect(maker.findProblems({ ...PERSON, edge: 4 })[0]?.message).toBe('Edge is at most 3.');
    expect(maker.findProblems({ ...PERSON, cred: 1_000_000 })[0]?.message).toBe(
      'There is no question cred for this character.',
    );
  });
});
