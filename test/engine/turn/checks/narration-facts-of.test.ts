import { describe, expect, it } from 'vitest';
import { Mechanics } from '#engine/rules/mechanics.ts';
import type { Roll } from '#engine/rules/roll.ts';
import { FactId } from '#engine/state/ids.ts';
import { checkNarration } from '#engine/turn/check-narration.ts';
import { type NarrationSources, narrationFactsOf } from '#engine/turn/checks/narration-facts-of.ts';
import {
  ADA,
  applied,
  asking,
  CELLAR,
  character,
  hallAndCellar,
  KEY,
  LAMP,
  MIRA,
  VIKTOR,
} from '../../../support/worlds.ts';

const { rules } = asking();
const hall = hallAndCellar();
const SECRET = FactId.parse('fact_0001');

const hidden = {
  id: SECRET,
  subjectId: VIKTOR,
  predicate: 'did',
  object: 'Viktor sold the harbour plans to the customs house last winter.',
  confidence: 1,
  visibility: 'hidden',
  knownTo: [],
  triggers: [],
  discovery: null,
  tags: [],
  origin: 'campaign',
} as const;

function sources(more: Partial<NarrationSources> = {}): NarrationSources {
  return {
    before: hall,
    after: hall,
    playbook: { mechanics: rules.mechanics, rules, secrets: [] },
    personaId: ADA,
    input: {
      callType: 'narrative',
      playerText: 'I wait.',
      opening: null,
      outcome: null,
      rolled: null,
      revealed: [],
    },
    rolls: [],
    proposed: null,
    hiddenLore: [],
    ...more,
  };
}

const names = (people: readonly { readonly name: string }[]) => people.map(({ name }) => name);

it('reads who is played, here and away, what is carried, and where it plays', () => {
  const facts = narrationFactsOf(sources());
  expect(names(facts.personas)).toEqual(['Ada', 'Bruno']);
  expect(names(facts.present)).toEqual(['Viktor']);
  expect(names(facts.absent)).toEqual(['Mira']);
  expect(facts).toMatchObject({ dead: [], held: ['Rusty key'], otherItems: ['Lamp'], places: ['Hall'] });
  expect(facts.otherPlaces).toEqual(['Cellar', 'Tower']);
});

it('calls dead only who was dead before the turn, so that last words can be told', () => {
  const dying = {
    ...hall,
    entities: { ...hall.entities, [VIKTOR]: character(VIKTOR, 'Viktor', { status: 'dead' }) },
  };
  expect(names(narrationFactsOf(sources({ after: dying })).dead)).toEqual([]);
  expect(names(narrationFactsOf(sources({ before: dying, after: dying })).dead)).toEqual(['Viktor']);
});

it('takes what the rules moved for moved', () => {
  const after = applied(hall, [{ op: 'transfer_item', itemId: KEY, fromId: ADA, toId: VIKTOR }]);
  expect(narrationFactsOf(sources({ after })).held).toEqual(['Rusty key']);
  expect(narrationFactsOf(sources({ before: after, after })).otherItems).toContain('Rusty key');
});

it('does not hold against the prose what the narrator’s own changes bring about', () => {
  const nothing = { operations: [], scene_characters: [], scene_transition: null, location: '' };
  const operations = [
    { op: 'enter_scene', characterId: MIRA },
    { op: 'change_inventory', ownerId: ADA, itemId: LAMP, quantity: 1 },
    { op: 'move_party', to: CELLAR },
  ];
  const facts = narrationFactsOf(sources({ proposed: { ...nothing, operations } }));
  expect(names(facts.present)).toContain('Mira');
  expect(facts.otherItems).toEqual([]);
  expect(facts.places).toEqual(['Hall', 'Cellar']);
});

