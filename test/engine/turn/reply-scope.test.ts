import { expect, it } from 'vitest';
import { isRejection } from '#engine/kit/rejection.ts';
import { playerView } from '#engine/state/player-view.ts';
import { replyScope } from '#engine/turn/reply-scope.ts';
import { ADA, FREEFORM, hallAndCellar, MIRA, VIKTOR } from '../../support/worlds.ts';

function scopeOf(world = hallAndCellar()) {
  const view = playerView(world, ADA);
  if (isRejection(view)) throw new Error(view.reason);
  return replyScope(world, view, FREEFORM);
}

it('knows everybody and names those who are here first', () => {
  const { characters } = scopeOf();
  expect(characters.all.has(MIRA)).toBe(true);
  expect(characters.shown.slice(0, 3)).toContain(VIKTOR);
});

it('knows of somebody hidden without naming them', () => {
  const world = hallAndCellar();
  const mira = world.entities[MIRA];
  if (mira === undefined) throw new Error('Mira is in the cellar');
  const hidden = {
    ...world,
    entities: { ...world.entities, [MIRA]: { ...mira, visibility: 'hidden' as const } },
  };
  const { characters, entities } = scopeOf(hidden);
  expect(characters.all.has(MIRA) && entities.all.has(MIRA)).toBe(true);
  expect([...characters.shown, ...entities.shown]).not.toContain(MIRA);
});

it('forgets whoever has left the story for good', () => {
  const world = hallAndCellar();
  const viktor = world.entities[VIKTOR];
  if (viktor === undefined) throw new Error('Viktor is in the hall');
  const gone = { ...world, entities: { ...world.entities, [VIKTOR]: { ...viktor, retired: true } } };
  expect(scopeOf(gone).characters.all.has(VIKTOR)).toBe(false);
});
