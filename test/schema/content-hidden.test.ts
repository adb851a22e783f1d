import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '#schema/limits.ts';
import { createPack, globalId, saveContents } from '../support/authoring.ts';
import { openEngine } from '../support/engine.ts';
import { ask } from '../support/graphql-clients.ts';
import { hiddenContents, type Secret, secretsOf } from '../support/pack-secrets.ts';
import { openQueries, readAll, readWhole } from '../support/player-walk.ts';
import { copyShippedPacks } from '../support/shipped-packs.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
let secrets: readonly Secret[];
beforeAll(async () => {
  // Asking for everything at once goes beyond what clients may; here it is what is told that counts.
  const limits = {
    ...DEFAULT_LIMITS,
    aliases: 10_000,
    tokens: 100_000,
    complexity: 1e9,
    repeats: 10_000,
    querySeconds: 120,
  };
  engine = await openEngine({ writePacks: copyShippedPacks, protection: { limits } });
  await createPack(engine.url, 'vault');
  await saveContents(engine.url, 'vault', [
    {
      id: 'hall',
      text: '# The hall\n\nMarble.\n\n## Under the rug {gm}\n\nA hatch that only the porter knows of.',
      content: {
        location: { exits: [{ to: 'crypt', label: 'a door nobody sees' }], gmNotes: ['Play it cold.'] },
      },
    },
    {
      id: 'crypt',
      text: '# The crypt\n\nWhere the founder was never buried at all.',
      content: { location: { visibility: 'GM', exits: [{ to: 'hall' }] } },
    },
  ]);
  secrets = secretsOf(engine.packRepository.library());
});
afterAll(() => engine.close());

const CONNECTIONS = ['worlds', 'rulesets', 'entryPoints', 'characters', 'loreContents'];

/** The secrets that stand in an answer. */
function toldIn(shown: readonly string[]): readonly Secret[] {
  return secrets.filter(({ text }) => {
    const written = JSON.stringify(text).slice(1, -1);
    return shown.some((page) => page.includes(written));
  });
}

it('has four packs full of secrets to keep', () => {
  const packs = engine.packRepository.library().packs.filter(({ manifest }) => manifest.layer !== 'core');
  const ids = packs.map(({ id }) => id);

  expect(ids).toEqual(
    expect.arrayContaining(['castile_1430', 'motel_verse', 'mystika', 'neo_seattle', 'vault']),
  );
  for (const packId of ids) {
    expect(secrets.filter(({ contentId }) => contentId.startsWith(`${packId}:`)).length).toBeGreaterThan(1);
  }
  expect(secrets.length).toBeGreaterThan(2_000);
});

it('asks of everything a player can ask for without knowing its name', () => {
  expect(openQueries()).toEqual(expect.arrayContaining([...CONNECTIONS, 'packs']));
});

it.each(CONNECTIONS)('tells no secret in any field of %s, however deep one asks', async (field) => {
  const shown = await readAll(engine.url, field);

  expect(toldIn(shown)).toEqual([]);
  expect(shown.length).toBeGreaterThanOrEqual(4);
});

it('tells no secret in any field of packs, however deep one asks', async () => {
  const shown = await readWhole(engine.url, 'packs');

  expect(toldIn([shown])).toEqual([]);
  expect(shown).toContain('Neo-Seattle');
});

it('would notice a secret that is told', async () => {
  const { authoring } = await ask<{ authoring: unknown }>(
    engine.url,
    '{ authoring(as: AUTHOR) { pack(packId: "vault") { contents(first: 9) { nodes { text input } } } } }',
  );

  expect(toldIn([JSON.stringify(authoring)]).map(({ contentId }) => contentId)).toEqual(
    expect.arrayContaining(['vault:hall', 'vault:crypt']),
  );
});

it('does not know of hidden contents when a player asks, by list, by id or by the way there', async () => {
  const hidden = hiddenContents(engine.packRepository.library());
  const shown = (await readAll(engine.url, 'loreContents')).join('\n');
  const typeOf = (kind: string) => (kind === 'character' || kind === 'world' ? kind : `${kind}Lore`);
  const ids = hidden.map(({ kind, id }) => {
    const type = typeOf(kind);
    return globalId(`${type.charAt(0).toUpperCase()}${type.slice(1)}`, id);
  });
  const { nodes } = await ask<{ nodes: unknown[] }>(
    engine.url,
    'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
    {
      ids: ids.slice(0, 50),
    },
  );

  expect(hidden.map(({ id }) => id)).toContain('vault:crypt');
  expect(nodes).toEqual(nodes.map(() => null));
  for (const { id } of hidden) expect(shown).not.toContain(`"${id}"`);
  expect(shown).not.toContain('a door nobody sees');
});

it.each([
  ['AuthoredContent', 'vault:hall'],
  ['AuthoredPack', 'vault'],
  ['PromptSegment', 'world:neo_seattle:neo_seattle'],
  ['ContentVersion', 'vault:hall'],
  ['AuthoringDesk', ''],
])('has no node of the type %s, by which what only authors may read could be fetched', async (type, id) => {
  const answer = ask(engine.url, 'query ($id: ID!) { node(id: $id) { id } }', { id: globalId(type, id) });

  expect(await answer).toEqual({ node: null });
});

it.each([
  '{ authoring { problems { message } } }',
  '{ packs { authoring { version } } }',
  '{ worlds(first: 1) { nodes { authoring { text } } } }',
  '{ checkPack(input: { packId: "vault" }) { __typename } }',
  'mutation { exportPack(input: { packId: "vault" }) { __typename } }',
])('refuses %s: nobody said that an author asks', async (document) => {
  await expect(ask(engine.url, document)).rejects.toThrow(
    /argument \\"as\\" of type \\"ActingAs!\\" is required|ExportPackInput\.as\\" of required type/,
  );
});

it.each(['category: "couriers"', 'tier: MAJOR'])(
  'refuses to list people by %s to a player: it may give away who matters',
  async (filter) => {
    await expect(ask(engine.url, `{ characters(${filter}) { nodes { name } } }`)).rejects.toThrow(
      /this may give a secret away; ask for it `as: AUTHOR`/,
    );
  },
);
