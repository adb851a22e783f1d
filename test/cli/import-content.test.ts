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
    if (what === 'V2 in a PNG' || what === 'V1 as JSON') writeFileSync(join(home, name), bytes);
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

it('writes the card back into its picture', async () => {
  await run('oduya.png');
  const code = await runPacks(['card', 'captain_oduya:captain_oduya', 'back.png'], {
    print: () => {},
    printError: () => {},
    packsFolder: join(home, 'packs'),
    currentFolder: home,
  });
  const again = await run('back.png', '--id', 'again', '--json');

  expect(code).toBe(0);
  expect(JSON.parse(again.out)).toMatchObject({
    format: 'character card V3 (PNG)',
    entryPointId: 'again:the_meeting',
  });
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
