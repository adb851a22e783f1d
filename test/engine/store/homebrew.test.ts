import { expect, it } from 'vitest';
import {
  createHomebrewPack,
  readHomebrew,
  readHomebrewFiles,
  restoreVersion,
  saveContent,
  withdrawContent,
} from '#engine/content/homebrew.ts';
import { loadLibrary } from '#engine/content/library.ts';
import type { Store } from '#engine/store/store.ts';
import type { NewHomebrewVersion } from '#engine/store/stored-packs.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { createHomebrewStore } from '../../../src/engine/authoring/pack-library.ts';
import { later, NOON } from '../../support/campaigns.ts';
import { describeOnBothStores } from '../../support/stores.ts';

const manifest = (packId: string, version: number): NewHomebrewVersion => ({
  packId,
  kind: 'manifest',
  id: 'pack.yaml',
  version,
  active: true,
  data: { id: packId, version: `1.0.${version - 1}` },
  body: '',
});
const lamp = (packId: string, version: number, text: string): NewHomebrewVersion => ({
  packId,
  kind: 'item',
  id: 'lamp',
  version,
  active: true,
  data: { name: 'A lamp', id: 'lamp', text },
  body: `# A lamp\n\n${text}`,
});

describeOnBothStores('homebrew', (store) => {
  it('gives back what was saved, keys in the order they were written in', async () => {
    await store().homebrew.append([manifest('order', 1)], NOON);
    await store().homebrew.append(
      [lamp('order', 1, 'NUL \u0000 and "quotes" – ü'), manifest('order', 2)],
      later(5),
    );
    const rows = await store().homebrew.latestRows('order');

    expect(rows).toEqual([
      { ...lamp('order', 1, 'NUL \u0000 and "quotes" – ü'), revision: 2, savedAt: later(5) },
      { ...manifest('order', 2), revision: 2, savedAt: later(5) },
    ]);
    expect(Object.keys(rows[0]?.data ?? {})).toEqual(['name', 'id', 'text']);
  });

  it('keeps every version and shows a pack as it stood at any of them', async () => {
    const { homebrew } = store();
    await homebrew.append([manifest('past', 1)], NOON);
    await homebrew.append([lamp('past', 1, 'lit'), manifest('past', 2)], NOON);
    await homebrew.append([{ ...lamp('past', 2, 'out'), active: false }, manifest('past', 3)], NOON);
    const lampAt = async (revision?: number) =>
      (await homebrew.latestRows('past', revision)).find(({ id }) => id === 'lamp')?.data.text;

    expect(
      (await homebrew.versionsOf('past', 'lamp')).map(({ version, active }) => [version, active]),
    ).toEqual([
      [1, true],
      [2, false],
    ]);
    expect([await lampAt(1), await lampAt(2), await lampAt(3), await lampAt()]).toEqual([
      undefined,
      'lit',
      'out',
      'out',
    ]);
    expect(await homebrew.latestRows('nobody')).toEqual([]);
  });

  it('lets one of many who save the same version through, and writes nothing of the others', async () => {
    const { homebrew } = store();
    await homebrew.append([manifest('race', 1)], NOON);
    const before = await homebrew.stamp();
    const won = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        homebrew.append([lamp('race', 1, `by ${i}`), manifest('race', 2)], NOON),
      ),
    );

    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await homebrew.stamp()).toBe(before + 2);
    expect(await homebrew.versionsOf('race', 'pack.yaml')).toHaveLength(2);
    expect(await homebrew.packIds()).toContain('race');
  });

  it('refuses rows that come without the manifest they make', async () => {
    await expect(store().homebrew.append([lamp('alone', 1, 'x')], NOON)).rejects.toThrow(
      /without the manifest/,
    );
  });

  it('carries the whole life of a pack: begun, written, withdrawn, restored, loaded', async () => {
    const homebrew = createHomebrewStore(store(), () => NOON);
    const done = async (change: Promise<unknown>) => {
      const result = await change;
      expect(isRejection(result)).toBe(false);
      expect(result).toMatchObject({ saved: true });
    };
    const bell = { packId: 'life', kind: 'item', id: 'bell', data: { name: 'A bell' } } as const;
    await done(createHomebrewPack(homebrew, { id: 'life', name: 'Life', summary: 'A small pack.' }, []));
    await done(saveContent(homebrew, { ...bell, body: 'It rings.' }, []));
    await done(saveContent(homebrew, { ...bell, body: 'It is cracked.' }, []));
    await done(withdrawContent(homebrew, 'life', 'bell', []));
    expect((await readHomebrew(homebrew, 'life'))?.contents).toEqual([]);
    await done(restoreVersion(homebrew, 'life', 'bell', 1, []));

    expect((await readHomebrew(homebrew, 'life'))?.contents).toMatchObject([
      { id: 'bell', body: 'It rings.' },
    ]);
    expect((await store().homebrew.versionsOf('life', 'bell')).map(({ version }) => version)).toEqual([
      1, 2, 3, 4,
    ]);
    const files = (await readHomebrewFiles(homebrew)).filter(({ origin }) => origin === 'life');
    const library = await loadLibrary([], files);
    expect(library.findPack('life')?.version).toBe('1.0.4');
    expect(library.find('item', 'life:bell')?.sections[0]?.text).toBe('It rings.');
  });
});

