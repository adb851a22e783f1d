import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeGuidePack } from './guide-pack.ts';

/** Mystika, where players throw their own d20. */
export function askingMystika(folder: string): void {
  for (const pack of ['mystika', 'srd_5e'])
    cpSync(`content_packs/${pack}`, join(folder, pack), { recursive: true });
  rewrite(join(folder, 'mystika', 'rulesets', 'srd5e.yaml'), (ruleset) =>
    ruleset.replace('player_dice: allowed', 'player_dice: asked'),
  );
}

/** Lantern Quay under another pipeline, in which every check waits for the player. */
export function askingQuay(pipeline: string, resolution: string): (folder: string) => void {
  return (folder) => {
    writeGuidePack(folder);
    rewrite(join(folder, 'lantern_quay', 'rulesets', 'tide_dice.yaml'), (ruleset) =>
      ruleset
        .replace(/pipeline: full.*/, `pipeline: ${pipeline}\n  player_dice: asked`)
        .replace(/resolution: \{.*\}/, resolution),
    );
  };
}

export const WAITING_QUAY = 'waiting_quay:the_second_ledger';

/** Lantern Quay, and beside it the same place under another name, in which every check waits for the player. */
export function quayAndWaitingQuay(folder: string): void {
  writeGuidePack(folder);
  const waiting = join(folder, 'waiting_quay');
  renameSync(join(folder, 'lantern_quay'), waiting);
  writeGuidePack(folder);
  for (const file of readdirSync(waiting, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    rewrite(join(file.parentPath, file.name), (text) =>
      text
        .replaceAll('lantern_quay', 'waiting_quay')
        .replace(/pipeline: full.*/, 'pipeline: full\n  player_dice: asked'),
    );
  }
}

function rewrite(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}
