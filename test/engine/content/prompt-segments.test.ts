import { expect, it } from 'vitest';
import { buildContentSegments, buildEntrySegments } from '#engine/content/prompt-segments.ts';
import { begun, LEDGER, libraryWith } from './begin-lantern-quay.ts';

it('compiles an entry point to segments in the order of assembly', () => {
  expect(buildEntrySegments(libraryWith(), LEDGER).map(({ id }) => id)).toEqual([
    'ruleset:lantern_quay:tide_dice',
    'world:lantern_quay:quay',
    'entry:lantern_quay:the_second_ledger',
    'entry_start:lantern_quay:the_second_ledger',
    'npc:lantern_quay:auditor',
    'npc:lantern_quay:marit',
    'npc:lantern_quay:tomas',
  ]);
});

it('gives each its version, tier, essentials and metadata', () => {
  const segments = buildEntrySegments(libraryWith(), LEDGER, ['lantern_quay:marit']);
  const marit = segments.find(({ scope }) => scope === 'npc');

  expect(segments.every(({ version, active }) => version === '1.0.0' && active)).toBe(true);
  expect(marit).toMatchObject({
    refId: 'lantern_quay:marit',
    tier: 1,
    essentials: expect.stringContaining('Innkeeper'),
    metadata: {
      packId: 'lantern_quay',
      name: 'Marit Sund',
      tags: ['innkeeper'],
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  });
  expect(marit?.metadata.tokens).toBeGreaterThan(50);
  expect(segments[0]).toMatchObject({
    scope: 'ruleset',
    metadata: { summary: expect.stringContaining('Two six-sided dice') },
  });
});

it('never puts a secret into the text of a segment', () => {
  for (const { text, secrets } of buildEntrySegments(libraryWith(), LEDGER)) {
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).not.toContain('second ledger by hand');
    expect(text).not.toContain('neutral good');
  }
  expect(buildEntrySegments(libraryWith(), LEDGER).find(({ scope }) => scope === 'entry')?.secrets).toEqual([
    'The Guild sank the Adeline itself for the insurance money.',
  ]);
});

it('keeps the id while text and hash change', () => {
  const marit = (edits = {}) => buildEntrySegments(libraryWith(edits), LEDGER, ['lantern_quay:marit']).at(-1);
  const changed = marit({ 'characters/marit.md': ['Wary tonight', 'Cheerful tonight'] });

  expect(changed?.id).toBe(marit()?.id);
  expect(changed?.metadata.hash).not.toBe(marit()?.metadata.hash);
});

it('has nothing to say of an entry point that does not exist', () => {
  expect(buildEntrySegments(libraryWith(), 'lantern_quay:nothing')).toEqual([]);
});

it('can be made for a version that is not active', () => {
  const world = libraryWith().find('world', begun().worldId);

  expect(world === null ? null : buildContentSegments(world, '0.9.0', false)).toMatchObject([
    { version: '0.9.0', active: false, scope: 'world' },
  ]);
});
