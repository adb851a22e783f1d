import { expect, it } from 'vitest';
import { OfferedOperation } from '#engine/llm/narrate-input.ts';
import { findOperation, OPERATIONS } from '#engine/state/operations.ts';
import type { StateRules } from '#engine/state/state-rules.ts';
import { operationMenu, proposableOperations, wholeOperationMenu } from '#engine/turn/operation-menu.ts';
import {
  applied,
  CELLAR,
  FREEFORM,
  GOBLIN,
  goblinRoad,
  HALL,
  hallAndCellar,
  KIRA,
  location,
  MIRA,
  onTheRoad,
  SRD5E,
} from '../../support/worlds.ts';

const names = (menu: readonly { readonly op: string }[]) => menu.map(({ op }) => op);
const offered = (rules: StateRules, snapshot = hallAndCellar()) => names(operationMenu(rules, snapshot));
const under = (pipeline: 'duet' | 'full'): StateRules => ({
  ...FREEFORM,
  mechanics: { ...FREEFORM.mechanics, pipeline },
});
const SRD_ONLY = ['deal_damage', 'heal', 'take_rest', 'gain_level', 'spend_resource', 'start_combat'];
const QUIET = hallAndCellar({ clocks: {}, deadlines: {}, resources: {}, laws: {}, custom: {}, facts: {} });

it('is short, and far shorter than all there is', () => {
  expect(offered(FREEFORM).length).toBeLessThanOrEqual(32);
  expect(offered(SRD5E, goblinRoad()).length).toBeLessThanOrEqual(44);
});

it('offers what belongs to the SRD only where that is played', () => {
  expect(offered(FREEFORM)).not.toEqual(expect.arrayContaining([expect.stringMatching(SRD_ONLY.join('|'))]));
  expect(offered(SRD5E, goblinRoad())).toEqual(expect.arrayContaining(SRD_ONLY));
});

it.each([
  ['tick_clock', 'start_clock'],
  ['resolve_deadline', 'set_deadline'],
])('offers %s only where there is something to change, and %s always', (change, begin) => {
  expect(offered(FREEFORM, QUIET)).not.toContain(change);
  expect(offered(FREEFORM, QUIET)).toContain(begin);
});

it.each(['adjust_resource', 'enact_law', 'record_economy', 'set_custom', 'update_fact'])(
  'does not offer %s in a world that has nothing of the kind',
  (op) => {
    expect(offered(FREEFORM, QUIET)).not.toContain(op);
  },
);

it('offers a clock to be moved as soon as there is one', () => {
  const begun = applied(QUIET, [{ op: 'start_clock', clockId: 'storm', name: 'Storm', max: 4 }]);
  expect(offered(FREEFORM, begun)).toContain('tick_clock');
});

it('speaks of what people work at only to whoever is told of it', () => {
  const agenda = { op: 'set_agenda', characterId: MIRA, goal: 'Flee' };
  const world = applied(hallAndCellar(), [agenda]);
  expect(offered(under('duet'), world)).toContain('progress_agenda');
  expect(offered(under('full'), world)).not.toContain('progress_agenda');
});

it.each(['duet', 'full'] as const)('offers nothing that would uncover what is hidden, in %s', (pipeline) => {
  expect(offered(under(pipeline))).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(?:discover_|reveal_)/)]),
  );
});

it('offers the moves of a fight while there is one, as something of the moment', () => {
  const sides = [
    { characterId: KIRA, side: 'party' },
    { characterId: GOBLIN, side: 'goblins' },
  ];
  const fight = applied(goblinRoad(), [{ op: 'start_combat', combatants: sides }], onTheRoad());
  const moves = operationMenu(SRD5E, fight).filter(({ group }) => group === 'fight');
  expect(names(moves)).toEqual(['join_combat', 'advance_combat', 'end_combat']);
  expect(moves.every(({ passing }) => passing === true)).toBe(true);
  expect(offered(SRD5E, fight)).not.toContain('start_combat');
});

it('offers a closed way to be opened where there is one', () => {
  const world = hallAndCellar();
  const closed = location(HALL, 'Hall', { exits: [{ to: CELLAR, blocked: 'It is locked.' }] });
  const open = location(HALL, 'Hall', { exits: [{ to: CELLAR }] });
  expect(offered(FREEFORM, { ...world, entities: { ...world.entities, [HALL]: closed } })).toContain(
    'reveal_exit',
  );
  expect(offered(FREEFORM, { ...world, entities: { ...world.entities, [HALL]: open } })).not.toContain(
    'reveal_exit',
  );
});

it('keeps to what the ruleset allows', () => {
  const strict: StateRules = { ...FREEFORM, allowedOperations: ['move_party', 'tick_clock', 'pay_costs'] };
  expect(offered(strict).every((op) => ['move_party', 'tick_clock'].includes(op))).toBe(true);
  expect(proposableOperations(strict)).toEqual(['move_party', 'tick_clock']);
});

it('lets a model propose what is not offered as long as the ruleset allows it', () => {
  expect(proposableOperations(FREEFORM)).toContain('add_fact');
  expect(proposableOperations(FREEFORM)).not.toContain('pay_costs');
});

it('gives an owner who overrules the ruleset everything there is', () => {
  expect(names(wholeOperationMenu())).toEqual(OPERATIONS.map(({ name }) => name));
});

it('names every field that must be there, in a form the narrator is given', () => {
  for (const offer of [
    ...operationMenu(SRD5E, goblinRoad()),
    ...operationMenu(under('duet'), hallAndCellar()),
  ]) {
    expect(OfferedOperation.parse(offer)).toEqual(offer);
    const empty = findOperation(offer.op)?.input.safeParse({});
    const missing = empty?.success === false ? empty.error.issues.map(({ path }) => String(path[0])) : [];
    const fields = offer.fields.split(', ').map((field) => field.split(':')[0]);
    for (const field of missing.filter((name) => name !== 'undefined')) expect(fields).toContain(field);
  }
});
