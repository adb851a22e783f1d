import { expect, it } from 'vitest';
import { checkFiles } from '#engine/content/check-pack.ts';
import { toPackFiles } from '#engine/content/homebrew-pack.ts';
import { importVault } from '#engine/interchange/import-vault.ts';
import { JUST_TALK_FILES } from '../../support/imported-packs.ts';

const VAULT = [
  {
    path: 'Places/Skerry Point.md',
    text: '---\naliases: [the Lamp]\ntags: ["#sea"]\n---\n# Skerry Point\n\nA rock. [[Maren]] lives here. See [[Nowhere]].',
  },
  {
    path: 'Personen/Maren.md',
    text: 'Maren keeps [[Skerry Point#History|the light]] for the [[Wardens]]. %%She drinks.%% ![[photo.png]]',
  },
  { path: 'lore/factions/Wardens.md', text: '---\ntype: faction\n---\nThey pay in oil.' },
  { path: 'Salt.md', text: 'Salt is money. [[the lamp]]' },
  { path: 'Broken.md', text: '---\na: [1\n---\nText.' },
  { path: 'Empty.md', text: '\n' },
  { path: 'notes.json', text: '{}' },
];

function importedVault() {
  const done = importVault(VAULT, { name: 'My Vault', folders: { Personen: 'character' } });
  if ('rejected' in done) throw new Error(done.reason);
  return done;
}

it('makes a sound pack: folders become kinds, links become references', () => {
  const { pack } = importedVault();
  const find = (id: string) => pack.contents.find((content) => content.id === id);
  const { problems, isPlayable } = checkFiles([toPackFiles(pack)], [JUST_TALK_FILES]);

  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(isPlayable).toBe(true);
  expect(pack.contents.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
    'world the_world',
    'entry_point the_meeting',
    'location skerry_point',
    'character maren',
    'faction wardens',
    'culture salt',
    'culture broken',
  ]);
  expect(find('maren')?.data).toMatchObject({
    location: 'skerry_point',
    faction: 'wardens',
    related_entities: ['skerry_point', 'wardens'],
  });
  expect(find('maren')?.body).toBe(
    'Maren keeps the light for the Wardens.\n\n## Comments {gm}\n\nShe drinks.',
  );
  expect(find('skerry_point')?.data).toMatchObject({
    keys: ['the Lamp'],
    tags: ['sea'],
    related_entities: ['maren'],
  });
  expect(find('salt')?.data.related_locations).toEqual(['skerry_point']);
  expect(find('the_meeting')?.data.opening).toMatchObject({ location: 'skerry_point' });
});

it('reports what was left out and why', () => {
  const lines = importedVault().report.map(({ field, outcome, note }) =>
    `${field} ${outcome} ${note}`.trim(),
  );

  expect(lines).toEqual(
    expect.arrayContaining([
      'Places/Skerry Point.md left-out There is no note for these links: Nowhere.',
      'Personen/Maren.md left-out There is no note for these links: photo.png.',
      'Empty.md left-out The note is empty.',
      expect.stringMatching(/^Broken\.md changed Its frontmatter was left out/),
    ]),
  );
});

it('refuses a kind that does not exist', () => {
  expect(importVault(VAULT, { name: 'V', folders: { Personen: 'person' } })).toMatchObject({
    rejected: 'bad-kind',
  });
});
