import { expect, it } from 'vitest';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { ProposedAction, validateActions } from '#engine/state/validate-actions.ts';
import { ADA, character, FREEFORM, hallAndCellar, MIRA, VIKTOR } from '../../support/worlds.ts';

const judge = (action: object, snapshot: Snapshot) =>
  validateActions([ProposedAction.parse(action)], snapshot, { personaId: ADA, rules: FREEFORM });

function market(...presentIds: Snapshot['scene']['presentIds']): Snapshot {
  const world = hallAndCellar();
  const people = { [VIKTOR]: character(VIKTOR, 'Noodle seller'), [MIRA]: character(MIRA, 'Boot seller') };
  return { ...world, scene: { ...world.scene, presentIds }, entities: { ...world.entities, ...people } };
}

it.each([
  ['buy', 'noodles'],
  ['sell', 'my boots'],
  ['pay', 'the toll'],
])('lets one %s %s where several could be dealt with, and asks nobody whom', (action, details) => {
  expect(judge({ action, details }, market(ADA, VIKTOR, MIRA))).toMatchObject({
    allowed_actions: [{ target_id: '' }],
    clarification_needed: false,
  });
});

it('deals with the only one there', () => {
  expect(judge({ action: 'buy' }, market(ADA, MIRA)).allowed_actions).toMatchObject([{ target_id: MIRA }]);
});

it('deals with nobody where nobody is', () => {
  expect(judge({ action: 'buy' }, market(ADA)).blocked_actions).toEqual([
    { action: 'buy', reason: 'There is nobody here to trade with.' },
  ]);
});

it('asks whom to bribe', () => {
  expect(judge({ action: 'bribe' }, market(ADA, VIKTOR, MIRA)).clarification_needed).toBe(true);
});
