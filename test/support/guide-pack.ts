import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FILE = /^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm;

/** Writes the small pack of the authors' guide, Lantern Quay, into a folder of packs: the smallest world worth playing. */
export function writeGuidePack(packsFolder: string): void {
  const guide = readFileSync('content_packs/README.md', 'utf8');
  for (const [, file, content] of guide.matchAll(FILE)) {
    const path = join(packsFolder, 'lantern_quay', file ?? '');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content ?? '');
  }
}
