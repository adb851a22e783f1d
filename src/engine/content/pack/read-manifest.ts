import type { Json } from '#engine/kit/canonical-json.ts';
import { fileProblem } from '../files/file-problem.ts';
import type { PackFiles } from '../files/pack-files.ts';
import { PackManifest } from '../format/manifest.ts';
import type { Problem } from '../problem.ts';
import { schemaProblems } from '../schema/schema-problems.ts';
import { type Locate, readYaml } from '../yaml/read-yaml.ts';

export type ReadManifest = {
  readonly manifest: PackManifest | null;
  /** The manifest as written, for hashing and for saving it again. */
  readonly authored: Json;
  readonly file: string;
  readonly locate: Locate;
  readonly problems: readonly Problem[];
};

export function readManifest({ files }: PackFiles): ReadManifest {
  const source = files.find(({ path }) => /^pack\.ya?ml$/.test(path));
  if (source === undefined) return without();
  const { data, problems, locate } = readYaml(source.text, source.path);
  const faults = data === undefined ? problems : schemaProblems(PackManifest, data, source.path, locate);
  const parsed = PackManifest.safeParse(data);
  return {
    manifest: parsed.data ?? null,
    authored: data ?? null,
    file: source.path,
    locate,
    problems: faults,
  };
}

function without(): ReadManifest {
  const message = 'The folder has no pack.yaml, so it is not a pack.';
  const advice =
    'Write pack.yaml with id, name, version, summary and layer, or run: npm run packs -- new <id>.';
  return {
    manifest: null,
    authored: null,
    file: 'pack.yaml',
    locate: () => ({ line: 1, column: 1 }),
    problems: [fileProblem('no-manifest', 'pack.yaml', message, advice)],
  };
}
