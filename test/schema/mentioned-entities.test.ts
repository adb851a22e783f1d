import { expect, it } from 'vitest';
import { createPlayerView } from '#engine/state/player-view.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { findMentionedEntities } from '#schema/views/visible-scene.ts';
import { ADA, hallAndCellar } from '../support/worlds.ts';

function namesIn(narration: string): readonly string[] {
  const view = createPlayerView(hallAndCellar(), ADA);
  if (isRejection(view)) throw new Error(view.reason);
  return findMentionedEntities(narration, Object.values(view.entities)).map(({ name }) => name);
}

it('finds whoever is named, by a part of their name too, and nobody else', () => {
  expect(namesIn('Viktor puts the cup down.')).toEqual([expect.stringContaining('Viktor')]);
  expect(namesIn('Somebody puts the cup down.')).toEqual([]);
});

it('finds places with or without their article, and not within another word', () => {
  expect(namesIn('You come back up from the cellar.')).toContainEqual(expect.stringMatching(/cellar/i));
  expect(namesIn('The cellarer grumbles.')).toEqual([]);
});
