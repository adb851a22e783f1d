import { afterAll, beforeAll, expect, it } from 'vitest';
import { globalId } from '../support/authoring.ts';
import { openEngine } from '../support/engine.ts';
import { ask } from '../support/graphql-clients.ts';
import { copyShippedPacks } from '../support/shipped-packs.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine({ writePacks: copyShippedPacks });
});
afterAll(() => engine.close());

type Nodes<Node> = { page: { nodes: Node[]; pageInfo: { hasNextPage: boolean; endCursor: string } } };

/** Every node of a connection, page by page. */
async function all<Node>(field: string, args: string, selection: string, size = 40): Promise<Node[]> {
  const found: Node[] = [];
  for (let after: string | null = null; ; ) {
    const { page }: Nodes<Node> = await ask(
      engine.url,
      `query ($after: String) { page: ${field}(first: ${size}, after: $after${args}) {
        nodes { ${selection} } pageInfo { hasNextPage endCursor } } }`,
      { after },
    );
    found.push(...page.nodes);
    if (!page.pageInfo.hasNextPage) return found;
    after = page.pageInfo.endCursor;
  }
}

it('tells what a pack is, who wrote it and under which terms', async () => {
  const { packs } = await ask<{ packs: { packId: string; layer: string }[] }>(
    engine.url,
    `{ packs { packId name version genre layer language authors isHomebrew hash
      license { type publisher attribution url sku } dependsOn { packId range } } }`,
  );

  expect(packs.map(({ packId, layer }) => `${layer} ${packId}`).sort()).toEqual([
    'CORE just_talk',
    'CORE srd_5e',
    'SETTING castile_1430',
    'SETTING motel_verse',
    'SETTING mystika',
    'SETTING neo_seattle',
    'SETTING red_lamp',
  ]);
  expect(packs.find(({ packId }) => packId === 'neo_seattle')).toEqual({
    packId: 'neo_seattle',
    name: 'Neo-Seattle',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    genre: 'cyberpunk',
    layer: 'SETTING',
    language: 'en',
    authors: ['Scenewright'],
    isHomebrew: false,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    license: {
      type: 'CC_BY',
      publisher: 'Scenewright',
      attribution: expect.stringContaining('CC BY 4.0'),
      url: 'https://creativecommons.org/licenses/by/4.0/',
      sku: null,
    },
    dependsOn: [],
  });
  expect(await ask(engine.url, '{ packs(layer: HOMEBREW) { packId } }')).toEqual({ packs: [] });
});

it.each([
  ['worlds', 'world'],
  ['rulesets', 'ruleset'],
  ['entryPoints', 'entry_point'],
  ['characters', 'character'],
] as const)('lists all %s of all packs exactly once, page by page', async (field, kind) => {
  const library = engine.packRepository.library();
  const isOpen = ({ data }: { data: object }) => !('visibility' in data) || data.visibility !== 'gm';
  const expected = library
    .all(kind)
    .filter(isOpen)
    .map(({ id }) => id);
  const found = await all<{ contentId: string }>(field, '', 'contentId', 7);

  // Stories of starter packs stand first; the rest is in the order of the ids.
  const isFirst = (id: string) => kind === 'entry_point' && id.startsWith('red_lamp:');
  expect(found.map(({ contentId }) => contentId)).toEqual(
    expected.toSorted().toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one))),
  );
});

const LARGE_PACKS = ['castile_1430', 'motel_verse', 'mystika', 'neo_seattle'];
/** The Red Lamp has places and items alone; the SRD has no lore. */
const KINDS_OF_RED_LAMP = ['LOCATION', 'ITEM'];

it.each(['LOCATION', 'FACTION', 'CULTURE', 'HISTORY', 'TECHNOLOGY', 'ITEM', 'EVENT', 'LAW'])(
  'lists knowledge of the kind %s with its text, of all packs or of one',
  async (kind) => {
    const selection = 'loreKind contentId name sections { heading text } pack { packId }';
    type Lore = { loreKind: string; sections: { text: string }[]; pack: { packId: string } };
    const found = await all<Lore>('loreContents', `, kind: ${kind}`, selection);
    const mystika = `, kind: ${kind}, packId: "${globalId('Pack', 'mystika')}"`;
    const ofOne = await all<Lore>('loreContents', mystika, selection);

    expect(new Set(found.map(({ loreKind }) => loreKind))).toEqual(new Set([kind]));
    expect(new Set(found.map(({ pack }) => pack.packId))).toEqual(
      new Set([...LARGE_PACKS, ...(KINDS_OF_RED_LAMP.includes(kind) ? ['red_lamp'] : [])]),
    );
    expect(ofOne).toEqual(found.filter(({ pack }) => pack.packId === 'mystika'));
    expect(ofOne[0]?.sections[0]?.text.length).toBeGreaterThan(20);
  },
);