describeOnBothStores('what campaigns and prompts go by', (store) => {
  it('keeps a pack once, as it first was, and gives it back by its hash', async () => {
    const { keptPacks } = store();
    const hash = 'a'.repeat(64);
    const pack = { id: 'quay', version: '1.0.0', hash, content: { manifest: { id: 'quay' }, contents: [] } };
    await keptPacks.keep([], NOON);
    await Promise.all([keptPacks.keep([pack], NOON), keptPacks.keep([{ ...pack, content: 'other' }], NOON)]);
    const [first] = [...(await keptPacks.contents([hash, 'b'.repeat(64)])).entries()];
    await keptPacks.keep([{ ...pack, content: 'later' }], NOON);

    expect(first?.[0]).toBe(hash);
    expect([...(await keptPacks.contents([hash]))]).toEqual([first]);
    expect(await keptPacks.has([hash, 'b'.repeat(64)])).toEqual(new Set([hash]));
  });

  it('remembers which segments are switched off, however often they are switched', async () => {
    const { segments } = store();
    expect(await segments.switchedOff()).toEqual(new Set());
    await segments.set('npc:quay:marit', false, NOON);
    await segments.set('world:quay:coast', false, NOON);
    await segments.set('npc:quay:marit', true, later(1));
    await segments.set('npc:quay:marit', true, later(2));

    expect(await segments.switchedOff()).toEqual(new Set(['world:quay:coast']));
  });

  it('writes first memories and events with scene 0 and shows them along a lineage', async () => {
    const { sessionId } = await begun(store(), [memory('m1', 0, 'npc_a_001'), memory('m2', 1, 'npc_b_001')]);
    const upTo = (index: number) => [{ sessionId, upTo: index }];

    expect(await store().memories.along(upTo(0))).toEqual([
      { ...memory('m1', 0, 'npc_a_001'), id: idOf(sessionId, 'm1'), scene: { sessionId, index: 0 } },
      { ...memory('m2', 1, 'npc_b_001'), id: idOf(sessionId, 'm2'), scene: { sessionId, index: 0 } },
    ]);
    expect(await store().memories.along(upTo(7), ['npc_b_001'])).toHaveLength(1);
    expect(await store().chronicle.along(upTo(0))).toEqual([
      { id: 'evt_0001', scene: { sessionId, index: 0 }, type: 'flood', summary: 'The river rose.', tags: [] },
    ]);
    expect(await store().memories.along([{ sessionId: 'another', upTo: 9 }])).toEqual([]);
  });

  it('writes nothing of a campaign whose memories cannot be written', async () => {
    const sessionId = crypto.randomUUID();
    const twice = [memory('m1', 0, 'npc_a_001'), memory('m2', 0, 'npc_a_001')];

    await expect(begun(store(), twice, sessionId)).rejects.toThrow();
    expect(await store().sessions.find(sessionId)).toBeNull();
    expect(await store().memories.along([{ sessionId, upTo: 0 }])).toEqual([]);
  });
});

const memory = (id: string, ordinal: number, characterId: string) => ({
  row: 'observation',
  id,
  ordinal,
  characterId,
  content: 'Tomas lied about the tide.',
  importance: 3,
});
const idOf = (sessionId: string, id: string) => `${sessionId.slice(0, 30)}${id}`;

async function begun(
  store: Store,
  memories: readonly ReturnType<typeof memory>[],
  sessionId: string = crypto.randomUUID(),
) {
  const scene = { sessionId, index: 0 };
  const models = { smallModel: 'offline', largeModel: 'offline', seed: 'seed', seedCommitment: 'hash' };
  await store.campaigns.start({
    campaign: {
      id: crypto.randomUUID(),
      name: 'The flood',
      entryPointId: 'quay:first_night',
      packs: [],
      promptPins: {},
      createdAt: NOON,
    },
    session: { id: sessionId, ...models },
    scene: { id: crypto.randomUUID(), snapshot: {}, narration: '' },
    memories: memories.map((one) => ({ ...one, id: idOf(sessionId, one.id), scene })),
    chronicle: [{ id: 'evt_0001', scene, ...{ type: 'flood', summary: 'The river rose.', tags: [] } }],
  });
  return { sessionId };
}
