import { expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { buildLibrary } from '#engine/content/library.ts';
import { toPlayerContent } from '#engine/content/player-content.ts';
import { parsePack } from '#engine/content/read-pack.ts';
import { libraryWith } from './begin-lantern-quay.ts';
import { lanternQuay } from './lantern-quay.ts';

const seen = (id: string, library = libraryWith()) => {
  const content = library.findAny(`lantern_quay:${id}`);
  return content === null ? null : toPlayerContent(content, library);
};

it('shows a character as a stranger would see it', () => {
  expect(seen('marit')).toEqual({
    id: 'lantern_quay:marit',
    packId: 'lantern_quay',
    kind: 'character',
    name: 'Marit Sund',
    summary: 'A broad, unhurried woman who counts under her breath.',
    title: 'Keeper of the pier house',
    role: 'Lets rooms, keeps keys, remembers who owes.',
    appearance: "Grey braid, a man's sea-coat, ink on two fingers of the left hand.",
    pronouns: 'she/her',
    portrait: null,
    isPlayable: false,
    sections: [
      { heading: null, text: expect.stringContaining('since the winter') },
      { heading: 'How she runs the house', text: expect.any(String) },
      { heading: 'Her brother', text: expect.any(String) },
    ],
  });
});

it('shows an entry point with the personas it offers, and not what is behind it', () => {
  expect(seen('the_second_ledger')).toMatchObject({
    type: 'adventure',
    personas: [{ characterId: 'lantern_quay:auditor', part: 'the stranger who counts' }],
    goals: ['Learn why the Adeline was insured twice'],
  });
});

it('shows no secret way, no way to a hidden place, and nothing of the hidden place itself', () => {
  const library = libraryWith({
    'locations/mole.md':
      '---\nid: mole\nname: The Mole\nexits: [{ to: pier_house }, { to: ropewalk, secret: true }, { to: cave }]\n---\n',
    'locations/cave.md': '---\nid: cave\nname: The Cave\nvisibility: gm\nexits: [{ to: mole }]\n---\n',
  });

  expect(seen('mole', library)).toMatchObject({ exits: [{ to: 'lantern_quay:pier_house' }] });
  expect(seen('cave', library)).toBeNull();
});

/** Every text a player must not read gets a word of its own; then every view is searched for it. */
const HIDDEN_KEYS = [
  'withholds',
  'knows',
  'gm_notes',
  'discoverables',
  'agenda',
  'memories',
  'goals',
  'red_lines',
  'disposition',
  'capabilities',
  'prompt',
  'essentials',
  'alignment',
  'mbti',
  'personality',
  'speech_style',
  'interests',
  'current_task',
  'relationships',
  'methods',
  'assets',
  'attitudes',
];

function planted(value: unknown): unknown {
  if (typeof value === 'string') return `${value} canary`;
  if (Array.isArray(value)) return value.map(planted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      /^(?:text|goal|description|notes|stance|triggers)$/.test(key) ? planted(inner) : inner,
    ]),
  );
}

it('lets no canary out, wherever in hidden text it sits', () => {
  const files = lanternQuay().files.map(({ path, text }) => {
    if (!/^(?:characters|factions|locations|items)\//.test(path)) return { path, text };
    const [, front = '', body = ''] = text.split(/^---$/m);
    const data = parse(front) as Record<string, unknown>;
    for (const key of HIDDEN_KEYS) if (data[key] !== undefined) data[key] = planted(data[key]);
    const marked = body.replace(/(\{gm\}\n+)/, '$1A canary in the dark. ');
    return { path, text: `---\n${stringify(data)}---\n${marked}` };
  });
  const library = buildLibrary([parsePack({ origin: 'lantern_quay', files, problems: [] })]);
  const all = (
    [
      'world',
      'ruleset',
      'entry_point',
      'character',
      'location',
      'faction',
      'item',
      'event',
      'law',
      'culture',
      'history',
      'technology',
    ] as const
  ).flatMap((kind) => library.all(kind).map((content) => toPlayerContent(content, library)));

  expect(library.packs).toHaveLength(1);
  expect(JSON.stringify(files).match(/canary/g)?.length).toBeGreaterThan(25);
  expect(all.length).toBeGreaterThan(15);
  expect(JSON.stringify(all)).not.toContain('canary');
});
