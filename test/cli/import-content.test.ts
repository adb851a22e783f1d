import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeImageMetadata } from '#engine/util/image-file.ts';
import { importContent, isForeignContent } from '../../src/cli/commands/import-content.ts';
import { runPacks } from '../../src/cli/packs.ts';
import { CARDS, CHAT, pngWith } from '../support/cards.ts';
import { pseudoTerminal } from '../support/pseudo-terminal.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'import-'));
  cpSync('content_packs/just_talk', join(home, 'packs/just_talk'), { recursive: true });
  for (const [what, { name, bytes }] of CARDS)
    if (['V2 in a PNG', 'V1 as JSON', 'V3 as CHARX'].includes(what)) writeFileSync(join(home, name), bytes);
  writeFileSync(join(home, CHAT.name), CHAT.bytes);
});
afterEach(() => rmSync(home, { recursive: true }));

async function run(...words: readonly string[]) {
  const { terminal, out, wrong } = pseudoTerminal();
  const environment = { SCENEWRIGHT_PACKS: join(home, 'packs') };
  const code = await importContent(words, { terminal, currentFolder: home, environment });
  return { code, out: out(), errors: wrong() };
}

it('writes a pack of a card with its picture, and prints the report', async () => {
  const { code, out } = await run('oduya.png', '--persona', 'Ada', '--chat', 'maren.jsonl');

  expect(code).toBe(0);
  expect(out).toContain('data.first_mes → entry point prologue');
  expect(out).toContain('data.system_prompt: It instructs the model.');
  expect(out).toContain('Play it: scenewright play --new --entry captain_oduya:the_meeting');
  // Without the texts of the card, which hold its secrets.
  expect(readFileSync(join(home, 'packs/captain_oduya/images/captain_oduya.png'))).toEqual(
    Buffer.from(removeImageMetadata(readFileSync(join(home, 'oduya.png')))),
  );
  expect(readFileSync(join(home, 'packs/captain_oduya/characters/persona.md'), 'utf8')).toContain(
    'name: Ada',
  );
  expect(existsSync(join(home, 'packs/captain_oduya/history/the_conversation.md'))).toBe(true);
});

const writeBack = (character: string, file: string) =>
  runPacks(['card', character, file], {
    print: () => {},
    printError: () => {},
    packsFolder: join(home, 'packs'),
    currentFolder: home,
  });

it('writes the card back into its picture', async () => {
  await run('oduya.png');
  const code = await writeBack('captain_oduya:captain_oduya', 'back.png');
  const again = await run('back.png', '--id', 'again', '--json');

  expect(code).toBe(0);
  expect(JSON.parse(again.out)).toMatchObject({
    format: 'character card V3 (PNG)',
    entryPointId: 'again:the_meeting',
  });
  const pixelsOf = (file: string) => Buffer.from(removeImageMetadata(readFileSync(join(home, file))));
  expect(pixelsOf('back.png')).toEqual(pixelsOf('oduya.png'));
});

it('writes the card and its pictures back into an archive', async () => {
  await run('io.charx');
  expect(await writeBack('dr_iolanthe_vex:dr_iolanthe_vex', 'back.charx')).toBe(0);
  const [before, after] = ['io.charx', 'back.charx'].map((file) => unzipSync(readFileSync(join(home, file))));
  const isPicture = (path: string) => path.endsWith('.png');

  expect(
    Object.keys(after ?? {})
      .filter(isPicture)
      .sort(),
  ).toEqual(
    Object.keys(before ?? {})
      .filter(isPicture)
      .sort(),
  );
  expect(after?.['assets/icon/images/main.png']).toEqual(before?.['assets/icon/images/main.png']);
  const cardIn = (files: typeof after) => JSON.parse(Buffer.from(files?.['card.json'] ?? []).toString());
  expect(cardIn(after)).toEqual(cardIn(before));
});

it('gives an archive the picture of a card that came as one', async () => {
  await run('oduya.png');
  await writeBack('captain_oduya:captain_oduya', 'oduya.charx');
  const files = unzipSync(readFileSync(join(home, 'oduya.charx')));

  expect(Object.keys(files)).toEqual(['card.json', 'assets/icon/image/main.png']);
  expect(JSON.parse(Buffer.from(files['card.json'] ?? []).toString()).data.assets).toEqual([
    { type: 'icon', uri: 'embeded://assets/icon/image/main.png', name: 'main', ext: 'png' },
  ]);
});

it('writes nothing when something is wrong', async () => {
  writeFileSync(join(home, 'bad.png'), pngWith({ chara: '%' }));
  await run('maren.json');
  const before = readdirSync(join(home, 'packs'));

  expect(await run('bad.png')).toMatchObject({ code: 1, errors: expect.stringContaining('is not base64') });
  expect(await run('maren.json')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('choose another id'),
  });
  expect(await run('maren.json', '--wrong')).toMatchObject({ code: 2 });
  rmSync(join(home, 'packs/just_talk'), { recursive: true });
  expect(await run('maren.json', '--id', 'other')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('nothing was written'),
  });
  expect(readdirSync(join(home, 'packs'))).toEqual(before.filter((name) => name !== 'just_talk'));
});

it('takes a folder of notes, and knows what is none of its files', async () => {
  mkdirSync(join(home, 'vault/places'), { recursive: true });
  writeFileSync(join(home, 'vault/places/Quay.md'), 'Ropes and rain.');
  writeFileSync(join(home, 'campaign.scenewright'), 'Z');

  expect(await run('vault')).toMatchObject({
    code: 0,
    out: expect.stringContaining('places/Quay.md → location quay'),
  });
  expect(await isForeignContent(join(home, 'vault'))).toBe(true);
  expect(await isForeignContent(join(home, 'campaign.scenewright'))).toBe(false);
  expect(await isForeignContent(join(home, 'nothing'))).toBe(false);
});
