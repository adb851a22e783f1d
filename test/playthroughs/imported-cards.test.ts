import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toPackFiles } from '#engine/content/homebrew-pack.ts';
import { importFile } from '#engine/interchange/import-file.ts';
import { CARDS, LOREBOOKS } from '../support/cards.ts';
import { openScriptedTable, type ScriptedTable } from '../support/scripted-turns.ts';

/** Every card and every book, imported under an id of its own. */
const PACKS = [...CARDS, ...LOREBOOKS].map(([what, file], index) => {
  const done = importFile(file, { packId: `imported_${index + 1}` });
  if ('rejected' in done) throw new Error(`${what}: ${done.reason}`);
  return { what, ...done };
});
const entryOf = (index: number) => PACKS[index]?.entryPointId ?? '';

let table: ScriptedTable;

beforeAll(async () => {
  table = await openScriptedTable(entryOf(0), (folder) => {
    cpSync('content_packs/just_talk', join(folder, 'just_talk'), { recursive: true });
    for (const { pack, images } of PACKS) {
      const files = toPackFiles(pack).files.map(({ path, text }) => ({ path, bytes: text }));
      for (const { path, bytes } of [...files, ...images]) {
        const file = join(folder, String(pack.manifest.id), path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, bytes);
      }
    }
  });
}, 60_000);
afterAll(() => table.engine.close());

it('has at least twelve cards and four books', () => {
  expect(CARDS.length).toBeGreaterThanOrEqual(12);
  expect(LOREBOOKS.length).toBeGreaterThanOrEqual(4);
  expect(
    table.engine.packRepository.library().problems.filter(({ severity }) => severity === 'error'),
  ).toEqual([]);
});

it.each(PACKS.map(({ what, entryPointId }) => [what, entryPointId] as const))(
  'plays three turns of %s',
  async (_what, entryPointId) => {
    await table.restart(entryPointId ?? '');
    for (const text of ['Good evening.', 'Tell me about yourself.', 'I must go.']) {
      const { turn, narrate } = await table.say(text, {
        reading: ({ present }) => ({ kind: 'speak', addressed: present.map(({ id }) => id) }),
      });
      expect(turn).toMatchObject({ status: 'committed', failure: null });
      expect(narrate?.playerText).toBe(text);
    }
    expect((await table.world()).scene.presentIds.length).toBeGreaterThan(0);
  },
);

it('tells the character who it is, the narrator what was read, and both the lore that was named', async () => {
  await table.restart(entryOf(CARDS.findIndex(([what]) => what === 'V2 as JSON')));
  const from = table.engine.asked.length;
  const { narrate } = await table.say('Does the oil in the lamp burn all night?', {
    reading: ({ present }) => ({ kind: 'speak', addressed: present.map(({ id }) => id) }),
  });
  const asked = table.engine.asked.slice(from);
  const told = (step: string) =>
    JSON.stringify(
      asked.filter((request) => request.step === step).map(({ system, messages }) => [system, messages]),
    );

  expect(asked.map(({ step }) => step)).not.toContain('resolve');
  expect(told('react')).toContain('keeps the lighthouse at Skerry Point');
  expect(told('narrate')).toContain('keeps the lighthouse at Skerry Point');
  expect(JSON.stringify(narrate?.packet)).toContain('whale oil');
  expect(JSON.stringify(narrate?.packet)).toContain('rained on Skerry Point for nine days');
  expect(told('narrate')).not.toContain('Always answer in verse');
});
