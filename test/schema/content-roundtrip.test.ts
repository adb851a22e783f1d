import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { coerceInputValue, isInputObjectType } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkPacks } from '#engine/content/check-pack.ts';
import { readPack } from '#engine/content/read-pack.ts';
import { schema } from '#schema/schema.ts';
import { authoredPack, exportedFiles } from '../support/authoring.ts';
import { openEngine } from '../support/engine.ts';
import { copyShippedPacks } from '../support/shipped-packs.ts';
import { temporaryFolder } from '../support/stores.ts';

const PACKS = ['castile_1430', 'motel_verse', 'mystika', 'neo_seattle'];

let engine: Awaited<ReturnType<typeof openEngine>>;
const folder = temporaryFolder();
beforeAll(async () => {
  engine = await openEngine({ writePacks: copyShippedPacks });
});
afterAll(async () => {
  await engine.close();
  folder.remove();
});

it.each(PACKS)('exports %s as files that pass the checker and load as the very same pack', async (packId) => {
  for (const { path, text, base64 } of await exportedFiles(engine.url, packId)) {
    const file = join(folder.path, packId, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, base64 === null ? text : Buffer.from(base64, 'base64'));
  }
  const exported = await readPack(join(folder.path, packId));

  expect(exported.hash).toBe(engine.packRepository.library().findPack(packId)?.hash);
  expect(await checkPacks([join(folder.path, packId)], ['content_packs/srd_5e'])).toMatchObject({
    checked: [packId],
    isPlayable: true,
  });
});

it.each(PACKS)('gives every content of %s as the input its mutation takes', async (packId) => {
  const { contents } = await authoredPack(engine.url, packId);
  const faults = contents.flatMap(({ id, kind, input }) => {
    const words = kind.toLowerCase().split('_');
    const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
    const type = schema.getType(`Authored${name}Input`);
    const found: string[] = [];
    if (!isInputObjectType(type)) return [`${id}: there is no input type for ${kind}`];
    coerceInputValue(input, type, (path, _value, error) =>
      found.push(`${id}: ${path.join('.')} ${error.message}`),
    );
    return found;
  });

  expect(faults).toEqual([]);
  expect(contents.length).toBeGreaterThan(60);
});
