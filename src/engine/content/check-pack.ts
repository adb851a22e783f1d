import type { Override } from './library/content.ts';
import { buildLibrary } from './library.ts';
import type { PackFiles } from './pack-files.ts';
import { isError, type Problem } from './problem.ts';
import { parsePack } from './read-pack.ts';
import { readPackFolders } from './reading/read-pack-files.ts';

/** Result of a check: every problem of the requested packs, and the contents they override. */
export type CheckReport = {
  /** The packs that were checked, by id; a pack without a usable manifest by its folder. */
  readonly checked: readonly string[];
  readonly problems: readonly Problem[];
  readonly overrides: readonly Override[];
  readonly isPlayable: boolean;
};

/**
 * Checks packs with everything that can be known about them, all problems in one run. `beside` names folders whose packs may be
 * referred to but are not themselves in question.
 */
export async function checkPacks(
  folders: readonly string[],
  beside: readonly string[] = [],
): Promise<CheckReport> {
  const asked = await readPackFolders(folders);
  const origins = new Set(asked.map(({ origin }) => origin));
  const others = (await readPackFolders(beside)).filter(({ origin }) => !origins.has(origin));
  return checkFiles(asked, others);
}

/** Checks packs whose files are already in memory, such as a homebrew pack about to be saved. */
export function checkFiles(asked: readonly PackFiles[], beside: readonly PackFiles[] = []): CheckReport {
  const packs = asked.map(parsePack);
  const checked = packs.map(({ label }) => label);
  const others = beside.map(parsePack).filter(({ label }) => !checked.includes(label));
  const library = buildLibrary([...packs, ...others]);
  const problems = library.problems.filter(({ packId }) => checked.includes(packId));
  const overrides = library.overrides.filter(({ byPackId }) => checked.includes(byPackId));
  return { checked, problems, overrides, isPlayable: !problems.some(isError) };
}