it('finds ways into a story by kind, world and pack, with all a player needs to choose', async () => {
  const seattle = globalId('Pack', 'neo_seattle');
  const selection = `contentId type summary goals maxPersonas prologue
    world { contentId tone } rulesets { name rulebookSummary stats { key represents } }
    personas { part character { name title role isPlayable } }`;
  type Entry = { type: string; world: { contentId: string }; personas: { character: { name: string } }[] };
  const found = await all<Entry>('entryPoints', `, packId: "${seattle}"`, selection);
  const scenarios = await all<Entry>('entryPoints', ', type: SCENARIO', 'type');
  const worldId = globalId('World', found[0]?.world.contentId ?? '');
  const there = await all<Entry>('entryPoints', `, worldId: "${worldId}"`, 'type');

  expect(found.length).toBeGreaterThanOrEqual(2);
  expect(found.every(({ personas }) => personas.length > 0 && personas[0]?.character.name !== '')).toBe(true);
  expect(there).toHaveLength(found.length);
  expect(new Set(scenarios.map(({ type }) => type))).toEqual(new Set(['SCENARIO']));
});

it('finds people by whether they can be played, and for authors by group and weight', async () => {
  const library = engine.packRepository.library();
  const names = async (args: string) =>
    (await all<{ contentId: string }>('characters', args, 'contentId'))
      .map(({ contentId }) => contentId)
      .sort();
  const expected = (test: (data: ReturnType<typeof library.all<'character'>>[number]['data']) => boolean) =>
    library
      .all('character')
      .filter(({ data }) => data.visibility !== 'gm' && test(data))
      .map(({ id }) => id)
      .sort();

  expect(await names(', playable: true')).toEqual(expected(({ playable }) => playable));
  expect(await names(', as: AUTHOR, tier: MAJOR')).toEqual(expected(({ tier }) => tier === 'major'));
  expect(await names(', as: AUTHOR, category: "couriers"')).toEqual(
    expected(({ categories }) => categories.includes('neo_seattle:couriers')),
  );
  expect((await names(', as: AUTHOR, category: "couriers"')).length).toBeGreaterThan(0);
});

it('shows the ways out of a place that can be seen, and where they lead', async () => {
  type Place = { exits: { label: string | null; to: { name: string } }[] | null };
  const places = await all<Place>(
    'loreContents',
    ', kind: LOCATION',
    '... on LocationLore { district effects exits { label minutes blocked to { name } } }',
  );
  const ways = places.flatMap(({ exits }) => exits ?? []);

  expect(ways.length).toBeGreaterThan(50);
  expect(ways.every(({ to }) => to.name.length > 0)).toBe(true);
});

it('fetches everything again by its id', async () => {
  const ids = [
    ['Pack', 'mystika'],
    ['World', engine.packRepository.library().all('world')[0]?.id],
    ['Ruleset', engine.packRepository.library().all('ruleset')[0]?.id],
    ['EntryPoint', engine.packRepository.library().all('entry_point')[0]?.id],
    ['Character', engine.packRepository.library().all('character')[0]?.id],
    ['LawLore', engine.packRepository.library().all('law')[0]?.id],
  ].map(([type = '', id = '']) => globalId(type, id));
  const { nodes } = await ask<{ nodes: unknown[] }>(
    engine.url,
    'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Content { pack { packId } } } }',
    { ids },
  );

  expect(nodes.map((node) => (node as { id: string } | null)?.id)).toEqual(ids);
});

it('shows authors a whole pack, every content with what its save takes', async () => {
  type Answer = {
    authoring: { pack: { contents: { nodes: { kind: string; input: object; segments: unknown[] }[] } } };
  };
  const { authoring } = await ask<Answer>(
    engine.url,
    `{ authoring(as: AUTHOR) { pack(packId: "motel_verse") { version isHomebrew input
      contents(first: 100, kind: CHARACTER) { nodes { kind name version input segments { scope tokens } problems { code } } }
    } } }`,
  );
  const { nodes } = authoring.pack.contents;

  expect(nodes.length).toBeGreaterThanOrEqual(15);
  expect(nodes.every(({ kind, segments }) => kind === 'CHARACTER' && segments.length === 1)).toBe(true);
  expect(authoring.pack).toMatchObject({ isHomebrew: false, input: { layer: 'SETTING' } });
  expect(nodes[0]).toMatchObject({ version: null, input: { summary: expect.any(String) } });
});
