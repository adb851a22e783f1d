import { expect, it } from 'vitest';
import { beginCampaign } from '#engine/content/begin-campaign.ts';
import { CHUNKED_KINDS, chunksOf } from '#engine/content/chunk.ts';
import { loadLibrary } from '#engine/content/library.ts';

const library = await loadLibrary(['content_packs']);
const of = <Item extends { readonly packId: string }>(packId: string, items: readonly Item[]) =>
  items.filter((item) => item.packId === packId);

it('ships packs without a single problem', () => {
  expect(library.problems).toEqual([]);
  expect(library.packs.map(({ id }) => id).toSorted()).toEqual([
    'castile_1430',
    'motel_verse',
    'mystika',
    'neo_seattle',
  ]);
});

it.each(library.packs)('ships $id with enough to play', ({ id }) => {
  const entryPoints = of(id, library.all('entry_point'));
  const chunks = CHUNKED_KINDS.flatMap((kind) =>
    of(id, library.all(kind)).flatMap((content) => chunksOf(content)),
  );

  expect(of(id, library.all('location')).length).toBeGreaterThanOrEqual(12);
  expect(of(id, library.all('character')).length).toBeGreaterThanOrEqual(15);
  expect(new Set(entryPoints.map(({ data }) => data.type)).size).toBeGreaterThanOrEqual(2);
  expect(chunks.length).toBeGreaterThanOrEqual(130);
  expect(new Set(chunks.map((chunk) => chunk.id)).size).toBe(chunks.length);
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
