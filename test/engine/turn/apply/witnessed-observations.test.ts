import { expect, it } from 'vitest';
import { keepWitnessedObservations } from '#engine/turn/apply/turn-rows.ts';
import { ADA, CELLAR, character, hallAndCellar, MIRA, VIKTOR } from '../../../support/worlds.ts';

const before = hallAndCellar();
const after = { ...before, scene: { ...before.scene, presentIds: [ADA] } };
const seen = (character_id: string, told_by?: string) => ({
  character_id,
  content: 'The stranger carries the second ledger.',
  importance: 4,
  ...(told_by === undefined ? {} : { told_by }),
});

it('knows who is there, and who is not', () => {
  expect(before.scene.presentIds).toContain(VIKTOR);
  expect(before.scene.presentIds).not.toContain(MIRA);
});

it.each([
  ['one who is there at the end', seen(ADA), seen(ADA)],
  ['one who has gone meanwhile', seen(VIKTOR), seen(VIKTOR)],
  ['one who was there, whoever is said to have told it', seen(ADA, VIKTOR), seen(ADA)],
  ['one who was away and was told', seen(MIRA, VIKTOR), seen(MIRA, VIKTOR)],
])('lets it be remembered by %s', (_who, proposed, kept) => {
  expect(keepWitnessedObservations([proposed], [before, after])).toEqual({ kept: [kept], dropped: [] });
});

it.each([
  ['one who was away', seen(MIRA)],
  ['one whom another told who was away', seen(MIRA, 'npc_nobody_001')],
  ['one who tells it to themselves', seen(MIRA, MIRA)],
  ['nobody at all', seen('npc_nobody_001')],
])('does not let it be remembered by %s', (_who, proposed) => {
  expect(keepWitnessedObservations([proposed], [before, after])).toEqual({ kept: [], dropped: [proposed] });
});

it('lets one remember who has come in the course of the turn', () => {
  const come = {
    ...before,
    entities: { ...before.entities, [MIRA]: character(MIRA, 'Mira', { placeId: CELLAR }) },
    scene: { ...before.scene, presentIds: [ADA, MIRA] },
  };
  expect(keepWitnessedObservations([seen(MIRA)], [before, come]).kept).toHaveLength(1);
});
