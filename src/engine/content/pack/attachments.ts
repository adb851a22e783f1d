import type { Json } from '#engine/kit/canonical-json.ts';
import { suggestName } from '#engine/state/suggest-name.ts';
import type { PackFile } from '../pack-files.ts';
import type { Problem } from '../problem.ts';
import { problemOf } from '../schema/schema-problems.ts';
import { type Locate, readYaml } from '../yaml/read-yaml.ts';

type Data = { readonly [key: string]: Json };

/** Keys of a ruleset that may stand in a file of their own, and how that file is read. */
const ATTACHED = {
  rulebook_file: 'rulebook',
  stat_block_schema_file: 'stat_block_schema',
  scene_state_schema_file: 'scene_state_schema',
} as const;

type Filled = { readonly data: Data; readonly problems: readonly Problem[] };
type Owner = { readonly path: string; readonly data: Data; readonly locate: Locate };

/** Puts what stands in files beside a ruleset where it belongs. Only files of this very pack can be named. */
export function withAttachments(owner: Owner, files: ReadonlyMap<string, PackFile>): Filled {
  const problems: Problem[] = [];
  const data: Record<string, Json> = { ...owner.data };
  for (const [fileKey, key] of Object.entries(ATTACHED)) {
    const path = owner.data[fileKey];
    if (typeof path !== 'string') continue;
    const fault = attachmentFault(path, owner.data[key] === undefined ? null : key, files);
    if (fault !== null) {
      const [message, advice] = fault;
      const described = { code: 'bad-attachment', path: [fileKey], part: 'value', message, advice } as const;
      problems.push(problemOf(described, owner.path, owner.locate));
      continue;
    }
    const text = files.get(path)?.text ?? '';
    // JSON is YAML, and the YAML reader has the bounds.
    const read = key === 'rulebook' ? { data: text.trim(), problems: [] } : readYaml(text, path);
    problems.push(...read.problems);
    delete data[fileKey];
    data[key] = read.data ?? null;
  }
  return { data, problems };
}

const FROM_THE_TOP = 'Name a file of this pack from its top: rulesets/name.md.';
const LEAVES = /^(?:[/\\]|[A-Za-z]:)|\\|(?:^|\/)\.\.?(?:\/|$)/;

function attachmentFault(
  path: string,
  doubled: string | null,
  files: ReadonlyMap<string, PackFile>,
): readonly [message: string, advice: string] | null {
  if (LEAVES.test(path)) return [`${path} leaves the pack.`, FROM_THE_TOP];
  if (doubled !== null) return [`${doubled} stands here and in a file.`, 'Keep one of them.'];
  if (files.has(path)) return null;
  const near = suggestName(
    path,
    [...files.keys()].filter((known) => !/\.ya?ml$/.test(known)),
  ).trim();
  return [`There is no file ${path} in this pack.`, near === '' ? FROM_THE_TOP : near];
}