describe('secrets', () => {
  const told = { ...hall, facts: { [SECRET]: hidden } };

  it('are what the acting persona has not discovered, what others withhold, and what lore and entry point hide', () => {
    const facts = narrationFactsOf(
      sources({
        after: told,
        playbook: { mechanics: rules.mechanics, rules, secrets: ['The guild is broke.'] },
        hiddenLore: ['A tunnel leads to the sea.'],
      }),
    );
    expect(facts.secrets).toEqual([
      hidden.object,
      'his debt to Zenith',
      'The guild is broke.',
      'A tunnel leads to the sea.',
    ]);
  });

  it('may be come near to in the lines a pack gives somebody to say aloud', () => {
    const speech = 'Says: “Plans? I sold the harbour no plans, not to the customs house.”';
    const viktor = character(VIKTOR, 'Viktor', { speech });
    const talking = { ...told, entities: { ...told.entities, [VIKTOR]: viktor } };
    expect(narrationFactsOf(sources({ after: talking })).known).toContain(speech);
  });

  it('are none for the persona who found them', () => {
    const found = { ...hall, facts: { [SECRET]: { ...hidden, knownTo: [ADA] } } };
    const prose =
      'Everyone in the hall has heard it by now: Viktor sold the harbour plans to the customs house.';
    expect(checkNarration(prose, narrationFactsOf(sources({ after: told })))).toMatchObject([
      { check: 'secrets' },
    ]);
    expect(checkNarration(prose, narrationFactsOf(sources({ after: found })))).toEqual([]);
  });
});

it('knows the labels people are played by', () => {
  expect(narrationFactsOf(sources()).internalLabels).toEqual(['neutral', 'ISTP']);
});

it('gives turning points more words', () => {
  const most = (change: object) =>
    narrationFactsOf(sources({ input: { ...sources().input, ...change } })).limits.most;
  expect(most({})).toBe(200);
  expect(most({ callType: 'persuasion' })).toBe(200);
  expect(most({ callType: 'year_end' })).toBe(400);
  expect(most({ callType: 'battle' })).toBe(400);
  expect(most({ opening: { text: '', prologue: null, stakes: '', goals: [] } })).toBe(400);
});

describe('the row that binds', () => {
  const rolled = {
    type: 'persuasion',
    purpose: 'To persuade the clerk',
    value: 42,
    from: 1,
    to: 60,
    outcome: 'The clerk refuses and calls the watch to the hall.',
  } as const;
  const OTHER = 'The clerk opens the ledger and shows the missing page.';
  const input = { ...sources().input, playerText: '', callType: 'roll_result', rolled } as const;

  it('is told apart from the rows the turn waited with', () => {
    const offered = [{ outcome: rolled.outcome }, { outcome: OTHER }];
    const facts = narrationFactsOf(sources({ input, offered }));
    expect(facts.row).toEqual({ outcome: rolled.outcome, others: [OTHER] });
    const prose =
      'The clerk refuses at first, and calls for the watch in the hall, then opens the ledger and shows the missing page.';
    expect(narrationFactsOf(sources({ input })).row?.others).toEqual([]);
    expect(
      checkNarration(
        `The clerk, in the hall, calls it a shame, opens the ledger and shows you the missing page.`,
        facts,
      ).map(({ check }) => check),
    ).toContain('binding_row');
    expect(
      checkNarration(prose.replace(', then opens the ledger and shows the missing page', ''), facts).map(
        ({ check }) => check,
      ),
    ).not.toContain('binding_row');
  });
});

describe('where inner voices roll', () => {
  const mechanics = Mechanics.parse({
    pipeline: 'ensemble',
    resolution: { kind: 'aspect', aspects: ['logic'] },
  });
  const guarded = (rolls: readonly Roll[]) =>
    narrationFactsOf(sources({ playbook: { mechanics, rules, secrets: [] }, rolls })).guarded;
  const roll = (total: number): Roll => ({
    expression: '1d20',
    advantage: 'NONE',
    faces: [total],
    dropped: [],
    modifier: 0,
    total,
    position: { sceneIndex: 1, ordinal: 0 },
    purpose: 'Logic',
    source: 'ENGINE',
    line: '',
  });

  it('they may think and feel for the character, and act once they have taken over', () => {
    expect(guarded([roll(14)])).toEqual(['act', 'speak', 'move']);
    expect(guarded([roll(18)])).toEqual([]);
  });
});
