import { expect, it } from 'vitest';
import { OfferedOperation } from '#engine/contracts/proposed-changes.ts';
import { findOperation, OPERATIONS } from '#engine/state/operations.ts';
import type { StateRules } from '#engine/state/state-rules.ts';
import {
  listAllOperations,
  listProposableOperations,
  listRecordOperations,
} from '#engine/turn/packet/operation-menu.ts';
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
  onTheRoad,
  SRD5E,
} from '../../../support/worlds.ts';

const names = (menu: readonly { readonly op: string }[]) => menu.map(({ op }) => op);
const offered = (rules: StateRules, snapshot = hallAndCellar()) =>
  names(listRecordOperations(rules, snapshot));
const SRD_ONLY = ['deal_damage', 'heal'];
const QUIET = hallAndCellar({ clocks: {}, deadlines: {}, resources: {}, laws: {}, custom: {}, facts: {} });

it('has at most fifteen kinds', () => {
  expect(offered(FREEFORM).length).toBeLessThanOrEqual(15);
  expect(offered(SRD5E, goblinRoad()).length).toBeLessThanOrEqual(15);
});

it('offers what belongs to the SRD only where that is played', () => {
  expect(offered(FREEFORM).filter((op) => SRD_ONLY.includes(op))).toEqual([]);
  expect(offered(SRD5E, goblinRoad())).toEqual(expect.arrayContaining(SRD_ONLY));
});

it.each(['advance_time', 'set_time', 'move_party', 'add_fact', 'log_event', 'introduce_entity'])(
  'does not offer %s: a field of the Outcome says it',
  (op) => {
    expect(offered(FREEFORM)).not.toContain(op);
  },
);

it.each([
  ['tick_clock', 'start_clock'],
  ['resolve_deadline', 'set_deadline'],
])('offers %s only where there is something to change, and %s always', (change, begin) => {
  expect(offered(FREEFORM, QUIET)).not.toContain(change);
  expect(offered(FREEFORM, QUIET)).toContain(begin);
});

it.each(['adjust_resource', 'record_economy', 'set_custom'])(
  'does not offer %s in a world that has nothing of the kind',
  (op) => {
    expect(offered(FREEFORM, QUIET)).not.toContain(op);
  },
);

it('offers a clock to be moved as soon as there is one', () => {
  const begun = applied(QUIET, [{ op: 'start_clock', clockId: 'storm', name: 'Storm', max: 4 }]);
  expect(offered(FREEFORM, begun)).toContain('tick_clock');
});

it.each([
  ['freeform', FREEFORM, hallAndCellar()],
  ['the SRD', SRD5E, goblinRoad()],
] as const)('offers nothing that would uncover what is hidden, by %s', (_rules, rules, world) => {
  expect(offered(rules, world).filter((op) => op.startsWith('discover_'))).toEqual([]);
});

it('lets a model end a fight, and hurt or heal nobody in it', () => {
  const sides = [
    { characterId: KIRA, side: 'party' },
    { characterId: GOBLIN, side: 'goblins' },
  ];
  const fight = applied(goblinRoad(), [{ op: 'start_combat', combatants: sides }], onTheRoad());
  expect(offered(SRD5E, fight)).toContain('end_combat');
  expect(offered(SRD5E, goblinRoad())).not.toContain('end_combat');
  expect(offered(SRD5E, fight).filter((op) => SRD_ONLY.includes(op))).toEqual([]);
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
  const strict: StateRules = {
    ...FREEFORM,
    allowedOperations: ['move_party', 'change_inventory', 'pay_costs'],
  };
  expect(offered(strict)).toEqual(['change_inventory']);
  expect(listProposableOperations(strict)).toEqual(['move_party', 'change_inventory']);
});

it('lets a model propose what is not offered as long as the ruleset allows it', () => {
  expect(listProposableOperations(FREEFORM)).toContain('add_fact');
  expect(listProposableOperations(FREEFORM)).not.toContain('pay_costs');
});

it('gives an owner who overrules the ruleset everything there is', () => {
  expect(names(listAllOperations())).toEqual(OPERATIONS.map(({ name }) => name));
});

it('names every field that must be there, in a form the narrator is given', () => {
  for (const offer of [
    ...listRecordOperations(SRD5E, goblinRoad()),
    ...listRecordOperations(FREEFORM, hallAndCellar()),
  ]) {
    expect(OfferedOperation.parse(offer)).toEqual(offer);
    const empty = findOperation(offer.op)?.input.safeParse({});
    const missing = empty?.success === false ? empty.error.issues.map(({ path }) => String(path[0])) : [];
    const fields = offer.fields.split(', ').map((field) => field.split(':')[0]);
    for (const field of missing.filter((name) => name !== 'undefined')) expect(fields).toContain(field);
  }
});
