import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FILE = /^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm;

/** The endings stand last in the file of the story. */
const ENDINGS = /^endings:[\s\S]*/m;

/**
 * Writes the small pack of the authors' guide, Lantern Quay, into a folder of packs: the smallest world worth playing. Its story has
 * no endings here, so that it can be played on however badly it goes.
 */
export function writeGuidePack(packsFolder: string): void {
  const guide = readFileSync('content_packs/README.md', 'utf8');
  for (const [, file, content] of guide.matchAll(FILE)) {
    const path = join(packsFolder, 'lantern_quay', file ?? '');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, (content ?? '').replace(ENDINGS, ''));
  }
}
