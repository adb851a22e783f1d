import { readFileSync } from 'node:fs';
import { type CheckReport, checkFiles } from '#engine/content/check-pack.ts';
import type { PackFiles } from '#engine/content/pack-files.ts';

const GUIDE = readFileSync('content_packs/README.md', 'utf8');

/** The small pack of the authors' guide, file by file. What the guide shows is what the tests stand on. */
export const LANTERN_QUAY: ReadonlyMap<string, string> = new Map(
  [...GUIDE.matchAll(/^```(?:yaml|markdown) file=(\S+)\n([\s\S]*?)^```$/gm)].map(
    ([, path = '', text = '']) => [path, text] as const,
  ),
);

/** One change to a file: `[old words, new words]`, a whole new text, or null to remove it. */
export type Edit = readonly [from: string, to: string] | string | null;

/** Lantern Quay with some of its files changed. An edit whose words are not there fails the test. */
export function lanternQuay(edits: Readonly<Record<string, Edit>> = {}): PackFiles {
  const texts = new Map(LANTERN_QUAY);
  for (const [path, edit] of Object.entries(edits)) {
    if (edit === null) texts.delete(path);
    else texts.set(path, typeof edit === 'string' ? edit : replaced(path, edit));
  }
  const files = [...texts].map(([path, text]) => ({ path, text }));
  return { origin: 'lantern_quay', files, problems: [] };
}

function replaced(path: string, [from, to]: readonly [string, string]): string {
  const text = LANTERN_QUAY.get(path) ?? '';
  if (!text.includes(from)) throw new Error(`${path} does not say: ${from}`);
  return text.replace(from, () => to);
}

export function checkedWith(
  edits: Readonly<Record<string, Edit>>,
  beside: readonly PackFiles[] = [],
): CheckReport {
  return checkFiles([lanternQuay(edits)], beside);
}

/** Each problem as one line, the way an author reads it. */
export function toldOf({ problems }: CheckReport): readonly string[] {
  return problems.map(({ file, line, column, severity, code, field, message, advice }) => {
    const where = `${file}:${line}:${column}`;
    return `${where} ${severity} ${code}${field === '' ? '' : ` (${field})`}: ${message} ${advice}`;
  });
}

/** A small pack of one's own, given as its files. `pack.yaml` is completed. */
export function smallPack(
  id: string,
  manifest: string,
  files: Readonly<Record<string, string>> = {},
): PackFiles {
  const head = `id: ${id}\nname: ${id}\nversion: 1.0.0\nsummary: A pack for a test.\n`;
  const all = { 'pack.yaml': `${head}${manifest}`, ...files };
  return { origin: id, files: Object.entries(all).map(([path, text]) => ({ path, text })), problems: [] };
}
