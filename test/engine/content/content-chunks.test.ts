import { expect, it } from 'vitest';
import { splitIntoChunks } from '#engine/content/content-chunks.ts';
import { buildLibrary } from '#engine/content/library.ts';
import { parsePack } from '#engine/content/read-pack.ts';
import { type Edit, lanternQuay } from './lantern-quay.ts';

function chunks(id: string, edits: Readonly<Record<string, Edit>> = {}) {
  const content = buildLibrary([parsePack(lanternQuay(edits))]).findAny(`lantern_quay:${id}`);
  if (content === null) throw new Error(`there is no ${id}`);
  return splitIntoChunks(content, (text) => text.split(/\s+/).length);
}

const place = (body: string) => ({
  'locations/mole.md': `---\nid: mole\nexits: [{ to: pier_house }, { to: ropewalk }]\n---\n\n${body}`,
});
const shortly = (body: string) =>
  chunks('mole', place(body)).map(({ id, sectionPath, text }) => [id, sectionPath, text]);

it('cuts at # and ##, and keeps deeper headings in their section', () => {
  expect(
    shortly(
      '# The Mole\n\nStone.\n\n## The lamp\n\nIt turns.\n\n### Its keeper\n\nNobody.\n\n## The rings\n\nRust.\n',
    ),
  ).toEqual([
    ['lantern_quay:mole:overview', 'The Mole', 'Stone.'],
    ['lantern_quay:mole:the_lamp', 'The Mole > The lamp', 'It turns.\n\n### Its keeper\n\nNobody.'],
    ['lantern_quay:mole:the_rings', 'The Mole > The rings', 'Rust.'],
  ]);
});

it.each([
  ['headings inside code', '# The Mole\n\nA.\n\n```\n## not a heading\n```\n', ['overview']],
  ['headings that come twice', '# The Mole\n\n## Lamp\n\nA.\n\n## Lamp\n\nB.\n', ['lamp', 'lamp_2']],
  ['sections without text', '# The Mole\n\n## Empty\n\n## Full\n\nB.\n', ['full']],
  ['a text without any heading', 'Only words.\n', ['overview']],
  ['a second title', '# The Mole\n\nA.\n\n# Another\n\nB.\n', ['overview', 'another']],
  ['headings in other scripts', '# The Mole\n\n## Фонарь\n\nA.\n\n## Часы\n\nB.\n', ['unnamed', 'unnamed_2']],
  ['closing marks', '# The Mole #\n\n## Lamp ##\n\nA.\n', ['lamp']],
])('gives stable names to %s', (_what, body, names) => {
  expect(chunks('mole', place(body)).map(({ id }) => id.slice('lantern_quay:mole:'.length))).toEqual(names);
});

it('keeps an id while everything around it changes', () => {
  const before = chunks('mole', place('# The Mole\n\n## The lamp\n\nIt turns.\n'));
  const after = chunks(
    'mole',
    place('# The Long Mole\n\nNew.\n\n## The rings\n\nRust.\n\n## The lamp\n\nIt is out.\n'),
  );

  expect(after.map(({ id }) => id)).toContain(before[0]?.id);
});

it('hides what a heading or the whole file gives to the game master', () => {
  const marked = chunks('marit').map(({ id, isHidden }) => [id.split(':')[2], isHidden]);
  const whole = chunks('marit', {
    'characters/marit.md': ['visibility: public\n---', 'visibility: gm\n---'],
  });

  expect(marked).toEqual([
    ['overview', false],
    ['how_she_runs_the_house', false],
    ['her_brother', false],
    ['what_she_is_afraid_of', true],
  ]);
  expect(whole.every(({ isHidden }) => isHidden)).toBe(true);
});

it('hands the metadata of the file to every chunk, with full ids', () => {
  expect(chunks('marit')[1]?.metadata).toEqual({
    type: 'character',
    entityIds: ['lantern_quay:marit', 'lantern_quay:tomas'],
    locationIds: ['lantern_quay:pier_house'],
    factionIds: ['lantern_quay:ropewalk_guild'],
    threadIds: ['lantern_quay:the_ledger'],
    tags: ['innkeeper'],
  });
  expect(chunks('pier_house')[0]?.metadata.locationIds).toEqual(['lantern_quay:pier_house']);
  expect(chunks('night_of_the_adeline')[0]?.metadata).toMatchObject({
    entityIds: ['lantern_quay:tomas'],
    factionIds: ['lantern_quay:ropewalk_guild'],
    locationIds: ['lantern_quay:mole'],
  });
});

it('counts tokens by the counter it is given', () => {
  expect(chunks('mole', place('# The Mole\n\nOne two three.\n'))[0]?.tokens).toBe(3);
});
