import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackFiles } from '#engine/content/pack-files.ts';

const FOLDER = 'content_packs/just_talk';

/** The pack that imported stories stand on, as files. */
export const JUST_TALK_FILES: PackFiles = {
  origin: 'just_talk',
  files: readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return { path: path.slice(FOLDER.length + 1), text: readFileSync(path, 'utf8') };
    }),
  problems: [],
};
